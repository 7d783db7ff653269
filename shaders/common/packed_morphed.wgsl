// Output of `morph.wgsl`: packed vertices.

@group(0) @binding(0) var<storage, read_write> morphed_vertices: array<PackedVertex>;

fn store_morphed(index: u32, position: vec3<f32>, normal: vec3<f32>) {
    morphed_vertices[index].position = position;
    morphed_vertices[index].normal = packed_normal(normal);
}
