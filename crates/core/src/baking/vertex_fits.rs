//! The vertices whose weights are fitted, and the joints that they may follow.

use super::BakePose;
use super::fit::linear_transforms;
use crate::model::{Influence, Model, Skin, SkinJoint, SkinKind};
use crate::rigging::{HelperNode, can_have_helpers};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Difference of the bind pose from the rest pose up to which weights are refitted, as a fraction of the extent: more than
/// the rounding of inverse bind matrices, and less than can be seen.
const BOUND_AT_REST: f64 = 1e-5;

/// What is fitted at once.
pub(super) struct VertexFit {
    /// Vertices of one position with the same weights, by primitive and vertex. They get equal weights again, so that skin
    /// which touches stays together.
    pub twins: Vec<(u32, u32)>,
    /// Index of the joints that they may follow in [`JointLists`].
    pub list: usize,
}

/// The distinct lists of joints that vertices may follow: a skin, and joints by their index in it.
#[derive(Default)]
pub(super) struct JointLists {
    pub lists: Vec<(u32, Vec<u32>)>,
    known: HashMap<(u32, Vec<u32>), usize>,
}

impl JointLists {
    fn index_of(&mut self, skin: u32, joints: Vec<u32>) -> usize {
        let next = self.lists.len();
        match self.known.entry((skin, joints)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.lists.push(new.key().clone());
                *new.insert(next)
            }
        }
    }

    pub fn joints_of(&self, fit: &VertexFit) -> &[u32] {
        &self.lists[fit.list].1
    }
}

/// The vertices whose weights are fitted.
#[derive(Default)]
pub(super) struct VertexFits {
    pub fits: Vec<VertexFit>,
    pub lists: JointLists,
    /// Vertices that keep their weights ([`super::FitCounts::bound_elsewhere`]).
    pub bound_elsewhere: usize,
}

impl VertexFits {
    /// The vertices of a model that are to follow helper joints, or fewer joints than they do. `extent` is the model's.
    pub fn of(model: &Model, helped: &Model, helpers: &[HelperNode], most_influences: usize, extent: f64) -> Self {
        let at_rest = linear_transforms(helped, &BakePose::default());
        let candidates = Candidates::of(helped, helpers);
        let mut found = Self::default();
        for twins in twins_of(model) {
            let (index, vertex) = twins[0];
            let primitive = &model.primitives[index as usize];
            let influences = primitive.influences.of(vertex as usize);
            let Some(joints) = candidates.for_vertex(primitive.skin, influences, most_influences) else { continue };
            let position = primitive.positions[vertex as usize].as_dvec3();
            let of_skin = &at_rest[primitive.skin as usize];
            let is_bound = |joint: &u32| {
                let own = of_skin[*joint as usize].transform_point3(position);
                own.distance(of_skin[joints[0] as usize].transform_point3(position)) <= BOUND_AT_REST * extent
            };
            if joints.iter().all(is_bound) {
                let list = found.lists.index_of(primitive.skin, joints);
                found.fits.push(VertexFit { twins, list });
            } else {
                found.bound_elsewhere += twins.len();
            }
        }
        found
    }
}

/// The weight of each joint of a list at a vertex.
pub(super) fn weights_of(influences: &[Influence], joints: &[u32]) -> Vec<f64> {
    let own = |joint: &u32| influences.iter().find(|own| own.joint == *joint);
    joints.iter().map(|joint| own(joint).map_or(0.0, |own| f64::from(own.weight))).collect()
}

