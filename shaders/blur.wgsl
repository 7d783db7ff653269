// One pass of a separable Gaussian blur, which softens the footprint into a contact shadow.

/// One to blur along u, zero along v.
override along_u: f32;
/// Standard deviation relative to the width of the map.
override deviation: f32;

const TAPS_A_SIDE: i32 = 5;

@group(0) @binding(0) var sharp: texture_2d<f32>;
@group(0) @binding(1) var sharp_sampler: sampler;

@fragment
fn blur_fragment(in: FullscreenVarying) -> @location(0) vec4<f32> {
    let step = vec2<f32>(along_u, 1.0 - along_u) * (deviation * 2.5 / f32(TAPS_A_SIDE));
    var sum = 0.0;
    var weights = 0.0;
    for (var tap = -TAPS_A_SIDE; tap <= TAPS_A_SIDE; tap++) {
        let deviations = 2.5 * f32(tap) / f32(TAPS_A_SIDE);
        let weight = exp(-0.5 * deviations * deviations);
        sum += weight * textureSampleLevel(sharp, sharp_sampler, in.texcoord + step * f32(tap), 0.0).r;
        weights += weight;
    }
    return vec4<f32>(sum / weights, 0.0, 0.0, 1.0);
}
