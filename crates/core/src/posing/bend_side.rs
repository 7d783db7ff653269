//! Side to which a straight or nearly straight limb bends.

use super::{JointFrames, Limb, LimbPoints, pole};
use crate::math::turn_from_angles;
use crate::model::{ChannelValues, Clip, Interpolation, JointLimits, Pose, ScaleKind, Skeleton};
use glam::{Quat, Vec3};

/// Angle between bones at rest below which they do not show the side: many rigs have a degree or two to the wrong one.
const STRAIGHT_DEGREES: f32 = 5.0;

/// Bend of a limb by limits or clips below which they do not show the side.
const LEAST_BEND_DEGREES: f32 = 10.0;

/// The poses of clips count if they agree at least this much: the length of the sum of bends over the sum of lengths.
const LEAST_AGREEMENT: f32 = 0.5;

/// Words in the name of a limb's middle joint, and whether it is a knee. The first word that is found counts: the front
/// legs of animals bend like arms.
const WORDS: [(&str, bool); 8] = [
    ("fore", false),
    ("front", false),
    ("knee", true),
    ("shin", true),
    ("calf", true),
    ("leg", true),
    ("elbow", false),
    ("arm", false),
];

/// The parts of a rig that show how its limbs bend.
#[derive(Clone, Copy, Debug)]
pub struct BendHabits<'a> {
    /// The skeleton with its rest pose.
    pub skeleton: &'a Skeleton,
    /// Limits of the joints, such as of a knee.
    pub limits: &'a JointLimits,
    /// The clips of the model.
    pub clips: &'a [Clip],
    /// The direction in which the character looks at rest, in scene space.
    pub front: Vec3,
}

impl BendHabits<'_> {
    /// The direction in scene space in which the middle of a limb is, or will be once the limb bends.
    ///
    /// A limb that is clearly bent stays on its side, in the pose or else at rest; so does a nearly straight one whose
    /// middle the user turned. For others, the limits of the middle joint decide, then the clips of the model, then
    /// anatomy: elbows are behind the arm and knees in front of the leg.
    pub fn side(&self, limb: Limb, posed: &JointFrames<'_>, is_turned_by_user: bool) -> Vec3 {
        let rest_pose = Pose::rest(self.skeleton);
        let rest = JointFrames::of(self.skeleton, &rest_pose, ScaleKind::Inherited);
        let now = limb.points(posed);
        if let Some(side) = if is_turned_by_user { pole(now) } else { clear_pole(now) } {
            return side;
        }
        let at_rest = limb.points(&rest);
        let side = clear_pole(at_rest)
            .or_else(|| self.by_limits(limb, &rest))
            .or_else(|| self.by_clips(limb, &rest))
            .or_else(|| self.by_name(limb))
            .or_else(|| pole(at_rest))
            .unwrap_or(-self.front);
        posed.turn_since(&rest, limb.root) * side
    }

    fn by_limits(&self, limb: Limb, rest: &JointFrames<'_>) -> Option<Vec3> {
        let middle = self
            .limits
            .get(limb.middle)
            .map(|limit| limit.map_or(0.0, |limit| f32::midpoint(limit.least_degrees(), limit.most_degrees())));
        side_of_turns(limb.points(rest), rest.axes_turn(limb.middle), [turn_from_angles(Vec3::from_array(middle))])
    }

    fn by_clips(&self, limb: Limb, rest: &JointFrames<'_>) -> Option<Vec3> {
        let rest_from_joint = self.skeleton.node(limb.middle).rest.rotation.inverse();
        let channels = self.clips.iter().flat_map(|clip| &clip.channels).filter(|channel| channel.node == limb.middle);
        let turns = channels.flat_map(|channel| {
            let ChannelValues::Rotation(values) = channel.values() else { return Vec::new() };
            // Between its tangents, a key of a spline has the second of three values.
            let (first, step) = match channel.interpolation() {
                Interpolation::CubicSpline => (1, 3),
                Interpolation::Linear | Interpolation::Step => (0, 1),
            };
            values.iter().skip(first).step_by(step).map(|&key| (rest_from_joint * key).normalize()).collect()
        });
        side_of_turns(limb.points(rest), rest.axes_turn(limb.middle), turns)
    }

    fn by_name(&self, limb: Limb) -> Option<Vec3> {
        let name = self.skeleton.node(limb.middle).name.to_lowercase();
        let (_, is_knee) = WORDS.iter().find(|(word, _)| name.contains(word))?;
        Some(if *is_knee { self.front } else { -self.front })
    }
}

