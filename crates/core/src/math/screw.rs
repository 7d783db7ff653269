//! Twin of `shaders/common/screw.wgsl`.

use super::DualQuat;
use glam::{DQuat, DVec3, Quat, Vec3};

/// Half a screw motion `s (theta_0 + epsilon theta_e) / 2`: a dual vector, the logarithm of a unit dual quaternion
/// (Kavan 2008, appendix A.4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screw {
    /// Axis times half the angle, in radians.
    pub turn: Vec3,
    /// The dual part: half the shift along the axis, and the axis's moment.
    pub shift: Vec3,
}

/// Sine of half the angle below which a motion has no axis left in single precision.
pub const NO_AXIS: f32 = 1e-7;

impl Screw {
    /// Half the logarithm of the matrix `x -> rotation x + translation`: Kavan 2008, section 2.3, eq. 3, with the angle
    /// from 0 to pi regardless of the sign of the unit quaternion. Rounded once from double precision. At exactly pi,
    /// the axis is the axis of `rotation`.
    pub fn from_rotation_translation(rotation: DQuat, translation: DVec3) -> Self {
        let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
        let v = rotation.xyz();
        let sine = v.length();
        let half_angle = sine.atan2(rotation.w);
        // 2 h / sin h, which is two at angle zero.
        let stretch = if sine < 1e-9 { 2.0 } else { 2.0 * half_angle / sine };
        let turn = v * stretch;
        // The inverse of the integral of exp: 1 - L/2 + (1 - h cot h) / (2 h)^2 L^2.
        let z = half_angle * half_angle;
        let share =
            if half_angle < 1e-3 { 1.0 / 12.0 + z / 180.0 } else { (1.0 - half_angle * rotation.w / sine) / (4.0 * z) };
        let once = turn.cross(translation);
        let shift = translation - once * 0.5 + turn.cross(once) * share;
        Self { turn: (0.5 * turn).as_vec3(), shift: (0.5 * shift).as_vec3() }
    }

    /// log of a unit dual quaternion, half angles from 0 to pi. A full turn has no axis and is treated as no rotation.
    pub fn log(motion: DualQuat) -> Self {
        let v0 = motion.real.xyz();
        let (sine, cosine) = (v0.length(), motion.real.w);
        let ve = motion.dual.xyz();
        if sine < NO_AXIS {
            let side = if cosine < 0.0 { -1.0 } else { 1.0 };
            return Self { turn: v0 * side, shift: ve * side };
        }
        let half_angle = sine.atan2(cosine);
        let stretch = half_angle / sine;
        let z = half_angle * half_angle;
        // (1 - h cot h) / sin^2 h, which cancels for small angles.
        let pitch = if z < 0.06 {
            1.0 / 3.0 + z * (2.0 / 15.0 + z * 2.0 / 63.0)
        } else {
            (1.0 - stretch * cosine) / (sine * sine)
        };
        Self { turn: stretch * v0, shift: stretch * ve - (pitch * motion.dual.w) * v0 }
    }
}

