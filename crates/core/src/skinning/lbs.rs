//! Twin of `shaders/skinning/lbs.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::lanes::Lanes;
use super::many_vertices::{Matrices, Skinned};
use super::skin_many::{LaneMethod, RestVertices};
use super::{JointPalette, RestVertex, SkinnedVertex};

/// Linear blend skinning: `v' = (sum_i w_i C_i) v`, eq. 1 of Kavan 2008, with the joints' full transforms.
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

/// [`skin_vertex`] for several vertices.
#[derive(Clone, Copy)]
pub(super) struct Lbs<'p> {
    pub palette: &'p JointPalette,
}

impl LaneMethod for Lbs<'_> {
    #[inline(always)]
    fn one(self, rest: RestVertex<'_>) -> SkinnedVertex {
        skin_vertex(rest, self.palette)
    }

    #[inline(always)]
    fn many<'a, L: Lanes>(self, simd: L::Simd, rest: impl RestVertices<'a>, first: usize) -> Skinned<L> {
        let influences = |lane| rest.influences(first + lane);
        let fours = rest.fours(first, L::COUNT);
        let blended = Matrices::blend(simd, influences, fours, &self.palette.matrices);
        Skinned {
            positions: blended.transform_affine(rest.positions(simd, first)),
            normals: blended.turn_normal_by_cofactor(simd, rest.normals(simd, first)),
        }
    }
}
