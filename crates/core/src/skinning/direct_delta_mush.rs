//! Twin of `shaders/skinning/direct_delta_mush.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::cor_procrustes::SMALLEST_BLEND;
use super::nearest_rotation::nearest_rotation;
use super::{Covariance, JointPalette, PaletteMatrix, RestVertex, SkinnedVertex};
use crate::model::VertexMoments;
use glam::{Mat3, Vec3, Vec4};

/// Direct delta mush: Le & Lewis 2019, variant 0. `v' = R v + q - R p` turns the smoothed surroundings of the vertex, whose
/// mean is p at rest and q in the pose, by the rotation R that comes nearest to how they deform. Which part of them follows
/// which joint is computed once ([`crate::model::SkinMoments`]), so that nothing is smoothed in the pose.
///
/// Moments and positions are taken about the vertex; the paper takes them about the origin, which loses digits. What a
/// morph adds to the vertex turns with R.
///
/// Scale is not in the paper. As in `two-phase-dqs`, a linear first phase stretches the vertex, here with its
/// surroundings, and the rest is done to the rigid second phases: a skin of uniform scale is the scaled skin.
///
/// At rest v' is v. Surroundings that are flat, straight or a point turn with the mean of their joints about what they do
/// not span. R flips where its joints are 180 degrees apart.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette) -> SkinnedVertex {
    let VertexMoments { anchor, spread, of_joints } = rest.moments;
    let stretched = blend_matrices(rest, &palette.first_phase);
    let stretched_anchor = transform_affine(stretched, anchor);
    let heaviest = palette.second_phase_matrices[of_joints.first().map_or(0, |own| own.joint as usize)];
    let origin = transform_affine(heaviest, stretched_anchor);
    let (mut q, mut p, mut weight) = (Vec3::ZERO, Vec3::ZERO, 0.0);
    let mut rows = Mat3::ZERO;
    for own in of_joints {
        let joint = palette.second_phase_matrices[own.joint as usize];
        let turned = turn_rows(joint, stretched);
        let moved = transform_affine(joint, stretched_anchor) - origin;
        let second = Covariance { squares: own.squares, products: own.products }.matrix();
        q += turned.transpose() * own.first + moved * own.weight;
        p += own.first;
        weight += own.weight;
        rows += Mat3::from_cols(
            second * turned.x_axis + own.first * moved.x,
            second * turned.y_axis + own.first * moved.y,
            second * turned.z_axis + own.first * moved.z,
        );
    }
    q /= weight;
    p /= weight;
    rows = Mat3::from_cols(
        stretch_vector(stretched, rows.x_axis / weight - p * q.x),
        stretch_vector(stretched, rows.y_axis / weight - p * q.y),
        stretch_vector(stretched, rows.z_axis / weight - p * q.z),
    );
    let squared_stretch = size_of_rows(turn_rows(UNTURNED, stretched)).powi(2) / 3.0;
    if size_of_rows(rows) <= SMALLEST_BLEND * spread * squared_stretch {
        rows = turn_rows(heaviest, UNTURNED);
    }
    let rotation = nearest_rotation(rows);
    let from_mean = transform_affine(stretched, rest.position) - stretched_anchor - stretch_vector(stretched, p);
    let normal = turn_normal_by_cofactor(stretched, rest.normal);
    SkinnedVertex { position: origin + q + rotation * from_mean, normal: (rotation * normal).normalize_or_zero() }
}

const UNTURNED: PaletteMatrix = PaletteMatrix { rows: [Vec4::X, Vec4::Y, Vec4::Z] };

/// The rows of the product of two linear parts, as columns.
fn turn_rows(joint: PaletteMatrix, stretched: PaletteMatrix) -> Mat3 {
    let [x, y, z] = stretched.rows.map(Vec4::truncate);
    let [a, b, c] = joint.rows.map(|row| x * row.x + y * row.y + z * row.z);
    Mat3::from_cols(a, b, c)
}

/// The vector after the linear part.
fn stretch_vector(stretched: PaletteMatrix, vector: Vec3) -> Vec3 {
    let [x, y, z] = stretched.rows.map(|row| row.truncate().dot(vector));
    Vec3::new(x, y, z)
}

fn size_of_rows(rows: Mat3) -> f32 {
    let (x, y, z) = (rows.x_axis, rows.y_axis, rows.z_axis);
    (x.dot(x) + y.dot(y) + z.dot(z)).sqrt()
}
