use super::subdivision::Sample;
use super::weights::SparseWeights;
use glam::DVec3;
use std::collections::HashMap;

/// All triangles that share two joints, by those joints: the similarity of eq. 1 is a sum over joint pairs and
/// vanishes for the others.
#[derive(Debug, Default)]
pub(super) struct PairIndex {
    pairs: HashMap<(u32, u32), Vec<Entry>>,
}

/// Triangles with the same weights at both joints.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Weights at the pair's first and second joint.
    weights: [f64; 2],
    area: f64,
    /// Sum of area times position.
    moment: DVec3,
}

impl PairIndex {
    pub fn add(&mut self, sample: &Sample) {
        let entries = sample.weights.entries();
        for (place, &(j, wj)) in entries.iter().enumerate() {
            for &(k, wk) in &entries[place + 1..] {
                let moment = sample.position * sample.area;
                self.pairs.entry((j, k)).or_default().push(Entry { weights: [wj, wk], area: sample.area, moment });
            }
        }
    }

    /// Makes one entry of all that have exactly the same weights: whole rings of a tube.
    pub fn merge(&mut self) {
        for list in self.pairs.values_mut() {
            list.sort_by(|a, b| {
                a.weights[0].total_cmp(&b.weights[0]).then_with(|| a.weights[1].total_cmp(&b.weights[1]))
            });
            list.dedup_by(|next, kept| {
                let same = next.weights == kept.weights;
                if same {
                    kept.area += next.area;
                    kept.moment += next.moment;
                }
                same
            });
        }
    }

    /// p* of Le & Hodgins 2016, eqs. 1 and 4, for a vertex with these weights; `None` where no triangle is similar.
    pub fn center(&self, weights: &SparseWeights, sigma: f64) -> Option<DVec3> {
        let (mut moment, mut area) = (DVec3::ZERO, 0.0);
        let entries = weights.entries();
        for (place, &(j, pj)) in entries.iter().enumerate() {
            for &(k, pk) in &entries[place + 1..] {
                for entry in self.pairs.get(&(j, k)).map_or(&[][..], Vec::as_slice) {
                    let [vj, vk] = entry.weights;
                    let apart = (pj * vk - pk * vj) / sigma;
                    // Both orders of the pair give the same term; the factor of two cancels.
                    let similarity = pj * pk * vj * vk * (-apart * apart).exp();
                    moment += entry.moment * similarity;
                    area += entry.area * similarity;
                }
            }
        }
        // Negative weights may make the sum vanish.
        let center = moment / area;
        (area.abs() > f64::MIN_POSITIVE && center.is_finite()).then_some(center)
    }
}
