//! Rotations given as three angles, including full turns.

use glam::{DQuat, EulerRot, Quat, Vec3};

/// The angle of a rotation, the shorter way, in radians.
pub fn turn_angle(turn: DQuat) -> f64 {
    // Not the arc cosine of w, which loses all precision for small angles.
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

/// The rotation composed of intrinsic X, then Y, then Z rotations, `Rx Ry Rz`, from angles in degrees.
///
/// The quaternion is the product of the three half-angle quaternions and is *not* brought to a canonical sign: a turn
/// of 360 degrees is `-1`, one of 720 degrees is `1` again. The `continuous` antipodality mode relies on this sign
/// (Kavan 2008, section 6).
pub fn turn_from_angles(angles_degrees: Vec3) -> Quat {
    let half = angles_degrees.as_dvec3() * (std::f64::consts::PI / 360.0);
    let about = |axis: glam::DVec3, half: f64| {
        let v = axis * half.sin();
        DQuat::from_xyzw(v.x, v.y, v.z, half.cos())
    };
    let turn = about(glam::DVec3::X, half.x) * about(glam::DVec3::Y, half.y) * about(glam::DVec3::Z, half.z);
    turn.as_quat()
}

/// The angles in degrees, intrinsic X, Y, Z, that produce `turn` (up to sign) and are nearest to `near_degrees`.
///
/// Every rotation has two such triples within a full turn, and each angle may be changed by full turns; the nearest of
/// all these is returned, so that a slider at 200 stays near 200.
pub fn angles_from_turn(turn: Quat, near_degrees: Vec3) -> Vec3 {
    let (x, y, z) = turn.normalize().to_euler(EulerRot::XYZ);
    let first = Vec3::new(x.to_degrees(), y.to_degrees(), z.to_degrees());
    let second = Vec3::new(first.x + 180.0, 180.0 - first.y, first.z + 180.0);
    let nearest = |angles: Vec3| angles + ((near_degrees - angles) / 360.0).round() * 360.0;
    let (first, second) = (nearest(first), nearest(second));
    if first.distance_squared(near_degrees) <= second.distance_squared(near_degrees) { first } else { second }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_turn_is_minus_one() {
        let turn = turn_from_angles(Vec3::new(360.0, 0.0, 0.0));
        assert!(turn.abs_diff_eq(Quat::from_xyzw(0.0, 0.0, 0.0, -1.0), 1e-6));
        let turn = turn_from_angles(Vec3::new(0.0, 90.0, 0.0));
        assert!(turn.abs_diff_eq(Quat::from_rotation_y(90f32.to_radians()), 1e-6));
    }

    #[test]
    fn order_is_intrinsic_x_y_z() {
        let turn = turn_from_angles(Vec3::new(90.0, 90.0, 0.0));
        // Rx Ry: Ry maps the Z axis to X, and Rx leaves X unchanged.
        assert!((turn * Vec3::Z).abs_diff_eq(Vec3::X, 1e-6));
        // Ry leaves the Y axis unchanged, and Rx maps it to Z.
        assert!((turn * Vec3::Y).abs_diff_eq(Vec3::Z, 1e-6));
    }

    #[test]
    fn a_quarter_turn_about_y_has_angles_too() {
        for x in -18..18 {
            for z in -18..18 {
                let angles = Vec3::new(10.0 * x as f32, 90.0, 10.0 * z as f32);
                let found = angles_from_turn(turn_from_angles(angles), Vec3::ZERO);
                assert!(found.is_finite(), "{angles}: {found}");
                let same = turn_from_angles(found).dot(turn_from_angles(angles)).abs();
                assert!(same > 1.0 - 1e-5, "{angles}: {found}");
            }
        }
    }

    #[test]
    fn angles_keep_their_revolutions() {
        for angles in [Vec3::new(200.0, 10.0, -20.0), Vec3::new(-350.0, 80.0, 5.0), Vec3::new(15.0, 140.0, 30.0)] {
            let back = angles_from_turn(turn_from_angles(angles), angles + Vec3::splat(3.0));
            assert!(back.abs_diff_eq(angles, 1e-2), "{back} should be {angles}");
        }
    }
}
