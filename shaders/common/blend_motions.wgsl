// Signed blending of the joints' rigid motions as dual quaternions. Twin: `src/skinning/blend_motions.rs`.

/// The joints' rigid parts, or the second phase C'' for the methods with two phases.
@group(2) @binding(1) var<storage, read> palette_motions: array<DualQuat>;

/// sum_i s_i w_i q_i, with signs chosen by the mode. Its real part is never shorter than `shortest_blend`.
fn blend_motions(rest: RestVertex) -> DualQuat {
    let heaviest = palette_motions[influence_of(rest, 0u).joint];
    var blended = DualQuat(vec4<f32>(0.0), vec4<f32>(0.0));
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        let motion = palette_motions[influence.joint];
        let sign = sign_of(motion.real, heaviest.real, blended.real);
        blended.real += motion.real * (sign * influence.weight);
        blended.dual += motion.dual * (sign * influence.weight);
    }
    if length(blended.real) < shortest_blend {
        return heaviest;
    }
    return blended;
}
