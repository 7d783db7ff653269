//! Twin of `shaders/skinning/preserve_volume.wgsl`.

use super::affine::turn_normal_by_cofactor;
use super::signs::{SHORTEST_BLEND, sign_of};
use super::{JointPalette, PaletteMatrix, PointMotion, RestVertex, SignMode, SkinnedVertex};
use crate::math::DualQuat;
use glam::{Mat4, Quat, Vec3};

/// Preserve volume, as Blender's armature modifier computes it, scale included: dual quaternion blending of the rigid
/// motions that turn by R_i and take the vertex exactly to C_i v, see [`PointMotion`].
///
/// With rigid joints it is `dqs`. Scale moves the vertex before anything is blended, so that a vertex of one joint lands
/// where LBS has it. Where joints of different scale blend, the skin passes from one to the other about the vertex, not
/// about the joint as in `two-phase-dqs`.
///
/// For given weights the result is affine in v, with the columns that the blended motion gives the axes. The cofactor of
/// this map turns the normal; Blender recomputes normals from the deformed mesh.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let blended = blend_point_motions(rest, &palette.point_motions, sign_mode);
    let PointMotion { real, dual_from_point } = blended;
    let motion = |dual: glam::Vec4| DualQuat { real, dual: Quat::from_vec4(dual) };
    let x = motion(dual_from_point.x_axis).transform_point(Vec3::X);
    let y = motion(dual_from_point.y_axis).transform_point(Vec3::Y);
    let z = motion(dual_from_point.z_axis).transform_point(Vec3::Z);
    let row = |i: usize| Vec3::new(x[i], y[i], z[i]).extend(0.0);
    let linear = PaletteMatrix { rows: [row(0), row(1), row(2)] };
    let at_vertex = motion(dual_from_point * rest.position.extend(1.0));
    SkinnedVertex {
        position: at_vertex.transform_point(rest.position),
        normal: turn_normal_by_cofactor(linear, rest.normal),
    }
}

/// `sum_i s_i w_i (R_i, D_i)`, with signs chosen by the mode. If the sum of the rotations is shorter than
/// [`SHORTEST_BLEND`], the motion of the heaviest influence.
#[inline(always)]
fn blend_point_motions(rest: RestVertex<'_>, motions: &[PointMotion], sign_mode: SignMode) -> PointMotion {
    let heaviest = motions[rest.influences[0].joint as usize];
    let mut blended = PointMotion { real: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), dual_from_point: Mat4::ZERO };
    for influence in rest.influences {
        let motion = motions[influence.joint as usize];
        let weight = influence.weight * sign_of(sign_mode, motion.real, heaviest.real, blended.real);
        blended.real += motion.real * weight;
        blended.dual_from_point += motion.dual_from_point * weight;
    }
    if blended.real.length() < SHORTEST_BLEND { heaviest } else { blended }
}
