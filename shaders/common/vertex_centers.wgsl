// What some methods know of a vertex before any pose. Twin: `center` and `joint_set` of `RestVertex` in
// `src/skinning/skin_inputs.rs`.

/// Mirrored by `gpu::mirrors::VertexCenterData`.
struct VertexCenter {
    /// p*, in the bind frame; the rest position where the vertex has none.
    center_of_rotation: vec3<f32>,
    /// Number of the set of joints that influence the vertex, in its skin.
    joint_set: u32,
}

@group(1) @binding(2) var<storage, read> vertex_centers: array<VertexCenter>;
