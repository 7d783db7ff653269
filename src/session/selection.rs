//! Selection of joints.

use super::state::State;
use crate::rigging::is_twist;

impl State {
    pub(super) fn has_node(&self, node: u32) -> bool {
        self.document.as_ref().is_some_and(|document| (node as usize) < document.model.skeleton.len())
    }

    /// The joint that a click on a joint's dot or bone selects. A twist joint lies inside a bone and would catch the
    /// clicks that are meant for the bone: the first click selects the bone's joint, the next one the twist joint.
    pub fn picked_joint(&self, node: u32) -> u32 {
        let Some(document) = self.document.as_ref().filter(|document| is_twist(&document.model.skeleton, node)) else {
            return node;
        };
        let selected = self.selected_joints();
        match document.joints.parents[node as usize] {
            Some(bone) if !selected.contains(&bone) && !selected.contains(&node) => bone,
            _ => node,
        }
    }

    pub(super) fn select_joint(&mut self, joint: Option<u32>) {
        self.transient.selected_joint = joint.filter(|&node| self.has_node(node));
        self.transient.reveal = self.transient.selected_joint;
        // A selected joint is never hidden in a folded branch.
        if let (Some(selected), Some(document)) = (self.transient.selected_joint, &self.document) {
            let mut ancestor = document.joints.parents[selected as usize];
            while let Some(node) = ancestor {
                self.transient.folded.remove(&node);
                ancestor = document.joints.parents[node as usize];
            }
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
        self.transient.also_selected = nodes.into_iter().collect();
    }
}
