use crate::model::{Channel, ChannelValues, Model, Pose};
use glam::{Quat, Vec3};

/// Angles about one axis of a joint, in degrees from rest; the range includes rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AngleRange {
    /// Start of the range, at most 0.
    pub from: f32,
    /// End of the range, at least 0.
    pub to: f32,
}

/// The largest step from one angle to the next, in degrees. Results between two angles lie between the results at these
/// angles, except within a few degrees of a half turn.
const LARGEST_STEP: f32 = 30.0;

/// Turn to one side, in degrees, below which this side is left out: in a clip, it is capture noise.
const LEAST_TURN: f32 = 5.0;

const LARGEST_TURN: f32 = 180.0;

impl AngleRange {
    /// The valid angles of a range to either side, in degrees.
    pub const DEGREES: std::ops::RangeInclusive<f32> = LEAST_TURN..=LARGEST_TURN;

    /// The range between two angles. `None` if both ends are too near to rest to count. Beyond a half turn the same
    /// rotations repeat.
    pub fn between(from: f32, to: f32) -> Option<Self> {
        let end = |degrees: f32| if degrees < LEAST_TURN { 0.0 } else { degrees.min(LARGEST_TURN) };
        // Avoids minus zero.
        let range = Self { from: 0.0 - end(-from), to: end(to) };
        (range.from < range.to).then_some(range)
    }

    /// The angles from rest to either end in even steps of at most 30 degrees, including the ends but not rest.
    pub fn angles(self) -> Vec<f32> {
        let side = |end: f32| {
            let steps = (end.abs() / LARGEST_STEP).ceil().max(1.0);
            (1..=steps as u32).map(move |step| end * step as f32 / steps)
        };
        let sides = [self.from, self.to].into_iter().filter(|end| *end != 0.0);
        sides.flat_map(side).collect()
    }
}

/// Ranges in which each node of a model is rotated about its X, Y and Z; `None` if it is not.
#[derive(Clone, Debug, PartialEq)]
pub struct StressRanges {
    of_nodes: Vec<[Option<AngleRange>; 3]>,
}

impl StressRanges {
    /// Ranges of each node, about its X, Y and Z.
    pub fn new(of_nodes: Vec<[Option<AngleRange>; 3]>) -> Self {
        Self { of_nodes }
    }

    /// Ranges in which all clips together rotate each joint about its own axes, after its rest rotation. They include
    /// rest, since the test starts there.
    ///
    /// A rotation is split by its rotation vector, the axis times the angle. A rotation about a single axis has the
    /// angle that the sliders show, and no component is larger than the whole. The sliders' Euler angles are not
    /// suitable: near a quarter turn about Y, their X and Z reach half turns that the clip does not contain. Within a
    /// clip the sign is kept continuous, so that a joint that swings through 180 degrees does not appear to rotate the
    /// other way.
    pub fn from_clips(model: &Model) -> Self {
        let mut ends = vec![[[0.0f32; 2]; 3]; model.skeleton.len()];
        let mut pose = Pose::rest(&model.skeleton);
        for channel in model.clips.iter().flat_map(|clip| &clip.channels) {
            if !matches!(channel.values(), ChannelValues::Rotation(_)) {
                continue;
            }
            let node = channel.node as usize;
            let to_rest = model.skeleton.node(channel.node).rest.rotation.inverse();
            let mut before = Quat::IDENTITY;
            for seconds in sampled_seconds(channel) {
                channel.sample(seconds, &mut pose);
                let turn = to_rest * pose.joints[node].rotation;
                let turn = if turn.dot(before) < 0.0 { -turn } else { turn };
                before = turn;
                for (ends, angle) in ends[node].iter_mut().zip(rotation_vector_degrees(turn).to_array()) {
                    *ends = [ends[0].min(angle), ends[1].max(angle)];
                }
            }
        }
        Self { of_nodes: ends.into_iter().map(|axes| axes.map(|[from, to]| AngleRange::between(from, to))).collect() }
    }

    /// The same range for all joints.
    pub fn symmetric(model: &Model, degrees: f32) -> Self {
        Self { of_nodes: vec![[AngleRange::between(-degrees, degrees); 3]; model.skeleton.len()] }
    }

    /// The ranges for other nodes, such as the nodes of another model: each gets the ranges of its partner here, by
    /// index.
    #[must_use]
    pub fn of_partners(&self, partners: impl IntoIterator<Item = Option<u32>>) -> Self {
        let of_partner = |partner: Option<u32>| partner.map_or([None; 3], |partner| self.of_node(partner));
        Self { of_nodes: partners.into_iter().map(of_partner).collect() }
    }

    /// The ranges of a node about its X, Y and Z; `None` for a node that does not exist.
    pub fn of_node(&self, node: u32) -> [Option<AngleRange>; 3] {
        self.of_nodes.get(node as usize).copied().unwrap_or_default()
    }

    /// Whether no joint is rotated at all.
    pub fn is_empty(&self) -> bool {
        self.of_nodes.iter().flatten().all(Option::is_none)
    }

