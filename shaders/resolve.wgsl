// The picture from its samples: the mean of their light.

/// Samples per pixel.
override sample_count: i32;

@group(0) @binding(0) var picture_samples: texture_multisampled_2d<f32>;

@fragment
fn resolve_fragment(in: FullscreenVarying) -> @location(0) vec4<f32> {
    let pixel = vec2<i32>(in.position_in_clip.xy);
    var sum = vec4<f32>(0.0);
    for (var index = 0; index < sample_count; index++) {
        sum += textureLoad(picture_samples, pixel, index);
    }
    return sum / f32(sample_count);
}
