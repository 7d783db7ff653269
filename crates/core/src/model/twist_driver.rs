use super::{Pose, PoseOverrides, RotationOverride, Skeleton, TwistKind};
use glam::{DQuat, DVec3, Quat};

/// Drives a twist joint by fractions of the twists that its [`TwistKind`] spreads along the bone.
///
/// A twist is measured by decomposing a rotation relative to rest into a swing and a twist about the bone. The end's
/// twist is measured at the joint at the bone's end; the bone's own twist at the joint where the bone begins, relative
/// to the joint above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwistDriver {
    /// The twist joint: a leaf below `joint`. Nodes between them are its frames, see [`Self::chain`].
    pub node: u32,
    /// The joint where the bone begins.
    pub joint: u32,
    /// The joint where the bone ends: a descendant of `joint`, possibly with non-joint nodes in between.
    pub child: u32,
    /// The bone's direction, of unit length, in the frame of `joint`.
    pub axis: DVec3,
    /// The index of this twist joint on its bone, starting at 1.
    pub ordinal: u32,
    /// The twists that are spread along the bone.
    pub kind: TwistKind,
    /// Position of its skin along the bone, from 0 at the start to 1 at the end. The skin turns by this fraction of the
    /// twists that are spread: by `share` of the end's, and by `share - 1` of its own relative to `joint`.
    pub share: f64,
}

impl TwistDriver {
    /// The twist joint's angle about the bone in `joint`, in radians.
    ///
    /// Full turns are counted as far as the pose determines them: the sign of a rotation distinguishes angles between
    /// -360 and 360 degrees, and angles that the user set are exact. A clip's rotations are the ones nearer to rest, so
    /// their twists end at 180 degrees. If the swing is a half turn, only angles determine the twist, and otherwise it
    /// is zero.
    pub fn angle_radians(&self, skeleton: &Skeleton, pose: &Pose, overrides: &PoseOverrides) -> f64 {
        let factors =
            [self.kind.spreads_end().then_some(self.share), self.kind.spreads_own().then_some(self.share - 1.0)];
        let twist = |(factor, bone): (Option<f64>, Twisted)| {
            factor.map_or(0.0, |factor| factor * bone.twist_radians(skeleton, pose, overrides))
        };
        factors.into_iter().zip([self.end(skeleton), self.own(skeleton)]).map(twist).sum()
    }

    /// The twist joint's rotation in its parent for an angle about the bone.
    pub fn rotation(&self, skeleton: &Skeleton, angle_radians: f64) -> Quat {
        let half = 0.5 * angle_radians;
        let frame = self
            .frames(skeleton)
            .fold(DQuat::IDENTITY, |turn, node| skeleton.node(node).rest.rotation.as_dquat().normalize() * turn);
        let twist = DQuat::from_vec4((frame.inverse() * self.axis * half.sin()).extend(half.cos()));
        (twist * skeleton.node(self.node).rest.rotation.as_dquat()).as_quat()
    }

    /// The nodes from below `joint` down to the twist joint. All but the last are its frames: nodes that stay at rest here
    /// and let constraints turn the twist joint in other programs.
    pub fn chain(&self, skeleton: &Skeleton) -> Vec<u32> {
        let mut chain: Vec<u32> = std::iter::once(self.node).chain(self.frames(skeleton)).collect();
        chain.reverse();
        chain
    }

    /// The frames from the twist joint upward.
    fn frames(&self, skeleton: &Skeleton) -> impl Iterator<Item = u32> {
        let joint = self.joint;
        let upward = std::iter::successors(skeleton.node(self.node).parent, |&node| skeleton.node(node).parent);
        upward.take_while(move |&node| node != joint)
    }

    /// Description of the joint's turn, for people: `0.3333 of the twist of hand.L`.
    pub fn to_text(&self, skeleton: &Skeleton) -> String {
        let part = |share: f64, joint: u32| format!("{share:.4} of the twist of {}", skeleton.label(joint));
        let end = self.kind.spreads_end().then(|| part(self.share, self.child));
        let own = self.kind.spreads_own().then(|| part(self.share - 1.0, self.joint));
        end.into_iter().chain(own).collect::<Vec<String>>().join(" and ")
    }

    /// Whether a node's rotation drives the twist joint.
    pub(crate) fn is_driven_by(&self, skeleton: &Skeleton, node: u32) -> bool {
        let has = |twisted: Twisted| twisted.nodes(skeleton).any(|other| other == node);
        self.kind.spreads_end() && has(self.end(skeleton)) || self.kind.spreads_own() && has(self.own(skeleton))
    }

