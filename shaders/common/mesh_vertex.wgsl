// The vertices of a mesh in full precision: for deforming, for measures, and for meshes that do not fit
// `common/packed_vertex.wgsl`.

/// A vertex as uploaded, in the bind frame. Mirrored by `gpu::mirrors::MeshVertex`.
struct MeshVertex {
    position: vec3<f32>,
    first_influence: u32,
    normal: vec3<f32>,
    influence_count: u32,
}
