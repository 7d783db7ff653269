//! Edits of the weights around the selected joints.

use super::state::State;
use crate::math::counted;
use crate::mending::{
    EditCount, MOST_KEPT_INFLUENCES, MOST_PRUNED_PERCENT, RigEditError, RigEdits, WeightEdit, push_edit,
};
use crate::model::SkinKind;
use crate::rigging::has_helpers;
use std::sync::Arc;

/// An edit of weights, for the selected joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WeightOperation {
    /// One step of smoothing.
    Smooth,
    /// Removes influences under a percentage.
    Prune(f32),
    /// Limits vertices to this many influences.
    Limit(u32),
    /// Copies the joints' side to the other side.
    Mirror,
    /// Gives the weights of the joints' helpers back.
    Release,
}

/// What the next edits of weights remove and keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightSettings {
    /// The percentage under which influences are pruned.
    pub percent: f32,
    /// The count of influences to which vertices are limited.
    pub count: u32,
}

impl WeightSettings {
    /// The smallest percentage, since nothing is below zero.
    const LEAST_PERCENT: f32 = 0.1;

    /// The settings that are nearest to these numbers.
    pub fn nearest(percent: f32, count: f32) -> Self {
        Self {
            percent: percent.clamp(Self::LEAST_PERCENT, MOST_PRUNED_PERCENT),
            count: count.round().clamp(1.0, MOST_KEPT_INFLUENCES as f32) as u32,
        }
    }
}

impl Default for WeightSettings {
    /// What is seldom seen, and what fits one set of influences.
    fn default() -> Self {
        Self { percent: 2.0, count: 4 }
    }
}

impl WeightOperation {
    /// The name of the edit in the history.
    pub(super) fn name(self, joints: &str) -> String {
        match self {
            Self::Smooth => format!("Smooth weights of {joints}"),
            Self::Prune(percent) => format!("Prune weights of {joints} under {percent}%"),
            Self::Limit(count) => format!("Limit weights of {joints} to {count}"),
            Self::Mirror => format!("Mirror weights of {joints}"),
            Self::Release => format!("Remove helper joints of {joints}"),
        }
    }

    fn of(self, joint: u32) -> WeightEdit {
        match self {
            Self::Smooth => WeightEdit::Smooth { joint, times: 1 },
            Self::Prune(percent) => WeightEdit::Prune { joint, percent },
            Self::Limit(count) => WeightEdit::Limit { joint: Some(joint), count },
            Self::Mirror => WeightEdit::Mirror { joint },
            Self::Release => WeightEdit::Release { joint },
        }
    }
}

