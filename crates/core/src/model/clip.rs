use super::{Pose, one_line};
use glam::{FloatExt as _, Quat, Vec3};
use std::ops::{Add, Mul};

/// A named animation.
#[derive(Clone, Debug)]
pub struct Clip {
    /// The name in the file; may be empty or repeated.
    pub name: String,
    /// The animated properties of nodes. A property without a channel keeps its rest value.
    pub channels: Vec<Channel>,
    /// The last key's time. Every clip starts at zero.
    pub duration_seconds: f32,
}

/// Keys of one property of one node.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Node index in the skeleton.
    pub node: u32,
    interpolation: Interpolation,
    times_seconds: Vec<f32>,
    values: ChannelValues,
}

/// The curve between two keys of a channel (`interpolation` of a glTF sampler).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The value of the key before.
    Step,
    /// A straight line; for rotations, spherical linear interpolation.
    Linear,
    /// Each key has three values: in-tangent, value, out-tangent.
    CubicSpline,
}

/// The values of a channel's keys, for the property that it animates. Three per key for
/// [`Interpolation::CubicSpline`].
#[derive(Clone, Debug)]
pub enum ChannelValues {
    /// Translations in the parent's frame, in scene units.
    Translation(Vec<Vec3>),
    /// Rotations in the parent's frame, of unit length except with [`Interpolation::CubicSpline`].
    Rotation(Vec<Quat>),
    /// Scale factors along the node's axes.
    Scale(Vec<Vec3>),
    /// The weights of all morph targets of the node.
    MorphWeights {
        /// Index of the first target in [`Pose::morph_weights`].
        first: u32,
        /// Number of targets. Not zero.
        targets: u32,
        /// The weights of all keys, one key after the other.
        weights: Vec<f32>,
    },
}

/// Reason why keys do not form a channel, phrased to follow the channel's name.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ChannelError {
    /// There are no keys.
    #[error("has no keys")]
    Empty,
    /// The count of values does not match the count of keys.
    #[error("has {values} values for {keys} keys; {interpolation:?} needs {wanted}")]
    Count {
        /// Count of keys.
        keys: usize,
        /// Count of values.
        values: usize,
        /// Count of values that the keys need.
        wanted: usize,
        /// The interpolation, which determines the values per key.
        interpolation: Interpolation,
    },
    /// The time of a key is not after the time of the key before.
    #[error("has key times that do not increase, at key {key}")]
    TimesOutOfOrder {
        /// Index of the key.
        key: usize,
    },
    /// A time or a value is infinite or NaN.
    #[error("has a time or value that is not a finite number, at key {key}")]
    NotFinite {
        /// Index of the key.
        key: usize,
    },
    /// The weights do not divide into one list per key.
    #[error("has {weights} weights, which is not a multiple of its {targets} morph targets")]
    MorphWeights {
        /// Count of weights.
        weights: usize,
        /// Count of morph targets of the node.
        targets: u32,
    },
    /// A quaternion has no length, so it is no rotation.
    #[error("has a rotation of length zero, at key {key}")]
    ZeroRotation {
        /// Index of the key.
        key: usize,
    },
}

