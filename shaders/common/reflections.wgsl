// The surroundings as glossy surfaces reflect them: the studio's lights as soft boxes before a gradient, each a
// spherical Gaussian. A rough surface widens it, for which there is a closed form; so no map is prefiltered, and a
// graphics card and a processor draw the same.

/// A soft box: its radiance and how narrow it is.
struct SoftBox {
    direction: vec3<f32>,
    sharpness: f32,
    radiance: vec3<f32>,
}

const FILL_BOX = SoftBox(FILL_DIRECTION, 8.0, vec3<f32>(0.70, 0.82, 1.0) * 0.8);
const RIM_RIGHT_BOX = SoftBox(RIM_RIGHT_DIRECTION, 12.0, vec3<f32>(0.74, 0.87, 1.0) * 1.0);
const RIM_LEFT_BOX = SoftBox(RIM_LEFT_DIRECTION, 12.0, vec3<f32>(0.74, 0.87, 1.0) * 0.9);
const KEY_BOX_SHARPNESS = 45.0;
const KEY_BOX_RADIANCE = vec3<f32>(1.0, 0.955, 0.89) * 18.0;
const SKY_RADIANCE = vec3<f32>(0.42, 0.45, 0.50) * 1.1;
const HORIZON_RADIANCE = vec3<f32>(0.40, 0.40, 0.41) * 0.9;
const FLOOR_RADIANCE = vec3<f32>(0.26, 0.255, 0.25) * 0.6;

/// The light of the box from a surface whose own lobe of reflection has the sharpness `lobe`.
fn reflected_box(box: SoftBox, direction: vec3<f32>, lobe: f32) -> vec3<f32> {
    let widened = box.sharpness * lobe / (box.sharpness + lobe);
    return box.radiance * (widened / box.sharpness * exp(widened * (dot(direction, box.direction) - 1.0)));
}

/// The light that arrives around a direction of reflection; `roughness` as in glTF.
fn reflected_studio(direction_in_view: vec3<f32>, height: f32, roughness: f32, key_visibility: f32) -> vec3<f32> {
    let alpha = max(roughness * roughness, 0.003);
    let lobe = 0.5 / (alpha * alpha);
    // Above and below the horizon; a rough surface sees both.
    let edge = 0.08 + 0.9 * alpha;
    let up = smoothstep(-edge, edge, height);
    let gradient = mix(HORIZON_RADIANCE, SKY_RADIANCE, saturate(height));
    var light = mix(FLOOR_RADIANCE, gradient, up);
    let key = SoftBox(frame.key_direction_in_view, KEY_BOX_SHARPNESS, KEY_BOX_RADIANCE);
    light += key_visibility * reflected_box(key, direction_in_view, lobe);
    light += reflected_box(FILL_BOX, direction_in_view, lobe);
    light += reflected_box(RIM_RIGHT_BOX, direction_in_view, lobe);
    light += reflected_box(RIM_LEFT_BOX, direction_in_view, lobe);
    return light;
}

/// The fraction of uniform surroundings that a surface reflects: a fit of the integrated microfacet model (Karis 2014),
/// with the light that rough surfaces reflect more than once (Turquin 2019).
fn reflectance(normal_reflectance: vec3<f32>, roughness: f32, toward_eye: f32) -> vec3<f32> {
    let r = roughness * vec4<f32>(-1.0, -0.0275, -0.572, 0.022) + vec4<f32>(1.0, 0.0425, 1.04, -0.04);
    let a = min(r.x * r.x, exp2(-9.28 * toward_eye)) * r.x + r.y;
    let scale = -1.04 * a + r.z;
    let bias = max(1.04 * a + r.w, 0.0);
    let lost = 1.0 / max(scale + bias, 0.1) - 1.0;
    return (normal_reflectance * scale + bias) * (1.0 + normal_reflectance * lost);
}
