//! The lemmas of Kavan 2008, appendix A, as properties: 6 to 14. Where a lemma needs a condition, a counterexample
//! without it. Lemmas 1 to 5 are held in `rotation_centers_2d`, `dlb_and_sclerp`, `program_math` and `antipodality`.

use crate::reference::dual::{Dual, Screw};
use crate::reference::dual_number::DualNumber;
use crate::reference::quaternion::{self, about, pure};
use glam::DVec3;
use proptest::prelude::*;
use std::f64::consts::PI;

const CLOSE: f64 = 1e-10;

fn number() -> impl Strategy<Value = DualNumber> {
    (-4.0..4.0f64, -4.0..4.0f64).prop_map(|(real, dual)| DualNumber::new(real, dual))
}

/// Any eight components.
fn dual_quaternion() -> impl Strategy<Value = Dual> {
    let four = || prop::array::uniform4(-2.0..2.0f64);
    (four(), four()).prop_map(|(real, dual)| Dual { real, dual })
}

fn point() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-3.0..3.0f64).prop_map(DVec3::from_array)
}

fn direction() -> impl Strategy<Value = DVec3> {
    point().prop_filter("a direction", |v| v.length() > 0.1).prop_map(DVec3::normalize)
}

/// A rotation, then a shift: the rotation as axis and angle, up to a full turn.
fn rotation_and_shift() -> impl Strategy<Value = (DVec3, f64, DVec3)> {
    (direction(), 0.0..2.0 * PI, point())
}

fn motion() -> impl Strategy<Value = Dual> {
    rotation_and_shift().prop_map(|(axis, angle, shift)| Dual::rigid(about(axis, angle), shift))
}

fn same(a: DualNumber, b: DualNumber) -> bool {
    (a.real - b.real).abs() < CLOSE && (a.dual - b.dual).abs() < CLOSE
}