impl Channel {
    /// Checks counts, order and finiteness; normalizes the rotations of linear and step channels.
    pub fn new(
        node: u32,
        interpolation: Interpolation,
        times_seconds: Vec<f32>,
        mut values: ChannelValues,
    ) -> Result<Self, ChannelError> {
        let keys = times_seconds.len();
        if keys == 0 {
            return Err(ChannelError::Empty);
        }
        if let ChannelValues::MorphWeights { targets, weights, .. } = &values
            && (*targets == 0 || weights.len() % *targets as usize != 0)
        {
            return Err(ChannelError::MorphWeights { weights: weights.len(), targets: *targets });
        }
        let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        if values.len() != keys * per_key {
            return Err(ChannelError::Count { keys, values: values.len(), wanted: keys * per_key, interpolation });
        }
        if let Some(key) = (0..keys).find(|&key| !times_seconds[key].is_finite()) {
            return Err(ChannelError::NotFinite { key });
        }
        if let Some(key) = (1..keys).find(|&key| times_seconds[key] <= times_seconds[key - 1]) {
            return Err(ChannelError::TimesOutOfOrder { key });
        }
        if let Some(value) = values.first_not_finite() {
            return Err(ChannelError::NotFinite { key: value / per_key });
        }
        if let ChannelValues::Rotation(rotations) = &mut values {
            for key in 0..keys {
                let rotation = &mut rotations[key * per_key + per_key / 2];
                if rotation.length_squared() < f32::MIN_POSITIVE {
                    return Err(ChannelError::ZeroRotation { key });
                }
                if interpolation != Interpolation::CubicSpline {
                    *rotation = rotation.normalize();
                }
            }
        }
        Ok(Self { node, interpolation, times_seconds, values })
    }

    pub(crate) fn end_seconds(&self) -> f32 {
        self.times_seconds.last().copied().unwrap_or(0.0)
    }

    /// Times of the keys in seconds, ascending.
    pub fn times_seconds(&self) -> &[f32] {
        &self.times_seconds
    }

    /// The curve between the keys.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The values: one per key; three per key for [`Interpolation::CubicSpline`].
    pub fn values(&self) -> &ChannelValues {
        &self.values
    }

    /// The last morph target that the channel sets, as its index in [`Pose::morph_weights`].
    pub(crate) fn last_morph_target(&self) -> Option<u32> {
        match self.values {
            ChannelValues::MorphWeights { first, targets, .. } => Some(first.saturating_add(targets - 1)),
            _ => None,
        }
    }

    /// Writes the channel's value at a time into the pose. The first and last values are held outside the key range.
    pub fn sample(&self, time_seconds: f32, pose: &mut Pose) {
        let span = self.span_at(time_seconds);
        let joint = &mut pose.joints[self.node as usize];
        match &self.values {
            ChannelValues::Translation(values) => {
                joint.translation = self.blend(|value| values[value], span, Vec3::lerp);
            }
            ChannelValues::Scale(values) => joint.scale = self.blend(|value| values[value], span, Vec3::lerp),
            ChannelValues::Rotation(values) => {
                // slerp takes the shorter arc: it negates one rotation if the dot product is negative.
                let rotation = self.blend(|value| values[value], span, Quat::slerp).normalize();
                joint.rotation = if rotation.is_finite() { rotation } else { joint.rotation };
            }
            ChannelValues::MorphWeights { first, targets, weights } => {
                let of_pose = pose.morph_weights.iter_mut().skip(*first as usize).take(*targets as usize);
                for (target, weight) in of_pose.enumerate() {
                    *weight = self.blend(|value| weights[value * *targets as usize + target], span, f32::lerp);
                }
            }
        }
    }

    fn span_at(&self, time_seconds: f32) -> Span {
        let times = &self.times_seconds;
        let after = times.partition_point(|&key| key <= time_seconds);
        if after == 0 {
            return Span { key: 0, share: 0.0, seconds: 0.0 };
        }
        if after == times.len() {
            return Span { key: after - 1, share: 0.0, seconds: 0.0 };
        }
        let seconds = times[after] - times[after - 1];
        Span { key: after - 1, share: (time_seconds - times[after - 1]) / seconds, seconds }
    }

    /// Blends the values at a span. `values` returns a value by its index; cubic splines have three per key.
    fn blend<T>(&self, values: impl Fn(usize) -> T, span: Span, linear: fn(T, T, f32) -> T) -> T
    where
        T: Copy + Add<Output = T> + Mul<f32, Output = T>,
    {
        let Span { key, share, seconds } = span;
        match self.interpolation {
            Interpolation::CubicSpline if share == 0.0 => values(3 * key + 1),
            Interpolation::CubicSpline => {
                let (t, t2, t3) = (share, share * share, share * share * share);
                let (from, out_tangent) = (values(3 * key + 1), values(3 * key + 2));
                let (in_tangent, to) = (values(3 * key + 3), values(3 * key + 4));
                from * (2.0 * t3 - 3.0 * t2 + 1.0)
                    + out_tangent * (seconds * (t3 - 2.0 * t2 + t))
                    + to * (3.0 * t2 - 2.0 * t3)
                    + in_tangent * (seconds * (t3 - t2))
            }
            Interpolation::Linear if share > 0.0 => linear(values(key), values(key + 1), share),
            Interpolation::Linear | Interpolation::Step => values(key),
        }
    }
}

