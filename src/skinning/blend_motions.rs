//! Twin of `shaders/common/blend_motions.wgsl`.

use super::{RestVertex, SignMode};
use crate::math::DualQuat;
use glam::Quat;

/// A blended real part shorter than this has no direction left in single precision; the vertex then follows its
/// heaviest influence. Larger values would cut into poses that still blend; smaller ones let rounding choose.
/// `per-vertex` keeps it above 1/n and `running-sum` above 1/sqrt(n), so only the other modes and negative
/// weights come here.
pub const SHORTEST_BLEND: f32 = 1e-5;

/// The sign of an influence: Kavan 2008, algorithm 2 against the heaviest, or the (+) operator against the sum.
pub fn sign_of(sign_mode: SignMode, real: Quat, heaviest: Quat, running_sum: Quat) -> f32 {
    let against = match sign_mode {
        SignMode::AsGiven => real,
        SignMode::AgainstHeaviest => heaviest,
        SignMode::AgainstRunningSum => running_sum,
    };
    if real.dot(against) < 0.0 { -1.0 } else { 1.0 }
}

/// `sum_i s_i w_i q_i` of one motion a joint, the signs chosen by the mode; never shorter than [`SHORTEST_BLEND`] in
/// its real part.
pub fn blend_motions(rest: RestVertex<'_>, motions: &[DualQuat], sign_mode: SignMode) -> DualQuat {
    let heaviest = motions[rest.influences[0].joint as usize];
    let mut blended = DualQuat::ZERO;
    for influence in rest.influences {
        let motion = motions[influence.joint as usize];
        let sign = sign_of(sign_mode, motion.real, heaviest.real, blended.real);
        blended += motion * (sign * influence.weight);
    }
    if blended.real.length() < SHORTEST_BLEND {
        return heaviest;
    }
    blended
}

/// The blended rotation alone, of unit length.
pub fn blend_rotations(rest: RestVertex<'_>, motions: &[DualQuat], sign_mode: SignMode) -> Quat {
    let blended = blend_motions(rest, motions, sign_mode).real;
    blended * blended.length_recip()
}
