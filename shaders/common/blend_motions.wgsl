// Signed blending of the joints' rigid motions, for every method that blends quaternions.
// Twin: `src/skinning/blend_motions.rs`.

const AS_GIVEN: u32 = 0u;
const AGAINST_HEAVIEST: u32 = 1u;
const AGAINST_RUNNING_SUM: u32 = 2u;

/// How the loop chooses between q and -q, which are the same rotation: one of the three modes above.
override sign_mode: u32;

/// A blended real part shorter than this has no direction left; the vertex then follows its heaviest influence.
override shortest_blend: f32;

/// The sign of an influence: relative to the heaviest (Kavan 2008, algorithm 2), or to the sum so far (the (+)
/// operator).
fn sign_of(real: vec4<f32>, heaviest: vec4<f32>, running_sum: vec4<f32>) -> f32 {
    var against = real;
    switch sign_mode {
        case AGAINST_HEAVIEST: { against = heaviest; }
        case AGAINST_RUNNING_SUM: { against = running_sum; }
        default: {}
    }
    return select(1.0, -1.0, dot(real, against) < 0.0);
}

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

/// The blended rotation alone, with unit length.
fn blend_rotations(rest: RestVertex) -> vec4<f32> {
    let blended = blend_motions(rest).real;
    return blended / length(blended);
}
