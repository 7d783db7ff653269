// Writes the deformed skin for readback, using the same `skin_vertex` as drawing.

/// Vertices per workgroup; `gpu::deform` divides by the same value.
override workgroup_size: u32;

@group(0) @binding(0) var<storage, read_write> deformed: array<SkinnedVertex>;

@compute @workgroup_size(workgroup_size)
fn deform(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let index = invocation.x;
    if index < vertex_count() {
        deformed[index] = skin_vertex(rest_vertex(index));
    }
}
