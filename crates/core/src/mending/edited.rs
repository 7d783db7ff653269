use super::weight_edit::WeightEdit;
use super::weighted_skin::WeightedSkin;
use super::{fewer, mirror, release, smooth};
use crate::model::{Model, SkinKind};

/// A model with edited weights.
#[derive(Clone, Debug)]
pub struct EditedWeights {
    /// The model. Only the influences of primitives differ.
    pub model: Model,
    /// What each edit did.
    pub counts: Vec<EditCount>,
}

/// What a weight edit did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EditCount {
    /// Number of vertices with other weights.
    pub changed: usize,
    /// Number of vertices that follow the joint on the other side, and keep their weights because nothing is at their
    /// mirrored position. Only [`WeightEdit::Mirror`] has them.
    pub not_found: usize,
}

/// Reason why weights cannot be edited.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WeightEditError {
    /// The node does not exist.
    #[error("there is no node #{node}")]
    NoSuchNode {
        /// Index of the node.
        node: u32,
    },
    /// No skin has the node as a joint.
    #[error("no skin moves with this node, so there are no weights to edit: {joint}")]
    NotSkinned {
        /// Label of the node.
        joint: String,
    },
    /// The names do not determine the joint on the other side.
    #[error("its name does not say which joint is on the other side, so there is nothing to mirror: {joint}")]
    NoOtherSide {
        /// Label of the joint.
        joint: String,
    },
    /// No two joints are on different sides.
    #[error("no two joints are named as left and right, so there is nothing to mirror: {joint}")]
    NoSides {
        /// Label of the joint.
        joint: String,
    },
}

/// Carries out edits of weights one after another, on a model in its default shape and without twist joints of ours. The
/// result of two lists of edits one after another is that of the joined list.
///
/// Vertices at one position with the same weights keep the same weights, across primitives and skins, so no seam opens.
/// No vertex gets more influences than fit the sets of four that the model's file has.
///
/// # Errors
/// A joint is no joint of a skin, or has no joint on the other side.
pub fn with_weight_edits(model: &Model, edits: &[WeightEdit]) -> Result<EditedWeights, WeightEditError> {
    let mut edited = EditedWeights { model: model.clone(), counts: Vec::with_capacity(edits.len()) };
    for edit in edits {
        if let Some(&joint) = edit.joint() {
            check_joint(model, joint)?;
        }
        let before = &edited.model;
        let (after, not_found) = match *edit {
            WeightEdit::Smooth { joint, times } => (smooth::smoothed(before, joint, times), 0),
            WeightEdit::Prune { joint, percent } => {
                (fewer::pruned(&WeightedSkin::of(before), joint, f64::from(percent) / 100.0), 0)
            }
            WeightEdit::Limit { joint, count } => (fewer::limited(&WeightedSkin::of(before), joint, count as usize), 0),
            WeightEdit::Mirror { joint } => mirror::mirrored(&WeightedSkin::of(before), joint)?,
            WeightEdit::Release { joint } => (release::released(&WeightedSkin::of(before), joint), 0),
        };
        edited.counts.push(EditCount { changed: changed_vertices(before, &after), not_found });
        edited.model = after;
    }
    Ok(edited)
}

fn check_joint(model: &Model, joint: u32) -> Result<(), WeightEditError> {
    if joint as usize >= model.skeleton.len() {
        return Err(WeightEditError::NoSuchNode { node: joint });
    }
    let mut skins = model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned);
    let is_joint = skins.any(|skin| skin.joints.iter().any(|other| other.node == joint));
    if is_joint { Ok(()) } else { Err(WeightEditError::NotSkinned { joint: model.skeleton.label(joint) }) }
}

fn changed_vertices(before: &Model, after: &Model) -> usize {
    let pairs = before.primitives.iter().zip(&after.primitives);
    let pairs = pairs.map(|(before, after)| (&before.influences, &after.influences));
    pairs.map(|(before, after)| before.iter().zip(after.iter()).filter(|(a, b)| a != b).count()).sum()
}
