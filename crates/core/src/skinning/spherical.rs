//! Twin of `shaders/skinning/spherical.wgsl`.

use super::blend_rotations::blend_rotations;
use super::pose_center::pose_center;
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};

/// Spherical blend skinning: `v' = R (v - r) + sum_i w_i C_i r`, Kavan & Zara 2005, in Kavan 2008, section 2.3.
///
/// The center r is shared by all vertices with the same set of influencing joints; [`super::RotationCenters`] finds it
/// for each pose. Jumps where the set of joints changes, regardless of how small the differing weight is (fig. 8).
/// Scale, shear and reflections are dropped. If the rotations are almost equal, the center may be far away, which costs
/// precision.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let rotation = blend_rotations(rest, &palette.motions, sign_mode);
    let center = palette.rotation_centers.of_set(rest.joint_set);
    SkinnedVertex {
        position: pose_center(rest, palette, center) + rotation * (rest.position - center),
        normal: (rotation * rest.normal).normalize_or_zero(),
    }
}
