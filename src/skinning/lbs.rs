//! Twin of `shaders/skinning/lbs.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::four_vertices::{Matrices4, Points4, lanes, skinned};
use super::{JointPalette, RestVertex, SkinnedVertex};

/// Linear blend skinning: `v' = (sum_i w_i C_i) v`, eq. 1 in all the papers, with the joints' full transforms.
///
/// Its known artifacts are kept: the blended matrix is not a rotation, so twists pinch (candy wrapper) and bends
/// collapse; at 180 degrees the section shrinks to a point. The normal is transformed by the cofactor of the blended
/// linear part times the sign of its determinant; it ignores the gradient of the weights, as games do. Reflections are
/// exact.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette) -> SkinnedVertex {
    let blended = blend_matrices(rest, &palette.matrices);
    SkinnedVertex {
        position: transform_affine(blended, rest.position),
        normal: turn_normal_by_cofactor(blended, rest.normal),
    }
}

/// [`skin_vertex`] for four vertices.
#[inline(always)]
pub(super) fn skin_four(rest: [RestVertex<'_>; 4], palette: &JointPalette) -> [SkinnedVertex; 4] {
    let blended = Matrices4::of(lanes(|lane| blend_matrices(rest[lane], &palette.matrices)));
    skinned(
        blended.transform_affine(Points4::of(|lane| rest[lane].position)),
        blended.turn_normal_by_cofactor(Points4::of(|lane| rest[lane].normal)),
    )
}
