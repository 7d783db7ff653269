//! Twin of `shaders/common/blend_rotations.wgsl`.

use super::signs::{SHORTEST_BLEND, sign_of};
use super::{RestVertex, SignMode};
use crate::math::DualQuat;
use glam::Quat;

/// `sum_i s_i w_i q_i` of the motions' rotations, with signs chosen by the mode, divided by its length. If the sum is
/// shorter than [`SHORTEST_BLEND`], the rotation of the heaviest influence. The shader has a list of rotations alone.
#[inline(always)]
pub fn blend_rotations(rest: RestVertex<'_>, motions: &[DualQuat], sign_mode: SignMode) -> Quat {
    let heaviest = motions[rest.influences[0].joint as usize].real;
    let mut blended = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for influence in rest.influences {
        let rotation = motions[influence.joint as usize].real;
        let sign = sign_of(sign_mode, rotation, heaviest, blended);
        blended += rotation * (sign * influence.weight);
    }
    if blended.length() < SHORTEST_BLEND {
        blended = heaviest;
    }
    blended * blended.length_recip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Influence;
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
        let rest = RestVertex::new(glam::Vec3::ZERO, glam::Vec3::X, &influences);
        let degrees = |mode| {
            let blended = blend_rotations(rest, &motions, mode);
            (2.0 * blended.x.atan2(blended.w)).to_degrees()
        };
        let running = degrees(SkinningMethod::Cor.default_antipodality().sign_mode());
        assert!((running - 110.453).abs() < 0.002, "{running}");
        let heaviest = degrees(SkinningMethod::Dqs.default_antipodality().sign_mode());
        assert!((heaviest + 0.252).abs() < 0.002, "{heaviest}");
    }
}
