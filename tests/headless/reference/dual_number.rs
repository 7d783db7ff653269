//! Dual numbers `real + epsilon dual` with `epsilon^2 = 0`: Kavan 2008, appendix A.1; and the dual quaternions of
//! appendices A.2 and A.4 as far as they need them.

use super::dual::{Dual, Screw};
use super::quaternion::{self, scaled, sum, vector};
use glam::DVec3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualNumber {
    pub real: f64,
    pub dual: f64,
}

impl DualNumber {
    pub const ONE: Self = Self::new(1.0, 0.0);

    /// The dual unit epsilon.
    pub const UNIT: Self = Self::new(0.0, 1.0);

    pub const fn new(real: f64, dual: f64) -> Self {
        Self { real, dual }
    }

    pub fn plus(self, other: Self) -> Self {
        Self::new(self.real + other.real, self.dual + other.dual)
    }

    pub fn times(self, other: Self) -> Self {
        Self::new(self.real * other.real, self.real * other.dual + self.dual * other.real)
    }

    pub fn by(self, factor: f64) -> Self {
        Self::new(self.real * factor, self.dual * factor)
    }

    pub fn conjugate(self) -> Self {
        Self::new(self.real, -self.dual)
    }

    /// Equation 18; only where the real part is not zero.
    pub fn inverse(self) -> Self {
        Self::new(1.0 / self.real, -self.dual / (self.real * self.real))
    }

    /// Equation 19; only where the real part is positive.
    pub fn square_root(self) -> Self {
        let root = self.real.sqrt();
        Self::new(root, self.dual / (2.0 * root))
    }

    /// Equation 20.
    pub fn sin(self) -> Self {
        Self::new(self.real.sin(), self.dual * self.real.cos())
    }

    /// Equation 21.
    pub fn cos(self) -> Self {
        Self::new(self.real.cos(), -self.dual * self.real.sin())
    }
}

impl Dual {
    /// The dual number `number` as a dual quaternion.
    pub fn scalar(number: DualNumber) -> Self {
        Self { real: [number.real, 0.0, 0.0, 0.0], dual: [number.dual, 0.0, 0.0, 0.0] }
    }

    /// A point as the paper writes it: `1 + epsilon v`.
    pub fn point(v: DVec3) -> Self {
        Self { real: quaternion::IDENTITY, dual: quaternion::pure(v) }
    }

    /// The other conjugation, that of the dual unit: `real - epsilon dual`.
    pub fn bar(self) -> Self {
        Self { real: self.real, dual: scaled(self.dual, -1.0) }
    }

    /// Lemma 9, equation 22; only where the real part is not zero.
    pub fn norm(self) -> DualNumber {
        let length = quaternion::length(self.real);
        DualNumber::new(length, quaternion::dot(self.real, self.dual) / length)
    }

    /// Multiplied by a dual number, which commutes with every dual quaternion.
    pub fn by_dual(self, number: DualNumber) -> Self {
        Self {
            real: scaled(self.real, number.real),
            dual: sum(scaled(self.dual, number.real), scaled(self.real, number.dual)),
        }
    }

    /// `q* / ||q||^2`; only where the real part is not zero.
    pub fn inverse(self) -> Self {
        let norm = self.norm();
        self.conjugate().by_dual(norm.times(norm).inverse())
    }

    /// `p v p*` with both conjugations on the right: what moves points (appendix A.2).
    pub fn sandwich(self, inner: Self) -> Self {
        self.times(inner).times(self.conjugate().bar())
    }

    /// The same with the conjugation of quaternions alone.
    pub fn sandwich_of_quaternions(self, inner: Self) -> Self {
        self.times(inner).times(self.conjugate())
    }

    /// The dual quaternion with scalar part zero that a screw is.
    pub fn of_screw(screw: Screw) -> Self {
        Self { real: quaternion::pure(screw.real), dual: quaternion::pure(screw.dual) }
    }

    /// Back again; the scalar part is dropped.
    pub fn vector_part(self) -> Screw {
        Screw { real: vector(self.real), dual: vector(self.dual) }
    }

    /// Largest difference of any of the eight components.
    pub fn apart(self, other: Self) -> f64 {
        let (a, b) = ([self.real, self.dual], [other.real, other.dual]);
        a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }
}

/// Appendix A.4 as it stands, with dual numbers: `exp p = cos ||p|| + p / ||p|| sin ||p||`. The real part of `screw`
/// must not be zero.
pub fn exp_by_dual_numbers(screw: Screw) -> Dual {
    let norm = Dual::of_screw(screw).norm();
    let axis = Dual::of_screw(screw).by_dual(norm.inverse());
    Dual::scalar(norm.cos()).plus(axis.by_dual(norm.sin()))
}
