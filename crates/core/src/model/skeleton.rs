use super::constraints::in_order;
use super::{MorphTarget, NodeConstraint, TwistDriver};
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat, Vec3};
use std::ops::Range;
use std::sync::OnceLock;

/// Translation, rotation, scale: a node's transform in its parent, `T R S`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trs {
    /// Translation in the parent's frame, in scene units.
    pub translation: Vec3,
    /// Rotation of unit length.
    pub rotation: Quat,
    /// Scale factors along the node's axes.
    pub scale: Vec3,
}

impl Trs {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// The matrix `T R S` in double precision, with the rotation normalized.
    pub fn to_affine(self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(
            self.scale.as_dvec3(),
            self.rotation.as_dquat().normalize(),
            self.translation.as_dvec3(),
        )
    }
}

impl Default for Trs {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// One glTF node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name in the file; may be empty or repeated.
    pub name: String,
    /// Index of the parent; `None` for a root.
    pub parent: Option<u32>,
    /// The transform in the parent's frame at rest, without [`Self::residual`].
    pub rest: Trs,
    /// The part of a node matrix that T, R and S cannot represent (shear); applied first, `T R S residual`.
    pub residual: Option<DMat3>,
    /// Whether a skin lists it as a joint or, in a file without skins, whether it is drawn as one.
    pub is_joint: bool,
    /// The morph targets of the node's mesh.
    pub morph_targets: Vec<MorphTarget>,
}

impl Node {
    /// Makes a node that is no joint and has no residual and no morph targets.
    pub fn new(name: impl Into<String>, parent: Option<u32>, rest: Trs) -> Self {
        Self { name: name.into(), parent, rest, residual: None, is_joint: false, morph_targets: Vec::new() }
    }
}

/// All nodes of a file as a forest; a node's index is its glTF node index.
#[derive(Clone, Debug)]
pub struct Skeleton {
    nodes: Vec<Node>,
    parents_first: Vec<u32>,
    children: Vec<Vec<u32>>,
    /// All nodes sorted by name; nodes of one name keep their order.
    by_name: Vec<u32>,
    /// Constraints, each after those that turn nodes which it reads.
    constraints: Vec<NodeConstraint>,
    twist_drivers: Vec<TwistDriver>,
    /// Whether each node follows other joints, by node index.
    is_driven: Vec<bool>,
    /// The first morph target of each node, and the number of all targets.
    first_morph_targets: Vec<u32>,
    /// Short names by node, see [`Self::short_name`].
    pub(super) short_names: OnceLock<Vec<String>>,
}

/// Reason why nodes do not form a forest.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SkeletonError {
    /// A parent does not exist.
    #[error("node #{node} names #{parent} as its parent, which does not exist")]
    MissingParent {
        /// Index of the node.
        node: u32,
        /// Index of its parent.
        parent: u32,
    },
    /// The parents of a node lead back to it.
    #[error("node #{node} is its own ancestor")]
    Loop {
        /// Index of the node.
        node: u32,
    },
}

/// Reason why an address gives no node.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FindJointError {
    /// No node has this name.
    #[error("no joint is called {name:?}{}", suggestion(.nearest, "joints"))]
    NotFound {
        /// The given name.
        name: String,
        /// The most similar name of a joint, or the address of the joint that lists show under this name.
        nearest: Option<String>,
    },
    /// Several nodes have this name.
    #[error("several nodes are called {name:?}; give one by its index: {}", indices(.candidates))]
    Ambiguous {
        /// The given name.
        name: String,
        /// Indices of the nodes with this name, ascending.
        candidates: Vec<u32>,
    },
    /// The index after `#` is too large.
    #[error("there is no node #{index}; the last is #{last}")]
    NoSuchIndex {
        /// The given index.
        index: u32,
        /// Index of the last node.
        last: u32,
    },
}

/// Advice for a name that the model does not have.
pub(super) fn suggestion(nearest: &Option<String>, names: &str) -> String {
    match nearest {
        Some(name) => format!("; did you mean {name:?}?"),
        None => format!("; `skinscope info --json` lists the {names}"),
    }
}

