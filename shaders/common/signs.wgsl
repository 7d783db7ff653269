// How a blend chooses between q and -q, which are the same rotation. Twin: `crates/core/src/skinning/signs.rs`.
// Uses: float_sign.

const AS_GIVEN: u32 = 0u;
const AGAINST_HEAVIEST: u32 = 1u;
const AGAINST_RUNNING_SUM: u32 = 2u;

/// `AS_GIVEN` (0), `AGAINST_HEAVIEST` (1) or `AGAINST_RUNNING_SUM` (2).
override sign_mode: u32;

/// A blended quaternion shorter than this has no direction left; the vertex then follows its heaviest influence.
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

/// `sign_of` times a weight, for every influence but the heaviest. Differs from it only if all products of the two
/// quaternions' components are negative zeros.
fn signed_weight(weight: f32, real: vec4<f32>, heaviest: vec4<f32>, running_sum: vec4<f32>) -> f32 {
    switch sign_mode {
        case AGAINST_HEAVIEST: { return negate_if_negative(weight, dot(real, heaviest)); }
        case AGAINST_RUNNING_SUM: { return negate_if_negative(weight, dot(real, running_sum)); }
        default: { return weight; }
    }
}
