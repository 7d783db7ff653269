//! Twin of `shaders/skinning/quaternion_translation.wgsl`.

use super::blend_rotations::blend_rotations;
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use glam::Vec3;

/// Quaternions and translations of the joints' rigid parts blended separately: `v' = R v + sum_i w_i t_i`. Kavan 2008,
/// sections 2.3 and 3.3.
///
/// Rigid, but not coordinate invariant: every vertex rotates about the origin of the scene, so the skin drifts off the
/// bones (figs. 5 and 6), more so the farther the model is from the origin. Scale, shear and reflections are dropped.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let rotation = blend_rotations(rest, &palette.motions, sign_mode);
    let mut translation = Vec3::ZERO;
    for influence in rest.influences {
        translation += palette.rigid_joints[influence.joint as usize].translation * influence.weight;
    }
    SkinnedVertex {
        position: rotation * rest.position + translation,
        normal: (rotation * rest.normal).normalize_or_zero(),
    }
}
