use crate::model::{Influence, Primitive};
use glam::DVec3;

/// A small triangle as a sample for the sum: one point with the triangle's area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'a> {
    /// Mean position, in the bind frame.
    pub position: DVec3,
    pub corners: [DVec3; 3],
    /// Area in the bind frame; positive.
    pub area: f64,
    /// Joints of the original triangle, ascending.
    pub joints: &'a [u32],
    /// Mean weights, one per joint in `joints`; some may be zero.
    pub weights: &'a [f64],
}

/// Weights between zero and one are at most sqrt 2 apart, so an edge has fewer pieces than this even at the smallest
/// epsilon. Only large negative weights, which would cause endless subdivision, reach this limit.
const MOST_PIECES: f64 = 256.0;

/// Edge length from which weights count as abrupt, in units of epsilon. On models whose weights are as abrupt as one
/// joint per vertex, this reduces the number of small triangles by a factor of thousands.
const ABRUPT: f64 = 6.0;

/// The squared length limit in the space of weights for a triangle with these squared edge lengths.
pub(super) fn allowed_squared(epsilon: f64, edges_squared: [f64; 3]) -> f64 {
    let longest = edges_squared.into_iter().fold(0.0, f64::max);
    (epsilon * epsilon).max(longest / MOST_PIECES.powi(2))
}

/// The edge to bisect, if any is too long. The paper does not specify which edge to split first. Here it is the first
/// that is too long; but if an edge is too long by a factor of `ABRUPT`, the longest is split, since slivers would
/// otherwise be split into slivers endlessly.
pub(super) fn edge_to_cut(lengths_squared: [f64; 3], allowed_squared: f64) -> Option<usize> {
    let longest = (0..3).fold(0, |a, b| if lengths_squared[b] > lengths_squared[a] { b } else { a });
    if lengths_squared[longest] > allowed_squared * ABRUPT.powi(2) {
        return Some(longest);
    }
    (0..3).find(|&edge| lengths_squared[edge] > allowed_squared)
}

/// Bisects triangles until no edge is longer than `epsilon` in the space of weights (Le & Hodgins 2016, section 3.2).
///
/// Holds one triangle and the corners of its ancestors: memory grows with the depth of the bisection, not with the
/// number of small triangles.
#[derive(Debug)]
pub(super) struct Subdivision {
    epsilon: f64,
    /// Squared length limit for this triangle's edges.
    allowed_squared: f64,
    joints: Vec<u32>,
    /// Positions of the corners in use, the triangle's own three first.
    positions: Vec<DVec3>,
    /// Their weights, one row of `joints.len()` per corner.
    weights: Vec<f64>,
    mean: Vec<f64>,
}

impl Subdivision {
    pub fn new(epsilon: f64) -> Self {
        let (joints, positions, weights, mean) = Default::default();
        Self { epsilon, allowed_squared: epsilon * epsilon, joints, positions, weights, mean }
    }

    /// Starts a triangle and returns its joints, ascending.
    pub fn take(&mut self, primitive: &Primitive, corners: [u32; 3]) -> &[u32] {
        let influences = corners.map(|corner| primitive.influences.of(corner as usize));
        self.joints.clear();
        self.joints.extend(influences.iter().flat_map(|list| list.iter().map(|one| one.joint)));
        self.joints.sort_unstable();
        self.joints.dedup();
        self.positions.clear();
        self.positions.extend(corners.map(|corner| primitive.positions[corner as usize].as_dvec3()));
        self.weights.clear();
        self.weights.resize(3 * self.joints.len(), 0.0);
        for (row, list) in self.weights.chunks_exact_mut(self.joints.len()).zip(influences) {
            for &Influence { joint, weight } in list {
                let column = self.joints.partition_point(|&other| other < joint);
                row[column] = f64::from(weight);
            }
        }
        let edges = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| self.length_squared(a, b));
        self.allowed_squared = allowed_squared(self.epsilon, edges);
        &self.joints
    }

    /// Passes every small triangle of the current one to `tell`. Triangles without area are left out.
    pub fn each(&mut self, tell: &mut impl FnMut(Sample)) {
        self.cut([0, 1, 2], tell);
    }

    /// Estimated number of small triangles that [`Self::each`] will produce; at least one.
    pub fn estimate(&self) -> u64 {
        let mut lengths = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| self.length_squared(a, b).sqrt());
        lengths.sort_unstable_by(f64::total_cmp);
        let pieces = |length: f64| (length / self.allowed_squared.sqrt()).ceil().max(1.0);
        (pieces(lengths[2]) * pieces(lengths[1])) as u64
    }

    fn cut(&mut self, corners: [usize; 3], tell: &mut impl FnMut(Sample)) {
        let lengths_squared = [0, 1, 2].map(|edge| self.length_squared(corners[edge], corners[(edge + 1) % 3]));
        let Some(edge) = edge_to_cut(lengths_squared, self.allowed_squared) else { return self.tell(corners, tell) };
        let [a, b, c] = [corners[edge], corners[(edge + 1) % 3], corners[(edge + 2) % 3]];
        let middle = self.push_midpoint(a, b);
        self.cut([a, middle, c], tell);
        self.cut([middle, b, c], tell);
        self.positions.truncate(middle);
        self.weights.truncate(middle * self.joints.len());
    }

    fn row(&self, corner: usize) -> &[f64] {
        &self.weights[corner * self.joints.len()..][..self.joints.len()]
    }

    /// Squared edge length in the space of weights.
    fn length_squared(&self, a: usize, b: usize) -> f64 {
        self.row(a).iter().zip(self.row(b)).map(|(a, b)| (a - b) * (a - b)).sum()
    }

    fn push_midpoint(&mut self, a: usize, b: usize) -> usize {
        let index = self.positions.len();
        self.positions.push((self.positions[a] + self.positions[b]) * 0.5);
        let joints = self.joints.len();
        for joint in 0..joints {
            self.weights.push((self.weights[a * joints + joint] + self.weights[b * joints + joint]) * 0.5);
        }
        index
    }

    fn tell(&mut self, corners: [usize; 3], tell: &mut impl FnMut(Sample)) {
        let positions @ [a, b, c] = corners.map(|corner| self.positions[corner]);
        let area = (b - a).cross(c - a).length() * 0.5;
        if area > 0.0 {
            let joints = self.joints.len();
            let [a_row, b_row, c_row] = corners.map(|corner| &self.weights[corner * joints..][..joints]);
            self.mean.clear();
            self.mean.extend((0..joints).map(|joint| (a_row[joint] + b_row[joint] + c_row[joint]) / 3.0));
            let (position, corners) = ((a + b + c) / 3.0, positions);
            tell(Sample { position, corners, area, joints: &self.joints, weights: &self.mean });
        }
    }
}
