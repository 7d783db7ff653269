// Writes the deformed skin for readback, using the same `skin_vertex` as drawing.

/// Vertices per workgroup. Mirrored by `gpu::deform`, which divides by it.
override workgroup_size: u32;

/// A deformed vertex, with padding that is written too: memory of graphics cards is written in whole sectors of 32
/// bytes, and a sector with gaps is read first. Mirrored by `gpu::mirrors::DeformedVertexData`.
struct DeformedVertex {
    position: vec4<f32>,
    normal: vec4<f32>,
}

/// The result: a vertex for each of the mesh, in its order.
@group(0) @binding(0) var<storage, read_write> deformed: array<DeformedVertex>;

@compute @workgroup_size(workgroup_size)
fn deform(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let index = invocation.x;
    if index < vertex_count() {
        let skinned = skin_vertex(rest_vertex(index));
        deformed[index] = DeformedVertex(vec4<f32>(skinned.position, 0.0), vec4<f32>(skinned.normal, 0.0));
    }
}
