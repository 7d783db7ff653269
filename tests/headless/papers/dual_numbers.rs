//! Functions of dual numbers and of dual quaternions: Kavan 2008, appendix A.1 (equations 17 to 21), lemma 9, appendix
//! A.4.
//!
//! The paper's formulas are compared with computations that do not use them: a dual number `a + epsilon b` is the
//! matrix `[[a, b], [0, a]]`, whose products and power series are ordinary ones.

use crate::properties::Random;
use crate::reference::dual::{Dual, Screw};
use crate::reference::dual_number::{DualNumber, exp_by_dual_numbers};
use crate::reference::quaternion::{self, about};
use glam::{DMat2, DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, PI};

fn matrix(number: DualNumber) -> DMat2 {
    DMat2::from_cols(DVec2::new(number.real, 0.0), DVec2::new(number.dual, number.real))
}

/// How far a dual number is from a matrix: all four entries.
fn apart(number: DualNumber, expected: DMat2) -> f64 {
    let difference = matrix(number) - expected;
    difference.to_cols_array().iter().fold(0.0, |most, part| part.abs().max(most))
}

/// `x - x^3/3! + x^5/5! - ...` from `first = x`, and the cosine from `first = 1`.
fn alternating_series(x: DMat2, first: DMat2, first_power: u32) -> DMat2 {
    let (mut term, mut sum) = (first, first);
    for step in 0..20 {
        let power = f64::from(first_power + 2 * step);
        term = term * x * x * (-1.0 / ((power + 1.0) * (power + 2.0)));
        sum += term;
    }
    sum
}

fn random_number(random: &mut Random, low: f64, high: f64) -> DualNumber {
    DualNumber::new(random.within(low, high), random.within(-3.0, 3.0))
}

/// Equations 17 to 21 by hand.
#[test]
fn dual_numbers_by_hand() {
    let number = DualNumber::new;
    assert_eq!(number(3.0, 4.0).times(number(2.0, -1.0)), number(6.0, 5.0));
    assert_eq!(number(2.0, 3.0).inverse(), number(0.5, -0.75));
    assert_eq!(number(9.0, 12.0).square_root(), number(3.0, 2.0));
    assert_eq!(number(0.0, 5.0).sin(), number(0.0, 5.0));
    assert_eq!(number(0.0, 5.0).cos(), number(1.0, 0.0));
    // Sixty degrees: cos = 1/2, sin = sqrt(3)/2.
    let (sin, cos) = (number(PI / 3.0, 2.0).sin(), number(PI / 3.0, 2.0).cos());
    assert!((sin.real - 0.866_025_403_784).abs() < 1e-12 && (sin.dual - 1.0).abs() < 1e-12, "{sin:?}");
    assert!((cos.real - 0.5).abs() < 1e-12 && (cos.dual + 1.732_050_807_569).abs() < 1e-12, "{cos:?}");
    let quarter = number(FRAC_PI_2, 5.0).cos();
    assert!(quarter.real.abs() < 1e-15 && quarter.dual == -5.0, "{quarter:?}");
}

/// Equations 17 to 21: product, inverse, square root, sine and cosine are those of the matrix.
#[test]
fn functions_of_dual_numbers_are_those_of_their_matrices() {
    let mut random = Random(71);
    let mut largest = [0.0f64; 5];
    for _ in 0..2000 {
        let (a, b) = (random_number(&mut random, -2.0, 2.0), random_number(&mut random, 0.2, 4.0));
        let found = [
            apart(a.times(b), matrix(a) * matrix(b)),
            apart(b.inverse(), matrix(b).inverse()),
            // The one root with positive eigenvalues, by squaring it.
            apart(b, matrix(b.square_root()) * matrix(b.square_root())),
            apart(a.sin(), alternating_series(matrix(a), matrix(a), 1)),
            apart(a.cos(), alternating_series(matrix(a), DMat2::IDENTITY, 0)),
        ];
        largest = std::array::from_fn(|which| largest[which].max(found[which]));
    }
    let [product, inverse, root, sine, cosine] = largest;
    println!(
        "dual numbers against matrices: product {product:.1e}, inverse {inverse:.1e}, root {root:.1e}, sine {sine:.1e}, cosine \
         {cosine:.1e}"
    );
    assert!(largest.iter().all(|largest| *largest < 1e-12));
}

