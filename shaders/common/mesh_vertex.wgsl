// The vertices of a mesh in full precision: for deforming, for measures, and for meshes that do not fit
// `common/packed_vertex.wgsl`.

/// A vertex as uploaded, in the bind frame. Mirrored by `gpu::mirrors::MeshVertex`.
struct MeshVertex {
    position: vec3<f32>,
    /// Index of its first influence. Not read if all vertices have the same number of influences.
    first_influence: u32,
    /// Of length one.
    normal: vec3<f32>,
    /// Not read if all vertices have the same number of influences.
    influence_count: u32,
}
