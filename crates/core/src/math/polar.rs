use glam::{DMat3, DQuat, DVec3};

/// `matrix = rotation * stretch`, with a proper rotation and a symmetric stretch.
#[derive(Clone, Copy, Debug)]
pub struct Polar {
    /// Rotation as a unit quaternion, not brought to a canonical sign.
    pub rotation: DQuat,
    /// Symmetric, but not from `polar_decompose_mirrored`. Positive semidefinite if the matrix preserves orientation,
    /// negative semidefinite if it mirrors: the reflection is represented as `-1` in all directions and is part of the
    /// stretch, which is the choice that stays continuous when stretches coincide.
    pub stretch: DMat3,
}

/// Right polar decomposition with `det rotation = +1` for any finite matrix, including singular ones.
///
/// Finds the rotation nearest to `matrix` (Shoemake & Duff 1992) by singular values: one-sided Jacobi rotates the
/// columns until they are orthogonal, `matrix * right = left * diag(singular)`. Directions that the matrix collapses
/// are completed to a rotation, so that a joint scaled to zero still has one. A matrix with a non-finite entry gives
/// the identity rotation.
pub fn polar_decompose(matrix: DMat3) -> Polar {
    if !matrix.is_finite() {
        return Polar { rotation: DQuat::IDENTITY, stretch: DMat3::IDENTITY };
    }
    let sign = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    let (left, right) = singular_bases(matrix * sign);
    let rotation = DQuat::from_mat3(&(left * right.transpose())).normalize();
    let stretch = DMat3::from_quat(rotation.inverse()) * matrix;
    Polar { rotation, stretch: (stretch + stretch.transpose()) * 0.5 }
}

/// Like [`polar_decompose`], for a matrix that mirrors in a known way: `matrix = rotation * stretch`, where the stretch
/// is a symmetric matrix after `reflection`, which is symmetric and orthogonal with determinant -1. The rotation is
/// continuous in the matrix as long as the matrix does not flatten, also where stretches coincide.
///
/// A matrix that does not mirror is decomposed without the reflection.
pub fn polar_decompose_mirrored(matrix: DMat3, reflection: Option<DMat3>) -> Polar {
    match reflection.filter(|_| matrix.determinant() < 0.0) {
        Some(reflection) => {
            let Polar { rotation, stretch } = polar_decompose(matrix * reflection);
            Polar { rotation, stretch: stretch * reflection }
        }
        None => polar_decompose(matrix),
    }
}

/// The proper rotation nearest to a matrix, which maximizes the sum of the entries of their product (Kabsch 1976): of a
/// matrix that mirrors, only the direction that it shrinks most is turned around.
pub fn nearest_rotation(matrix: DMat3) -> DQuat {
    if matrix.determinant() >= 0.0 {
        return polar_decompose(matrix).rotation;
    }
    let (_, right) = singular_bases(-matrix);
    let least = right.z_axis;
    let mirror = DMat3::IDENTITY - 2.0 * DMat3::from_cols(least * least.x, least * least.y, least * least.z);
    polar_decompose(matrix * mirror).rotation
}

/// Right-handed orthonormal bases `(left, right)` with `left^T matrix right` diagonal, for `det matrix >= 0`.
fn singular_bases(matrix: DMat3) -> (DMat3, DMat3) {
    /// Jacobi converges quadratically; three by three needs about five sweeps.
    const SWEEPS: usize = 30;
    let mut turned = matrix;
    let mut right = DMat3::IDENTITY;
    for _ in 0..SWEEPS {
        let mut off = 0.0f64;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (cp, cq) = (turned.col(p), turned.col(q));
            let dot = cp.dot(cq);
            let size = (cp.length_squared() * cq.length_squared()).sqrt();
            if dot.abs() <= 1e-16 * size || size == 0.0 {
                continue;
            }
            off = off.max(dot.abs() / size);
            let zeta = (cq.length_squared() - cp.length_squared()) / (2.0 * dot);
            let tan = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
            let cos = (1.0 + tan * tan).sqrt().recip();
            let sin = cos * tan;
            for columns in [&mut turned, &mut right] {
                let (a, b) = (columns.col(p), columns.col(q));
                *columns.col_mut(p) = a * cos - b * sin;
                *columns.col_mut(q) = a * sin + b * cos;
            }
        }
        if off < 1e-15 {
            break;
        }
    }
    // Largest singular value first; both bases are kept right-handed by flipping the last column.
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| turned.col(b).length_squared().total_cmp(&turned.col(a).length_squared()));
    let mut right = DMat3::from_cols(right.col(order[0]), right.col(order[1]), right.col(order[2]));
    let columns = [turned.col(order[0]), turned.col(order[1]), turned.col(order[2])];
    if right.determinant() < 0.0 {
        right.z_axis = -right.z_axis;
    }
    // A direction below this fraction of the largest singular value is treated as flattened.
    const FLAT: f64 = 1e-12;
    let largest = columns[0].length();
    if largest == 0.0 {
        return (right, right);
    }
    let x = columns[0] / largest;
    let y = if columns[1].length() > FLAT * largest {
        (columns[1] - x * x.dot(columns[1])).normalize()
    } else {
        flattened_partner(x, right)
    };
    (DMat3::from_cols(x, y, x.cross(y)), right)
}

