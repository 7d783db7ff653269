// Coverage of the picture by a mesh; the pipeline chooses the channel that stores it.

@fragment
fn mask_fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(1.0);
}
