//! Twin of `shaders/common/mix_lbs_dqs.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::blend_motions::blend_motions;
use super::{JointPalette, PaletteMatrix, RestVertex, SignMode, SkinnedVertex};
use crate::math::DualQuat;
use glam::Vec3;

/// `v' = (1 - b) lbs(v) + b two_phase_dqs(v)`.
///
/// For given weights and b this is an affine map with the linear part `(1 - b) sum_i w_i C_i + b R sum_i w_i C'_i`. The
/// normal is transformed by the cofactor of that, not by blending the normals of the two methods.
#[inline(always)]
pub fn mix_lbs_dqs(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode, b: f32) -> SkinnedVertex {
    let linear = blend_matrices(rest, &palette.matrices);
    let stretched = blend_matrices(rest, &palette.first_phase);
    let blended = blend_motions(rest, &palette.second_phase, sign_mode);
    let linear_position = transform_affine(linear, rest.position);
    let dual_position = blended.transform_point(transform_affine(stretched, rest.position));
    let turned = turn_matrix(blended, stretched);
    let mut whole = linear;
    for (row, turned) in whole.rows.iter_mut().zip(turned.rows) {
        *row = *row * (1.0 - b) + turned * b;
    }
    SkinnedVertex {
        position: linear_position * (1.0 - b) + dual_position * b,
        normal: turn_normal_by_cofactor(whole, rest.normal),
    }
}

/// The linear part of a matrix followed by the rotation of a blended motion, column by column.
#[inline(always)]
fn turn_matrix(blended: DualQuat, matrix: PaletteMatrix) -> PaletteMatrix {
    let [r0, r1, r2] = matrix.rows;
    let x = blended.rotate_vector(Vec3::new(r0.x, r1.x, r2.x));
    let y = blended.rotate_vector(Vec3::new(r0.y, r1.y, r2.y));
    let z = blended.rotate_vector(Vec3::new(r0.z, r1.z, r2.z));
    let row = |i: usize| glam::Vec4::new(x[i], y[i], z[i], 0.0);
    PaletteMatrix { rows: [row(0), row(1), row(2)] }
}