fn indices(candidates: &[u32]) -> String {
    let shown: Vec<String> = candidates.iter().take(6).map(|index| format!("#{index}")).collect();
    let more = if candidates.len() > 6 { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

impl Skeleton {
    /// Builds a skeleton after checking that the parents form a forest.
    pub fn new(nodes: Vec<Node>) -> Result<Self, SkeletonError> {
        let mut children = vec![Vec::new(); nodes.len()];
        let mut parents_first = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            match node.parent {
                None => parents_first.push(index as u32),
                Some(parent) if (parent as usize) < nodes.len() => children[parent as usize].push(index as u32),
                Some(parent) => {
                    return Err(SkeletonError::MissingParent { node: index as u32, parent });
                }
            }
        }
        let mut next = 0;
        while next < parents_first.len() {
            let node = parents_first[next] as usize;
            parents_first.extend_from_slice(&children[node]);
            next += 1;
        }
        if parents_first.len() < nodes.len() {
            let mut reached = vec![false; nodes.len()];
            parents_first.iter().for_each(|&node| reached[node as usize] = true);
            let node = reached.iter().position(|&r| !r).unwrap_or(0) as u32;
            return Err(SkeletonError::Loop { node });
        }
        let mut first_morph_targets = vec![0];
        for node in &nodes {
            let before = first_morph_targets.last().copied().unwrap_or(0);
            first_morph_targets.push(before + node.morph_targets.len() as u32);
        }
        let mut by_name: Vec<u32> = (0..nodes.len() as u32).collect();
        by_name.sort_by_key(|&index| nodes[index as usize].name.as_str());
        let (constraints, twist_drivers, is_driven) = (Vec::new(), Vec::new(), vec![false; nodes.len()]);
        let short_names = OnceLock::new();
        Ok(Self {
            nodes,
            parents_first,
            children,
            by_name,
            constraints,
            twist_drivers,
            is_driven,
            first_morph_targets,
            short_names,
        })
    }

    /// Adds constraints, which are followed in every pose made with [`super::PoseOverrides::apply`]. They must name
    /// nodes of this skeleton, and each node at most once. Constraints that depend on themselves in a circle are left
    /// out and returned.
    pub fn with_constraints(mut self, constraints: &[NodeConstraint]) -> (Self, Vec<NodeConstraint>) {
        let circular;
        (self.constraints, circular) = in_order(constraints, &self.nodes);
        self.note_driven();
        (self, circular)
    }

    /// Adds twist joints, which are driven in every pose made with [`super::PoseOverrides::apply`], after the constraints.
    /// Each driver must name nodes of this skeleton as described in [`TwistDriver`].
    pub fn with_twist_drivers(mut self, twist_drivers: Vec<TwistDriver>) -> Self {
        self.twist_drivers = twist_drivers;
        self.note_driven();
        self
    }

    fn note_driven(&mut self) {
        let constrained = self.constraints.iter().map(|constraint| constraint.node);
        let mut is_driven = vec![false; self.nodes.len()];
        for node in constrained.chain(self.twist_drivers.iter().map(|driver| driver.node)) {
            is_driven[node as usize] = true;
        }
        self.is_driven = is_driven;
    }

    /// Whether a node follows other joints: by a constraint, or as a twist joint. It turns on its own only if the user sets
    /// its rotation.
    pub fn is_driven(&self, node: u32) -> bool {
        self.is_driven[node as usize]
    }

    /// The constraints in the order in which they are followed.
    pub fn constraints(&self) -> &[NodeConstraint] {
        &self.constraints
    }

    /// The constraint of a node, if it has one.
    pub fn constraint(&self, node: u32) -> Option<&NodeConstraint> {
        self.constraints.iter().find(|constraint| constraint.node == node)
    }

    /// The twist joints with what drives them.
    pub fn twist_drivers(&self) -> &[TwistDriver] {
        &self.twist_drivers
    }

    /// The driver of a node, if it is a twist joint.
    pub fn twist_driver(&self, node: u32) -> Option<&TwistDriver> {
        self.twist_drivers.iter().find(|driver| driver.node == node)
    }

    /// Count of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node at an index below [`Self::len`].
    pub fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// All nodes, by index.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All nodes, each after its parent, level by level.
    pub fn parents_first(&self) -> &[u32] {
        &self.parents_first
    }

    /// The order in which to visit a list of nodes so that each comes after its ancestors, as indices into the list.
    pub fn order_parents_first(&self, nodes: impl IntoIterator<Item = u32>) -> Vec<usize> {
        let mut rank = vec![0; self.len()];
        for (position, &node) in self.parents_first.iter().enumerate() {
            rank[node as usize] = position;
        }
        let ranks: Vec<usize> = nodes.into_iter().map(|node| rank[node as usize]).collect();
        let mut order: Vec<usize> = (0..ranks.len()).collect();
        order.sort_by_key(|&at| ranks[at]);
        order
    }

    /// All morph targets with their nodes, in the order of the nodes. A target's index here is its index in
    /// [`Pose::morph_weights`](super::Pose::morph_weights).
    pub fn morph_targets(&self) -> impl Iterator<Item = (u32, &MorphTarget)> {
        (0..).zip(&self.nodes).flat_map(|(index, node)| node.morph_targets.iter().map(move |target| (index, target)))
    }

    /// Count of [`Self::morph_targets`].
    pub fn morph_target_count(&self) -> usize {
        self.first_morph_targets.last().map_or(0, |count| *count as usize)
    }

    /// A morph target with its node, by its index.
    pub fn morph_target(&self, index: u32) -> (u32, &MorphTarget) {
        // The last node whose targets begin here or before. Nodes without targets begin where the next node does.
        let node = self.first_morph_targets.partition_point(|first| *first <= index) as u32 - 1;
        let place = index - self.first_morph_targets[node as usize];
        (node, &self.node(node).morph_targets[place as usize])
    }

    /// The indices of the morph targets of a node.
    pub fn morph_targets_of(&self, node: u32) -> Range<usize> {
        self.first_morph_targets[node as usize] as usize..self.first_morph_targets[node as usize + 1] as usize
    }

    /// The weights at rest, one for each morph target.
    pub fn rest_morph_weights(&self) -> Vec<f32> {
        self.morph_targets().map(|(_, target)| target.rest_weight).collect()
    }

    /// Indices of a node's children, ascending.
    pub fn children(&self, index: u32) -> &[u32] {
        &self.children[index as usize]
    }

    /// The nodes without a parent, ascending.
    pub fn roots(&self) -> impl Iterator<Item = u32> {
        (0..self.nodes.len() as u32).filter(|&index| self.nodes[index as usize].parent.is_none())
    }

    /// The nodes that the user poses: those with `is_joint`, in index order.
    pub fn shown_joints(&self) -> impl Iterator<Item = u32> {
        (0..self.nodes.len() as u32).filter(|&index| self.nodes[index as usize].is_joint)
    }

    /// Whether there are nodes that the user poses. Files without a skin may have them too.
    pub fn has_joints(&self) -> bool {
        self.shown_joints().next().is_some()
    }

    /// The nearest ancestor for which `accept` holds.
    pub fn nearest_ancestor(&self, index: u32, mut accept: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut current = self.node(index).parent;
        while let Some(ancestor) = current {
            if accept(ancestor) {
                return Some(ancestor);
            }
            current = self.node(ancestor).parent;
        }
        None
    }

    /// The nodes of a name, in their order.
    fn named(&self, name: &str) -> &[u32] {
        let name_of = |&index: &u32| self.node(index).name.as_str();
        let start = self.by_name.partition_point(|index| name_of(index) < name);
        let rest = &self.by_name[start..];
        &rest[..rest.partition_point(|index| name_of(index) == name)]
    }

    /// The name if it is unique and not empty, otherwise `#12`: the form that [`Self::find`] accepts.
    pub fn address(&self, index: u32) -> String {
        let name = &self.node(index).name;
        let unique = self.named(name).len() == 1;
        if unique && !name.is_empty() && !name.starts_with('#') { name.clone() } else { format!("#{index}") }
    }

    /// The name for display, or `#12` if the node has none.
    pub fn label(&self, index: u32) -> String {
        let name = &self.node(index).name;
        if name.is_empty() { format!("#{index}") } else { name.clone() }
    }

    /// Finds a node by its unique name or by `#` and its index.
    pub fn find(&self, address: &str) -> Result<u32, FindJointError> {
        match *self.named(address) {
            [only] => return Ok(only),
            [] => {}
            ref several => {
                return Err(FindJointError::Ambiguous { name: address.to_owned(), candidates: several.to_vec() });
            }
        }
        if let Some(index) = address.strip_prefix('#').and_then(|digits| digits.parse::<u32>().ok()) {
            if (index as usize) < self.nodes.len() {
                return Ok(index);
            }
            return Err(FindJointError::NoSuchIndex { index, last: self.nodes.len().saturating_sub(1) as u32 });
        }
        let nearest = self.named_without_prefix(address).or_else(|| {
            let joints = self.nodes.iter().filter(|node| node.is_joint).map(|node| node.name.as_str());
            nearest_name(address, joints)
        });
        Err(FindJointError::NotFound { name: address.to_owned(), nearest })
    }

    /// The whole name of the joint that lists show under this short name.
    fn named_without_prefix(&self, short: &str) -> Option<String> {
        let is_called = |node: &u32| self.short_name(*node).eq_ignore_ascii_case(short);
        (0..self.nodes.len() as u32).find(is_called).map(|node| self.address(node))
    }

    /// A node's transform in its parent for the given components, including the residual.
    pub(crate) fn local_affine(&self, index: u32, translation: DVec3, rotation: DQuat, scale: DVec3) -> DAffine3 {
        let local = DAffine3::from_scale_rotation_translation(scale, rotation, translation);
        match self.node(index).residual {
            Some(residual) => local * DAffine3::from_mat3(residual),
            None => local,
        }
    }
}

/// The name that was probably meant, ignoring case.
pub(super) fn nearest_name<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let wanted = wanted.to_lowercase();
    let near = names.filter(|name| !name.is_empty()).map(|name| (edit_distance(&wanted, &name.to_lowercase()), name));
    let (distance, name) = near.min()?;
    (distance <= 2.max(name.chars().count() / 3)).then(|| name.to_owned())
}

