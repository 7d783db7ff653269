//! Twin of `shaders/common/nearest_rotation.wgsl`.

use glam::{Mat3, Mat4, Quat, Vec4};

/// The loop ends when the other eigenvectors have less than half of this share of the matrix; its last squaring leaves
/// the square of that, which is below single precision.
pub const SQUARED_ENOUGH: f32 = 2e-4;

/// Upper limit for the loop. Squarings are cheap and double the number of steps, so that the limit matters only where
/// two rotations are equally near: 2^18 steps separate eigenvalues that differ by a ten-thousandth.
pub const MOST_SQUARINGS: u32 = 18;

/// The unit quaternion of the rotation R that maximizes `tr(R^T B)`: the rotation of B's polar decomposition if det B
/// is positive, otherwise the nearest one with determinant +1. `rows` are the rows of B, as columns. B must not be
/// zero.
///
/// The trace is `q^T N q` for a symmetric 4x4 matrix N of B's elements, so q is N's eigenvector with the largest
/// eigenvalue (Horn 1987, "Closed-form solution of absolute orientation using unit quaternions"). It is found by the
/// power method: N, shifted so that no eigenvalue is negative, is squared repeatedly, and k squarings are 2^k steps.
///
/// Convergence: take the singular values s1 >= s2 >= s3 of B, with s3 negative if det B is. The largest eigenvalue is
/// `s1 + s2 + s3`, and the next one is `2 (s2 + s3)` below it, so that a step multiplies their ratio by at least
/// `1 + (s2 + s3) / (2 s1)`. If `s2 + s3` is zero, many rotations are equally near; the result is still one rotation.
pub fn nearest_rotation(rows: Mat3) -> Quat {
    let (rx, ry, rz) = (rows.x_axis, rows.y_axis, rows.z_axis);
    // No eigenvalue lies below minus this.
    let shift = (3.0 * (rx.dot(rx) + ry.dot(ry) + rz.dot(rz))).sqrt();
    let mut power = Mat4::from_cols(
        Vec4::new(rx.x - ry.y - rz.z + shift, rx.y + ry.x, rx.z + rz.x, rz.y - ry.z),
        Vec4::new(rx.y + ry.x, ry.y - rx.x - rz.z + shift, ry.z + rz.y, rx.z - rz.x),
        Vec4::new(rx.z + rz.x, ry.z + rz.y, rz.z - rx.x - ry.y + shift, ry.x - rx.y),
        Vec4::new(rz.y - ry.z, rx.z - rz.x, ry.x - rx.y, rx.x + ry.y + rz.z + shift),
    );
    for _squaring in 0..MOST_SQUARINGS {
        power *= 1.0 / trace_of(power);
        power = power * power;
        if 1.0 - trace_of(power) < SQUARED_ENOUGH {
            break;
        }
    }
    // All columns are multiples of the eigenvector; the one with the largest diagonal element is the longest.
    let mut longest = power.x_axis;
    let mut largest = power.x_axis.x;
    for (column, diagonal) in
        [(power.y_axis, power.y_axis.y), (power.z_axis, power.z_axis.z), (power.w_axis, power.w_axis.w)]
    {
        if diagonal > largest {
            (longest, largest) = (column, diagonal);
        }
    }
    Quat::from_vec4(longest / longest.length())
}

fn trace_of(m: Mat4) -> f32 {
    m.x_axis.x + m.y_axis.y + m.z_axis.z + m.w_axis.w
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// The columns of the argument are the rows of B.
    fn of(b: Mat3) -> Quat {
        nearest_rotation(b.transpose())
    }

    fn degrees_apart(a: Quat, b: Quat) -> f32 {
        let between = a.inverse() * b;
        2.0 * between.xyz().length().atan2(between.w.abs()).to_degrees()
    }

    #[test]
    fn a_rotation_times_a_stretch_gives_the_rotation() {
        let stretch = Mat3::from_cols(Vec3::new(0.6, 0.1, 0.0), Vec3::new(0.1, 0.3, -0.05), Vec3::new(0.0, -0.05, 0.1));
        for degrees in [0.0, 1e-3, 30.0, 90.0, 135.0, 179.9, 180.0] {
            for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(0.48, -0.6, 0.64)] {
                let turn = Quat::from_axis_angle(axis, f32::to_radians(degrees));
                for size in [1e-4, 1.0, 1e4] {
                    let apart = degrees_apart(of(Mat3::from_quat(turn) * stretch * size), turn);
                    assert!(apart < 1e-4, "{degrees} about {axis}, size {size}: {apart}");
                }
            }
        }
    }

    /// diag(3, 2, -1) is nearest to the identity, whose trace with it is 4; the half turns about x, y and z have 2, 0
    /// and -6. A flat B has one nearest rotation too.
    #[test]
    fn a_reflection_and_a_flat_matrix_give_a_rotation() {
        assert!(degrees_apart(of(Mat3::from_diagonal(Vec3::new(3.0, 2.0, -1.0))), Quat::IDENTITY) < 1e-4);
        let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 1.1);
        let flat = Mat3::from_quat(turn) * Mat3::from_diagonal(Vec3::new(0.5, 0.0, 0.5));
        assert!(degrees_apart(of(flat), turn) < 1e-4);
    }

    /// Half a turn about x of one of two joints: nothing determines how far the result turns about x.
    #[test]
    fn where_many_rotations_are_nearest_the_result_is_one_of_them() {
        for line in [Vec3::X, Vec3::NEG_X, Vec3::new(0.0, 0.6, 0.8)] {
            let b = Mat3::from_cols(line * line.x, line * line.y, line * line.z);
            let rotation = of(b);
            assert!((rotation.length() - 1.0).abs() < 1e-6, "{rotation}");
            assert!((rotation * line).distance(line) < 2e-3, "{line} to {}", rotation * line);
        }
    }
}
