// Spherical blend skinning: v' = R (v - r) + sum_i w_i C_i r, with one center r for all vertices of a joint set. Kavan
// & Zara 2005, in Kavan 2008, section 2.3. Jumps between sets. Twin: `crates/core/src/skinning/spherical.rs`.
// Uses: quat, blend_rotations, pose_center, joint_sets.

/// r of every joint set of the skin, computed for each pose on the CPU.
@group(2) @binding(2) var<storage, read> palette_rotation_centers: array<vec4<f32>>;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let rotation = blend_rotations(rest);
    let center = palette_rotation_centers[vertex_joint_sets[rest.index]].xyz;
    return SkinnedVertex(
        pose_center(rest, center) + quat_rotate(rotation, rest.position - center),
        quat_rotate(rotation, rest.normal),
    );
}
