// The inputs and outputs of a skinning method. Twin: `src/skinning/skin_inputs.rs`.
//
// Vertices are pulled from storage buffers, so that drawing and `deform.wgsl` share one code path.

/// A joint (index into the skin's joints) and its weight. Mirrored by `gpu::mirrors::InfluenceData`.
struct Influence {
    joint: u32,
    weight: f32,
}

/// Three rows of an affine transform: x' = (x, 1) * rows. Mirrored by `skinning::PaletteMatrix`.
struct PaletteMatrix {
    rows: mat3x4<f32>,
}

/// real + epsilon dual, scalar part last. Mirrored by `gpu::mirrors::DualQuatData`.
struct DualQuat {
    real: vec4<f32>,
    dual: vec4<f32>,
}

/// A vertex before skinning, in the bind frame. Its influences are sorted by descending weight and never empty.
struct RestVertex {
    /// Index into the chunk's buffers.
    index: u32,
    position: vec3<f32>,
    normal: vec3<f32>,
    first_influence: u32,
    influence_count: u32,
}

/// A vertex after skinning, in scene space. Mirrored by `gpu::mirrors::SkinnedVertexData`.
struct SkinnedVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
}

/// The number of influences per vertex if all have the same number (short lists are padded with weight zero). Zero:
/// each vertex stores the start and length of its list.
override influences_per_vertex: u32;

@group(1) @binding(0) var<storage, read> mesh_vertices: array<MeshVertex>;
@group(1) @binding(1) var<storage, read> influences: array<Influence>;

fn rest_vertex(index: u32) -> RestVertex {
    let vertex = mesh_vertices[index];
    if influences_per_vertex > 0u {
        let first = index * influences_per_vertex;
        return RestVertex(index, vertex.position, vertex.normal, first, influences_per_vertex);
    }
    return RestVertex(index, vertex.position, vertex.normal, vertex.first_influence, vertex.influence_count);
}

/// Influence `i` of a vertex; index 0 is the heaviest.
fn influence_of(rest: RestVertex, i: u32) -> Influence {
    return influences[rest.first_influence + i];
}

/// The unit vector along `v`, or zero if `v` has no direction.
fn normalize_or_zero(v: vec3<f32>) -> vec3<f32> {
    let size = length(v);
    return select(vec3<f32>(0.0), v / size, size > 0.0);
}