impl DualQuat {
    /// exp: the unit dual quaternion of a screw.
    pub fn exp(screw: Screw) -> Self {
        let z = screw.turn.length_squared();
        let half_angle = z.sqrt();
        let (sine, cosine) = half_angle.sin_cos();
        let sinc = if z < 0.01 { 1.0 - z / 6.0 * (1.0 - z / 20.0) } else { sine / half_angle };
        // (cos h - sin h / h) / h^2.
        let bend = if z < 0.09 { -1.0 / 3.0 + z * (1.0 / 30.0 - z / 840.0) } else { (cosine - sinc) / z };
        let along = screw.turn.dot(screw.shift);
        let (real, dual) = (sinc * screw.turn, sinc * screw.shift + (bend * along) * screw.turn);
        Self {
            real: Quat::from_xyzw(real.x, real.y, real.z, cosine),
            dual: Quat::from_xyzw(dual.x, dual.y, dual.z, -along * sinc),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, DVec3};

    #[test]
    fn exp_undoes_log_at_every_angle() {
        let axis = DVec3::new(2.0, -1.0, 0.5).normalize();
        for degrees in [0.0, 1e-4, 0.3, 5.0, 28.0, 29.0, 90.0, 179.9, 200.0, 340.0] {
            let angle = f64::to_radians(degrees);
            let turn = DQuat::from_xyzw(
                axis.x * (angle / 2.0).sin(),
                axis.y * (angle / 2.0).sin(),
                axis.z * (angle / 2.0).sin(),
                (angle / 2.0).cos(),
            );
            let motion = DualQuat::from_rotation_translation(turn, DVec3::new(1.0, 3.0, -2.0));
            let screw = Screw::log(motion);
            assert!((screw.turn.length() - angle as f32 / 2.0).abs() < 2e-6, "{degrees}");
            let back = DualQuat::exp(screw);
            // Near a full turn the axis has only a few accurate digits.
            let allowed = if degrees > 300.0 { 2e-5 } else { 3e-6 };
            assert!(back.real.abs_diff_eq(motion.real, allowed), "{degrees}: {back:?} {motion:?}");
            assert!(back.dual.abs_diff_eq(motion.dual, allowed), "{degrees}: {back:?} {motion:?}");
        }
    }

    #[test]
    fn the_logarithm_of_a_matrix_is_that_of_its_motion_by_the_shorter_way() {
        let axis = DVec3::new(1.0, 2.0, -2.0) / 3.0;
        let translation = DVec3::new(3.0, -1.0, 0.5);
        for angle in [0.0, 1e-7, 1e-3, 0.5, 2.0, 3.13] {
            let rotation = DQuat::from_axis_angle(axis, angle);
            let found = Screw::from_rotation_translation(-rotation, translation);
            let wanted = Screw::log(DualQuat::from_rotation_translation(rotation, translation));
            assert!(found.turn.abs_diff_eq(wanted.turn, 1e-6), "{angle}: {found:?} {wanted:?}");
            assert!(found.shift.abs_diff_eq(wanted.shift, 4e-6), "{angle}: {found:?} {wanted:?}");
        }
        let half = Screw::from_rotation_translation(DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0), DVec3::ZERO);
        assert!(half.turn.abs_diff_eq(Vec3::Y * std::f32::consts::FRAC_PI_2, 1e-6), "{half:?}");
    }

    #[test]
    fn a_half_screw_by_hand() {
        // A quarter turn about z through (1, 0, 0), climbing by 4.
        let turn = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let motion = DualQuat::from_rotation_translation(turn, DVec3::new(1.0, -1.0, 4.0));
        let Screw { turn, shift } = Screw::log(motion);
        assert!(turn.abs_diff_eq(Vec3::Z * std::f32::consts::FRAC_PI_4, 1e-6), "{turn}");
        // Half the climb along the axis, and center x axis times half the angle: (1, 0, 0) x z = -y.
        let expected = Vec3::new(0.0, -std::f32::consts::FRAC_PI_4, 2.0);
        assert!(shift.abs_diff_eq(expected, 1e-6), "{shift}");
    }

    #[test]
    fn every_point_of_an_axis_has_the_same_moment() {
        let about = |point: DVec3| {
            let turn = DQuat::from_rotation_z(1.2);
            let log = Screw::log(DualQuat::from_rotation_translation(turn, point - turn * point));
            assert!(log.shift.abs_diff_eq(point.cross(DVec3::Z * 0.6).as_vec3(), 1e-6), "{}", log.shift);
            log.shift
        };
        let moment = about(DVec3::new(1.0, 2.0, 0.0));
        assert!(about(DVec3::new(1.0, 2.0, 7.0)).abs_diff_eq(moment, 1e-6), "another point of the axis");
        assert!(!about(DVec3::new(2.0, 2.0, 0.0)).abs_diff_eq(moment, 0.1), "a point of another axis");
    }
}
