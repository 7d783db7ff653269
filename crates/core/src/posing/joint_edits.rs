use crate::math::angles_from_turn;
use crate::model::{Pose, PoseOverrides, ScaleKind, Skeleton};
use glam::{DAffine3, DMat3, DQuat, Quat, Vec3};

/// The axes that a turn or a move follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AxisFrame {
    /// The joint's own axes.
    #[default]
    Local,
    /// The axes of the parent joint.
    Parent,
    /// The axes of the scene: Y up, and for a character that looks along +Z, X to its left.
    World,
}

impl AxisFrame {
    /// All choices of axes.
    pub const ALL: [Self; 3] = [Self::Local, Self::Parent, Self::World];

    /// The name for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::Local => "Local",
            Self::Parent => "Parent",
            Self::World => "World",
        }
    }
}

/// The frames of the joints of a pose, for edits along axes of the scene.
#[derive(Clone, Debug)]
pub struct JointFrames<'a> {
    skeleton: &'a Skeleton,
    pose: &'a Pose,
    scene_from_node: Vec<DAffine3>,
}

impl<'a> JointFrames<'a> {
    /// Computes the frames of all joints of a pose.
    pub fn of(skeleton: &'a Skeleton, pose: &'a Pose, scale_kind: ScaleKind) -> Self {
        Self { skeleton, pose, scene_from_node: pose.scene_from_node(skeleton, scale_kind) }
    }

    /// The joint's position in scene space.
    pub fn origin(&self, node: u32) -> Vec3 {
        self.scene_from_node[node as usize].translation.as_vec3()
    }

    /// Three orthonormal, right-handed axes. For a stretched or sheared frame, the axes of its rotation.
    pub fn axes(&self, node: u32, frame: AxisFrame) -> [Vec3; 3] {
        let turn = match frame {
            AxisFrame::Local => self.rotation(Some(node)),
            AxisFrame::Parent => self.rotation(self.skeleton.node(node).parent),
            AxisFrame::World => DQuat::IDENTITY,
        };
        [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| (turn * axis.as_dvec3()).as_vec3())
    }

    /// The rotation of a joint's own axes in scene space.
    pub(crate) fn axes_turn(&self, node: u32) -> Quat {
        self.rotation(Some(node)).as_quat()
    }

    /// Rotation of a joint in scene space relative to other frames of the same skeleton.
    pub(crate) fn turn_since(&self, earlier: &JointFrames<'_>, node: u32) -> Quat {
        (self.rotation(Some(node)) * earlier.rotation(Some(node)).inverse()).as_quat()
    }

    /// The rotation of a node in scene space, or the identity for `None`.
    fn rotation(&self, node: Option<u32>) -> DQuat {
        node.map_or(DQuat::IDENTITY, |node| rotation_of(self.scene_from_node[node as usize].matrix3))
    }

    /// The angles, in degrees with full turns, of a joint after a turn in scene space. `near_degrees` are the joint's
    /// previous angles.
    pub fn turned(&self, node: u32, turn_in_scene: Quat, near_degrees: Vec3) -> Vec3 {
        self.turns_of(node)(turn_in_scene, near_degrees)
    }

    /// Like [`Self::turned`], for many turns of one joint.
    pub fn turns_of(&self, node: u32) -> impl Fn(Quat, Vec3) -> Vec3 + use<> {
        let parent = self.rotation(self.skeleton.node(node).parent);
        let after = parent * self.pose.joints[node as usize].rotation.as_dquat();
        let before = self.skeleton.node(node).rest.rotation.as_dquat().inverse() * parent.inverse();
        move |turn_in_scene, near_degrees| {
            let turned = before * turn_in_scene.as_dquat() * after;
            angles_from_turn(turned.normalize().as_quat(), near_degrees)
        }
    }

    /// The local translation of a joint after a move in scene space.
    pub fn moved(&self, node: u32, shift_in_scene: Vec3) -> Vec3 {
        let scene_from_parent = match self.skeleton.node(node).parent {
            Some(parent) => self.scene_from_node[parent as usize].matrix3,
            None => DMat3::IDENTITY,
        };
        let local = scene_from_parent.inverse() * shift_in_scene.as_dvec3();
        // Under a parent with zero scale, a joint cannot move in any direction.
        let local = if local.is_finite() { local.as_vec3() } else { Vec3::ZERO };
        self.pose.joints[node as usize].translation + local
    }

