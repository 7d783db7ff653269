// The smoothed surroundings of each vertex, computed once at rest. Twin: `moments` of `RestVertex` in
// `crates/core/src/skinning/skin_inputs.rs`.

/// The part of the surroundings that follows one joint. Mirrored by `model::JointMoments`, in three units of four words.
struct JointMoments {
    /// xx, yy, zz of the second moment about the vertex.
    squares: vec3<f32>,
    joint: u32,
    /// yz, xz, xy of the second moment.
    products: vec3<f32>,
    weight: f32,
    /// First moment about the vertex.
    first: vec3<f32>,
}

/// The surroundings of a vertex. Mirrored by `skinning::ListHeader`, in two units of four words.
struct VertexMoments {
    /// The vertex in the default shape, in the bind frame.
    anchor: vec3<f32>,
    /// The first unit of its list.
    list: u32,
    /// Trace of the second moment of all joints about their mean.
    spread: f32,
    /// Joints in its list, the heaviest first.
    count: u32,
}

/// Two units for each vertex, then the lists, with three units for each joint.
@group(1) @binding(2) var<storage, read> vertex_moments: array<vec4<u32>>;

fn moments_of(vertex: u32) -> VertexMoments {
    let a = vertex_moments[2u * vertex];
    let b = vertex_moments[2u * vertex + 1u];
    return VertexMoments(bitcast<vec3<f32>>(a.xyz), a.w, bitcast<f32>(b.x), b.y);
}

fn joint_moments(own: VertexMoments, index: u32) -> JointMoments {
    let at = own.list + 3u * index;
    let a = vertex_moments[at];
    let b = vertex_moments[at + 1u];
    let c = vertex_moments[at + 2u];
    return JointMoments(
        bitcast<vec3<f32>>(a.xyz),
        a.w,
        bitcast<vec3<f32>>(b.xyz),
        bitcast<f32>(b.w),
        bitcast<vec3<f32>>(c.xyz),
    );
}
