use crate::measure::RestSkin;
use crate::model::{ChannelValues, Clip, Interpolation, Pose, Skeleton};
use glam::Quat;

/// A joint that turns much farther within few frames than before and after: keys that are wrong by a turn, or a curve that
/// takes the long way from key to key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// The joint's node.
    pub node: u32,
    /// Index of the frame after which it turns farthest.
    pub frame: usize,
    /// The time midway between that frame and the next.
    pub seconds: f32,
    /// The turn between the two frames, along its way.
    pub degrees: f64,
}

/// The least turn from one frame to the next that is looked at. At 30 frames a second it is 1350 degrees a second, beyond
/// what bodies do but for a pitcher's arm.
const LEAST_DEGREES: f64 = 45.0;

/// A joint that turns so many times as far as in the frames around it snaps. Wheels turn evenly, and what a body does
/// builds up over frames.
const OVER_NEIGHBORS: f64 = 4.0;

/// Frames that a snap may take: a curve through almost no rotation passes in two or three.
const LONGEST: usize = 3;

/// Parts of the gap between two frames in which a turn is followed, so that a turn of more than half a turn is not taken
/// for the shorter one.
const PARTS: u32 = 4;

/// The snaps of the joints that move skin. Joints that follow others are left out, and those whose keys hold their value
/// until the next one: they are meant to jump.
pub(super) fn snaps(skeleton: &Skeleton, rest: &RestSkin, clip: &Clip, seconds: &[f32]) -> Vec<Snap> {
    let turning = |node: u32| {
        clip.channels.iter().find(|channel| {
            channel.node == node
                && matches!(channel.values(), ChannelValues::Rotation(_))
                && channel.interpolation() != Interpolation::Step
        })
    };
    let nodes = (0..skeleton.len() as u32).filter(|node| rest.is_joint(*node) && !skeleton.is_driven(*node));
    let mut pose = Pose::rest(skeleton);
    let mut found = Vec::new();
    for (node, channel) in nodes.filter_map(|node| Some((node, turning(node)?))) {
        let mut rotation = |seconds: f32| {
            channel.sample(seconds, &mut pose);
            pose.joints[node as usize].rotation
        };
        let mut turn = |from: f32, to: f32| -> f64 {
            let at = |part: u32| from + (to - from) * part as f32 / PARTS as f32;
            let turns: Vec<Quat> = (0..=PARTS).map(|part| rotation(at(part))).collect();
            turns.windows(2).map(|pair| degrees_between(pair[0], pair[1])).sum()
        };
        let turns: Vec<f64> = seconds.windows(2).map(|pair| turn(pair[0], pair[1])).collect();
        let at = |frame: usize| 0.5 * (seconds[frame] + seconds[frame + 1]);
        let snap = |frame: usize| Snap { node, frame, seconds: at(frame), degrees: turns[frame] };
        found.extend(standing_out(&turns).into_iter().map(snap));
    }
    found.sort_by(|a: &Snap, b: &Snap| a.frame.cmp(&b.frame).then(a.node.cmp(&b.node)));
    found
}

/// The largest of each few values in a row that stand out from those around them.
fn standing_out(turns: &[f64]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < turns.len() {
        let end = start + turns[start..].iter().take_while(|degrees| **degrees >= LEAST_DEGREES).count();
        if end == start {
            start += 1;
            continue;
        }
        let around = [start.checked_sub(1), Some(end)].map(|frame| frame.and_then(|frame| turns.get(frame)));
        let around = around.into_iter().flatten().copied().reduce(f64::max);
        let largest = (start..end).max_by(|a, b| turns[*a].total_cmp(&turns[*b])).unwrap_or(start);
        if end - start <= LONGEST && around.is_some_and(|around| turns[largest] >= OVER_NEIGHBORS * around) {
            found.push(largest);
        }
        start = end;
    }
    found
}

/// The angle between two rotations, the shorter way.
fn degrees_between(one: Quat, other: Quat) -> f64 {
    let between = one.as_dquat().normalize().conjugate() * other.as_dquat().normalize();
    2.0 * between.xyz().length().atan2(between.w.abs()).to_degrees()
}
