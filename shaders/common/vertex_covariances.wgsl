// Centers of rotation with covariances, computed once for the rest pose. Twin: `center` and `covariance` of
// `RestVertex` in `crates/core/src/skinning/skin_inputs.rs`.

/// Mirrored by `skinning::VertexCovarianceData`.
struct VertexCovariance {
    /// p*, in the bind frame, or the rest position if the vertex has none.
    center_of_rotation: vec3<f32>,
    /// The covariance M of the surface with similar weights about the center, with a trace of one or zero: xx, yy, zz.
    squares: vec3<f32>,
    /// yz, xz, xy of M.
    products: vec3<f32>,
}

/// The center of rotation of each vertex, and the covariance about it.
@group(1) @binding(2) var<storage, read> vertex_covariances: array<VertexCovariance>;
