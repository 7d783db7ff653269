use super::palette::counted_turns;
use crate::model::{
    JointPose, Model, Pose, PoseOverrides, Reflections, RotationOverride, ScaleKind, Skeleton, Skin, SkinKind,
};
use glam::{DQuat, DVec3};
use std::collections::{HashMap, HashSet};
use std::f64::consts::{PI, TAU};

/// Two joints that move the same skin and are turned so far apart that `continuous` antipodality cannot blend them
/// evenly.
///
/// A dual quaternion counts turns up to 360 degrees: there it is -1, whose screw has no axis, so that the skin between
/// turns in one place; beyond, it turns the other way (Kavan 2008, section 6). Joints in between, such as twist joints,
/// count further.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistantJoints {
    /// Nodes of the two joints, the one nearer to the root first.
    pub nodes: [u32; 2],
    /// Angle between their rotations, counting full turns.
    pub angle_radians: f64,
}

/// The angle from which the skin between two joints turns unevenly: nearly all of it within a third of their blend.
pub const LEAST_DISTANT_RADIANS: f64 = 300.0 / 180.0 * PI;

/// The angle that no blend of two dual quaternions reaches.
pub const LARGEST_COUNTED_RADIANS: f64 = TAU;

/// A sum of the pose's angles is believed if it is this close to an angle that the quaternions allow. In sums about
/// several axes, the order of the turns matters, and the sum is only an estimate.
const BELIEVED_RADIANS: f64 = 0.5 * PI;

/// A joint with less weight than this turns the vertex by a few degrees, whichever way it is blended.
const LEAST_WEIGHT: f32 = 0.05;

/// Largest rotation of a joint below which no two joints are distant.
const HARMLESS_RADIANS: f64 = 0.5 * LEAST_DISTANT_RADIANS;

/// Finds the pairs of joints that share a vertex, each with a weight that counts, and are [`LEAST_DISTANT_RADIANS`] or
/// more apart, the farthest first. Pairs with a third joint of the vertex between them are left out.
///
/// The quaternions of a pair determine the angle up to multiples of two turns; their number follows from the angles of
/// the joints between them, which `overrides` has exactly. Costs little if no joint turns far, otherwise a visit of all
/// joint sets, and of all vertices where two joints of a set are far apart.
pub fn distant_joints(model: &Model, pose: &Pose, overrides: &PoseOverrides) -> Vec<DistantJoints> {
    let turned = LocalTurns::of(&model.skeleton, pose, overrides);
    let reflections = Reflections::of(&model.skeleton, pose, ScaleKind::Inherited);
    let mut distant: Vec<DistantJoints> = Vec::new();
    for (index, skin) in (0..).zip(&model.skins).filter(|(_, skin)| skin.kind == SkinKind::Skinned) {
        let counted = counted_turns(skin, &model.skeleton, pose, reflections.as_ref());
        if !turned.any_far && counted.iter().all(|turn| angle_of(*turn) <= HARMLESS_RADIANS) {
            continue;
        }
        let mut far = Vec::new();
        for [a, b] in pairs_of(model, index, skin) {
            let nodes = ordered(&model.skeleton, [skin.joints[a].node, skin.joints[b].node]);
            let [first, second] = if nodes[0] == skin.joints[a].node { [a, b] } else { [b, a] };
            let apart = counted[first].inverse() * counted[second];
            let angle_radians = turned.between(&model.skeleton, nodes, apart);
            if angle_radians >= LEAST_DISTANT_RADIANS {
                far.push(([a, b], DistantJoints { nodes, angle_radians }));
            }
        }
        let joints = far.iter().map(|(pair, joints)| (*pair, between(&model.skeleton, skin, joints.nodes))).collect();
        let blended = if far.is_empty() { HashSet::new() } else { blended_pairs(model, index, &joints) };
        for (pair, joints) in far {
            if blended.contains(&pair) && distant.iter().all(|other| other.nodes != joints.nodes) {
                distant.push(joints);
            }
        }
    }
    distant.sort_by(|a, b| b.angle_radians.total_cmp(&a.angle_radians).then(a.nodes.cmp(&b.nodes)));
    distant
}

/// The pairs of joints that have a vertex in common, by index into the skin's joints.
fn pairs_of(model: &Model, index: u32, skin: &Skin) -> Vec<[usize; 2]> {
    let count = skin.joints.len();
    let mut known = vec![false; count * count];
    let mut pairs = Vec::new();
    for primitive in model.primitives.iter().filter(|primitive| primitive.skin == index) {
        for set in &primitive.influences.joint_sets().sets {
            for (place, &b) in set.iter().enumerate() {
                for &a in &set[..place] {
                    let key = a as usize * count + b as usize;
                    if !std::mem::replace(&mut known[key], true) {
                        pairs.push([a as usize, b as usize]);
                    }
                }
            }
        }
    }
    pairs
}

