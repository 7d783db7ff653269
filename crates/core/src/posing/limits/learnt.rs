//! Limits learnt from clips.

use crate::math::angles_from_turn;
use crate::model::{AngleLimit, Channel, ChannelValues, Clip, JointLimits, Pose, Skeleton};
use glam::Vec3;

/// Turn below which clips do not show a joint's limits, if all clips together turn it by less about every axis.
const LEAST_TURN_DEGREES: f32 = 2.0;

/// Largest distance from rest that is rounding: nearer ends are taken to be at rest.
const REST_DEGREES: f32 = 0.05;

/// Margin for angles between two samples of a clip, as a fraction of the whole range.
const MARGIN: f32 = 0.01;
const MARGIN_DEGREES: std::ops::RangeInclusive<f32> = 0.25..=2.0;

impl JointLimits {
    /// The angles that all clips of a model together show, joint by joint, rounded outward to whole degrees. They
    /// include rest, which is a pose of the rig like any other. Joints that no clip turns get no limits, and neither do
    /// nodes that are no joints, such as an armature that a clip turns.
    ///
    /// Within a clip the angles are continuous, as a slider would show them: a joint that swings through half a turn
    /// does not appear to jump to the other side. Unlike the ranges of the stress test, which split a rotation by its
    /// rotation vector, these are the sliders' own angles, so that a slider at its mark is at its limit. Near a quarter
    /// turn about Y the X and Z angles vary a lot for little motion, and their limits are wide.
    pub fn from_clips(skeleton: &Skeleton, clips: &[Clip]) -> Self {
        let mut seen: Vec<Option<[Vec3; 2]>> = vec![None; skeleton.len()];
        let mut pose = Pose::rest(skeleton);
        for channel in clips.iter().flat_map(|clip| &clip.channels) {
            let is_posed = skeleton.node(channel.node).is_joint;
            if !is_posed || !matches!(channel.values(), ChannelValues::Rotation(_)) {
                continue;
            }
            let node = channel.node as usize;
            let rest_from_joint = skeleton.node(channel.node).rest.rotation.inverse();
            let [least, most] = seen[node].get_or_insert([Vec3::ZERO; 2]);
            let mut near = Vec3::ZERO;
            for seconds in sampled_seconds(channel) {
                channel.sample(seconds, &mut pose);
                near = angles_from_turn(rest_from_joint * pose.joints[node].rotation, near);
                (*least, *most) = (least.min(near), most.max(near));
            }
        }
        let mut limits = Self::default();
        for (node, seen) in seen.into_iter().enumerate() {
            let Some([least, most]) = seen.filter(|[least, most]| (*most - *least).max_element() >= LEAST_TURN_DEGREES)
            else {
                continue;
            };
            let limit = |axis: usize| {
                let margin = MARGIN * (most[axis] - least[axis]);
                let margin = margin.clamp(*MARGIN_DEGREES.start(), *MARGIN_DEGREES.end());
                let is_rest = |degrees: f32| degrees.abs() < REST_DEGREES;
                let least = if is_rest(least[axis]) { 0.0 } else { (least[axis] - margin).floor() };
                let most = if is_rest(most[axis]) { 0.0 } else { (most[axis] + margin).ceil() };
                Some(AngleLimit::between(least, most))
            };
            limits.set_joint(node as u32, [limit(0), limit(1), limit(2)]);
        }
        limits
    }
}

/// Keys and three times between each two, at most about four thousand.
fn sampled_seconds(channel: &Channel) -> impl Iterator<Item = f32> {
    const MOST: usize = 4000;
    const PARTS: usize = 4;
    let times = channel.times_seconds();
    let stride = (PARTS * times.len() / MOST).max(1);
    let between = |pair: &[f32]| {
        let (from, to) = (pair[0], pair[1]);
        (0..PARTS).map(move |part| from + (to - from) * part as f32 / PARTS as f32)
    };
    times.windows(2).flat_map(between).step_by(stride).chain(times.last().copied())
}

