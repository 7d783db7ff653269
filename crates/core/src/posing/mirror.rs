use super::side_names::partners;
use crate::math::{angles_from_turn, turn_from_angles};
use crate::model::{JointOverride, Pose, PoseOverrides, RotationOverride, ScaleKind, Skeleton};
use glam::{DMat3, DQuat, DVec3, Vec3};

/// The axis that changes sign from one side of a body to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MirrorAxis {
    /// The X axis of the scene.
    X,
    /// The Y axis of the scene.
    Y,
    /// The Z axis of the scene.
    Z,
}

impl MirrorAxis {
    /// Index of the axis: 0 for x, 1 for y, 2 for z.
    pub fn index(self) -> usize {
        self as usize
    }

    fn signs(self) -> DVec3 {
        match self {
            Self::X => DVec3::new(-1.0, 1.0, 1.0),
            Self::Y => DVec3::new(1.0, -1.0, 1.0),
            Self::Z => DVec3::new(1.0, 1.0, -1.0),
        }
    }
}

/// The left and right joints of a skeleton, derived from their names.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// Indexed by node. A joint in the middle is its own partner; `None` if the names do not determine one.
    partners: Vec<Option<u32>>,
    axis: MirrorAxis,
    /// Each node's rotation in scene space at rest.
    rest: Vec<DQuat>,
    /// The rotation of each node's parent in scene space at rest.
    parent_rest: Vec<DQuat>,
}

impl Mirror {
    /// Finds the partners. The axis is the direction in which partners are apart, or x if there are none.
    pub fn of(skeleton: &Skeleton) -> Self {
        let names: Vec<&str> = skeleton.nodes().iter().map(|node| node.name.as_str()).collect();
        let named = partners(&names).into_iter().map(|partner| partner.map(|p| p as u32));
        // Twist joints at other positions along their bones, or of another kind, do different work.
        let job = |node: u32| skeleton.twist_driver(node).map(|driver| (driver.kind, driver.share));
        let partners: Vec<Option<u32>> =
            (0..).zip(named).map(|(node, partner)| partner.filter(|&partner| job(node) == job(partner))).collect();
        let scene_from_node = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
        let mut apart = DVec3::ZERO;
        for (node, partner) in partners.iter().enumerate() {
            if let Some(partner) = partner {
                apart += (scene_from_node[node].translation - scene_from_node[*partner as usize].translation).abs();
            }
        }
        let axis = match apart.max_position() {
            1 if apart.y > apart.x => MirrorAxis::Y,
            2 if apart.z > apart.x => MirrorAxis::Z,
            _ => MirrorAxis::X,
        };
        let rest: Vec<DQuat> =
            scene_from_node.iter().map(|frame| crate::math::polar_decompose(frame.matrix3).rotation).collect();
        let parent = |node: &crate::model::Node| node.parent.map_or(DQuat::IDENTITY, |parent| rest[parent as usize]);
        let parent_rest = skeleton.nodes().iter().map(parent).collect();
        Self { partners, axis, rest, parent_rest }
    }

    /// The axis that changes sign from one side to the other.
    pub fn axis(&self) -> MirrorAxis {
        self.axis
    }

    /// The joint on the other side, or the joint itself in the middle. `None` if the names do not determine one.
    pub fn partner(&self, node: u32) -> Option<u32> {
        self.partners.get(node as usize).copied().flatten()
    }

    /// Whether any two joints are partners.
    pub fn has_sides(&self) -> bool {
        self.partners.iter().enumerate().any(|(node, partner)| partner.is_some_and(|other| other as usize != node))
    }

    /// The override that makes the joint on the other side move in the same way on its side.
    ///
    /// Turns and offsets are mirrored in scene space at rest, so that the rig's own axes need not be mirrored. Scales
    /// and shears are transferred axis by axis. If the rig's axes are not mirrored, only the diagonal is kept.
    pub fn mirrored(&self, skeleton: &Skeleton, node: u32, over: &JointOverride) -> Option<(u32, JointOverride)> {
        let partner = self.partner(node)?;
        let rest = skeleton.node(node).rest;
        let partner_rest = skeleton.node(partner).rest;
        let axes = self.partner_from_own_axes(node, partner);
        let offset = |translation: Vec3| {
            let moved = self.parent_rest[node as usize] * (translation - rest.translation).as_dvec3();
            let moved = self.parent_rest[partner as usize].inverse() * (moved * self.axis.signs());
            partner_rest.translation + moved.as_vec3()
        };
        // If the axes are mirrored, each scale goes to its matching axis.
        let permuted = |scale: Vec3| {
            let stretch = axes * DMat3::from_diagonal(scale.as_dvec3()) * axes.transpose();
            DVec3::new(stretch.x_axis.x, stretch.y_axis.y, stretch.z_axis.z).as_vec3()
        };
        let ratio = |scale: Vec3, of: Vec3| Vec3::select(of.cmpne(Vec3::ZERO), scale / of, Vec3::ONE);
        let shear = |shear: Vec3| {
            let own = DMat3::from_cols(
                DVec3::X,
                DVec3::new(f64::from(shear.x), 1.0, 0.0),
                DVec3::new(f64::from(shear.y), f64::from(shear.z), 1.0),
            );
            let mirrored = axes * own * axes.transpose();
            DVec3::new(mirrored.y_axis.x, mirrored.z_axis.x, mirrored.z_axis.y).as_vec3()
        };
        let mirrored = JointOverride {
            rotation: over.rotation.map(|rotation| self.mirrored_rotation(skeleton, node, partner, rotation)),
            translation: over.translation.map(offset),
            scale: over.scale.map(|scale| permuted(ratio(scale, rest.scale)) * partner_rest.scale),
            local_scale: over.local_scale.map(permuted),
            local_shear: over.local_shear.map(shear),
            whole: over.whole,
        };
        Some((partner, mirrored))
    }