/// Vertices by position and weights, in the order of the first of each.
fn twins_of(model: &Model) -> Vec<Vec<(u32, u32)>> {
    /// Skin, bits of the position, and the joints with the bits of their weights.
    type Key = (u32, [u32; 3], Vec<(u32, u32)>);
    let mut known: HashMap<Key, usize> = HashMap::new();
    let mut twins: Vec<Vec<(u32, u32)>> = Vec::new();
    for (index, primitive) in (0u32..).zip(&model.primitives) {
        if model.skins[primitive.skin as usize].kind == SkinKind::Rigid {
            continue;
        }
        for (vertex, (position, influences)) in
            (0u32..).zip(primitive.positions.iter().zip(primitive.influences.iter()))
        {
            if influences.len() < 2 {
                continue;
            }
            let weights = influences.iter().map(|influence| (influence.joint, influence.weight.to_bits())).collect();
            let key = (primitive.skin, position.to_array().map(f32::to_bits), weights);
            let place = *known.entry(key).or_insert_with(|| {
                twins.push(Vec::new());
                twins.len() - 1
            });
            twins[place].push((index, vertex));
        }
    }
    twins
}

/// The joints at which helpers can take weight: those of [`bending_joints`] that can have helpers.
pub fn helpable_joints(model: &Model) -> Vec<u32> {
    let mut joints = bending_joints(model);
    joints.retain(|&joint| can_have_helpers(model, joint));
    joints
}

/// The joints whose turn bends skin, and that do not follow others: a vertex follows the joint and another one that is not
/// below.
pub fn bending_joints(model: &Model) -> Vec<u32> {
    let mut bends = vec![false; model.skeleton.len()];
    for primitive in &model.primitives {
        let joints = &model.skins[primitive.skin as usize].joints;
        for set in &primitive.influences.joint_sets().sets {
            bending(joints, set).for_each(|joint| bends[joints[joint as usize].node as usize] = true);
        }
    }
    (0..model.skeleton.len() as u32).filter(|&node| bends[node as usize] && !model.skeleton.is_driven(node)).collect()
}

/// Those of a vertex's joints that another of them is not below: the turns of the others bend nothing there.
fn bending<'a>(joints: &'a [SkinJoint], own: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    let is_below = |joint: u32, above: u32| {
        let mut upward = std::iter::successors(Some(joint), |&joint| joints[joint as usize].parent);
        upward.any(|joint| joint == above)
    };
    own.iter().copied().filter(move |&joint| own.iter().any(|&other| !is_below(other, joint)))
}

/// The joints that vertices may follow.
struct Candidates<'a> {
    skins: &'a [Skin],
    /// For each skin and joint, its helpers.
    helpers: Vec<Vec<Vec<u32>>>,
}

impl<'a> Candidates<'a> {
    fn of(helped: &'a Model, nodes: &[HelperNode]) -> Self {
        let joint_of: HashMap<u32, u32> = nodes.iter().map(|helper| (helper.node, helper.joint)).collect();
        let of_skin = |skin: &Skin| {
            let mut helpers = vec![Vec::new(); skin.joints.len()];
            for (index, joint) in (0u32..).zip(&skin.joints) {
                let of = joint_of.get(&joint.node);
                let of = of.and_then(|of| skin.joints.iter().position(|other| other.node == *of));
                // A node of the file's own may turn like a helper and be bound elsewhere.
                if let Some(of) = of.filter(|&of| skin.joints[of].joint_from_bind == joint.joint_from_bind) {
                    helpers[of].push(index);
                }
            }
            helpers
        };
        Self { skins: &helped.skins, helpers: helped.skins.iter().map(of_skin).collect() }
    }

    /// The joints that a vertex may follow: its own, then the helpers of each that another of its joints is not below.
    /// `None` if nothing is to change.
    fn for_vertex(&self, skin: u32, influences: &[Influence], most: usize) -> Option<Vec<u32>> {
        let joints = &self.skins[skin as usize].joints;
        let own: Vec<u32> = influences.iter().map(|influence| influence.joint).collect();
        let helpers = &self.helpers[skin as usize];
        let added = bending(joints, &own).flat_map(|joint| helpers[joint as usize].iter().copied());
        let added = added.filter(|joint| !own.contains(joint));
        let candidates: Vec<u32> = own.iter().copied().chain(added).collect();
        (candidates.len() > own.len() || own.len() > most).then_some(candidates)
    }
}