/// Selects the pairs that share a vertex with weights that count, and without a third such joint between them, which
/// counts turns for them. Pairs have the smaller index first, and come with the joints between them.
fn blended_pairs(model: &Model, index: u32, pairs: &HashMap<[usize; 2], Vec<u32>>) -> HashSet<[usize; 2]> {
    let mut blended = HashSet::new();
    for primitive in model.primitives.iter().filter(|primitive| primitive.skin == index) {
        for influences in primitive.influences.iter() {
            let heavy = influences.iter().take_while(|influence| influence.weight >= LEAST_WEIGHT).count();
            let heavy = &influences[..heavy];
            for (place, a) in heavy.iter().enumerate() {
                for b in &heavy[..place] {
                    let pair = [a.joint.min(b.joint) as usize, a.joint.max(b.joint) as usize];
                    let is_bridged = |between: &Vec<u32>| heavy.iter().any(|third| between.contains(&third.joint));
                    if pairs.get(&pair).is_some_and(|between| !is_bridged(between)) {
                        blended.insert(pair);
                    }
                }
            }
        }
    }
    blended
}

/// The skin's joints on the way from one node to another through the skeleton, without these two.
fn between(skeleton: &Skeleton, skin: &Skin, [first, second]: [u32; 2]) -> Vec<u32> {
    let above: [Vec<u32>; 2] = [first, second].map(|node| chain(skeleton, node).collect());
    // The way goes up from one node and down to the other, by the joint where both branch off.
    let fork = above[0].iter().find(|node| above[1].contains(node));
    let is_between = |node: u32| {
        let is_above = |side: usize| above[side].contains(&node);
        node != first && node != second && (is_above(0) != is_above(1) || Some(&node) == fork)
    };
    (0..).zip(&skin.joints).filter(|(_, joint)| is_between(joint.node)).map(|(index, _)| index).collect()
}

/// The node nearer to the root first.
fn ordered(skeleton: &Skeleton, [a, b]: [u32; 2]) -> [u32; 2] {
    if chain(skeleton, a).count() <= chain(skeleton, b).count() { [a, b] } else { [b, a] }
}

/// A node and those above it.
fn chain(skeleton: &Skeleton, node: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(node), |&node| skeleton.node(node).parent)
}

/// Angle of a rotation, from 0 to a full turn.
fn angle_of(turn: DQuat) -> f64 {
    2.0 * turn.xyz().length().atan2(turn.w)
}

/// Rotation of each node from rest, counting full turns.
struct LocalTurns {
    /// Angle times axis, in the scene's axes at rest, by node.
    turns: Vec<DVec3>,
    /// Whether any of them is beyond [`HARMLESS_RADIANS`].
    any_far: bool,
}

impl LocalTurns {
    fn of(skeleton: &Skeleton, pose: &Pose, overrides: &PoseOverrides) -> Self {
        let mut scene_from_rest = vec![DQuat::IDENTITY; skeleton.len()];
        let mut turns = vec![DVec3::ZERO; skeleton.len()];
        for &node in skeleton.parents_first() {
            let index = node as usize;
            let parent = skeleton.node(node).parent.map_or(DQuat::IDENTITY, |parent| scene_from_rest[parent as usize]);
            scene_from_rest[index] = parent * skeleton.node(node).rest.rotation.as_dquat().normalize();
            turns[index] = match (skeleton.twist_driver(node), overrides.get(node).rotation) {
                (_, Some(RotationOverride::AnglesDegrees(degrees))) => {
                    scene_from_rest[index] * degrees.as_dvec3() * (PI / 180.0)
                }
                (Some(driver), None) => {
                    scene_from_rest[driver.joint as usize]
                        * driver.axis
                        * driver.angle_radians(skeleton, pose, overrides)
                }
                _ => scene_from_rest[index] * rotation_vector(skeleton, node, &pose.joints[index]),
            };
        }
        let any_far = turns.iter().any(|turn| turn.length() > HARMLESS_RADIANS);
        Self { turns, any_far }
    }

    /// The angle between two joints whose relative rotation is `apart`.
    fn between(&self, skeleton: &Skeleton, [first, second]: [u32; 2], apart: DQuat) -> f64 {
        let sum = |node: u32| chain(skeleton, node).map(|node| self.turns[node as usize]).sum::<DVec3>();
        // Turns of joints above both cancel.
        let meant = sum(second) - sum(first);
        let (angle, axis) = (angle_of(apart), apart.xyz());
        // At a full turn the quaternion has no axis.
        let axis = if axis.length() < 1e-3 { meant } else { axis }.normalize_or_zero();
        let along = meant.dot(axis);
        let full = angle + ((along - angle) / (2.0 * TAU)).round() * 2.0 * TAU;
        if (along - full).abs() <= BELIEVED_RADIANS { full.abs() } else { angle }
    }
}

/// Angle times axis of a node's rotation from rest, in its own axes. The sign of the quaternion distinguishes angles up
/// to a full turn.
fn rotation_vector(skeleton: &Skeleton, node: u32, joint: &JointPose) -> DVec3 {
    let rest = skeleton.node(node).rest.rotation.as_dquat().normalize();
    let turn = rest.inverse() * joint.rotation.as_dquat().normalize();
    turn.xyz().normalize_or_zero() * angle_of(turn)
}