/// `1 + epsilon v` back to v, which must be all that there is.
fn point_of(found: Dual) -> DVec3 {
    let rest = Dual { dual: pure(DVec3::ZERO), ..found }.apart(Dual::ONE).max(found.dual[0].abs());
    assert!(rest < CLOSE, "no point: {found:?}");
    quaternion::vector(found.dual)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Lemma 6: conjugation of dual numbers distributes over products.
    #[test]
    fn lemma_6_conjugates_of_products(a in number(), b in number()) {
        prop_assert!(same(a.times(b).conjugate(), a.conjugate().times(b.conjugate())));
        // With its own conjugate a dual number is the square of its real part.
        prop_assert!(same(a.times(a.conjugate()), DualNumber::new(a.real * a.real, 0.0)));
    }

    /// Lemma 7, equation 18, where the real part is not zero.
    #[test]
    fn lemma_7_the_inverse(a in number()) {
        prop_assume!(a.real.abs() > 0.05);
        prop_assert!(same(a.times(a.inverse()), DualNumber::ONE));
    }

    /// Lemma 7 without its condition: whatever a purely dual number is multiplied with, the real part stays zero.
    #[test]
    fn lemma_7_fails_for_purely_dual_numbers(dual in -4.0..4.0f64, b in number()) {
        prop_assert_eq!(DualNumber::new(0.0, dual).times(b).real, 0.0);
    }

    /// Lemma 8, equation 19, where the real part is positive. The other root is the negative one; there is no third.
    #[test]
    fn lemma_8_the_square_root(real in 0.05..9.0f64, dual in -4.0..4.0f64, other in number()) {
        let a = DualNumber::new(real, dual);
        let root = a.square_root();
        prop_assert!(same(root.times(root), a) && same(root.by(-1.0).times(root.by(-1.0)), a));
        let apart = |b: DualNumber| (b.real - root.real).hypot(b.dual - root.dual);
        let squared = other.times(other);
        let off = (squared.real - real).hypot(squared.dual - dual);
        // (o - r)(o + r) = o^2 - a: far from both roots no square is near.
        prop_assert!(off > 1e-4 * apart(other).min(apart(other.by(-1.0))).powi(2), "{other:?} {root:?}");
    }

    /// Lemma 8 without its condition: the square of a dual number with real part zero is zero, so that no purely dual
    /// number but zero has a root, and zero has all of these.
    #[test]
    fn lemma_8_fails_where_the_real_part_is_zero(dual in -4.0..4.0f64) {
        let nilpotent = DualNumber::new(0.0, dual);
        prop_assert_eq!(nilpotent.times(nilpotent), DualNumber::new(0.0, 0.0));
    }

    /// Lemma 9, equation 22: the norm squared is the product with the conjugate. A positive real factor passes through.
    #[test]
    fn lemma_9_the_norm(q in dual_quaternion(), a in number()) {
        prop_assume!(quaternion::length(q.real) > 0.05 && a.real > 0.05);
        let norm = q.norm();
        prop_assert!(q.times(q.conjugate()).apart(Dual::scalar(norm.times(norm))) < CLOSE);
        prop_assert!(same(q.by_dual(a).norm(), norm.times(a)));
    }

    /// Lemma 10, equation 23: the conjugation of quaternions swaps the factors; that of the dual unit does not.
    #[test]
    fn lemma_10_conjugates_swap_factors(p in dual_quaternion(), q in dual_quaternion()) {
        prop_assert!(p.times(q).conjugate().apart(q.conjugate().times(p.conjugate())) < CLOSE);
        prop_assert!(p.times(q).bar().apart(p.bar().times(q.bar())) < CLOSE);
        // "The order in which the conjugations are performed does not matter."
        prop_assert_eq!(p.conjugate().bar().apart(p.bar().conjugate()), 0.0);
    }

    /// Lemma 11, equation 24: norms multiply, as dual numbers, where both have a real part. The squared norms multiply
    /// for all: the paper says "for any dual quaternions", whose norms need not exist.
    #[test]
    fn lemma_11_norms_multiply(p in dual_quaternion(), q in dual_quaternion()) {
        let squared = |q: Dual| q.times(q.conjugate());
        let product = squared(p).times(squared(q));
        prop_assert!(squared(p.times(q)).apart(product) < 1e-9);
        prop_assume!(quaternion::length(p.real) > 0.05 && quaternion::length(q.real) > 0.05);
        prop_assert!(same(p.times(q).norm(), p.norm().times(q.norm())));
    }

    /// Lemma 12, forward: `t q0` (equation 25) is unit and takes v to `R v + t`; and back: any unit dual quaternion
    /// does so with `t = 2 dual real*`.
    #[test]
    fn lemma_12_unit_dual_quaternions_are_rigid_motions((axis, angle, t) in rotation_and_shift(), v in point(),
                                                        any in dual_quaternion()) {
        let rotation = Dual { real: about(axis, angle), dual: quaternion::ZERO };
        let shift = Dual::point(t * 0.5);
        let rigid = shift.times(rotation);
        prop_assert!(same(rigid.norm(), DualNumber::ONE));
        let (sin, cos) = angle.sin_cos();
        // Rodrigues' formula knows no quaternions.
        let turned = v * cos + axis.cross(v) * sin + axis * (axis.dot(v) * (1.0 - cos));
        prop_assert!(point_of(rigid.sandwich(Dual::point(v))).distance(turned + t) < CLOSE);
        prop_assume!(quaternion::length(any.real) > 0.2);
        let unit = any.by_dual(any.norm().inverse());
        let found = point_of(unit.sandwich(Dual::point(v)));
        let t = quaternion::multiply(unit.dual, quaternion::conjugate(unit.real)).map(|part| 2.0 * part);
        prop_assert!(t[0].abs() < 1e-9, "the shift has no scalar part: {}", t[0]);
        prop_assert!(found.distance(quaternion::rotate(unit.real, v) + quaternion::vector(t)) < 1e-8);
    }

    /// Appendix A.2: q* is the inverse motion, and the other conjugate turns alike and shifts by -t. -q is q.
    #[test]
    fn conjugates_are_motions_too((axis, angle, t) in rotation_and_shift(), v in point()) {
        let q = Dual::rigid(about(axis, angle), t);
        let apply = |q: Dual, v: DVec3| point_of(q.sandwich(Dual::point(v)));
        prop_assert!(apply(q.conjugate(), apply(q, v)).distance(v) < CLOSE);
        prop_assert!(apply(q.bar(), v).distance(quaternion::rotate(q.real, v) - t) < CLOSE);
        prop_assert!(apply(q.by(-1.0), v).distance(apply(q, v)) < CLOSE);
        // Both together: the inverse rotation, and t before it: R^-1 (v + t).
        prop_assert!(apply(q.conjugate().bar(), v).distance(quaternion::rotate(quaternion::conjugate(q.real), v + t)) < CLOSE);
    }

    /// Lemma 13, equations 26 and 29: a dual angle and a unit dual vector make a unit dual quaternion, and every unit
    /// one has them: the shift along the axis is `<t, s>`, the axis passes through
    /// `r = ((s x t) cot(theta/2) + t) / 2`.
    #[test]
    fn lemma_13_screw_parameters((axis, angle, t) in rotation_and_shift(), along in -2.0..2.0f64, r in point()) {
        let moment = r.cross(axis);
        let half = DualNumber::new(0.5 * angle, 0.5 * along);
        let direction = Dual { real: pure(axis), dual: pure(moment) };
        let screw = Dual::scalar(half.cos()).plus(direction.by_dual(half.sin()));
        prop_assert!(same(screw.norm(), DualNumber::ONE));
        // A turn about the axis through r, then a shift along it.
        let expected = Dual::rigid(about(axis, angle), r - quaternion::rotate(about(axis, angle), r) + axis * along);
        prop_assert!(screw.apart(expected) < CLOSE, "{screw:?} {expected:?}");
        prop_assume!((0.05..2.0 * PI - 0.05).contains(&angle));
        let q = Dual::rigid(about(axis, angle), t);
        let log = q.log();
        let half_angle = log.real.length();
        prop_assert!((2.0 * half_angle - angle).abs() < CLOSE && log.real.distance(axis * half_angle) < CLOSE);
        prop_assert!((2.0 * log.dual.dot(axis) - t.dot(axis)).abs() < 1e-9);
        let center = 0.5 * (axis.cross(t) / (0.5 * angle).tan() + t);
        let moment = (log.dual - axis * log.dual.dot(axis)) / half_angle;
        prop_assert!(moment.distance(center.cross(axis)) < 1e-7, "{moment} {}", center.cross(axis));
    }

    /// Lemma 14, equations 30 and 31: exponential and logarithm move with coordinates.
    #[test]
    fn lemma_14_exp_and_log_move_with_coordinates(m in motion(), (axis, angle, t) in rotation_and_shift()) {
        prop_assume!((0.05..2.0 * PI - 0.05).contains(&angle));
        let q = Dual::rigid(about(axis, angle), t);
        let moved = |screw: Screw| m.times(Dual::of_screw(screw)).times(m.conjugate());
        let log = q.log();
        prop_assert!(moved(log).vector_part().exp().apart(m.times(log.exp()).times(m.conjugate())) < 1e-8);
        let found = Dual::of_screw(m.times(q).times(m.conjugate()).log());
        prop_assert!(found.apart(moved(log)) < 1e-7);
    }
}

