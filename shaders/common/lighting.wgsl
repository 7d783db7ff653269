// The studio: lights fixed to the camera, so that adjacent pictures are comparable, and a hemisphere light fixed to the
// scene. The key light's direction is in the frame data, since its shadow map needs it too. The others are defined
// here, in view space (x right, y up, z toward the eye), pointing toward the light. Colors are linear.

const KEY_COLOR = vec3<f32>(1.0, 0.955, 0.89) * 1.12;
const FILL_DIRECTION = normalize(vec3<f32>(0.85, 0.10, 0.55));
const FILL_COLOR = vec3<f32>(0.70, 0.82, 1.0) * 0.22;
const RIM_RIGHT_DIRECTION = normalize(vec3<f32>(0.60, 0.45, -0.75));
const RIM_LEFT_DIRECTION = normalize(vec3<f32>(-0.75, 0.25, -0.70));
const RIM_COLOR = vec3<f32>(0.74, 0.87, 1.0) * 0.85;
const SKY_COLOR = vec3<f32>(0.42, 0.45, 0.50) * 0.56;
const GROUND_COLOR = vec3<f32>(0.26, 0.255, 0.25) * 0.50;

/// Reflectance for the rim light: a part in the light's color, so that dark characters keep an edge
/// against a dark ground, and a part in the surface's color, so that colors do not turn milky.
const RIM_GLOSS = 0.14;
const RIM_BODY = 0.42;
/// The fraction of it in front of a bright background, where it would hide the edge.
const RIM_BEFORE_BRIGHT_GROUND = 0.15;

/// The contrast of the edges. Light and shade make clay visible against the background, but not a dark material.
const CLAY_EDGE = 2.2;
const MATERIAL_EDGE = 3.2;
const BRIGHT_GROUND_EDGE = 7.0;
/// The color of the edge on gray surfaces, of luminance one, and the share of the surface's own hue in it.
const EDGE_COLOR = vec3<f32>(0.95, 1.01, 1.06);
const EDGE_HUE = 0.75;
/// The share is smaller for a hue with a larger channel than this: a saturated blue would clip.
const STRONGEST_HUE = 2.0;

/// The brightest reflected light, encoded as 88 % of white.
const BRIGHTEST = 0.745;
/// The light at which the compression toward it begins.
const KNEE = 0.44;

@group(0) @binding(1) var key_shadow_map: texture_depth_2d;
@group(0) @binding(2) var key_shadow_sampler: sampler_comparison;
@group(0) @binding(3) var occlusion_map: texture_2d<f32>;
@group(0) @binding(4) var occlusion_sampler: sampler;

/// Whether a shadow map was drawn.
override has_key_shadow: bool = true;
/// Whether a map of ambient occlusion was drawn.
override has_occlusion: bool = true;

/// Distance between the taps of the shadow map, in texels: the softness of the shadow's border.
const KEY_SHADOW_SPREAD = 1.6;

/// A visible point of a surface, with the data that its light depends on.
struct SurfacePoint {
    position_in_world: vec3<f32>,
    /// Unit length, facing the eye.
    normal_in_world: vec3<f32>,
    /// The normal of the triangle itself, likewise.
    flat_normal_in_world: vec3<f32>,
    /// The fraction of the surrounding light that arrives.
    openness: f32,
    /// One at the border of the skin's area in the picture.
    silhouette: f32,
}

/// The fraction of the key light that reaches a point, one if unshadowed: sixteen soft taps of the shadow map.
fn key_visibility(point: SurfacePoint) -> f32 {
    if !has_key_shadow {
        return 1.0;
    }
    let texel = 1.0 / f32(textureDimensions(key_shadow_map).x);
    // The rows of the matrix are the map's axes in the world. All have the same length.
    let m = frame.key_shadow_from_world;
    let texel_in_world = texel / length(vec3<f32>(m[0].x, m[1].x, m[2].x));
    // Offset along the normal so that the taps around a lit point do not hit its own surface; larger at grazing angles.
    // A larger offset would let light leak where surfaces meet.
    let normal_in_view = (frame.view_from_world * vec4<f32>(point.normal_in_world, 0.0)).xyz;
    let toward = saturate(dot(normal_in_view, frame.key_direction_in_view));
    let texels = 1.5 + 3.5 * sqrt(1.0 - toward * toward);
    let start = point.position_in_world + point.normal_in_world * (texels * texel_in_world);
    // Each tap is compared with the depth of the triangle's own plane there, so that a plane does not shadow itself in
    // stairs, even in grazing light.
    let plane = (m * vec4<f32>(point.flat_normal_in_world, 0.0)).xyz;
    let steepness = min(plane.z, -0.25 * length(plane.xy));
    let slope = select(vec2<f32>(0.0), plane.xy / steepness, plane.z < 0.0);
    let place = m * vec4<f32>(start, 1.0);
    var seen = 0.0;
    for (var tap = 0u; tap < 16u; tap++) {
        let offset = (vec2<f32>(f32(tap % 4u), f32(tap / 4u)) - 1.5) * (KEY_SHADOW_SPREAD * texel);
        let depth = place.z - dot(offset, slope);
        seen += textureSampleCompareLevel(key_shadow_map, key_shadow_sampler, place.xy + offset, depth);
    }
    return 1.0 - frame.key_shadow_strength * (1.0 - seen / 16.0);
}

/// The effect of the picture around a point on its light: the fraction of the surrounding light that neighboring
/// surfaces leave (x), and whether the background is next to it (y).
fn surroundings_in_picture(position_in_clip: vec4<f32>) -> vec2<f32> {
    if !has_occlusion {
        return vec2<f32>(1.0, 0.0);
    }
    // Each texel of the map averages from two texels before it to one after it, so its center lies half a texel, which
    // is one pixel, to the upper left.
    let texcoord = (position_in_clip.xy + 1.0) / frame.size_in_pixels;
    return textureSampleLevel(occlusion_map, occlusion_sampler, texcoord, 0.0).rg;
}

