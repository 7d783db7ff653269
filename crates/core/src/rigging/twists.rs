use super::bone::{SplitBone, has_own_twist, is_skinned, is_twist};
use super::error::{MOST_TWIST_JOINTS, TwistError};
use super::hats::{Projection, shared};
use super::twist_names::added_name;
use crate::model::{
    Influence, Influences, MOST_JOINTS, Model, Node, Primitive, Skeleton, Skin, SkinJoint, SkinKind, Trs, TwistDriver,
    TwistKind,
};
use glam::{DAffine3, DVec3};
use std::collections::HashSet;
use std::sync::Arc;

/// A bone whose weights are to be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwistSplit {
    /// The node of the joint where the bone begins.
    pub joint: u32,
    /// Number of steps into which the twist is divided, 1 to [`MOST_TWIST_JOINTS`]. The number of added joints is
    /// the same, or one more for [`TwistKind::Both`].
    pub count: u32,
    /// The twists that are spread along the bone.
    pub kind: TwistKind,
}

/// Adds twist joints to the model (Le & Hodgins 2016, section 4; Jacobson & Sorkine 2011, equation 8).
///
/// A bone's weight is distributed to `count + 1` knots along it by hat functions of the projection. The skin at knot k
/// turns by k/count of the twists that are spread ([`TwistKind`]), relative to the joint without them: the end's twist
/// is added to the joint's rotation, its own is taken out of it. So the joint itself is the first knot for the end's
/// twist, the last one for its own, and none for both; the other knots are new children of the joint, which a
/// [`TwistDriver`] rotates. One joint gives the split of the paper; more of them divide the twist into more steps, each
/// of which LBS narrows by the cosine of half the step. The joints are placed at the centers of equal parts of the
/// bone, which for one joint matches the paper; a rotation about the bone does not depend on this position.
///
/// New nodes come last, in the order of the splits, so existing node indices are unchanged. Rest positions are
/// unchanged, and without a twist the new joints move like the old one. Twist joints that the rig already has on the
/// bone give their weight to the split. Driven ones, as in an exported rig that was opened again, are used for it;
/// others remain but no longer move any vertex.
///
/// # Errors
/// A joint has no bone or no weights, a joint is a twist joint, a count is out of range, there is no joint above to
/// which a bone's own twist is relative, or a skin would have more than [`MOST_JOINTS`] joints.
pub fn with_twist_joints(model: &Model, splits: &[TwistSplit]) -> Result<Model, TwistError> {
    let mut split_model = model.clone();
    let mut nodes = model.skeleton.nodes().to_vec();
    let mut drivers = model.skeleton.twist_drivers().to_vec();
    let mut taken: HashSet<String> = nodes.iter().map(|node| node.name.clone()).collect();
    for (index, &split) in splits.iter().enumerate() {
        let TwistSplit { joint, count, kind } = split;
        let bone = checked(model, split)?;
        if splits[..index].iter().any(|other| other.joint == joint) {
            return Err(TwistError::Twice { joint: model.skeleton.label(joint) });
        }
        let added = kind.joint_count(count);
        let mut driven: Vec<TwistDriver> = drivers.extract_if(.., |driver| driver.joint == joint).collect();
        driven.sort_by_key(|driver| driver.ordinal);
        let mut driven = driven.into_iter();
        // The twist joints with their positions in the joint's frame, rounded as stored in the nodes, so that the joint and
        // its twist joints move identically to the last bit.
        let mut twists: Vec<(u32, DVec3)> = Vec::with_capacity(added as usize);
        let at = |ordinal: u32| bone.end_in_joint * ((f64::from(ordinal) - 0.5) / f64::from(added));
        let first_knot = u32::from(kind == TwistKind::End);
        for ordinal in 1..=added {
            let rest = Trs { translation: at(ordinal).as_vec3(), ..Trs::IDENTITY };
            let node = match driven.next() {
                Some(driver) => {
                    let chain = driver.chain(&model.skeleton);
                    chain.iter().for_each(|&node| nodes[node as usize].rest = Trs::IDENTITY);
                    nodes[chain[0] as usize].rest = rest;
                    driver.node
                }
                None => {
                    let name = added_name(&model.skeleton.label(joint), "twist", ordinal, &mut taken);
                    nodes.push(Node { is_joint: true, ..Node::new(name, Some(joint), rest) });
                    nodes.len() as u32 - 1
                }
            };
            twists.push((node, rest.translation.as_dvec3()));
            drivers.push(TwistDriver {
                node,
                joint,
                child: bone.child,
                axis: bone.end_in_joint.normalize(),
                ordinal,
                kind,
                share: f64::from(first_knot + ordinal - 1) / f64::from(count),
            });
        }
        // Remaining twist joints are not posed by the user.
        driven.for_each(|driver| nodes[driver.node as usize].is_joint = false);
        let Model { skins, primitives, .. } = &mut split_model;
        for (skin_index, skin) in (0..).zip(skins) {
            if let Some(split) = SkinSplit::add(skin, split, &bone, &twists) {
                if skin.joints.len() > MOST_JOINTS {
                    return Err(TwistError::TooManyJoints { joint: model.skeleton.label(joint) });
                }
                primitives
                    .iter_mut()
                    .filter(|primitive| primitive.skin == skin_index)
                    .for_each(|p| split.split(Arc::make_mut(p)));
            }
        }
    }
    let (skeleton, _) = Skeleton::new(nodes)?.with_constraints(model.skeleton.constraints());
    split_model.skeleton = skeleton.with_twist_drivers(drivers);
    Ok(split_model)
}

