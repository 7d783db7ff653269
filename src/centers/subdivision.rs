use super::weights::SparseWeights;
use crate::model::Primitive;
use glam::DVec3;
use std::collections::HashMap;

/// A triangle as the sum wants it: one point that carries its area.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Mean position, in the bind frame.
    pub position: DVec3,
    /// In the bind frame.
    pub area: f64,
    /// Mean weights.
    pub weights: SparseWeights,
}

/// Bisects a primitive's triangles until no edge is longer than `epsilon` in the space of weights (Le & Hodgins 2016,
/// section 3.2), and tells each small triangle. Triangles without area are left out.
///
/// The first edge that is too long is bisected first; midpoints are shared between triangles, so that no gaps open.
pub(super) fn subdivide(primitive: &Primitive, epsilon: f64, mut tell: impl FnMut(Sample)) {
    let mut surface = Surface {
        positions: primitive.positions.iter().map(|position| position.as_dvec3()).collect(),
        weights: primitive.influences.iter().map(SparseWeights::of).collect(),
        midpoints: HashMap::new(),
    };
    let mut open: Vec<[u32; 3]> = Vec::new();
    for triangle in primitive.indices.chunks_exact(3) {
        open.push([triangle[0], triangle[1], triangle[2]]);
        while let Some(corners) = open.pop() {
            match (0..3).find(|&edge| surface.edge_length(corners, edge) > epsilon) {
                Some(edge) => {
                    let [a, b, c] = [corners[edge], corners[(edge + 1) % 3], corners[(edge + 2) % 3]];
                    let middle = surface.midpoint(a, b);
                    open.push([middle, b, c]);
                    open.push([a, middle, c]);
                }
                None => {
                    let sample = surface.sample(corners);
                    if sample.area > 0.0 {
                        tell(sample);
                    }
                }
            }
        }
    }
}

struct Surface {
    positions: Vec<DVec3>,
    weights: Vec<SparseWeights>,
    midpoints: HashMap<(u32, u32), u32>,
}

impl Surface {
    /// In the space of weights.
    fn edge_length(&self, corners: [u32; 3], edge: usize) -> f64 {
        let (from, to) = (corners[edge] as usize, corners[(edge + 1) % 3] as usize);
        self.weights[from].distance(&self.weights[to])
    }

    fn midpoint(&mut self, a: u32, b: u32) -> u32 {
        let edge = (a.min(b), a.max(b));
        if let Some(&known) = self.midpoints.get(&edge) {
            return known;
        }
        let (first, second) = (edge.0 as usize, edge.1 as usize);
        let number = self.positions.len() as u32;
        self.positions.push((self.positions[first] + self.positions[second]) * 0.5);
        self.weights.push(SparseWeights::mean(&[&self.weights[first], &self.weights[second]]));
        self.midpoints.insert(edge, number);
        number
    }

    fn sample(&self, corners: [u32; 3]) -> Sample {
        let [a, b, c] = corners.map(|corner| self.positions[corner as usize]);
        let [wa, wb, wc] = corners.map(|corner| &self.weights[corner as usize]);
        Sample {
            position: (a + b + c) / 3.0,
            area: (b - a).cross(c - a).length() * 0.5,
            weights: SparseWeights::mean(&[wa, wb, wc]),
        }
    }
}
