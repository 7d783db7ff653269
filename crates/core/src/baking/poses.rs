use super::bending_joints;
use crate::math::{Random, turn_from_angles};
use crate::measure::StressRanges;
use crate::model::{Channel, ChannelValues, JointOverride, Model, Pose, PoseOverrides, RotationOverride};
use crate::rigging::is_twist;
use glam::{Quat, Vec3};

/// A pose to which a look is fitted, or in which a fit is judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakePose {
    /// The joint that turns, if it alone does.
    pub joint: Option<u32>,
    /// The clip, by its index, and the time in seconds; `None` for the rest pose.
    pub clip: Option<(usize, f32)>,
    /// The overrides of the clip or the rest pose.
    pub overrides: PoseOverrides,
}

/// The number of poses that [`BakePose::within`] makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoseCounts {
    /// Poses of each joint, in which it alone turns.
    pub alone: u32,
    /// Poses in which all joints turn.
    pub together: u32,
}

impl PoseCounts {
    /// Enough to fit: each joint about three axes with both ends, and together many times the three or four joints that
    /// meet at a vertex.
    pub const FITTED: Self = Self { alone: 24, together: 48 };

    /// Enough to judge a fit.
    pub const JUDGED: Self = Self { alone: 16, together: 24 };
}

/// Keys of a helper that has motions of its own, in a second: what most clips are exported with.
const KEYS_PER_SECOND: f32 = 30.0;

/// Number of even gaps in all clips together that bounds the keys: eleven minutes at [`KEYS_PER_SECOND`]. Longer clips have
/// wider gaps, and keys that are nearer to each other than such a gap are left out.
const MOST_KEYS: f32 = 20_000.0;

/// Number of poses of single joints from which on each joint gets fewer, down to [`LEAST_ALONE`]: a rig of thousands of
/// joints has hardly any vertex between many of them.
const MOST_ALONE: usize = 6000;

const LEAST_ALONE: usize = 6;

/// The largest turn of a joint, in degrees. A helper takes its part of the shorter way, so it jumps at half a turn, where
/// linear blending does not; nothing is fitted that near to the jump.
pub const LARGEST_FITTED_DEGREES: f32 = 170.0;

impl BakePose {
    /// The pose of a model: of the one that the pose was made for, or of the same with helper joints.
    pub fn of(&self, model: &Model) -> Pose {
        let mut pose = Pose::rest(&model.skeleton);
        if let Some((clip, seconds)) = self.clip
            && let Some(clip) = model.clips.get(clip)
        {
            clip.sample(seconds, &mut pose);
        }
        self.overrides.apply(&model.skeleton, &mut pose);
        pose
    }

    /// Poses within ranges to fit, and others to judge the fit in ([`Self::within`]).
    pub fn fitted_and_judged(model: &Model, ranges: &StressRanges) -> [Vec<Self>; 2] {
        [(PoseCounts::FITTED, 1), (PoseCounts::JUDGED, 2)]
            .map(|(counts, seed)| Self::within(model, ranges, counts, seed))
    }

    /// Poses in which joints turn within their ranges: each of the [`bending_joints`] alone, at even distances through its
    /// ranges and about axes between its own, then all of them together, each by less. Different seeds give different
    /// poses. Joints without a range stay at rest.
    ///
    /// Twist joints turn only alone. Together with the others they would turn against the bone that they smooth.
    pub fn within(model: &Model, ranges: &StressRanges, counts: PoseCounts, seed: u64) -> Vec<Self> {
        let mut random = Random(seed);
        let turning = |node: &u32| ranges.of_node(*node).iter().any(Option::is_some);
        let turning: Vec<u32> = bending_joints(model).into_iter().filter(turning).collect();
        let alone = counts.alone.min((MOST_ALONE / turning.len().max(1)).max(LEAST_ALONE) as u32);
        let mut poses = Vec::new();
        for &joint in &turning {
            for step in 0..alone {
                let mut overrides = PoseOverrides::default();
                overrides.set(joint, turned(spread_angles(ranges, joint, step, alone, &mut random)));
                poses.push(Self { joint: Some(joint), clip: None, overrides });
            }
        }
        for _ in 0..counts.together {
            let mut overrides = PoseOverrides::default();
            for &joint in turning.iter().filter(|&&joint| !is_twist(&model.skeleton, joint)) {
                overrides.set(joint, turned(random_angles(ranges, joint, &mut random)));
            }
            poses.push(Self { joint: None, clip: None, overrides });
        }
        poses
    }

    /// The frames of all clips at which helpers with motions of their own have keys: where the clip has some, and between
    /// them so that there are `KEYS_PER_SECOND`; in clips of more than eleven minutes fewer, see `MOST_KEYS`.
    pub fn keys_of_clips(model: &Model) -> Vec<Self> {
        let whole: f32 = model.clips.iter().map(|clip| clip.duration_seconds).sum();
        let shortest_gap = whole / MOST_KEYS;
        let longest_gap = shortest_gap.max(1.0 / KEYS_PER_SECOND);
        let mut keys = Vec::new();
        for (index, clip) in model.clips.iter().enumerate() {
            let moves = |channel: &&Channel| !matches!(channel.values(), ChannelValues::MorphWeights { .. });
            let of_channels = clip.channels.iter().filter(moves).flat_map(Channel::times_seconds);
            let mut times: Vec<f32> = of_channels.copied().chain([0.0, clip.duration_seconds]).collect();
            times.sort_by(f32::total_cmp);
            times.dedup();
            times.dedup_by(|later, kept| *later - *kept <= shortest_gap && *later < clip.duration_seconds);
            let at = |seconds: f32| Self { clip: Some((index, seconds)), ..Self::default() };
            keys.extend(times.first().map(|&first| at(first)));
            for gap in times.windows(2) {
                // A little longer is no reason for one key more.
                let parts = ((gap[1] - gap[0]) / longest_gap - 0.01).ceil().max(1.0);
                let inner = (1..parts as u32).map(|part| at(gap[0] + (gap[1] - gap[0]) * part as f32 / parts));
                // Keys must ascend, so the last one is not computed.
                keys.extend(inner.chain([at(gap[1])]));
            }
        }
        keys
    }

