// From LBS to two-phase DQS by a factor, as Maya's and Houdini's "blend weighted": v' = (1 - b) lbs + b dqs.
// `palette_motions` holds the second phase here. Twin: `src/skinning/lbs_dqs.rs`.

/// Mirrored by `gpu::mirrors::MethodParameters`.
struct MethodParameters {
    /// b: zero is LBS, one two-phase DQS.
    blend: f32,
}

@group(2) @binding(4) var<uniform> method_parameters: MethodParameters;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let linear = blend_matrices(rest);
    let linear_position = transform_affine(linear, rest.position);
    let linear_normal = turn_normal_by_cofactor(linear, rest.normal);
    let stretched = blend_first_phase(rest);
    let blended = blend_motions(rest);
    let dual_position = transform_point(blended, transform_affine(stretched, rest.position));
    let dual_normal = rotate_vector(blended, turn_normal_by_cofactor(stretched, rest.normal));
    let b = method_parameters.blend;
    return SkinnedVertex(
        linear_position * (1.0 - b) + dual_position * b,
        normalize_or_zero(linear_normal * (1.0 - b) + dual_normal * b),
    );
}
