use super::averaged::Averaged;
use super::distinct_weights::DistinctWeights;
use super::pair_ids::PairIds;
use super::pair_sums::{Listed, PairSums, PairTotal, Summation};
use super::settings::CenterSettings;
use super::terms::{Terms, by_pair, chunks_of_terms};
use super::work::{Chunk, Triangle, chunks_at_once};
use crate::model::Influence;
use crate::work::Progress;
use crate::work::parallel::prelude::*;
use glam::DVec3;

/// The result of the sum for one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found {
    Average(DVec3),
    /// No triangle is similar.
    Nothing,
    /// So little is similar that the grid's error might matter; the triangles have to be summed individually.
    Doubtful,
}

impl Found {
    pub fn average(self) -> Option<DVec3> {
        if let Self::Average(average) = self { Some(average) } else { None }
    }
}

/// The error of the grid is at most this fraction of a vertex's own denominator; otherwise the vertex is
/// [`Found::Doubtful`].
const LARGEST_DOUBT: f64 = 1e-6;

/// Number of vertices that are summed between two progress checks.
const VERTICES_AT_ONCE: usize = 128;

/// The cost of a vertex relative to one term of a triangle, for progress reports.
const TERMS_PER_VERTEX: u64 = 30;

/// The averages of Le & Hodgins 2016, eqs. 1 and 4, for the distinct weights listed in `wanted`: one list for each entry
/// of `averaged`. `None` if canceled.
pub(super) fn grid_sum(
    triangles: &[Triangle],
    weights: &DistinctWeights,
    wanted: &[usize],
    averaged: &[Averaged],
    settings: &CenterSettings,
    progress: &Progress,
) -> Option<Vec<Vec<Found>>> {
    let pairs = PairIds::of(weights, wanted);
    let chunks = chunks_of_terms(triangles, settings.epsilon, &pairs);
    let cost = chunks.iter().map(|chunk| chunk.cost).sum::<u64>() + wanted.len() as u64 * TERMS_PER_VERTEX;
    progress.add_total(cost * averaged.len() as u64);

    let no_negative_weights = weights.iter().flatten().all(|influence| influence.weight > 0.0);
    let summation = Summation::new(settings.sigma, no_negative_weights);
    let sum = GridSum { triangles, weights, wanted, settings, pairs: &pairs, chunks: &chunks, summation: &summation };
    averaged.iter().map(|&averaged| sum.average(averaged, progress)).collect()
}

/// All data that does not depend on the averaged quantity.
struct GridSum<'a> {
    triangles: &'a [Triangle<'a>],
    weights: &'a DistinctWeights,
    wanted: &'a [usize],
    settings: &'a CenterSettings,
    pairs: &'a PairIds,
    chunks: &'a [Chunk],
    summation: &'a Summation,
}

impl GridSum<'_> {
    /// The averages of one quantity, or `None` if canceled.
    fn average(&self, averaged: Averaged, progress: &Progress) -> Option<Vec<Found>> {
        let Self { triangles, weights, wanted, settings, pairs, chunks, summation } = *self;
        let arch = pulp::Arch::new();
        let mut sums = vec![PairSums::default(); pairs.count()];
        for round in chunks.chunks(chunks_at_once()) {
            let terms: Vec<Terms> = round
                .par_iter()
                .map(|chunk| Terms::of(&triangles[chunk.triangles.clone()], averaged, pairs, settings.epsilon, chunk))
                .collect();
            gather(&terms, summation, &mut sums, arch);
            progress.advance(round.iter().map(|chunk| chunk.cost).sum());
            if progress.is_canceled() {
                return None;
            }
        }
        sums.par_iter_mut().enumerate().for_each(|(pair, sums)| {
            arch.dispatch(Finish { summation, vertices: pairs.uses(pair), sums });
        });
        let found: Vec<Found> = wanted
            .par_chunks(VERTICES_AT_ONCE)
            .flat_map_iter(|indices| {
                let mut found = Vec::with_capacity(indices.len());
                if !progress.is_canceled() {
                    arch.dispatch(Averages { indices, weights, pairs, summation, sums: &sums, into: &mut found });
                }
                progress.advance(indices.len() as u64 * TERMS_PER_VERTEX);
                found
            })
            .collect();
        (!progress.is_canceled()).then_some(found)
    }
}

/// Adds the terms of all chunks in order.
fn gather(chunks: &[Terms], summation: &Summation, sums: &mut [PairSums], arch: pulp::Arch) {
    let of_pair = by_pair(chunks, sums.len());
    let touched: Vec<_> = sums.iter_mut().zip(of_pair).filter(|(_, parts)| !parts.is_empty()).collect();
    // One pair per task, because most terms belong to a few neighbors in the list, which would otherwise go to one
    // thread.
    touched.into_par_iter().with_max_len(1).for_each(|(sums, parts)| {
        arch.dispatch(Add { summation, parts: &parts, sums });
    });
}

/// The three inner loops, each compiled for the processor's instruction set. No multiply-add is fused, so that all
/// processors give the same result.
struct Add<'a> {
    summation: &'a Summation,
    parts: &'a [&'a [Listed]],
    sums: &'a mut PairSums,
}

impl pulp::WithSimd for Add<'_> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for part in self.parts {
            self.summation.add(part, self.sums);
        }
    }
}

struct Finish<'a> {
    summation: &'a Summation,
    vertices: u32,
    sums: &'a mut PairSums,
}

impl pulp::WithSimd for Finish<'_> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        self.summation.finish(self.vertices, self.sums);
    }
}

struct Averages<'a> {
    indices: &'a [usize],
    weights: &'a DistinctWeights,
    pairs: &'a PairIds,
    summation: &'a Summation,
    sums: &'a [PairSums],
    into: &'a mut Vec<Found>,
}

impl pulp::WithSimd for Averages<'_> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for &index in self.indices {
            self.into.push(average(self.weights.get(index), self.pairs, self.summation, self.sums));
        }
    }
}

#[inline(always)]
fn average(influences: &[Influence], pairs: &PairIds, summation: &Summation, sums: &[PairSums]) -> Found {
    let (mut mass, mut moment, mut doubt) = (0.0, DVec3::ZERO, 0.0);
    for (index, first) in influences.iter().enumerate() {
        for second in &influences[index + 1..] {
            if let Some(pair) = pairs.get(first.joint, second.joint) {
                let vertex = [f64::from(first.weight), f64::from(second.weight)];
                let PairTotal { moments: [m, x, y, z], doubt: pair_doubt } =
                    summation.total(vertex, &sums[pair as usize]);
                // Both orders of a pair give the same term; the factor of two cancels.
                let product = vertex[0] * vertex[1];
                mass += product * m;
                moment += product * DVec3::new(x, y, z);
                doubt += product.abs() * pair_doubt;
            }
        }
    }
    if doubt > LARGEST_DOUBT * mass.abs() {
        return Found::Doubtful;
    }
    // Negative weights may make the sum vanish.
    let average = moment / mass;
    if mass.abs() > f64::MIN_POSITIVE && average.is_finite() { Found::Average(average) } else { Found::Nothing }
}
