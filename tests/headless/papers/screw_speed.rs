//! How evenly interpolations move: Kavan 2008, section 3.4 ("constant speed and shortest path") and appendix B.
//!
//! ScLERP turns and shifts evenly about one axis. DLB keeps the axis, but hurries in the middle: its rotation at half
//! a turn goes from 2/pi to 4/pi of the mean speed, its shift from 0 to 2.

use crate::properties::Random;
use crate::reference::dual::{Dual, dlb, negated, sclerp, two};
use crate::reference::quaternion::{self, about};
use crate::small_models::{Vertex, small_model};
use glam::{DAffine3, DVec3, Quat, Vec3};
use skinscope::model::{Influence, Model, Node, Pose, Trs};
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_primitive};
use std::f64::consts::PI;

/// Speed of an interpolation at t: turn in radians and shift along the axis, by time.
#[derive(Clone, Copy)]
struct Speed {
    turn: f64,
    shift: f64,
    axis: DVec3,
    /// Where the screw axis passes: its moment about the origin.
    moment: DVec3,
}

/// From the motion between `t - h` and `t + h`, in scene coordinates.
fn speed(at: impl Fn(f64) -> Dual, t: f64, h: f64) -> Speed {
    let step = at(t + h).times(at(t - h).conjugate());
    let screw = step.log();
    let half_angle = screw.real.length();
    let axis = screw.real / half_angle;
    let shift = 2.0 * screw.dual.dot(axis);
    let moment = (screw.dual - axis * screw.dual.dot(axis)) / half_angle;
    Speed { turn: half_angle / h, shift: shift / (2.0 * h), axis, moment }
}

/// Section 3.4: ScLERP's axis is constant, and angle and shift "vary linearly".
#[test]
fn sclerp_moves_evenly_about_one_axis() {
    let mut random = Random(81);
    let (mut uneven, mut off_axis, mut longest) = (0.0f64, 0.0f64, 0.0f64);
    for _ in 0..200 {
        let (first, second) = (random.motion(), random.motion());
        // The shorter way of the two signs.
        let second = if quaternion::dot(first.real, second.real) < 0.0 { negated(second) } else { second };
        let whole = second.times(first.conjugate()).log();
        let (angle, axis) = (2.0 * whole.real.length(), whole.real.normalize());
        let shift = 2.0 * whole.dual.dot(axis);
        longest = longest.max(angle);
        if angle < 0.2 {
            continue;
        }
        for step in 0..=50 {
            let found = speed(|t| sclerp(t, first, second), f64::from(step) / 50.0, 1e-2);
            uneven = uneven.max((found.turn - angle).abs()).max((found.shift - shift).abs());
            let moment = (whole.dual - axis * whole.dual.dot(axis)) / whole.real.length();
            off_axis = off_axis.max(found.axis.distance(axis)).max(found.moment.distance(moment));
        }
    }
    println!(
        "ScLERP: speeds to {uneven:.1e}, axis to {off_axis:.1e}, never more than {:.2} degrees",
        longest.to_degrees()
    );
    assert!(uneven < 1e-8 && off_axis < 1e-8);
    // "Shortest path": never more than half a turn, and nearly that for some of the pairs.
    assert!(longest <= PI && longest > 0.9 * PI);
}

/// Without the choice of the sign the path is the longer one: two turns 200 degrees apart go by 200 degrees, not 160.
#[test]
fn the_path_is_the_shorter_one_only_where_the_signs_agree() {
    let (first, second) = (Dual::ONE, Dual::rigid(about(DVec3::X, 200f64.to_radians()), DVec3::ZERO));
    assert!(quaternion::dot(first.real, second.real) < 0.0);
    let degrees = |second| (speed(|t| sclerp(t, first, second), 0.5, 1e-3).turn).to_degrees();
    assert!((degrees(second) - 200.0).abs() < 1e-6, "{}", degrees(second));
    assert!((degrees(negated(second)) - 160.0).abs() < 1e-6, "{}", degrees(negated(second)));
}

/// Angle of DLB at t, from equation 13: `2 atan2(t sin(alpha/2), 1 - t + t cos(alpha/2))`.
fn dlb_angle(alpha: f64, t: f64) -> f64 {
    let (sin, cos) = (0.5 * alpha).sin_cos();
    2.0 * (t * sin).atan2(1.0 - t + t * cos)
}

/// Appendix B: DLB turns with `sin(alpha/2) / N` of the half angle, `N = 1 - 2 t (1 - t)(1 - cos(alpha/2))`, so that
/// the fastest is `1 / cos^2(alpha/4)` times the slowest: twice at half a turn, 2/pi to 4/pi of the mean.
#[test]
fn dlb_hurries_in_the_middle() {
    println!("angle: slowest, fastest speed of rotation over the mean; fastest over slowest");
    let (axis, through) = (DVec3::new(2.0, -1.0, 0.5).normalize(), DVec3::new(0.4, -0.6, 1.0));
    for degrees in [30.0f64, 90.0, 150.0, 180.0 - 1e-6] {
        let alpha = degrees.to_radians();
        let turn = about(axis, alpha);
        let whole = Dual::rigid(turn, through - quaternion::rotate(turn, through) + axis);
        let (mut slowest, mut fastest) = (f64::INFINITY, 0.0f64);
        for step in 0..=100 {
            let t = f64::from(step) / 100.0;
            let found = speed(|t| dlb(&two(t), &[Dual::ONE, whole]), t, 1e-5);
            let (sin, cos) = (0.5 * alpha).sin_cos();
            let expected = 2.0 * sin / (1.0 - 2.0 * t * (1.0 - t) * (1.0 - cos));
            assert!((found.turn - expected).abs() < 1e-6, "{degrees} at {t}: {} {expected}", found.turn);
            assert!(found.axis.distance(axis) < 1e-6, "the axis is kept: {}", found.axis);
            slowest = slowest.min(found.turn / alpha);
            fastest = fastest.max(found.turn / alpha);
        }
        println!("  {degrees:.0}: {slowest:.4}, {fastest:.4}; {:.4}", fastest / slowest);
        assert!((fastest / slowest - 1.0 / (0.25 * alpha).cos().powi(2)).abs() < 1e-6);
        if degrees > 179.0 {
            assert!((slowest - 2.0 / PI).abs() < 1e-6 && (fastest - 4.0 / PI).abs() < 1e-6);
        }
    }
}

