//! Twin of `shaders/skinning/bulge_free_dqs.wgsl`.

use super::blend_motions::blend_motions;
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use glam::Vec3;

/// Bulge-free dual quaternion skinning: Kim & Han 2014.
///
/// Where DQS moves a vertex farther from its bone than at rest, the vertex goes back to that distance: `v' = s' + d (v1 -
/// s') / |v1 - s'|`, with v1 = DQS of v, s' the point of the posed bone nearest to v1 and d = |v - s| the distance from
/// the nearest point s of the bone at rest. In other words, v' is the point nearest to v1 of the capsule of radius d
/// around the posed bone: v' is v1 inside, and where v1 moves, v' moves no farther.
///
/// [`crate::model::RestBones`] chooses the bone, [`super::PosedBone`] poses it. The skin cracks where neighbors have
/// different bones. A vertex on its bone (d = 0) that DQS moves away goes back to the bone. Morph targets move v and leave
/// s, so that d grows with the shape. Scale, shear and reflections affect the joints' positions alone.
///
/// The normal is turned by the cofactor of the derivative of this map at fixed weights and fixed s, of which d is a part:
/// with R the blended rotation, n = (v1 - s') / |v1 - s'|, m = R (v - s) / d, a the direction of the posed bone and r =
/// d / |v1 - s'|, the derivative is `(a a^T + r (1 - n n^T - a a^T) + n m^T) R`, without the terms of a beyond the bone's
/// ends. Where |v1 - s'| = d it is R if n = m, as at rest and wherever the bone's joint alone moves the vertex.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let blended = blend_motions(rest, &palette.motions, sign_mode);
    let position = blended.transform_point(rest.position);
    let normal = blended.rotate_vector(rest.normal);
    let from_bone = rest.position - rest.bone.point;
    let rest_distance = from_bone.length();
    let bone = palette.bones[rest.bone.joint as usize];
    let along = bone.end - bone.start;
    let squared_length = along.dot(along);
    let mut share = 0.0;
    if squared_length > 0.0 {
        share = ((position - bone.start).dot(along) / squared_length).clamp(0.0, 1.0);
    }
    let nearest = bone.start + along * share;
    let away = position - nearest;
    let distance = away.length();
    if distance <= rest_distance {
        return SkinnedVertex { position, normal: normal.normalize_or_zero() };
    }
    let outward = away / distance;
    // The normal is turned by the cofactor matrix of the map: around the bone it shrinks by `ratio`, along the bone it
    // does so only beyond the ends, and outward it moves as the vertex moves away from the bone at rest.
    let ratio = rest_distance / distance;
    let mut rest_outward = Vec3::ZERO;
    if rest_distance > 0.0 {
        rest_outward = blended.rotate_vector(from_bone / rest_distance);
    }
    let facing = rest_outward.dot(outward);
    let normal_outward = normal.dot(outward);
    let mut across = normal * facing - rest_outward * normal_outward;
    if share > 0.0 && share < 1.0 {
        across -= along * ((1.0 - ratio) * across.dot(along) / squared_length);
    }
    let mut turned = across + outward * (ratio * normal_outward);
    if facing < 0.0 {
        turned = -turned;
    }
    // Skin that shrinks to the bone itself keeps the normal of DQS.
    let kept = if turned.dot(turned) > 0.0 { turned } else { normal };
    SkinnedVertex { position: nearest + outward * rest_distance, normal: kept.normalize_or_zero() }
}
