// Texture coordinates and creases from packed vertices. The other source of them is `common/full_looks.wgsl`.

/// Whether the packed vertices hold all texture coordinates of the mesh: there is one pair, within the unit square.
override has_packed_texcoords: bool = false;

/// First and second texture coordinates.
fn texcoords_of(index: u32) -> vec4<f32> {
    if has_packed_texcoords {
        return vec4<f32>(unpack2x16unorm(packed_vertices[index].texcoord), 0.0, 0.0);
    }
    return vec4<f32>(vertex_looks[index].texcoord, vertex_looks[index].second_texcoord);
}

/// The fraction of the surrounding light that arrives at rest.
fn crease_of(index: u32) -> f32 {
    return unpack2x16unorm(packed_vertices[index].fourth_weight_and_crease).y;
}
