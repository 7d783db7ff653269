//! Twin of `shaders/skinning/cor.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::blend_rotations::blend_rotations;
use super::lanes::Lanes;
use super::many_vertices::{Matrices, Motions, Points, Skinned};
use super::skin_many::{LaneMethod, RestVertices};
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use glam::Vec3;

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

/// [`skin_vertex`] for several vertices.
#[derive(Clone, Copy)]
pub(super) struct Cor<'p> {
    pub palette: &'p JointPalette,
    pub sign_mode: SignMode,
}

impl LaneMethod for Cor<'_> {
    #[inline(always)]
    fn one(self, rest: RestVertex<'_>) -> SkinnedVertex {
        skin_vertex(rest, self.palette, self.sign_mode)
    }

    #[inline(always)]
    fn many<'a, L: Lanes>(self, simd: L::Simd, rest: impl RestVertices<'a>, first: usize) -> Skinned<L> {
        let Self { palette, sign_mode } = self;
        let influences = |lane| rest.influences(first + lane);
        let fours = rest.fours(first, L::COUNT);
        let stretched = Matrices::blend(simd, influences, fours, &palette.first_phase);
        let positions = stretched.transform_affine(rest.positions(simd, first));
        let centers = stretched.transform_affine(rest.centers(simd, first));
        let rotations = Motions::<L>::blend(simd, influences, fours, &palette.second_phase, sign_mode).real;
        let rotations = rotations.scaled(L::splat(simd, 1.0) / rotations.dot(rotations).sqrt());
        let zero = L::splat(simd, 0.0);
        let mut posed_centers = Points { x: zero, y: zero, z: zero };
        let most = (0..L::COUNT).map(|lane| influences(lane).len()).max().unwrap_or(0);
        for index in 0..most {
            // A vertex with fewer influences adds its heaviest joint with weight zero, which changes no bit of finite
            // values.
            let joint = |lane: usize| influences(lane).get(index).unwrap_or(&influences(lane)[0]).joint as usize;
            let weight = |lane: usize| influences(lane).get(index).map_or(0.0, |influence| influence.weight);
            let second_phase = Matrices::of(simd, |lane| &palette.second_phase_matrices[joint(lane)]);
            posed_centers = posed_centers + second_phase.transform_affine(centers) * L::of(simd, weight);
        }
        let normals = stretched.turn_normal_by_cofactor(simd, rest.normals(simd, first));
        Skinned {
            positions: posed_centers + rotations.rotate(simd, positions - centers),
            normals: rotations.rotate(simd, normals).normalize_or_zero(simd),
        }
    }
}
