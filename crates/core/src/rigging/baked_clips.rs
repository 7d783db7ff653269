use crate::model::{
    Channel, ChannelValues, Clip, ConstraintKind, Interpolation, Model, NodeConstraint, Pose, PoseOverrides, Skeleton,
    TwistDriver,
};
use crate::work::Progress;
use glam::Quat;
use std::collections::HashSet;
use std::sync::Arc;

/// The model with clips that rotate its driven joints, for programs that support neither [`TwistDriver`]s nor
/// constraints: its twist joints, and the nodes from `first_constrained` on that have a constraint.
///
/// A driven joint gets keys at the key times of the joints that drive it. More keys are added in between, up to
/// `DEEPEST` halvings, while interpolation would miss the driven rotation by more than `CLOSE_ENOUGH_RADIANS`.
/// Clips that do not animate a driving joint are unchanged. Progress counts driven joints of clips.
pub fn with_baked_joints(model: &Model, first_constrained: u32, progress: &Progress) -> Model {
    let skeleton = &model.skeleton;
    let constraints = skeleton.constraints().iter().filter(|constraint| constraint.node >= first_constrained);
    let driven: Vec<Driven<'_>> =
        skeleton.twist_drivers().iter().map(Driven::Twist).chain(constraints.map(Driven::Constrained)).collect();
    progress.add_total((model.clips.len() * driven.len()) as u64);
    let baked = |clip: &Clip| {
        let channel = |driven: &Driven<'_>| {
            let channel = driven_channel(skeleton, clip, *driven);
            progress.advance(1);
            channel
        };
        let channels = clip.channels.iter().cloned().chain(driven.iter().filter_map(channel));
        Clip::new(clip.name.clone(), channels.collect())
    };
    let mut with_baked = model.clone();
    with_baked.clips = Arc::new(model.clips.iter().map(baked).collect());
    with_baked
}

/// A joint whose rotation follows from those of others.
#[derive(Clone, Copy)]
enum Driven<'a> {
    Twist(&'a TwistDriver),
    Constrained(&'a NodeConstraint),
}

impl Driven<'_> {
    fn node(self) -> u32 {
        match self {
            Self::Twist(driver) => driver.node,
            Self::Constrained(constraint) => constraint.node,
        }
    }

    /// Whether a node's rotation decides the joint's, without what turns that node.
    fn is_driven_by(self, skeleton: &Skeleton, node: u32) -> bool {
        match self {
            Self::Twist(driver) => driver.is_driven_by(skeleton, node),
            Self::Constrained(constraint) => constraint.reads(skeleton).any(|read| read == node),
        }
    }
}

/// Allowed error of interpolation. About a twentieth of a degree, which moves the skin by a thousandth of the radius of
/// a limb.
const CLOSE_ENOUGH_RADIANS: f32 = 1e-3;

/// Largest number of halvings. They give 32 parts; only a twist that jumps at a half turn needs more.
const DEEPEST: u32 = 5;

/// The channel of a driven joint. `None` if the clip does not animate the joints that drive it.
fn driven_channel(skeleton: &Skeleton, clip: &Clip, driven: Driven<'_>) -> Option<Channel> {
    let read = read_by_constraints(skeleton, driven);
    let drives = |channel: &&Channel| {
        let is_rotation = matches!(channel.values(), ChannelValues::Rotation(_));
        is_rotation && driven.is_driven_by(skeleton, channel.node) || read.contains(&channel.node)
    };
    let channels: Vec<Channel> = clip.channels.iter().filter(drives).cloned().collect();
    let mut times: Vec<f32> = channels.iter().flat_map(|channel| channel.times_seconds().iter().copied()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let stepped = channels.iter().all(|channel| channel.interpolation() == Interpolation::Step);
    let source = DrivenSource { skeleton, driven, clip: Clip::new(String::new(), channels) };
    let mut keys: Vec<(f32, Quat)> = Vec::new();
    for &time in &times {
        let key = (time, source.at(time));
        if let (Some(&before), false) = (keys.last(), stepped) {
            source.refine(before, key, DEEPEST, &mut keys);
        }
        keys.push(key);
    }
    for key in 1..keys.len() {
        if keys[key].1.dot(keys[key - 1].1) < 0.0 {
            keys[key].1 = -keys[key].1;
        }
    }
    let interpolation = if stepped { Interpolation::Step } else { Interpolation::Linear };
    let (times, rotations) = keys.into_iter().unzip();
    Channel::new(driven.node(), interpolation, times, ChannelValues::Rotation(rotations)).ok()
}

/// The nodes that are read by constraints which turn the joints that drive a joint.
fn read_by_constraints(skeleton: &Skeleton, driven: Driven<'_>) -> HashSet<u32> {
    let mut read = HashSet::new();
    // Goes backward: a node that one constraint reads may be turned by an earlier one.
    for constraint in skeleton.constraints().iter().rev() {
        if driven.is_driven_by(skeleton, constraint.node) || read.contains(&constraint.node) {
            read.extend(constraint.reads(skeleton));
        }
    }
    read
}

struct DrivenSource<'a> {
    skeleton: &'a Skeleton,
    driven: Driven<'a>,
    /// Clip with only the channels of the driving joints, and of nodes that drive these.
    clip: Clip,
}

impl DrivenSource<'_> {
    fn at(&self, seconds: f32) -> Quat {
        let mut pose = Pose::rest(self.skeleton);
        self.clip.sample(seconds, &mut pose);
        match self.driven {
            Driven::Twist(driver) => {
                if !self.skeleton.constraints().is_empty() {
                    PoseOverrides::default().apply(self.skeleton, &mut pose);
                }
                let angle = driver.angle_radians(self.skeleton, &pose, &PoseOverrides::default());
                driver.rotation(self.skeleton, angle).normalize()
            }
            // Most sources follow nothing: then no other joint counts.
            Driven::Constrained(constraint)
                if constraint.kind == ConstraintKind::Rotation && !self.skeleton.is_driven(constraint.source) =>
            {
                constraint.rotation(self.skeleton, &pose, None).as_quat().normalize()
            }
            Driven::Constrained(constraint) => {
                PoseOverrides::default().apply(self.skeleton, &mut pose);
                pose.joints[constraint.node as usize].rotation.normalize()
            }
        }
    }

    /// Adds keys between two keys where needed.
    fn refine(&self, before: (f32, Quat), after: (f32, Quat), depth: u32, keys: &mut Vec<(f32, Quat)>) {
        let seconds = 0.5 * (before.0 + after.0);
        if depth == 0 || seconds <= before.0 || seconds >= after.0 {
            return;
        }
        let middle = (seconds, self.at(seconds));
        if middle.1.angle_between(before.1.slerp(after.1, 0.5)) > CLOSE_ENOUGH_RADIANS {
            self.refine(before, middle, depth - 1, keys);
            keys.push(middle);
            self.refine(middle, after, depth - 1, keys);
        }
    }
}
