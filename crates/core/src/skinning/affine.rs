//! Twin of `shaders/common/affine.wgsl`.

use super::{PaletteMatrix, RestVertex};
use crate::model::Influence;
use glam::{Vec3, Vec4};

/// `sum_i w_i M_i` with one matrix per joint, as three rows.
#[inline(always)]
pub fn blend_matrices(rest: RestVertex<'_>, matrices: &[PaletteMatrix]) -> PaletteMatrix {
    blend_list(rest.influences, matrices)
}

/// [`blend_matrices`] of the influences of one vertex.
#[inline(always)]
pub(super) fn blend_list(influences: &[Influence], matrices: &[PaletteMatrix]) -> PaletteMatrix {
    let mut blended = PaletteMatrix { rows: [Vec4::ZERO; 3] };
    for influence in influences {
        let PaletteMatrix { rows } = matrices[influence.joint as usize];
        for (sum, row) in blended.rows.iter_mut().zip(rows) {
            *sum += row * influence.weight;
        }
    }
    blended
}

/// `rows (x, 1)`.
#[inline(always)]
pub fn transform_affine(matrix: PaletteMatrix, point: Vec3) -> Vec3 {
    let point = point.extend(1.0);
    let [x, y, z] = matrix.rows;
    Vec3::new(x.dot(point), y.dot(point), z.dot(point))
}

/// `normalize(sign(det M) cof(M) n)` for the linear part M of three rows; points outward under reflections too.
#[inline(always)]
pub fn turn_normal_by_cofactor(matrix: PaletteMatrix, normal: Vec3) -> Vec3 {
    let [r0, r1, r2] = matrix.rows;
    let (r0, r1, r2) = (r0.truncate(), r1.truncate(), r2.truncate());
    let (c0, c1, c2) = (r1.cross(r2), r2.cross(r0), r0.cross(r1));
    let turned = Vec3::new(c0.dot(normal), c1.dot(normal), c2.dot(normal));
    let side = if r0.dot(c0) < 0.0 { -1.0 } else { 1.0 };
    (turned * side).normalize_or_zero()
}
