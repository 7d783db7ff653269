// Texture coordinates and creases in full precision. The other source of them is `common/packed_looks.wgsl`.

/// First and second texture coordinates.
fn texcoords_of(index: u32) -> vec4<f32> {
    return vec4<f32>(vertex_looks[index].texcoord, vertex_looks[index].second_texcoord);
}

/// The fraction of the surrounding light that arrives at rest.
fn crease_of(index: u32) -> f32 {
    return vertex_looks[index].crease;
}
