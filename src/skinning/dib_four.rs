//! [`super::dib`] for four vertices at once. The same operations in the same order, so that on x86-64 the results are
//! equal bit for bit; a vertex that is done waits for the other three.

use super::blend_motions::blend_motions;
use super::dib::{MOST_STEPS, SHIFT_ROUNDING, STEP_PRECISION};
use super::four_vertices::{Motions4, Points4, four_products, lanes, skinned};
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use crate::math::{DualQuat, NO_AXIS};
use glam::{BVec4A, Mat4, Vec4};

/// Half the logarithms of four motions, see [`crate::math::Screw`].
#[derive(Clone, Copy, Debug)]
struct Screws4 {
    turn: Points4,
    shift: Points4,
}

/// [`super::dib::skin_vertex`] for four vertices.
#[inline(always)]
pub(super) fn skin_four(rest: [RestVertex<'_>; 4], palette: &JointPalette, sign_mode: SignMode) -> [SkinnedVertex; 4] {
    let blended = blend_iteratively(rest, &palette.motions, sign_mode);
    skinned(
        blended.transform_point(Points4::of(|lane| rest[lane].position)),
        blended.rotate_vector(Points4::of(|lane| rest[lane].normal)).normalize_or_zero(),
    )
}

fn blend_iteratively(rest: [RestVertex<'_>; 4], motions: &[DualQuat], sign_mode: SignMode) -> Motions4 {
    let mut blended = Motions4::of(lanes(|lane| blend_motions(rest[lane], motions, sign_mode))).normalize();
    let heaviest = Motions4::of(lanes(|lane| motions[rest[lane].influences[0].joint as usize]));
    let most = rest.iter().map(|rest| rest.influences.len()).max().unwrap_or(0);
    let [a, b, c, d] = lanes(|lane| rest[lane].influences.len() > 1);
    let mut running = BVec4A::new(a, b, c, d);
    for _step in 0..MOST_STEPS {
        if !running.any() {
            break;
        }
        let toward_blended = blended.conjugate();
        let mut running_sum = Mat4::ZERO;
        let mut mean = Screws4 { turn: Points4::ZERO, shift: Points4::ZERO };
        let mut shifts = Vec4::ZERO;
        for index in 0..most {
            // A vertex with fewer influences adds its heaviest joint with weight zero, which changes no bit.
            let of = |lane: usize| rest[lane].influences.get(index);
            let joints = lanes(|lane| of(lane).unwrap_or(&rest[lane].influences[0]).joint);
            let weights = Vec4::from_array(lanes(|lane| of(lane).map_or(0.0, |influence| influence.weight)));
            let motion = Motions4::of(lanes(|lane| motions[joints[lane] as usize]));
            let against = match sign_mode {
                SignMode::AsGiven => motion.real,
                SignMode::AgainstHeaviest => heaviest.real,
                SignMode::AgainstRunningSum => running_sum,
            };
            let is_opposite = four_products(motion.real, against).cmplt(Vec4::ZERO);
            let signs = Vec4::select(is_opposite, Vec4::NEG_ONE, Vec4::ONE);
            running_sum += motion.scaled(signs * weights).real;
            let logarithm = Screws4::log(toward_blended.multiply(motion.scaled(signs)));
            mean.turn = mean.turn + logarithm.turn * weights;
            mean.shift = mean.shift + logarithm.shift * weights;
            shifts += logarithm.shift.length() * weights.abs();
        }
        let least_shift = shifts * STEP_PRECISION + four_products(blended.dual, blended.dual).sqrt() * SHIFT_ROUNDING;
        let next = blended.multiply(mean.exp()).normalize();
        blended = Motions4::select(running, next, blended);
        let is_done = mean.turn.length().cmplt(Vec4::splat(STEP_PRECISION)) & mean.shift.length().cmple(least_shift);
        running &= !is_done;
    }
    blended
}

impl Screws4 {
    /// See [`crate::math::Screw::log`].
    #[inline(always)]
    fn log(motion: Motions4) -> Self {
        let (v0, cosine) = Points4::and_scalar(motion.real);
        let (ve, dual_scalar) = Points4::and_scalar(motion.dual);
        let sine = v0.length();
        let side = Vec4::select(cosine.cmplt(Vec4::ZERO), Vec4::NEG_ONE, Vec4::ONE);
        let half_angle = Vec4::from_array(lanes(|lane| sine[lane].atan2(cosine[lane])));
        let stretch = half_angle / sine;
        let z = half_angle * half_angle;
        let near = Vec4::splat(1.0 / 3.0) + z * (Vec4::splat(2.0 / 15.0) + z * 2.0 / 63.0);
        let far = (Vec4::ONE - stretch * cosine) / (sine * sine);
        let pitch = Vec4::select(z.cmplt(Vec4::splat(0.06)), near, far);
        let has_axis = !sine.cmplt(Vec4::splat(NO_AXIS));
        let shift = ve * stretch - v0 * (pitch * dual_scalar);
        Self {
            turn: Points4::select(has_axis, v0 * stretch, v0 * side),
            shift: Points4::select(has_axis, shift, ve * side),
        }
    }

    /// See [`DualQuat::exp`].
    #[inline(always)]
    fn exp(self) -> Motions4 {
        let z = self.turn.dot(self.turn);
        let half_angle = z.sqrt();
        let sine_and_cosine = lanes(|lane| half_angle[lane].sin_cos());
        let sine = Vec4::from_array(lanes(|lane| sine_and_cosine[lane].0));
        let cosine = Vec4::from_array(lanes(|lane| sine_and_cosine[lane].1));
        let near = Vec4::ONE - z / 6.0 * (Vec4::ONE - z / 20.0);
        let sinc = Vec4::select(z.cmplt(Vec4::splat(0.01)), near, sine / half_angle);
        let near = Vec4::splat(-1.0 / 3.0) + z * (Vec4::splat(1.0 / 30.0) - z / 840.0);
        let bend = Vec4::select(z.cmplt(Vec4::splat(0.09)), near, (cosine - sinc) / z);
        let along = self.turn.dot(self.shift);
        let dual = self.shift * sinc + self.turn * (bend * along);
        Motions4 { real: (self.turn * sinc).with_scalar(cosine), dual: dual.with_scalar(-along * sinc) }
    }
}
