// Motions that take each point to its place under the joint's full transform.
// Twin: `crates/core/src/skinning/point_motion.rs`.

/// A joint's motion, which depends on the point. Mirrored by `skinning::PointMotion`.
struct PointMotion {
    /// R_i.
    real: vec4<f32>,
    /// D_i: takes (v, 1) to the dual part (C_i v - R_i v) R_i / 2.
    dual_from_point: mat4x4<f32>,
}

/// The motion of each joint, which depends on the point that it moves.
@group(2) @binding(1) var<storage, read> palette_point_motions: array<PointMotion>;
