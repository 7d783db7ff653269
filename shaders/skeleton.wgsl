// Joints and bones over the picture: strokes with round ends and a constant width on the screen, anti-aliased by
// distance. Premultiplied alpha.

/// A stroke between two points in world space; a dot if they are equal. Mirrored by `gpu::mirrors::Stroke`.
struct Stroke {
    from_in_world: vec3<f32>,
    /// Half the width inside the border at the first point, in points.
    radius: f32,
    to_in_world: vec3<f32>,
    /// Width of the border around the stroke, in points.
    edge: f32,
    /// Linear, straight alpha.
    color: vec4<f32>,
    edge_color: vec4<f32>,
    /// Half the width at the second point.
    to_radius: f32,
}

@group(1) @binding(0) var<storage, read> strokes: array<Stroke>;

struct StrokeVarying {
    @builtin(position) position_in_clip: vec4<f32>,
    @location(0) pixel: vec2<f32>,
    @location(1) @interpolate(flat) from_pixel: vec2<f32>,
    @location(2) @interpolate(flat) to_pixel: vec2<f32>,
    @location(3) @interpolate(flat) stroke: u32,
}

/// The first point in front of the eye on the way from `a` to `b`.
fn before_eye(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    let nearest = 1e-4 * max(abs(a.w), abs(b.w));
    if a.w >= nearest || b.w <= nearest {
        return a;
    }
    return mix(a, b, (nearest - a.w) / (b.w - a.w));
}

fn pixel_from_clip(clip: vec4<f32>) -> vec2<f32> {
    return (clip.xy / clip.w * vec2<f32>(0.5, -0.5) + 0.5) * frame.size_in_pixels;
}

@vertex
fn stroke_vertex(@builtin(vertex_index) corner: u32, @builtin(instance_index) index: u32) -> StrokeVarying {
    let stroke = strokes[index];
    let from_clip = frame.clip_from_world * vec4<f32>(stroke.from_in_world, 1.0);
    let to_clip = frame.clip_from_world * vec4<f32>(stroke.to_in_world, 1.0);
    var out: StrokeVarying;
    out.stroke = index;
    if from_clip.w <= 0.0 && to_clip.w <= 0.0 {
        // Behind the eye: a quad without area.
        out.position_in_clip = vec4<f32>(2.0, 2.0, 0.0, 1.0);
        return out;
    }
    out.from_pixel = pixel_from_clip(before_eye(from_clip, to_clip));
    out.to_pixel = pixel_from_clip(before_eye(to_clip, from_clip));
    let along = out.to_pixel - out.from_pixel;
    let size = length(along);
    let forward = select(vec2<f32>(1.0, 0.0), along / size, size > 1e-3);
    let sideways = vec2<f32>(-forward.y, forward.x);
    let reach = (max(stroke.radius, stroke.to_radius) + stroke.edge) * frame.pixels_per_point + 1.0;
    let end = select(out.from_pixel - forward * reach, out.to_pixel + forward * reach, (corner & 1u) == 1u);
    out.pixel = end + sideways * select(-reach, reach, corner >= 2u);
    let ndc = (out.pixel / frame.size_in_pixels - 0.5) * vec2<f32>(2.0, -2.0);
    out.position_in_clip = vec4<f32>(ndc, 0.0, 1.0);
    return out;
}

@fragment
fn stroke_fragment(in: StrokeVarying) -> @location(0) vec4<f32> {
    let stroke = strokes[in.stroke];
    let along = in.to_pixel - in.from_pixel;
    let from_start = in.pixel - in.from_pixel;
    let t = saturate(dot(from_start, along) / max(dot(along, along), 1e-6));
    let away = distance(from_start, along * t);
    let radius = mix(stroke.radius, stroke.to_radius, t) * frame.pixels_per_point;
    let edge = stroke.edge * frame.pixels_per_point;
    let inner = saturate(radius + 0.5 - away);
    let outer = saturate(radius + edge + 0.5 - away);
    let alpha = stroke.color.a * inner;
    let edge_alpha = stroke.edge_color.a * (outer - inner);
    return vec4<f32>(stroke.color.rgb * alpha + stroke.edge_color.rgb * edge_alpha, alpha + edge_alpha);
}
