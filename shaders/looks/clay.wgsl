// A mesh in the studio's clay, ignoring its materials except for alpha cutouts, which are part of the shape.

@fragment
fn smooth_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let normal = seen_normal(in, is_front);
    if is_cut_away(in) {
        discard;
    }
    let color = shade_clay(frame.skin_color.rgb, surface_point(in, normal));
    return vec4<f32>(color * inside_light(normal), 1.0);
}

/// Flat shading: every triangle with its own normal.
@fragment
fn flat_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let seen = seen_normal(in, is_front);
    let normal = SeenNormal(seen.flat_normal, seen.flat_normal, seen.is_inside, seen.is_back);
    if is_cut_away(in) {
        discard;
    }
    let color = shade_clay(frame.skin_color.rgb, surface_point(in, normal));
    return vec4<f32>(color * inside_light(normal), 1.0);
}