    fn end(&self, skeleton: &Skeleton) -> Twisted {
        let mut twisted = Twisted { above: Some(self.joint), node: self.child, axis: self.axis };
        twisted.axis = twisted.rotation(skeleton, |node| skeleton.node(node).rest.rotation).inverse() * self.axis;
        twisted
    }

    fn own(&self, skeleton: &Skeleton) -> Twisted {
        let above = skeleton.nearest_ancestor(self.joint, |above| skeleton.node(above).is_joint);
        Twisted { above, node: self.joint, axis: self.axis }
    }
}

/// A joint whose twist is spread, relative to the joint above it.
#[derive(Clone, Copy)]
struct Twisted {
    above: Option<u32>,
    node: u32,
    /// The bone's direction in the frame of `node` at rest, of unit length.
    axis: DVec3,
}

impl Twisted {
    /// The node and those between it and the joint above, from the node upward.
    fn nodes(self, skeleton: &Skeleton) -> impl Iterator<Item = u32> {
        let upward = std::iter::successors(Some(self.node), |&node| skeleton.node(node).parent);
        upward.take_while(move |&node| Some(node) != self.above)
    }

    fn rotation(self, skeleton: &Skeleton, local: impl Fn(u32) -> Quat) -> DQuat {
        self.nodes(skeleton).fold(DQuat::IDENTITY, |turn, node| local(node).as_dquat().normalize() * turn)
    }

    fn twist_radians(self, skeleton: &Skeleton, pose: &Pose, overrides: &PoseOverrides) -> f64 {
        let posed = self.rotation(skeleton, |node| pose.joints[node as usize].rotation);
        let rest = self.rotation(skeleton, |node| skeleton.node(node).rest.rotation);
        let turn = rest.inverse() * posed;
        let along = turn.xyz().dot(self.axis);
        let is_defined = along.hypot(turn.w) >= 1e-6;
        let angle = if is_defined { 2.0 * along.atan2(turn.w) } else { 0.0 };
        match overrides.get(self.node).rotation {
            Some(RotationOverride::AnglesDegrees(degrees)) => {
                // Twists that are full turns apart give the same rotation, and a swing of more than a half turn looks
                // like a shorter one with a twist. The angles determine which was meant.
                let meant = degrees.as_dvec3().dot(self.axis).to_radians();
                let turns = ((meant - angle) / std::f64::consts::TAU).round();
                if is_defined { angle + turns * std::f64::consts::TAU } else { meant }
            }
            _ => angle,
        }
    }
}

