// Centers of rotation, computed once for the rest pose. Twin: `center` of `RestVertex` in
// `crates/core/src/skinning/skin_inputs.rs`.

/// p*, in the bind frame, or the rest position if the vertex has none. Three scalars, because a vector would be padded
/// to 16 bytes. Mirrored by `skinning::VertexCenterData`.
struct VertexCenter {
    x: f32,
    y: f32,
    z: f32,
}

/// The center of rotation of each vertex.
@group(1) @binding(2) var<storage, read> vertex_centers: array<VertexCenter>;

fn center_of_rotation(rest: RestVertex) -> vec3<f32> {
    let center = vertex_centers[rest.index];
    return vec3<f32>(center.x, center.y, center.z);
}
