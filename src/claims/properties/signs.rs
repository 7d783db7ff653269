//! The signs of quaternions: Kavan 2008, section 4.1; the (+) operator of Le & Hodgins 2016.

use super::vertex_with;
use crate::math::DualQuat;
use crate::math::Random;
use crate::model::Influence;
use crate::skinning::{SignMode, blend_motions, has_valid_signs};
use glam::{Quat, Vec3};

/// Rotation about x, with the sign that the angle gives.
fn about_x(degrees: f64) -> DualQuat {
    let (sine, cosine) = (degrees.to_radians() / 2.0).sin_cos();
    DualQuat { real: Quat::from_xyzw(sine as f32, 0.0, 0.0, cosine as f32), ..DualQuat::ZERO }
}

/// Signed angle of the blend, in degrees from -180 to 180. The first influence is the reference for the others.
fn blended_degrees(given: &[(f32, f64)], sign_mode: SignMode) -> f64 {
    let motions: Vec<DualQuat> = given.iter().map(|(_, degrees)| about_x(*degrees)).collect();
    let influence = |(joint, (weight, _)): (usize, &(f32, f64))| Influence { joint: joint as u32, weight: *weight };
    let influences: Vec<Influence> = given.iter().enumerate().map(influence).collect();
    let blended = blend_motions(vertex_with(&influences), &motions, sign_mode).real;
    let degrees = f64::from(2.0 * blended.x.atan2(blended.w)).to_degrees();
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}

pub(super) fn running_sum_0_170_184() -> f64 {
    blended_degrees(&[(0.4, 0.0), (0.3, 170.0), (0.3, 184.0)], SignMode::AgainstRunningSum)
}

pub(super) fn running_sum_0_184_170() -> f64 {
    blended_degrees(&[(0.4, 0.0), (0.3, 184.0), (0.3, 170.0)], SignMode::AgainstRunningSum)
}

pub(super) fn against_0() -> f64 {
    blended_degrees(&[(0.4, 0.0), (0.3, 170.0), (0.3, 184.0)], SignMode::AgainstHeaviest)
}

pub(super) fn against_170() -> f64 {
    blended_degrees(&[(0.3, 170.0), (0.4, 0.0), (0.3, 184.0)], SignMode::AgainstHeaviest)
}

pub(super) fn half_of_270_short() -> f64 {
    blended_degrees(&[(0.5, 0.0), (0.5, 270.0)], SignMode::AgainstHeaviest)
}

pub(super) fn half_of_270_long() -> f64 {
    blended_degrees(&[(0.5, 0.0), (0.5, 270.0)], SignMode::AsGiven)
}

/// Length of the mean of a quaternion and its opposite, which is the same rotation.
pub(super) fn blend_of_opposites() -> f64 {
    let q = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 2.0) / 3.0, 70f32.to_radians());
    f64::from((q * 0.5 + (-q) * 0.5).length())
}

/// Smallest dot product of the quaternions of 0, 160 and 320 degrees about one axis with their middle quaternion.
pub(super) fn hemisphere_of_0_160_320() -> f64 {
    let middle = about_x(160.0).real;
    let nearness = |degrees: f64| f64::from(about_x(degrees).real.dot(middle));
    [0.0, 160.0, 320.0].into_iter().map(nearness).fold(1.0, f64::min)
}

/// Uniformly distributed random rotations.
fn rotations(random: &mut Random, count: usize) -> Vec<Quat> {
    (0..count).map(|_| random.rotation().as_quat()).collect()
}

/// Whether some choice of signs leaves all pairs within a half turn.
fn have_valid_signs(quats: &[Quat]) -> bool {
    let signed = |bits: u32, index: usize| quats[index] * if bits >> index & 1 == 1 { -1.0 } else { 1.0 };
    let is_valid = |bits: u32| (0..quats.len()).all(|a| (0..a).all(|b| signed(bits, a).dot(signed(bits, b)) >= 0.0));
    // The sign of the first one is arbitrary.
    (0..1 << (quats.len() - 1)).any(|bits| is_valid(bits << 1))
}

fn found_by_heaviest(quats: &[Quat]) -> bool {
    let motions: Vec<DualQuat> = quats.iter().map(|&real| DualQuat { real, ..DualQuat::ZERO }).collect();
    let weight = 1.0 / quats.len() as f32;
    let influences: Vec<Influence> = (0..quats.len()).map(|joint| Influence { joint: joint as u32, weight }).collect();
    has_valid_signs(&influences, &motions, SignMode::AgainstHeaviest)
}

/// Fraction of the sets with valid signs for which the program finds them against the first rotation: lemma 5.
pub(super) fn lemma_5_found() -> f64 {
    let mut random = Random(61);
    let (mut valid, mut found) = (0u32, 0u32);
    for round in 0..4000 {
        let quats = rotations(&mut random, 2 + round % 4);
        if have_valid_signs(&quats) {
            valid += 1;
            found += u32::from(found_by_heaviest(&quats));
        }
    }
    f64::from(found) / f64::from(valid)
}

/// The smallest dot product after algorithm 2, for rotations by exactly 0, 180 and -60 degrees: the half turn keeps its
/// sign, although the other sign would have been valid.
pub(super) fn lemma_5_half_turn() -> f64 {
    let quats =
        [Quat::IDENTITY, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), Quat::from_xyzw(-0.5, 0.0, 0.0, 3f32.sqrt() / 2.0)];
    let signed = quats.map(|q| if q.dot(quats[0]) < 0.0 { -q } else { q });
    let pairs = [(0, 1), (0, 2), (1, 2)];
    pairs.into_iter().map(|(a, b)| f64::from(signed[a].dot(signed[b]))).fold(f64::INFINITY, f64::min)
}

/// Percentage of sets of three random rotations that no choice of signs makes valid.
pub(super) fn no_valid_signs_of_three() -> f64 {
    const SETS: u32 = 20_000;
    let mut random = Random(62);
    let without = (0..SETS).filter(|_| !have_valid_signs(&rotations(&mut random, 3))).count();
    100.0 * without as f64 / f64::from(SETS)
}
