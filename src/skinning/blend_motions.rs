//! Twin of `shaders/common/blend_motions.wgsl`.

use super::{RestVertex, SignMode};
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
pub fn sign_of(sign_mode: SignMode, real: Quat, heaviest: Quat, running_sum: Quat) -> f32 {
    let against = match sign_mode {
        SignMode::AsGiven => real,
        SignMode::AgainstHeaviest => heaviest,
        SignMode::AgainstRunningSum => running_sum,
    };
    if real.dot(against) < 0.0 { -1.0 } else { 1.0 }
}

/// `sum_i s_i w_i q_i` with one motion per joint, with signs chosen by the mode. Its real part is never shorter than
/// [`SHORTEST_BLEND`].
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
        let q = motion.real;
        let first = [q.w, q.x, q.y, q.z].into_iter().find(|&part| part != 0.0);
        signs.push(if first.is_some_and(|part| part < 0.0) { -sign } else { sign });
    }
    signs
}

/// The blended rotation alone, with unit length.
pub fn blend_rotations(rest: RestVertex<'_>, motions: &[DualQuat], sign_mode: SignMode) -> Quat {
    let blended = blend_motions(rest, motions, sign_mode).real;
    blended * blended.length_recip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::SkinningMethod;

    /// Le & Hodgins 2016, algorithm 1, adds rotations one by one, each on the side of the sum so far. Rotations by 0,
    /// 170 and 184 degrees about one axis: against the sum of the first two, 184 stays; against the first, the heaviest,
    /// it becomes -176.
    #[test]
    fn the_running_sum_and_the_heaviest_influence_differ_for_three_joints() {
        let about_x = |degrees: f64| {
            let half_angle = degrees.to_radians() / 2.0;
            let real = Quat::from_xyzw(half_angle.sin() as f32, 0.0, 0.0, half_angle.cos() as f32);
            DualQuat { real, ..DualQuat::ZERO }
        };
        let motions = [0.0, 170.0, 184.0].map(about_x);
        let influences = [0.4, 0.3, 0.3].into_iter().enumerate();
        let influences: Vec<_> = influences.map(|(joint, weight)| Influence { joint: joint as u32, weight }).collect();
        let rest = RestVertex {
            position: glam::Vec3::ZERO,
            normal: glam::Vec3::X,
            center: glam::Vec3::ZERO,
            joint_set: 0,
            influences: &influences,
        };
        let degrees = |mode| {
            let blended = blend_rotations(rest, &motions, mode);
            (2.0 * blended.x.atan2(blended.w)).to_degrees()
        };
        let running = degrees(SkinningMethod::Cor.default_antipodality().sign_mode());
        assert!((running - 110.453).abs() < 0.002, "{running}");
        let heaviest = degrees(SkinningMethod::Dqs.default_antipodality().sign_mode());
        assert!((heaviest + 0.252).abs() < 0.002, "{heaviest}");
    }

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
