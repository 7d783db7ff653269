use crate::model::{Channel, ChannelValues, Clip, Interpolation, Model, Pose, PoseOverrides, Skeleton, TwistDriver};
use crate::work::Progress;
use glam::Quat;
use std::collections::HashSet;
use std::sync::Arc;

/// The model with clips that rotate its twist joints, for programs that do not support [`TwistDriver`]s.
///
/// A twist joint gets keys at the key times of the joints that drive it. More keys are added in between, up to
/// `DEEPEST` halvings, while interpolation would miss the driven rotation by more than `CLOSE_ENOUGH_RADIANS`.
/// Clips that do not animate a driving joint are unchanged. Progress counts twist joints of clips.
pub fn with_baked_twists(model: &Model, progress: &Progress) -> Model {
    let drivers = model.skeleton.twist_drivers();
    progress.add_total((model.clips.len() * drivers.len()) as u64);
    let baked = |clip: &Clip| {
        let twist = |driver: &TwistDriver| {
            let channel = twist_channel(&model.skeleton, clip, driver);
            progress.advance(1);
            channel
        };
        let channels = clip.channels.iter().cloned().chain(drivers.iter().filter_map(twist));
        Clip::new(clip.name.clone(), channels.collect())
    };
    let mut with_baked = model.clone();
    with_baked.clips = Arc::new(model.clips.iter().map(baked).collect());
    with_baked
}

/// Allowed error of interpolation. About a twentieth of a degree, which moves the skin by a thousandth of the radius of
/// a limb.
const CLOSE_ENOUGH_RADIANS: f32 = 1e-3;

/// Largest number of halvings. They give 32 parts; only a twist that jumps at a half turn needs more.
const DEEPEST: u32 = 5;

/// The channel of a twist joint. `None` if the clip does not animate the joints that drive it.
fn twist_channel(skeleton: &Skeleton, clip: &Clip, driver: &TwistDriver) -> Option<Channel> {
    let read = read_by_constraints(skeleton, driver);
    let drives = |channel: &&Channel| {
        let is_rotation = matches!(channel.values(), ChannelValues::Rotation(_));
        is_rotation && driver.is_driven_by(skeleton, channel.node) || read.contains(&channel.node)
    };
    let channels: Vec<Channel> = clip.channels.iter().filter(drives).cloned().collect();
    let mut times: Vec<f32> = channels.iter().flat_map(|channel| channel.times_seconds().iter().copied()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let stepped = channels.iter().all(|channel| channel.interpolation() == Interpolation::Step);
    let source = TwistSource { skeleton, driver, clip: Clip::new(String::new(), channels) };
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
    Channel::new(driver.node, interpolation, times, ChannelValues::Rotation(rotations)).ok()
}

/// The nodes that are read by constraints which turn the joints that drive a twist joint.
fn read_by_constraints(skeleton: &Skeleton, driver: &TwistDriver) -> HashSet<u32> {
    let mut read = HashSet::new();
    // Goes backward: a node that one constraint reads may be turned by an earlier one.
    for constraint in skeleton.constraints().iter().rev() {
        if driver.is_driven_by(skeleton, constraint.node) || read.contains(&constraint.node) {
            read.extend(constraint.reads(skeleton));
        }
    }
    read
}

struct TwistSource<'a> {
    skeleton: &'a Skeleton,
    driver: &'a TwistDriver,
    /// Clip with only the channels of the driving joints, and of nodes that drive these.
    clip: Clip,
}

impl TwistSource<'_> {
    fn at(&self, seconds: f32) -> Quat {
        let mut pose = Pose::rest(self.skeleton);
        self.clip.sample(seconds, &mut pose);
        if !self.skeleton.constraints().is_empty() {
            PoseOverrides::default().apply(self.skeleton, &mut pose);
        }
        let angle = self.driver.angle_radians(self.skeleton, &pose, &PoseOverrides::default());
        self.driver.rotation(self.skeleton, angle).normalize()
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
