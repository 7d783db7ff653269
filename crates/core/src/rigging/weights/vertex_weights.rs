use crate::model::{Influence, Influences, InfluencesError};

/// Largest number of influences: the capacity of two glTF sets.
pub const MAX_INFLUENCES: usize = 8;

/// Amount by which weights are reduced, but not below zero, before they are normalized: distant joints with an
/// invisible influence drop out without a step.
const SMALLEST: f64 = 0.004;

/// The joints of the skin that move a vertex, with their weights: positive, summing to one, by ascending joint.
pub type VertexWeights = Vec<(u32, f64)>;

/// Fades out small weights and keeps the [`MAX_INFLUENCES`] largest.
pub(super) fn few(mut weights: VertexWeights) -> VertexWeights {
    let largest = weights.iter().fold(0.0, |largest: f64, (_, weight)| largest.max(*weight));
    lower(&mut weights, SMALLEST.min(largest / 2.0));
    keep_largest(weights, MAX_INFLUENCES)
}

/// Keeps at most `most` of a vertex's weights, namely the largest, and normalizes them.
///
/// The largest omitted weight is first subtracted from all others, so that a weight fades to zero before it is omitted;
/// weights equal to it are omitted too. If that would leave none, because all are equal, the first are kept.
pub fn keep_largest(mut weights: VertexWeights, most: usize) -> VertexWeights {
    let mut by_weight: Vec<f64> = weights.iter().map(|(_, weight)| *weight).collect();
    by_weight.sort_by(|a, b| b.total_cmp(a));
    match by_weight.get(most) {
        Some(&first_left_out) if by_weight[0] > first_left_out => lower(&mut weights, first_left_out),
        Some(_) => {
            weights.truncate(most);
            lower(&mut weights, 0.0);
        }
        None => {}
    }
    weights
}

fn lower(weights: &mut VertexWeights, by: f64) {
    weights.iter_mut().for_each(|(_, weight)| *weight -= by);
    weights.retain(|(_, weight)| *weight > 0.0);
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    weights.iter_mut().for_each(|(_, weight)| *weight /= sum);
}

/// Converts the weights of a primitive's vertices to influences, rounded to single precision.
///
/// # Errors
/// The cases that [`Influences::normalized`] rejects: a joint outside a skin of `joint_count` joints, or weights that
/// are not finite.
pub fn to_influences(weights: &[VertexWeights], joint_count: usize) -> Result<Influences, InfluencesError> {
    let vertices: Vec<Vec<Influence>> = weights
        .iter()
        .map(|vertex| {
            vertex.iter().map(|&(joint, weight)| Influence { joint, weight: weight as f32 }).collect::<Vec<_>>()
        })
        .collect();
    let (influences, _nothing_to_mend) = Influences::normalized(vertices.iter().map(Vec::as_slice), joint_count)?;
    Ok(influences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_eight_are_kept() {
        let kept = few((0..12).map(|joint| (joint, f64::from(joint + 1) / 78.0)).collect());
        assert_eq!(kept.len(), MAX_INFLUENCES);
        assert!((kept.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(few(vec![(3, 0.001), (5, 0.999)]), [(5, 1.0)]);
    }

    #[test]
    fn equal_weights_do_not_leave_a_vertex_without_any() {
        assert_eq!(keep_largest((0..4).map(|joint| (joint, 0.25)).collect(), 2), [(0, 0.5), (1, 0.5)]);
        assert_eq!(keep_largest(vec![(0, 0.5), (4, 0.25), (7, 0.25)], 2), [(0, 1.0)]);
    }
}
