// Interpolates between LBS and two-phase DQS, like Maya's and Houdini's "blend weighted": v' = (1 - b) lbs + b dqs.
// `palette_motions` holds the second phase here. Twin: `crates/core/src/skinning/lbs_dqs.rs`.
// Uses: dual_quat, blend_motions, affine, first_phase.

/// Mirrored by `gpu::mirrors::MethodParameters`.
struct MethodParameters {
    /// b: zero is LBS, one is two-phase DQS.
    blend: f32,
}

/// What a person chooses for the method.
@group(2) @binding(4) var<uniform> method_parameters: MethodParameters;

/// The linear part of a matrix followed by the rotation of a blended motion, column by column.
fn turn_matrix(blended: DualQuat, rows: mat3x4<f32>) -> mat3x4<f32> {
    let x = rotate_vector(blended, vec3<f32>(rows[0].x, rows[1].x, rows[2].x));
    let y = rotate_vector(blended, vec3<f32>(rows[0].y, rows[1].y, rows[2].y));
    let z = rotate_vector(blended, vec3<f32>(rows[0].z, rows[1].z, rows[2].z));
    return mat3x4<f32>(
        vec4<f32>(x.x, y.x, z.x, 0.0),
        vec4<f32>(x.y, y.y, z.y, 0.0),
        vec4<f32>(x.z, y.z, z.z, 0.0),
    );
}

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let linear = blend_matrices(rest);
    let linear_position = transform_affine(linear, rest.position);
    let stretched = blend_first_phase(rest);
    let blended = blend_motions(rest);
    let dual_position = transform_point(blended, stretch_point(stretched, rest.position));
    let turned = turn_matrix(blended, stretched);
    let b = method_parameters.blend;
    // For given weights the blend is an affine map; the normal is transformed by the cofactor of its linear part.
    let whole = linear * (1.0 - b) + turned * b;
    return SkinnedVertex(
        linear_position * (1.0 - b) + dual_position * b,
        turn_normal_by_cofactor(whole, rest.normal),
    );
}
