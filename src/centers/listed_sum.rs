//! The sum over triangles one by one, for vertices to which so little surface is similar that the grid's error might
//! matter. Of the many triangles, only those count that share a pair of joints with the vertex.

use super::averaged::Averaged;
use super::distinct_weights::DistinctWeights;
use super::kernel_grid::Moments;
use super::pair_ids::PairIds;
use super::pair_sums::{Listed, total_of_listed};
use super::settings::CenterSettings;
use super::terms::{Terms, by_pair, chunks_of_terms};
use super::work::{Triangle, chunks_at_once};
use crate::model::Influence;
use crate::work::Progress;
use glam::DVec3;
use rayon::prelude::*;

/// The averages of Le & Hodgins 2016, eqs. 1 and 4, for the distinct weights listed in `wanted`: one list for each entry
/// of `averaged`, with `None` where no triangle is similar. `None` if cancelled.
pub(super) fn listed_sum(
    triangles: &[Triangle],
    weights: &DistinctWeights,
    wanted: &[usize],
    averaged: &[Averaged],
    settings: &CenterSettings,
    progress: &Progress,
) -> Option<Vec<Vec<Option<DVec3>>>> {
    let pairs = PairIds::of(weights, wanted);
    let chunks = chunks_of_terms(triangles, settings.epsilon, &pairs);
    progress.add_total(chunks.iter().map(|chunk| chunk.cost).sum::<u64>() * averaged.len() as u64);
    let average = |&averaged: &Averaged| {
        let mut sums: Vec<Moments> = vec![[0.0; 4]; wanted.len()];
        // No more terms are in memory than those of a round.
        for round in chunks.chunks(chunks_at_once()) {
            let terms: Vec<Terms> = round
                .par_iter()
                .map(|chunk| Terms::of(&triangles[chunk.triangles.clone()], averaged, &pairs, settings.epsilon, chunk))
                .collect();
            let of_pair = by_pair(&terms, pairs.count());
            sums.par_iter_mut().zip(wanted).for_each(|(sum, &index)| {
                if !progress.is_cancelled() {
                    add(weights.get(index), &pairs, &of_pair, settings.sigma, sum);
                }
            });
            progress.advance(round.iter().map(|chunk| chunk.cost).sum());
            if progress.is_cancelled() {
                return None;
            }
        }
        Some(sums.into_iter().map(average_of).collect())
    };
    averaged.iter().map(average).collect()
}

/// Adds what the terms are to a vertex with these influences.
fn add(influences: &[Influence], pairs: &PairIds, of_pair: &[Vec<&[Listed]>], sigma: f64, sum: &mut Moments) {
    for (index, first) in influences.iter().enumerate() {
        for second in &influences[index + 1..] {
            let Some(pair) = pairs.get(first.joint, second.joint) else { continue };
            let vertex = [f64::from(first.weight), f64::from(second.weight)];
            for listed in &of_pair[pair as usize] {
                let total = total_of_listed(vertex, listed, sigma);
                // Both orders of a pair give the same term; the factor of two cancels.
                sum.iter_mut().zip(total).for_each(|(sum, total)| *sum += vertex[0] * vertex[1] * total);
            }
        }
    }
}

fn average_of([mass, x, y, z]: Moments) -> Option<DVec3> {
    let average = DVec3::new(x, y, z) / mass;
    (mass.abs() > f64::MIN_POSITIVE && average.is_finite()).then_some(average)
}
