//! Twin of `shaders/skinning/cor.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::blend_rotations::blend_rotations;
use super::four_vertices::{Matrices4, Points4, Rotations4, lanes, skinned};
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use glam::{Vec3, Vec4};

/// Skinning with optimized centers of rotation: Le & Hodgins 2016, algorithm 1, `v' = R (v1 - p1) + sum_i w_i C''_i
/// p1`.
///
/// R is the blended rotation; v1 and p1 are the vertex and its center p* after the first phase of Kavan 2008, section
/// 4.2, which applies scale and shear (Le & Hodgins, end of section 3.3). The paper blends the rotations with the
/// running-sum operator; here the mode is a setting.
///
/// Bulges less than DQS in bends, but the center itself moves as under LBS, so sharp bends still lose some volume.
/// Flips at 180 degrees. Centers belong to the unmorphed rest pose, and neighboring centers jump if weights change
/// quickly over the skin. A vertex without a center rotates about itself, which is LBS of the second phase.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let stretched = blend_matrices(rest, &palette.first_phase);
    let position = transform_affine(stretched, rest.position);
    let center = transform_affine(stretched, rest.center);
    let rotation = blend_rotations(rest, &palette.second_phase, sign_mode);
    let mut posed_center = Vec3::ZERO;
    for influence in rest.influences {
        let second_phase = palette.second_phase_matrices[influence.joint as usize];
        posed_center += transform_affine(second_phase, center) * influence.weight;
    }
    let normal = turn_normal_by_cofactor(stretched, rest.normal);
    SkinnedVertex {
        position: posed_center + rotation * (position - center),
        normal: (rotation * normal).normalize_or_zero(),
    }
}

/// [`skin_vertex`] for four vertices.
#[inline(always)]
pub(super) fn skin_four(rest: [RestVertex<'_>; 4], palette: &JointPalette, sign_mode: SignMode) -> [SkinnedVertex; 4] {
    let stretched = Matrices4::of(lanes(|lane| blend_matrices(rest[lane], &palette.first_phase)));
    let positions = stretched.transform_affine(Points4::of(|lane| rest[lane].position));
    let centers = stretched.transform_affine(Points4::of(|lane| rest[lane].center));
    let rotations = Rotations4::of(lanes(|lane| blend_rotations(rest[lane], &palette.second_phase, sign_mode)));
    let mut posed_centers = Points4::ZERO;
    let most = rest.iter().map(|rest| rest.influences.len()).max().unwrap_or(0);
    for index in 0..most {
        // A vertex with fewer influences adds its heaviest joint with weight zero, which changes no bit.
        let joints = lanes(|lane| rest[lane].influences.get(index).unwrap_or(&rest[lane].influences[0]).joint);
        let weights = lanes(|lane| rest[lane].influences.get(index).map_or(0.0, |influence| influence.weight));
        let second_phase = Matrices4::of(lanes(|lane| palette.second_phase_matrices[joints[lane] as usize]));
        posed_centers = posed_centers + second_phase.transform_affine(centers) * Vec4::from_array(weights);
    }
    let normals = stretched.turn_normal_by_cofactor(Points4::of(|lane| rest[lane].normal));
    skinned(posed_centers + rotations.rotate(positions - centers), rotations.rotate(normals).normalize_or_zero())
}
