//! Similarity of the weights of a vertex to those of others: Le & Hodgins 2016, eq. 1.

use super::settings::{CenterSettings, Similarity};
use crate::model::{Influence, Model, Primitive};

/// The similarity s(w_p, w_v) between one vertex p and every vertex v. For each primitive, one value per vertex; NaN on
/// other skins, which have other joints. A vertex p with one influence is similar to none under eq. 1. Rest pose, pose
/// and morph targets do not matter. `None` if the model has no such vertex.
pub fn similarities_to(
    model: &Model,
    (primitive, vertex): (u32, u32),
    settings: &CenterSettings,
) -> Option<Vec<Vec<f32>>> {
    let own = model.primitives.get(primitive as usize).filter(|own| (vertex as usize) < own.positions.len())?;
    let mut weights = vec![0.0; model.skins[own.skin as usize].joints.len()];
    for one in own.influences.of(vertex as usize) {
        weights[one.joint as usize] = f64::from(one.weight);
    }
    let squared: f64 = weights.iter().map(|weight| weight * weight).sum();
    let mut list = Vec::new();
    let mut of_primitive = |primitive: &Primitive| {
        if primitive.skin != own.skin {
            return vec![f32::NAN; primitive.positions.len()];
        }
        let similarity_to = |influences: &[Influence]| {
            list.clear();
            list.extend(influences.iter().map(|one| (one.joint, f64::from(one.weight))));
            similarity(&weights, squared, &list, settings) as f32
        };
        primitive.influences.iter().map(similarity_to).collect()
    };
    Some(model.primitives.iter().map(|primitive| of_primitive(primitive)).collect())
}

/// Similarity of two vertices' weights. `vertex` has a weight for every joint, and `squared` is the sum of their
/// squares.
#[inline]
pub(super) fn similarity(vertex: &[f64], squared: f64, other: &[(u32, f64)], settings: &CenterSettings) -> f64 {
    match settings.similarity {
        Similarity::JointPairs => joint_pairs(vertex, other, settings.sigma),
        by_distance => {
            let distance_squared = distance_squared(vertex, squared, other);
            by_distance.of_distance_squared(distance_squared, settings.sigma).unwrap_or(0.0)
        }
    }
}

/// Similarity of eq. 1 over ordered pairs, like in the paper: both orders give the same term.
#[inline]
pub(super) fn joint_pairs(vertex: &[f64], other: &[(u32, f64)], sigma: f64) -> f64 {
    let mut similarity = 0.0;
    for (index, &(j, vj)) in other.iter().enumerate() {
        let pj = vertex[j as usize];
        if pj == 0.0 {
            continue;
        }
        for &(k, vk) in &other[index + 1..] {
            let pk = vertex[k as usize];
            if pk != 0.0 {
                let apart = (pj * vk - pk * vj) / sigma;
                similarity += 2.0 * pj * pk * vj * vk * (-apart * apart).exp();
            }
        }
    }
    similarity
}

