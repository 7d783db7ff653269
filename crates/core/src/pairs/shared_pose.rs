use super::JointMatch;
use crate::model::{JointOverride, JointPose, Pose, PoseOverrides, RotationOverride, ScaleKind, Skeleton, WholeMesh};
use glam::{DMat3, DQuat, DVec3, Quat};
use std::collections::BTreeMap;

/// Angle in radians below which rest rotations count as the same: exporters round.
const SAME_ROTATION: f64 = 1e-4;

/// A skeleton in a pose.
#[derive(Clone, Copy, Debug)]
pub struct PosedPair<'a> {
    pub first: &'a Skeleton,
    pub second: &'a Skeleton,
    pub joints: &'a JointMatch,
    /// The size of the second model over that of the first, which scales translations that differ from rest.
    pub size_ratio: f64,
}

/// The pose of the first skeleton for the second one.
///
/// A joint with a partner turns as far from its own rest rotation as the partner does, about the same axes of the
/// scene: W' = D W_rest', where D = W W_rest^-1 is the partner's rotation relative to rest, W being rotations in the
/// scene. So joints may have other axes, and other joints between them. If a joint and the joint above it have the rest
/// rotations of their partners, its pose is copied instead, which loses nothing to rounding, keeps full turns, and
/// carries local scale and shear; otherwise, local scale and shear are left out. Inherited scale is copied relative to
/// rest. Joints without a partner stay at rest relative to their parents, and twist joints are driven. Morph targets of
/// the same name get the same weights.
pub fn shared_pose(pair: &PosedPair<'_>, pose: &Pose) -> Pose {
    let PosedPair { first, second, joints, .. } = *pair;
    let rest = Pose::rest(first);
    let (turned, at_rest) = (scene_rotations(first, pose), scene_rotations(first, &rest));
    let rest_of_second = scene_rotations(second, &Pose::rest(second));
    let posed_scene = pose.scene_from_node(first, ScaleKind::Inherited);
    let mut shared = Pose::rest(second);
    let mut rotations = vec![DQuat::IDENTITY; second.len()];
    let mut linear = vec![DMat3::IDENTITY; second.len()];
    let mut twists = PoseOverrides::default();
    for &node in second.parents_first() {
        let own = second.node(node);
        let parent = own.parent.map(|parent| parent as usize);
        let (parent_rotation, parent_linear) =
            parent.map_or((DQuat::IDENTITY, DMat3::IDENTITY), |parent| (rotations[parent], linear[parent]));
        if let Some(partner) = joints.first_of(node) {
            let theirs = &pose.joints[partner as usize];
            let their_rest = first.node(partner).rest;
            let joint = &mut shared.joints[node as usize];
            let partner_above = first.node(partner).parent;
            let above_alike = match (own.parent, partner_above) {
                (None, None) => true,
                (Some(a), Some(b)) => joints.first_of(a) == Some(b),
                _ => false,
            };
            let rests_alike = same_rotation(own.rest.rotation.as_dquat(), their_rest.rotation.as_dquat())
                && same_rotation(rest_of_second[node as usize], at_rest[partner as usize]);
            if above_alike && rests_alike {
                *joint = copied(theirs, joint, their_rest.rotation);
            } else {
                let turn = turned[partner as usize] * at_rest[partner as usize].inverse();
                let local = (parent_rotation.inverse() * turn * rest_of_second[node as usize]).normalize();
                joint.rotation = with_turns_of(local, own.rest.rotation, theirs.rotation, their_rest.rotation);
            }
            let moved = (theirs.translation - their_rest.translation).as_dvec3();
            if moved != DVec3::ZERO {
                let above = partner_above.map_or(DMat3::IDENTITY, |above| posed_scene[above as usize].matrix3);
                let moved = parent_linear.inverse() * (above * moved * pair.size_ratio);
                if moved.is_finite() {
                    let translation = own.rest.translation + moved.as_vec3();
                    // In the same frame it equals the partner's, bit for bit: the distance of a file from itself is 0.
                    let is_theirs = translation.distance(theirs.translation) <= rounding_of(&[theirs, &*joint]);
                    joint.translation = if is_theirs { theirs.translation } else { translation };
                }
            }
            let rests_in_scale = own.rest.scale == their_rest.scale && theirs.scale.is_finite();
            let in_own_scale = || own.rest.scale * scale_ratio(theirs, their_rest.scale);
            joint.scale = if rests_in_scale { theirs.scale } else { in_own_scale() };
            if second.is_driven(node) {
                let rotation = Some(RotationOverride::Quaternion(joint.rotation));
                twists.set(node, JointOverride { rotation, ..JointOverride::default() });
            }
        }
        let joint = &shared.joints[node as usize];
        let rotation = joint.rotation.as_dquat().normalize();
        rotations[node as usize] = parent_rotation * rotation;
        let local = second.local_affine(node, joint.translation.as_dvec3(), rotation, joint.scale.as_dvec3());
        linear[node as usize] = parent_linear * local.matrix3;
    }
    shared.morph_weights = shared_weights(pair, pose);
    let partner = |whole: WholeMesh| Some(WholeMesh { joint: pair.joints.second_of(whole.joint)?, ..whole });
    shared.whole_mesh = pose.whole_mesh.and_then(partner);
    // A driven joint that the first skeleton does not have follows its driver.
    twists.apply(second, &mut shared);
    shared
}

