use super::bone::{is_skinned, is_twist};
use super::twist_names::added_name;
use crate::model::{
    Channel, ChannelValues, Clip, ConstraintKind, MOST_JOINTS, Model, Node, NodeConstraint, Skeleton, SkeletonError,
    SkinJoint, SkinKind,
};
use std::collections::HashSet;
use std::sync::Arc;

/// Largest number of helper joints of a joint. Three divide a right angle into parts of 22.5 degrees, where linear
/// blending keeps 98 % of a radius; more of them gain less than their cost.
pub const MOST_HELPERS: u32 = 3;

/// Joints that turn by parts of another joint's turn, at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelperJoints {
    /// The node of the joint that they follow.
    pub joint: u32,
    /// The number of helpers, 1 to [`MOST_HELPERS`]. Helper k turns by the k-th of `count + 1` equal parts.
    pub count: u32,
}

/// Reason why a joint cannot have helpers.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum HelperError {
    /// The node does not exist.
    #[error("there is no node #{node}")]
    NoSuchNode {
        /// Index of the node.
        node: u32,
    },
    /// The number is out of range.
    #[error("a joint can have 1 to {MOST_HELPERS} helper joints, not {count}: {joint}")]
    Count {
        /// The number.
        count: u32,
        /// Label of the joint.
        joint: String,
    },
    /// No skin has the node as a joint.
    #[error("no skin moves with this node, so nothing would follow a helper of it: {joint}")]
    NotSkinned {
        /// Label of the node.
        joint: String,
    },
    /// The joint follows others itself.
    #[error("this joint follows others by itself; give helpers to the joint that it follows: {joint}")]
    Driven {
        /// Label of the joint.
        joint: String,
    },
    /// The joint is a root.
    #[error("there is no node above this joint, so its turn bends nothing: {joint}")]
    NothingAbove {
        /// Label of the joint.
        joint: String,
    },
    /// The joint has helpers.
    #[error("this joint has helper joints already; --weights release:JOINT gives their weights back first: {joint}")]
    HasHelpers {
        /// Label of the joint.
        joint: String,
    },
    /// A joint is given twice.
    #[error("give each joint once: {joint}")]
    Twice {
        /// Label of the joint.
        joint: String,
    },
    /// A skin would have more than [`MOST_JOINTS`] joints.
    #[error("with its helper joints, a skin would have more than {MOST_JOINTS} joints: {joint}")]
    TooManyJoints {
        /// Label of the joint.
        joint: String,
    },
    /// The changed nodes do not form a forest.
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
}

/// Whether a joint can have helpers: it moves skin, is below another node, nothing but its pose turns it, and it has no
/// helpers yet.
pub fn can_have_helpers(model: &Model, joint: u32) -> bool {
    check_helpers(model, HelperJoints { joint, count: 1 }).is_ok()
}

/// The joint of which a node is a helper: it turns by a part of the joint's turn, at its place. `None` for other nodes.
pub fn helped_joint(skeleton: &Skeleton, node: u32) -> Option<u32> {
    let constraint = skeleton.constraint(node).filter(|constraint| constraint.kind == ConstraintKind::Rotation)?;
    let [own, of] = [node, constraint.source].map(|node| skeleton.node(node));
    ((own.parent, own.rest) == (of.parent, of.rest)).then_some(constraint.source)
}

/// A helper joint, by its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelperNode {
    /// The helper.
    pub node: u32,
    /// The joint that it helps.
    pub joint: u32,
}

/// All helper joints, in node order of what turns them.
pub fn helper_nodes(skeleton: &Skeleton) -> Vec<HelperNode> {
    let nodes = skeleton.constraints().iter().map(|constraint| constraint.node);
    nodes.filter_map(|node| Some(HelperNode { node, joint: helped_joint(skeleton, node)? })).collect()
}

/// The helpers of a joint.
pub fn helpers_of(skeleton: &Skeleton, joint: u32) -> impl Iterator<Item = u32> {
    helper_nodes(skeleton).into_iter().filter(move |helper| helper.joint == joint).map(|helper| helper.node)
}

/// Whether skin follows a joint's helpers.
pub fn has_helpers(model: &Model, joint: u32) -> bool {
    helpers_of(&model.skeleton, joint).any(|helper| moves_skin(model, helper))
}

/// Whether a node is in every skin that has a joint, and bound as the joint.
fn is_bound_as(model: &Model, node: u32, joint: u32) -> bool {
    let skinned = model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned);
    skinned.into_iter().all(|skin| {
        let of = |node: u32| skin.joints.iter().find(|other| other.node == node).map(|other| other.joint_from_bind);
        of(joint).is_none_or(|bound| of(node) == Some(bound))
    })
}

/// Whether a vertex follows a node.
pub fn moves_skin(model: &Model, node: u32) -> bool {
    model.primitives.iter().any(|primitive| {
        let joints = &model.skins[primitive.skin as usize].joints;
        let is_own = |joint: &u32| joints[*joint as usize].node == node;
        primitive.influences.joint_sets().sets.iter().flatten().any(is_own)
    })
}

fn is_driven(skeleton: &Skeleton, joint: u32) -> bool {
    skeleton.is_driven(joint) || is_twist(skeleton, joint)
}

