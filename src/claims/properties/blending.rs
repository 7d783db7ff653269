//! Dual quaternion linear blending (DLB) against the screw interpolation (ScLERP) that it approximates: Kavan 2008,
//! section 3.4.

use super::dual::{Dual, about, dib, dlb, random_motion, sclerp, turn_under};
use crate::math::Random;
use glam::{DQuat, DVec3};

/// The screw by an angle in degrees about an axis that misses the origin, with a translation of one along it.
fn screw(degrees: f64) -> Dual {
    let through = DVec3::new(0.3, 0.7, -1.1);
    let turn = about(AXIS, degrees);
    Dual::rigid(turn, through - turn * through + AXIS.normalize())
}

const AXIS: DVec3 = DVec3::new(1.0, -2.0, 0.5);

/// Degrees of almost half a turn: as near as the sign allows, because half a turn has no shorter way.
const HALF_TURN: f64 = 180.0 - 1e-7;

/// Blends the identity and `whole`.
fn both(t: f64, whole: Dual) -> (Dual, Dual) {
    (dlb(&[1.0 - t, t], &[Dual::ONE, whole]), sclerp(t, Dual::ONE, whole))
}

fn steps() -> impl Iterator<Item = f64> {
    (0..=1000).map(|step| f64::from(step) / 1000.0)
}

/// Largest angle between DLB and ScLERP of two motions this many degrees apart.
fn angle_from_sclerp(degrees: f64) -> f64 {
    let whole = screw(degrees);
    let apart = |t| {
        let (linear, exact) = both(t, whole);
        linear.times(exact.conjugate()).degrees()
    };
    steps().map(apart).fold(0.0, f64::max)
}

pub(super) fn largest_angle_from_sclerp() -> f64 {
    (0..180).map(f64::from).chain([HALF_TURN]).map(angle_from_sclerp).fold(0.0, f64::max)
}

pub(super) fn angle_from_sclerp_90() -> f64 {
    angle_from_sclerp(90.0)
}

pub(super) fn angle_from_sclerp_170() -> f64 {
    angle_from_sclerp(170.0)
}

pub(super) fn angle_from_sclerp_270() -> f64 {
    angle_from_sclerp(270.0)
}

pub(super) fn angle_from_sclerp_180() -> f64 {
    angle_from_sclerp(HALF_TURN)
}

/// Largest shift in percent of the whole translation along the axis.
pub(super) fn largest_shift_from_sclerp() -> f64 {
    let axis = AXIS.normalize();
    let at = |degrees: f64| {
        let whole = screw(degrees);
        let apart = move |t| {
            let (linear, exact) = both(t, whole);
            (linear.shift() - exact.shift()).dot(axis).abs()
        };
        steps().map(apart).fold(0.0, f64::max)
    };
    100.0 * (0..180).map(f64::from).chain([HALF_TURN]).map(at).fold(0.0, f64::max)
}

/// Speed of DLB at its middle, divided by the speed at its ends.
fn middle_speed(degrees: f64) -> f64 {
    let whole = Dual::rigid(about(DVec3::X, degrees), DVec3::ZERO);
    let step = 1e-4;
    let turned = |from: f64, to: f64| both(to, whole).0.times(both(from, whole).0.conjugate()).degrees() / (to - from);
    turned(0.5 - step, 0.5 + step) / turned(0.0, step)
}

pub(super) fn middle_speed_90() -> f64 {
    middle_speed(90.0)
}

pub(super) fn middle_speed_180() -> f64 {
    middle_speed(HALF_TURN)
}

/// Ratio of the largest to the smallest step, by angle, of an interpolation in 50 equal steps of t.
fn speed_ratio(of: fn((Dual, Dual)) -> Dual) -> f64 {
    let whole = Dual::rigid(about(AXIS, 170.0), DVec3::new(0.3, 0.7, -1.1));
    let at = |step: u32| of(both(f64::from(step) / 50.0, whole));
    let steps = (0..50).map(|step| at(step + 1).times(at(step).conjugate()).degrees());
    let (least, most) = steps.fold((f64::INFINITY, 0.0f64), |(least, most), step| (least.min(step), most.max(step)));
    most / least
}