    /// Transform from the joint's own axes through the mirror to its partner's own axes. Orthogonal, with determinant
    /// -1.
    fn partner_from_own_axes(&self, node: u32, partner: u32) -> DMat3 {
        let own = DMat3::from_quat(self.rest[node as usize]);
        let partner = DMat3::from_quat(self.rest[partner as usize]);
        partner.transpose() * DMat3::from_diagonal(self.axis.signs()) * own
    }

    fn mirrored_rotation(
        &self,
        skeleton: &Skeleton,
        node: u32,
        partner: u32,
        rotation: RotationOverride,
    ) -> RotationOverride {
        let rest = skeleton.node(node).rest.rotation.as_dquat();
        let turn = match rotation {
            RotationOverride::AnglesDegrees(angles) => turn_from_angles(angles).as_dquat(),
            RotationOverride::Quaternion(local) => rest.inverse() * local.as_dquat(),
        };
        // The turn after rest, in the joint's own axes. A reflection flips its axis and keeps the sense of its angle.
        let axes = self.partner_from_own_axes(node, partner);
        let axis_part = -(axes * DVec3::new(turn.x, turn.y, turn.z));
        let mirrored = DQuat::from_xyzw(axis_part.x, axis_part.y, axis_part.z, turn.w);
        match rotation {
            RotationOverride::AnglesDegrees(angles) => {
                let near = -(axes * angles.as_dvec3()).as_vec3();
                RotationOverride::AnglesDegrees(angles_from_turn(mirrored.as_quat(), near))
            }
            RotationOverride::Quaternion(_) => {
                let rest = skeleton.node(partner).rest.rotation.as_dquat();
                RotationOverride::Quaternion((rest * mirrored).normalize().as_quat())
            }
        }
    }

    /// The whole pose with left and right swapped. Joints without a known side keep their overrides and are returned
    /// second.
    pub fn flipped(&self, skeleton: &Skeleton, overrides: &PoseOverrides) -> (PoseOverrides, Vec<u32>) {
        let mut flipped = PoseOverrides::default();
        let mut unknown = Vec::new();
        for (node, over) in overrides.iter() {
            match self.mirrored(skeleton, node, over) {
                Some((partner, mirrored)) => flipped.set(partner, mirrored),
                None => {
                    flipped.set(node, *over);
                    unknown.push(node);
                }
            }
        }
        // The names of morph targets do not tell the other side.
        for (target, weight) in overrides.morphs() {
            flipped.set_morph(target, Some(weight));
        }
        (flipped, unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_rigs::two_arms;
    use super::*;
    use crate::model::{Node, Trs, TwistDriver, TwistKind};

    fn scene(skeleton: &Skeleton, overrides: &PoseOverrides) -> Vec<glam::DAffine3> {
        let mut pose = Pose::rest(skeleton);
        overrides.apply(skeleton, &mut pose);
        pose.scene_from_node(skeleton, ScaleKind::Inherited)
    }

    fn over(angles: Vec3) -> JointOverride {
        JointOverride { rotation: Some(RotationOverride::AnglesDegrees(angles)), ..JointOverride::default() }
    }

    #[test]
    fn a_mirrored_arm_puts_its_hand_in_the_mirror_place() {
        let skeleton = two_arms();
        let mirror = Mirror::of(&skeleton);
        assert!(mirror.has_sides() && mirror.axis() == MirrorAxis::X);
        let mut both = PoseOverrides::default();
        for (node, angles) in [(1, Vec3::new(40.0, 25.0, -60.0)), (3, Vec3::new(-10.0, 80.0, 15.0))] {
            let joint = JointOverride { translation: Some(Vec3::new(0.3, 0.1, 0.2)), ..over(angles) };
            both.set(node, joint);
            let (partner, mirrored) = mirror.mirrored(&skeleton, node, &joint).unwrap();
            both.set(partner, mirrored);
        }
        let scene = scene(&skeleton, &both);
        for (left, right) in [(1, 2), (3, 4)] {
            let mirrored = scene[left].translation * DVec3::new(-1.0, 1.0, 1.0);
            assert!((scene[right].translation - mirrored).length() < 1e-5);
        }
        // The hands' own axes are mirrored as at rest, up to a half turn about z.
        let left = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0)) * scene[3].matrix3;
        assert!((left.x_axis - scene[4].matrix3.x_axis).length() < 1e-5);
        assert!((left.y_axis + scene[4].matrix3.y_axis).length() < 1e-5);
    }

