// Rest vertices and influences in full precision. The other source of them is `common/packed_vertices.wgsl`.

/// A vertex before skinning, in the bind frame. Its influences are sorted by descending weight and never empty.
struct RestVertex {
    /// Index into the chunk's buffers.
    index: u32,
    position: vec3<f32>,
    normal: vec3<f32>,
    first_influence: u32,
    influence_count: u32,
}

/// The number of influences per vertex if all have the same number (short lists are padded with weight zero). Zero:
/// each vertex stores the start and length of its list.
override influences_per_vertex: u32;

/// The vertices of a mesh.
@group(1) @binding(0) var<storage, read> mesh_vertices: array<MeshVertex>;
/// The influences of all vertices, those of a vertex together and sorted by descending weight.
@group(1) @binding(1) var<storage, read> influences: array<Influence>;

/// The number of vertices of the chunk.
fn vertex_count() -> u32 {
    return arrayLength(&mesh_vertices);
}

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
