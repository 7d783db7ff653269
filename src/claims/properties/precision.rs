//! The program's own arithmetic, in single precision, compared with the papers' statements.

use super::dual::{Dual, about, turn_under, weighted_sum};
use super::vertex_with;
use crate::math::Random;
use crate::math::{DualQuat, Screw};
use crate::model::Influence;
use crate::skinning::{SignMode, SkinningMethod, blend_iteratively};
use glam::{DMat3, DMat4, DQuat, DVec3, DVec4, Mat3, Quat, Vec3};

fn single(motion: Dual) -> DualQuat {
    DualQuat { real: motion.real.as_quat(), dual: motion.dual.as_quat() }
}

/// Blends, not normalized, of motions whose rotations lie within 1.5 radians of a common one.
fn blends() -> impl Iterator<Item = (DualQuat, Vec3)> {
    let mut random = Random(121);
    (0..1000).map(move |round| {
        let count = 2 + round % 3;
        let center = random.rotation();
        let motions: Vec<Dual> = (0..count)
            .map(|_| {
                let turn = turn_under(&mut random, 1.5f64.to_degrees()) * center;
                Dual::rigid(turn, random.point(1.0))
            })
            .collect();
        (single(weighted_sum(&random.weights(count), &motions)), random.point(1.0).as_vec3())
    })
}

/// Difference between dividing by the norm of the real part alone and the full normalization, in the motion of points
/// and the turn of normals.
pub(super) fn half_normalization() -> f64 {
    let apart = |(blend, point): (DualQuat, Vec3)| {
        let position = blend.transform_point(point).distance(blend.normalize().transform_point(point));
        let normal = blend.rotate_vector(point).distance(Mat3::from_quat(blend.real.normalize()) * point);
        f64::from(position.max(normal))
    };
    blends().map(apart).fold(0.0, f64::max)
}

/// Difference between the matrix of Kavan 2007, section 3.4, line by line, and the full normalization.
pub(super) fn listing_3_4() -> f64 {
    let apart = |(blend, v): (DualQuat, Vec3)| {
        let norm = blend.real.length();
        let (c0, ce) = (blend.real / norm, blend.dual / norm);
        let [x0, y0, z0, w0] = c0.to_array();
        let [xe, ye, ze, we] = ce.to_array();
        let translation = Vec3::new(
            2.0 * (-we * x0 + xe * w0 - ye * z0 + ze * y0),
            2.0 * (-we * y0 + xe * z0 + ye * w0 - ze * x0),
            2.0 * (-we * z0 - xe * y0 + ye * x0 + ze * w0),
        );
        let rows = Mat3::from_cols(
            Vec3::new(1.0 - 2.0 * (y0 * y0 + z0 * z0), 2.0 * (x0 * y0 + w0 * z0), 2.0 * (x0 * z0 - w0 * y0)),
            Vec3::new(2.0 * (x0 * y0 - w0 * z0), 1.0 - 2.0 * (x0 * x0 + z0 * z0), 2.0 * (y0 * z0 + w0 * x0)),
            Vec3::new(2.0 * (x0 * z0 + w0 * y0), 2.0 * (y0 * z0 - w0 * x0), 1.0 - 2.0 * (x0 * x0 + y0 * y0)),
        );
        f64::from((rows * v + translation).distance(blend.normalize().transform_point(v)))
    };
    blends().map(apart).fold(0.0, f64::max)
}

/// Translation of the matrix whose logarithm is given by Kavan 2008, equation 3, for a quarter turn about z through the
/// origin with the pitch of a screw that is meant to rise by 4. It is the exponential series of the 4 x 4 matrix.
pub(super) fn matrix_exp_of_pitch() -> f64 {
    let angle = std::f64::consts::FRAC_PI_2;
    let pitch = 4.0 / angle;
    let columns = [DVec4::Y * angle, DVec4::X * -angle, DVec4::ZERO, DVec4::Z * pitch];
    let logarithm = DMat4::from_cols(columns[0], columns[1], columns[2], columns[3]);
    let (mut sum, mut term) = (DMat4::IDENTITY, DMat4::IDENTITY);
    for order in 1..40 {
        term = term * logarithm * (1.0 / f64::from(order));
        sum += term;
    }
    sum.w_axis.z
}