fn luminance(color: vec3<f32>) -> f32 {
    return dot(color, vec3<f32>(0.2126, 0.7152, 0.0722));
}

/// Whether the skin stands in front of a background brighter than itself, as on the stage of a bright hall.
fn is_ground_bright() -> bool {
    return luminance(frame.background_middle.rgb) > 0.4;
}

/// A thin edge of light along the silhouette, wherever the surface has less than `contrast` to the background
/// (WCAG 2.1). It has the surface's own hue, so that a brown leg gets a lighter brown edge, not a white one.
fn with_edge(color: vec3<f32>, contrast: f32, point: SurfacePoint) -> vec3<f32> {
    if !has_occlusion {
        return color;
    }
    if is_ground_bright() {
        return with_dark_edge(color, point);
    }
    let wanted = contrast * (luminance(frame.background_middle.rgb) + 0.05) - 0.05;
    let light = luminance(color);
    let missing = max(wanted - light, 0.0) * smoothstep(0.3, 0.7, point.silhouette);
    let hue = color / max(light, 1e-3);
    let strongest = max(hue.r, max(hue.g, hue.b));
    let tint = EDGE_HUE * min(1.0, STRONGEST_HUE / max(strongest, 1.0));
    return color + mix(EDGE_COLOR, hue, tint) * missing;
}

/// The same in front of a bright background: the edge is darker, in the surface's own hue.
fn with_dark_edge(color: vec3<f32>, point: SurfacePoint) -> vec3<f32> {
    let wanted = (luminance(frame.background_middle.rgb) + 0.05) / BRIGHT_GROUND_EDGE - 0.05;
    let kept = min(1.0, wanted / max(luminance(color), 1e-3));
    return color * mix(1.0, kept, smoothstep(0.3, 0.7, point.silhouette));
}

/// Lambert with a slightly softer terminator than that of a point light, since the key light is a large soft box.
fn soft_lambert(normal: vec3<f32>, direction: vec3<f32>) -> f32 {
    let wrap = 0.06;
    return saturate((dot(normal, direction) + wrap) / (1.0 + wrap));
}

/// Linear up to the knee, then compressed toward the brightest light.
fn compressed(light: vec3<f32>) -> vec3<f32> {
    let room = BRIGHTEST - KNEE;
    let over = max(light - KNEE, vec3<f32>(0.0));
    return min(light, vec3<f32>(KNEE)) + room * (1.0 - exp(-over / room));
}

/// Keeps bright materials from clipping. Mostly, the largest channel determines by how much, so that orange does not
/// turn yellow; highlights turn somewhat white.
fn soft_shoulder(color: vec3<f32>) -> vec3<f32> {
    let largest = max(color.r, max(color.g, color.b));
    let parts = compressed(color);
    let same_hue = color * (max(parts.r, max(parts.g, parts.b)) / max(largest, 1e-4));
    return mix(same_hue, parts, 0.25);
}

/// The studio light that a white surface reflects to the eye.
struct StudioLight {
    /// Key, fill and hemisphere lights.
    diffuse: vec3<f32>,
    /// The lights from behind, visible where the surface turns away.
    rim: vec3<f32>,
    /// A broad, faint highlight of the key light: the cosine to the power of sixteen.
    highlight: vec3<f32>,
    /// The fraction of the key light that arrives.
    key_visibility: f32,
}

fn studio_light(point: SurfacePoint) -> StudioLight {
    let normal = (frame.view_from_world * vec4<f32>(point.normal_in_world, 0.0)).xyz;
    let to_eye = normalize(-(frame.view_from_world * vec4<f32>(point.position_in_world, 1.0)).xyz);
    let visibility = key_visibility(point);
    let key = soft_lambert(normal, frame.key_direction_in_view) * visibility;
    let fill = soft_lambert(normal, FILL_DIRECTION);
    let hemisphere = mix(GROUND_COLOR, SKY_COLOR, 0.5 + 0.5 * point.normal_in_world.y);
    // A crease takes most of the surrounding light and some of the large key light.
    let around = (hemisphere + fill * FILL_COLOR) * point.openness;
    let away = 1.0 - saturate(dot(normal, to_eye));
    let grazing = away * away * away * away;
    let behind = saturate(dot(normal, RIM_RIGHT_DIRECTION)) + saturate(dot(normal, RIM_LEFT_DIRECTION));
    let halfway = normalize(frame.key_direction_in_view + to_eye);
    let cosine = saturate(dot(normal, halfway));
    let squared = cosine * cosine;
    let fourth = squared * squared;
    let highlight = fourth * fourth * fourth * fourth * visibility;
    return StudioLight(
        around + key * KEY_COLOR * mix(1.0, point.openness, 0.6),
        grazing * behind * point.openness * RIM_COLOR,
        highlight * KEY_COLOR,
        visibility,
    );
}

fn rim_reflectance(albedo: vec3<f32>) -> vec3<f32> {
    let part = select(1.0, RIM_BEFORE_BRIGHT_GROUND, is_ground_bright());
    return part * (RIM_GLOSS + RIM_BODY * albedo);
}

/// The color of clay.
fn shade_clay(albedo: vec3<f32>, point: SurfacePoint) -> vec3<f32> {
    let light = studio_light(point);
    let color = albedo * light.diffuse + rim_reflectance(albedo) * light.rim + 0.03 * light.highlight;
    return with_edge(soft_shoulder(color), CLAY_EDGE, point);
}
