// A mesh in colors that encode values. They must match the scale beside the picture, so light changes them less than a
// material, without a tint and without a highlight.

/// How much of the color depends on the light, and the brightness at which the color equals that in the scale: the
/// brightness of a surface facing the key light.
const PAINTED_LIGHT = 0.6;
const PAINTED_FULL_LIGHT = 1.3;
const PAINTED_RIM = 0.1;

@fragment
fn painted_fragment(in: MeshVarying) -> @location(0) vec4<f32> {
    let normal = seen_normal(in.position_in_world, in.normal_in_world);
    let light = studio_light(in.position_in_world, normal);
    // Ignore the light's own color.
    let brightness = dot(light.diffuse + light.rim * PAINTED_RIM, vec3<f32>(0.2126, 0.7152, 0.0722));
    let color = in.color.rgb * mix(1.0, brightness / PAINTED_FULL_LIGHT, PAINTED_LIGHT);
    return vec4<f32>(min(color, vec3<f32>(1.0)), 1.0);
}