impl State {
    /// The joint whose weights are edited in place of a joint: itself, or the joint that it refines as an added twist
    /// joint. `None` if no skin follows it.
    pub fn weighted_joint(&self, node: u32) -> Option<u32> {
        let document = self.documents.first.as_ref()?;
        let is_of_file = (node as usize) < document.source.skeleton.len();
        let joint = if is_of_file { node } else { document.model.skeleton.twist_driver(node)?.joint };
        let mut skins = document.source.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned);
        skins.any(|skin| skin.joints.iter().any(|other| other.node == joint)).then_some(joint)
    }

    /// The count of edits of the weights of the selected joints.
    pub fn weight_edit_count(&self) -> usize {
        let joints = self.weighted_joints();
        self.edit.rig.weights.iter().filter(|edit| self.concerns(edit, &joints)).count()
    }

    /// Whether an edit is of one of these joints, or replaced the weights of one by those of the other side.
    fn concerns(&self, edit: &WeightEdit, joints: &[u32]) -> bool {
        let other = |joint: u32| self.documents.first.as_ref().and_then(|document| document.mirror().partner(joint));
        let is_replaced = |joint: u32| {
            matches!(edit, WeightEdit::Mirror { .. }) && other(joint).is_some_and(|other| joints.contains(&other))
        };
        edit.joint().is_some_and(|&joint| joints.contains(&joint) || is_replaced(joint))
    }

    /// Whether the weights of the selected joints are edited.
    pub fn has_edited_weights(&self) -> bool {
        self.weight_edit_count() > 0
    }

    /// Whether skin follows helpers of the selected joints.
    pub fn has_helpers(&self) -> bool {
        let Some(document) = &self.documents.first else { return false };
        // Most models have no constraints.
        !document.model.skeleton.constraints().is_empty()
            && self.weighted_joints().into_iter().any(|joint| has_helpers(&document.model, joint))
    }

    /// Whether names tell the joint on the other side of one of the selected joints.
    pub fn can_mirror_weights(&self) -> bool {
        let Some(document) = &self.documents.first else { return false };
        let mirror = document.mirror();
        mirror.has_sides() && self.weighted_joints().into_iter().any(|joint| mirror.partner(joint).is_some())
    }

    /// The joints whose weights an edit changes: those that are selected and, if edits are mirrored, those on the other
    /// side.
    pub(super) fn weighted_joints(&self) -> Vec<u32> {
        let mut joints: Vec<u32> = Vec::new();
        let mut add = |joint: u32| {
            if !joints.contains(&joint) {
                joints.push(joint);
            }
        };
        for joint in self.selected_joints().into_iter().filter_map(|node| self.weighted_joint(node)) {
            add(joint);
            let other = self.documents.first.as_ref().filter(|_| self.hand.mirrors_posing);
            let other = other.and_then(|document| document.mirror().partner(joint));
            other.and_then(|other| self.weighted_joint(other)).into_iter().for_each(&mut add);
        }
        joints
    }

    pub(super) fn edit_weights(&mut self, operation: WeightOperation) {
        let Some(document) = self.documents.first.clone() else { return };
        let mut joints = self.weighted_joints();
        if operation == WeightOperation::Mirror {
            // One side is copied, not both onto each other.
            let mut copied: Vec<u32> = Vec::new();
            joints.retain(|&joint| document.mirror().partner(joint).is_some());
            for joint in joints {
                let other = document.mirror().partner(joint);
                if other.is_none_or(|other| !copied.contains(&other)) {
                    copied.push(joint);
                }
            }
            joints = copied;
        }
        if joints.is_empty() {
            return;
        }
        let mut rig = self.edit.rig.clone();
        joints.iter().for_each(|&joint| push_edit(&mut rig.weights, operation.of(joint)));
        if let Some((changed, not_found)) = self.take_edited_weights(rig) {
            if changed == 0 {
                self.notify("No weight needs this edit".to_owned(), None);
            } else if not_found > 0 {
                let kept = counted(not_found, "vertex keeps its weights", "vertices keep their weights");
                self.notify(format!("{kept}: the model has no skin at the mirrored position"), None);
            }
        }
    }

    /// Shows the model with edited weights. Returns how many vertices they changed, and how many have no other side; if
    /// none changed, or if the edit does not fit, everything stays.
    fn take_edited_weights(&mut self, rig: RigEdits) -> Option<(usize, usize)> {
        let before = self.documents.first.clone()?;
        match before.with_rig(self.documents.next_id, &rig) {
            Ok(after) => {
                let sum = |of: fn(&EditCount) -> usize| after.rig.counts.iter().map(of).sum::<usize>();
                let (changed, not_found) = (sum(|count| count.changed), sum(|count| count.not_found));
                if changed > 0 {
                    self.documents.next_id += 1;
                    self.edit.rig = rig;
                    self.take_rig(Arc::new(after));
                    self.refresh_pose();
                }
                Some((changed, not_found))
            }
            Err(RigEditError::Weights(error)) => {
                self.show_error("These weights cannot be edited".to_owned(), error.to_string());
                None
            }
            Err(error) => {
                self.show_error("The twist joints do not fit the new weights".to_owned(), error.to_string());
                None
            }
        }
    }

    /// Takes back the edits of the weights of the selected joints, or of all.
    pub(super) fn reset_weights(&mut self, all: bool) {
        let joints = self.weighted_joints();
        let mut weights = self.edit.rig.weights.clone();
        weights.retain(|edit| !all && !self.concerns(edit, &joints));
        self.edit.rig.weights = weights;
        self.take_rig_edits();
    }
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::test_support::waking_state;
    use super::*;
    use crate::files::open_model;

    fn opened() -> State {
        let (mut state, _woken) = waking_state();
        state.show_document(open_model("mannequin").unwrap());
        state
    }

    fn node(state: &State, joint: &str) -> u32 {
        state.documents.first.as_ref().unwrap().model.skeleton.find(joint).unwrap()
    }

    fn is_like_file(state: &State) -> bool {
        let document = state.documents.first.as_ref().unwrap();
        let primitives = document.model.primitives.iter().zip(&document.source.primitives);
        primitives.into_iter().all(|(own, read)| own.influences == read.influences)
    }

    #[test]
    fn weights_are_edited_undone_and_reset() {
        let mut state = opened();
        let forearm = node(&state, "forearm.L");
        state.apply(Command::EditWeights(WeightOperation::Smooth));
        assert!(is_like_file(&state), "nothing is selected");
        state.apply(Command::SelectJoint(Some(forearm)));
        for _ in 0..3 {
            state.apply(Command::EditWeights(WeightOperation::Smooth));
        }
        assert_eq!(state.edit.rig.weights, [WeightEdit::Smooth { joint: forearm, times: 3 }]);
        assert!(!is_like_file(&state) && state.has_edited_weights());
        let smoothed = state.documents.first.clone().unwrap();
        state.settle_history();
        state.apply(Command::EditWeights(WeightOperation::Limit(2)));
        state.apply(Command::Undo);
        let undone = state.documents.first.clone().unwrap();
        let influences = |model: &crate::model::Model| model.primitives[0].influences.clone();
        assert!(influences(&undone.model) == influences(&smoothed.model));
        state.apply(Command::ResetWeights { all: false });
        assert!(is_like_file(&state) && state.edit.rig.is_empty() && !state.has_edited_weights());
        // Twist joints stay, and their joint's weights are those of the bone.
        state.apply(Command::SetTwistJoints { joint: forearm, count: 2 });
        let twist = state.documents.first.as_ref().unwrap().model.skeleton.len() as u32 - 1;
        state.apply(Command::SelectJoint(Some(twist)));
        state.apply(Command::EditWeights(WeightOperation::Prune(5.0)));
        assert_eq!(state.edit.rig.weights, [WeightEdit::Prune { joint: forearm, percent: 5.0 }]);
        assert_eq!((state.edit.rig.twists.len(), state.selection.joint), (1, Some(twist)));
    }

    #[test]
    fn both_sides_are_edited_while_edits_are_mirrored() {
        let mut state = opened();
        let [left, right] = ["forearm.L", "forearm.R"].map(|joint| node(&state, joint));
        state.apply(Command::SelectJoint(Some(left)));
        state.apply(Command::MirrorPosing(true));
        state.apply(Command::EditWeights(WeightOperation::Smooth));
        let smooth = |joint| WeightEdit::Smooth { joint, times: 1 };
        assert_eq!(state.edit.rig.weights, [smooth(left), smooth(right)]);
        // Both are symmetric, so there is nothing to copy.
        state.apply(Command::EditWeights(WeightOperation::Mirror));
        assert_eq!(state.edit.rig.weights.len(), 2);
        state.apply(Command::MirrorPosing(false));
        state.apply(Command::EditWeights(WeightOperation::Smooth));
        state.apply(Command::EditWeights(WeightOperation::Mirror));
        assert_eq!(state.edit.rig.weights.last(), Some(&WeightEdit::Mirror { joint: left }));
        state.apply(Command::ResetWeights { all: false });
        assert_eq!(state.edit.rig.weights, [smooth(right)]);
        state.apply(Command::ResetWeights { all: true });
        assert!(state.edit.rig.is_empty() && is_like_file(&state));
    }

    #[test]
    fn what_changes_nothing_is_no_step_and_says_so() {
        let mut state = opened();
        state.apply(Command::SelectJoint(Some(node(&state, "forearm.L"))));
        let (before, generation) = (state.documents.first.as_ref().unwrap().id, state.edit_generation);
        state.apply(Command::EditWeights(WeightOperation::Limit(16)));
        assert_eq!((state.documents.first.as_ref().unwrap().id, state.edit_generation), (before, generation));
        assert!(state.interface.notice.is_some());
    }
}
