// Dual quaternions. Twin: `crates/core/src/math/dual_quat.rs`.
// Uses: skin_inputs, quat.

/// Applies `motion / |real|` to a point: Kavan 2008, algorithm 1, with the division by the length of `real` taken out of
/// the sum, where it is one number instead of eight. `real` must not be zero.
fn transform_point(motion: DualQuat, point: vec3<f32>) -> vec3<f32> {
    let d0 = motion.real.xyz;
    let a0 = motion.real.w;
    let de = motion.dual.xyz;
    let ae = motion.dual.w;
    let half = cross(d0, cross(d0, point) + a0 * point + de) + (a0 * de - ae * d0);
    return point + half * (2.0 / dot(motion.real, motion.real));
}

/// Rotates a direction by the rotation of `motion / |real|`, which keeps its length. `real` must not be zero.
fn rotate_vector(motion: DualQuat, vector: vec3<f32>) -> vec3<f32> {
    let d0 = motion.real.xyz;
    let half = cross(d0, cross(d0, vector) + motion.real.w * vector);
    return vector + half * (2.0 / dot(motion.real, motion.real));
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
