//! Twin of `shaders/skinning/two_phase_dqs.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::blend_motions::blend_motions;
use super::four_vertices::{Matrices4, Motions4, Points4, lanes, skinned};
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

/// [`skin_vertex`] for four vertices.
#[inline(always)]
pub(super) fn skin_four(rest: [RestVertex<'_>; 4], palette: &JointPalette, sign_mode: SignMode) -> [SkinnedVertex; 4] {
    let stretched = Matrices4::of(lanes(|lane| blend_matrices(rest[lane], &palette.first_phase)));
    let blended = Motions4::of(lanes(|lane| blend_motions(rest[lane], &palette.second_phase, sign_mode)));
    let normals = stretched.turn_normal_by_cofactor(Points4::of(|lane| rest[lane].normal));
    let positions = stretched.transform_affine(Points4::of(|lane| rest[lane].position));
    skinned(blended.transform_point(positions), blended.rotate_vector(normals).normalize_or_zero())
}
