// The bone of each vertex, found once for the rest pose. Twin: `bone` of `RestVertex` in
// `crates/core/src/skinning/skin_inputs.rs`.

/// Mirrored by `skinning::VertexBoneData`.
struct VertexBone {
    /// The point of the bone that is nearest to the vertex, in the bind frame.
    nearest_point: vec3<f32>,
    /// The joint where the bone begins.
    joint: u32,
}

/// The bone of each vertex.
@group(1) @binding(2) var<storage, read> vertex_bones: array<VertexBone>;
