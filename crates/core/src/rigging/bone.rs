use super::TwistSplit;
use super::twist_names::says_twist;
use crate::model::{Model, Pose, ScaleKind, Skeleton, SkinKind, continuing_bones};
use glam::{DAffine3, DVec3};

/// A bone that can be split: from a joint to the joint that continues it.
#[derive(Clone, Debug)]
pub(super) struct SplitBone {
    pub child: u32,
    /// The bone's end in the frame of the joint where it begins. Not zero.
    pub end_in_joint: DVec3,
    /// Twist joints that the rig already has on this bone: leaves along it whose names say so.
    pub own_twists: Vec<u32>,
}

/// Whether a joint has weights and a bone that can be split among twist joints.
pub fn has_bone(model: &Model, joint: u32) -> bool {
    is_skinned(model, joint) && !is_twist(&model.skeleton, joint) && SplitBone::of(&model.skeleton, joint).is_some()
}

/// The split that a bone already has in a model, such as an exported rig that was opened again.
pub fn split_of(skeleton: &Skeleton, joint: u32) -> Option<TwistSplit> {
    let mut drivers = skeleton.twist_drivers().iter().filter(|driver| driver.joint == joint);
    let kind = drivers.next()?.kind;
    // The first driver is counted too, and the kind may need one joint more.
    let count = 1 + drivers.count() as u32;
    Some(TwistSplit { joint, count: count.saturating_sub(kind.joint_count(0)).max(1), kind })
}

pub(super) fn is_skinned(model: &Model, joint: u32) -> bool {
    let mut skins = model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned);
    skins.any(|skin| skin.joints.iter().any(|other| other.node == joint))
}

/// Whether a joint has a twist of its own, which is relative to a joint above it.
pub fn has_own_twist(skeleton: &Skeleton, joint: u32) -> bool {
    skeleton.nearest_ancestor(joint, |above| skeleton.node(above).is_joint).is_some()
}

/// Whether a joint is a leaf that exists only for twists.
pub fn is_twist(skeleton: &Skeleton, joint: u32) -> bool {
    skeleton.twist_driver(joint).is_some()
        || (says_twist(&skeleton.node(joint).name) && skeleton.children(joint).is_empty())
}

impl SplitBone {
    /// The bone that continues the one that ends at the joint, see [`continuing_bones`]. Twist joints do not end a bone.
    pub fn of(skeleton: &Skeleton, joint: u32) -> Option<Self> {
        let below: Vec<(u32, DVec3)> = skeleton
            .shown_joints()
            .filter(|&node| skeleton.nearest_ancestor(node, |above| skeleton.node(above).is_joint) == Some(joint))
            .map(|node| (node, joint_from(skeleton, joint, node).translation))
            .collect();
        let rest = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
        let origin = |node: u32| rest[node as usize].translation;
        let above = skeleton.nearest_ancestor(joint, |above| skeleton.node(above).is_joint);
        let incoming = above.map_or(DVec3::ZERO, |above| origin(joint) - origin(above));
        let is_end = |(node, end): &&(u32, DVec3)| !is_twist(skeleton, *node) && end.length_squared() > 0.0;
        let ends: Vec<(u32, DVec3)> = below.iter().filter(is_end).copied().collect();
        let outgoing: Vec<DVec3> = ends.iter().map(|(node, _)| origin(*node) - origin(joint)).collect();
        let (child, end_in_joint) = ends[*continuing_bones(incoming, &outgoing).first()?];
        let is_own = |node: u32, at: DVec3| {
            let along = at.dot(end_in_joint) / end_in_joint.length_squared();
            let beside = (at - end_in_joint * along).length() / end_in_joint.length();
            is_twist(skeleton, node) && (-BESIDE..=1.0 + BESIDE).contains(&along) && beside < BESIDE
        };
        let own_twists = below.iter().filter(|&&(node, at)| is_own(node, at)).map(|(node, _)| *node).collect();
        Some(Self { child, end_in_joint, own_twists })
    }
}

/// Largest distance of a twist joint from its bone, in bone lengths.
const BESIDE: f64 = 0.15;

/// The rest transform of a descendant node in the joint's frame.
fn joint_from(skeleton: &Skeleton, joint: u32, node: u32) -> DAffine3 {
    let mut transform = DAffine3::IDENTITY;
    let mut current = Some(node);
    while let Some(below) = current.filter(|&below| below != joint) {
        let rest = skeleton.node(below).rest;
        let rotation = rest.rotation.as_dquat().normalize();
        let local = skeleton.local_affine(below, rest.translation.as_dvec3(), rotation, rest.scale.as_dvec3());
        transform = local * transform;
        current = skeleton.node(below).parent;
    }
    transform
}