/// The partner's pose for a joint with the same rest rotation.
fn copied(theirs: &JointPose, own: &JointPose, their_rest: Quat) -> JointPose {
    let is_same = own.rotation == their_rest;
    let relative = || (own.rotation * (their_rest.inverse() * theirs.rotation)).normalize();
    let rotation = if is_same { theirs.rotation } else { relative() };
    JointPose { rotation, local_scale: theirs.local_scale, local_shear: theirs.local_shear, ..*own }
}

/// Error of joints' translations after a few operations in single precision.
fn rounding_of(joints: &[&JointPose; 2]) -> f32 {
    const OPERATIONS: f32 = 8.0;
    let largest = |joint: &&JointPose| joint.translation.abs().max_element();
    OPERATIONS * f32::EPSILON * joints.iter().map(largest).fold(0.0, f32::max)
}

/// The rotation with the sign that counts the partner's full turns: it lies on the same side of its rest rotation.
fn with_turns_of(rotation: DQuat, rest: Quat, theirs: Quat, their_rest: Quat) -> Quat {
    let rotation = rotation.as_quat();
    if (rotation.dot(rest) < 0.0) == (theirs.dot(their_rest) < 0.0) { rotation } else { -rotation }
}

/// The scale relative to rest; 1 where rest has a scale of zero.
fn scale_ratio(theirs: &JointPose, rest: glam::Vec3) -> glam::Vec3 {
    let ratio = theirs.scale / rest;
    glam::Vec3::select(ratio.is_finite_mask(), ratio, glam::Vec3::ONE)
}

fn same_rotation(a: DQuat, b: DQuat) -> bool {
    // The sine of half the angle between the rotations.
    let between = a.inverse() * b;
    between.xyz().length() <= 0.5 * SAME_ROTATION
}

/// The rotation of every node in the scene, without scale.
fn scene_rotations(skeleton: &Skeleton, pose: &Pose) -> Vec<DQuat> {
    let mut rotations = vec![DQuat::IDENTITY; skeleton.len()];
    for &node in skeleton.parents_first() {
        let above = skeleton.node(node).parent.map_or(DQuat::IDENTITY, |parent| rotations[parent as usize]);
        rotations[node as usize] = (above * pose.joints[node as usize].rotation.as_dquat().normalize()).normalize();
    }
    rotations
}

