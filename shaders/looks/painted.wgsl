// A mesh in colors that encode values. They must match the scale next to the picture, so light changes them less than a
// material, without a tint and without a highlight.

/// The fraction of the color that depends on the light, and the brightness at which the color is the same as in the
/// scale: the brightness of a surface facing the key light.
const PAINTED_LIGHT = 0.6;
const PAINTED_FULL_LIGHT = 1.3;
const PAINTED_RIM = 0.1;

@fragment
fn painted_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let point = surface_point(in, seen_normal(in, is_front));
    let light = studio_light(point);
    // Ignore the light's own color.
    let brightness = luminance(light.diffuse + light.rim * PAINTED_RIM);
    let color = in.color.rgb * mix(1.0, brightness / PAINTED_FULL_LIGHT, PAINTED_LIGHT);
    let shown = min(color, vec3<f32>(1.0));
    // Light colors would merge with a bright background.
    let is_edged = has_occlusion && is_ground_bright();
    return vec4<f32>(select(shown, with_dark_edge(shown, point), is_edged), 1.0);
}
