//! The orthogonal Procrustes problem by singular values: Kabsch 1978, as Le & Hodgins 2016, section 5, name it.

use super::centers::outer;
use glam::{DMat3, DVec3};

/// A rotation, and how firmly it is determined: with singular values s1 >= s2 >= s3, the last with the sign of the
/// determinant, (s2 + s3) / s1, at most 1. At 0 others fit as well.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    pub rotation: DMat3,
    pub firmness: f64,
}

/// The rotation R of determinant +1 that maximizes tr(R^T B).
pub fn fit(b: DMat3) -> Fitted {
    let (squares, v) = eigen(b.transpose() * b);
    let singular = squares.map(|square| square.max(0.0).sqrt());
    let u0 = (b * v[0]).normalize_or(DVec3::X);
    let across = b * v[1] - u0 * u0.dot(b * v[1]);
    let u1 = across.normalize_or(u0.any_orthonormal_vector());
    // The third pair is what makes both sides right-handed.
    let rotation = outer(u0, v[0]) + outer(u1, v[1]) + outer(u0.cross(u1), v[0].cross(v[1]));
    let third = if b.determinant() < 0.0 { -singular[2] } else { singular[2] };
    let firmness = if singular[0] > 0.0 { ((singular[1] + third) / singular[0]).min(1.0) } else { 0.0 };
    Fitted { rotation, firmness }
}

/// Eigenvalues and orthonormal eigenvectors of a symmetric matrix, largest first: Jacobi's rotations.
pub(super) fn eigen(symmetric: DMat3) -> ([f64; 3], [DVec3; 3]) {
    let (mut a, mut vectors) = (symmetric, DMat3::IDENTITY);
    for _ in 0..30 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let off = a.col(p)[q];
            if off != 0.0 {
                let angle = 0.5 * (2.0 * off).atan2(a.col(q)[q] - a.col(p)[p]);
                let mut turn = DMat3::IDENTITY;
                turn.col_mut(p)[p] = angle.cos();
                turn.col_mut(q)[q] = angle.cos();
                turn.col_mut(q)[p] = angle.sin();
                turn.col_mut(p)[q] = -angle.sin();
                a = turn.transpose() * a * turn;
                vectors *= turn;
            }
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| a.col(j)[j].total_cmp(&a.col(i)[i]));
    (order.map(|i| a.col(i)[i]), order.map(|i| vectors.col(i)))
}

#[test]
fn the_fit_is_better_than_any_rotation_near_it() {
    let mut random = crate::properties::Random(58);
    let mut reflections = 0;
    for _ in 0..300 {
        let entries: Vec<DVec3> = (0..3).map(|_| random.point(1.0)).collect();
        let b = DMat3::from_cols(entries[0], entries[1], entries[2]);
        let Fitted { rotation, firmness } = fit(b);
        assert!((rotation.transpose() * rotation).abs_diff_eq(DMat3::IDENTITY, 1e-12) && rotation.determinant() > 0.0);
        let trace = |r: DMat3| (r.transpose() * b).to_cols_array().iter().step_by(4).sum::<f64>();
        let best = trace(rotation);
        for axis in [DVec3::X, DVec3::Y, DVec3::Z, random.direction()] {
            for angle in [-3.0, -0.5, -1e-3, 1e-3, 0.5, 3.0] {
                let other = trace(rotation * DMat3::from_axis_angle(axis, angle));
                assert!(other <= best + 1e-12, "{b}: {other} over {best}");
            }
        }
        reflections += usize::from(b.determinant() < 0.0);
        assert!((0.0..=1.0).contains(&firmness));
    }
    assert!((100..200).contains(&reflections), "{reflections}");
}