/// Lemma 10 by hand: `(i j)* = k* = -k`. Without the swap `i* j* = i j = k`.
#[test]
fn lemma_10_needs_the_swap() {
    let unit = |axis| Dual { real: pure(axis), dual: quaternion::ZERO };
    let (i, j, k) = (unit(DVec3::X), unit(DVec3::Y), unit(DVec3::Z));
    assert_eq!(i.times(j).conjugate().apart(k.by(-1.0)), 0.0);
    assert_eq!(i.conjugate().times(j.conjugate()).apart(k), 0.0);
}

/// Lemmas 9 and 11 say nothing where the real part vanishes, and cannot: `d + epsilon` has the norm `|d| + epsilon`
/// for d above zero and `|d| - epsilon` below, however small d is, so that no norm of epsilon fits both.
#[test]
fn purely_dual_quaternions_have_no_norm() {
    for size in [1.0, 1e-3, 1e-9] {
        let norm = |d: f64| Dual::scalar(DualNumber::new(d, 1.0)).norm();
        assert_eq!((norm(size).dual, norm(-size).dual), (1.0, -1.0));
    }
    assert!(Dual::scalar(DualNumber::UNIT).norm().dual.is_nan());
    assert!(Dual::scalar(DualNumber::UNIT).inverse().real[0].is_nan());
}

