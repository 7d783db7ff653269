// Dual quaternions. Twin: `src/math/dual_quat.rs`.

/// Applies `motion / |real|` to a point: Kavan 2008, algorithm 1. `real` must not be zero.
fn transform_point(motion: DualQuat, point: vec3<f32>) -> vec3<f32> {
    let inverse_norm = 1.0 / length(motion.real);
    let c0 = motion.real * inverse_norm;
    let ce = motion.dual * inverse_norm;
    let d0 = c0.xyz;
    let a0 = c0.w;
    let de = ce.xyz;
    let ae = ce.w;
    return quat_rotate(c0, point) + 2.0 * (a0 * de - ae * d0 + cross(d0, de));
}

/// Rotates a direction by the rotation of `motion / |real|`. `real` must not be zero.
fn rotate_vector(motion: DualQuat, vector: vec3<f32>) -> vec3<f32> {
    return quat_rotate(motion.real / length(motion.real), vector);
}

/// The motion that applies `b` first, then `a`.
fn dual_quat_multiply(a: DualQuat, b: DualQuat) -> DualQuat {
    return DualQuat(
        quat_multiply(a.real, b.real),
        quat_multiply(a.real, b.dual) + quat_multiply(a.dual, b.real),
    );
}

/// The inverse of a unit dual quaternion.
fn dual_quat_conjugate(motion: DualQuat) -> DualQuat {
    return DualQuat(quat_conjugate(motion.real), quat_conjugate(motion.dual));
}

/// The unit dual quaternion `motion / ||motion||`: Kavan 2008, appendix A.2. `real` must not be zero.
fn dual_quat_normalize(motion: DualQuat) -> DualQuat {
    let inverse_norm = 1.0 / length(motion.real);
    let real = motion.real * inverse_norm;
    let dual = motion.dual * inverse_norm;
    return DualQuat(real, dual - real * dot(real, dual));
}
