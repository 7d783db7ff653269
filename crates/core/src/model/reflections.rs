use super::{Pose, ScaleKind, Skeleton, SkinJoint};
use crate::math::polar_decompose;
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// Reflections of a pose compared with rest: the effect that signs of inherited scales have on all joints below them.
///
/// A transform that mirrors does not determine which of its parts is the rotation: a head with a scale of -1 along X
/// may as well have been scaled by -1 along Y and turned by half about Z. The scales determine it. A joint whose scale
/// has one negative factor, or three, reflects itself and everything below it, and keeps the rotation of its TRS, as in
/// engines that pose joints by rotation, translation and scale. Below it, the rotation of a joint is seen in that
/// mirror. Two negative factors are a half turn, as are two reflections, one below the other.
#[derive(Clone, Debug)]
pub struct Reflections {
    /// For each node, the reflection that it is in: symmetric, orthogonal, determinant -1, in scene axes at rest.
    of_nodes: Vec<Option<DMat3>>,
    /// The rest pose's `scene_from_node`.
    at_rest: Vec<DAffine3>,
}

impl Reflections {
    /// Finds the reflections. `None` if no scale of the pose mirrors. This is known at once; otherwise the rest pose is
    /// computed.
    pub fn of(skeleton: &Skeleton, pose: &Pose, scale_kind: ScaleKind) -> Option<Self> {
        // Local scale is no part of a joint's rotation, and the remaining scale has the signs of rest.
        if scale_kind == ScaleKind::Local {
            return None;
        }
        let signs = |node: u32| {
            let scale = (pose.joints[node as usize].scale * skeleton.node(node).rest.scale).as_dvec3();
            DVec3::select(scale.cmplt(DVec3::ZERO), DVec3::NEG_ONE, DVec3::ONE)
        };
        let mirrors = |node: u32| signs(node).element_product() < 0.0;
        if !skeleton.parents_first().iter().any(|&node| mirrors(node)) {
            return None;
        }
        let at_rest = Pose::rest(skeleton).scene_from_node(skeleton, scale_kind);
        let mut of_nodes = vec![None; skeleton.len()];
        for &index in skeleton.parents_first() {
            let node = skeleton.node(index);
            let above = node.parent.and_then(|parent| of_nodes[parent as usize]);
            of_nodes[index as usize] = match (mirrors(index), above) {
                (false, above) => above,
                (true, Some(_)) => None,
                (true, None) => {
                    let parent = node.parent.map_or(DMat3::IDENTITY, |parent| at_rest[parent as usize].matrix3);
                    let axes = polar_decompose(parent).rotation * node.rest.rotation.as_dquat().normalize();
                    Some(rotated(DMat3::from_diagonal(signs(index)), axes))
                }
            };
        }
        Some(Self { of_nodes, at_rest })
    }

    /// The reflection that a node is in, in scene axes at rest.
    pub fn of_node(&self, node: u32) -> Option<DMat3> {
        self.of_nodes[node as usize]
    }

    /// The reflection that a joint is in, in the bind frame.
    pub fn of_joint(&self, joint: &SkinJoint) -> Option<DMat3> {
        let rest_from_bind = self.at_rest[joint.node as usize].matrix3 * joint.joint_from_bind.matrix3;
        let bind_from_rest = polar_decompose(rest_from_bind).rotation.inverse();
        self.of_node(joint.node).map(|reflection| rotated(reflection, bind_from_rest))
    }
}

fn rotated(matrix: DMat3, rotation: DQuat) -> DMat3 {
    let rotation = DMat3::from_quat(rotation);
    rotation * matrix * rotation.transpose()
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Trs};
    use super::*;
    use glam::{Quat, Vec3};

    /// Skeleton of root, mid (rests turned by a quarter about Z) and tip.
    fn chain() -> Skeleton {
        let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        Skeleton::new(vec![
            Node::new("root", None, Trs::IDENTITY),
            Node::new("mid", Some(0), Trs { rotation: quarter, ..Trs::IDENTITY }),
            Node::new("tip", Some(1), Trs { translation: Vec3::X, ..Trs::IDENTITY }),
        ])
        .unwrap()
    }

    fn reflections(scales: [Vec3; 3]) -> Option<[Option<DMat3>; 3]> {
        let skeleton = chain();
        let mut pose = Pose::rest(&skeleton);
        for (joint, scale) in pose.joints.iter_mut().zip(scales) {
            joint.scale = scale;
        }
        let found = Reflections::of(&skeleton, &pose, ScaleKind::Inherited)?;
        Some([0, 1, 2].map(|node| found.of_node(node)))
    }

    fn diagonal(x: f64, y: f64, z: f64) -> DMat3 {
        DMat3::from_diagonal(DVec3::new(x, y, z))
    }

    #[test]
    fn a_reflection_lies_in_the_axes_of_its_joint_and_reaches_those_below() {
        let [root, mid, tip] = reflections([Vec3::ONE, Vec3::new(-0.5, 1.0, 1.0), Vec3::ONE]).unwrap();
        assert_eq!(root, None);
        // The X axis of mid points along Y.
        assert!(mid.unwrap().abs_diff_eq(diagonal(1.0, -1.0, 1.0), 1e-7));
        assert_eq!(tip, mid);
    }

    #[test]
    fn two_negative_factors_or_two_reflections_are_a_rotation() {
        assert_eq!(reflections([Vec3::ONE, Vec3::new(-1.0, -2.0, 1.0), Vec3::ONE]), None);
        let [root, mid, tip] = reflections([Vec3::NEG_ONE, Vec3::new(1.0, -1.0, 1.0), Vec3::ONE]).unwrap();
        assert_eq!(root, Some(diagonal(-1.0, -1.0, -1.0)));
        assert_eq!([mid, tip], [None, None]);
    }

    #[test]
    fn only_what_differs_from_rest_counts() {
        let mirrored = Trs { scale: Vec3::new(-1.0, 1.0, 1.0), ..Trs::IDENTITY };
        let skeleton = Skeleton::new(vec![Node::new("root", None, mirrored)]).unwrap();
        let mut pose = Pose::rest(&skeleton);
        assert!(Reflections::of(&skeleton, &pose, ScaleKind::Inherited).is_none());
        pose.joints[0].scale = Vec3::ONE;
        let found = Reflections::of(&skeleton, &pose, ScaleKind::Inherited).unwrap();
        assert_eq!(found.of_node(0), Some(diagonal(-1.0, 1.0, 1.0)));
        assert!(
            Reflections::of(&skeleton, &pose, ScaleKind::Local).is_none(),
            "local scale is no part of the rotation"
        );
    }
}