    /// The given joints that have no other given joint as an ancestor. Turning these turns all.
    pub fn topmost(&self, nodes: &[u32]) -> Vec<u32> {
        let below = |&node: &u32| {
            let mut ancestor = self.skeleton.node(node).parent;
            while let Some(above) = ancestor {
                if nodes.contains(&above) {
                    return false;
                }
                ancestor = self.skeleton.node(above).parent;
            }
            true
        };
        nodes.iter().copied().filter(below).collect()
    }

    /// The angles that a joint currently shows.
    pub fn angles_degrees(&self, overrides: &PoseOverrides, node: u32) -> Vec3 {
        overrides.angles_degrees(self.skeleton, self.pose, node, Vec3::ZERO)
    }
}

fn rotation_of(matrix: DMat3) -> DQuat {
    crate::math::polar_decompose(matrix).rotation
}

#[cfg(test)]
mod tests {
    use super::super::test_rigs::two_arms;
    use super::*;
    use crate::model::{JointOverride, RotationOverride};

    fn posed(skeleton: &Skeleton) -> (Pose, PoseOverrides) {
        let mut overrides = PoseOverrides::default();
        let set = |overrides: &mut PoseOverrides, node, angles| {
            let rotation = Some(RotationOverride::AnglesDegrees(angles));
            overrides.set(node, JointOverride { rotation, ..JointOverride::default() });
        };
        set(&mut overrides, 0, Vec3::new(20.0, -30.0, 10.0));
        set(&mut overrides, 1, Vec3::new(50.0, 5.0, -70.0));
        let mut pose = Pose::rest(skeleton);
        overrides.apply(skeleton, &mut pose);
        (pose, overrides)
    }

    #[test]
    fn a_turn_in_the_scene_turns_the_joint_in_the_scene() {
        let skeleton = two_arms();
        let (mut pose, overrides) = posed(&skeleton);
        let before = JointFrames::of(&skeleton, &pose, ScaleKind::Inherited);
        let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 0.7);
        let angles = before.turned(1, turn, before.angles_degrees(&overrides, 1));
        let axes = before.axes(1, AxisFrame::Local);
        let rest = skeleton.node(1).rest.rotation;
        pose.joints[1].rotation = (rest * crate::math::turn_from_angles(angles)).normalize();
        let after = JointFrames::of(&skeleton, &pose, ScaleKind::Inherited).axes(1, AxisFrame::Local);
        for (before, after) in axes.into_iter().zip(after) {
            assert!((turn * before - after).length() < 1e-5);
        }
    }

    #[test]
    fn turns_about_an_own_axis_add_up_beyond_a_revolution() {
        let skeleton = two_arms();
        let pose = Pose::rest(&skeleton);
        let frames = JointFrames::of(&skeleton, &pose, ScaleKind::Inherited);
        let axis = frames.axes(2, AxisFrame::Local)[1];
        let mut near = Vec3::ZERO;
        for step in 1..=80 {
            near = frames.turned(2, Quat::from_axis_angle(axis, (step as f32 * 5.0).to_radians()), near);
        }
        // Two triples of angles describe every turn. Both include the full turns of this one.
        let turn = crate::math::turn_from_angles(near);
        assert!(turn.abs_diff_eq(crate::math::turn_from_angles(Vec3::Y * 400.0), 1e-4), "{near}");
    }

    #[test]
    fn moves_follow_the_scene_whatever_the_parent_does() {
        let skeleton = two_arms();
        let (mut pose, _) = posed(&skeleton);
        pose.joints[0].scale = Vec3::new(1.0, 2.0, 0.5);
        let before = JointFrames::of(&skeleton, &pose, ScaleKind::Inherited).origin(1);
        let shift = Vec3::new(0.1, -0.2, 0.3);
        let translation = JointFrames::of(&skeleton, &pose, ScaleKind::Inherited).moved(1, shift);
        pose.joints[1].translation = translation;
        let after = JointFrames::of(&skeleton, &pose, ScaleKind::Inherited).origin(1);
        assert!((after - before - shift).length() < 1e-5);
        pose.joints[0].scale = Vec3::ZERO;
        let nowhere = JointFrames::of(&skeleton, &pose, ScaleKind::Inherited).moved(1, shift);
        assert_eq!(nowhere, translation);
    }

    #[test]
    fn of_a_joint_and_its_child_only_the_joint_is_turned() {
        let skeleton = two_arms();
        let pose = Pose::rest(&skeleton);
        let frames = JointFrames::of(&skeleton, &pose, ScaleKind::Inherited);
        assert_eq!(frames.topmost(&[3, 1, 4]), [1, 4]);
    }
}
