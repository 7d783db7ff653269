//! Dual quaternions in double precision: Kavan 2008, appendix A, with DLB, ScLERP and DIB.

use super::quaternion::{self, IDENTITY, Quaternion, ZERO, conjugate, dot, multiply, pure, scaled, vector};
use glam::{DMat3, DVec3};

/// `real + epsilon dual`.
#[derive(Clone, Copy, Debug)]
pub struct Dual {
    pub real: Quaternion,
    pub dual: Quaternion,
}

/// A dual quaternion with zero scalar part: half the dual angle times the screw axis.
#[derive(Clone, Copy, Debug)]
pub struct Screw {
    pub real: DVec3,
    pub dual: DVec3,
}

pub struct Iterated {
    pub motion: Dual,
    /// Steps taken, the last and smallest one not counted.
    pub steps: usize,
    pub converged: bool,
    /// See [`firmness`]; of the last step, and minus infinity where the steps did not end.
    pub firmness: f64,
}

impl Dual {
    pub const ONE: Self = Self { real: IDENTITY, dual: ZERO };

    /// `x -> rotation x + shift`: appendix A.3, `q + epsilon t q / 2`.
    pub fn rigid(rotation: Quaternion, shift: DVec3) -> Self {
        Self { real: rotation, dual: scaled(multiply(pure(shift), rotation), 0.5) }
    }

    pub fn times(self, other: Self) -> Self {
        Self {
            real: multiply(self.real, other.real),
            dual: quaternion::sum(multiply(self.real, other.dual), multiply(self.dual, other.real)),
        }
    }

    /// The inverse of a unit one.
    pub fn conjugate(self) -> Self {
        Self { real: conjugate(self.real), dual: conjugate(self.dual) }
    }

    pub fn plus(self, other: Self) -> Self {
        Self { real: quaternion::sum(self.real, other.real), dual: quaternion::sum(self.dual, other.dual) }
    }

    pub fn by(self, factor: f64) -> Self {
        Self { real: scaled(self.real, factor), dual: scaled(self.dual, factor) }
    }

    /// Divided by the dual norm (lemma 9): real part of length one, dual part orthogonal to it.
    pub fn unit(self) -> Self {
        let length = quaternion::length(self.real);
        let (real, dual) = (scaled(self.real, 1.0 / length), scaled(self.dual, 1.0 / length));
        Self { real, dual: quaternion::sum(dual, scaled(real, -dot(real, dual))) }
    }

    /// The translation of a unit one: `2 dual real*`.
    pub fn shift(self) -> DVec3 {
        vector(scaled(multiply(self.dual, conjugate(self.real)), 2.0))
    }

    pub fn apply(self, point: DVec3) -> DVec3 {
        quaternion::rotate(self.real, point) + self.shift()
    }

    /// The logarithm of a unit one with the angle of its sign, 0 to 2 pi: appendix A.4, lemmas 13 and 14. With
    /// `real = cos h + s sin h` and `dual = -e sin h + m sin h + s e cos h` it is `s h + epsilon (s e + m h)`.
    pub fn log(self) -> Screw {
        let (w, v) = (self.real[0], vector(self.real));
        let (wd, vd) = (self.dual[0], vector(self.dual));
        let n = v.length();
        let h = n.atan2(w);
        if n < 1e-4 && w > 0.0 {
            // h / n and (1 - w h / n) / n^2 by their series.
            let ratio = 1.0 + n * n / 6.0;
            return Screw { real: v * ratio, dual: vd * ratio - v * wd * (1.0 / 3.0 + 2.0 / 15.0 * n * n) };
        }
        let ratio = h / n;
        Screw { real: v * ratio, dual: vd * ratio - v * (wd / (n * n)) * (1.0 - w * ratio) }
    }

    /// Appendix A.4 for unit ones: `real^t` along one screw.
    pub fn power(self, t: f64) -> Self {
        self.log().by(t).exp()
    }
}

impl Screw {
    pub fn by(self, factor: f64) -> Self {
        Self { real: self.real * factor, dual: self.dual * factor }
    }

    pub fn length(self) -> f64 {
        (self.real.length_squared() + self.dual.length_squared()).sqrt()
    }

