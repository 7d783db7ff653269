use super::averaged::Averaged;
use super::distinct_weights::DistinctWeights;
use super::settings::CenterSettings;
use super::similarity::similarity;
use super::subdivision::Subdivision;
use super::work::{Chunk, Triangle, chunks, chunks_at_once};
use crate::work::Progress;
use crate::work::parallel::prelude::*;
use glam::DVec3;

/// The average over every small triangle, for the distinct weights listed in `wanted`. Slow but exact; used for checking
/// and for vertices that the grid cannot resolve. `chunks` are [`sample_chunks`], whose [`work_of`] the caller adds to the
/// progress. `None` for a vertex without a similar triangle; `None` for the whole result if canceled.
pub(super) fn brute_force(
    triangles: &[Triangle],
    chunks: &[Chunk],
    weights: &DistinctWeights,
    wanted: &[usize],
    averaged: Averaged,
    settings: &CenterSettings,
    progress: &Progress,
) -> Option<Vec<Option<DVec3>>> {
    let joint_count = weights.iter().flatten().map(|influence| influence.joint as usize + 1).max().unwrap_or(0);
    let mut sums = vec![Sum::default(); wanted.len()];
    for round in chunks.chunks(chunks_at_once()) {
        let samples: Vec<Samples> = round
            .par_iter()
            .map(|chunk| Samples::of(&triangles[chunk.triangles.clone()], averaged, settings.epsilon, joint_count))
            .collect();
        sums.par_iter_mut().zip(wanted).for_each_init(
            || vec![0.0; joint_count],
            |dense, (sum, &index)| {
                if !progress.is_canceled() {
                    let influences = weights.get(index);
                    influences.iter().for_each(|one| dense[one.joint as usize] = f64::from(one.weight));
                    let squared: f64 = influences.iter().map(|one| f64::from(one.weight).powi(2)).sum();
                    samples.iter().for_each(|samples| sum.add(samples, dense, squared, settings));
                    influences.iter().for_each(|one| dense[one.joint as usize] = 0.0);
                }
            },
        );
        progress.advance(work_of(round, wanted.len()));
        if progress.is_canceled() {
            return None;
        }
    }
    Some(sums.iter().map(Sum::average).collect())
}

/// The chunks of triangles whose samples are kept in memory together.
pub(super) fn sample_chunks(triangles: &[Triangle], epsilon: f64) -> Vec<Chunk> {
    chunks(triangles, epsilon, SAMPLES_OF_A_CHUNK, |_| 1)
}

/// The work of one average over these chunks for this many weights.
pub(super) fn work_of(chunks: &[Chunk], wanted: usize) -> u64 {
    chunks.iter().map(|chunk| chunk.cost).sum::<u64>() * (1 + wanted as u64)
}

const SAMPLES_OF_A_CHUNK: u64 = 1 << 13;

/// Small triangles with their weights in one flat list.
#[derive(Default)]
struct Samples {
    weights: Vec<(u32, f64)>,
    ends: Vec<usize>,
    areas: Vec<f64>,
    /// Values of the averaged quantity.
    values: Vec<DVec3>,
}

impl Samples {
    /// Joints that influence no vertex with several influences form no pair and are left out.
    fn of(triangles: &[Triangle], averaged: Averaged, epsilon: f64, joint_count: usize) -> Self {
        let mut samples = Self::default();
        let mut subdivision = Subdivision::new(epsilon);
        for triangle in triangles {
            subdivision.take(triangle.primitive, triangle.corners);
            subdivision.each(&mut |sample| {
                let weights = sample.joints.iter().copied().zip(sample.weights.iter().copied());
                samples
                    .weights
                    .extend(weights.filter(|&(joint, weight)| weight != 0.0 && (joint as usize) < joint_count));
                samples.ends.push(samples.weights.len());
                samples.areas.push(sample.area);
                samples.values.push(averaged.over(&sample));
            });
        }
        samples
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    mass: f64,
    moment: DVec3,
}

impl Sum {
    /// Adds the samples' contributions. `vertex` has a weight for every joint, and `squared` is the sum of their
    /// squares.
    fn add(&mut self, samples: &Samples, vertex: &[f64], squared: f64, settings: &CenterSettings) {
        let mut start = 0;
        for (sample, &end) in samples.ends.iter().enumerate() {
            let triangle = &samples.weights[start..end];
            start = end;
            let similarity = similarity(vertex, squared, triangle, settings);
            if similarity != 0.0 {
                let mass = similarity * samples.areas[sample];
                self.mass += mass;
                self.moment += mass * samples.values[sample];
            }
        }
    }

    fn average(&self) -> Option<DVec3> {
        let average = self.moment / self.mass;
        (self.mass.abs() > f64::MIN_POSITIVE && average.is_finite()).then_some(average)
    }
}