#[cfg(test)]
mod tests {
    use super::super::super::test_rigs::two_arms;
    use super::*;
    use crate::math::turn_from_angles;
    use crate::model::{Interpolation, PoseOverrides, RotationOverride};

    /// Turns the arm of the rig through these angles, one key a second.
    fn clip(skeleton: &Skeleton, angles_degrees: &[Vec3]) -> Clip {
        let rest = skeleton.node(1).rest.rotation;
        let times = (0..angles_degrees.len()).map(|key| key as f32).collect();
        let rotations = angles_degrees.iter().map(|&angles| (rest * turn_from_angles(angles)).normalize()).collect();
        let values = ChannelValues::Rotation(rotations);
        Clip::new("clip".to_owned(), vec![Channel::new(1, Interpolation::Linear, times, values).unwrap()])
    }

    fn ends(limit: Option<AngleLimit>) -> [f32; 2] {
        limit.unwrap().into()
    }

    #[test]
    fn limits_are_what_all_clips_show_with_rest() {
        let skeleton = two_arms();
        let x = |degrees: f32| Vec3::new(degrees, 0.0, 0.0);
        let clips = [clip(&skeleton, &[x(20.5), x(70.5)]), clip(&skeleton, &[x(-34.5), x(0.0)])];
        let limits = JointLimits::from_clips(&skeleton, &clips);
        assert_eq!(limits.get(1).map(ends), [[-36.0, 72.0], [0.0, 0.0], [0.0, 0.0]], "a hinge stays one");
        assert_eq!(limits.len(), 1, "no clip turns the others");
        assert_eq!(JointLimits::from_clips(&skeleton, &clips[..1]).get(1).map(ends)[0], [0.0, 72.0]);
        let still = [clip(&skeleton, &[x(0.5), x(-0.5)])];
        assert!(JointLimits::from_clips(&skeleton, &still).is_empty(), "one degree is noise");
        assert!(JointLimits::from_clips(&skeleton, &[]).is_empty());
        let mut nodes = skeleton.nodes().to_vec();
        nodes[1].is_joint = false;
        let armature = Skeleton::new(nodes).unwrap();
        assert!(JointLimits::from_clips(&armature, &clips).is_empty(), "no joint");
    }

    #[test]
    fn a_swing_through_half_a_turn_stays_on_its_side() {
        let skeleton = two_arms();
        let keys: Vec<Vec3> = (0..=4).map(|key| Vec3::new(0.0, 0.0, 60.0 * key as f32)).collect();
        let limits = JointLimits::from_clips(&skeleton, &[clip(&skeleton, &keys)]);
        assert_eq!(ends(limits.get(1)[2]), [0.0, 242.0]);
    }

    #[test]
    fn every_frame_of_a_clip_is_within_the_limits_learnt_from_it() {
        let skeleton = two_arms();
        let mut random = 1u32;
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as f32 / (1 << 24) as f32 * 140.0 - 70.0
        };
        let keys: Vec<Vec3> = (0..40).map(|_| Vec3::new(next(), next(), next())).collect();
        let clip = clip(&skeleton, &keys);
        let limits = JointLimits::from_clips(&skeleton, std::slice::from_ref(&clip));
        let mut pose = Pose::rest(&skeleton);
        let mut near = Vec3::ZERO;
        for frame in 0..=39 * 60 {
            clip.sample(frame as f32 / 60.0, &mut pose);
            let turn = skeleton.node(1).rest.rotation.inverse() * pose.joints[1].rotation;
            near = angles_from_turn(turn, near);
            let mut overrides = PoseOverrides::default();
            let rotation = Some(RotationOverride::AnglesDegrees(near));
            overrides.set(1, crate::model::JointOverride { rotation, ..Default::default() });
            assert_eq!(limits.hold(&skeleton, &mut overrides, 1), [], "frame {frame} at {near}");
        }
    }
}
