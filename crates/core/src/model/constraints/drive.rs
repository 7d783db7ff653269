use super::super::{Pose, PoseOverrides, ScaleKind, Skeleton};
use super::{ConstraintKind, NodeConstraint};
use glam::{DAffine3, DMat3, DVec3};

/// Rotates the constrained nodes of a pose, in the skeleton's order. Nodes with a rotation of their own stay unchanged.
pub fn drive_constraints(skeleton: &Skeleton, overrides: &PoseOverrides, pose: &mut Pose) {
    let mut frames = Frames::default();
    for constraint in skeleton.constraints() {
        if overrides.get(constraint.node).rotation.is_some() {
            continue;
        }
        let aims = matches!(constraint.kind, ConstraintKind::Aim(_));
        let aimed = if aims { frames.direction(skeleton, pose, constraint) } else { None };
        let rotation = constraint.rotation(skeleton, pose, aimed).normalize();
        if rotation.is_finite() {
            pose.joints[constraint.node as usize].rotation = rotation.as_quat();
        }
    }
}

/// Positions are equal if they are closer than this fraction of their distance from the parent's origin.
const ROUNDING: f64 = 1e-6;

/// The frames of nodes in a pose, and the local stretch that the offsets of their children take. A frame is kept once
/// it is known: the order of constraints ensures that everything above is turned before a frame is needed.
#[derive(Default)]
struct Frames(Vec<Option<(DAffine3, DMat3)>>);

impl Frames {
    /// The direction from a constrained node to its source, in the frame of the node's parent. `None` if both are at one
    /// position, or the parent's scale leaves no direction.
    fn direction(&mut self, skeleton: &Skeleton, pose: &Pose, constraint: &NodeConstraint) -> Option<DVec3> {
        self.0.resize(skeleton.len(), None);
        let parent = self.parent(skeleton, pose, constraint.node);
        let parent_of_source = self.parent(skeleton, pose, constraint.source);
        let origin =
            |node: u32, (_, stretch): (DAffine3, DMat3)| stretch * pose.joints[node as usize].translation.as_dvec3();
        let source = parent_of_source.0.transform_point3(origin(constraint.source, parent_of_source));
        let source_in_parent = parent.0.inverse().transform_point3(source);
        let node_in_parent = origin(constraint.node, parent);
        let aimed = source_in_parent - node_in_parent;
        let rounding = ROUNDING * source_in_parent.length().max(node_in_parent.length());
        if aimed.length() > rounding { aimed.try_normalize() } else { None }
    }

