//! Contributions of the triangles of a model to its pairs of joints.

use super::averaged::Averaged;
use super::pair_ids::PairIds;
use super::pair_sums::Listed;
use super::subdivision::{Sample, Subdivision};
use super::work::{Chunk, Triangle, chunks};
use glam::DVec3;
use std::ops::Range;

/// Number of terms that one chunk produces: a few megabytes.
const TERMS_OF_A_CHUNK: u64 = 1 << 15;

/// The chunks of triangles with terms of these pairs; their cost is about the number of terms.
pub(super) fn chunks_of_terms(triangles: &[Triangle], epsilon: f64, pairs: &PairIds) -> Vec<Chunk> {
    chunks(triangles, epsilon, TERMS_OF_A_CHUNK, |joints| pairs_among(joints, pairs).count() as u64)
}

/// The terms of all chunks for each pair, in order.
pub(super) fn by_pair(chunks: &[Terms], pair_count: usize) -> Vec<Vec<&[Listed]>> {
    let mut of_pair: Vec<Vec<&[Listed]>> = vec![Vec::new(); pair_count];
    for terms in chunks {
        for (pair, range) in &terms.of_pair {
            of_pair[*pair as usize].push(&terms.sorted[range.clone()]);
        }
    }
    of_pair
}

/// For each pair in `joints` (ascending) that a wanted vertex shares: the indices of both joints in the list, and the
/// pair's index.
fn pairs_among<'a>(joints: &'a [u32], pairs: &'a PairIds) -> impl Iterator<Item = (usize, usize, u32)> + 'a {
    (0..joints.len()).flat_map(move |first| {
        (first + 1..joints.len())
            .filter_map(move |second| pairs.get(joints[first], joints[second]).map(|pair| (first, second, pair)))
    })
}

/// The terms of a chunk's triangles, by joint pair.
pub(super) struct Terms {
    sorted: Vec<Listed>,
    of_pair: Vec<(u32, Range<usize>)>,
}

impl Terms {
    pub fn of(triangles: &[Triangle], averaged: Averaged, pairs: &PairIds, epsilon: f64, chunk: &Chunk) -> Self {
        let mut terms: Vec<(u32, Listed)> = Vec::with_capacity((2 * chunk.cost.min(TERMS_OF_A_CHUNK)) as usize);
        let mut subdivision = Subdivision::new(epsilon);
        let mut among = Vec::new();
        for triangle in triangles {
            among.clear();
            among.extend(pairs_among(subdivision.take(triangle.primitive, triangle.corners), pairs));
            if !among.is_empty() {
                subdivision.each(&mut |sample| {
                    let value = averaged.over(&sample);
                    let terms_of_sample = among.iter().filter_map(|&(first, second, pair)| {
                        term(&sample, value, first, second).map(|term| (pair, term))
                    });
                    terms.extend(terms_of_sample);
                });
            }
        }
        Self::sort(&terms, pairs.count())
    }

    /// Counting sort keeps the order of triangles, so the result does not depend on the threads.
    fn sort(terms: &[(u32, Listed)], pair_count: usize) -> Self {
        let mut ends = vec![0; pair_count];
        terms.iter().for_each(|&(pair, _)| ends[pair as usize] += 1);
        let mut of_pair = Vec::new();
        let mut start = 0;
        for (pair, end) in ends.iter_mut().enumerate().filter(|(_, end)| **end > 0) {
            of_pair.push((pair as u32, start..start + *end));
            (start, *end) = (start + *end, start);
        }
        let mut sorted = vec![Listed { weights: [0.0; 2], moments: [0.0; 4] }; terms.len()];
        for &(pair, term) in terms {
            let end = &mut ends[pair as usize];
            sorted[*end] = term;
            *end += 1;
        }
        Self { sorted, of_pair }
    }
}

fn term(sample: &Sample, value: DVec3, first: usize, second: usize) -> Option<Listed> {
    let weights = [sample.weights[first], sample.weights[second]];
    let mass = weights[0] * weights[1] * sample.area;
    let [x, y, z] = (value * mass).to_array();
    (mass != 0.0).then_some(Listed { weights, moments: [mass, x, y, z] })
}
