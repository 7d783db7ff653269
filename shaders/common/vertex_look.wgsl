// Data of a vertex that pictures need in addition to skinning.

/// Mirrored by `gpu::mirrors::VertexLook`.
struct VertexLook {
    texcoord: vec2<f32>,
    second_texcoord: vec2<f32>,
    /// Linear color and alpha as four normalized 16-bit integers.
    color: vec2<u32>,
    /// Position on the limb at rest: perpendicular to the limb's axis, of length one at its mean radius.
    around: vec2<f32>,
    /// Position along the limb's axis, in radii.
    along: f32,
    /// The fraction of the surrounding light that arrives at rest.
    crease: f32,
}

/// Packed vertices have it only if the picture reads data that they do not hold.
@group(1) @binding(3) var<storage, read> vertex_looks: array<VertexLook>;
