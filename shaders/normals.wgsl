// The normals of a mesh's vertices as the method turned them: lines over the shaded skin, of a constant width in the
// picture. Each is a quad whose corners have four times the index of its vertex, plus two at its end, plus one on its
// other side; `crates/gpu/src/gpu/normal_lines.rs` makes them. Premultiplied alpha.

/// Of the model's extent.
const LENGTH = 0.02;
/// Half the width at the vertex and at the end, in points: a line that tapers shows its direction.
const HALF_WIDTHS = vec2<f32>(0.8, 0.3);

fn pixel_from_clip(clip: vec4<f32>) -> vec2<f32> {
    return (clip.xy / clip.w * vec2<f32>(0.5, -0.5) + 0.5) * frame.size_in_pixels;
}

@vertex
fn normals_vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let skinned = skin_vertex(rest_vertex(index >> 2u));
    let is_end = (index & 2u) != 0u;
    let end_in_world = skinned.position + skinned.normal * (LENGTH * frame.extent);
    let from_clip = frame.clip_from_world * vec4<f32>(skinned.position, 1.0);
    let to_clip = frame.clip_from_world * vec4<f32>(end_in_world, 1.0);
    if min(from_clip.w, to_clip.w) <= 0.0 {
        // Not in front of the eye: a quad without area.
        return vec4<f32>(2.0, 2.0, 0.0, 1.0);
    }
    let along = pixel_from_clip(to_clip) - pixel_from_clip(from_clip);
    let forward = along / max(length(along), 1e-3);
    let side = select(-1.0, 1.0, (index & 1u) != 0u);
    let half_width = select(HALF_WIDTHS.x, HALF_WIDTHS.y, is_end) * frame.pixels_per_point;
    let shift = vec2<f32>(-forward.y, forward.x) * (side * half_width);
    let clip = select(from_clip, to_clip, is_end);
    return clip + vec4<f32>(shift / frame.size_in_pixels * vec2<f32>(2.0, -2.0) * clip.w, 0.0, 0.0);
}

@fragment
fn normals_fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(frame.normals_color.rgb * frame.normals_color.a, frame.normals_color.a);
}
