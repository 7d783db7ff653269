//! Twin of `shaders/skinning/cor_procrustes.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::nearest_rotation::nearest_rotation;
use super::{Covariance, JointPalette, PaletteMatrix, RestVertex, SkinnedVertex};
use glam::{Mat3, Vec3, Vec4};

/// Amount added to the covariance, whose trace is one, in all directions: where the similar surface is a line, this
/// decides the rotation about it, and everywhere else it changes the rotation by less than a hundredth of a degree.
/// Larger values would depart from the paper; with smaller ones rounding would decide.
pub const LEAST_COVARIANCE: f32 = 1e-4;

/// A matrix smaller than this has no nearest rotation in single precision; the vertex then follows its heaviest
/// influence.
pub const SMALLEST_BLEND: f32 = 1e-6;

/// The Procrustes variant of `cor`: Le & Hodgins 2016, section 5. `v' = R (v1 - p1) + sum_i w_i C''_i p1` as there, but
/// R is optimized together with the translation: with it the rigid motion comes nearest, in the mean of squares, to
/// where linear blending with this vertex's weights takes the similar surface (eq. 2). With `A = sum_i w_i U_i` the
/// mean is smallest if `tr(R^T A M1)` is largest: R is the rotation nearest to `A M1`, of determinant +1.
///
/// `M = integral of s(v) (v - p*) (v - p*)^T` is computed once ([`Covariance`]). The similar surface passes through the
/// blended first phase L like the vertex, so `M1 = L M L^T`, divided by its trace. The paper caches nine numbers; M is
/// symmetric, so six are enough.
///
/// Joints enter as matrices, so that no signs are chosen. Blending is along straight lines: of two joints, the rotation
/// lags behind the one in `cor` on the side of the heavier joint and turns quickly where the weights are equal; between
/// rotations 180 degrees apart it flips.
///
/// Where M is singular, R stays a rotation: [`LEAST_COVARIANCE`] is added in all directions, and M1 is the identity if
/// its trace is zero, as for a vertex without a center, so that R is the rotation nearest to A. A vertex with one
/// joint, or whose joints share one rotation, has that rotation whatever M is, and R changes continuously towards it. R
/// is unique and continuous over pose and weights while A is regular, for instance while all joints of the vertex are
/// within a right angle of one rotation.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette) -> SkinnedVertex {
    let stretched = blend_matrices(rest, &palette.first_phase);
    let position = transform_affine(stretched, rest.position);
    let center = transform_affine(stretched, rest.center);
    let blended = blend_matrices(rest, &palette.second_phase_matrices);
    let covariance = stretch_covariance(stretched, rest.covariance);
    let mut rows = rows_times(blended, covariance);
    if size_of_rows(rows) < SMALLEST_BLEND {
        let heaviest = rest.influences[0].joint as usize;
        rows = rows_times(palette.second_phase_matrices[heaviest], covariance);
    }
    let rotation = nearest_rotation(rows);
    let normal = turn_normal_by_cofactor(stretched, rest.normal);
    SkinnedVertex {
        position: transform_affine(blended, center) + rotation * (position - center),
        normal: (rotation * normal).normalize_or_zero(),
    }
}

/// `L M L^T` divided by its trace, plus [`LEAST_COVARIANCE`] in all directions, for the linear part L of three rows; the
/// identity if the trace is zero.
fn stretch_covariance(matrix: PaletteMatrix, covariance: Covariance) -> Mat3 {
    let [r0, r1, r2] = matrix.rows.map(Vec4::truncate);
    let m = covariance.matrix();
    let (m0, m1, m2) = (m * r0, m * r1, m * r2);
    let squares = Vec3::new(r0.dot(m0), r1.dot(m1), r2.dot(m2));
    let products = Vec3::new(r1.dot(m2), r0.dot(m2), r0.dot(m1));
    let trace = squares.x + squares.y + squares.z;
    if trace > 0.0 {
        let d = squares / trace + LEAST_COVARIANCE;
        let p = products / trace;
        return Mat3::from_cols(Vec3::new(d.x, p.z, p.y), Vec3::new(p.z, d.y, p.x), Vec3::new(p.y, p.x, d.z));
    }
    Mat3::IDENTITY
}

/// The rows of `A M` as columns, for the linear part A of three rows and a symmetric M.
fn rows_times(matrix: PaletteMatrix, symmetric: Mat3) -> Mat3 {
    let [r0, r1, r2] = matrix.rows.map(Vec4::truncate);
    Mat3::from_cols(symmetric * r0, symmetric * r1, symmetric * r2)
}

fn size_of_rows(rows: Mat3) -> f32 {
    let (x, y, z) = (rows.x_axis, rows.y_axis, rows.z_axis);
    (x.dot(x) + y.dot(y) + z.dot(z)).sqrt()
}