fn checked(model: &Model, split: TwistSplit) -> Result<SplitBone, TwistError> {
    let TwistSplit { joint, count, kind } = split;
    if joint as usize >= model.skeleton.len() {
        return Err(TwistError::NoSuchNode { node: joint });
    }
    let name = || model.skeleton.label(joint);
    if !(1..=MOST_TWIST_JOINTS).contains(&count) {
        return Err(TwistError::Count { count, joint: name() });
    }
    if is_twist(&model.skeleton, joint) {
        return Err(TwistError::TwistJoint { joint: name() });
    }
    if !is_skinned(model, joint) {
        return Err(TwistError::NotSkinned { joint: name() });
    }
    if kind.spreads_own() && !has_own_twist(&model.skeleton, joint) {
        return Err(TwistError::NothingAbove { joint: name() });
    }
    SplitBone::of(&model.skeleton, joint).ok_or_else(|| TwistError::NoBone { joint: name() })
}

/// Split of one skin's weights.
struct SkinSplit {
    /// The bone, in the bind frame.
    bone: Projection,
    joint_count: usize,
    /// Joints of the skin whose weight is split: the bone's own, and its previous twist joints.
    sources: Vec<u32>,
    /// Joints of the skin that receive the weight, along the bone: the twist joints, with the bone's own joint before
    /// them for the end's twist and after them for its own.
    knots: Vec<u32>,
}

impl SkinSplit {
    /// Adds the twist joints, given by node and position in the joint's frame, to a skin that contains the joint.
    fn add(skin: &mut Skin, split: TwistSplit, bone: &SplitBone, twists: &[(u32, DVec3)]) -> Option<Self> {
        if skin.kind == SkinKind::Rigid {
            return None;
        }
        let index_of = |skin: &Skin, node: u32| skin.joints.iter().position(|other| other.node == node);
        let own = index_of(skin, split.joint)?;
        let joint_from_bind = skin.joints[own].joint_from_bind;
        let bind_from_joint = joint_from_bind.inverse();
        let mut sources = vec![own as u32];
        sources.extend(bone.own_twists.iter().filter_map(|&node| index_of(skin, node)).map(|index| index as u32));
        let mut knots = Vec::with_capacity(twists.len() + 1);
        if split.kind == TwistKind::End {
            knots.push(own as u32);
        }
        for &(node, origin) in twists {
            // Moves like the joint: posed_from_bind = scene_from_joint T(origin) T(-origin) joint_from_bind.
            let twist_from_bind = DAffine3::from_translation(-origin) * joint_from_bind;
            let twist = SkinJoint::new(node, Some(own as u32), twist_from_bind);
            let index = index_of(skin, node).unwrap_or(skin.joints.len());
            knots.push(index as u32);
            match skin.joints.get_mut(index) {
                Some(driven) => *driven = twist,
                None => skin.joints.push(twist),
            }
        }
        if split.kind == TwistKind::Own {
            knots.push(own as u32);
        }
        let bone =
            Projection { from: bind_from_joint.translation, to: bind_from_joint.transform_point3(bone.end_in_joint) };
        Some(Self { bone, joint_count: skin.joints.len(), sources, knots })
    }

    fn split(&self, primitive: &mut Primitive) {
        let count = self.knots.len() as u32 - 1;
        let vertex = |(influences, position): (&[Influence], &glam::Vec3)| {
            let along = self.bone.of(position.as_dvec3());
            let mut split = Vec::with_capacity(influences.len() + 1);
            for &influence in influences {
                if !self.sources.contains(&influence.joint) {
                    split.push(influence);
                    continue;
                }
                let (knot, parts) = shared(influence.weight, along, count);
                let knots = &self.knots[knot as usize..];
                split.extend(knots.iter().zip(parts).map(|(&joint, weight)| Influence { joint, weight }));
            }
            split
        };
        let lists: Vec<Vec<Influence>> = primitive.influences.iter().zip(&primitive.positions).map(vertex).collect();
        // The influences were valid before, and the parts of a weight refer to joints that the skin has now.
        if let Ok((influences, _)) = Influences::normalized(lists.iter().map(Vec::as_slice), self.joint_count) {
            primitive.influences = influences;
        }
    }
}