/// The Taylor series of appendix A.1, `f(a + epsilon b) = f(a) + epsilon b f'(a)`: a polynomial evaluated in dual
/// numbers gives its derivative. By hand: `x^3 - 2 x` at `2 + epsilon` is `4 + 10 epsilon`.
#[test]
fn a_dual_argument_gives_the_derivative() {
    let evaluate = |coefficients: &[f64], at: DualNumber| {
        coefficients.iter().rev().fold(DualNumber::new(0.0, 0.0), |sum, &c| sum.times(at).plus(DualNumber::new(c, 0.0)))
    };
    assert_eq!(evaluate(&[0.0, -2.0, 0.0, 1.0], DualNumber::new(2.0, 1.0)), DualNumber::new(4.0, 10.0));
    let mut random = Random(72);
    let mut largest = 0.0f64;
    for _ in 0..1000 {
        let coefficients: Vec<f64> = (0..7).map(|_| random.within(-1.0, 1.0)).collect();
        let at = random_number(&mut random, -1.5, 1.5);
        let derivative: f64 =
            (1..7).map(|power| power as f64 * coefficients[power] * at.real.powi(power as i32 - 1)).sum();
        largest = largest.max((evaluate(&coefficients, at).dual - at.dual * derivative).abs());
    }
    println!("derivatives of polynomials by dual numbers: {largest:.1e}");
    assert!(largest < 1e-12);
}

/// Lemma 9: the square of the norm is `q* q` (and `q q*`), all eight components, of which six vanish.
#[test]
fn the_norm_squared_is_the_product_with_the_conjugate() {
    // By hand: q = 2 i + epsilon (3 + 4 i) has q* q = 4 + 16 epsilon and the norm 2 + 4 epsilon.
    let by_hand = Dual { real: [0.0, 2.0, 0.0, 0.0], dual: [3.0, 4.0, 0.0, 0.0] };
    assert_eq!(by_hand.norm(), DualNumber::new(2.0, 4.0));
    let mut random = Random(73);
    let mut largest = 0.0f64;
    for _ in 0..2000 {
        let mut four = || [0; 4].map(|_| random.within(-2.0, 2.0));
        let q = Dual { real: four(), dual: four() };
        if quaternion::length(q.real) < 0.2 {
            continue;
        }
        let squared = Dual::scalar(q.norm().times(q.norm()));
        largest = largest.max(q.conjugate().times(q).apart(squared)).max(q.times(q.conjugate()).apart(squared));
        // Divided by its norm it is unit: length one, dual part orthogonal to the real one.
        let unit = q.by_dual(q.norm().inverse());
        largest = largest.max((quaternion::length(unit.real) - 1.0).abs());
        largest = largest.max(quaternion::dot(unit.real, unit.dual).abs()).max(unit.apart(q.unit()));
    }
    println!("norms of dual quaternions: {largest:.1e}");
    assert!(largest < 1e-11);
}

/// Appendix A.2: `q* / ||q||^2` is the inverse from both sides, of any dual quaternion with a real part.
#[test]
fn the_inverse_of_a_dual_quaternion() {
    // By hand: (2 + epsilon 4 i)^-1 = 1/2 - epsilon i.
    let by_hand = Dual { real: [2.0, 0.0, 0.0, 0.0], dual: [0.0, 4.0, 0.0, 0.0] }.inverse();
    assert_eq!((by_hand.real, by_hand.dual), ([0.5, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0]));
    let mut random = Random(74);
    let mut largest = 0.0f64;
    for _ in 0..2000 {
        let motion = random.motion();
        let q = motion.by_dual(random_number(&mut random, 0.3, 3.0));
        largest = largest.max(q.times(q.inverse()).apart(Dual::ONE)).max(q.inverse().times(q).apart(Dual::ONE));
        // "The inverse of a unit dual quaternion is just conjugation."
        largest = largest.max(motion.inverse().apart(motion.conjugate()));
    }
    println!("inverses of dual quaternions: {largest:.1e}");
    assert!(largest < 1e-11);
}