/// A unit vector orthogonal to `x`: the image of the second right direction under the smallest rotation that maps the
/// first right direction to `x`, so that a bone squashed to a line keeps its twist.
fn flattened_partner(x: DVec3, right: DMat3) -> DVec3 {
    let turn = DQuat::from_rotation_arc(right.x_axis, x);
    let partner = turn * right.y_axis;
    (partner - x * x.dot(partner)).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matrices() -> impl Strategy<Value = DMat3> {
        prop::array::uniform9(-3.0f64..3.0).prop_map(|m| DMat3::from_cols_array(&m))
    }

    fn check(matrix: DMat3) {
        let Polar { rotation, stretch } = polar_decompose(matrix);
        assert!((rotation.length() - 1.0).abs() < 1e-9);
        let again = DMat3::from_quat(rotation) * stretch;
        assert!(again.abs_diff_eq(matrix, 1e-7), "{matrix} came back as {again}");
    }

    #[test]
    fn the_nearest_rotation_of_a_flat_or_mirrored_cloud_is_the_best_one() {
        let mut random = crate::math::Random(3);
        for round in 0..200 {
            let turn = random.rotation();
            // Nearly flat, with noise that decides the sign of the determinant.
            let flat = if round % 2 == 0 { 1e-7 } else { 1.0 };
            let noise = if round % 2 == 0 { 1e-6 } else { 0.7 };
            let mut product = DMat3::ZERO;
            for _ in 0..8 {
                let point = random.point(1.0) * DVec3::new(1.0, 1.0, flat);
                let moved = turn * point + random.point(noise);
                product += DMat3::from_cols(moved * point.x, moved * point.y, moved * point.z);
            }
            let merit = |rotation: DQuat| {
                let turned_back = DMat3::from_quat(rotation).transpose() * product;
                turned_back.x_axis.x + turned_back.y_axis.y + turned_back.z_axis.z
            };
            let found = nearest_rotation(product);
            for _ in 0..50 {
                let other = found * DQuat::from_scaled_axis(random.point(0.3));
                assert!(merit(found) >= merit(other) - 1e-9, "{round}");
                assert!(merit(found) >= merit(random.rotation()) - 1e-9, "{round}");
            }
            if round % 2 == 0 {
                assert!(found.angle_between(turn) < 1e-4 || found.angle_between(-turn) < 1e-4, "{round}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_matrix_comes_back(matrix in matrices()) {
            check(matrix);
        }

        #[test]
        fn a_rotation_before_the_stretch_is_found(
            axis in prop::array::uniform3(-1.0f64..1.0), angle in -3.1f64..3.1, s in prop::array::uniform3(0.1f64..4.0),
        ) {
            prop_assume!(DVec3::from_array(axis).length() > 0.1);
            let rotation = DQuat::from_axis_angle(DVec3::from_array(axis).normalize(), angle);
            let found = polar_decompose(DMat3::from_quat(rotation) * DMat3::from_diagonal(DVec3::from_array(s)));
            prop_assert!(found.rotation.dot(rotation).abs() > 1.0 - 1e-9);
            prop_assert!(found.stretch.abs_diff_eq(DMat3::from_diagonal(DVec3::from_array(s)), 1e-8));
        }
    }

    #[test]
    fn a_known_reflection_is_no_part_of_the_rotation() {
        let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -0.5).normalize(), 2.3);
        let mirror = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0));
        let decomposed = |stretch: DMat3| {
            let matrix = DMat3::from_quat(turn) * stretch;
            let Polar { rotation, stretch } = polar_decompose_mirrored(matrix, Some(mirror));
            assert!((DMat3::from_quat(rotation) * stretch).abs_diff_eq(matrix, 1e-12), "the product is exact");
            rotation.dot(turn).abs()
        };
        for scale in [DVec3::new(-1.0, 1.0, 1.0), DVec3::new(-0.25, 1.0, 1.0), DVec3::new(-2.0, 0.5, 3.0)] {
            assert!(decomposed(DMat3::from_diagonal(scale)) > 1.0 - 1e-12, "{scale}");
            // Rounding does not turn it by half a turn, as it would if the reflection were searched for.
            let nearly = DMat3::from_diagonal(scale) + DMat3::from_cols(DVec3::ZERO, DVec3::splat(1e-9), DVec3::ZERO);
            assert!(decomposed(nearly) > 1.0 - 1e-12, "{scale}");
        }
        let proper = polar_decompose_mirrored(DMat3::from_quat(turn), Some(mirror));
        assert!(proper.rotation.dot(turn).abs() > 1.0 - 1e-12 && proper.stretch.abs_diff_eq(DMat3::IDENTITY, 1e-12));
    }

    #[test]
    fn flattened_and_mirrored_matrices() {
        check(DMat3::ZERO);
        check(DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0)));
        check(DMat3::from_diagonal(DVec3::new(0.0, 2.0, 0.0)));
        check(DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0)));
        let turn = DMat3::from_quat(DQuat::from_rotation_x(2.0));
        check(turn * DMat3::from_diagonal(DVec3::new(1.0, 1e-14, 0.0)));
        assert!(polar_decompose(DMat3::from_diagonal(DVec3::new(-2.0, -2.0, -2.0))).rotation.w.abs() > 0.999);
        assert_eq!(polar_decompose(DMat3::NAN).rotation, DQuat::IDENTITY);
    }
}
