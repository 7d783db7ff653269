// Scale and shear, blended linearly in the rest pose: Kavan 2008, section 4.2, first phase.
// Twin: `blend_matrices` of `crates/core/src/skinning/affine.rs` over `JointPalette::first_phase`.
// Uses: affine.

/// C'_i: stretches about the joint, x -> o'_i + P_i (x - o_i).
@group(2) @binding(2) var<storage, read> palette_first_phase: array<PaletteMatrix>;

/// Whether every C'_i is the identity: no joint of the skin has scale or shear in this pose. The first phase is then
/// left out.
override palette_is_rigid: bool = false;

/// sum_i w_i C'_i, as three rows.
fn blend_first_phase(rest: RestVertex) -> mat3x4<f32> {
    if palette_is_rigid {
        return mat3x4<f32>(
            vec4<f32>(1.0, 0.0, 0.0, 0.0),
            vec4<f32>(0.0, 1.0, 0.0, 0.0),
            vec4<f32>(0.0, 0.0, 1.0, 0.0),
        );
    }
    var blended = mat3x4<f32>();
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        blended += palette_first_phase[matrix_index(influence.joint)].rows * influence.weight;
    }
    return blended;
}

/// Applies the blended first phase to a point. Compilers do not remove a product with the identity, since it could change
/// the sign of a zero.
fn stretch_point(stretched: mat3x4<f32>, point: vec3<f32>) -> vec3<f32> {
    if palette_is_rigid {
        return point;
    }
    return transform_affine(stretched, point);
}

/// The unit normal after the first phase.
fn stretch_normal(stretched: mat3x4<f32>, normal: vec3<f32>) -> vec3<f32> {
    if palette_is_rigid {
        return normal;
    }
    return turn_normal_by_cofactor(stretched, normal);
}