/// Appendix B, figure 23: at half a turn the shift is `t^2 / (1 - 2 t + 2 t^2)` of the whole. It starts and ends at
/// rest and is twice as fast as the mean in the middle; by 1/4 of the time it lags by 0.15.
#[test]
fn the_shift_of_dlb_starts_and_ends_at_rest() {
    let whole = Dual::rigid(about(DVec3::X, PI - 1e-9), DVec3::X);
    let blended = |t: f64| dlb(&two(t), &[Dual::ONE, whole]);
    for step in 0..=20 {
        let t = f64::from(step) / 20.0;
        let shift = blended(t).shift().x;
        let expected = t * t / (1.0 - 2.0 * t + 2.0 * t * t);
        assert!((shift - expected).abs() < 1e-8, "{t}: {shift} {expected}");
    }
    let speeds = [0.0, 0.5, 1.0].map(|t| speed(blended, t, 1e-5).shift);
    println!("shift of DLB at half a turn: speeds {speeds:.4?}, at 1/4 {:.4}", blended(0.25).shift().x);
    assert!((speeds[0].abs() < 1e-4) && (speeds[1] - 2.0).abs() < 1e-4 && (speeds[2].abs() < 1e-4), "{speeds:?}");
    assert!((blended(0.25).shift().x - 0.1).abs() < 1e-8);
}

/// The paper's bound of 8.15 degrees by hand: DLB is farthest behind where it is as fast as the mean, at
/// `t (1 - t) = (1 - 2/pi) / 2` for half a turn.
#[test]
fn the_bound_of_8_15_degrees_is_where_both_are_as_fast() {
    let t = 0.5 - (0.25 - 0.5 * (1.0 - 2.0 / PI)).sqrt();
    let behind = PI * t - dlb_angle(PI, t);
    println!("DLB is farthest behind at t = {t:.4}: {behind:.6} radians, {:.3} degrees", behind.to_degrees());
    assert!((t - 0.2386).abs() < 1e-4);
    // The values that Maple finds in figure 23.
    assert!((behind - 0.142_229_275_5).abs() < 1e-9, "{behind}");
    assert!((behind.to_degrees() - 8.149).abs() < 1e-3);
}

const VERTICES: usize = 101;

/// A row of vertices at (0, 1, 0) whose weights go from one joint to the other.
fn row_of_vertices() -> Model {
    let nodes = vec![Node::new("first", None, Trs::IDENTITY), Node::new("second", None, Trs::IDENTITY)];
    let lists: Vec<[Influence; 2]> = (0..VERTICES)
        .map(|vertex| {
            let weight = vertex as f32 / (VERTICES - 1) as f32;
            [Influence { joint: 0, weight: 1.0 - weight }, Influence { joint: 1, weight }]
        })
        .collect();
    let vertices: Vec<Vertex<'_>> =
        lists.iter().map(|influences| Vertex { position: Vec3::Y, normal: Vec3::Y, influences }).collect();
    small_model(nodes, &[DAffine3::IDENTITY; 2], &vertices)
}

/// In the program: vertices with evenly rising weights between joints 170 degrees apart are even steps of the screw
/// under `dib`, and those of equation 13 under `dqs`.
#[test]
fn weights_are_the_time_of_the_programs_interpolations() {
    let (model, degrees) = (row_of_vertices(), 170f64);
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[1].rotation = Quat::from_rotation_x(degrees.to_radians() as f32);
    pose.joints[1].translation = Vec3::X;
    let mut largest = 0.0f64;
    for (method, angle) in [
        (SkinningMethod::Dib, (|t: f64| t * 170f64.to_radians()) as fn(f64) -> f64),
        (SkinningMethod::Dqs, |t: f64| dlb_angle(170f64.to_radians(), t)),
    ] {
        let settings = SkinningSettings { method, ..SkinningSettings::default() };
        let palettes = JointPalette::all(&model, &pose, settings);
        let skin = deform_primitive(&model, &model.primitives[0], &palettes[0], settings).unwrap();
        for (vertex, found) in skin.iter().enumerate() {
            let t = vertex as f64 / (VERTICES - 1) as f64;
            let turned = f64::from(found.position.z).atan2(f64::from(found.position.y));
            largest = largest.max((turned - angle(t)).abs());
            if method == SkinningMethod::Dib {
                largest = largest.max((f64::from(found.position.x) - t).abs());
            }
        }
    }
    println!("dib and dqs over evenly rising weights: {largest:.1e} radians or units from their closed forms");
    assert!(largest < 2e-6);
}
