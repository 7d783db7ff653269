// Logarithm and exponential of unit dual quaternions: Kavan 2008, appendix A.4. Twin: `crates/core/src/math/screw.rs`.
// Uses: skin_inputs, trigonometry.

/// Half the screw motion s (theta_0 + epsilon theta_e): a dual vector, the logarithm of a unit dual quaternion.
/// Mirrored by `gpu::mirrors::ScrewData`.
struct Screw {
    /// Axis times half the angle, in radians.
    turn: vec3<f32>,
    shift: vec3<f32>,
}

/// If the sine of half the angle is below this, a motion has no axis left in single precision.
const NO_AXIS = 1e-7;

/// log of a unit dual quaternion, half angles from 0 to pi. A full turn has no axis and is treated as no rotation.
fn screw_log(motion: DualQuat) -> Screw {
    let v0 = motion.real.xyz;
    let sine = length(v0);
    let cosine = motion.real.w;
    if sine < NO_AXIS {
        let side = select(1.0, -1.0, cosine < 0.0);
        return Screw(v0 * side, motion.dual.xyz * side);
    }
    let half_angle = angle_of(sine, cosine);
    let stretch = half_angle / sine;
    let z = half_angle * half_angle;
    // (1 - h cot h) / sin^2 h, which cancels for small angles.
    let pitch = select((1.0 - stretch * cosine) / (sine * sine), 1.0 / 3.0 + z * (2.0 / 15.0 + z * 2.0 / 63.0), z < 0.06);
    return Screw(stretch * v0, stretch * motion.dual.xyz - (pitch * motion.dual.w) * v0);
}

/// exp: the unit dual quaternion of a screw.
fn screw_exp(screw: Screw) -> DualQuat {
    let z = dot(screw.turn, screw.turn);
    let half_angle = sqrt(z);
    let turned = sin_cos(half_angle);
    let sinc = select(turned.x / half_angle, 1.0 - z / 6.0 * (1.0 - z / 20.0), z < 0.01);
    // (cos h - sin h / h) / h^2.
    let bend = select((turned.y - sinc) / z, -1.0 / 3.0 + z * (1.0 / 30.0 - z / 840.0), z < 0.09);
    let along = dot(screw.turn, screw.shift);
    return DualQuat(
        vec4<f32>(sinc * screw.turn, turned.y),
        vec4<f32>(sinc * screw.shift + (bend * along) * screw.turn, -along * sinc),
    );
}