/// Largest difference of a component of exp(log q) from q.
pub(super) fn screw_round_trip() -> f64 {
    let mut random = Random(43);
    let mut largest = 0.0f64;
    for angle in [0.0, 1e-6, 1e-3, 0.1, 1.0, 3.0, std::f64::consts::PI, 4.0] {
        for _ in 0..50 {
            let axis = random.direction();
            let motion = single(Dual::rigid(about(axis, f64::to_degrees(angle)), random.point(2.0)));
            let back = DualQuat::exp(Screw::log(motion));
            let parts = [(back.real, motion.real), (back.dual, motion.dual)];
            for (back, motion) in parts {
                let apart = (back - motion).to_array().map(|part| f64::from(part.abs()));
                largest = apart.into_iter().fold(largest, f64::max);
            }
        }
    }
    largest
}

/// Count of iterations of `dib` for two joints. The last iteration only finds that nothing is left to do.
pub(super) fn dib_rounds_of_two() -> f64 {
    let turned = Dual::rigid(about(DVec3::X, 100.0), DVec3::new(0.3, -0.2, 0.5));
    let motions = [single(Dual::ONE), single(turned)];
    let influences = [Influence { joint: 0, weight: 0.7 }, Influence { joint: 1, weight: 0.3 }];
    f64::from(blend_iteratively(vertex_with(&influences), &motions, SignMode::AgainstHeaviest).steps)
}

/// Distance by which a vertex moves if the whole rig is turned before the logarithms are blended instead of after.
pub(super) fn log_matrix_left_invariance() -> f64 {
    let blended = |turns: [DQuat; 2]| {
        let [a, b] = turns.map(|turn| Screw::from_rotation_translation(turn, DVec3::ZERO).turn);
        let mean = Screw { turn: (a + b) / 2.0, shift: Vec3::ZERO };
        DualQuat::exp(mean).transform_point(Vec3::X)
    };
    let (quarter, whole) = (about(DVec3::Z, 90.0), about(DVec3::X, 120.0));
    let before = blended([whole, whole * quarter]);
    let after = whole.as_quat() * blended([DQuat::IDENTITY, quarter]);
    f64::from(before.distance(after))
}

/// Angle between a vector and its image under a real part with half an angle of 45 degrees.
pub(super) fn angle_of_the_screw() -> f64 {
    let half = 45f32.to_radians();
    let motion = DualQuat { real: Quat::from_xyzw(0.0, 0.0, half.sin(), half.cos()), ..DualQuat::ZERO };
    f64::from(Vec3::X.angle_between(motion.transform_point(Vec3::X))).to_degrees()
}

/// Distance by which `q v q*` with the quaternion conjugation alone moves a vertex under a translation.
pub(super) fn sandwich_one_conjugation() -> f64 {
    let translation = DualQuat::from_rotation_translation(DQuat::IDENTITY, DVec3::X);
    let v = Vec3::new(0.3, -0.2, 0.5);
    let vertex = DualQuat { real: Quat::IDENTITY, dual: Quat::from_xyzw(v.x, v.y, v.z, 0.0) };
    let sandwich = translation.multiply(vertex).multiply(translation.conjugate());
    f64::from(sandwich.dual.xyz().distance(v))
}

/// Distance between the translations of a motion and of its conjugation by both the quaternion and the dual one.
pub(super) fn both_conjugations_shift() -> f64 {
    let motion = Dual::rigid(about(DVec3::Z, 90.0), DVec3::X);
    let Dual { real, dual } = motion.conjugate();
    Dual { real, dual: -dual }.shift().distance(motion.shift())
}

/// Angle in degrees between the blend of two normals a quarter turn apart and the rotation by the same share.
pub(super) fn normal_blend_error() -> f64 {
    let blended = DVec3::X * 0.3 + DVec3::Y * 0.7;
    (blended.angle_between(about(DVec3::Z, 0.7 * 90.0) * DVec3::X)).to_degrees()
}

/// The determinant of the mean of two shears of determinant one.
pub(super) fn mean_of_two_shears() -> f64 {
    let shear = DMat3::from_cols(DVec3::X, DVec3::new(2.0, 1.0, 0.0), DVec3::Z);
    ((shear + shear.transpose()) * 0.5).determinant()
}

fn numbers_per_joint(method: SkinningMethod) -> f64 {
    crate::gpu::palette_bytes_per_joint(method) as f64 / 4.0
}

pub(super) fn numbers_per_joint_lbs() -> f64 {
    numbers_per_joint(SkinningMethod::Lbs)
}

pub(super) fn numbers_per_joint_dqs() -> f64 {
    numbers_per_joint(SkinningMethod::Dqs)
}

pub(super) fn numbers_per_joint_two_phase_dqs() -> f64 {
    numbers_per_joint(SkinningMethod::TwoPhaseDqs)
}
