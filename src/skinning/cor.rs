//! Twin of `shaders/skinning/cor.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::blend_rotations::blend_rotations;
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use glam::Vec3;

/// Skinning with optimized centers of rotation: Le & Hodgins 2016, algorithm 1, `v' = R (v1 - p1) + sum_i w_i C''_i
/// p1`.
///
/// R is the blended rotation; v1 and p1 are the vertex and its center p* after the first phase of Kavan 2008, section
/// 4.2, which applies scale and shear (Le & Hodgins, end of section 3.3). The paper blends the rotations with the
/// running-sum operator; here the mode is a setting.
///
/// Bulges less than DQS in bends, but the center itself moves as under LBS, so sharp bends still lose some volume.
/// Flips at 180 degrees. Centers belong to the unmorphed rest pose, and neighboring centers jump if weights change
/// quickly over the skin. A vertex without a center rotates about itself, which is LBS of the second phase.
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let stretched = blend_matrices(rest, &palette.first_phase);
    let position = transform_affine(stretched, rest.position);
    let center = transform_affine(stretched, rest.center);
    let rotation = blend_rotations(rest, &palette.second_phase, sign_mode);
    let mut posed_center = Vec3::ZERO;
    for influence in rest.influences {
        let second_phase = palette.second_phase_matrices[influence.joint as usize];
        posed_center += transform_affine(second_phase, center) * influence.weight;
    }
    let normal = turn_normal_by_cofactor(stretched, rest.normal);
    SkinnedVertex {
        position: posed_center + rotation * (position - center),
        normal: (rotation * normal).normalize_or_zero(),
    }
}
