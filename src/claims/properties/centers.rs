//! Centers of rotation: Kavan 2008, section 3.1, in the plane; Le & Hodgins 2016, equations 1 to 3.

use super::dual::{Dual, about, dlb};
use crate::math::Random;
use glam::{DMat2, DVec2, DVec3};

/// Center of the rotation by an angle in radians and a translation: lemma 1.
fn center(angle_radians: f64, translation: DVec2) -> DVec2 {
    (translation + translation.perp() / (angle_radians / 2.0).tan()) / 2.0
}

/// Largest distance of a center from its image.
pub(super) fn lemma_1() -> f64 {
    let mut random = Random(51);
    let moved = |_| {
        let translation = DVec2::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0));
        let angle = random.between(0.05, std::f64::consts::TAU - 0.05);
        let center = center(angle, translation);
        center.distance(DMat2::from_angle(angle) * center + translation)
    };
    (0..1000).map(moved).fold(0.0, f64::max)
}

const ANGLES: [f64; 2] = [30.0, 60.0];

/// The two motions of the section: rotations whose translations lie on a circle of radius two.
fn planar_translation(degrees: f64) -> DVec2 {
    DVec2::from_angle(degrees.to_radians()) * 2.0
}

/// Weights of the two centers in equation 9, not normalized.
fn center_weights(t: f64) -> [f64; 2] {
    let sine = |degrees: f64| (degrees.to_radians() / 2.0).sin();
    [(1.0 - t) * sine(ANGLES[0]), t * sine(ANGLES[1])]
}

fn blended_angle(t: f64) -> f64 {
    let [a, b] = center_weights(t);
    let cosine = |degrees: f64| (degrees.to_radians() / 2.0).cos();
    2.0 * (a + b).atan2((1.0 - t) * cosine(ANGLES[0]) + t * cosine(ANGLES[1]))
}

/// Distance by which the image of the origin leaves the circle of radius two, on which both motions take it, if the two
/// centers (-1, cot(angle / 2)) are blended linearly.
pub(super) fn linear_centers_off_arc() -> f64 {
    let [first, second] = ANGLES.map(|degrees| DVec2::new(-1.0, 1.0 / (degrees.to_radians() / 2.0).tan()));
    let off = |step: u32| {
        let t = f64::from(step) / 1000.0;
        let center = first.lerp(second, t);
        let image = center - DMat2::from_angle(blended_angle(t)) * center;
        image.length() - 2.0
    };
    (0..=1000).map(off).fold(0.0, f64::max)
}

/// Distance of equation 9's center from the fixed point of DLB.
pub(super) fn equation_9_against_dlb() -> f64 {
    let [first, second] = ANGLES.map(|degrees| center(degrees.to_radians(), planar_translation(degrees)));
    let motion = |degrees: f64| Dual::rigid(about(DVec3::Z, degrees), planar_translation(degrees).extend(0.0));
    let motions = ANGLES.map(motion);
    let apart = |step: u32| {
        let t = f64::from(step) / 100.0;
        let [a, b] = center_weights(t);
        let blended = dlb(&[1.0 - t, t], &motions);
        let angle = 2.0 * blended.real.z.atan2(blended.real.w);
        center(angle, blended.shift().truncate()).distance((first * a + second * b) / (a + b))
    };
    (0..=100).map(apart).fold(0.0, f64::max)
}

/// Similarity by equation 1 of Le & Hodgins for two joints and sigma 0.1, over ordered pairs.
fn similarity([p1, p2]: [f64; 2], [v1, v2]: [f64; 2]) -> f64 {
    2.0 * p1 * p2 * v1 * v2 * share([p1, p2], [v1, v2])
}

/// Gaussian factor of equation 1.
fn share([p1, p2]: [f64; 2], [v1, v2]: [f64; 2]) -> f64 {
    (-((p1 * v2 - p2 * v1) / 0.1f64).powi(2)).exp()
}

pub(super) fn similarity_by_hand() -> f64 {
    similarity([0.5, 0.5], [0.6, 0.4])
}

pub(super) fn share_of_small_weights() -> f64 {
    share([0.05, 0.05], [0.45, 0.05])
}

/// Distance between the translations of equation 3a with the vertices blended by the weights of p (equation 2b) and by
/// their own weights. The skin is a strip along x from -1 to 1 whose second joint turns by 90 degrees, with p in its
/// middle.
pub(super) fn translation_by_own_weights() -> f64 {
    const POINTS: u32 = 20_000;
    let quarter = DMat2::from_angle(90f64.to_radians());
    let blended = |weight: f64, v: DVec2| v * (1.0 - weight) + quarter * v * weight;
    let rotation = DMat2::from_angle(45f64.to_radians());
    let (mut by_p, mut by_own, mut total) = (DVec2::ZERO, DVec2::ZERO, 0.0);
    for index in 0..POINTS {
        let x = -1.0 + 2.0 * (f64::from(index) + 0.5) / f64::from(POINTS);
        let (v, weight) = (DVec2::new(x, 0.0), (x + 1.0) / 2.0);
        let s = similarity([0.5, 0.5], [1.0 - weight, weight]);
        by_p += (blended(0.5, v) - rotation * v) * s;
        by_own += (blended(weight, v) - rotation * v) * s;
        total += s;
    }
    by_p.distance(by_own) / total
}

/// Distance by which a center at a distance of one from the axis moves toward it, halfway between two joints 120
/// degrees apart.
pub(super) fn center_off_the_axis() -> f64 {
    let center = DVec3::Y;
    let posed = (center + about(DVec3::X, 120.0) * center) / 2.0;
    posed.distance(about(DVec3::X, 60.0) * center)
}
