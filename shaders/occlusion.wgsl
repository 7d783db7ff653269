// Surroundings of each point, for the light of a picture, from a depth map of half its size. Red: the fraction of the
// light that neighboring surfaces leave, drawn with noise, then smoothed. Green: the border of the skin's area.

/// Depth, bound as plain values: OpenGL cannot load from depth textures.
@group(1) @binding(0) var depth_map: texture_2d<f32>;
@group(2) @binding(0) var noisy_openness: texture_2d<f32>;

const TAPS = 11u;
const STRENGTH = 3.3;
/// The angle between taps: successive taps are far apart, and all together cover the disk evenly.
const GOLDEN_ANGLE = 2.3999632;
/// Limits of the disk's radius, in texels.
const SMALLEST_RADIUS = 2.0;
const LARGEST_RADIUS = 48.0;
/// The noise repeats after about this many texels, over which it is smoothed.
const NOISE_SIZE = 4;

/// The distance from the eye along the view; very large where nothing is drawn.
fn distance_at(texel: vec2<i32>) -> f32 {
    let last = vec2<i32>(textureDimensions(depth_map)) - 1;
    return frame.near_plane / max(textureLoad(depth_map, clamp(texel, vec2<i32>(0), last), 0).r, 1e-7);
}

fn is_background(distance: f32) -> bool {
    return distance > frame.near_plane * 1e6;
}

/// Size of the map of the whole picture, in texels.
fn whole_map_size() -> vec2<f32> {
    return ceil(frame.picture_size * 0.5);
}

/// Upper left corner of this map in the map of the whole picture, in texels.
fn map_origin() -> vec2<f32> {
    return frame.tile_origin * 0.5;
}

fn position_in_view(texel: vec2<i32>) -> vec3<f32> {
    let place = (map_origin() + vec2<f32>(texel) + 0.5) / whole_map_size();
    let ndc = place * vec2<f32>(2.0, -2.0) + vec2<f32>(-1.0, 1.0);
    let distance = distance_at(texel);
    return vec3<f32>(ndc * frame.view_from_ndc * distance, -distance);
}

/// The difference that is shorter in depth and so does not cross an edge.
fn nearer(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    return select(b, a, abs(a.z) < abs(b.z));
}

fn normal_in_view(texel: vec2<i32>, center: vec3<f32>) -> vec3<f32> {
    let right = position_in_view(texel + vec2<i32>(1, 0)) - center;
    let left = center - position_in_view(texel - vec2<i32>(1, 0));
    let up = position_in_view(texel - vec2<i32>(0, 1)) - center;
    let down = center - position_in_view(texel + vec2<i32>(0, 1));
    return normalize(cross(nearer(right, left), nearer(up, down)));
}

/// Uniform noise in zero to one (Jimenez 2014, interleaved gradient).
fn rotation_noise(texel: vec2<f32>) -> f32 {
    return fract(52.9829189 * fract(dot(texel, vec2<f32>(0.06711056, 0.00583715))));
}

@fragment
fn occlusion_fragment(in: FullscreenVarying) -> @location(0) vec4<f32> {
    let texel = vec2<i32>(in.position_in_clip.xy);
    let center = position_in_view(texel);
    if is_background(-center.z) {
        return vec4<f32>(1.0);
    }
    let normal = normal_in_view(texel, center);
    let height = whole_map_size().y;
    let wanted_texels = 0.5 * height * frame.occlusion_radius / (-center.z * frame.view_from_ndc.y);
    let disk = clamp(wanted_texels, SMALLEST_RADIUS, LARGEST_RADIUS);
    // The radius that the disk really covers.
    let radius = frame.occlusion_radius * disk / wanted_texels;
    let turn = rotation_noise(map_origin() + in.position_in_clip.xy) * 6.2831853;
    var taken = 0.0;
    for (var tap = 0u; tap < TAPS; tap++) {
        let angle = turn + f32(tap) * GOLDEN_ANGLE;
        let reach = disk * (f32(tap) + 0.5) / f32(TAPS);
        let offset = vec2<f32>(cos(angle), sin(angle)) * reach;
        let toward = position_in_view(vec2<i32>(in.position_in_clip.xy + offset)) - center;
        let square = dot(toward, toward);
        let near = saturate(1.0 - square / (radius * radius));
        // Surfaces slightly above the horizon are this one's own curvature.
        let above = dot(toward, normal) * inverseSqrt(square + 1e-12 * radius * radius) - 0.12;
        taken += near * max(above, 0.0);
    }
    return vec4<f32>(saturate(1.0 - STRENGTH * taken / f32(TAPS)));
}

@fragment
fn smooth_occlusion_fragment(in: FullscreenVarying) -> @location(0) vec4<f32> {
    let texel = vec2<i32>(in.position_in_clip.xy);
    let distance = distance_at(texel);
    if is_background(distance) {
        return vec4<f32>(1.0);
    }
    var background = 0.0;
    let last = vec2<i32>(textureDimensions(noisy_openness)) - 1;
    var sum = 0.0;
    var weights = 0.0;
    for (var i = 0; i < NOISE_SIZE * NOISE_SIZE; i++) {
        let near = texel + vec2<i32>(i % NOISE_SIZE, i / NOISE_SIZE) - NOISE_SIZE / 2;
        let there = distance_at(near);
        background += select(0.0, 1.0, is_background(there));
        let apart = abs(there - distance) / frame.occlusion_radius;
        let weight = saturate(1.0 - 4.0 * apart) + 1e-4;
        sum += weight * textureLoad(noisy_openness, clamp(near, vec2<i32>(0), last), 0).r;
        weights += weight;
    }
    return vec4<f32>(sum / weights, background * 2.0 / f32(NOISE_SIZE * NOISE_SIZE), 0.0, 1.0);
}
