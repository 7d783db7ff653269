// A finished picture in the window, pixel for pixel, with rounded lower corners or as a disk.

/// Radius of the corners in pixels.
override corner_radius: f32;
override is_disk: bool = false;

@group(0) @binding(0) var picture: texture_2d<f32>;

@fragment
fn picture_fragment(in: FullscreenVarying) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    let place = in.texcoord * size;
    // Relative to the center of the nearer lower corner's arc; nothing is cut off before it in either direction.
    let from_arc = vec2<f32>(abs(place.x - 0.5 * size.x) - 0.5 * size.x, place.y - size.y) + corner_radius;
    var covered = saturate(corner_radius + 0.5 - length(max(from_arc, vec2<f32>(0.0))));
    if is_disk {
        covered = saturate(0.5 * min(size.x, size.y) + 0.5 - length(place - 0.5 * size));
    }
    // Premultiplied.
    return textureLoad(picture, vec2<i32>(min(place, size - 0.5)), 0) * covered;
}
