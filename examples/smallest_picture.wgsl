@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(vec2u(index & 1u, index >> 1u));
    return vec4f(corner - 0.5, 0.0, 1.0);
}

@fragment
fn fragment() -> @location(0) vec4f {
    return vec4f(1.0, 0.5, 0.0, 1.0);
}
