//! Twin of `shaders/skinning/direct_quaternion.wgsl`.

use super::blend_rotations::blend_rotations;
use super::pose_center::pose_center;
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};

/// Direct quaternion blending: quaternions and translations are blended separately in a frame at the influencing joint
/// that is nearest at rest, `v' = R (v - r) + sum_i w_i C_i r` with r its origin. Hejl 2004, in Kavan 2008, section
/// 2.3, fig. 7.
///
/// Correct where two bones meet in one joint. Cracks open along the seam where the nearest joint changes. Scale, shear
/// and reflections are dropped. In a tie, the joint with the larger weight is used.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let rotation = blend_rotations(rest, &palette.motions, sign_mode);
    let mut center = palette.rigid_joints[rest.influences[0].joint as usize].bind_origin;
    for influence in &rest.influences[1..] {
        let origin = palette.rigid_joints[influence.joint as usize].bind_origin;
        let away = rest.position - origin;
        let nearest_away = rest.position - center;
        if away.dot(away) < nearest_away.dot(nearest_away) {
            center = origin;
        }
    }
    SkinnedVertex {
        position: pose_center(rest, palette, center) + rotation * (rest.position - center),
        normal: (rotation * rest.normal).normalize_or_zero(),
    }
}
