use crate::math::polar_decompose;
use crate::model::{JointOverride, Model, PoseOverrides, RotationOverride, SkinKind};
use glam::{DAffine3, DVec3};
use std::collections::HashMap;

/// Limits below which changes are rounding: of rotations in radians, of the rest relative to the value.
const SAME_TURN: f64 = 1e-5;
const SAME: f64 = 1e-5;

/// The overrides that bring a model from its rest pose to its bind pose, in which skins have the shape of their meshes.
///
/// Joints that no skin uses keep their rest transform below their parent. If a bind shears a joint, the shear is left
/// out, because a node cannot have it.
pub fn bind_pose(model: &Model) -> PoseOverrides {
    let skeleton = &model.skeleton;
    let mut scene_from_joint: HashMap<u32, DAffine3> = HashMap::new();
    for skin in model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned) {
        for joint in &skin.joints {
            // The bind frame is the scene's.
            scene_from_joint.entry(joint.node).or_insert_with(|| joint.joint_from_bind.inverse());
        }
    }
    let scene_from = |node: Option<u32>| {
        let mut below = DAffine3::IDENTITY;
        let mut node = node;
        while let Some(at) = node {
            if let Some(bound) = scene_from_joint.get(&at) {
                return *bound * below;
            }
            below = skeleton.node(at).rest.to_affine() * below;
            node = skeleton.node(at).parent;
        }
        below
    };
    let mut pose = PoseOverrides::default();
    for (&node, bound) in &scene_from_joint {
        let (rest, parent) = (skeleton.node(node).rest, skeleton.node(node).parent);
        let local = scene_from(parent).inverse() * *bound;
        if !local.is_finite() {
            continue;
        }
        let polar = polar_decompose(local.matrix3);
        let scale = DVec3::new(polar.stretch.x_axis.x, polar.stretch.y_axis.y, polar.stretch.z_axis.z);
        let turned = polar.rotation.angle_between(rest.rotation.as_dquat()) > SAME_TURN;
        let away = |now: DVec3, rest: DVec3| (now - rest).length() > SAME * rest.length().max(SAME);
        let joint = JointOverride {
            rotation: turned.then(|| RotationOverride::Quaternion(polar.rotation.as_quat().normalize())),
            translation: away(local.translation, rest.translation.as_dvec3()).then(|| local.translation.as_vec3()),
            scale: away(scale, rest.scale.as_dvec3()).then(|| scale.as_vec3()),
            ..JointOverride::default()
        };
        pose.set(node, joint);
    }
    pose
}
