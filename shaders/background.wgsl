// A soft light behind the character, brightest slightly above the center, dithered to prevent banding.

/// Uniform noise in zero to one, without a visible pattern or a texture (Jimenez 2014, interleaved gradient).
fn dither_noise(pixel: vec2<f32>) -> f32 {
    return fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715))));
}

@fragment
fn background_fragment(in: FullscreenVarying) -> @location(0) vec4<f32> {
    let aspect = frame.picture_size / max(frame.picture_size.x, frame.picture_size.y);
    let pixel = frame.tile_origin + in.position_in_clip.xy;
    let from_middle = (pixel / frame.picture_size - vec2<f32>(0.5, 0.44)) * mix(vec2<f32>(1.0), aspect, 0.5);
    let outward = smoothstep(0.0, 0.8, length(from_middle));
    // Mixed and dithered in the square root of linear light, close to the target's encoding: the midpoint of the two
    // colors looks like the midpoint, and the noise is about one quantization step everywhere.
    let color = mix(sqrt(frame.background_middle.rgb), sqrt(frame.background_edge.rgb), outward);
    let dithered = color + (dither_noise(pixel) - 0.5) / 255.0;
    return vec4<f32>(dithered * dithered, 1.0);
}
