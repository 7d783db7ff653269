// Quaternions and translations blended separately: v' = R v + sum_i w_i t_i. Kavan 2008, sections 2.3 and 3.3: every
// vertex rotates about the scene's origin. Twin: `crates/core/src/skinning/quaternion_translation.rs`.
// Uses: quat, blend_rotations.

/// t_i = f_i - U_i o_i of the joints' rigid parts: the translations about the scene's origin.
@group(2) @binding(3) var<storage, read> palette_translations: array<vec4<f32>>;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let rotation = blend_rotations(rest);
    var translation = vec3<f32>(0.0);
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        translation += palette_translations[influence.joint].xyz * influence.weight;
    }
    return SkinnedVertex(
        quat_rotate(rotation, rest.position) + translation,
        quat_rotate(rotation, rest.normal),
    );
}
