// Bulge-free dual quaternion skinning: Kim & Han 2014. Where DQS moves a vertex farther from its bone than at rest, the
// vertex goes back to that distance: v' = s' + d (v1 - s') / |v1 - s'|, with v1 = DQS of v, s' the point of the posed bone
// nearest to v1, and d the distance at rest. Twin: `crates/core/src/skinning/bulge_free_dqs.rs`.
// Uses: dual_quat, blend_motions, vertex_bones, posed_bones.

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_motions(rest);
    let position = transform_point(blended, rest.position);
    let normal = rotate_vector(blended, rest.normal);
    let own = vertex_bones[rest.index];
    let from_bone = rest.position - own.nearest_point;
    let rest_distance = length(from_bone);
    let bone = palette_bones[own.joint];
    let along = bone.end - bone.start;
    let squared_length = dot(along, along);
    var share = 0.0;
    if squared_length > 0.0 {
        share = clamp(dot(position - bone.start, along) / squared_length, 0.0, 1.0);
    }
    let nearest = bone.start + along * share;
    let away = position - nearest;
    let distance = length(away);
    if distance <= rest_distance {
        return SkinnedVertex(position, normal);
    }
    let outward = away / distance;
    // The normal is turned by the cofactor matrix of the map: around the bone it shrinks by `ratio`, along the bone it
    // does so only beyond the ends, and outward it moves as the vertex moves away from the bone at rest.
    let ratio = rest_distance / distance;
    var rest_outward = vec3<f32>(0.0);
    if rest_distance > 0.0 {
        rest_outward = rotate_vector(blended, from_bone / rest_distance);
    }
    let facing = dot(rest_outward, outward);
    let normal_outward = dot(normal, outward);
    var across = normal * facing - rest_outward * normal_outward;
    if share > 0.0 && share < 1.0 {
        across -= along * ((1.0 - ratio) * dot(across, along) / squared_length);
    }
    var turned = across + outward * (ratio * normal_outward);
    if facing < 0.0 {
        turned = -turned;
    }
    // Skin that shrinks to the bone itself keeps the normal of DQS.
    if dot(turned, turned) > 0.0 {
        return SkinnedVertex(nearest + outward * rest_distance, normalize_or_zero(turned));
    }
    return SkinnedVertex(nearest + outward * rest_distance, normal);
}
