use crate::model::{ChannelValues, ConstraintKind, Model, NodeConstraint, RollAxis, Skeleton, TwistDriver};
use glam::{DQuat, DVec3};
use std::collections::HashSet;

/// The constraints with which other programs turn the twist joints of a model as their [`TwistDriver`]s do, for poses
/// whose twists stay within a half turn.
///
/// A driver adds up to two *rolls*: `share` of the twist of the bone's end, and `share - 1` of the bone's own. A roll
/// constraint turns its node by a part of the source's twist about an axis, which has to lie in the axes of the source's
/// parent as it lies in those of the node's parent. For the end, both parents are the joint. For the bone's own twist,
/// which has to be taken back, a frame of the twist joint turns the axis around: then the constraint turns against its
/// source. So both are exact in every pose and under every scale, and need no aim.
///
/// A twist joint whose nodes do not have such axes ([`with_twist_frames`](super::with_twist_frames) gives them) has no
/// constraint, nor has one that depends on the rotation of a node that is no joint, or of a node whose matrix has shear.
pub fn twist_constraints(model: &Model) -> Vec<NodeConstraint> {
    let turned = turned_by_clips(model);
    let of = |driver: &TwistDriver| {
        let rolls = Roll::all_of(&model.skeleton, driver, &turned)?;
        constraints(&model.skeleton, driver, &rolls)
    };
    model.skeleton.twist_drivers().iter().filter_map(of).flatten().collect()
}

/// The nodes that clips rotate.
pub(super) fn turned_by_clips(model: &Model) -> HashSet<u32> {
    let channels = model.clips.iter().flat_map(|clip| &clip.channels);
    channels
        .filter(|channel| matches!(channel.values(), ChannelValues::Rotation(_)))
        .map(|channel| channel.node)
        .collect()
}

/// A part of what turns a twist joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roll {
    source: u32,
    /// Part of the source's twist, above 0 and at most 1.
    weight: f64,
    /// The bone's direction in the axes of the source's parent, of unit length.
    along: DVec3,
    /// Whether the twist joint turns against the source.
    is_against: bool,
}

impl Roll {
    /// The rolls of a driver: the bone's own first, then its end's. `None` if rolls do not describe what it does.
    pub fn all_of(skeleton: &Skeleton, driver: &TwistDriver, turned: &HashSet<u32>) -> Option<Vec<Self>> {
        let upward = |node: u32| std::iter::successors(skeleton.node(node).parent, |&node| skeleton.node(node).parent);
        let stays = |node: u32| !turned.contains(&node) && !skeleton.is_driven(node);
        let is_plain = |node: u32| skeleton.node(node).residual.is_none();
        let mut rolls = Vec::new();
        if driver.kind.spreads_own() && driver.share < 1.0 {
            let mut between = upward(driver.joint).take_while(|&node| !skeleton.node(node).is_joint);
            let along = rest_rotation(skeleton, driver.joint) * driver.axis;
            rolls.push(Self { source: driver.joint, weight: 1.0 - driver.share, along, is_against: true });
            if !between.all(stays) {
                return None;
            }
        }
        if driver.kind.spreads_end() && driver.share > 0.0 {
            let mut between = upward(driver.child).take_while(|&node| node != driver.joint);
            let along = rest_above_end(skeleton, driver).inverse() * driver.axis;
            rolls.push(Self { source: driver.child, weight: driver.share, along, is_against: false });
            if !between.all(stays) {
                return None;
            }
        }
        let chain = driver.chain(skeleton);
        let nodes = rolls.iter().map(|roll| roll.source).chain(chain);
        nodes.into_iter().all(is_plain).then_some(rolls)
    }
}

pub(super) fn rest_rotation(skeleton: &Skeleton, node: u32) -> DQuat {
    skeleton.node(node).rest.rotation.as_dquat().normalize()
}

/// The rest rotation of the parent of the bone's end, in the joint.
pub(super) fn rest_above_end(skeleton: &Skeleton, driver: &TwistDriver) -> DQuat {
    let upward = std::iter::successors(skeleton.node(driver.child).parent, |&node| skeleton.node(node).parent);
    let between = upward.take_while(|&node| node != driver.joint);
    between.fold(DQuat::IDENTITY, |turn, node| rest_rotation(skeleton, node) * turn)
}

/// Largest difference of axes that rounding explains.
const ROUNDING: f64 = 3e-6;

/// One constraint for each roll. `None` if the nodes between the joint and the twist joint have no axes for them.
pub(super) fn constraints(skeleton: &Skeleton, driver: &TwistDriver, rolls: &[Roll]) -> Option<Vec<NodeConstraint>> {
    let mut turn = DQuat::IDENTITY;
    // The nodes with their rest rotations in the parent and in the joint.
    let chain: Vec<(u32, DQuat, DQuat)> = driver
        .chain(skeleton)
        .into_iter()
        .map(|node| {
            let rest = rest_rotation(skeleton, node);
            turn *= rest;
            (node, rest, turn)
        })
        .collect();
    let candidates = |roll: &Roll| -> Vec<NodeConstraint> {
        let sense = if roll.is_against { -1.0 } else { 1.0 };
        let able = |(node, rest, in_joint): &(u32, DQuat, DQuat), axis: RollAxis| {
            // The constraint reads the twist about `read`, and turns about `turned`.
            let (read, turned) = (*rest * axis.direction(), *in_joint * axis.direction());
            let side = read.dot(roll.along).signum();
            let fits =
                read.distance(roll.along * side) < ROUNDING && turned.distance(driver.axis * (side * sense)) < ROUNDING;
            let (kind, weight) = (ConstraintKind::Roll(axis), roll.weight);
            fits.then_some(NodeConstraint { node: *node, source: roll.source, kind, weight })
        };
        let axes = [RollAxis::X, RollAxis::Y, RollAxis::Z];
        chain.iter().flat_map(|node| axes.into_iter().filter_map(move |axis| able(node, axis))).collect()
    };
    match rolls {
        [] => Some(Vec::new()),
        [one] => candidates(one).pop().map(|constraint| vec![constraint]),
        [first, second, ..] => {
            let second = candidates(second);
            let pairs = candidates(first).into_iter().flat_map(|one| second.iter().map(move |other| [one, *other]));
            pairs.into_iter().find(|[one, other]| one.node != other.node).map(|pair| pair.to_vec())
        }
    }
}