    pub fn exp(self) -> Dual {
        let (a, b) = (self.real, self.dual);
        let h = a.length();
        let small = h < 1e-4;
        let sinc = if small { 1.0 - h * h / 6.0 } else { h.sin() / h };
        let bend = if small { -1.0 / 3.0 + h * h / 30.0 } else { (h.cos() - sinc) / (h * h) };
        let (real, dual) = (a * sinc, b * sinc + a * (a.dot(b) * bend));
        Dual { real: [h.cos(), real.x, real.y, real.z], dual: [-a.dot(b) * sinc, dual.x, dual.y, dual.z] }
    }
}

/// Dual quaternion linear blending, not normalized yet: Kavan 2008, section 3.2, equation 11.
pub fn weighted_sum(weights: &[f64], motions: &[Dual]) -> Dual {
    let nothing = Dual { real: ZERO, dual: ZERO };
    motions.iter().zip(weights).fold(nothing, |sum, (motion, &weight)| sum.plus(motion.by(weight)))
}

pub fn dlb(weights: &[f64], motions: &[Dual]) -> Dual {
    weighted_sum(weights, motions).unit()
}

/// Screw linear interpolation: Kavan 2008, section 3.4, `(q2 q1*)^t q1`.
pub fn sclerp(t: f64, first: Dual, second: Dual) -> Dual {
    second.times(first.conjugate()).power(t).times(first)
}

/// Dual quaternion iterative blending: Kavan 2008, algorithm 3.
pub fn dib(weights: &[f64], motions: &[Dual], precision: f64) -> Iterated {
    const MOST_STEPS: usize = 200;
    let mut motion = dlb(weights, motions);
    for steps in 0..MOST_STEPS {
        let mut step = Screw { real: DVec3::ZERO, dual: DVec3::ZERO };
        for (other, &weight) in motions.iter().zip(weights) {
            let away = motion.conjugate().times(*other);
            let log = away.log().by(weight);
            step = Screw { real: step.real + log.real, dual: step.dual + log.dual };
        }
        motion = motion.times(step.exp()).unit();
        if step.length() < precision {
            return Iterated { motion, steps, converged: true, firmness: firmness(motion, weights, motions) };
        }
    }
    Iterated { motion, steps: MOST_STEPS, converged: false, firmness: f64::NEG_INFINITY }
}

/// How firmly weighted joints hold their mean: the smallest eigenvalue of the second derivative of
/// `sum_i w_i h_i^2 / 2`, h_i the distance from the mean to joint i on the unit sphere (half the angle between them).
/// A joint pulls with 1 along the arc to it and with `h cot h` across: less than 1, nothing at a right angle (half a
/// turn between them), and it pushes beyond, without bound near the opposite point.
///
/// An error e of the joints moves the mean by e over this value. In each step, an iteration's error shrinks by one
/// minus this value.
fn firmness(mean: Dual, weights: &[f64], motions: &[Dual]) -> f64 {
    let mut pull = DMat3::ZERO;
    for (motion, &weight) in motions.iter().zip(weights) {
        let away = mean.conjugate().times(*motion);
        let sine = vector(away.real).length();
        let h = sine.atan2(away.real[0]);
        let across = if sine < 1e-6 && away.real[0] > 0.0 { 1.0 } else { h * away.real[0] / sine.max(1e-12) };
        let axis = vector(away.real).normalize_or_zero();
        let along = DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z);
        pull += (along + (DMat3::IDENTITY - along) * across) * weight;
    }
    smallest_eigenvalue(pull)
}

/// The smallest eigenvalue of a symmetric matrix, from the angle of its characteristic polynomial (Smith 1961).
fn smallest_eigenvalue(m: DMat3) -> f64 {
    let mean = (m.x_axis.x + m.y_axis.y + m.z_axis.z) / 3.0;
    let rest = m - DMat3::IDENTITY * mean;
    let size = (rest.to_cols_array().iter().map(|part| part * part).sum::<f64>() / 6.0).sqrt();
    if size == 0.0 {
        return mean;
    }
    let angle = ((rest * (1.0 / size)).determinant() / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
    mean + 2.0 * size * (angle + 2.0 * std::f64::consts::PI / 3.0).cos()
}

/// Weights of two motions, from the share of the second.
pub fn two(t: f64) -> [f64; 2] {
    [1.0 - t, t]
}

/// The same motion in the other sign.
pub fn negated(motion: Dual) -> Dual {
    motion.by(-1.0)
}
