// Copies memory, one vector for each invocation, to measure how fast a shader can read and write on this GPU.

override workgroup_size: u32;

@group(0) @binding(0) var<storage, read> source: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> copied: array<vec4<f32>>;

@compute @workgroup_size(workgroup_size)
fn copy(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let index = invocation.x;
    if index < arrayLength(&source) {
        copied[index] = source[index];
    }
}