pub(super) fn sclerp_speed_ratio() -> f64 {
    speed_ratio(|(_, exact)| exact)
}

pub(super) fn dlb_speed_ratio() -> f64 {
    speed_ratio(|(linear, _)| linear)
}

/// Largest distance of three points between two motions.
fn apart(a: Dual, b: Dual) -> f64 {
    DVec3::AXES.into_iter().map(|point| a.apply(point).distance(b.apply(point))).fold(0.0, f64::max)
}

/// Motions within 72 degrees of a common one, with convex weights.
fn near_motions(random: &mut Random, count: usize) -> (Vec<f64>, Vec<Dual>) {
    let center = random_motion(random);
    let near = |random: &mut Random| {
        let turn = turn_under(random, 72.0);
        Dual::rigid(turn, random.point(1.0)).times(center)
    };
    (random.weights(count), (0..count).map(|_| near(random)).collect())
}

fn bi_invariance(blend: fn(&[f64], &[Dual]) -> Dual, counts: std::ops::RangeInclusive<usize>) -> f64 {
    let mut random = Random(31);
    let mut largest = 0.0f64;
    for round in 0..500 {
        let count = counts.start() + round % (counts.end() - counts.start() + 1);
        let (weights, motions) = near_motions(&mut random, count);
        let p = random_motion(&mut random);
        let blended = blend(&weights, &motions);
        let left: Vec<Dual> = motions.iter().map(|q| p.times(*q)).collect();
        let right: Vec<Dual> = motions.iter().map(|q| q.times(p)).collect();
        largest = largest.max(apart(blend(&weights, &left), p.times(blended)));
        largest = largest.max(apart(blend(&weights, &right), blended.times(p)));
    }
    largest
}

pub(super) fn bi_invariance_of_dlb() -> f64 {
    bi_invariance(dlb, 2..=4)
}

pub(super) fn bi_invariance_of_sclerp() -> f64 {
    bi_invariance(|weights, motions| sclerp(weights[1], motions[0], motions[1]), 2..=2)
}

/// Angle in degrees between DLB and DIB of three rotations.
pub(super) fn dlb_against_dib_of_three() -> f64 {
    let turn = |axis| Dual::rigid(about(axis, 170.0), DVec3::ZERO);
    let (weights, motions) = ([1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0], [Dual::ONE, turn(DVec3::X), turn(DVec3::Y)]);
    dlb(&weights, &motions).times(dib(&weights, &motions, 1e-12).0.conjugate()).degrees()
}

/// Count of steps of DIB, until one is shorter than 1e-5, for three motions this many degrees apart.
fn steps_of_three(degrees: f64) -> f64 {
    let motions =
        [Dual::ONE, Dual::rigid(about(DVec3::X, degrees), DVec3::Y), Dual::rigid(about(DVec3::Y, degrees), DVec3::X)];
    f64::from(dib(&[0.5, 0.3, 0.2], &motions, 1e-5).1)
}

pub(super) fn steps_of_three_90() -> f64 {
    steps_of_three(90.0)
}

pub(super) fn steps_of_three_170() -> f64 {
    steps_of_three(170.0)
}

/// Translations of both sides of right distributivity for pairs of quaternion and translation.
pub(super) fn pair_algebra_gap() -> f64 {
    let (q0, q1, t2) = (DQuat::IDENTITY, about(DVec3::Z, 90.0), super::dual::pure(DVec3::X));
    let turned = |q: DQuat| (q * t2 * q.conjugate()).xyz();
    (turned(q0) + turned(q1)).distance(turned(q0 + q1))
}

/// Length of a blend that a negative weight cancels.
pub(super) fn negative_weights_vanish() -> f64 {
    let root = 2.0f64.sqrt();
    let turns = [0.0, 180.0, 90.0].map(|degrees| about(DVec3::X, degrees));
    let weights = [1.0 + 1.0 / root, 1.0 + 1.0 / root, -(1.0 + root)];
    (turns[0] * weights[0] + turns[1] * weights[1] + turns[2] * weights[2]).length()
}
