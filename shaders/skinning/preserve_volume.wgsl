// Preserve volume, as Blender's armature modifier computes it, scale included: dual quaternion blending of the rigid
// motions that turn by R_i and take the vertex exactly to C_i v. Twin: `crates/core/src/skinning/preserve_volume.rs`.
// Uses: dual_quat, affine, signs, point_motions.

/// sum_i s_i w_i (R_i, D_i), with signs chosen by the mode. Its real part is never shorter than `shortest_blend`.
fn blend_point_motions(rest: RestVertex) -> PointMotion {
    // The sign of the heaviest is always +1.
    let first = influence_of(rest, 0u);
    let heaviest = palette_point_motions[first.joint];
    var blended = PointMotion(heaviest.real * first.weight, heaviest.dual_from_point * first.weight);
    for (var i = 1u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        let motion = palette_point_motions[influence.joint];
        let weight = signed_weight(influence.weight, motion.real, heaviest.real, blended.real);
        blended.real += motion.real * weight;
        blended.dual_from_point += motion.dual_from_point * weight;
    }
    if dot(blended.real, blended.real) < shortest_blend * shortest_blend {
        return heaviest;
    }
    return blended;
}

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_point_motions(rest);
    let dual = blended.dual_from_point;
    // For given weights the result is affine in the vertex. These are the columns of its linear part.
    let x = transform_point(DualQuat(blended.real, dual[0]), vec3<f32>(1.0, 0.0, 0.0));
    let y = transform_point(DualQuat(blended.real, dual[1]), vec3<f32>(0.0, 1.0, 0.0));
    let z = transform_point(DualQuat(blended.real, dual[2]), vec3<f32>(0.0, 0.0, 1.0));
    let linear = mat3x4<f32>(
        vec4<f32>(x.x, y.x, z.x, 0.0),
        vec4<f32>(x.y, y.y, z.y, 0.0),
        vec4<f32>(x.z, y.z, z.z, 0.0),
    );
    let at_vertex = DualQuat(blended.real, dual * vec4<f32>(rest.position, 1.0));
    return SkinnedVertex(
        transform_point(at_vertex, rest.position),
        turn_normal_by_cofactor(linear, rest.normal),
    );
}
