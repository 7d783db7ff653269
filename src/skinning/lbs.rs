//! Twin of `shaders/skinning/lbs.wgsl`.

use super::{JointPalette, PaletteMatrix, RestVertex, SkinnedVertex};
use glam::Vec4;

/// Linear blend skinning: `v' = (sum_i w_i C_i) v`, eq. 1 of all the papers, with the joints' full transforms.
///
/// Wrong on purpose: the blended matrix is no rotation, so twists pinch (candy wrapper) and bends collapse; at
/// 180 degrees the section shrinks to a point. The normal is turned by the cofactor of the blended linear part
/// times the sign of its determinant; it ignores the gradient of the weights, as games do.
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette) -> SkinnedVertex {
    let mut blended = [Vec4::ZERO; 3];
    for influence in rest.influences {
        let PaletteMatrix { rows } = palette.matrices[influence.joint as usize];
        for (sum, row) in blended.iter_mut().zip(rows) {
            *sum += row * influence.weight;
        }
    }
    let point = rest.position.extend(1.0);
    let position = glam::Vec3::new(blended[0].dot(point), blended[1].dot(point), blended[2].dot(point));
    SkinnedVertex { position, normal: turn_normal_by_cofactor(blended, rest.normal) }
}

/// `normalize(sign(det M) cof(M) n)` for the linear part M of three rows: outward under reflections too.
pub fn turn_normal_by_cofactor(rows: [Vec4; 3], normal: glam::Vec3) -> glam::Vec3 {
    let [r0, r1, r2] = rows.map(Vec4::truncate);
    let (c0, c1, c2) = (r1.cross(r2), r2.cross(r0), r0.cross(r1));
    let turned = glam::Vec3::new(c0.dot(normal), c1.dot(normal), c2.dot(normal));
    let side = if r0.dot(c0) < 0.0 { -1.0 } else { 1.0 };
    (turned * side).normalize_or_zero()
}
