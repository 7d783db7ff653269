//! Twin of `shaders/skinning/dib.wgsl`.

use super::blend_motions::{blend_motions, sign_of};
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use crate::math::{DualQuat, Screw};
use glam::{Quat, Vec3};

/// p of Kavan 2008, algorithm 3: the loop ends when a step turns by less than this many half radians and shifts by
/// less than this share of the logarithms' own shifts. Smaller, and rounding keeps the loop alive; larger, and
/// the remaining error shows in the fifth digit.
pub const STEP_PRECISION: f32 = 2e-6;

/// The loop ends here in any case. Two joints need one step, joints within a right angle about five. A joint pulls the
/// mean by `h cot h` of its weight across the arc to it, h half the angle between them: nothing at half a turn, and it
/// pushes beyond. A step leaves one minus the sum of the pulls of the error, so that 40 steps reach single precision
/// where the sum is 0.3 or more; where it comes near zero the joints do not hold one mean, and what the loop shows is
/// one of several balances.
pub const MOST_STEPS: u32 = 40;

/// Dual quaternion iterative blending: Kavan 2008, algorithm 3. From the linear blend, `x = sum_i w_i log(b* q_i)`,
/// `b = b exp(x)` until x vanishes: the intrinsic mean, which is the screw motion for two joints.
///
/// What DLB approximates; dearer by an order. Bulges and flips as DQS does. Scale, shear and reflections are
/// dropped.
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let motions = &palette.motions;
    let mut blended = blend_motions(rest, motions, sign_mode).normalize();
    for _ in 0..MOST_STEPS {
        let toward_blended = blended.conjugate();
        let heaviest = motions[rest.influences[0].joint as usize];
        let mut running_sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let mut mean = Screw { turn: Vec3::ZERO, shift: Vec3::ZERO };
        let mut shifts = 0.0;
        for influence in rest.influences {
            let motion = motions[influence.joint as usize];
            let sign = sign_of(sign_mode, motion.real, heaviest.real, running_sum);
            running_sum += motion.real * (sign * influence.weight);
            let logarithm = Screw::log(toward_blended.multiply(motion * sign));
            mean.turn += logarithm.turn * influence.weight;
            mean.shift += logarithm.shift * influence.weight;
            shifts += logarithm.shift.length() * influence.weight.abs();
        }
        blended = blended.multiply(DualQuat::exp(mean)).normalize();
        if mean.turn.length() < STEP_PRECISION && mean.shift.length() <= STEP_PRECISION * shifts {
            break;
        }
    }
    SkinnedVertex {
        position: blended.transform_point(rest.position),
        normal: blended.rotate_vector(rest.normal).normalize_or_zero(),
    }
}
