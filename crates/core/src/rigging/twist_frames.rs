use super::twist_names::added_name;
use super::twist_rolls::{Roll, constraints, rest_above_end, rest_rotation, turned_by_clips};
use crate::model::{Clip, Model, Node, Skeleton, SkinJoint, Trs, TwistDriver};
use glam::{DAffine3, DQuat, DVec3, Vec3};
use std::collections::HashSet;
use std::sync::Arc;

/// The model with twist joints that constraints can turn, see [`twist_constraints`](super::twist_constraints). The skin
/// moves as before.
///
/// A twist joint gets an axis along the bone and, where a constraint needs it, up to three new nodes above it, its frames:
/// one for the bone's own twist, and two more if it also spreads the twist of the end. They are no joints. New
/// nodes come last. Clips lose the channels of twist joints that got other axes, which
/// [`with_baked_joints`](super::with_baked_joints) makes anew.
pub fn with_twist_frames(model: &Model) -> Model {
    let turned = turned_by_clips(model);
    let mut framed = Framed {
        nodes: model.skeleton.nodes().to_vec(),
        taken: model.skeleton.nodes().iter().map(|node| node.name.clone()).collect(),
        moved: Vec::new(),
    };
    for driver in model.skeleton.twist_drivers() {
        if let Some(rolls) = Roll::all_of(&model.skeleton, driver, &turned)
            && constraints(&model.skeleton, driver, &rolls).is_none()
        {
            framed.lay_out(&model.skeleton, driver);
        }
    }
    let Framed { nodes, moved, .. } = framed;
    let mut with_frames = model.clone();
    // Each new node has one parent above it and one twist joint below, so that they form a forest too.
    let Ok(skeleton) = Skeleton::new(nodes) else { return with_frames };
    let (skeleton, _) = skeleton.with_constraints(model.skeleton.constraints());
    with_frames.skeleton = skeleton.with_twist_drivers(model.skeleton.twist_drivers().to_vec());
    for (node, now_from_before) in &moved {
        let joints = with_frames.skins.iter_mut().flat_map(|skin| &mut skin.joints);
        joints.filter(|joint| joint.node == *node).for_each(|joint| {
            *joint = SkinJoint::new(*node, joint.parent, *now_from_before * joint.joint_from_bind);
        });
    }
    let is_kept = |node: u32| moved.iter().all(|(moved, _)| *moved != node);
    if !moved.is_empty() {
        let kept = |clip: &Clip| {
            let channels = clip.channels.iter().filter(|channel| is_kept(channel.node));
            Clip::new(clip.name.clone(), channels.cloned().collect())
        };
        with_frames.clips = Arc::new(model.clips.iter().map(kept).collect());
    }
    with_frames
}

struct Framed {
    nodes: Vec<Node>,
    taken: HashSet<String>,
    /// The twist joints that got other axes, with the transform from their frame at rest before to the one now.
    moved: Vec<(u32, DAffine3)>,
}

impl Framed {
    fn lay_out(&mut self, skeleton: &Skeleton, driver: &TwistDriver) {
        let chain = driver.chain(skeleton);
        let joint_from_before = self.joint_from(&chain);
        let scale = skeleton.node(driver.node).rest.scale;
        if scale.cmpeq(Vec3::ZERO).any() {
            return;
        }
        let turns = turns(skeleton, driver);
        let mut chain = chain;
        while chain.len() < turns.len() {
            self.add_frame(skeleton, driver, &mut chain);
        }
        let surplus = chain.len() - turns.len();
        let turns = std::iter::repeat_n(DQuat::IDENTITY, surplus).chain(turns);
        for (index, (&node, turn)) in chain.iter().zip(turns).enumerate() {
            // The first one carries the offset, so that a local scale of the joint stretches it.
            let translation = if index == 0 { joint_from_before.translation.as_vec3() } else { Vec3::ZERO };
            let scale = if node == driver.node { scale } else { Vec3::ONE };
            self.nodes[node as usize].rest = Trs { translation, rotation: turn.normalize().as_quat(), scale };
        }
        self.moved.push((driver.node, self.joint_from(&chain).inverse() * joint_from_before));
    }

    /// Inserts a frame above the twist joint, which is the last of the chain.
    fn add_frame(&mut self, skeleton: &Skeleton, driver: &TwistDriver, chain: &mut Vec<u32>) {
        let above = chain.iter().rev().nth(1).copied().unwrap_or(driver.joint);
        let ordinal = chain.len() as u32;
        let name = added_name(&skeleton.label(driver.node), "frame", ordinal, &mut self.taken);
        let frame = self.nodes.len() as u32;
        self.nodes.push(Node::new(name, Some(above), Trs::IDENTITY));
        self.nodes[driver.node as usize].parent = Some(frame);
        chain.insert(chain.len() - 1, frame);
    }

    fn joint_from(&self, chain: &[u32]) -> DAffine3 {
        let locals = chain.iter().map(|&node| self.nodes[node as usize].rest.to_affine());
        locals.fold(DAffine3::IDENTITY, |above, local| above * local)
    }
}

/// The rest rotations of the nodes from below the joint down to the twist joint. Together they turn an axis of the twist
/// joint onto the bone, or against it for the own twist alone.
fn turns(skeleton: &Skeleton, driver: &TwistDriver) -> Vec<DQuat> {
    let [x, y, z] = driver.axis.abs().to_array();
    // The axis nearest to the bone, and another one.
    let (axis, beside) = match () {
        () if x >= y && x >= z => (DVec3::X, DVec3::Y),
        () if y >= z => (DVec3::Y, DVec3::Z),
        () => (DVec3::Z, DVec3::X),
    };
    let onto_bone = DQuat::from_rotation_arc(axis * axis.dot(driver.axis).signum(), driver.axis);
    let joint = rest_rotation(skeleton, driver.joint);
    let above_end = rest_above_end(skeleton, driver);
    let around = DQuat::from_vec4(beside.extend(0.0));
    // Reads the bone in the axes of the joint's parent, and turns about it the other way around. As its own axis is then
    // opposite to the joint's, this is right too where a program compares each node's own axes.
    let own = joint * onto_bone;
    let own_frame = onto_bone * around * own.inverse();
    let end = above_end.inverse() * onto_bone;
    let spreads_own = driver.kind.spreads_own() && driver.share < 1.0;
    let spreads_end = driver.kind.spreads_end() && driver.share > 0.0;
    // What the frame of the end's roll has to undo.
    let end_frame = if spreads_own { (end * around).inverse() } else { above_end };
    let own = [own_frame, own].into_iter().filter(|_| spreads_own);
    let end = [end_frame, end].into_iter().filter(|_| spreads_end);
    let end = end.skip(usize::from(end_frame.xyz().length() < UNTURNED));
    own.chain(end).collect()
}

/// Half the angle in radians below which a frame would turn nothing.
const UNTURNED: f64 = 1e-7;