/// Weights of the second model's morph targets: the weights of the targets with the same name, or, if both models have
/// equally many targets without names, of the targets at the same index.
fn shared_weights(pair: &PosedPair<'_>, pose: &Pose) -> Vec<f32> {
    let by_name = |skeleton: &Skeleton| {
        let mut targets: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, (_, target)) in skeleton.morph_targets().enumerate() {
            targets.entry(target.name.clone()).or_default().push(index);
        }
        targets
    };
    let mut weights = pair.second.rest_morph_weights();
    let second = by_name(pair.second);
    for (name, of_first) in by_name(pair.first) {
        let Some(of_second) = second.get(&name) else { continue };
        // A name that occurs at several meshes has one weight, since exporters write a face in parts.
        if of_second.len() == of_first.len() {
            for (&from, &to) in of_first.iter().zip(of_second) {
                weights[to] = pose.morph_weights[from];
            }
        } else if let (false, Some(&from)) = (name.is_empty(), of_first.first()) {
            of_second.iter().for_each(|&to| weights[to] = pose.morph_weights[from]);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::super::JointTable;
    use super::*;
    use crate::model::{Node, Trs};
    use glam::Vec3;

    fn shared(first: &Skeleton, second: &Skeleton, pose: &Pose, size_ratio: f64) -> Pose {
        let joints = JointMatch::of(first, second, &JointTable::default()).unwrap();
        shared_pose(&PosedPair { first, second, joints: &joints, size_ratio }, pose)
    }

    fn joint(name: &str, parent: Option<u32>, rest: Trs) -> Node {
        Node { is_joint: true, ..Node::new(name, parent, rest) }
    }

    fn at(x: f32, rotation: Quat) -> Trs {
        Trs { translation: Vec3::X * x, rotation, ..Trs::IDENTITY }
    }

    fn arm() -> Skeleton {
        let shoulder = joint("shoulder", None, at(0.0, Quat::from_rotation_z(0.3)));
        Skeleton::new(vec![shoulder, joint("elbow", Some(0), at(1.0, Quat::from_rotation_y(0.2)))]).unwrap()
    }

    #[test]
    fn a_skeleton_takes_its_own_pose_bit_for_bit() {
        let skeleton = arm();
        let mut pose = Pose::rest(&skeleton);
        pose.joints[0].rotation = -Quat::from_rotation_x(2.0);
        pose.joints[0].translation = Vec3::new(0.1, 0.2, 0.3);
        pose.joints[1].rotation = Quat::from_rotation_z(-1.0);
        pose.joints[1].scale = Vec3::new(1.0, 2.0, 1.0);
        pose.joints[1].translation = Vec3::new(0.9 + 1e-3, 0.7, -0.31);
        pose.joints[1].local_scale = Vec3::splat(1.5);
        assert_eq!(shared(&skeleton, &skeleton, &pose, 1.0), pose);
    }

    #[test]
    fn joints_with_other_axes_turn_about_the_same_axes_of_the_scene() {
        let first = arm();
        // The same arm with turned axes, twice as long, and a joint in between.
        let (roll, flip) = (Quat::from_rotation_x(1.1), Quat::from_rotation_y(2.5));
        let rest = |node: usize| first.nodes()[node].rest.rotation;
        let shoulder = rest(0) * roll;
        let between = joint("between", Some(0), Trs { translation: roll.inverse() * Vec3::X, ..Trs::IDENTITY });
        let elbow =
            Trs { translation: roll.inverse() * Vec3::X, rotation: roll.inverse() * rest(1) * flip, ..Trs::IDENTITY };
        let nodes = vec![joint("Shoulder", None, at(0.0, shoulder)), between, joint("Elbow", Some(1), elbow)];
        let second = Skeleton::new(nodes).unwrap();
        let mut pose = Pose::rest(&first);
        pose.joints[0].rotation = Quat::from_rotation_x(0.7) * rest(0);
        pose.joints[1].rotation = rest(1) * Quat::from_rotation_z(1.9);
        let found = shared(&first, &second, &pose, 2.0);
        let (of_first, of_second) = (scene_rotations(&first, &pose), scene_rotations(&second, &found));
        let turned = |posed: DQuat, rest: DQuat| posed * rest.inverse();
        let rests = (scene_rotations(&first, &Pose::rest(&first)), scene_rotations(&second, &Pose::rest(&second)));
        for (a, b) in [(0, 0), (1, 2)] {
            let (ours, theirs) = (turned(of_second[b], rests.1[b]), turned(of_first[a], rests.0[a]));
            assert!(ours.angle_between(theirs) < 1e-6, "{a}: {ours} {theirs}");
        }
        // The elbow lies in the same direction, twice as far.
        let elbow = |skeleton: &Skeleton, pose: &Pose, node: usize| {
            pose.scene_from_node(skeleton, ScaleKind::Inherited)[node].translation
        };
        let (near, far) = (elbow(&first, &pose, 1), elbow(&second, &found, 2));
        assert!((2.0 * near).abs_diff_eq(far, 1e-6), "{near} {far}");
    }

    #[test]
    fn translations_and_full_turns_are_carried() {
        let first = arm();
        let second = Skeleton::new(vec![
            joint("shoulder", None, at(0.0, Quat::from_rotation_z(1.3))),
            joint("elbow", Some(0), at(3.0, Quat::IDENTITY)),
        ])
        .unwrap();
        let mut pose = Pose::rest(&first);
        pose.joints[0].translation += Vec3::new(0.0, 1.0, 0.5);
        let full_turn = crate::math::turn_from_angles(Vec3::new(350.0, 0.0, 0.0));
        pose.joints[1].rotation = first.node(1).rest.rotation * full_turn;
        let found = shared(&first, &second, &pose, 3.0);
        assert!(found.joints[0].translation.abs_diff_eq(Vec3::new(0.0, 3.0, 1.5), 1e-6));
        assert!(found.joints[1].rotation.dot(second.node(1).rest.rotation) < 0.0, "beyond a half turn");
    }

    #[test]
    fn without_partners_there_is_the_rest_pose() {
        let (first, second) = (arm(), Skeleton::new(vec![joint("leg", None, Trs::IDENTITY)]).unwrap());
        let mut pose = Pose::rest(&first);
        pose.joints[0].rotation = Quat::from_rotation_x(1.0);
        assert_eq!(shared(&first, &second, &pose, 1.0), Pose::rest(&second));
    }
}
