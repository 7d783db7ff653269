// One triangle that covers the whole target.

struct FullscreenVarying {
    @builtin(position) position_in_clip: vec4<f32>,
    /// Zero to one across the target, y down.
    @location(0) texcoord: vec2<f32>,
}

@vertex
fn fullscreen_vertex(@builtin(vertex_index) index: u32) -> FullscreenVarying {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0;
    var out: FullscreenVarying;
    out.position_in_clip = vec4<f32>(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, 0.0, 1.0);
    out.texcoord = corner;
    return out;
}