/// Rotates the twist joints of a pose. Joints with a rotation of their own stay unchanged.
pub(super) fn drive_twists(skeleton: &Skeleton, overrides: &PoseOverrides, pose: &mut Pose) {
    for driver in skeleton.twist_drivers() {
        if overrides.get(driver.node).rotation.is_none() {
            let angle = driver.angle_radians(skeleton, pose, overrides);
            pose.joints[driver.node as usize].rotation = driver.rotation(skeleton, angle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{JointOverride, Node, ScaleKind, Trs};
    use super::*;
    use glam::Vec3;

    /// A forearm along Y with three twist joints and a hand whose own axes are rotated.
    fn forearm() -> Skeleton {
        let up = |y: f32| Trs { translation: Vec3::Y * y, ..Trs::IDENTITY };
        let hand = Trs { rotation: Quat::from_rotation_z(90f32.to_radians()), ..up(3.0) };
        let mut nodes = vec![Node::new("forearm", None, Trs::IDENTITY), Node::new("hand", Some(0), hand)];
        nodes.extend((0..3).map(|k| Node::new(format!("twist {k}"), Some(0), up(k as f32 + 0.5))));
        let driver = |ordinal: u32| TwistDriver {
            node: 1 + ordinal,
            joint: 0,
            child: 1,
            axis: DVec3::Y,
            ordinal,
            kind: TwistKind::End,
            share: f64::from(ordinal) / 3.0,
        };
        Skeleton::new(nodes).unwrap().with_twist_drivers((1..=3).map(driver).collect())
    }

    fn turned(angles: Vec3) -> PoseOverrides {
        let mut overrides = PoseOverrides::default();
        let rotation = Some(RotationOverride::AnglesDegrees(angles));
        overrides.set(1, JointOverride { rotation, ..JointOverride::default() });
        overrides
    }

    fn twists(skeleton: &Skeleton, overrides: &PoseOverrides) -> [f32; 3] {
        let mut pose = Pose::rest(skeleton);
        overrides.apply(skeleton, &mut pose);
        [2, 3, 4].map(|node: usize| {
            let [x, y, z, w] = pose.joints[node].rotation.to_array();
            assert!(x.abs() < 1e-6 && z.abs() < 1e-6, "about the bone only");
            (2.0 * y.atan2(w)).to_degrees()
        })
    }

    #[test]
    fn a_quarter_turn_is_spread_over_three() {
        // The hand's X lies along the bone.
        let skeleton = forearm();
        let [a, b, c] = twists(&skeleton, &turned(Vec3::X * 90.0));
        assert!((a - 30.0).abs() < 1e-4 && (b - 60.0).abs() < 1e-4 && (c - 90.0).abs() < 1e-4, "{a} {b} {c}");
        assert_eq!(twists(&skeleton, &PoseOverrides::default()), [0.0; 3]);
    }

    #[test]
    fn a_bend_is_no_twist() {
        let skeleton = forearm();
        let [a, b, c] = twists(&skeleton, &turned(Vec3::Y * 80.0));
        assert!(a.abs().max(b.abs()).max(c.abs()) < 1e-4);
        // The twist comes first in the hand's angles, so bending after it does not change it.
        let [.., c] = twists(&skeleton, &turned(Vec3::new(50.0, 40.0, 0.0)));
        assert!((c - 50.0).abs() < 1e-4, "{c}");
    }

    #[test]
    fn a_swing_beyond_a_half_turn_is_no_twist() {
        let skeleton = forearm();
        for degrees in [179.0, 180.0, 181.0, 270.0, -200.0, 400.0f32] {
            let [a, b, c] = twists(&skeleton, &turned(Vec3::Z * degrees));
            assert!(a.abs().max(b.abs()).max(c.abs()) < 1e-2, "{a} {b} {c} for {degrees}");
        }
    }

    #[test]
    fn turns_are_counted() {
        let skeleton = forearm();
        for degrees in [200.0, 360.0, -360.0, 540.0, -1000.0f32] {
            let overrides = turned(Vec3::X * degrees);
            let mut pose = Pose::rest(&skeleton);
            overrides.apply(&skeleton, &mut pose);
            let angle = skeleton.twist_drivers()[2].angle_radians(&skeleton, &pose, &overrides).to_degrees();
            assert!((angle - f64::from(degrees)).abs() < 1e-3, "{angle} of {degrees}");
        }
        // Without the angles, the sign of the rotation still distinguishes 200 from -160.
        let mut pose = Pose::rest(&skeleton);
        turned(Vec3::X * 200.0).apply(&skeleton, &mut pose);
        let angle = skeleton.twist_drivers()[2].angle_radians(&skeleton, &pose, &PoseOverrides::default());
        assert!((angle.to_degrees() - 200.0).abs() < 1e-3);
    }

    /// An upper arm along X below a shoulder whose axes are rotated, with its twist joints and a hand.
    fn upper_arm(kind: TwistKind, shares: [f64; 3]) -> Skeleton {
        let at = |x: f32| Trs { translation: Vec3::X * x, ..Trs::IDENTITY };
        let arm = Trs { rotation: Quat::from_rotation_z(70f32.to_radians()), ..at(1.0) };
        let joint = |name: &str, parent, rest| Node { is_joint: true, ..Node::new(name, parent, rest) };
        let helper = Node::new("helper", Some(0), at(0.5));
        let mut nodes = vec![joint("shoulder", None, Trs::IDENTITY), joint("arm", Some(5), arm)];
        nodes.extend((0..3).map(|k| joint("twist", Some(1), at(k as f32 + 0.5))));
        nodes.extend([helper, joint("hand", Some(1), at(3.0))]);
        let driver = |(ordinal, share)| TwistDriver {
            node: 1 + ordinal,
            joint: 1,
            child: 6,
            axis: DVec3::X,
            ordinal,
            kind,
            share,
        };
        Skeleton::new(nodes).unwrap().with_twist_drivers((1..).zip(shares).map(driver).collect())
    }

    fn arm_twists(skeleton: &Skeleton, turns: &[(u32, Vec3)]) -> [f64; 3] {
        let mut overrides = PoseOverrides::default();
        for &(node, angles) in turns {
            let rotation = Some(RotationOverride::AnglesDegrees(angles));
            overrides.set(node, JointOverride { rotation, ..JointOverride::default() });
        }
        let mut pose = Pose::rest(skeleton);
        overrides.apply(skeleton, &mut pose);
        [0, 1, 2].map(|k| {
            let driver = &skeleton.twist_drivers()[k];
            let angle = driver.angle_radians(skeleton, &pose, &overrides);
            let expected = driver.rotation(skeleton, angle);
            assert!(pose.joints[driver.node as usize].rotation.abs_diff_eq(expected, 1e-6), "the pose has it");
            angle.to_degrees()
        })
    }

    fn near(found: [f64; 3], expected: [f64; 3]) -> bool {
        found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 2e-2)
    }

    const OWN: [f64; 3] = [0.0, 1.0 / 3.0, 2.0 / 3.0];

    #[test]
    fn own_twist_is_taken_out_at_the_start_and_returns_along_the_bone() {
        let skeleton = upper_arm(TwistKind::Own, OWN);
        // The skin turns by 0, 50 and 100 degrees, and by 150 with the arm itself.
        let found = arm_twists(&skeleton, &[(1, Vec3::X * 150.0)]);
        assert!(near(found, [-150.0, -100.0, -50.0]), "{found:?}");
        assert!(near(arm_twists(&skeleton, &[(6, Vec3::X * 90.0)]), [0.0; 3]), "the hand's twist is not spread");
        assert_eq!(arm_twists(&skeleton, &[]), [0.0; 3]);
        let found = arm_twists(&skeleton, &[(5, Vec3::Z * 30.0)]);
        assert!(near(found, [0.0; 3]), "a swing of the node between the joints: {found:?}");
    }

    #[test]
    fn swings_of_any_size_are_no_own_twist() {
        let skeleton = upper_arm(TwistKind::Own, OWN);
        for degrees in [1.0, 80.0, 179.0, 180.0, 181.0, 200.0, 359.0, 360.0, 400.0, -190.0f32] {
            for axis in [Vec3::Y, Vec3::Z] {
                let found = arm_twists(&skeleton, &[(1, axis * degrees)]);
                assert!(near(found, [0.0; 3]), "{found:?} for {degrees} about {axis}");
            }
            let found = arm_twists(&skeleton, &[(1, Vec3::new(60.0, degrees, 0.0))]);
            assert!(near(found, [-60.0, -40.0, -20.0]), "{found:?} for {degrees}");
        }
    }

    #[test]
    fn own_turns_are_counted() {
        let skeleton = upper_arm(TwistKind::Own, OWN);
        for degrees in [200.0, 360.0, -540.0, 1080.0f64] {
            let found = arm_twists(&skeleton, &[(1, Vec3::X * degrees as f32)]);
            assert!(near(found, [-degrees, -2.0 * degrees / 3.0, -degrees / 3.0]), "{found:?} for {degrees}");
        }
    }

    #[test]
    fn both_twists_add_up() {
        let skeleton = upper_arm(TwistKind::Both, [0.0, 0.5, 1.0]);
        let found = arm_twists(&skeleton, &[(1, Vec3::X * 150.0), (6, Vec3::X * 80.0)]);
        assert!(near(found, [-150.0, -35.0, 80.0]), "{found:?}");
    }

    #[test]
    fn what_drives_a_twist_joint_depends_on_its_kind() {
        let driving = |kind| {
            let skeleton = upper_arm(kind, OWN);
            let driver = skeleton.twist_drivers()[1];
            (0..7).filter(|&node| driver.is_driven_by(&skeleton, node)).collect::<Vec<u32>>()
        };
        assert_eq!(driving(TwistKind::End), [6]);
        assert_eq!(driving(TwistKind::Own), [1, 5]);
        assert_eq!(driving(TwistKind::Both), [1, 5, 6]);
    }

    #[test]
    fn a_person_has_the_last_word() {
        let skeleton = forearm();
        let mut overrides = turned(Vec3::X * 90.0);
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::Y * 5.0));
        overrides.set(3, JointOverride { rotation, ..JointOverride::default() });
        let [a, b, c] = twists(&skeleton, &overrides);
        assert!((a - 30.0).abs() < 1e-4 && (b - 5.0).abs() < 1e-4 && (c - 90.0).abs() < 1e-4);
    }

    #[test]
    fn local_scale_of_the_bone_is_that_of_its_twist_joints() {
        let skeleton = forearm();
        let mut pose = Pose::rest(&skeleton);
        pose.joints[0].scale = Vec3::new(2.0, 1.0, 1.0);
        pose.joints[0].local_scale = Vec3::new(1.0, 3.0, 1.0);
        let local = |kind| pose.stretch(&skeleton, 2, kind).local;
        assert_eq!(local(ScaleKind::Inherited), pose.stretch(&skeleton, 0, ScaleKind::Inherited).local);
        assert_eq!(local(ScaleKind::Local) * DVec3::ONE, DVec3::new(2.0, 3.0, 1.0));
        assert_eq!(pose.stretch(&skeleton, 1, ScaleKind::Local).local, glam::DMat3::IDENTITY);
    }
}
