// A finished picture in the window, pixel for pixel, with rounded lower corners.

/// In pixels.
override corner_radius: f32;

@group(0) @binding(0) var picture: texture_2d<f32>;

@fragment
fn picture_fragment(in: FullscreenVarying) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    let place = in.texcoord * size;
    // Relative to the center of the nearer lower corner's arc; nothing is cut off before it in either direction.
    let from_arc = vec2<f32>(abs(place.x - 0.5 * size.x) - 0.5 * size.x, place.y - size.y) + corner_radius;
    let covered = saturate(corner_radius + 0.5 - length(max(from_arc, vec2<f32>(0.0))));
    // Premultiplied.
    return textureLoad(picture, vec2<i32>(min(place, size - 0.5)), 0) * covered;
}
