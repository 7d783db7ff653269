use crate::model::{Influence, Influences, Model, Skin, SkinKind};
use glam::DVec3;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A joint by its node, and its weight.
pub(super) type NodeWeight = (u32, f64);

/// The skinned vertices of a model with consecutive indices, and their weights by node, so that skins can be compared
/// with each other.
pub(super) struct WeightedSkin<'a> {
    pub model: &'a Model,
    parts: Vec<Part>,
    /// The nodes of the joints of each skin.
    nodes_of_skins: Vec<HashSet<u32>>,
    /// Rest positions in the bind frames, in scene units.
    pub positions: Vec<DVec3>,
    /// Corners of the triangles.
    pub triangles: Vec<[u32; 3]>,
    /// The largest number of influences that a changed vertex gets.
    pub most_influences: usize,
}

/// The vertices of a primitive.
struct Part {
    primitive: usize,
    first: u32,
}

/// What a file can hold without another pair of JOINTS_n and WEIGHTS_n.
const INFLUENCES_OF_A_SET: usize = 4;

impl<'a> WeightedSkin<'a> {
    /// Leaves out rigid meshes, which have no weights to edit.
    pub fn of(model: &'a Model) -> Self {
        let (mut parts, mut positions, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
        for (index, primitive) in model.primitives.iter().enumerate() {
            if model.skins[primitive.skin as usize].kind == SkinKind::Skinned {
                let first = positions.len() as u32;
                parts.push(Part { primitive: index, first });
                positions.extend(primitive.positions.iter().map(|position| position.as_dvec3()));
                triangles.extend(primitive.indices.as_chunks::<3>().0.iter().map(|t| t.map(|vertex| vertex + first)));
            }
        }
        let nodes = |skin: &Skin| skin.joints.iter().map(|joint| joint.node).collect();
        let nodes_of_skins = model.skins.iter().map(nodes).collect();
        let most_influences = model.max_influences().next_multiple_of(INFLUENCES_OF_A_SET).max(INFLUENCES_OF_A_SET);
        Self { model, parts, nodes_of_skins, positions, triangles, most_influences }
    }

    pub fn vertex_count(&self) -> u32 {
        self.positions.len() as u32
    }

    /// Index of the primitive of a vertex.
    pub fn primitive_of(&self, vertex: u32) -> usize {
        self.part_of(vertex).primitive
    }

    fn part_of(&self, vertex: u32) -> &Part {
        &self.parts[self.parts.partition_point(|part| part.first <= vertex) - 1]
    }

    /// The weights of a vertex, heaviest first.
    pub fn weights(&self, vertex: u32) -> impl Iterator<Item = NodeWeight> {
        let part = self.part_of(vertex);
        let primitive = &self.model.primitives[part.primitive];
        let joints = &self.model.skins[primitive.skin as usize].joints;
        let influences = primitive.influences.of((vertex - part.first) as usize);
        influences.iter().map(|influence| (joints[influence.joint as usize].node, f64::from(influence.weight)))
    }

    /// The weight of every vertex for a joint.
    pub fn weights_of_joint(&self, joint: u32) -> Vec<f64> {
        let mut weights = Vec::with_capacity(self.positions.len());
        for part in &self.parts {
            let primitive = &self.model.primitives[part.primitive];
            let joints = &self.model.skins[primitive.skin as usize].joints;
            let is_joint: Vec<bool> = joints.iter().map(|other| other.node == joint).collect();
            let of_joint = |influence: &&Influence| is_joint[influence.joint as usize];
            let weight = |influences: &[Influence]| -> f64 {
                influences.iter().filter(of_joint).map(|i| f64::from(i.weight)).sum()
            };
            weights.extend(primitive.influences.iter().map(weight));
        }
        weights
    }

    /// Whether the vertices' weights can be these: their skin has all joints.
    pub fn has_joints(&self, vertex: u32, weights: &[NodeWeight]) -> bool {
        let skin = self.model.primitives[self.primitive_of(vertex)].skin;
        weights.iter().all(|(node, _)| self.nodes_of_skins[skin as usize].contains(node))
    }

    /// The model with these weights of some vertices, in ascending order. Joints that a vertex's skin lacks are left
    /// out, and the rest is normalized.
    pub fn with_weights(&self, changes: Vec<(u32, Vec<NodeWeight>)>) -> Model {
        let mut model = self.model.clone();
        let mut changes = changes.into_iter().peekable();
        for (index, part) in self.parts.iter().enumerate() {
            let end = self.parts.get(index + 1).map_or(self.vertex_count(), |next| next.first);
            let skin = &self.model.skins[self.model.primitives[part.primitive].skin as usize];
            let mut index_of: HashMap<u32, u32> = HashMap::new();
            for (index, joint) in (0..).zip(&skin.joints) {
                index_of.entry(joint.node).or_insert(index);
            }
            let mut lists: Vec<(u32, Vec<Influence>)> = Vec::new();
            while let Some((vertex, weights)) = changes.next_if(|(vertex, _)| *vertex < end) {
                let influence = |(node, weight): NodeWeight| {
                    Some(Influence { joint: *index_of.get(&node)?, weight: weight as f32 })
                };
                let kept: Vec<Influence> = weights.into_iter().filter_map(influence).collect();
                let local = vertex - part.first;
                let before = self.model.primitives[part.primitive].influences.of(local as usize);
                if is_usable(&kept) && !is_same(before, &kept) {
                    lists.push((local, kept));
                }
            }
            if lists.is_empty() {
                continue;
            }
            let primitive = Arc::make_mut(&mut model.primitives[part.primitive]);
            // The joints are those of the skin and the weights are finite.
            if let Ok(influences) = Influences::replaced(&primitive.influences, &lists, skin.joints.len()) {
                primitive.influences = influences;
            }
        }
        model
    }
}

/// Whether weights can be normalized. Negative ones could cancel out, and then the vertex would follow the skin's first
/// joint.
fn is_usable(influences: &[Influence]) -> bool {
    const LEAST_SUM: f32 = 0.1;
    influences.iter().map(|influence| influence.weight).sum::<f32>() > LEAST_SUM
}

/// Weights that differ by less are the same: those of a file have 16 bits at most as a rule.
const ROUNDING: f32 = 1e-5;

/// Whether a vertex has the same joints with the same weights. Mirroring a symmetric model finds the weights that it has,
/// but for their last bits.
fn is_same(before: &[Influence], after: &[Influence]) -> bool {
    let sum: f32 = after.iter().map(|influence| influence.weight).sum();
    let same = |one: &Influence| {
        let other = before.iter().find(|other| other.joint == one.joint);
        other.is_some_and(|other| (one.weight / sum - other.weight).abs() < ROUNDING)
    };
    before.len() == after.len() && after.iter().all(same)
}

/// The heaviest weights of a vertex. Of equal ones, those of the first nodes, so that the copies of a vertex at a seam
/// keep the same ones.
pub(super) fn heaviest(mut weights: Vec<NodeWeight>, count: usize) -> Vec<NodeWeight> {
    weights.retain(|(_, weight)| weight.abs() > LEAST_WEIGHT);
    weights.sort_by(|(a, of_a), (b, of_b)| of_b.abs().total_cmp(&of_a.abs()).then(a.cmp(b)));
    weights.truncate(count);
    weights
}

/// Weights below this do not move a vertex by what single precision can tell.
const LEAST_WEIGHT: f64 = 1e-7;

/// Adds to the weight of a joint.
pub(super) fn add(weights: &mut Vec<NodeWeight>, (node, weight): NodeWeight) {
    match weights.iter_mut().find(|(other, _)| *other == node) {
        Some((_, sum)) => *sum += weight,
        None => weights.push((node, weight)),
    }
}
