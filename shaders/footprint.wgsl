// The first step of the contact shadow: how close the skin comes to the ground, seen from above. Uses maximum blending,
// so that the lowest point is kept.

@fragment
fn footprint_fragment(in: MeshVarying) -> @location(0) vec4<f32> {
    let height = max(in.position_in_world_and_openness.y - frame.ground_height, 0.0);
    return vec4<f32>(exp(-height / frame.footprint_falloff), 0.0, 0.0, 1.0);
}
