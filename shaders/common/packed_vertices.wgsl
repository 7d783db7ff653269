// Rest vertices and influences from packed vertices. The other source of them is `common/full_vertices.wgsl`.

/// A vertex before skinning, in the bind frame. Its influences are sorted by descending weight; the weights sum to one.
struct RestVertex {
    /// Index into the chunk's buffers.
    index: u32,
    position: vec3<f32>,
    normal: vec3<f32>,
    influence_count: u32,
    /// Four indices of 8 bits in each component.
    joints: vec2<u32>,
    first_weights: vec4<f32>,
    more_weights: vec4<f32>,
}

/// Four or eight; short lists are padded with weight zero.
override influences_per_vertex: u32;

@group(1) @binding(0) var<storage, read> packed_vertices: array<PackedVertex>;
/// Read only if there are eight influences per vertex.
@group(1) @binding(1) var<storage, read> more_influences: array<MoreInfluences>;

/// A weight of one: a power of two, so that halves and quarters stay exact.
const ONE: u32 = 65536u;
const LOW_HALF: u32 = 0xffffu;

/// The number of vertices of the chunk.
fn vertex_count() -> u32 {
    return arrayLength(&packed_vertices);
}

fn rest_vertex(index: u32) -> RestVertex {
    let vertex = packed_vertices[index];
    let second = vertex.second_and_third_weight & LOW_HALF;
    let third = vertex.second_and_third_weight >> 16u;
    let fourth = vertex.fourth_weight_and_crease & LOW_HALF;
    var joints = vec2<u32>(vertex.joints, 0u);
    var more = vec4<u32>(0u);
    if influences_per_vertex > 4u {
        let own = more_influences[index];
        joints.y = own.joints;
        more = vec4<u32>(
            own.fifth_and_sixth_weight & LOW_HALF,
            own.fifth_and_sixth_weight >> 16u,
            own.seventh_and_eighth_weight & LOW_HALF,
            own.seventh_and_eighth_weight >> 16u,
        );
    }
    // In integers the sum is exact.
    let first = ONE - second - third - fourth - more.x - more.y - more.z - more.w;
    return RestVertex(
        index,
        vertex.position,
        unpacked_normal(vertex.normal),
        influences_per_vertex,
        joints,
        vec4<f32>(vec4<u32>(first, second, third, fourth)) / f32(ONE),
        vec4<f32>(more) / f32(ONE),
    );
}

/// Influence `i` of a vertex; index 0 is the heaviest.
fn influence_of(rest: RestVertex, i: u32) -> Influence {
    let lane = i & 3u;
    if i < 4u {
        return Influence((rest.joints.x >> (8u * lane)) & 255u, rest.first_weights[lane]);
    }
    return Influence((rest.joints.y >> (8u * lane)) & 255u, rest.more_weights[lane]);
}
