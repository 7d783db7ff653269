//! Centers of rotation in the plane: Kavan 2008, lemma 1, equations 5 to 10, figures 5, 6, 9 and 10.

use crate::properties::Random;
use crate::reference::dual::{Dual, dlb, two};
use crate::reference::joints::Joint;
use crate::reference::quaternion::{IDENTITY, about};
use crate::reference::{RestPoint, Scene, Settings, skin_vertex};
use glam::{DMat3, DVec3};
use std::f64::consts::PI;

fn cotangent(angle: f64) -> f64 {
    1.0 / angle.tan()
}

/// Equation 4: `r = (t + z x t cot(alpha / 2)) / 2`.
fn lemma_1(shift: DVec3, angle: f64) -> DVec3 {
    0.5 * (shift + DVec3::Z.cross(shift) * cotangent(0.5 * angle))
}

/// The point of the plane that a motion leaves in place, found without the lemma: `(1 - R) r = t`, by Cramer's rule.
fn fixed_point(motion: Dual) -> DVec3 {
    let (x, y) = (motion.apply(DVec3::X) - motion.shift(), motion.apply(DVec3::Y) - motion.shift());
    let (a, b, c, d) = (1.0 - x.x, -y.x, -x.y, 1.0 - y.y);
    let shift = motion.shift();
    let determinant = a * d - b * c;
    DVec3::new((shift.x * d - b * shift.y) / determinant, (a * shift.y - c * shift.x) / determinant, 0.0)
}

#[test]
fn lemma_1_gives_the_center_of_rotation() {
    let mut random = Random(51);
    let mut largest = 0.0f64;
    for _ in 0..2000 {
        let angle = random.within(0.05, 2.0 * PI - 0.05);
        let shift = random.point(3.0) * DVec3::new(1.0, 1.0, 0.0);
        let center = lemma_1(shift, angle);
        let motion = Dual::rigid(about(DVec3::Z, angle), shift);
        largest = largest.max(motion.apply(center).distance(center)).max(center.distance(fixed_point(motion)));
    }
    println!("lemma 1: the center stays in place to {largest:.1e}");
    assert!(largest < 1e-9);
}

/// The family of section 3.1: turned by alpha, moved to 2 (cos alpha, sin alpha).
fn family(alpha: f64) -> Dual {
    Dual::rigid(about(DVec3::Z, alpha), 2.0 * DVec3::new(alpha.cos(), alpha.sin(), 0.0))
}

/// Equations 5, 8 and 9: quaternion blending moves the center of rotation along the line x = -1, but not linearly, and
/// DLB does just that. Figure 10: linear centers leave the arc of radius 2 that every motion of the family sends the
/// origin to.
#[test]
fn equations_8_and_9_the_center_moves_along_a_line_but_not_linearly() {
    let (first, second) = (30f64.to_radians(), 60f64.to_radians());
    let center = |alpha: f64| DVec3::new(-1.0, cotangent(0.5 * alpha), 0.0);
    let (mut largest, mut farthest, mut off_arc) = (0.0f64, 0.0f64, 0.0f64);
    for step in 0..=100 {
        let t = f64::from(step) / 100.0;
        let (w1, w2) = ((1.0 - t) * (0.5 * first).sin(), t * (0.5 * second).sin());
        let equation_8 = ((1.0 - t) * (0.5 * first).cos() + t * (0.5 * second).cos()) / (w1 + w2);
        let equation_9 = (center(first) * w1 + center(second) * w2) / (w1 + w2);
        let blended = dlb(&two(t), &[family(first), family(second)]);
        let found = fixed_point(blended);
        largest = largest.max(found.distance(equation_9)).max((found.y - equation_8).abs());
        // The interpolated motion is of the family: the origin stays on its arc.
        let posed = blended.apply(DVec3::ZERO);
        assert!((posed.length() - 2.0).abs() < 1e-12, "the origin left the arc by {}", posed.length() - 2.0);
        let linear = center(first).lerp(center(second), t);
        farthest = farthest.max(found.distance(linear));
        // Figure 10: the same angle about the linearly blended center.
        let around = linear + crate::reference::quaternion::rotate(blended.real, -linear);
        off_arc = off_arc.max((around.length() - 2.0).abs());
    }
    println!(
        "equations 8 and 9 to {largest:.1e}; linear centers are off by up to {farthest:.3}, figure 10 by {off_arc:.3}"
    );
    assert!(largest < 1e-12);
    assert!(farthest > 0.2 && off_arc > 0.1);
}

/// Equation 10: a turn by theta about (rx, ry) is `cos theta/2 + sin theta/2 (k + eps (i ry - j rx))`.
#[test]
fn equation_10_planar_dual_quaternions() {
    let mut random = Random(52);
    for _ in 0..500 {
        let (theta, r) = (random.within(-PI, PI), random.point(2.0) * DVec3::new(1.0, 1.0, 0.0));
        let (sin, cos) = (0.5 * theta).sin_cos();
        let planar = Dual { real: [cos, 0.0, 0.0, sin], dual: [0.0, sin * r.y, -sin * r.x, 0.0] };
        let point = random.point(1.0);
        let expected = r + crate::reference::quaternion::rotate(about(DVec3::Z, theta), point - r);
        assert!(planar.apply(point).distance(expected) < 1e-12);
    }
}

fn skin(method: &'static str, joints: &[Joint], vertex: DVec3, t: f64) -> DVec3 {
    let influences = [(0, 1.0 - t), (1, t)];
    let rest = RestPoint {
        position: vertex,
        normal: DVec3::Z,
        influences: &influences,
        center: vertex,
        covariance: DMat3::ZERO,
        bone: None,
        blend: None,
    };
    skin_vertex(&rest, &mut Scene::new(joints, Settings::new(method))).position
}

/// Section 2.3, figures 5 and 6: blending rotation and translation apart about the shoulder makes the elbow
/// u = (2, 0, 0) drift to (2.5, sqrt(3)/2, 0) halfway to 120 degrees; about the elbow, and with DLB, it stays.
#[test]
fn figure_5_the_elbow_drifts() {
    let elbow = DVec3::new(2.0, 0.0, 0.0);
    let joints = [
        Joint::rigid(IDENTITY, DVec3::ZERO, DVec3::ZERO),
        Joint::rigid(about(DVec3::Z, 120f64.to_radians()), elbow, elbow),
    ];
    let drifted = skin("quaternion-translation", &joints, elbow, 0.5);
    println!("figure 5: the elbow drifts to {drifted}");
    assert!(drifted.distance(DVec3::new(2.5, 0.5 * 3f64.sqrt(), 0.0)) < 1e-12);
    for method in ["lbs", "dqs", "two-phase-dqs", "direct-quaternion", "spherical", "log-matrix", "dib"] {
        for step in 0..=10 {
            let stayed = skin(method, &joints, elbow, f64::from(step) / 10.0);
            assert!(stayed.distance(elbow) < 1e-9, "{method} moves the elbow to {stayed}");
        }
    }
    // Figure 6: the farther the origin, the worse.
    let mut before = 0.0;
    for far in [1.0, 2.0, 5.0, 20.0] {
        let away = DVec3::new(far, 0.0, 0.0);
        let moved = [Joint::rigid(IDENTITY, DVec3::ZERO, DVec3::ZERO), Joint::rigid(joints[1].turn, away, away)];
        let drift = skin("quaternion-translation", &moved, away, 0.5).distance(away);
        // |u'(t) - u| for alpha = 120 degrees and t = 1/2 is |u| / 2.
        assert!(drift > before && (drift - 0.5 * far).abs() < 1e-9);
        before = drift;
    }
}
