//! Clips as functions of a phase from zero to one, where they start over. Angles are in degrees, in the axes of
//! [`super::skeleton`]. Unless stated otherwise, the values are for the left side, and the right side mirrors them.

use glam::{DQuat, Quat, Vec3};
use skinscope::model::{Channel, ChannelError, ChannelValues, Clip, Interpolation, Skeleton};
use std::f64::consts::TAU;

/// Joints and their angles at a phase.
type Turns = Vec<(&'static str, [f64; 3])>;

/// Angles of a clip and the hips' offset from rest in meters, at a phase.
struct Recipe {
    name: &'static str,
    seconds: f64,
    keys: usize,
    at: fn(f64) -> (Turns, [f64; 3]),
}

const RECIPES: [Recipe; 5] = [
    Recipe { name: "walk", seconds: 1.2, keys: 25, at: walk },
    Recipe { name: "wave", seconds: 3.0, keys: 30, at: wave },
    Recipe { name: "squat", seconds: 3.0, keys: 25, at: squat },
    Recipe { name: "arm twist", seconds: 4.0, keys: 25, at: arm_twist },
    Recipe { name: "shoulder roll", seconds: 2.4, keys: 25, at: shoulder_roll },
];

fn sine(turns: f64) -> f64 {
    libm::sin(TAU * turns)
}

fn cosine(turns: f64) -> f64 {
    libm::cos(TAU * turns)
}

/// Bump: one at `center`, falling smoothly to zero at `half_width` from it; phases wrap around.
fn bump(phase: f64, center: f64, half_width: f64) -> f64 {
    let away = (phase - center + 1.5).rem_euclid(1.0) - 0.5;
    if away.abs() < half_width { (1.0 + cosine(away / half_width / 2.0)) / 2.0 } else { 0.0 }
}

/// Adds the same turns on both sides; `left` receives names without their ending.
fn both(turns: &mut Turns, pairs: [(&'static str, &'static str); 1], angles: [f64; 3]) {
    for (left, right) in pairs {
        turns.push((left, angles));
        turns.push((right, [angles[0], -angles[1], -angles[2]]));
    }
}

/// Walk: heel strike of the left foot at zero, of the right at one half; a stride of 1.2 s is an easy pace. In place:
/// the ground moves, not the figure.
fn walk(phase: f64) -> (Turns, [f64; 3]) {
    let mut turns = Turns::new();
    let legs = [
        (["thigh.L", "shin.L", "foot.L", "toe.L", "upper_arm.L", "forearm.L", "hand.L"], phase, 1.0),
        (["thigh.R", "shin.R", "foot.R", "toe.R", "upper_arm.R", "forearm.R", "hand.R"], phase + 0.5, -1.0),
    ];
    for ([thigh, shin, foot, toe, upper_arm, forearm, hand], phase, side) in legs {
        let swing = -7.0 - 23.0 * cosine(phase) + 4.0 * cosine(2.0 * phase);
        let knee = 5.0 + 13.0 * bump(phase, 0.13, 0.14) + 54.0 * bump(phase, 0.71, 0.24);
        // From the heel over the sole to the toes.
        let ankle = 4.0 * bump(phase, 0.05, 0.08) - 9.0 * bump(phase, 0.38, 0.20) + 20.0 * bump(phase, 0.60, 0.13);
        turns.push((thigh, [swing, 0.0, 0.0]));
        turns.push((shin, [knee, 0.0, 0.0]));
        turns.push((foot, [ankle, 0.0, 0.0]));
        turns.push((toe, [-28.0 * bump(phase, 0.56, 0.12), 0.0, 0.0]));
        let back = cosine(phase);
        turns.push((upper_arm, [2.0 + 20.0 * back, 0.0, -74.0 * side]));
        turns.push((forearm, [0.0, (-24.0 + 12.0 * back) * side, 0.0]));
        turns.push((hand, [0.0, -6.0 * side, 0.0]));
    }
    let forward = cosine(phase);
    turns.push(("hips", [2.0, -6.0 * forward, -2.5 * sine(phase)]));
    turns.push(("spine_1", [0.0, 1.0 * forward, 1.0 * sine(phase)]));
    turns.push(("spine_2", [1.0, 3.0 * forward, 1.5 * sine(phase)]));
    turns.push(("spine_3", [1.0, 4.0 * forward, 0.0]));
    turns.push(("spine_4", [0.0, 4.0 * forward, 0.0]));
    turns.push(("neck", [-2.0, -3.0 * forward, 0.0]));
    turns.push(("head", [-2.0, -3.0 * forward, 0.0]));
    (turns, [0.014 * sine(phase), -0.026 - 0.013 * cosine(2.0 * phase), 0.0])
}

/// Wave: the left arm goes up, waves, and comes down again.
fn wave(phase: f64) -> (Turns, [f64; 3]) {
    let ease = |from: f64, to: f64| {
        let t = ((phase - from) / (to - from)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    let up = ease(0.0, 0.22) - ease(0.78, 1.0);
    let to_and_fro = (ease(0.15, 0.25) - ease(0.75, 0.85)) * sine((phase - 0.2) / 0.6 * 2.5);
    let mut turns = vec![
        ("clavicle.L", [0.0, 0.0, 10.0 * up]),
        ("upper_arm.L", [0.0, -12.0 * up, -72.0 + 90.0 * up]),
        ("upper_arm_twist.L", [-75.0 * up, 0.0, 0.0]),
        ("forearm.L", [-75.0 * up, -12.0 - 74.0 * up + 24.0 * to_and_fro, 0.0]),
        ("forearm_twist.L", [-10.0 * up, 0.0, 0.0]),
        ("hand.L", [-10.0 * up, 14.0 * to_and_fro, 0.0]),
        ("upper_arm.R", [4.0, 0.0, 72.0]),
        ("forearm.R", [0.0, 14.0, 0.0]),
        ("spine_2", [0.0, 0.0, -3.0 * up]),
        ("spine_3", [0.0, 0.0, -3.0 * up]),
        ("head", [0.0, 8.0 * up, 5.0 * up]),
    ];
    for (finger, spread) in [("index_1.L", -6.0), ("ring_1.L", 5.0), ("little_1.L", 10.0)] {
        turns.push((finger, [0.0, spread * up, 0.0]));
    }
    (turns, [0.0; 3])
}

/// Squat: down to thighs below level and up again, arms forward for balance.
fn squat(phase: f64) -> (Turns, [f64; 3]) {
    squatting((1.0 - cosine(phase)) / 2.0)
}

/// Lean of the hips, then angles of hip, knee and ankle at the lowest point: they sum to zero, so that the soles stay
/// flat.
const SQUAT_DEGREES: [f64; 4] = [28.0, -118.0, 128.0, -38.0];

pub(super) fn squatting(depth: f64) -> (Turns, [f64; 3]) {
    let [lean, hip, knee, ankle] = SQUAT_DEGREES.map(|angle| angle * depth);
    let mut turns = vec![("hips", [lean, 0.0, 0.0])];
    both(&mut turns, [("thigh.L", "thigh.R")], [hip, 0.0, 10.0 * depth]);
    both(&mut turns, [("shin.L", "shin.R")], [knee, 0.0, 0.0]);
    both(&mut turns, [("foot.L", "foot.R")], [ankle, 0.0, -10.0 * depth]);
    both(&mut turns, [("upper_arm.L", "upper_arm.R")], [-92.0 * depth, 0.0, -72.0 - 10.0 * depth]);
    both(&mut turns, [("forearm.L", "forearm.R")], [0.0, -12.0, 0.0]);
    turns.push(("spine_2", [4.0 * depth, 0.0, 0.0]));
    turns.push(("spine_3", [4.0 * depth, 0.0, 0.0]));
    turns.push(("neck", [-10.0 * depth, 0.0, 0.0]));
    turns.push(("head", [-14.0 * depth, 0.0, 0.0]));
    // Thigh and shin lean by these angles from upright; they are 0.41 and 0.42 m long.
    let (thigh, shin) = ((lean + hip) / 360.0, (lean + hip + knee) / 360.0);
    let down = 0.41 * (1.0 - cosine(thigh)) + 0.42 * (1.0 - cosine(shin));
    let back = 0.41 * sine(thigh) + 0.42 * sine(shin);
    (turns, [0.0, -down, back])
}

/// Arm twist: both arms extended, hands turning to and fro. On the left the twist joints take their share, on the right
/// they are off.
fn arm_twist(phase: f64) -> (Turns, [f64; 3]) {
    let angle = 150.0 * sine(phase);
    let turns = vec![
        ("forearm_twist.L", [angle, 0.0, 0.0]),
        ("hand.L", [angle, 0.0, 0.0]),
        ("forearm_twist.R", [0.0; 3]),
        ("hand.R", [angle, 0.0, 0.0]),
    ];
    (turns, [0.0; 3])
}

/// Shoulder roll: shoulders up, back, down and forward, arms hanging.
fn shoulder_roll(phase: f64) -> (Turns, [f64; 3]) {
    let (up, forward) = (6.0 - 12.0 * cosine(phase), -12.0 * sine(phase));
    let mut turns = Turns::new();
    both(&mut turns, [("clavicle.L", "clavicle.R")], [0.0, -forward, up]);
    both(&mut turns, [("upper_arm.L", "upper_arm.R")], [0.5 * forward, 0.0, -70.0 - 0.6 * up]);
    both(&mut turns, [("forearm.L", "forearm.R")], [0.0, -12.0, 0.0]);
    turns.push(("spine_4", [0.2 * forward, 0.0, 0.0]));
    turns.push(("head", [-0.2 * forward, 0.0, 0.0]));
    (turns, [0.0; 3])
}

/// Rotation by intrinsic X, Y, Z turns, the same on every system.
fn rotation(angles_degrees: [f64; 3]) -> Quat {
    let [x, y, z] = angles_degrees.map(|angle| angle.to_radians() / 2.0);
    let about_x = DQuat::from_xyzw(libm::sin(x), 0.0, 0.0, libm::cos(x));
    let about_y = DQuat::from_xyzw(0.0, libm::sin(y), 0.0, libm::cos(y));
    let about_z = DQuat::from_xyzw(0.0, 0.0, libm::sin(z), libm::cos(z));
    (about_x * about_y * about_z).as_quat()
}

/// All clips, for a skeleton that has the joints they name; missing joints are left out.
pub(super) fn clips(skeleton: &Skeleton) -> Result<Vec<Clip>, ChannelError> {
    RECIPES.iter().map(|recipe| clip(recipe, skeleton)).collect()
}

fn clip(recipe: &Recipe, skeleton: &Skeleton) -> Result<Clip, ChannelError> {
    let phases: Vec<f64> = (0..recipe.keys).map(|key| key as f64 / (recipe.keys - 1) as f64).collect();
    let times: Vec<f32> = phases.iter().map(|phase| (phase * recipe.seconds) as f32).collect();
    let frames: Vec<(Turns, [f64; 3])> = phases.iter().map(|&phase| (recipe.at)(phase.rem_euclid(1.0))).collect();
    let mut channels = Vec::new();
    for (slot, (joint, _)) in frames[0].0.iter().enumerate() {
        let Ok(node) = skeleton.find(joint) else {
            continue;
        };
        let rotations = frames.iter().map(|(turns, _)| rotation(turns[slot].1)).collect();
        channels.push(linear(node, &times, ChannelValues::Rotation(rotations))?);
    }
    if let Ok(hips) = skeleton.find("hips")
        && frames.iter().any(|(_, offset)| *offset != [0.0; 3])
    {
        let rest = skeleton.node(hips).rest.translation;
        let offset = |[x, y, z]: [f64; 3]| rest + Vec3::new(x as f32, y as f32, z as f32);
        let translations = frames.iter().map(|(_, hips)| offset(*hips)).collect();
        channels.push(linear(hips, &times, ChannelValues::Translation(translations))?);
    }
    Ok(Clip::new(recipe.name.to_owned(), channels))
}

fn linear(node: u32, times: &[f32], values: ChannelValues) -> Result<Channel, ChannelError> {
    Channel::new(node, Interpolation::Linear, times.to_vec(), values)
}
