// Signed blending of the joints' rigid motions as dual quaternions. Twin: `crates/core/src/skinning/blend_motions.rs`.
// Uses: skin_inputs, signs.

/// The joints' rigid parts, or the second phase C'' for the methods with two phases.
@group(2) @binding(1) var<storage, read> palette_motions: array<DualQuat>;

/// sum_i s_i w_i q_i, with signs chosen by the mode. Its real part is never shorter than `shortest_blend`.
fn blend_motions(rest: RestVertex) -> DualQuat {
    // The sign of the heaviest is always +1.
    let first = influence_of(rest, 0u);
    let heaviest = palette_motions[first.joint];
    var blended = DualQuat(heaviest.real * first.weight, heaviest.dual * first.weight);
    for (var i = 1u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        let motion = palette_motions[influence.joint];
        let weight = signed_weight(influence.weight, motion.real, heaviest.real, blended.real);
        blended.real += motion.real * weight;
        blended.dual += motion.dual * weight;
    }
    if dot(blended.real, blended.real) < shortest_blend * shortest_blend {
        return heaviest;
    }
    return blended;
}
