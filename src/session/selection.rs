//! Selection of joints and of a vertex.

use super::document::JointForest;
use super::probe::PinnedProbe;
use super::state::State;
use crate::rigging::is_twist;
use std::collections::BTreeSet;

/// The joints and the vertex that panels are about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The joint that panels show.
    pub joint: Option<u32>,
    /// Joints that are turned, moved and scaled together with the selected joint.
    pub others: BTreeSet<u32>,
    /// Nodes whose branch is folded in the tree.
    pub folded: BTreeSet<u32>,
    pub pinned: Option<PinnedProbe>,
}

impl Selection {
    /// Selects a joint, and unfolds the branches that would hide it.
    pub(super) fn select(&mut self, joint: Option<u32>, joints: &JointForest) {
        self.joint = joint;
        let mut ancestor = joint.and_then(|joint| joints.parents[joint as usize]);
        while let Some(node) = ancestor {
            self.folded.remove(&node);
            ancestor = joints.parents[node as usize];
        }
    }

    /// Maps the joints to another version of the model, and drops those that are gone.
    pub(super) fn map_joints(&mut self, same: impl Fn(u32) -> Option<u32>) {
        self.joint = self.joint.and_then(&same);
        for nodes in [&mut self.others, &mut self.folded] {
            *nodes = nodes.iter().copied().filter_map(&same).collect();
        }
    }
}

impl State {
    pub(super) fn has_node(&self, node: u32) -> bool {
        self.documents.first.as_ref().is_some_and(|document| (node as usize) < document.model.skeleton.len())
    }

    /// The joint that a click on a joint's dot or bone selects. A twist joint lies inside a bone and would catch the
    /// clicks that are meant for the bone: the first click selects the bone's joint, the next one the twist joint.
    pub fn picked_joint(&self, node: u32) -> u32 {
        let Some(document) = self.documents.first.as_ref().filter(|document| is_twist(&document.model.skeleton, node))
        else {
            return node;
        };
        let selected = self.selected_joints();
        match document.joints.parents[node as usize] {
            Some(bone) if !selected.contains(&bone) && !selected.contains(&node) => bone,
            _ => node,
        }
    }

    pub(super) fn select_joint(&mut self, joint: Option<u32>) {
        let joint = joint.filter(|&node| self.has_node(node));
        self.interface.reveal = joint;
        match &self.documents.first {
            Some(document) => self.selection.select(joint, &document.joints),
            None => self.selection.joint = None,
        }
    }

    pub(super) fn toggle_joint(&mut self, node: u32) {
        if !self.has_node(node) {
            return;
        }
        let mut nodes = self.selected_joints();
        if nodes.contains(&node) {
            nodes.retain(|&other| other != node);
        } else {
            nodes.insert(0, node);
        }
        self.select_joint(nodes.first().copied());
        self.selection.others = nodes.into_iter().collect();
    }
}