/// The direction of the middle of a limb that is clearly bent.
fn clear_pole(points: LimbPoints) -> Option<Vec3> {
    let [root, middle, end] = points;
    let angle = (middle - root).angle_between(end - middle);
    pole(points).filter(|_| angle.to_degrees() >= STRAIGHT_DEGREES)
}

/// The direction of the middle when turns after its rest rotation, in its own axes, bend the limb. `axes` is the
/// rotation of the middle at rest.
fn side_of_turns([root, middle, end]: LimbPoints, axes: Quat, turns: impl IntoIterator<Item = Quat>) -> Option<Vec3> {
    let (upper, lower) = ((middle - root).try_normalize()?, (end - middle).try_normalize()?);
    let in_own_axes = axes.inverse() * lower;
    let (mut sum, mut lengths, mut most) = (Vec3::ZERO, 0.0, 0.0f32);
    for bent in turns.into_iter().map(|turn| axes * (turn * in_own_axes)).filter(|bent| bent.is_finite()) {
        let sideways = bent.reject_from_normalized(upper);
        sum += sideways;
        lengths += sideways.length();
        most = most.max(bent.angle_between(upper));
    }
    // The end goes to one side, and the middle to the other.
    let agrees = most.to_degrees() >= LEAST_BEND_DEGREES && sum.length() >= LEAST_AGREEMENT * lengths;
    (-sum).try_normalize().filter(|_| agrees)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{AngleLimit, Channel, Node, Trs};

    /// A straight limb along X, with a middle joint of this name whose own axes are turned about the limb.
    fn limb(middle: &str, middle_x: f32, bend_degrees: f32) -> (Skeleton, Limb) {
        let at = |x: f32, rotation: Quat| Trs { translation: Vec3::X * x, rotation, ..Trs::IDENTITY };
        let bend = Quat::from_rotation_y(bend_degrees.to_radians()) * Quat::from_rotation_x(middle_x);
        let nodes = [
            ("root", None, at(0.0, Quat::IDENTITY)),
            (middle, Some(0), at(1.0, bend)),
            ("end", Some(1), at(1.0, Quat::IDENTITY)),
        ];
        let node = |(name, parent, rest)| Node { is_joint: true, ..Node::new(name, parent, rest) };
        let skeleton = Skeleton::new(nodes.into_iter().map(node).collect()).unwrap();
        (skeleton, Limb { root: 0, middle: 1, end: 2 })
    }

    fn side(
        (skeleton, limb): &(Skeleton, Limb),
        limits: &JointLimits,
        clips: &[Clip],
        (pose, is_turned): (&Pose, bool),
    ) -> Vec3 {
        let habits = BendHabits { skeleton, limits, clips, front: Vec3::NEG_Z };
        habits.side(*limb, &JointFrames::of(skeleton, pose, ScaleKind::Inherited), is_turned)
    }

    fn clip(angles_degrees: &[f32]) -> Clip {
        let rotations = angles_degrees.iter().map(|angle| Quat::from_rotation_z(angle.to_radians())).collect();
        let times = (0..angles_degrees.len()).map(|key| key as f32).collect();
        let channel = Channel::new(1, Interpolation::Linear, times, ChannelValues::Rotation(rotations)).unwrap();
        Clip::new("clip".to_owned(), vec![channel])
    }

    #[test]
    fn elbows_are_behind_and_knees_in_front_where_nothing_else_is_known() {
        let none = JointLimits::default();
        let of = |name: &str| {
            let rig = limb(name, 0.0, 0.0);
            side(&rig, &none, &[], (&Pose::rest(&rig.0), false))
        };
        for elbow in ["forearm.L", "mixamorig:LeftForeArm", "lowerarm_l", "elbow", "Front_Leg_Lower_L", "thing"] {
            assert_eq!(of(elbow), Vec3::Z, "{elbow}");
        }
        for knee in ["shin.L", "mixamorig:LeftLeg", "calf_l", "J_Bip_L_LowerLeg", "Knee", "Armature_LeftLeg"] {
            assert_eq!(of(knee), Vec3::NEG_Z, "{knee}");
        }
    }

    #[test]
    fn limits_come_before_clips_and_both_before_names() {
        let rig = limb("forearm", 0.0, 0.0);
        let rest = Pose::rest(&rig.0);
        let mut limits = JointLimits::default();
        // About z, the hand goes to +y and the elbow to -y.
        let up = [clip(&[0.0, 80.0, 120.0])];
        assert!(side(&rig, &limits, &up, (&rest, false)).abs_diff_eq(Vec3::NEG_Y, 1e-5));
        limits.set(1, 2, Some(AngleLimit::between(-140.0, 5.0)));
        assert!(side(&rig, &limits, &up, (&rest, false)).abs_diff_eq(Vec3::Y, 1e-5));
        // Limits to both sides, a twist, and clips that do not agree determine nothing.
        limits.set(1, 2, Some(AngleLimit::between(-90.0, 90.0)));
        limits.set(1, 0, Some(AngleLimit::between(0.0, 90.0)));
        assert_eq!(side(&rig, &limits, &[clip(&[-70.0, 70.0])], (&rest, false)), Vec3::Z);
        assert_eq!(side(&rig, &limits, &[clip(&[0.0, 6.0])], (&rest, false)), Vec3::Z);
        // The turns are in the joint's own axes, which are turned by a quarter about the limb.
        let rig = limb("forearm", std::f32::consts::FRAC_PI_2, 0.0);
        let mut limits = JointLimits::default();
        limits.set(1, 2, Some(AngleLimit::between(0.0, 140.0)));
        assert!(side(&rig, &limits, &[], (&Pose::rest(&rig.0), false)).abs_diff_eq(Vec3::NEG_Z, 1e-5));
    }

    #[test]
    fn a_clear_bend_stays_and_a_degree_at_rest_says_nothing() {
        let none = JointLimits::default();
        // The hand is behind, so the elbow is in front: the wrong side.
        let [slight, clear] = [1.0, 20.0].map(|degrees| limb("forearm", 0.0, -degrees));
        assert_eq!(side(&slight, &none, &[], (&Pose::rest(&slight.0), false)), Vec3::Z);
        let kept = side(&clear, &none, &[], (&Pose::rest(&clear.0), false));
        assert!(kept.dot(Vec3::NEG_Z) > 0.9, "{kept}");
        // The limb is straight in the pose and bent at rest.
        let mut pose = Pose::rest(&clear.0);
        pose.joints[1].rotation = Quat::IDENTITY;
        assert!(side(&clear, &none, &[], (&pose, false)).dot(Vec3::NEG_Z) > 0.9);
        // The side turns along with the root, and stays where the user turned the middle.
        let rig = limb("forearm", 0.0, 0.0);
        let mut pose = Pose::rest(&rig.0);
        pose.joints[0].rotation = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        assert!(side(&rig, &none, &[], (&pose, false)).abs_diff_eq(Vec3::NEG_Y, 1e-5));
        pose.joints[1].rotation = Quat::from_rotation_z(0.03);
        let up = side(&rig, &none, &[], (&pose, true));
        assert!(up.dot(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2) * Vec3::NEG_Y) > 0.99, "{up}");
    }
}
