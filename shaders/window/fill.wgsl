// A uniform color.

override red: f32;
override green: f32;
override blue: f32;

@fragment
fn fill_fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(red, green, blue, 1.0);
}
