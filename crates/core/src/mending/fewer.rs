//! Edits that remove influences.

use super::weighted_skin::{NodeWeight, WeightedSkin, heaviest};
use crate::model::Model;

/// Removes influences below a part of the whole weight from the vertices that follow the joint and another one. The
/// heaviest one stays.
pub(super) fn pruned(skin: &WeightedSkin<'_>, joint: u32, least: f64) -> Model {
    with_fewer(skin, Some(joint), |weights| {
        let mut kept = weights.to_vec();
        // The heaviest comes first.
        let mut is_first = true;
        kept.retain(|(_, weight)| std::mem::take(&mut is_first) || weight.abs() >= least);
        kept
    })
}

/// Keeps the heaviest influences of the vertices that follow the joint and another one, or of all vertices.
pub(super) fn limited(skin: &WeightedSkin<'_>, joint: Option<u32>, count: usize) -> Model {
    with_fewer(skin, joint, |weights| heaviest(weights.to_vec(), count))
}

fn with_fewer(skin: &WeightedSkin<'_>, joint: Option<u32>, kept: impl Fn(&[NodeWeight]) -> Vec<NodeWeight>) -> Model {
    let of_joint = joint.map(|joint| skin.weights_of_joint(joint));
    let follows = |vertex: u32| of_joint.as_ref().is_none_or(|weights| weights[vertex as usize] != 0.0);
    let change = |vertex: u32| {
        let weights: Vec<NodeWeight> = skin.weights(vertex).collect();
        let fewer = kept(&weights);
        (fewer.len() < weights.len()).then_some((vertex, fewer))
    };
    skin.with_weights((0..skin.vertex_count()).filter(|vertex| follows(*vertex)).filter_map(change).collect())
}