    /// Of [`Self::keys_of_clips`], about `count` to fit, with at least one of each clip, and as many frames midway between keys
    /// to judge the fit in, where interpolation is farthest from them.
    pub fn fitted_and_judged_in_clips(model: &Model, count: u32) -> [Vec<Self>; 2] {
        let keys = Self::keys_of_clips(model);
        let middle = |pair: &[Self]| match [pair[0].clip, pair[1].clip] {
            [Some((clip, from)), Some((other, to))] if clip == other => {
                Some(Self { clip: Some((clip, 0.5 * (from + to))), ..Self::default() })
            }
            _ => None,
        };
        let between: Vec<Self> = keys.windows(2).filter_map(middle).collect();
        // A clip of one key has nothing between.
        let between = if between.is_empty() { keys.clone() } else { between };
        [keys, between].map(|poses| {
            let step = poses.len().div_ceil(count.max(1) as usize).max(1);
            let clips = poses.chunk_by(|a, b| a.clip.map(|(clip, _)| clip) == b.clip.map(|(clip, _)| clip));
            clips.flat_map(|of_clip| of_clip.iter().step_by(step).cloned()).collect()
        })
    }

    /// Frames of all clips, about `count` in all and at least one of each, at even distances that start after `offset` of
    /// one distance.
    pub fn of_clips(model: &Model, count: u32, offset: f32) -> Vec<Self> {
        let whole: f32 = model.clips.iter().map(|clip| clip.duration_seconds).sum();
        let step = whole / count.max(1) as f32;
        let mut poses = Vec::new();
        for (index, clip) in model.clips.iter().enumerate() {
            let frames = (clip.duration_seconds / step).ceil().max(1.0);
            let frames = if frames.is_finite() { frames as u32 } else { 1 };
            poses.extend((0..frames).map(|frame| Self {
                joint: None,
                clip: Some((index, (frame as f32 + offset) / frames as f32 * clip.duration_seconds)),
                overrides: PoseOverrides::default(),
            }));
        }
        poses
    }
}

fn turned(angles_degrees: Vec3) -> JointOverride {
    // Euler angles within their ranges may add up to more than one turn about another axis.
    let turn = turn_from_angles(angles_degrees);
    let largest = LARGEST_FITTED_DEGREES.to_radians();
    let angle_radians = 2.0 * turn.xyz().length().atan2(turn.w.abs());
    let rotation = if angle_radians > largest {
        let (axis, _) = (if turn.w < 0.0 { -turn } else { turn }).to_axis_angle();
        RotationOverride::AnglesDegrees(crate::math::angles_from_turn(Quat::from_axis_angle(axis, largest), Vec3::ZERO))
    } else {
        RotationOverride::AnglesDegrees(angles_degrees)
    };
    JointOverride { rotation: Some(rotation), ..JointOverride::default() }
}

/// Angles along a random line through the ranges, at an even distance from rest.
fn spread_angles(ranges: &StressRanges, joint: u32, step: u32, count: u32, random: &mut Random) -> Vec3 {
    let direction = random.direction().as_vec3();
    // The nearest axis reaches the end of its range, so that large turns are not rare with three axes.
    let longest = direction.abs().max_element();
    let reached = (step as f32 + 1.0) / count as f32;
    let along = |axis: usize| {
        let range = ranges.of_node(joint)[axis]?;
        let share = direction[axis] / longest;
        Some(reached * if share < 0.0 { -share * range.from } else { share * range.to })
    };
    let angles = Vec3::from_array([0, 1, 2].map(|axis| along(axis).unwrap_or(0.0)));
    if angles != Vec3::ZERO {
        return angles;
    }
    // A joint of few axes and a line across them, or to a side on which it does not turn: about one of its axes.
    let of_axis = |axis: usize| ranges.of_node(joint)[axis].map(|range| (axis, range));
    let axes: Vec<_> = (0..3).filter_map(of_axis).collect();
    let (axis, range) = axes[step as usize % axes.len()];
    let end = if range.to > 0.0 { range.to } else { range.from };
    Vec3::AXES[axis] * (reached * end)
}

/// Angles in the inner part of the ranges: with all joints at their ends, a body is a ball of knots that no pose of a
/// person is near to.
fn random_angles(ranges: &StressRanges, joint: u32, random: &mut Random) -> Vec3 {
    const INNER: f64 = 0.6;
    let mut angle = |axis: usize| {
        let range = ranges.of_node(joint)[axis]?;
        Some((INNER * random.between(f64::from(range.from), f64::from(range.to))) as f32)
    };
    Vec3::from_array([0, 1, 2].map(|axis| angle(axis).unwrap_or(0.0)))
}
