// Quaternions as vec4: x, y, z, then the scalar part w.

/// Rotates a direction by a unit quaternion, which keeps its length: Kavan 2008, algorithm 1, first half of the last line.
fn quat_rotate(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let d0 = q.xyz;
    let a0 = q.w;
    return v + 2.0 * cross(d0, cross(d0, v) + a0 * v);
}

fn quat_multiply(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

fn quat_conjugate(q: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(-q.xyz, q.w);
}
