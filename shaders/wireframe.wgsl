// The edges of a mesh's triangles, each a line of one pixel over the shaded skin. Premultiplied alpha.

/// The offset of lines toward the eye, in pixels at their distance: half a pixel along the steepest surface that
/// should keep its lines. A larger offset would let the far side of thin parts show through.
const LIFT = 1.5;

/// The width of a pixel in the world, at a depth of one.
fn pixel_at_depth_one() -> f32 {
    // The second row of the matrix maps a height in the world to clip space.
    let m = frame.clip_from_world;
    return 2.0 / (frame.size_in_pixels.y * length(vec3<f32>(m[0].y, m[1].y, m[2].y)));
}

@vertex
fn wireframe_vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let position = skin_vertex(rest_vertex(index)).position;
    // Along the line to the eye, which keeps the position in the picture.
    let share = LIFT * frame.pixels_per_point * pixel_at_depth_one();
    return frame.clip_from_world * vec4<f32>(mix(position, frame.eye_in_world, share), 1.0);
}

@fragment
fn wireframe_fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(frame.wireframe_color.rgb * frame.wireframe_color.a, frame.wireframe_color.a);
}
