use super::subdivision::Sample;
use super::weights::SparseWeights;
use glam::{DVec2, DVec3};
use std::collections::HashMap;

/// All triangles that share two joints, by those joints: the similarity of eq. 1 is a sum over joint pairs and
/// vanishes for the others.
#[derive(Debug)]
pub(super) struct PairIndex {
    pairs: HashMap<(u32, u32), List>,
    /// Lists are exact up to this length.
    exact_up_to: usize,
}

#[derive(Debug)]
struct List {
    entries: Vec<Entry>,
    /// When to merge again, so that what a coarse mesh with abrupt weights is cut into fits the memory.
    merge_at: usize,
}

/// Triangles with the same weights at both joints.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Weights at the pair's first and second joint.
    weights: DVec2,
    area: f64,
    /// Sum of area times position.
    moment: DVec3,
}

/// Longer lists are merged by cells of the two weights. Models with smooth weights stay below.
const EXACT_UP_TO: usize = 1 << 15;

/// Cells a unit of weight: far below sigma, so that the similarity hardly bends within one. Its error falls with the
/// square of the cell; twice as many cost four times the time.
const CELLS: f64 = 256.0;

impl Default for PairIndex {
    fn default() -> Self {
        Self { pairs: HashMap::new(), exact_up_to: EXACT_UP_TO }
    }
}

impl PairIndex {
    pub fn add(&mut self, sample: &Sample) {
        let weights = sample.weights.entries();
        let (area, moment, exact_up_to) = (sample.area, sample.position * sample.area, self.exact_up_to);
        for (place, &(j, wj)) in weights.iter().enumerate() {
            for &(k, wk) in &weights[place + 1..] {
                let empty = || List { entries: Vec::new(), merge_at: 2 * exact_up_to };
                let list = self.pairs.entry((j, k)).or_insert_with(empty);
                list.entries.push(Entry { weights: DVec2::new(wj, wk), area, moment });
                if list.entries.len() > list.merge_at {
                    list.merge(exact_up_to);
                    list.merge_at = 2 * list.entries.len().max(exact_up_to);
                }
            }
        }
    }

    /// Makes one entry of all that have exactly the same weights: whole rings of a tube.
    pub fn merge(&mut self) {
        let exact_up_to = self.exact_up_to;
        self.pairs.values_mut().for_each(|list| list.merge(exact_up_to));
    }

    /// p* of Le & Hodgins 2016, eqs. 1 and 4, for a vertex with these weights; `None` where no triangle is similar.
    pub fn center(&self, weights: &SparseWeights, sigma: f64) -> Option<DVec3> {
        let (mut moment, mut area) = (DVec3::ZERO, 0.0);
        let entries = weights.entries();
        for (place, &(j, pj)) in entries.iter().enumerate() {
            for &(k, pk) in &entries[place + 1..] {
                for entry in self.pairs.get(&(j, k)).map_or(&[][..], |list| &list.entries) {
                    let DVec2 { x: vj, y: vk } = entry.weights;
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

impl List {
    /// Merges entries of the same weights; where that leaves too many, those of one cell, at their mean weights.
    fn merge(&mut self, exact_up_to: usize) {
        self.merge_by(|weights| weights);
        if self.entries.len() > exact_up_to {
            self.merge_by(|weights| (weights * CELLS).floor());
        }
    }

    fn merge_by(&mut self, key: impl Fn(DVec2) -> DVec2) {
        let order = |a: DVec2, b: DVec2| a.x.total_cmp(&b.x).then_with(|| a.y.total_cmp(&b.y));
        self.entries.sort_by(|a, b| order(key(a.weights), key(b.weights)));
        let mut merged: Vec<Entry> = Vec::new();
        let mut last = DVec2::NAN;
        for entry in self.entries.drain(..) {
            let cell = key(entry.weights);
            match merged.last_mut() {
                Some(sum) if cell == last => {
                    let area = sum.area + entry.area;
                    if sum.weights != entry.weights {
                        sum.weights = (sum.weights * sum.area + entry.weights * entry.area) / area;
                    }
                    sum.area = area;
                    sum.moment += entry.moment;
                }
                _ => merged.push(entry),
            }
            last = cell;
        }
        self.entries = merged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Influence;

    #[test]
    fn cells_move_a_center_by_next_to_nothing() {
        let weights = |a: f32, b: f32| {
            let influences = [a, b, 1.0 - a - b];
            let list: Vec<Influence> = (0..3).map(|i| Influence { joint: i as u32, weight: influences[i] }).collect();
            SparseWeights::of(&list)
        };
        let mut exact = PairIndex { exact_up_to: usize::MAX >> 1, ..PairIndex::default() };
        let mut merged = PairIndex { exact_up_to: 64, ..PairIndex::default() };
        for i in 0..200 {
            for j in 0..200 {
                let (x, y) = (i as f32 / 200.0, j as f32 / 200.0);
                let sample = Sample {
                    position: DVec3::new(x.into(), y.into(), f64::from(x * y)),
                    area: f64::from(1.0 + x),
                    weights: weights(0.6 * x + 0.01, 0.35 * y + 0.01),
                };
                exact.add(&sample);
                merged.add(&sample);
            }
        }
        exact.merge();
        merged.merge();
        assert!(merged.pairs[&(0, 1)].entries.len() < exact.pairs[&(0, 1)].entries.len());
        for (a, b) in [(0.5, 0.3), (0.1, 0.2), (0.02, 0.3), (0.6, 0.05)] {
            let center = |index: &PairIndex| index.center(&weights(a, b), 0.1).unwrap();
            let moved = center(&exact).distance(center(&merged));
            assert!(moved < 2e-5, "{a} {b}: {moved:e}");
        }
    }
}
