use super::Percentiles;
use crate::skinning::SkinnedVertex;
use glam::Vec3;

/// How far one skin is from another of the same vertices, over vertices and poses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkinDistance {
    /// Largest distance, as a fraction of the extent.
    pub largest: f64,
    /// 99th percentile of the distances, as a fraction of the extent.
    pub percentile_99: f64,
    /// Root mean square of the distances, as a fraction of the extent.
    pub root_mean_square: f64,
    /// Mean of the distances, as a fraction of the extent.
    pub mean: f64,
    /// 99th percentile of the angles between normals, in degrees.
    pub normal_degrees: f64,
}

/// Distances that are collected before they are summarized.
#[derive(Clone, Debug, Default)]
pub struct CollectedDistances {
    largest: f64,
    sum: f64,
    squares: f64,
    count: usize,
    /// Every n-th distance is sampled.
    stride: usize,
    /// Distances and angles in degrees of which percentiles are taken.
    sampled: Vec<[f32; 2]>,
}

/// Largest number of values of which percentiles are taken. Of more, every n-th counts: a hundred thousand give the 99th
/// percentile to a hundredth of itself.
const SAMPLED: usize = 1 << 18;

impl CollectedDistances {
    /// Collects about so many distances.
    pub fn of(count: usize) -> Self {
        Self { stride: count.div_ceil(SAMPLED).max(1), ..Self::default() }
    }

    /// Adds the distances of vertices in a pose. Those that are no number are left out: a method may have no answer for a
    /// vertex. Returns the vertex that is farther away than all before, if there is one.
    pub fn add(&mut self, skin: &[SkinnedVertex], other: &[SkinnedVertex], extent: f64) -> Option<usize> {
        let mut farthest = None;
        for (index, (own, other)) in skin.iter().zip(other).enumerate() {
            let distance = own.position.as_dvec3().distance(other.position.as_dvec3()) / extent;
            if !distance.is_finite() {
                continue;
            }
            if self.count.is_multiple_of(self.stride.max(1)) {
                let [own, other] = [own.normal, other.normal].map(Vec3::as_dvec3);
                let angle = own.cross(other).length().atan2(own.dot(other)).to_degrees();
                self.sampled.push([distance as f32, angle as f32]);
            }
            if distance > self.largest {
                self.largest = distance;
                farthest = Some(index);
            }
            self.sum += distance;
            self.squares += distance * distance;
            self.count += 1;
        }
        farthest
    }

    /// Adds what was collected apart.
    pub fn append(&mut self, more: Self) {
        self.largest = self.largest.max(more.largest);
        self.sum += more.sum;
        self.squares += more.squares;
        self.count += more.count;
        self.sampled.extend(more.sampled);
    }

    /// Largest distance so far, as a fraction of the extent.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// What was collected, in numbers.
    pub fn summary(self) -> SkinDistance {
        let count = self.count.max(1) as f64;
        let percentile = |index: usize| {
            let values = self.sampled.iter().map(|sample| f64::from(sample[index]));
            Percentiles::of(values).map_or(0.0, |found| found.p99)
        };
        SkinDistance {
            largest: self.largest,
            percentile_99: percentile(0),
            root_mean_square: (self.squares / count).sqrt(),
            mean: self.sum / count,
            normal_degrees: percentile(1),
        }
    }
}