/// Appendix A.2: `q v q*` rotates "if the dual part is zero". A shift needs the second conjugation: without it
/// (1, 0, 0) stays where it is, with it goes to (1, 2, 0).
#[test]
fn shifts_need_both_conjugations() {
    let (shift, point) = (Dual::point(DVec3::Y), Dual::point(DVec3::X));
    assert_eq!(point_of(shift.sandwich_of_quaternions(point)), DVec3::X);
    assert_eq!(point_of(shift.sandwich(point)), DVec3::new(1.0, 2.0, 0.0));
    let quarter = Dual { real: about(DVec3::Z, 0.5 * PI), dual: quaternion::ZERO };
    assert!(point_of(quarter.sandwich_of_quaternions(point)).distance(DVec3::Y) < 1e-12);
}

/// Appendix A.2 calls both conjugations together "the inverse rigid transformation but with the original translational
/// part". The translation is R^-1 t, though: for a quarter turn about z and t = (1, 0, 0) it is (0, -1, 0). It is t
/// where t lies along the axis.
#[test]
fn both_conjugations_keep_the_translation_only_along_the_axis() {
    let both = |t: DVec3| Dual::rigid(about(DVec3::Z, 0.5 * PI), t).conjugate().bar().shift();
    assert!(both(DVec3::X).distance(DVec3::NEG_Y) < 1e-12, "{}", both(DVec3::X));
    assert!(both(DVec3::Z).distance(DVec3::Z) < 1e-12, "{}", both(DVec3::Z));
}

/// Lemma 13, its three cases: without a turn, and after a full one, the direction is that of the shift; after half a
/// turn the center is t/2.
#[test]
fn screw_parameters_by_hand() {
    let shift = DVec3::new(0.0, 3.0, 4.0);
    let unturned = Dual::rigid(quaternion::IDENTITY, shift).log();
    assert!(unturned.real.length() < 1e-15 && (2.0 * unturned.dual).distance(shift) < 1e-12);
    // After a full turn 1 + epsilon t/2 has the other sign: cos(pi + epsilon e/2) = -1, sin = -epsilon e/2.
    let half = DualNumber::new(PI, 2.5);
    let axis = Dual { real: pure(shift / 5.0), dual: quaternion::ZERO };
    let full = Dual::scalar(half.cos()).plus(axis.by_dual(half.sin()));
    assert!(full.apart(Dual::rigid(quaternion::IDENTITY, shift).by(-1.0)) < 1e-12, "{full:?}");
    let half_turn = Dual::rigid(about(DVec3::Z, PI), DVec3::new(2.0, 0.0, 0.0)).log();
    let moment = half_turn.dual / half_turn.real.length();
    assert!(moment.distance(DVec3::X.cross(DVec3::Z)) < 1e-12, "the axis passes through (1, 0, 0): {moment}");
}
