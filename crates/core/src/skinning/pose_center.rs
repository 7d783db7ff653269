//! Twin of `shaders/common/pose_center.wgsl`.

use super::affine::{blend_matrices, transform_affine};
use super::{JointPalette, RestVertex};
use glam::Vec3;

/// `sum_i w_i C_i r` of the joints' rigid parts.
#[inline(always)]
pub fn pose_center(rest: RestVertex<'_>, palette: &JointPalette, center: Vec3) -> Vec3 {
    transform_affine(blend_matrices(rest, &palette.rigid_matrices), center)
}
