//! Twin of `shaders/skinning/dib.wgsl`.

use super::blend_motions::blend_motions;
use super::signs::sign_of;
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use crate::math::{DualQuat, Screw};
use glam::{Quat, Vec3};

/// p of Kavan 2008, algorithm 3: the loop ends when a step rotates by less than this half angle in radians and shifts
/// by less than this fraction of the logarithms' own shifts. With a smaller value rounding keeps the loop running; with
/// a larger one the remaining error shows in the fifth digit.
pub const STEP_PRECISION: f32 = 2e-6;

/// A shift below this fraction of the blend's dual part is rounding: four units in the last place. The logarithms of
/// joints that move together are rounding themselves, so that no fraction of them can end the loop.
pub const SHIFT_ROUNDING: f32 = 4.0 * f32::EPSILON;

/// Upper limit for the loop. Two joints need one step, and one that finds nothing left to do; joints within a right
/// angle about five. A joint pulls the mean by `h cot h` of its weight along the arc to it, with h half the angle
/// between them; at a half turn the pull is zero, and beyond it becomes a push. Each step leaves a fraction of the
/// error that is one minus the sum of the pulls, so 40 steps reach single precision if the sum is 0.3 or more. If the
/// sum approaches zero, the joints have no unique mean, and the loop finds one of several equilibria.
pub const MOST_STEPS: u32 = 40;

/// Dual quaternion iterative blending: Kavan 2008, algorithm 3. Starting at the linear blend, repeats `x = sum_i w_i
/// log(b* q_i)`, `b = b exp(x)` until x vanishes. The result is the intrinsic mean, which for two joints is the screw
/// motion.
///
/// DLB approximates this result; DIB costs about ten times as much. Bulges and flips like DQS. Scale, shear and
/// reflections are dropped.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let blended = blend_iteratively(rest, &palette.motions, sign_mode).motion;
    SkinnedVertex {
        position: blended.transform_point(rest.position),
        normal: blended.rotate_vector(rest.normal).normalize_or_zero(),
    }
}

/// Result of the loop of DIB, and its number of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterativeBlend {
    /// The blended motion, a unit dual quaternion.
    pub motion: DualQuat,
    /// Rounds of the loop, including the one that finds nothing left to do. Zero for a single influence.
    pub steps: u32,
}

/// The loop of Kavan 2008, algorithm 3. A vertex with one influence moves with its joint, without a loop.
pub fn blend_iteratively(rest: RestVertex<'_>, motions: &[DualQuat], sign_mode: SignMode) -> IterativeBlend {
    let mut blended = blend_motions(rest, motions, sign_mode).normalize();
    let most_steps = if rest.influences.len() > 1 { MOST_STEPS } else { 0 };
    let mut steps = 0;
    while steps < most_steps {
        steps += 1;
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
        let least_shift = STEP_PRECISION * shifts + SHIFT_ROUNDING * blended.dual.length();
        blended = blended.multiply(DualQuat::exp(mean)).normalize();
        if mean.turn.length() < STEP_PRECISION && mean.shift.length() <= least_shift {
            break;
        }
    }
    IterativeBlend { motion: blended, steps }
}
