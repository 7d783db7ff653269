//! Twin of `shaders/skinning/log_matrix.wgsl`.

use super::affine::{blend_matrices, transform_affine, turn_normal_by_cofactor};
use super::{JointPalette, PaletteMatrix, RestVertex, SkinnedVertex};
use glam::{Mat3, Vec3, Vec4};

/// Log-matrix blending: `v' = exp(sum_i w_i log C_i) v` of the joints' full transforms. Alexa 2002, Cordier &
/// Magnenat-Thalmann 2005, in Kavan 2008, section 2.3, eq. 3.
///
/// Rigid for rigid joints and coordinate invariant, but rotations are blended as vectors "angle times axis": the way
/// is not the shortest, visibly so beyond 90 degrees, and turning the whole rig changes the shape (not left
/// invariant). Jumps where a joint's own rotation passes 180 degrees, wherever its neighbors are. A transform with
/// no real logarithm (a reflection, a flattened joint, uneven stretch near a half turn) takes part with its rigid part alone.
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette) -> SkinnedVertex {
    let blended = blend_matrices(rest, &palette.logarithms);
    let rows = exp_affine(blended);
    SkinnedVertex {
        position: transform_affine(rows, rest.position),
        normal: turn_normal_by_cofactor(rows, rest.normal),
    }
}

/// exp of a matrix whose fourth row is zero, by scaling and squaring: `exp(A) = exp(A / 2^n)^(2^n)`, the inner one by
/// its series to the eighth power, which errs by less than 1e-8.
fn exp_affine(logarithm: PaletteMatrix) -> PaletteMatrix {
    let [r0, r1, r2] = logarithm.rows.map(Vec4::truncate);
    let linear = Mat3::from_cols(r0, r1, r2).transpose();
    let shift = Vec3::from(logarithm.rows.map(|row| row.w));
    let mut size =
        (linear.x_axis.length_squared() + linear.y_axis.length_squared() + linear.z_axis.length_squared()).sqrt();
    let mut squarings = 0;
    let mut scale = 1.0;
    // A turn by pi takes three; more than sixteen would be a stretch beyond single precision.
    while size > 0.6 && squarings < 16 {
        size *= 0.5;
        scale *= 0.5;
        squarings += 1;
    }
    let (small_linear, small_shift) = (linear * scale, shift * scale);
    // Horner's scheme for 1 + A (1 + A/2 (1 + A/3 (...))).
    let (mut sum_linear, mut sum_shift) = (Mat3::IDENTITY, Vec3::ZERO);
    for power in (1..=8).rev() {
        let share = 1.0 / power as f32;
        // (A/k) * sum: the fourth row of A is zero, that of the sum is 0 0 0 1.
        sum_shift = (small_linear * sum_shift + small_shift) * share;
        sum_linear = Mat3::IDENTITY + (small_linear * sum_linear) * share;
    }
    for _ in 0..squarings {
        sum_shift = sum_linear * sum_shift + sum_shift;
        sum_linear = sum_linear * sum_linear;
    }
    let row = |i: usize| sum_linear.row(i).extend(sum_shift[i]);
    PaletteMatrix { rows: [row(0), row(1), row(2)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::affine_logarithm;
    use glam::{DAffine3, DMat3, DQuat, DVec3};

    #[test]
    fn exp_undoes_the_logarithm() {
        let mut compared = 0;
        let axis = DVec3::new(0.3, -0.5, 0.8).normalize();
        let shift = DVec3::new(1.0, -2.0, 0.5);
        for angle in [0.0, 1e-5, 0.4, 2.0, 3.1] {
            for stretch in [DVec3::ONE, DVec3::new(1.5, 0.7, 1.1)] {
                let linear = DMat3::from_quat(DQuat::from_axis_angle(axis, angle)) * DMat3::from_diagonal(stretch);
                let transform = DAffine3 { matrix3: linear, translation: shift };
                // Near a half turn, uneven stretch leaves no real logarithm.
                let Some(log) = affine_logarithm(transform) else { continue };
                let row = |i: usize| log.matrix3.row(i).extend(log.translation[i]).as_vec4();
                let back = exp_affine(PaletteMatrix { rows: [row(0), row(1), row(2)] });
                compared += 1;
                for i in 0..3 {
                    let expected = linear.row(i).extend(shift[i]).as_vec4();
                    assert!(back.rows[i].abs_diff_eq(expected, 5e-6), "{angle} {stretch}: {} {expected}", back.rows[i]);
                }
            }
        }
        assert_eq!(compared, 9);
    }
}
