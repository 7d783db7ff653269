// A mesh in the studio's clay, ignoring its materials except for alpha cutouts, which are part of the shape.

@fragment
fn smooth_fragment(in: MeshVarying) -> @location(0) vec4<f32> {
    let normal = seen_normal(in.position_in_world, in.normal_in_world);
    if is_cut_away(in) {
        discard;
    }
    return vec4<f32>(shade(frame.skin_color.rgb, in.position_in_world, normal), 1.0);
}

/// Flat shading: every triangle with its own normal.
@fragment
fn flat_fragment(in: MeshVarying) -> @location(0) vec4<f32> {
    let normal = seen_flat_normal(in.position_in_world);
    if is_cut_away(in) {
        discard;
    }
    return vec4<f32>(shade(frame.skin_color.rgb, in.position_in_world, normal), 1.0);
}
