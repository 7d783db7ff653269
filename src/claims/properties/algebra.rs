//! The algebra of dual quaternions: Kavan 2007, section 3.2; Kavan 2008, sections 2.3, 3.3 and 6, appendix A.2.

use super::dual::{Dual, HalfScrew, about, dlb, random_motion, sclerp};
use crate::math::Random;
use glam::DVec3;

/// Length of the difference as a vector of eight numbers.
fn apart(a: Dual, b: Dual) -> f64 {
    ((a.real - b.real).length_squared() + (a.dual - b.dual).length_squared()).sqrt()
}

/// Largest value over random triples of motions.
fn largest(of: impl Fn([Dual; 3]) -> f64) -> f64 {
    let mut random = Random(61);
    (0..1000).map(|_| of([0; 3].map(|_| random_motion(&mut random)))).fold(0.0, f64::max)
}

/// Distance of (p q) r from p (q r), and of p (q + r) and (q + r) p from the sums of their parts.
pub(super) fn associativity_and_distributivity() -> f64 {
    largest(|[p, q, r]| {
        let associative = apart(p.times(q).times(r), p.times(q.times(r)));
        let left = apart(p.times(q.plus(r)), p.times(q).plus(p.times(r)));
        let right = apart(q.plus(r).times(p), q.times(p).plus(r.times(p)));
        associative.max(left).max(right)
    })
}

/// Distance of p q from q p, for quarter turns about x and y.
pub(super) fn commutator() -> f64 {
    let [p, q] = [DVec3::X, DVec3::Y].map(|axis| Dual::rigid(about(axis, 90.0), DVec3::ZERO));
    apart(p.times(q), q.times(p))
}

/// A turn by 90 degrees about the axis along z through (1, 0, 0).
fn turn_beside_the_origin() -> Dual {
    let turn = about(DVec3::Z, 90.0);
    Dual::rigid(turn, DVec3::X - turn * DVec3::X)
}

/// Distance by which a point of its axis moves.
pub(super) fn axis_beside_the_origin() -> f64 {
    turn_beside_the_origin().apply(DVec3::new(1.0, 0.0, 3.0)).distance(DVec3::new(1.0, 0.0, 3.0))
}

/// The same distance with its quaternion alone, without the dual part.
pub(super) fn axis_through_the_origin() -> f64 {
    let turn = Dual { dual: Dual::ZERO.real, ..turn_beside_the_origin() };
    turn.apply(DVec3::new(1.0, 0.0, 3.0)).distance(DVec3::new(1.0, 0.0, 3.0))
}

/// Distance of a point at equal weights of two joints a quarter turn apart from the mean of its positions at weights of
/// 1/4 and 3/4 and the reverse. Zero if positions are linear in the weights; fits of weights rely on this.
fn linearity_gap(at: impl Fn(f64) -> DVec3) -> f64 {
    at(0.5).distance((at(0.25) + at(0.75)) / 2.0)
}

fn quarter_turn() -> Dual {
    Dual::rigid(about(DVec3::Z, 90.0), DVec3::ZERO)
}

pub(super) fn linearity_gap_of_lbs() -> f64 {
    linearity_gap(|t| DVec3::X.lerp(quarter_turn().apply(DVec3::X), t))
}

pub(super) fn linearity_gap_of_dqs() -> f64 {
    linearity_gap(|t| dlb(&[1.0 - t, t], &[Dual::ONE, quarter_turn()]).apply(DVec3::X))
}

/// Blended logarithms in the coordinate system of one of the motions, as chosen by Li & Hao for two.
fn logs_about(reference: Dual, weights: &[f64], motions: &[Dual]) -> Dual {
    let mut mean = HalfScrew { turn: DVec3::ZERO, shift: DVec3::ZERO };
    for (weight, motion) in weights.iter().zip(motions) {
        let relative = motion.times(reference.conjugate());
        let HalfScrew { turn, shift } = relative.by(relative.real.w.signum()).log();
        mean = HalfScrew { turn: mean.turn + turn * *weight, shift: mean.shift + shift * *weight };
    }
    mean.exp().times(reference)
}

/// Angle between blended logarithms and the screw, which goes the shorter way, halfway between turns of -91 and 91
/// degrees about x.
fn half_way(reference: impl Fn(Dual) -> Dual) -> f64 {
    let [first, second] =
        [(-91.0, DVec3::Y), (91.0, DVec3::Z)].map(|(degrees, shift)| Dual::rigid(about(DVec3::X, degrees), shift));
    let blended = logs_about(reference(first), &[0.5, 0.5], &[first, second]);
    blended.times(sclerp(0.5, first, second.by(-1.0)).conjugate()).degrees()
}

pub(super) fn plain_logs_of_two() -> f64 {
    half_way(|_| Dual::ONE)
}

/// The angle in the coordinate system of the first of the two.
pub(super) fn relative_logs_of_two() -> f64 {
    half_way(|first| first)
}

/// Angle between the blends of three motions in the coordinate systems of the first and of the second.
pub(super) fn relative_logs_of_three() -> f64 {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let motions = axes.map(|axis| Dual::rigid(about(axis, 120.0), DVec3::ZERO));
    let of = |reference| logs_about(reference, &[0.5, 0.3, 0.2], &motions);
    of(motions[0]).times(of(motions[1]).conjugate()).degrees()
}
