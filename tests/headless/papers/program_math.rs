//! The program's own mathematics against the double-precision references: Kavan 2008, appendix A, equation 3.

use crate::properties::Random;
use crate::reference::dual::Dual;
use crate::reference::joints::{affine, nearest_rotation};
use crate::reference::quaternion::{self, Quaternion, about};
use crate::reference::{dual, matrix_log};
use glam::{DMat3, DQuat, DVec3};
use skinscope::math::{DualQuat, Screw, polar_decompose};
use std::f64::consts::PI;

const ANGLES: [f64; 12] = [0.0, 1e-6, 1e-3, 0.05, 0.3, 1.0, 2.0, 3.0, PI - 1e-3, PI, 3.5, 5.5];

fn glam_of(q: Quaternion) -> DQuat {
    DQuat::from_xyzw(q[1], q[2], q[3], q[0])
}

fn random_motion(random: &mut Random, angle: f64) -> Dual {
    let turn = about(random.direction(), angle);
    Dual::rigid(turn, random.point(1.0))
}

fn of_program(motion: Dual) -> DualQuat {
    DualQuat::from_rotation_translation(glam_of(motion.real), motion.shift())
}

/// Lemma 4 and algorithm 1: blended dual quaternions move points as their normalized selves do, dual part and all.
#[test]
fn blended_dual_quaternions_move_points_alike() {
    let mut random = Random(121);
    let mut largest = 0.0f64;
    for round in 0..2000 {
        let count = 2 + round % 3;
        let weights = random.weights(count);
        let center = random.rotation();
        let motions: Vec<Dual> = (0..count)
            .map(|_| Dual::rigid(quaternion::multiply(random.turn_under(1.5), center), random.point(1.0)))
            .collect();
        let blended = motions
            .iter()
            .zip(&weights)
            .fold(DualQuat::ZERO, |sum, (&motion, &weight)| sum + of_program(motion) * weight as f32);
        let exact = dual::dlb(&weights, &motions);
        let point = random.point(1.0);
        largest = largest.max(blended.transform_point(point.as_vec3()).as_dvec3().distance(exact.apply(point)));
        let turned = quaternion::rotate(exact.real, point);
        largest = largest.max(blended.rotate_vector(point.as_vec3()).as_dvec3().distance(turned));
    }
    println!("blended dual quaternions: {largest:.1e}");
    assert!(largest < 4e-6);
}

/// Lemmas 13 and 14: screws in single precision.
#[test]
fn screws_are_logarithms() {
    let mut random = Random(122);
    for angle in ANGLES {
        let (mut of_log, mut of_exp) = (0.0f64, 0.0f64);
        for _ in 0..100 {
            let motion = random_motion(&mut random, angle);
            let exact = motion.log();
            let found = Screw::log(of_program(motion));
            let apart = |a: glam::Vec3, b: DVec3| a.as_dvec3().distance(b);
            of_log = of_log.max(apart(found.turn, exact.real)).max(apart(found.shift, exact.dual));
            let back = DualQuat::exp(Screw { turn: exact.real.as_vec3(), shift: exact.dual.as_vec3() });
            let point = random.point(1.0);
            of_exp = of_exp.max(apart(back.transform_point(point.as_vec3()), motion.apply(point)));
        }
        println!("angle {angle}: log {of_log:.1e}, exp {of_exp:.1e}");
        // Half angles near pi are known by their small sine.
        let allowed = if angle > 5.0 { 2e-5 } else { 3e-6 };
        assert!(of_log < allowed && of_exp < 3e-6, "{angle}: {of_log:e} {of_exp:e}");
    }
}

/// Equation 3 in closed form against inverse scaling and squaring of the 4x4 matrix.
#[test]
fn matrix_logarithms_agree() {
    let mut random = Random(123);
    let mut largest = 0.0f64;
    for round in 0..1000 {
        let motion = random_motion(&mut random, ANGLES[round % 9]);
        let exact = matrix_log::log(affine(quaternion::matrix(motion.real), motion.shift()));
        let found = Screw::from_rotation_translation(glam_of(motion.real), motion.shift());
        // theta a stands in the skew part, m in the last column.
        let rotation = DVec3::new(exact.y_axis.z, exact.z_axis.x, exact.x_axis.y);
        largest = largest.max((2.0 * found.turn.as_dvec3()).distance(rotation));
        largest = largest.max((2.0 * found.shift.as_dvec3()).distance(exact.w_axis.truncate()));
    }
    println!("logarithms of rigid matrices: {largest:.1e}");
    assert!(largest < 1e-6);
}

/// Singular values and Newton's iteration find the same rotation, reflections included.
#[test]
fn polar_decompositions_agree() {
    let mut random = Random(124);
    let mut largest = 0.0f64;
    for _ in 0..2000 {
        let entry = DMat3::from_cols(random.point(2.0), random.point(2.0), random.point(2.0));
        if entry.determinant().abs() < 0.05 {
            continue;
        }
        let found = polar_decompose(entry);
        let off = DMat3::from_quat(found.rotation) - nearest_rotation(entry);
        largest = largest.max(off.to_cols_array().into_iter().fold(0.0f64, |most, part| most.max(part.abs())));
    }
    println!("polar decomposition: {largest:.1e}");
    assert!(largest < 1e-9);
}
