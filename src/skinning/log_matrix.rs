//! Twin of `shaders/skinning/log_matrix.wgsl`.

use super::{JointPalette, RestVertex, SkinnedVertex};
use crate::math::{DualQuat, Screw};
use glam::Vec3;

/// Log-matrix blending: `v' = exp(sum_i w_i log C_i) v` of the joints' rigid parts. Alexa 2002, Cordier &
/// Magnenat-Thalmann 2005, in Kavan 2008, section 2.3, eq. 3.
///
/// The logarithm of a rigid matrix holds angle times axis, from 0 to pi, and the moment that moves the center of
/// rotation; it is twice that of the unit dual quaternion whose angle is under pi, and exp of the one is exp of the
/// other. So the vertex loop needs no matrix.
///
/// Rigid and coordinate invariant, but rotations are blended as vectors "angle times axis": the way is not the
/// shortest, visibly so beyond 90 degrees (fig. 16), and turning the whole rig changes the shape (not left invariant).
/// Jumps where a joint's own rotation against rest passes 180 degrees, wherever its neighbors are; what is chosen
/// about q and -q changes nothing.
///
/// Scale, shear and reflections are dropped: the papers give the method rigid transforms only (Kavan 2008, section 6),
/// and the logarithm of a full affine matrix is no way round that. It does not exist for reflections, nor for a turn
/// near a half with uneven stretch, where the skin would jump without any joint having passed 180 degrees.
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