    /// Axis and angle of every pose of a node, on each side of each axis in order of distance from rest.
    pub fn poses_of(&self, node: u32) -> Vec<(usize, f32)> {
        let axes = self.of_node(node).into_iter().enumerate();
        axes.flat_map(|(axis, range)| {
            range.map(AngleRange::angles).unwrap_or_default().into_iter().map(move |angle| (axis, angle))
        })
        .collect()
    }
}

/// The axis times the angle from 0 to 360 degrees; the quaternion's sign decides the direction.
fn rotation_vector_degrees(turn: Quat) -> Vec3 {
    let half_sine = turn.xyz().length();
    turn.xyz().normalize_or_zero() * (2.0 * half_sine.atan2(turn.w)).to_degrees()
}

/// A channel's keys and the midpoints between them, at most about a thousand.
fn sampled_seconds(channel: &Channel) -> impl Iterator<Item = f32> {
    const MOST: usize = 1000;
    let times = channel.times_seconds();
    let stride = (2 * times.len() / MOST).max(1);
    let middles = times.windows(2).flat_map(|pair| [pair[0], (pair[0] + pair[1]) / 2.0]);
    middles.step_by(stride).chain(times.last().copied())
}

#[cfg(test)]
mod tests {
    use super::super::super::test_shapes::two_joint_tube;
    use super::*;
    use crate::model::{Clip, Interpolation};
    use std::sync::Arc;

    fn clip(node: u32, keys: &[Quat]) -> Clip {
        let times = (0..keys.len()).map(|key| key as f32).collect();
        let values = ChannelValues::Rotation(keys.to_vec());
        Clip::new("clip".to_owned(), vec![Channel::new(node, Interpolation::Linear, times, values).unwrap()])
    }

    #[test]
    fn ranges_are_learnt_from_all_clips_and_hold_rest() {
        let mut model = two_joint_tube();
        let x = |degrees: f32| Quat::from_rotation_x(degrees.to_radians());
        let y = |degrees: f32| Quat::from_rotation_y(degrees.to_radians());
        model.clips = Arc::new(vec![clip(1, &[x(20.0), x(70.0)]), clip(1, &[x(-35.0), y(3.0)])]);
        let ranges = StressRanges::from_clips(&model);
        let [about_x, about_y, about_z] = ranges.of_node(1);
        let about_x = about_x.unwrap();
        assert!((about_x.from + 35.0).abs() < 1e-3 && (about_x.to - 70.0).abs() < 1e-3, "{about_x:?}");
        assert_eq!((about_y, about_z), (None, None), "3 degrees are noise");
        assert_eq!(ranges.of_node(0), [None; 3], "no clip moves it");
        assert_eq!(ranges.of_node(9), [None; 3], "nor what is not there");
        assert!(!ranges.is_empty() && StressRanges::from_clips(&two_joint_tube()).is_empty());
    }

    #[test]
    fn a_swing_through_half_a_turn_stays_on_its_side() {
        let mut model = two_joint_tube();
        let keys: Vec<Quat> = (0..=4).map(|key| Quat::from_rotation_z((50.0 * key as f32).to_radians())).collect();
        model.clips = Arc::new(vec![clip(1, &keys)]);
        let about_z = StressRanges::from_clips(&model).of_node(1)[2].unwrap();
        assert_eq!((about_z.from, about_z.to), (0.0, 180.0), "200 degrees, and half a turn is enough");
    }

    #[test]
    fn no_part_is_larger_than_the_whole_turn() {
        let mut model = two_joint_tube();
        let quarter = Quat::from_rotation_y(90f32.to_radians());
        model.clips =
            Arc::new(vec![clip(1, &[quarter, Quat::from_rotation_x(0.1) * quarter * Quat::from_rotation_z(-0.1)])]);
        let [about_x, about_y, about_z] = StressRanges::from_clips(&model).of_node(1);
        assert!(about_y.is_some_and(|range| range.from == 0.0 && (range.to - 90.0).abs() < 1.0));
        assert!([about_x, about_z].into_iter().flatten().all(|range| range.from > -15.0 && range.to < 15.0));
    }

    #[test]
    fn steps_are_even_and_end_at_the_ends() {
        assert_eq!(AngleRange { from: -40.0, to: 90.0 }.angles(), [-20.0, -40.0, 30.0, 60.0, 90.0]);
        assert_eq!(AngleRange { from: 0.0, to: 10.0 }.angles(), [10.0]);
        let one_way = AngleRange::between(0.0, 90.0).unwrap();
        assert!(one_way.from.is_sign_positive() && one_way == AngleRange { from: 0.0, to: 90.0 }, "{one_way:?}");
        assert_eq!(AngleRange::between(-4.0, 4.0), None);
        let poses = StressRanges::symmetric(&two_joint_tube(), 30.0).poses_of(1);
        assert_eq!(poses, [(0, -30.0), (0, 30.0), (1, -30.0), (1, 30.0), (2, -30.0), (2, 30.0)]);
    }
}