    /// The frame of a node's parent.
    fn parent(&mut self, skeleton: &Skeleton, pose: &Pose, node: u32) -> (DAffine3, DMat3) {
        let is_unknown = |frames: &Self, node: &u32| frames.0[*node as usize].is_none();
        let above = std::iter::successors(skeleton.node(node).parent, |&node| skeleton.node(node).parent);
        let unknown: Vec<u32> = above.take_while(|node| is_unknown(self, node)).collect();
        let known = |frames: &Self, node: u32| skeleton.node(node).parent.and_then(|parent| frames.0[parent as usize]);
        for &node in unknown.iter().rev() {
            let frame = pose.frame_below(known(self, node), skeleton, node, ScaleKind::Inherited);
            self.0[node as usize] = Some(frame);
        }
        known(self, node).unwrap_or((DAffine3::IDENTITY, DMat3::IDENTITY))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{JointOverride, Node, RotationOverride, Trs};
    use super::super::{AimAxis, RollAxis};
    use super::*;
    use glam::{DQuat, EulerRot, Quat, Vec3};

    fn turned(a: f32, b: f32, c: f32) -> Quat {
        Quat::from_euler(EulerRot::XYZ, a, b, c)
    }

    /// A parent with any scale, the constrained node 1 below it, and its source 2 elsewhere. All frames are rotated.
    fn rig(kind: ConstraintKind, weight: f64, parent_scale: Vec3) -> Skeleton {
        let nodes = vec![
            Node::new(
                "parent",
                None,
                Trs { translation: Vec3::new(0.3, -1.0, 2.0), rotation: turned(0.4, 1.1, -0.7), scale: parent_scale },
            ),
            Node::new(
                "driven",
                Some(0),
                Trs { translation: Vec3::new(1.0, 0.2, 0.0), rotation: turned(-1.2, 0.3, 2.0), ..Trs::IDENTITY },
            ),
            Node::new(
                "source",
                None,
                Trs { translation: Vec3::new(-2.0, 0.5, 1.5), rotation: turned(2.5, -0.6, 0.9), ..Trs::IDENTITY },
            ),
        ];
        let constraint = NodeConstraint { node: 1, source: 2, kind, weight };
        let (skeleton, circular) = Skeleton::new(nodes).unwrap().with_constraints(&[constraint]);
        assert!(circular.is_empty() && skeleton.is_driven(1) && !skeleton.is_driven(2));
        skeleton
    }

    /// The driven node's rotation from rest, in its own frame.
    fn driven_turn(skeleton: &Skeleton, source: Quat) -> DQuat {
        let mut pose = Pose::rest(skeleton);
        pose.joints[2].rotation = source;
        PoseOverrides::default().apply(skeleton, &mut pose);
        let rotation = pose.joints[1].rotation.as_dquat();
        assert!(rotation.is_normalized());
        skeleton.node(1).rest.rotation.as_dquat().normalize().inverse() * rotation.normalize()
    }

    #[test]
    fn a_roll_is_about_its_axis_and_keeps_the_part_of_the_turn_that_is() {
        for axis in [RollAxis::X, RollAxis::Y, RollAxis::Z] {
            let skeleton = rig(ConstraintKind::Roll(axis), 1.0, Vec3::ONE);
            let [rest, source_rest] = [1, 2].map(|node| skeleton.node(node).rest.rotation);
            // The axis of the driven node, in the axes of the parents: the source turns about it, and then swings.
            let along = rest * axis.direction().as_vec3();
            for degrees in [-170.0f32, -40.0, 0.0, 75.0, 179.0] {
                for swing in [0.0f32, 0.5, 2.5] {
                    let swing = Quat::from_axis_angle(along.any_orthonormal_vector(), swing);
                    let roll = Quat::from_axis_angle(along, degrees.to_radians());
                    let turn = driven_turn(&skeleton, swing * roll * source_rest);
                    let expected = DQuat::from_axis_angle(axis.direction(), f64::from(degrees).to_radians());
                    assert!(turn.dot(expected).abs() > 1.0 - 1e-10, "{axis:?} {degrees}: {turn}");
                }
            }
        }
    }

    #[test]
    fn a_rotation_is_copied_in_the_frames_of_both_nodes() {
        let own = turned(0.3, -0.8, 0.5);
        let turn_of = |weight| {
            let skeleton = rig(ConstraintKind::Rotation, weight, Vec3::ONE);
            driven_turn(&skeleton, skeleton.node(2).rest.rotation * own)
        };
        let whole = turn_of(1.0);
        assert!(whole.dot(own.as_dquat()).abs() > 1.0 - 1e-10);
        assert!(turn_of(0.0).dot(DQuat::IDENTITY).abs() > 1.0 - 1e-10);
        let third = turn_of(1.0 / 3.0);
        assert!((third * third * third).dot(whole).abs() > 1.0 - 1e-10);
    }

    #[test]
    fn an_aim_points_at_the_source_whatever_the_scale_above() {
        for scale in [Vec3::ONE, Vec3::splat(0.01), Vec3::new(0.5, 2.0, 1.5), Vec3::new(-1.0, 1.0, 1.0)] {
            for axis in [AimAxis::PositiveX, AimAxis::NegativeY, AimAxis::PositiveZ] {
                let skeleton = rig(ConstraintKind::Aim(axis), 1.0, scale);
                for x in [-3.0f32, 0.0, 40.0] {
                    let mut pose = Pose::rest(&skeleton);
                    pose.joints[2].translation.x = x;
                    PoseOverrides::default().apply(&skeleton, &mut pose);
                    let scene = pose.scene_from_node(&skeleton, ScaleKind::Inherited);
                    let points = scene[1].transform_vector3(axis.direction()).normalize();
                    let at = (scene[2].translation - scene[1].translation).normalize();
                    assert!(points.abs_diff_eq(at, 3e-6), "{scale} {axis:?} {x}: {points} {at}");
                }
            }
        }
    }

    #[test]
    fn what_has_no_direction_stays_at_rest() {
        // At one position, and below a parent of size zero.
        let aim = ConstraintKind::Aim(AimAxis::PositiveX);
        for scale in [Vec3::ONE, Vec3::ZERO] {
            let skeleton = rig(aim, 1.0, scale);
            let mut pose = Pose::rest(&skeleton);
            pose.joints[2].translation = pose.scene_from_node(&skeleton, ScaleKind::Inherited)[1].translation.as_vec3();
            PoseOverrides::default().apply(&skeleton, &mut pose);
            let rest = skeleton.node(1).rest.rotation;
            assert!(pose.joints[1].rotation.dot(rest).abs() > 1.0 - 1e-6, "{scale}");
        }
        // A swing of half a turn leaves the roll undefined, but the result is still a rotation.
        let skeleton = rig(ConstraintKind::Roll(RollAxis::X), 0.5, Vec3::ONE);
        let half = DQuat::from_axis_angle(DVec3::Z, std::f64::consts::PI).as_quat();
        let rest = [1, 2].map(|node| skeleton.node(node).rest.rotation);
        assert!(driven_turn(&skeleton, rest[0] * half * rest[0].inverse() * rest[1]).is_finite());
    }

    #[test]
    fn a_rotation_that_the_user_sets_comes_first() {
        let skeleton = rig(ConstraintKind::Rotation, 1.0, Vec3::ONE);
        let mut overrides = PoseOverrides::default();
        let set = |degrees| JointOverride {
            rotation: Some(RotationOverride::AnglesDegrees(degrees)),
            ..JointOverride::default()
        };
        overrides.set(2, set(Vec3::X * 30.0));
        let mut pose = Pose::rest(&skeleton);
        overrides.apply(&skeleton, &mut pose);
        let followed = pose.joints[1].rotation;
        assert!(followed.abs_diff_eq(skeleton.node(1).rest.rotation * Quat::from_rotation_x(30f32.to_radians()), 1e-6));
        overrides.set(1, set(Vec3::ZERO));
        overrides.apply(&skeleton, &mut pose);
        assert!(pose.joints[1].rotation.abs_diff_eq(skeleton.node(1).rest.rotation, 1e-6));
        // Applied again, nothing changes: the constraint reads only nodes that it does not turn.
        overrides.set(1, JointOverride::default());
        overrides.apply(&skeleton, &mut pose);
        assert_eq!(pose.joints[1].rotation, followed);
    }
}
