use super::edited::{EditCount, WeightEditError, with_weight_edits};
use super::weight_edit::{WeightEdit, edits_after};
use crate::model::Model;
use crate::rigging::{TwistError, TwistSplit, with_twist_joints};
use std::sync::Arc;

/// What a user changes in the rig of a file: first its weights, then the bones that are split.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RigEdits {
    /// Edits of weights, in their order.
    pub weights: Vec<WeightEdit>,
    /// Bones whose weights are split among twist joints, each at most once.
    pub twists: Vec<TwistSplit>,
}

/// Reason why a rig cannot be edited.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum RigEditError {
    /// An edit of weights.
    #[error(transparent)]
    Weights(#[from] WeightEditError),
    /// A bone that is split.
    #[error(transparent)]
    Twist(#[from] TwistError),
}

/// A model while its rig is edited, in its states before and after the bones are split.
#[derive(Clone, Debug)]
pub struct EditedRig {
    /// The model with edited weights, without our twist joints.
    pub weighted: Arc<Model>,
    /// The model with all edits.
    pub model: Arc<Model>,
    /// What each of the edits of weights did that were carried out last.
    pub counts: Vec<EditCount>,
}

impl EditedRig {
    /// The rig of a file, without edits.
    pub fn of_file(source: &Arc<Model>) -> Self {
        Self { weighted: Arc::clone(source), model: Arc::clone(source), counts: Vec::new() }
    }
}

impl RigEdits {
    /// Whether the rig is that of the file.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty() && self.twists.is_empty()
    }

    /// The model of a file, in its default shape, with all edits.
    ///
    /// # Errors
    /// If one of them does not fit the model.
    pub fn applied(&self, source: &Arc<Model>) -> Result<EditedRig, RigEditError> {
        self.applied_after(&Self::default(), &EditedRig::of_file(source), source)
    }

    /// The same as [`applied`](Self::applied), from the result of other edits: what both begin with is not done again.
    ///
    /// # Errors
    /// If one of them does not fit the model.
    pub fn applied_after(
        &self,
        before: &Self,
        done: &EditedRig,
        source: &Arc<Model>,
    ) -> Result<EditedRig, RigEditError> {
        let (from, edits) = match edits_after(&before.weights, &self.weights) {
            Some(rest) => (&done.weighted, rest),
            None => (source, self.weights.clone()),
        };
        let (weighted, counts) = if edits.is_empty() {
            (Arc::clone(from), Vec::new())
        } else {
            let edited = with_weight_edits(from, &edits)?;
            (Arc::new(edited.model), edited.counts)
        };
        let model = if self.twists.is_empty() {
            Arc::clone(&weighted)
        } else {
            Arc::new(with_twist_joints(&weighted, &self.twists)?)
        };
        Ok(EditedRig { weighted, model, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::TwistKind;

    #[test]
    fn weights_are_edited_before_bones_are_split_and_nothing_is_done_twice() {
        let source = crate::import::bundled_model("mannequin");
        let joint = source.skeleton.find("forearm.L").unwrap();
        let smooth = |times| WeightEdit::Smooth { joint, times };
        let twists = vec![TwistSplit { joint, count: 2, kind: TwistKind::End }];
        let first = RigEdits { weights: vec![smooth(1)], twists: vec![] };
        let second = RigEdits { weights: vec![smooth(3), WeightEdit::Limit { joint: None, count: 3 }], twists };
        let [done, all] = [&first, &second].map(|edits| edits.applied(&source).unwrap());
        assert!(Arc::ptr_eq(&done.model, &done.weighted));
        let after = second.applied_after(&first, &done, &source).unwrap();
        let influences = |model: &Model| model.primitives.iter().map(|p| p.influences.clone()).collect::<Vec<_>>();
        assert!(influences(&after.model) == influences(&all.model) && after.counts.len() == 2);
        assert_eq!(after.model.skeleton.len(), source.skeleton.len() + 2);
        assert_eq!(after.weighted.max_influences(), 3);
        // Only twist joints are added.
        let only_split = RigEdits { weights: first.weights.clone(), twists: second.twists.clone() };
        let split = only_split.applied_after(&first, &done, &source).unwrap();
        assert!(Arc::ptr_eq(&split.weighted, &done.weighted));
        // Back at the file.
        let none = RigEdits::default().applied_after(&second, &after, &source).unwrap();
        assert!(Arc::ptr_eq(&none.model, &source) && none.counts.is_empty());
    }
}
