// Skins the vertices of a mesh that another program draws, using the same `skin_vertex` as drawing here.

/// The camera, in the conventions of its program.
@group(0) @binding(0) var<uniform> clip_from_scene: mat4x4<f32>;

/// A vertex for the rasterizer and for the fragment shader.
struct SkinnedVarying {
    @builtin(position) position_in_clip: vec4<f32>,
    /// In scene space.
    @location(0) position: vec3<f32>,
    /// In scene space.
    @location(1) normal: vec3<f32>,
}

@vertex
fn skin_mesh_vertex(@builtin(vertex_index) index: u32) -> SkinnedVarying {
    let skinned = skin_vertex(rest_vertex(index));
    return SkinnedVarying(clip_from_scene * vec4<f32>(skinned.position, 1.0), skinned.position, skinned.normal);
}