/// Adds helper joints to the model, without weights: each has the parent, the rest transform and the inverse bind matrix
/// of its joint, and a constraint that turns it by a part of the joint's turn ([`ConstraintKind::Rotation`]), so that
/// every vertex could follow it in place of the joint and would be at the same position at rest. Where a clip moves or
/// scales the joint, it moves and scales the helper too; constraints copy rotations alone.
///
/// Helpers of the file that nothing follows are used again where they turn by the same part. The others are no helpers
/// anymore.
///
/// New nodes come last, in the order given, so existing node indices are unchanged.
///
/// # Errors
/// A joint moves no skin, follows others itself or is given twice, a number is out of range, or a skin would have more
/// than [`MOST_JOINTS`] joints.
pub fn with_helper_joints(model: &Model, helpers: &[HelperJoints]) -> Result<Model, HelperError> {
    let skeleton = &model.skeleton;
    let mut helped = model.clone();
    let mut nodes = skeleton.nodes().to_vec();
    let is_read = |node: u32| skeleton.constraints().iter().any(|constraint| constraint.source == node);
    // What follows a node may move skin, too.
    let is_idle = |node: u32| {
        helped_joint(skeleton, node).is_some()
            && skeleton.children(node).is_empty()
            && !is_read(node)
            && !moves_skin(model, node)
    };
    let idle: Vec<NodeConstraint> =
        skeleton.constraints().iter().filter(|constraint| is_idle(constraint.node)).copied().collect();
    let mut constraints = skeleton.constraints().to_vec();
    constraints.retain(|constraint| idle.iter().all(|idle| idle.node != constraint.node));
    let kept = constraints.len();
    let mut taken: HashSet<String> = nodes.iter().map(|node| node.name.clone()).collect();
    for (index, &of_joint) in helpers.iter().enumerate() {
        check_helpers(model, of_joint)?;
        let HelperJoints { joint, count } = of_joint;
        if helpers[..index].iter().any(|other| other.joint == joint) {
            return Err(HelperError::Twice { joint: skeleton.label(joint) });
        }
        for ordinal in 1..=count {
            let weight = f64::from(ordinal) / f64::from(count + 1);
            // Stored in single precision.
            let is_same = |idle: &&NodeConstraint| {
                idle.source == joint && (idle.weight - weight).abs() < 1e-6 && is_bound_as(model, idle.node, joint)
            };
            if let Some(same) = idle.iter().find(is_same) {
                constraints.push(*same);
                continue;
            }
            let node = nodes.len() as u32;
            let name = added_name(&skeleton.label(joint), "helper", ordinal, &mut taken);
            nodes.push(Node { name, is_joint: true, morph_targets: Vec::new(), ..skeleton.node(joint).clone() });
            constraints.push(NodeConstraint { node, source: joint, kind: ConstraintKind::Rotation, weight });
            for skin in helped.skins.iter_mut().filter(|skin| skin.kind == SkinKind::Skinned) {
                let own = skin.joints.iter().find(|other| other.node == joint).copied();
                skin.joints.extend(own.map(|own| SkinJoint { node, ..own }));
                if skin.joints.len() > MOST_JOINTS {
                    return Err(HelperError::TooManyJoints { joint: skeleton.label(joint) });
                }
            }
        }
    }
    let with_helpers = |clip: &Clip| {
        let of_helper = |constraint: &NodeConstraint| {
            let channels = clip.channels.iter().filter(|channel| channel.node == constraint.source);
            let is_place =
                |values: &ChannelValues| matches!(values, ChannelValues::Translation(_) | ChannelValues::Scale(_));
            let channels = channels.filter(|channel| is_place(channel.values()));
            let moved = |channel: &Channel| {
                let mut own = channel.clone();
                own.node = constraint.node;
                own
            };
            channels.map(moved).collect::<Vec<_>>()
        };
        // Channels of those that are used again are in the clips.
        let is_new = |constraint: &&NodeConstraint| constraint.node as usize >= skeleton.len();
        let added = constraints[kept..].iter().filter(is_new).flat_map(of_helper);
        Clip::new(clip.name.clone(), clip.channels.iter().cloned().chain(added).collect())
    };
    helped.clips = Arc::new(model.clips.iter().map(with_helpers).collect());
    let (helped_skeleton, _) = Skeleton::new(nodes)?.with_constraints(&constraints);
    helped.skeleton = helped_skeleton.with_twist_drivers(skeleton.twist_drivers().to_vec());
    Ok(helped)
}

/// Checks whether a joint can have these helpers.
///
/// # Errors
/// The joint moves no skin, is a root, follows others or has helpers, or the number is out of range.
pub fn check_helpers(model: &Model, HelperJoints { joint, count }: HelperJoints) -> Result<(), HelperError> {
    if joint as usize >= model.skeleton.len() {
        return Err(HelperError::NoSuchNode { node: joint });
    }
    let label = || model.skeleton.label(joint);
    if !(1..=MOST_HELPERS).contains(&count) {
        return Err(HelperError::Count { count, joint: label() });
    }
    if !is_skinned(model, joint) {
        return Err(HelperError::NotSkinned { joint: label() });
    }
    if model.skeleton.node(joint).parent.is_none() {
        return Err(HelperError::NothingAbove { joint: label() });
    }
    if is_driven(&model.skeleton, joint) {
        return Err(HelperError::Driven { joint: label() });
    }
    if has_helpers(model, joint) {
        return Err(HelperError::HasHelpers { joint: label() });
    }
    Ok(())
}
