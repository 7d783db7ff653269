// The studio: lights fixed to the camera, so that adjacent pictures are comparable, and a hemisphere light fixed to the
// scene. The key light's direction is in the frame data, since its shadow map needs it too. The others are defined
// here, in view space (x right, y up, z toward the eye), pointing toward the light. Colors are linear.

const KEY_COLOR = vec3<f32>(1.0, 0.965, 0.91) * 1.1;
const FILL_DIRECTION = normalize(vec3<f32>(0.85, 0.10, 0.55));
const FILL_COLOR = vec3<f32>(0.72, 0.82, 1.0) * 0.2;
const RIM_RIGHT_DIRECTION = normalize(vec3<f32>(0.55, 0.55, -0.85));
const RIM_LEFT_DIRECTION = normalize(vec3<f32>(-0.75, 0.25, -0.80));
const RIM_COLOR = vec3<f32>(0.85, 0.92, 1.0) * 0.6;
const SKY_COLOR = vec3<f32>(0.42, 0.45, 0.50) * 0.62;
const GROUND_COLOR = vec3<f32>(0.26, 0.255, 0.25) * 0.62;

@group(0) @binding(1) var key_shadow_map: texture_depth_2d;
@group(0) @binding(2) var key_shadow_sampler: sampler_comparison;

/// Whether a shadow map was drawn.
override has_key_shadow: bool = true;

/// Distance between the taps of the shadow map, in texels: the softness of the shadow's border.
const KEY_SHADOW_SPREAD = 1.6;

/// The fraction of the key light that reaches a point, one if unshadowed: sixteen soft taps of the shadow map.
fn key_visibility(position_in_world: vec3<f32>, normal_in_world: vec3<f32>) -> f32 {
    if !has_key_shadow {
        return 1.0;
    }
    let texel = 1.0 / f32(textureDimensions(key_shadow_map).x);
    // The first row of the matrix is the world direction across the map's width.
    let m = frame.key_shadow_from_world;
    let texel_in_world = texel / length(vec3<f32>(m[0].x, m[1].x, m[2].x));
    // Offset along the normal so that the taps around a lit point do not hit its own surface; larger at grazing angles.
    // A larger offset would let light leak where surfaces meet.
    let normal_in_view = (frame.view_from_world * vec4<f32>(normal_in_world, 0.0)).xyz;
    let toward = saturate(dot(normal_in_view, frame.key_direction_in_view));
    let texels = 1.5 + 3.5 * sqrt(1.0 - toward * toward);
    let start = position_in_world + normal_in_world * (texels * texel_in_world);
    let place = m * vec4<f32>(start, 1.0);
    var seen = 0.0;
    for (var tap = 0u; tap < 16u; tap++) {
        let offset = vec2<f32>(f32(tap % 4u), f32(tap / 4u)) - 1.5;
        let at = place.xy + offset * (KEY_SHADOW_SPREAD * texel);
        seen += textureSampleCompareLevel(key_shadow_map, key_shadow_sampler, at, place.z);
    }
    return 1.0 - frame.key_shadow_strength * (1.0 - seen / 16.0);
}

/// Lambert with a slightly softer terminator than that of a point light, since the key light is a large soft box.
fn soft_lambert(normal: vec3<f32>, direction: vec3<f32>) -> f32 {
    let wrap = 0.06;
    return saturate((dot(normal, direction) + wrap) / (1.0 + wrap));
}

/// Keeps bright materials from clipping: linear up to the knee, then compressed toward one.
fn soft_shoulder(color: vec3<f32>) -> vec3<f32> {
    let knee = 0.4;
    let over = max(color - knee, vec3<f32>(0.0));
    return min(color, vec3<f32>(knee)) + (1.0 - knee) * (1.0 - exp(-over / (1.0 - knee)));
}

/// The studio light that a white surface reflects to the eye.
struct StudioLight {
    /// Key, fill and hemisphere lights.
    diffuse: vec3<f32>,
    /// The lights from behind, visible where the surface turns away.
    rim: vec3<f32>,
    /// A broad, faint highlight of the key light: the cosine to the power of sixteen.
    highlight: vec3<f32>,
}

/// The light on a rough surface whose unit normal faces the eye.
fn studio_light(position_in_world: vec3<f32>, normal_in_world: vec3<f32>) -> StudioLight {
    let normal = (frame.view_from_world * vec4<f32>(normal_in_world, 0.0)).xyz;
    let to_eye = normalize(-(frame.view_from_world * vec4<f32>(position_in_world, 1.0)).xyz);
    let visibility = key_visibility(position_in_world, normal_in_world);
    let key = soft_lambert(normal, frame.key_direction_in_view) * visibility;
    let fill = soft_lambert(normal, FILL_DIRECTION);
    let hemisphere = mix(GROUND_COLOR, SKY_COLOR, 0.5 + 0.5 * normal_in_world.y);
    let away = 1.0 - saturate(dot(normal, to_eye));
    let grazing = away * away * away;
    let behind = saturate(dot(normal, RIM_RIGHT_DIRECTION)) + saturate(dot(normal, RIM_LEFT_DIRECTION));
    let halfway = normalize(frame.key_direction_in_view + to_eye);
    let cosine = saturate(dot(normal, halfway));
    let squared = cosine * cosine;
    let fourth = squared * squared;
    let highlight = fourth * fourth * fourth * fourth * visibility;
    return StudioLight(
        hemisphere + key * KEY_COLOR + fill * FILL_COLOR,
        grazing * behind * RIM_COLOR,
        highlight * KEY_COLOR,
    );
}

/// The color of a rough surface whose unit normal faces the eye.
fn shade(albedo: vec3<f32>, position_in_world: vec3<f32>, normal_in_world: vec3<f32>) -> vec3<f32> {
    let light = studio_light(position_in_world, normal_in_world);
    return soft_shoulder(albedo * (light.diffuse + light.rim) + 0.05 * light.highlight);
}
