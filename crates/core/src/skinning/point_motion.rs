use super::palette::JointMotion;
use bytemuck::{Pod, Zeroable};
use glam::{DMat3, DQuat, DVec3, Mat4, Quat};

/// A joint's motion as `preserve-volume` blends it: for each point the rigid motion that turns by R_i and takes this point
/// exactly to C_i of it, scale and shear included. Its dual part depends on the point and is affine in it, so that sums of
/// these motions can be formed before the point is known. The shader reads it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PointMotion {
    /// R_i.
    pub real: Quat,
    /// D_i: takes (v, 1) to the dual part `(C_i v - R_i v) R_i / 2`, as x, y, z, w.
    pub dual_from_point: Mat4,
}

impl From<&JointMotion> for PointMotion {
    /// Rounds to single precision once. R_i has the sign of U_i, which the antipodality mode chose: the one that is nearer
    /// to it. Where both are as far, as in some reflections, the sign is that of [`JointMotion::axes_turn`].
    fn from(motion: &JointMotion) -> Self {
        let turn = if motion.axes_turn.dot(motion.turn) < 0.0 { -motion.axes_turn } else { motion.axes_turn };
        let full = motion.full_transform();
        let stretched = full.matrix3 - DMat3::from_quat(turn);
        let dual = |shift: DVec3| (DQuat::from_xyzw(shift.x, shift.y, shift.z, 0.0) * turn * 0.5).as_quat().into();
        let [x, y, z] = [stretched.x_axis, stretched.y_axis, stretched.z_axis].map(dual);
        Self { real: turn.as_quat(), dual_from_point: Mat4::from_cols(x, y, z, dual(full.translation)) }
    }
}

/// Fraction of the longest axis below which the others are rounding of a scale of zero. A larger one would change where skin
/// that is nearly flat turns.
const FLAT: f64 = 1e-9;

/// R_i: the rotation of a joint's bind axes when the posed y axis keeps its direction, and x and z are placed at right
/// angles to it, z at a right angle to x too: a right-handed frame, whatever `linear`, the linear part of C_i, stretches or
/// mirrors. `otherwise` where it flattens y, or x and y, to one line.
pub(super) fn turn_of_axes(linear: DMat3, bind_rotation: DQuat, otherwise: DQuat) -> DQuat {
    let axes = linear * DMat3::from_quat(bind_rotation);
    let y = axes.y_axis.normalize_or_zero();
    let z = axes.x_axis.cross(y);
    let longest = axes.x_axis.length().max(axes.y_axis.length()).max(axes.z_axis.length());
    if axes.y_axis.length().min(z.length()) <= FLAT * longest {
        return otherwise;
    }
    let z = z.normalize();
    let posed = DMat3::from_cols(y.cross(z), y, z);
    (DQuat::from_mat3(&posed) * bind_rotation.inverse()).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: DQuat, expected: DQuat) -> bool {
        found.dot(expected).abs() > 1.0 - 1e-12
    }

    #[test]
    fn stretch_along_the_axes_and_mirrored_x_or_z_do_not_turn() {
        let rest = DQuat::from_rotation_z(0.7) * DQuat::from_rotation_x(0.4);
        let turn = DQuat::from_rotation_y(1.1);
        let along_axes = |scale: DVec3| {
            let q = DMat3::from_quat(rest);
            DMat3::from_quat(turn) * q * DMat3::from_diagonal(scale) * q.transpose()
        };
        let found = |scale: DVec3| turn_of_axes(along_axes(scale), rest, DQuat::IDENTITY);
        assert!(near(found(DVec3::new(0.5, 2.0, 3.0)), turn));
        assert!(near(found(DVec3::new(1.0, 1.0, -1.0)), turn), "z follows from x and y");
        // Mirrored x or y turns the frame by half a turn about the other of both.
        let half = |axis: DVec3| turn * rest * DQuat::from_axis_angle(axis, std::f64::consts::PI) * rest.inverse();
        assert!(near(found(DVec3::new(-1.0, 1.0, 1.0)), half(DVec3::Y)));
        assert!(near(found(DVec3::new(1.0, -1.0, 1.0)), half(DVec3::X)));
        assert_eq!(found(DVec3::new(1.0, 0.0, 1.0)), DQuat::IDENTITY);
        assert_eq!(found(DVec3::new(0.0, 1.0, 1.0)), DQuat::IDENTITY);
    }

    #[test]
    fn shear_keeps_the_direction_of_y() {
        // x leans toward y, so that only y keeps its direction.
        let shear = DMat3::from_cols(DVec3::new(1.0, 0.5, 0.0), DVec3::Y, DVec3::Z);
        assert!(near(turn_of_axes(shear, DQuat::IDENTITY, DQuat::IDENTITY), DQuat::IDENTITY));
        let leaning = DMat3::from_cols(DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Z);
        let eighth = DQuat::from_rotation_z(-std::f64::consts::FRAC_PI_4);
        assert!(near(turn_of_axes(leaning, DQuat::IDENTITY, DQuat::IDENTITY), eighth));
    }
}
