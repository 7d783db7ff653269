// Scale and shear, blended linearly in the rest pose: Kavan 2008, section 4.2, first phase.
// Twin: `blend_matrices` of `src/skinning/affine.rs` over `JointPalette::first_phase`.

/// C'_i: stretches about the joint, x -> o'_i + P_i (x - o_i).
@group(2) @binding(2) var<storage, read> palette_first_phase: array<PaletteMatrix>;

/// sum_i w_i C'_i, as three rows.
fn blend_first_phase(rest: RestVertex) -> mat3x4<f32> {
    var blended = mat3x4<f32>();
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        blended += palette_first_phase[influence.joint].rows * influence.weight;
    }
    return blended;
}