/// The location of a time: after `key` by the fraction `share` of the interval to the next key, which is `seconds`
/// long.
#[derive(Clone, Copy)]
struct Span {
    key: usize,
    share: f32,
    seconds: f32,
}

impl ChannelValues {
    fn len(&self) -> usize {
        match self {
            Self::Translation(values) | Self::Scale(values) => values.len(),
            Self::Rotation(values) => values.len(),
            Self::MorphWeights { targets, weights, .. } => weights.len() / *targets as usize,
        }
    }

    fn first_not_finite(&self) -> Option<usize> {
        match self {
            Self::Translation(values) | Self::Scale(values) => values.iter().position(|v| !v.is_finite()),
            Self::Rotation(values) => values.iter().position(|q| !q.is_finite()),
            Self::MorphWeights { targets, weights, .. } => {
                weights.iter().position(|weight| !weight.is_finite()).map(|weight| weight / *targets as usize)
            }
        }
    }
}

impl Clip {
    /// Makes a clip that ends with the last key of its channels.
    pub fn new(name: String, channels: Vec<Channel>) -> Self {
        let duration_seconds = channels.iter().map(Channel::end_seconds).fold(0.0, f32::max);
        Self { name, channels, duration_seconds }
    }

    /// Sets every joint that the clip animates and leaves the others unchanged.
    ///
    /// Rotations take the sign that is nearer to the pose's own, so that a sampled pose is never off by a full turn.
    pub fn sample(&self, time_seconds: f32, pose: &mut Pose) {
        for channel in &self.channels {
            let before = pose.joints[channel.node as usize].rotation;
            channel.sample(time_seconds, pose);
            let rotation = &mut pose.joints[channel.node as usize].rotation;
            if rotation.dot(before) < 0.0 {
                *rotation = -*rotation;
            }
        }
    }
}

/// The name of a clip in one line, or its number if it has none.
pub fn clip_label(clips: &[Clip], index: usize) -> String {
    match clips.get(index) {
        Some(clip) if !clip.name.is_empty() => one_line(&clip.name),
        _ => format!("clip {index}"),
    }
}

/// The index of the clip with this name, ignoring case if only one fits, or with this index from 0.
pub fn find_clip(clips: &[Clip], address: &str) -> Option<usize> {
    if let Some(index) = clips.iter().position(|clip| clip.name == address) {
        return Some(index);
    }
    let mut alike = (0..clips.len()).filter(|&index| clips[index].name.eq_ignore_ascii_case(address));
    if let (Some(index), None) = (alike.next(), alike.next()) {
        return Some(index);
    }
    address.parse::<usize>().ok().filter(|&index| index < clips.len())
}

#[cfg(test)]
mod tests {
    use super::super::{JointPose, Trs};
    use super::*;

    fn one_joint() -> Pose {
        Pose { joints: vec![JointPose::from_trs(Trs::IDENTITY)], morph_weights: vec![0.0; 3], whole_mesh: None }
    }

    fn sampled(channel: Channel, time: f32) -> JointPose {
        let mut pose = one_joint();
        Clip::new(String::new(), vec![channel]).sample(time, &mut pose);
        pose.joints[0]
    }

    fn shift(interpolation: Interpolation, values: Vec<Vec3>) -> Channel {
        Channel::new(0, interpolation, vec![1.0, 3.0], ChannelValues::Translation(values)).unwrap()
    }

