// The vertices of a mesh as all shaders have them.

/// A vertex as uploaded, in the bind frame. Mirrored by `gpu::mirrors::MeshVertex`.
struct MeshVertex {
    position: vec3<f32>,
    first_influence: u32,
    normal: vec3<f32>,
    influence_count: u32,
    texcoord: vec2<f32>,
    /// Linear color and alpha as four normalized 16-bit integers.
    color: vec2<u32>,
    second_texcoord: vec2<f32>,
    /// The fraction of the surrounding light that arrives at rest.
    crease: f32,
}
