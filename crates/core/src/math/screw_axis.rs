use super::DualQuat;
use glam::{DQuat, DVec3, Quat, Vec3};

/// A rigid motion as a rotation about an axis and a translation along it: Chasles' theorem (Kavan 2008, appendix A.3,
/// fig. 21). In double precision, for pictures of a motion rather than for every vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScrewAxis {
    /// s0, of unit length. The direction of the translation if there is no rotation; Z if there is no motion.
    pub direction: DVec3,
    /// r: the point of the axis nearest to the origin.
    pub through: DVec3,
    /// theta_0, from 0 to 2 pi.
    pub angle: f64,
    /// theta_e: the translation along the axis, scene units.
    pub shift: f64,
}

/// Rotations by less than this, in radians, have no axis in single precision.
const NO_ROTATION: f64 = 1e-5;

impl ScrewAxis {
    /// The screw of a unit dual quaternion. The angle depends on its sign: the negative of a motion turns the other way
    /// around (Kavan 2008, fig. 22).
    pub fn of(motion: DualQuat) -> Self {
        let (q, dual) = (motion.real.as_dquat().normalize(), motion.dual.as_dquat());
        let translation = (dual * q.conjugate() * 2.0).xyz();
        let sine = q.xyz().length();
        if 2.0 * sine.atan2(q.w.abs()) < NO_ROTATION {
            let direction = translation.try_normalize().unwrap_or(DVec3::Z);
            return Self { direction, through: DVec3::ZERO, angle: 0.0, shift: translation.length() };
        }
        let direction = q.xyz() / sine;
        let shift = translation.dot(direction);
        // Kavan 2008, eq. 4: r = (s0 x t cot(theta / 2) + t) / 2, for the part of t across the axis.
        let across = translation - shift * direction;
        let through = 0.5 * (across + direction.cross(across) * (q.w / sine));
        Self { direction, through, angle: 2.0 * sine.atan2(q.w), shift }
    }

    /// A fraction of the motion: ScLERP from no motion (0) to all of it (1), at constant speed.
    pub fn part(&self, fraction: f64) -> DualQuat {
        let rotation = DQuat::from_axis_angle(self.direction, fraction * self.angle);
        let translation = self.through - rotation * self.through + fraction * self.shift * self.direction;
        DualQuat::from_rotation_translation(rotation, translation)
    }

    /// The point of the axis nearest to a point.
    pub fn nearest(&self, point: Vec3) -> Vec3 {
        let along = (point.as_dvec3() - self.through).dot(self.direction);
        (self.through + along * self.direction).as_vec3()
    }

    /// The rotation without the translation along the axis.
    pub fn rotation(&self) -> Quat {
        DQuat::from_axis_angle(self.direction, self.angle).as_quat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

    #[test]
    fn a_climbing_quarter_turn_by_hand() {
        // A quarter turn about z through (1, 0), climbing by 4: the origin goes to (1, -1, 4).
        let motion = DualQuat::from_rotation_translation(DQuat::from_rotation_z(FRAC_PI_2), DVec3::new(1.0, -1.0, 4.0));
        let screw = ScrewAxis::of(motion);
        assert!(screw.direction.abs_diff_eq(DVec3::Z, 1e-6) && screw.through.abs_diff_eq(DVec3::X, 1e-6), "{screw:?}");
        assert!((screw.angle - FRAC_PI_2).abs() < 1e-6 && (screw.shift - 4.0).abs() < 1e-6);
        let back = screw.part(1.0).transform_point(Vec3::new(1.0, 1.0, 0.0));
        assert!(back.abs_diff_eq(motion.transform_point(Vec3::new(1.0, 1.0, 0.0)), 1e-5), "{back}");
        // Halfway, (2, 0, 0) has turned by 45 degrees about (1, 0) and climbed by 2.
        let half = screw.part(0.5).transform_point(Vec3::new(2.0, 0.0, 0.0));
        let root = std::f32::consts::FRAC_1_SQRT_2;
        assert!(half.abs_diff_eq(Vec3::new(1.0 + root, root, 2.0), 1e-5), "{half}");
        assert!(screw.nearest(Vec3::new(5.0, 6.0, 7.0)).abs_diff_eq(Vec3::new(1.0, 0.0, 7.0), 1e-5));
    }

    /// Kavan 2008, eq. 5: a rotation by alpha with the translation (2 cos alpha, 2 sin alpha) has the center (-1, cot
    /// (alpha / 2)).
    #[test]
    fn the_center_of_a_planar_motion_is_that_of_the_paper() {
        for alpha in [FRAC_PI_3, 0.5 * FRAC_PI_3, 1.4] {
            let translation = DVec3::new(2.0 * alpha.cos(), 2.0 * alpha.sin(), 0.0);
            let motion = DualQuat::from_rotation_translation(DQuat::from_rotation_z(alpha), translation);
            let expected = DVec3::new(-1.0, 1.0 / (0.5 * alpha).tan(), 0.0);
            let found = ScrewAxis::of(motion).through;
            assert!(found.abs_diff_eq(expected, 1e-5), "{found}");
        }
    }

    #[test]
    fn the_negative_of_a_motion_turns_the_other_way() {
        let motion = DualQuat::from_rotation_translation(DQuat::from_rotation_x(FRAC_PI_2), DVec3::ZERO);
        let (short, long) = (ScrewAxis::of(motion), ScrewAxis::of(-motion));
        assert!((short.angle - FRAC_PI_2).abs() < 1e-6 && short.direction.abs_diff_eq(DVec3::X, 1e-6));
        assert!((long.angle - 3.0 * FRAC_PI_2).abs() < 1e-6 && long.direction.abs_diff_eq(-DVec3::X, 1e-6));
    }

    #[test]
    fn a_translation_is_a_screw_without_rotation() {
        let screw = ScrewAxis::of(DualQuat::from_rotation_translation(DQuat::IDENTITY, DVec3::new(0.0, 3.0, 4.0)));
        assert_eq!(screw.angle, 0.0);
        assert!((screw.shift - 5.0).abs() < 1e-6 && screw.direction.abs_diff_eq(DVec3::new(0.0, 0.6, 0.8), 1e-6));
        assert!(screw.part(0.5).transform_point(Vec3::X).abs_diff_eq(Vec3::new(1.0, 1.5, 2.0), 1e-6));
        assert_eq!(ScrewAxis::of(DualQuat::IDENTITY).shift, 0.0);
    }
}
