// A mesh in the studio's clay, ignoring its materials except for alpha cutouts, which are part of the shape.

@fragment
fn smooth_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let normal = seen_normal(in, is_front);
    return clay_color(in, normal, frame.skin_color.rgb);
}

/// Flat shading: every triangle with its own normal.
@fragment
fn flat_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let seen = seen_normal(in, is_front);
    let normal = SeenNormal(seen.flat_normal, seen.flat_normal, seen.is_inside, seen.is_back);
    return clay_color(in, normal, frame.skin_color.rgb);
}

/// Clay of any tone under the studio's light.
fn clay_color(in: MeshVarying, normal: SeenNormal, tone: vec3<f32>) -> vec4<f32> {
    if is_cut_away(in) {
        discard;
    }
    let color = shade_clay(tone, surface_point(in, normal));
    return vec4<f32>(color * inside_light(normal), 1.0);
}
