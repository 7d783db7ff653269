//! Twin of `shaders/skinning/dqs.wgsl`.

use super::blend_motions::blend_motions;
use super::four_vertices::{Motions4, Points4, lanes, skinned};
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

/// [`skin_vertex`] for four vertices.
#[inline(always)]
pub(super) fn skin_four(rest: [RestVertex<'_>; 4], palette: &JointPalette, sign_mode: SignMode) -> [SkinnedVertex; 4] {
    let blended = Motions4::of(lanes(|lane| blend_motions(rest[lane], &palette.motions, sign_mode)));
    skinned(
        blended.transform_point(Points4::of(|lane| rest[lane].position)),
        blended.rotate_vector(Points4::of(|lane| rest[lane].normal)).normalize_or_zero(),
    )
}