/// |p - v|^2.
#[inline]
fn distance_squared(vertex: &[f64], squared: f64, other: &[(u32, f64)]) -> f64 {
    // (p - v)^2 over the other's joints, plus p^2 over the rest.
    let distance_squared = other.iter().fold(squared, |sum, &(joint, weight)| {
        let own = vertex[joint as usize];
        sum + (own - weight).powi(2) - own * own
    });
    distance_squared.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::test_models::{Part, model, three_joints};
    use super::*;
    use glam::Vec3;

    /// A triangle with these weights at its corners.
    fn triangle(weights: [&[f32]; 3]) -> Part {
        let list = |weights: &[f32]| {
            let influence = |(joint, &weight): (usize, &f32)| Influence { joint: joint as u32, weight };
            weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0).map(influence).collect()
        };
        (vec![Vec3::ZERO, Vec3::X, Vec3::Y], weights.map(list).to_vec(), vec![0, 1, 2])
    }

    #[test]
    fn the_similarity_is_equation_1_by_hand() {
        let model = model(
            vec![
                triangle([&[0.5, 0.5], &[0.6, 0.4], &[1.0]]),
                triangle([&[0.25, 0.25, 0.5], &[0.0, 0.5, 0.5], &[0.0, 0.0, 1.0]]),
            ],
            3,
        );
        let found = |vertex, sigma| {
            let settings = CenterSettings { sigma, ..CenterSettings::default() };
            similarities_to(&model, vertex, &settings).unwrap().concat()
        };
        let near = |found: Vec<f32>, expected: [f64; 6]| {
            for (found, expected) in found.iter().zip(expected) {
                assert!((f64::from(*found) - expected).abs() < 1e-7, "{found} {expected}");
            }
        };
        // 2 (1/2 1/2)(1/2 1/2) = 1/8 to itself. To (0.6, 0.4): 2 (1/4)(6/25) exp(-((0.2 - 0.3) / 0.1)^2).
        // To (1/4, 1/4, 1/2), only the first pair: 2 (1/4)(1/16), with no difference.
        let of_half = [0.125, 0.12 * (-1f64).exp(), 0.0, 1.0 / 32.0, 0.0, 0.0];
        near(found((0, 0), 0.1), of_half);
        near(found((0, 0), 0.2), [0.125, 0.12 * (-0.25f64).exp(), 0.0, 1.0 / 32.0, 0.0, 0.0]);
        // Three pairs to itself: 2 (1/256 + 2 (1/64)). To (0, 1/2, 1/2): 2 (1/8)(1/4) exp(-((1/8 - 1/4) / 0.1)^2).
        let to_pair = 0.0625 * (-1.5625f64).exp();
        let own = 2.0 * (1.0 / 256.0 + 2.0 / 64.0);
        // To (0.6, 0.4): 2 (1/16)(6/25) exp(-((0.1 - 0.15) / 0.1)^2).
        near(found((1, 0), 0.1), [1.0 / 32.0, 0.03 * (-0.25f64).exp(), 0.0, own, to_pair, 0.0]);
        near(found((0, 2), 0.1), [0.0; 6]);
        let gaussian = CenterSettings { similarity: Similarity::PlainGaussian, ..CenterSettings::default() };
        let found = similarities_to(&model, (0, 0), &gaussian).unwrap().concat();
        near(found, [1.0, (-2f64).exp(), 0.0, (-37.5f64).exp(), 0.0, 0.0]);
    }

    /// Similarity over all ordered pairs of joints, with nothing left out.
    #[test]
    fn the_similarity_equals_the_sum_over_all_pairs() {
        let model = three_joints();
        let primitive = &model.primitives[0];
        let dense = |vertex: usize| {
            let mut weights = [0.0; 3];
            primitive.influences.of(vertex).iter().for_each(|one| weights[one.joint as usize] = f64::from(one.weight));
            weights
        };
        let pairs = || (0..3).flat_map(|j| (0..3).map(move |k| (j, k))).filter(|(j, k)| j != k);
        for sigma in [0.05, 0.1, 0.4] {
            let settings = CenterSettings { sigma, ..CenterSettings::default() };
            for p in [0, 57, 120] {
                let found = similarities_to(&model, (0, p), &settings).unwrap();
                for (v, found) in found[0].iter().enumerate() {
                    let (p, v) = (dense(p as usize), dense(v));
                    let term = |(j, k): (usize, usize)| {
                        p[j] * p[k] * v[j] * v[k] * (-((p[j] * v[k] - p[k] * v[j]) / sigma).powi(2)).exp()
                    };
                    let expected: f64 = pairs().map(term).sum();
                    assert!((f64::from(*found) - expected).abs() < 1e-7, "{found} {expected}");
                }
            }
        }
    }

    #[test]
    fn a_vertex_that_is_not_there_is_similar_to_nothing() {
        let model = three_joints();
        let count = model.primitives[0].positions.len() as u32;
        for vertex in [(0, count), (1, 0), (u32::MAX, u32::MAX)] {
            assert_eq!(similarities_to(&model, vertex, &CenterSettings::default()), None);
        }
    }
}