/// Levenshtein distance, for "did you mean".
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, parent: Option<u32>) -> Node {
        let mut node = Node::new(name, parent, Trs::IDENTITY);
        node.is_joint = true;
        node
    }

    #[test]
    fn parents_come_first_whatever_the_order() {
        let skeleton = Skeleton::new(vec![named("tip", Some(2)), named("root", None), named("mid", Some(1))]).unwrap();
        assert_eq!(skeleton.parents_first(), [1, 2, 0]);
        assert_eq!(skeleton.children(1), [2]);
        assert_eq!(skeleton.nearest_ancestor(0, |i| i == 1), Some(1));
    }

    #[test]
    fn loops_and_missing_parents_are_refused() {
        let looped = Skeleton::new(vec![named("a", Some(1)), named("b", Some(0))]);
        assert!(matches!(looped, Err(SkeletonError::Loop { .. })));
        let missing = Skeleton::new(vec![named("a", Some(9))]);
        assert_eq!(missing.unwrap_err(), SkeletonError::MissingParent { node: 0, parent: 9 });
    }

    #[test]
    fn repeated_names_need_an_index() {
        let skeleton = Skeleton::new(vec![named("hip", None), named("arm", Some(0)), named("arm", Some(0))]).unwrap();
        assert_eq!(skeleton.find("hip"), Ok(0));
        assert_eq!(skeleton.address(2), "#2");
        assert_eq!(skeleton.find("#2"), Ok(2));
        let error = skeleton.find("arm").unwrap_err().to_string();
        assert!(error.contains("#1, #2"), "{error}");
        let error = skeleton.find("hpi").unwrap_err().to_string();
        assert!(error.contains("did you mean \"hip\""), "{error}");
        assert!(skeleton.find("#7").is_err());
    }
}