    #[test]
    fn linear_and_step_and_held_ends() {
        let linear = || shift(Interpolation::Linear, vec![Vec3::ZERO, Vec3::new(4.0, 0.0, 2.0)]);
        assert_eq!(sampled(linear(), 1.5).translation, Vec3::new(1.0, 0.0, 0.5));
        assert_eq!(sampled(linear(), 0.0).translation, Vec3::ZERO);
        assert_eq!(sampled(linear(), 9.0).translation, Vec3::new(4.0, 0.0, 2.0));
        let step = || shift(Interpolation::Step, vec![Vec3::X, Vec3::Y]);
        assert_eq!(sampled(step(), 2.999).translation, Vec3::X);
        assert_eq!(sampled(step(), 3.0).translation, Vec3::Y);
    }

    #[test]
    fn cubic_spline_by_hand() {
        // p0 = 0, out-tangent 1; p1 = 2, in-tangent 0; two seconds apart, at the midpoint:
        // 0.5 * 0 + 2 * 0.125 * 1 + 0.5 * 2 - 2 * 0.125 * 0 = 1.25
        let keys = [0.0, 0.0, 1.0, 0.0, 2.0, 0.0].map(|x| Vec3::new(x, 0.0, 0.0));
        let channel = shift(Interpolation::CubicSpline, keys.to_vec());
        assert_eq!(sampled(channel.clone(), 2.0).translation.x, 1.25);
        assert_eq!(sampled(channel, 3.0).translation.x, 2.0);
    }

    #[test]
    fn morph_weights_of_a_node_move_together() {
        let at = |interpolation, weights: &[f32], time| {
            let values = ChannelValues::MorphWeights { first: 1, targets: 2, weights: weights.to_vec() };
            let channel = Channel::new(0, interpolation, vec![1.0, 3.0], values).unwrap();
            let mut pose = one_joint();
            Clip::new(String::new(), vec![channel]).sample(time, &mut pose);
            pose.morph_weights
        };
        let keys = [0.0, 1.0, 4.0, 3.0];
        assert_eq!(at(Interpolation::Linear, &keys, 1.5), [0.0, 1.0, 1.5]);
        assert_eq!(at(Interpolation::Step, &keys, 2.9), [0.0, 0.0, 1.0]);
        // The same numbers as in `cubic_spline_by_hand`, for the second target.
        let spline = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0];
        assert_eq!(at(Interpolation::CubicSpline, &spline, 2.0), [0.0, 0.0, 1.25]);
        let uneven = ChannelValues::MorphWeights { first: 0, targets: 2, weights: vec![0.0; 3] };
        let error = Channel::new(0, Interpolation::Step, vec![0.0], uneven).unwrap_err();
        assert_eq!(error, ChannelError::MorphWeights { weights: 3, targets: 2 });
    }

    #[test]
    fn rotations_take_the_shorter_way() {
        let quarter = Quat::from_rotation_z(90f32.to_radians());
        let values = ChannelValues::Rotation(vec![Quat::IDENTITY, -quarter]);
        let channel = Channel::new(0, Interpolation::Linear, vec![0.0, 1.0], values).unwrap();
        let half_way = sampled(channel, 0.5).rotation;
        assert!(half_way.abs_diff_eq(Quat::from_rotation_z(45f32.to_radians()), 1e-6), "{half_way}");
    }

    #[test]
    fn broken_channels_are_refused() {
        let make = |times: Vec<f32>, count| {
            Channel::new(0, Interpolation::Linear, times, ChannelValues::Scale(vec![Vec3::ONE; count])).unwrap_err()
        };
        assert_eq!(make(vec![], 0), ChannelError::Empty);
        assert!(matches!(make(vec![0.0, 1.0], 3), ChannelError::Count { wanted: 2, .. }));
        assert_eq!(make(vec![0.0, 0.0], 2), ChannelError::TimesOutOfOrder { key: 1 });
        assert_eq!(make(vec![0.0, f32::NAN], 2), ChannelError::NotFinite { key: 1 });
    }
}
