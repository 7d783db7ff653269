//! DLB against the screw interpolation that it approximates: Kavan 2008, section 3.4, lemmas 2 and 3, appendix B,
//! figure 23.

use crate::properties::Random;
use crate::reference::dual::{Dual, dib, dlb, sclerp, two};
use crate::reference::quaternion;
use glam::DVec3;
use std::f64::consts::PI;

/// How far apart two motions are, as matrices.
fn apart(a: Dual, b: Dual) -> f64 {
    let turned = quaternion::matrix(a.real) - quaternion::matrix(b.real);
    let entries = turned.to_cols_array().into_iter().fold(0.0f64, |most, part| most.max(part.abs()));
    entries.max(a.shift().distance(b.shift()))
}

/// The screw by `angle` about an axis that misses the origin, with a translation of one along it.
fn screw(axis: DVec3, through: DVec3, angle: f64) -> Dual {
    let turn = quaternion::about(axis, angle);
    Dual::rigid(turn, through - quaternion::rotate(turn, through) + axis)
}

/// Section 3.4 and figure 23: the rotations differ by at most 8.15 degrees, the translations along the axis by at most
/// 15.1 % of the whole, and both bounds are reached at half a turn.
#[test]
fn dlb_stays_within_8_15_degrees_and_15_1_percent_of_sclerp() {
    let (axis, through) = (DVec3::new(1.0, -2.0, 0.5).normalize(), DVec3::new(0.3, 0.7, -1.1));
    let (mut rotation, mut translation) = ((0.0f64, 0.0, 0.0), (0.0f64, 0.0, 0.0));
    for degrees in 0..=180 {
        // Half a turn has no shorter way: as near as the sign allows.
        let angle = f64::from(degrees).to_radians().min(PI - 1e-9);
        let whole = screw(axis, through, angle);
        for step in 0..=1000 {
            let t = f64::from(step) / 1000.0;
            let (linear, exact) = (dlb(&two(t), &[Dual::ONE, whole]), sclerp(t, Dual::ONE, whole));
            // Both turn about the same axis, so that what is left between them is a screw about it too.
            let between = linear.times(exact.conjugate());
            let degrees_apart = quaternion::angle(between.real).to_degrees();
            // The translation of a screw along its axis does not depend on where the axis is.
            let shift_apart = (linear.shift() - exact.shift()).dot(axis).abs();
            let off_axis = quaternion::vector(between.real).cross(axis).length();
            assert!(off_axis < 1e-12, "DLB leaves the screw axis by {off_axis:e} at t = {t}, {degrees} degrees");
            if degrees_apart > rotation.0 {
                rotation = (degrees_apart, t, angle.to_degrees());
            }
            if shift_apart > translation.0 {
                translation = (shift_apart, t, angle.to_degrees());
            }
        }
    }
    let ((largest, t, angle), (share, t_shift, angle_shift)) = (rotation, translation);
    println!("largest rotation difference {largest:.3} degrees at t = {t}, angle = {angle:.1}");
    println!("largest translation difference {:.2} % at t = {t_shift}, angle = {angle_shift:.1}", 100.0 * share);
    assert!((8.1..=8.15).contains(&largest));
    assert!((0.150..=0.151).contains(&share));
}

/// Lemmas 2 and 3, and section B.1 for DIB: `f(p q1, p q2) = p f(q1, q2)` and `f(q1 p, q2 p) = f(q1, q2) p`.
#[test]
fn dlb_sclerp_and_dib_are_bi_invariant() {
    let mut random = Random(31);
    let mut largest = [0.0f64; 3];
    for round in 0..500 {
        let count = 2 + round % 5;
        let weights = random.weights(count);
        let p = random.motion();
        // Within one hemisphere, where the iteration is well defined; anywhere for the closed forms.
        let center = random.motion();
        let near: Vec<Dual> = (0..count)
            .map(|_| {
                let turn = random.turn_under(0.8 * PI);
                Dual::rigid(turn, random.point(1.0)).times(center)
            })
            .collect();
        let left: Vec<Dual> = near.iter().map(|q| p.times(*q)).collect();
        let right: Vec<Dual> = near.iter().map(|q| q.times(p)).collect();
        let mut check = |which: usize, blend: &dyn Fn(&[Dual]) -> Dual| {
            let expected = blend(&near);
            largest[which] = largest[which].max(apart(blend(&left), p.times(expected)));
            largest[which] = largest[which].max(apart(blend(&right), expected.times(p)));
        };
        check(0, &|motions| dlb(&weights, motions));
        check(1, &|motions| sclerp(weights[1], motions[0], motions[1]));
        check(2, &|motions| dib(&weights, motions, 1e-12).motion);
    }
    println!("bi-invariance: DLB {:.1e}, ScLERP {:.1e}, DIB {:.1e}", largest[0], largest[1], largest[2]);
    assert!(largest.iter().all(|largest| *largest < 1e-9));
}
