use bytemuck::{Pod, Zeroable};
use glam::{DQuat, DVec3, Quat, Vec3};
use std::ops::{Add, AddAssign, Mul, Neg};

/// A dual quaternion `real + epsilon dual`, scalar part last as in glam and WGSL.
///
/// A unit dual quaternion represents a rigid motion: `real` is the rotation q, `dual` is `t q / 2` with the translation
/// t as a pure quaternion (Kavan 2008, appendix A.3). `x` and `-x` are the same motion.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct DualQuat {
    /// The rotation q of a unit dual quaternion.
    pub real: Quat,
    /// The factor of epsilon: `t q / 2` of a unit dual quaternion.
    pub dual: Quat,
}

impl DualQuat {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self { real: Quat::IDENTITY, dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) };

    /// The sum of no dual quaternions. Not a motion.
    pub const ZERO: Self =
        Self { real: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) };

    /// The motion `x -> rotation x + translation`, rounded once from double precision.
    pub fn from_rotation_translation(rotation: DQuat, translation: DVec3) -> Self {
        let t = DQuat::from_xyzw(translation.x, translation.y, translation.z, 0.0);
        Self { real: rotation.as_quat(), dual: (t * rotation * 0.5).as_quat() }
    }

    /// Applies `self / |real|` to a point: Kavan 2008, algorithm 1, the line `v = v + 2 d0 x ...`.
    ///
    /// The dual part need not be orthogonal to the real one: the non-orthogonal part cancels in the formula. `real`
    /// must not be zero.
    #[inline]
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        let inverse_norm = self.real.length_recip();
        let (c0, ce) = (self.real * inverse_norm, self.dual * inverse_norm);
        let (d0, a0) = (c0.xyz(), c0.w);
        let (de, ae) = (ce.xyz(), ce.w);
        point + 2.0 * d0.cross(d0.cross(point) + a0 * point) + 2.0 * (a0 * de - ae * d0 + d0.cross(de))
    }

    /// The motion that applies `other` first, then `self`.
    #[inline]
    pub fn multiply(&self, other: Self) -> Self {
        Self { real: self.real * other.real, dual: self.real * other.dual + self.dual * other.real }
    }

    /// The inverse of a unit dual quaternion.
    pub fn conjugate(&self) -> Self {
        Self { real: self.real.conjugate(), dual: self.dual.conjugate() }
    }

    /// The unit dual quaternion `self / ||self||`: Kavan 2008, appendix A.2. `real` must not be zero.
    pub fn normalize(&self) -> Self {
        let inverse_norm = self.real.length_recip();
        let (real, dual) = (self.real * inverse_norm, self.dual * inverse_norm);
        Self { real, dual: dual - real * real.dot(dual) }
    }

    /// Rotates a direction by the rotation of `self / |real|`. `real` must not be zero.
    #[inline]
    pub fn rotate_vector(&self, vector: Vec3) -> Vec3 {
        let c0 = self.real * self.real.length_recip();
        let (d0, a0) = (c0.xyz(), c0.w);
        vector + 2.0 * d0.cross(d0.cross(vector) + a0 * vector)
    }
}

impl Add for DualQuat {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { real: self.real + other.real, dual: self.dual + other.dual }
    }
}

impl AddAssign for DualQuat {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f32> for DualQuat {
    type Output = Self;
    fn mul(self, factor: f32) -> Self {
        Self { real: self.real * factor, dual: self.dual * factor }
    }
}

impl Neg for DualQuat {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_about_z_then_a_shift() {
        let motion = DualQuat::from_rotation_translation(
            DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
            DVec3::new(1.0, 2.0, 3.0),
        );
        let point = motion.transform_point(Vec3::new(2.0, 0.0, 1.0));
        assert!(point.abs_diff_eq(Vec3::new(1.0, 4.0, 4.0), 1e-6), "{point}");
        assert!(motion.rotate_vector(Vec3::X).abs_diff_eq(Vec3::Y, 1e-6));
    }

    #[test]
    fn sign_and_length_do_not_matter() {
        let motion = DualQuat::from_rotation_translation(
            DQuat::from_xyzw(0.1, -0.5, 0.3, 0.7).normalize(),
            DVec3::new(-4.0, 0.5, 2.0),
        );
        let point = Vec3::new(0.3, -0.2, 5.0);
        let there = motion.transform_point(point);
        assert!((-motion).transform_point(point).abs_diff_eq(there, 1e-5));
        assert!((motion * 0.25).transform_point(point).abs_diff_eq(there, 1e-5));
    }
}
