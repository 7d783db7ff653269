//! Twin of `shaders/skinning/dqs.wgsl`.

use super::blend_motions::blend_motions;
use super::lanes::Lanes;
use super::many_vertices::{Motions, Skinned};
use super::skin_many::{LaneMethod, RestVertices};
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};

/// Dual quaternion linear blending: Kavan 2008, algorithm 1, of the joints' rigid parts (stretch dropped).
///
/// Preserves volume under twists; bulges on the outer side of bends, and flips where the angle between two blended
/// rotations passes 180 degrees. Scale, shear and reflections of a joint do not affect the skin. If the blend has
/// almost no length left ([`super::SHORTEST_BLEND`]), the vertex follows its heaviest joint.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let blended = blend_motions(rest, &palette.motions, sign_mode);
    SkinnedVertex {
        position: blended.transform_point(rest.position),
        normal: blended.rotate_vector(rest.normal).normalize_or_zero(),
    }
}

/// [`skin_vertex`] for several vertices.
#[derive(Clone, Copy)]
pub(super) struct Dqs<'p> {
    pub palette: &'p JointPalette,
    pub sign_mode: SignMode,
}

impl LaneMethod for Dqs<'_> {
    #[inline(always)]
    fn one(self, rest: RestVertex<'_>) -> SkinnedVertex {
        skin_vertex(rest, self.palette, self.sign_mode)
    }

    #[inline(always)]
    fn many<'a, L: Lanes>(self, simd: L::Simd, rest: impl RestVertices<'a>, first: usize) -> Skinned<L> {
        let influences = |lane| rest.influences(first + lane);
        let fours = rest.fours(first, L::COUNT);
        let blended = Motions::blend(simd, influences, fours, &self.palette.motions, self.sign_mode);
        Skinned {
            positions: blended.transform_point(rest.positions(simd, first)),
            normals: blended.rotate_vector(rest.normals(simd, first)).normalize_or_zero(simd),
        }
    }
}
