//! Twin of `shaders/skinning/two_phase_dqs.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::blend_motions::blend_motions;
use super::lanes::Lanes;
use super::many_vertices::{Matrices, Motions, Skinned};
use super::skin_many::{LaneMethod, RestVertices};
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};

/// Dual quaternions with scale and shear: `v' = DLB(C''_i) (sum_i w_i C'_i) v`, Kavan 2008, section 4.2.
///
/// Bulges and flips like `dqs`, which it equals without scale. Where joints of very different stretch blend, the linear
/// first phase pinches like LBS. Reflections are part of the first phase: where a mirrored joint blends with one that
/// is not, the skin passes through a flat shape whose normals have no direction.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let stretched = blend_matrices(rest, &palette.first_phase);
    let blended = blend_motions(rest, &palette.second_phase, sign_mode);
    let normal = turn_normal_by_cofactor(stretched, rest.normal);
    SkinnedVertex {
        position: blended.transform_point(transform_affine(stretched, rest.position)),
        normal: blended.rotate_vector(normal).normalize_or_zero(),
    }
}

/// [`skin_vertex`] for several vertices.
#[derive(Clone, Copy)]
pub(super) struct TwoPhaseDqs<'p> {
    pub palette: &'p JointPalette,
    pub sign_mode: SignMode,
}

impl LaneMethod for TwoPhaseDqs<'_> {
    #[inline(always)]
    fn one(self, rest: RestVertex<'_>) -> SkinnedVertex {
        skin_vertex(rest, self.palette, self.sign_mode)
    }

    #[inline(always)]
    fn many<'a, L: Lanes>(self, simd: L::Simd, rest: impl RestVertices<'a>, first: usize) -> Skinned<L> {
        let influences = |lane| rest.influences(first + lane);
        let fours = rest.fours(first, L::COUNT);
        let stretched = Matrices::blend(simd, influences, fours, &self.palette.first_phase);
        let blended = Motions::blend(simd, influences, fours, &self.palette.second_phase, self.sign_mode);
        let normals = stretched.turn_normal_by_cofactor(simd, rest.normals(simd, first));
        let positions = stretched.transform_affine(rest.positions(simd, first));
        Skinned {
            positions: blended.transform_point(positions),
            normals: blended.rotate_vector(normals).normalize_or_zero(simd),
        }
    }
}