    #[test]
    fn mirroring_twice_changes_nothing_and_turns_are_kept() {
        let skeleton = two_arms();
        let mirror = Mirror::of(&skeleton);
        let mut pose = PoseOverrides::default();
        pose.set(0, over(Vec3::new(0.0, 30.0, 0.0)));
        pose.set(1, over(Vec3::new(400.0, 0.0, 0.0)));
        let stretched = JointOverride {
            scale: Some(Vec3::new(2.0, 1.0, 0.5)),
            local_shear: Some(Vec3::X * 0.3),
            ..over(Vec3::ZERO)
        };
        pose.set(3, stretched);
        let (once, unknown) = mirror.flipped(&skeleton, &pose);
        assert!(unknown.is_empty());
        let RotationOverride::AnglesDegrees(angles) = once.get(2).rotation.unwrap() else {
            panic!("angles stay angles")
        };
        assert!(angles.x.abs() > 399.0, "{angles}");
        assert_eq!(once.get(4).scale, Some(Vec3::new(2.0, 1.0, 0.5)));
        let RotationOverride::AnglesDegrees(spine) = once.get(0).rotation.unwrap() else {
            panic!("angles stay angles")
        };
        assert!((spine.y + 30.0).abs() < 1e-4, "the middle turns the other way: {spine}");
        let (twice, _) = mirror.flipped(&skeleton, &once);
        for (before, after) in scene(&skeleton, &pose).iter().zip(scene(&skeleton, &twice)) {
            assert!(before.abs_diff_eq(after, 1e-5));
        }
    }

    /// Two arms with one twist joint each.
    fn twisted_arms(kinds: [TwistKind; 2]) -> Skeleton {
        let mut nodes = two_arms().nodes().to_vec();
        let mut drivers = Vec::new();
        for (joint, (side, kind)) in (1..).zip(["L", "R"].into_iter().zip(kinds)) {
            let rest = Trs { translation: Vec3::X * 0.25, ..Trs::IDENTITY };
            let node = nodes.len() as u32;
            nodes.push(Node { is_joint: true, ..Node::new(format!("arm_twist.{side}"), Some(joint), rest) });
            let axis = DVec3::X;
            drivers.push(TwistDriver { node, joint, child: joint + 2, axis, ordinal: 1, kind, share: 0.5 });
        }
        Skeleton::new(nodes).unwrap().with_twist_drivers(drivers)
    }

    #[test]
    fn twist_joints_of_a_mirrored_pose_turn_the_other_way() {
        for kind in TwistKind::ALL {
            let skeleton = twisted_arms([kind; 2]);
            let mut pose = PoseOverrides::default();
            pose.set(1, over(Vec3::new(150.0, 20.0, -30.0)));
            pose.set(3, over(Vec3::new(80.0, 0.0, 10.0)));
            let (flipped, unknown) = Mirror::of(&skeleton).flipped(&skeleton, &pose);
            assert!(unknown.is_empty());
            let (left, right) = (scene(&skeleton, &pose)[5], scene(&skeleton, &flipped)[6]);
            let mirrored = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0)) * left.matrix3;
            // The right arm's own axes are mirrored up to a half turn about z.
            assert!((mirrored.x_axis - right.matrix3.x_axis).length() < 1e-5, "{kind:?}");
            assert!((mirrored.y_axis + right.matrix3.y_axis).length() < 1e-5, "{kind:?}");
        }
        // Twist joints that do different work are no partners.
        let skeleton = twisted_arms([TwistKind::Own, TwistKind::End]);
        assert_eq!(Mirror::of(&skeleton).partner(5), None);
    }

    #[test]
    fn joints_that_names_do_not_tell_apart_are_named() {
        let mut nodes = two_arms().nodes().to_vec();
        nodes[4].name = "claw.R".to_owned();
        let skeleton = Skeleton::new(nodes).unwrap();
        let mut pose = PoseOverrides::default();
        pose.set(4, over(Vec3::X * 10.0));
        let (flipped, unknown) = Mirror::of(&skeleton).flipped(&skeleton, &pose);
        assert_eq!((unknown, flipped), (vec![4], pose));
    }
}
