//! [`super::dib`] for several vertices at once. It performs the same operations in the same order, so on x86-64 the
//! results are equal bit for bit; a vertex that is done waits for the others.

use super::dib::{MOST_STEPS, SHIFT_ROUNDING, STEP_PRECISION, skin_vertex};
use super::lanes::Lanes;
use super::many_vertices::{Motions, Points, Quaternions, Skinned};
use super::skin_many::{LaneMethod, RestVertices};
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use crate::math::{DualQuat, NO_AXIS};
use crate::model::Influence;

/// [`super::dib::skin_vertex`] for several vertices.
#[derive(Clone, Copy)]
pub(super) struct Dib<'p> {
    pub palette: &'p JointPalette,
    pub sign_mode: SignMode,
}

impl LaneMethod for Dib<'_> {
    #[inline(always)]
    fn one(self, rest: RestVertex<'_>) -> SkinnedVertex {
        skin_vertex(rest, self.palette, self.sign_mode)
    }

    #[inline(always)]
    fn many<'a, L: Lanes>(self, simd: L::Simd, rest: impl RestVertices<'a>, first: usize) -> Skinned<L> {
        let influences = |lane| rest.influences(first + lane);
        let blended = blend_iteratively::<L>(simd, influences, &self.palette.motions, self.sign_mode);
        Skinned {
            positions: blended.transform_point(rest.positions(simd, first)),
            normals: blended.rotate_vector(rest.normals(simd, first)).normalize_or_zero(simd),
        }
    }
}

/// Half the logarithms of several motions, see [`crate::math::Screw`].
#[derive(Clone, Copy, Debug)]
struct Screws<L> {
    turn: Points<L>,
    shift: Points<L>,
}

#[inline(always)]
fn blend_iteratively<'a, L: Lanes>(
    simd: L::Simd,
    influences: impl Fn(usize) -> &'a [Influence] + Copy,
    motions: &[DualQuat],
    sign_mode: SignMode,
) -> Motions<L> {
    let (zero, one) = (L::splat(simd, 0.0), L::splat(simd, 1.0));
    let mut blended = Motions::<L>::blend(simd, influences, None, motions, sign_mode).normalize();
    let heaviest = Motions::<L>::of(simd, |lane| &motions[influences(lane)[0].joint as usize]);
    let most = (0..L::COUNT).map(|lane| influences(lane).len()).max().unwrap_or(0);
    // One while the vertex is in the loop, then zero.
    let mut running = L::of(simd, |lane| if influences(lane).len() > 1 { 1.0 } else { 0.0 });
    for _step in 0..MOST_STEPS {
        if !L::any(simd, zero.less(running)) {
            break;
        }
        let toward_blended = blended.conjugate();
        let mut running_sum = Quaternions([zero; 4]);
        let nowhere = Points { x: zero, y: zero, z: zero };
        let mut mean = Screws { turn: nowhere, shift: nowhere };
        let mut shifts = zero;
        for index in 0..most {
            // A vertex with fewer influences adds its heaviest joint with weight zero, which changes no bit of finite
            // values.
            let of = |lane: usize| influences(lane).get(index);
            let joint = |lane: usize| of(lane).unwrap_or(&influences(lane)[0]).joint as usize;
            let weights = L::of(simd, |lane| of(lane).map_or(0.0, |influence| influence.weight));
            let motion = Motions::<L>::of(simd, |lane| &motions[joint(lane)]);
            let against = match sign_mode {
                SignMode::AsGiven => motion.real,
                SignMode::AgainstHeaviest => heaviest.real,
                SignMode::AgainstRunningSum => running_sum,
            };
            let is_opposite = motion.real.dot(against).less(zero);
            let signs = L::select(is_opposite, one.negated(), one);
            running_sum = running_sum + motion.scaled(signs * weights).real;
            let logarithm = Screws::log(simd, toward_blended.multiply(motion.scaled(signs)));
            mean.turn = mean.turn + logarithm.turn * weights;
            mean.shift = mean.shift + logarithm.shift * weights;
            shifts = shifts + logarithm.shift.length() * weights.magnitude();
        }
        let least_shift =
            shifts * one.like(STEP_PRECISION) + blended.dual.dot(blended.dual).sqrt() * one.like(SHIFT_ROUNDING);
        let next = blended.multiply(mean.exp(simd)).normalize();
        blended = Motions::select(zero.less(running), next, blended);
        let turned_little = mean.turn.length().less(one.like(STEP_PRECISION));
        let is_done = L::both(simd, turned_little, mean.shift.length().less_or_equal(least_shift));
        running = L::select(is_done, zero, running);
    }
    blended
}

impl<L: Lanes> Screws<L> {
    /// See [`crate::math::Screw::log`].
    #[inline(always)]
    fn log(simd: L::Simd, motion: Motions<L>) -> Self {
        let (v0, cosine) = motion.real.parts();
        let (ve, dual_scalar) = motion.dual.parts();
        let sine = v0.length();
        let side = L::select(cosine.less(L::splat(simd, 0.0)), L::splat(simd, -1.0), L::splat(simd, 1.0));
        let (sines, cosines) = (sine.to_lanes(), cosine.to_lanes());
        let half_angle = L::of(simd, |lane| sines[lane].atan2(cosines[lane]));
        let stretch = half_angle / sine;
        let z = half_angle * half_angle;
        let near = L::splat(simd, 1.0 / 3.0)
            + z * (L::splat(simd, 2.0 / 15.0) + z * L::splat(simd, 2.0) / L::splat(simd, 63.0));
        let far = (L::splat(simd, 1.0) - stretch * cosine) / (sine * sine);
        let pitch = L::select(z.less(L::splat(simd, 0.06)), near, far);
        let has_no_axis = sine.less(L::splat(simd, NO_AXIS));
        let shift = ve * stretch - v0 * (pitch * dual_scalar);
        Self {
            turn: Points::select(has_no_axis, v0 * side, v0 * stretch),
            shift: Points::select(has_no_axis, ve * side, shift),
        }
    }

    /// See [`DualQuat::exp`].
    #[inline(always)]
    fn exp(self, simd: L::Simd) -> Motions<L> {
        let z = self.turn.dot(self.turn);
        let half_angle = z.sqrt();
        let half_angles = half_angle.to_lanes();
        let sine = L::of(simd, |lane| half_angles[lane].sin());
        let cosine = L::of(simd, |lane| half_angles[lane].cos());
        let near = L::splat(simd, 1.0) - z / L::splat(simd, 6.0) * (L::splat(simd, 1.0) - z / L::splat(simd, 20.0));
        let sinc = L::select(z.less(L::splat(simd, 0.01)), near, sine / half_angle);
        let near = L::splat(simd, -1.0 / 3.0) + z * (L::splat(simd, 1.0 / 30.0) - z / L::splat(simd, 840.0));
        let bend = L::select(z.less(L::splat(simd, 0.09)), near, (cosine - sinc) / z);
        let along = self.turn.dot(self.shift);
        let dual = self.shift * sinc + self.turn * (bend * along);
        let real = (self.turn * sinc).with_scalar(cosine);
        Motions { real, dual: dual.with_scalar(along.negated() * sinc) }
    }
}
