use super::frames::{MOST_FRAMES, frame_times};
use crate::math::turn_angle;
use crate::measure::RestSkin;
use crate::model::{Channel, ChannelValues, Clip, Interpolation, Pose, PoseOverrides, Skeleton};
use crate::work::{Progress, map_each};
use glam::Quat;

/// A joint that turns much farther within a tenth of a second than before and after: keys that are wrong by a turn, or a curve that
/// takes the long way from key to key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// The joint's node.
    pub node: u32,
    /// The middle of the thirtieth of a second in which it turns farthest.
    pub seconds: f32,
    /// The end of that thirtieth.
    pub end_seconds: f32,
    /// The turn in it, along its way.
    pub degrees: f64,
}

/// Steps in a second in which turns are compared, whatever the frames are in which the skin is measured. Clips of more
/// than [`MOST_FRAMES`] such steps are not searched.
const STEPS_PER_SECOND: f32 = 30.0;

/// The least turn in a step that is looked at: 1350 degrees a second. None of the clips that it was tried on has a turn as
/// fast that stands out.
const LEAST_DEGREES: f64 = 45.0;

/// A joint that turns so many times as far as in the steps around it snaps. Wheels turn evenly, and what a body does
/// builds up over steps.
const OVER_NEIGHBORS: f64 = 4.0;

/// Steps that a snap may take: a curve through almost no rotation passes in two or three.
const LONGEST: usize = 3;

/// Parts of a step in which a turn is followed, so that a turn of more than half a turn is not taken
/// for the shorter one.
const PARTS: u32 = 4;

/// The snaps of the nodes that move skin, which are joints and what is above them. Nodes that follow others or that
/// `overrides` turn are left out, and those whose keys hold their value until the next one: they are meant to jump.
/// `None` if canceled.
pub(super) fn snaps(
    skeleton: &Skeleton,
    rest: &RestSkin,
    (clip, overrides): (&Clip, &PoseOverrides),
    progress: &Progress,
) -> Option<Vec<Snap>> {
    // The steps of longer clips would be longer.
    if clip.duration_seconds * STEPS_PER_SECOND > MOST_FRAMES as f32 {
        return Some(Vec::new());
    }
    let steps = frame_times(clip.duration_seconds, STEPS_PER_SECOND);
    let mut moves_skin = vec![false; skeleton.len()];
    for joint in &rest.bones.joints {
        for node in std::iter::successors(Some(joint.node), |&node| skeleton.node(node).parent) {
            moves_skin[node as usize] = true;
        }
    }
    let turned = |node: u32| overrides.get(node).rotation.is_some();
    let turns_skin = |channel: &&Channel| {
        let is_turn = matches!(channel.values(), ChannelValues::Rotation(_));
        is_turn
            && channel.interpolation() != Interpolation::Step
            && moves_skin[channel.node as usize]
            && !skeleton.is_driven(channel.node)
            && !turned(channel.node)
    };
    let channels: Vec<&Channel> = clip.channels.iter().filter(turns_skin).collect();
    let of_channel = |index: usize| {
        if progress.is_canceled() {
            return None;
        }
        let channel = channels[index];
        let mut pose = Pose::rest(skeleton);
        let mut rotation = |seconds: f32| {
            channel.sample(seconds, &mut pose);
            pose.joints[channel.node as usize].rotation
        };
        let mut turn = |from: f32, to: f32| -> f64 {
            let at = |part: u32| from + (to - from) * part as f32 / PARTS as f32;
            let turns: Vec<Quat> = (0..=PARTS).map(|part| rotation(at(part))).collect();
            turns.windows(2).map(|pair| degrees_between(pair[0], pair[1])).sum()
        };
        let turns: Vec<f64> = steps.windows(2).map(|step| turn(step[0], step[1])).collect();
        let snap = |step: usize| Snap {
            node: channel.node,
            seconds: 0.5 * (steps[step] + steps[step + 1]),
            end_seconds: steps[step + 1],
            degrees: turns[step],
        };
        Some(standing_out(&turns).into_iter().map(snap).collect::<Vec<_>>())
    };
    let found = map_each(channels.len(), of_channel).into_iter().collect::<Option<Vec<_>>>()?;
    let mut found: Vec<Snap> = found.into_iter().flatten().collect();
    found.sort_by(|a, b| a.seconds.total_cmp(&b.seconds).then(a.node.cmp(&b.node)));
    Some(found)
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
    turn_angle(one.as_dquat().normalize().conjugate() * other.as_dquat().normalize()).to_degrees()
}
