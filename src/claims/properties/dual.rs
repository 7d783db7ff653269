//! Dual quaternions in double precision, for the papers' statements about exact numbers: Kavan 2008, appendix A.

use crate::math::Random;
use glam::{DQuat, DVec3};

/// Dual quaternion `real + epsilon dual`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dual {
    pub real: DQuat,
    pub dual: DQuat,
}

/// A dual vector: half the angle and half the shift of a screw along its axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfScrew {
    pub turn: DVec3,
    pub shift: DVec3,
}

/// The quaternion with this vector part and no scalar part.
pub(super) fn pure(vector: DVec3) -> DQuat {
    DQuat::from_vec4(vector.extend(0.0))
}

/// Turn by an angle in degrees, with the sign that the angle gives: 360 degrees are -1.
pub(super) fn about(axis: DVec3, degrees: f64) -> DQuat {
    let (sine, cosine) = (degrees.to_radians() / 2.0).sin_cos();
    DQuat::from_vec4((axis.normalize() * sine).extend(cosine))
}

/// A rotation by up to this angle about a random axis.
pub(super) fn turn_under(random: &mut Random, degrees: f64) -> DQuat {
    let axis = random.direction();
    about(axis, random.between(0.0, degrees))
}

/// A random rotation, and a translation by at most one.
pub(super) fn random_motion(random: &mut Random) -> Dual {
    let rotation = random.rotation();
    Dual::rigid(rotation, random.point(1.0))
}

impl Dual {
    pub const ONE: Self = Self { real: DQuat::IDENTITY, dual: DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0) };
    pub const ZERO: Self = Self { real: Self::ONE.dual, dual: Self::ONE.dual };

    /// Motion that first rotates, then translates.
    pub fn rigid(rotation: DQuat, translation: DVec3) -> Self {
        Self { real: rotation, dual: pure(translation) * rotation * 0.5 }
    }

    pub fn times(self, other: Self) -> Self {
        Self { real: self.real * other.real, dual: self.real * other.dual + self.dual * other.real }
    }

    pub fn plus(self, other: Self) -> Self {
        Self { real: self.real + other.real, dual: self.dual + other.dual }
    }

    pub fn by(self, factor: f64) -> Self {
        Self { real: self.real * factor, dual: self.dual * factor }
    }

    /// Quaternion conjugation of both parts.
    pub fn conjugate(self) -> Self {
        Self { real: self.real.conjugate(), dual: self.dual.conjugate() }
    }

    /// Quotient by the dual norm.
    pub fn unit(self) -> Self {
        let length = self.real.length();
        let (real, dual) = (self.real * length.recip(), self.dual * length.recip());
        Self { real, dual: dual - real * real.dot(dual) }
    }

    /// Translation of a unit dual quaternion.
    pub fn shift(self) -> DVec3 {
        (self.dual * self.real.conjugate()).xyz() * 2.0
    }

    pub fn apply(self, point: DVec3) -> DVec3 {
        (self.real * pure(point) * self.real.conjugate()).xyz() + self.shift()
    }

    /// Logarithm of a unit dual quaternion, with half the angle from 0 to pi.
    pub fn log(self) -> HalfScrew {
        let (v, ve) = (self.real.xyz(), self.dual.xyz());
        let sine = v.length();
        if sine < 1e-9 {
            return HalfScrew { turn: v, shift: ve };
        }
        let stretch = sine.atan2(self.real.w) / sine;
        let climb = self.dual.w * (1.0 - stretch * self.real.w) / (sine * sine);
        HalfScrew { turn: v * stretch, shift: ve * stretch - v * climb }
    }

    /// Power of a unit dual quaternion, along its screw.
    pub fn power(self, t: f64) -> Self {
        let HalfScrew { turn, shift } = self.log();
        HalfScrew { turn: turn * t, shift: shift * t }.exp()
    }

    /// Angle in degrees, from 0 to 180.
    pub fn degrees(self) -> f64 {
        (2.0 * self.real.xyz().length().atan2(self.real.w.abs())).to_degrees()
    }
}

impl HalfScrew {
    pub fn exp(self) -> Dual {
        let Self { turn, shift } = self;
        let half_angle = turn.length();
        if half_angle < 1e-6 {
            let real = DQuat::from_vec4(turn.extend(1.0)).normalize();
            return Dual { real, dual: DQuat::from_vec4(shift.extend(-turn.dot(shift))) };
        }
        let (sine, cosine) = half_angle.sin_cos();
        let sinc = sine / half_angle;
        let along = turn.dot(shift);
        let bend = (cosine - sinc) / (half_angle * half_angle);
        Dual {
            real: DQuat::from_vec4((turn * sinc).extend(cosine)),
            dual: DQuat::from_vec4((shift * sinc + turn * (along * bend)).extend(-along * sinc)),
        }
    }

    pub fn length(self) -> f64 {
        (self.turn.length_squared() + self.shift.length_squared()).sqrt()
    }
}

/// Weighted sum sum_i w_i q_i, not normalized.
pub(super) fn weighted_sum(weights: &[f64], motions: &[Dual]) -> Dual {
    weights.iter().zip(motions).fold(Dual::ZERO, |sum, (weight, motion)| sum.plus(motion.by(*weight)))
}

/// Dual quaternion linear blending: Kavan 2008, equation 11.
pub(super) fn dlb(weights: &[f64], motions: &[Dual]) -> Dual {
    weighted_sum(weights, motions).unit()
}

/// Screw linear interpolation: Kavan 2008, section 3.4.
pub(super) fn sclerp(t: f64, first: Dual, second: Dual) -> Dual {
    second.times(first.conjugate()).power(t).times(first)
}

/// Dual quaternion iterative blending until a step is shorter than `precision`, and the number of steps: Kavan 2008,
/// algorithm 3.
pub(super) fn dib(weights: &[f64], motions: &[Dual], precision: f64) -> (Dual, u32) {
    const MOST_STEPS: u32 = 1000;
    let mut blended = dlb(weights, motions);
    for step in 1..=MOST_STEPS {
        let toward = blended.conjugate();
        let mut mean = HalfScrew { turn: DVec3::ZERO, shift: DVec3::ZERO };
        for (weight, motion) in weights.iter().zip(motions) {
            let HalfScrew { turn, shift } = toward.times(*motion).log();
            mean = HalfScrew { turn: mean.turn + turn * *weight, shift: mean.shift + shift * *weight };
        }
        blended = blended.times(mean.exp()).unit();
        if mean.length() < precision {
            return (blended, step);
        }
    }
    (blended, MOST_STEPS)
}
