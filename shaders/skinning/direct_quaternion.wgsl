// Quaternions and translations blended separately about the nearest influencing joint: v' = R (v - r) + sum_i w_i C_i r
// with r its rest origin. Hejl 2004, in Kavan 2008, section 2.3. Cracks where the nearest joint changes.
// Twin: `crates/core/src/skinning/direct_quaternion.rs`.
// Uses: quat, blend_rotations, pose_center.

/// o_i, in the bind frame.
@group(2) @binding(3) var<storage, read> palette_bind_origins: array<vec4<f32>>;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let rotation = blend_rotations(rest);
    var center = palette_bind_origins[influence_of(rest, 0u).joint].xyz;
    var nearest = dot(rest.position - center, rest.position - center);
    for (var i = 1u; i < rest.influence_count; i++) {
        let origin = palette_bind_origins[influence_of(rest, i).joint].xyz;
        let away = rest.position - origin;
        let squared_distance = dot(away, away);
        if squared_distance < nearest {
            nearest = squared_distance;
            center = origin;
        }
    }
    return SkinnedVertex(
        pose_center(rest, center) + quat_rotate(rotation, rest.position - center),
        quat_rotate(rotation, rest.normal),
    );
}
