//! Twin of `shaders/common/signs.wgsl`.

use super::SignMode;
use crate::math::DualQuat;
use crate::model::Influence;
use glam::Quat;

/// A blended real part shorter than this has no direction left in single precision; the vertex then follows its
/// heaviest influence. Larger values would affect poses that still blend; with smaller ones rounding would decide.
/// `per-vertex` keeps the length above 1/n and `running-sum` above 1/sqrt(n), so only the other modes and negative
/// weights reach this limit.
pub const SHORTEST_BLEND: f32 = 1e-5;

/// The sign of an influence: relative to the heaviest (Kavan 2008, algorithm 2), or to the sum so far (the (+)
/// operator).
#[inline(always)]
pub fn sign_of(sign_mode: SignMode, real: Quat, heaviest: Quat, running_sum: Quat) -> f32 {
    let against = match sign_mode {
        SignMode::AsGiven => real,
        SignMode::AgainstHeaviest => heaviest,
        SignMode::AgainstRunningSum => running_sum,
    };
    if real.dot(against) < 0.0 { -1.0 } else { 1.0 }
}

/// -1 if the first nonzero component of w, x, y, z is negative, otherwise 1: the sign that makes a quaternion canonical.
pub fn canonical_sign(q: Quat) -> f32 {
    let first = [q.w, q.x, q.y, q.z].into_iter().find(|&part| part != 0.0);
    if first.is_some_and(|part| part < 0.0) { -1.0 } else { 1.0 }
}

/// The sign that each influence's quaternion was blended with, -1 or 1, relative to the canonical sign (the first
/// nonzero component of w, x, y, z is positive). Combines the choices of the palette and of the vertex loop.
pub fn influence_signs(influences: &[Influence], motions: &[DualQuat], sign_mode: SignMode) -> Vec<f32> {
    let mut sum = DualQuat::ZERO;
    let heaviest = influences.first().map_or(Quat::IDENTITY, |first| motions[first.joint as usize].real);
    let mut signs = Vec::with_capacity(influences.len());
    for influence in influences {
        let motion = motions[influence.joint as usize];
        let sign = sign_of(sign_mode, motion.real, heaviest, sum.real);
        sum += motion * (sign * influence.weight);
        signs.push(sign * canonical_sign(motion.real));
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_relative_to_the_canonical_quaternion() {
        let about_x = |degrees: f32| DualQuat { real: Quat::from_rotation_x(degrees.to_radians()), ..DualQuat::ZERO };
        let influences = [(0, 0.6), (1, 0.4)].map(|(joint, weight)| Influence { joint, weight });
        let signs = |motions: [DualQuat; 2], mode| influence_signs(&influences, &motions, mode);
        let apart = [about_x(-100.0), about_x(100.0)];
        assert_eq!(signs(apart, SignMode::AsGiven), [1.0, 1.0]);
        assert_eq!(signs(apart, SignMode::AgainstHeaviest), [1.0, -1.0]);
        assert_eq!(signs(apart, SignMode::AgainstRunningSum), [1.0, -1.0]);
        let flipped = [about_x(10.0), about_x(20.0) * -1.0];
        assert_eq!(signs(flipped, SignMode::AsGiven), [1.0, -1.0], "the palette chose this one");
        assert_eq!(signs(flipped, SignMode::AgainstHeaviest), [1.0, 1.0]);
    }
}
