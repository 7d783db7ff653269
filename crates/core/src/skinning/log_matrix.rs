//! Twin of `shaders/skinning/log_matrix.wgsl`.

use super::{JointPalette, RestVertex, SkinnedVertex};
use crate::math::{DualQuat, Screw};
use glam::Vec3;

/// Log-matrix blending: `v' = exp(sum_i w_i log C_i) v` of the joints' rigid parts. Alexa 2002, Cordier &
/// Magnenat-Thalmann 2005, in Kavan 2008, section 2.3, eq. 3.
///
/// The logarithm of a rigid matrix consists of angle times axis, with the angle from 0 to pi, and the moment that
/// shifts the center of rotation. It is twice the logarithm of the unit dual quaternion whose angle is below pi, and
/// their exponentials agree, so the vertex loop needs no matrix.
///
/// Rigid and coordinate invariant, but rotations are blended as "angle times axis" vectors: the path is not the
/// shortest, visibly so beyond 90 degrees (fig. 16), and rotating the whole rig changes the shape (not left invariant).
/// Jumps where a joint's own rotation relative to rest passes 180 degrees, regardless of its neighbors. The choice
/// between q and -q has no effect.
///
/// Scale, shear and reflections are dropped: the papers define the method for rigid transforms only (Kavan 2008,
/// section 6), and the logarithm of a full affine matrix is not a substitute. It does not exist for reflections or for
/// rotations near a half turn with uneven stretch, where the skin would jump without any joint passing 180 degrees.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette) -> SkinnedVertex {
    let mut blended = Screw { turn: Vec3::ZERO, shift: Vec3::ZERO };
    for influence in rest.influences {
        let logarithm = palette.logarithms[influence.joint as usize];
        blended.turn += logarithm.turn * influence.weight;
        blended.shift += logarithm.shift * influence.weight;
    }
    let motion = DualQuat::exp(blended);
    SkinnedVertex {
        position: motion.transform_point(rest.position),
        normal: motion.rotate_vector(rest.normal).normalize_or_zero(),
    }
}