fn random_screw(random: &mut Random, half_angle: f64) -> Screw {
    Screw { real: random.direction() * half_angle, dual: random.point(2.0) }
}

/// The power series of `exp`, whose terms are products of dual quaternions.
fn exp_series(screw: Screw) -> Dual {
    let (mut term, mut sum) = (Dual::ONE, Dual::ONE);
    for n in 1..40 {
        term = term.times(Dual::of_screw(screw)).by(1.0 / f64::from(n));
        sum = sum.plus(term);
    }
    sum
}

/// Appendix A.4: `exp p = cos ||p|| + p / ||p|| sin ||p||` with dual numbers, in closed form and as a series are one;
/// the result is unit, and the logarithm leads back from every half angle below pi.
#[test]
fn exponential_and_logarithm_undo_each_other() {
    let mut random = Random(75);
    let (mut forms, mut back, mut unit) = (0.0f64, 0.0f64, 0.0f64);
    for half_angle in [1e-7, 1e-3, 0.1, 0.7, FRAC_PI_2, 2.0, 3.0] {
        for _ in 0..300 {
            let screw = random_screw(&mut random, half_angle);
            let exp = screw.exp();
            forms = forms.max(exp.apart(exp_by_dual_numbers(screw)) * half_angle.min(1.0));
            forms = forms.max(exp.apart(exp_series(screw)));
            unit = unit.max(quaternion::dot(exp.real, exp.dual).abs());
            back = back.max(Dual::of_screw(exp.log()).apart(Dual::of_screw(screw)));
        }
    }
    println!("exp: three ways to {forms:.1e}, off unit by {unit:.1e}; log undoes it to {back:.1e}");
    assert!(forms < 1e-11 && unit < 1e-12 && back < 1e-9);
}

/// By hand: half a turn about z through (1, 0, 0) with a shift of 3 along z. Its logarithm is half the dual angle,
/// `pi/2 + epsilon 3/2`, times the axis `k + epsilon (1, 0, 0) x k = k - epsilon j`.
#[test]
fn the_logarithm_of_half_a_turn_by_hand() {
    let turn = about(DVec3::Z, PI);
    let log = Dual::rigid(turn, DVec3::new(2.0, 0.0, 3.0)).log();
    assert!(log.real.distance(DVec3::new(0.0, 0.0, FRAC_PI_2)) < 1e-12, "{:?}", log.real);
    assert!(log.dual.distance(DVec3::new(0.0, -FRAC_PI_2, 1.5)) < 1e-12, "{:?}", log.dual);
}

/// Appendix A.4: "a power of a unit dual quaternion", with a dual exponent `u`: powers add up, `u = t` goes on along
/// the screw, and `u = epsilon` turns the angle of rotation into a shift of as much along the axis.
#[test]
fn powers_with_dual_exponents() {
    let power = |q: Dual, u: DualNumber| Dual::of_screw(q.log()).by_dual(u).vector_part().exp();
    // By hand: a turn by 1.2 about z, to the power epsilon, is a shift by 1.2 along z.
    let shift = power(Dual::rigid(about(DVec3::Z, 1.2), DVec3::ZERO), DualNumber::UNIT).shift();
    assert!(shift.distance(DVec3::new(0.0, 0.0, 1.2)) < 1e-12, "{shift}");
    let mut random = Random(76);
    let mut largest = 0.0f64;
    for _ in 0..1000 {
        let q = Dual::rigid(random.turn_under(3.0), random.point(1.0));
        let (u, v) = (random_number(&mut random, -1.0, 1.0), random_number(&mut random, -1.0, 1.0));
        largest = largest.max(power(q, u).times(power(q, v)).apart(power(q, u.plus(v))));
        largest = largest.max(power(q, DualNumber::ONE).apart(q));
    }
    println!("powers with dual exponents add up to {largest:.1e}");
    assert!(largest < 1e-10);
}
