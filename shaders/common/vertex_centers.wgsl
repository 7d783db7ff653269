// Per-vertex data that some methods precompute independently of the pose. Twin: `center`, `covariance`
// and `joint_set` of `RestVertex` in `src/skinning/skin_inputs.rs`.

/// Mirrored by `gpu::mirrors::VertexCenterData`.
struct VertexCenter {
    /// p*, in the bind frame, or the rest position if the vertex has none.
    center_of_rotation: vec3<f32>,
    /// Index of the vertex's joint set in its skin.
    joint_set: u32,
    /// The covariance M of the surface with similar weights about the center, with a trace of one or zero: xx, yy, zz.
    squares: vec3<f32>,
    /// yz, xz, xy of M.
    products: vec3<f32>,
}

@group(1) @binding(2) var<storage, read> vertex_centers: array<VertexCenter>;
