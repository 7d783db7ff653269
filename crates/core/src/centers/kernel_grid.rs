//! Sums the kernel of eq. 1 over many triangles at once, on a grid.
//!
//! With the joints' share m = v_j + v_k and its division r = v_k / m, p_j v_k - p_k v_j = m_p m_v (r_v - r_p), so the
//! kernel exp(-(p_j v_k - p_k v_j)^2 / sigma^2) is a Gaussian of r_v - r_p with the width sigma / (m_p m_v). It is
//! smooth in both r and m. Each triangle is therefore spread over the 8 x 8 nearest nodes of a fixed grid with
//! polynomial interpolation weights, and a vertex sums over nodes instead of triangles: its cost is independent of the
//! number of triangles. The error is bounded by [`KernelGrid::ERROR`].
//!
//! Code that is not inlined is not compiled for the processor's wide registers, so the loops call no functions of
//! arrays.

use std::ops::Range;

/// Share and division of a joint pair's weights; both weights are nonnegative and at least one is positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairWeights {
    /// v_j + v_k, in (0, 1].
    pub share: f64,
    /// v_k / (v_j + v_k), in [0, 1].
    pub division: f64,
}

impl PairWeights {
    pub fn new(first: f64, second: f64) -> Self {
        let share = first + second;
        Self { share, division: second / share }
    }
}

/// The summed quantities: mass, and mass times the averaged quantity.
pub(super) type Moments = [f64; 4];

/// Number of nodes that a value is spread over, in each direction.
const ORDER: usize = 8;
/// Number of these nodes that lie below the interval that contains the value.
const BELOW: usize = ORDER / 2 - 1;

/// Distance of nodes in division where the share is one, in units of sigma. A trade-off between error and cost: the
/// error falls with its eighth power, while the number of nodes and the time per vertex grow as it falls.
const DIVISION_STEP: f64 = 0.095;
/// Distance of nodes in asinh(share / sigma).
const SHARE_STEP: f64 = 0.065;

/// Number of neighboring shares whose nodes lie at the same divisions, so that they are processed together. Equal to
/// ORDER, so that a spread value touches at most two groups.
const LANES: usize = 8;

/// Number of lanes that are added together, chosen so that all changing values stay in registers.
const HALF: usize = LANES / 2;

/// Distance in kernel widths beyond which the kernel is left out: if its exponent exceeds 21, it is below a tenth of
/// the error.
const REACH: f64 = 4.6;

/// One value for each share of a group.
type Lanes = [f64; LANES];

/// Nodes of `LANES` shares.
#[derive(Clone, Copy, Debug)]
struct Group {
    shares: Lanes,
    /// Distance of its nodes in division; the first lies `BELOW` steps below zero.
    step: f64,
    /// Reciprocal of the step.
    frequency: f64,
    nodes: usize,
    /// Index of its first node among the nodes of all groups.
    start: usize,
}

/// The node positions, the same for all joint pairs of one sigma.
#[derive(Debug)]
pub(super) struct KernelGrid {
    sigma: f64,
    groups: Vec<Group>,
    /// Number of shares with nodes, counted from zero.
    share_count: usize,
    interpolation: Interpolation,
}

/// The triangles of one joint pair, spread over the nodes.
#[derive(Clone, Debug)]
pub(super) struct NodeSums {
    /// For every node of a group, the four moments at its shares.
    nodes: Vec<[Lanes; 4]>,
    /// The range of nonempty halves of groups.
    first_half: usize,
    last_half: usize,
}

impl NodeSums {
    /// The groups with nonempty nodes.
    fn groups(&self) -> Range<usize> {
        if self.first_half > self.last_half { 0..0 } else { self.first_half / 2..self.last_half / 2 + 1 }
    }
}

impl KernelGrid {
    /// The error bound of the kernel, which lies between 0 and 1, for every triangle and vertex, including the coarser
    /// grids to which nodes were spread (checked by a test).
    pub const ERROR: f64 = 5e-8;

    pub fn new(sigma: f64) -> Self {
        let share_count = ((1.0 / sigma).asinh() / SHARE_STEP) as usize + ORDER / 2 + 2;
        let relative_share = |node: usize| (node as f64 * SHARE_STEP).sinh();
        let mut groups: Vec<Group> = Vec::new();
        let mut start = 0;
        for first in (0..share_count).step_by(LANES) {
            let shares = std::array::from_fn(|lane| sigma * relative_share(first + lane));
            // The step that the last share of the group needs; there is nothing past the end.
            let step = DIVISION_STEP / relative_share((first + LANES).min(share_count) - 1);
            let nodes = (1.0 / step) as usize + 1 + ORDER;
            groups.push(Group { shares, step, frequency: 1.0 / step, nodes, start });
            start += nodes;
        }
        Self { sigma, groups, share_count, interpolation: Interpolation::new() }
    }

    /// Nodes of one joint pair, with the nodes of a group counted once.
    pub fn node_count(&self) -> usize {
        self.groups.iter().map(|group| group.nodes).sum()
    }

    pub fn empty_sums(&self) -> NodeSums {
        let nodes = vec![[[0.0; LANES]; 4]; self.node_count()];
        NodeSums { nodes, first_half: usize::MAX, last_half: 0 }
    }

    /// Adds a triangle, given its `moments` for a kernel of one.
    #[inline(always)]
    pub fn spread(&self, at: PairWeights, moments: &Moments, sums: &mut NodeSums) {
        // asinh without the standard library's handling of values that do not occur here.
        let relative = at.share / self.sigma;
        let position = (relative + (relative * relative + 1.0).sqrt()).ln() / SHARE_STEP;
        let interval = (position as usize).min(self.share_count - 1 - ORDER / 2);
        let first_group = interval.saturating_sub(BELOW) / LANES;
        let mut along_share = [[0.0; LANES]; 2];
        for (offset, weight) in self.interpolation.weights(position - interval as f64).into_iter().enumerate() {
            // The kernel is even in the share: nodes below zero mirror those above.
            let index = (interval + offset).abs_diff(BELOW) - first_group * LANES;
            along_share[index / LANES][index % LANES] += weight;
        }
        let last_group = (interval + ORDER - 1 - BELOW) / LANES;
        for (index, along_share) in (first_group..=last_group).zip(along_share) {
            let group = &self.groups[index];
            let position = at.division * group.frequency;
            let interval = (position as usize).min(group.nodes - ORDER);
            let along_division = self.interpolation.weights(position - interval as f64);
            let nodes = &mut sums.nodes[group.start + interval..][..ORDER];
            for first in [0, HALF] {
                // Usually one half of two groups is not reached.
                let along_share = half_of(&along_share, first);
                if along_share != [0.0; HALF] {
                    let half = 2 * index + first / HALF;
                    sums.first_half = sums.first_half.min(half);
                    sums.last_half = sums.last_half.max(half);
                    for (node, weight) in nodes.iter_mut().zip(along_division) {
                        for (sums, moment) in node.iter_mut().zip(moments) {
                            let scaled = weight * moment;
                            for lane in 0..HALF {
                                sums[first + lane] += scaled * along_share[lane];
                            }
                        }
                    }
                }
            }
        }
    }

    /// Spreads the contents of a finer grid's nodes.
    #[inline(always)]
    pub fn spread_nodes(&self, finer: &Self, of_finer: &NodeSums, sums: &mut NodeSums) {
        for group in finer.groups.get(of_finer.groups()).unwrap_or_default() {
            for (index, node) in of_finer.nodes[group.start..][..group.nodes].iter().enumerate() {
                let division = (index as f64 - BELOW as f64) * group.step;
                for (lane, share) in group.shares.into_iter().enumerate() {
                    let moments = node.map(|lanes| lanes[lane]);
                    if moments != [0.0; 4] {
                        self.spread(PairWeights { share, division }, &moments, sums);
                    }
                }
            }
        }
    }

    /// Sum of the kernel times the moments over all triangles that were spread, for a vertex with these weights.
    ///
    /// Along the nodes of a share the exponents are quadratic, so each kernel value follows from the previous one with
    /// two multiplications, starting at the peak in both directions.
    #[inline(always)]
    pub fn sum(&self, at: PairWeights, sums: &NodeSums) -> Moments {
        let mut total = [[0.0; LANES]; 4];
        let groups = sums.groups();
        for (index, group) in groups.clone().zip(self.groups.get(groups).unwrap_or_default()) {
            let nodes = &sums.nodes[group.start..][..group.nodes];
            let center = at.division * group.frequency + BELOW as f64;
            let peak = ((center + 0.5) as usize).min(group.nodes - 1);
            let from_center = peak as f64 - center;
            // The step between nodes, in units of the kernel's width: less than a tenth.
            let mut steps = group.shares;
            let (mut squares, mut tilts, mut against, mut at_peak) = ([0.0; LANES], steps, steps, steps);
            for lane in 0..LANES {
                let step = at.share * steps[lane] / self.sigma * group.step;
                steps[lane] = step;
                squares[lane] = -step * step;
                tilts[lane] = -2.0 * from_center * step * step;
                against[lane] = 2.0 * from_center * step * step;
                at_peak[lane] = -(from_center * step) * (from_center * step);
            }
            let (squares, tilts) = (exps_of_small(squares), exps_of_small(tilts));
            let (against, at_peak) = (exps_of_small(against), exps_of_small(at_peak));
            let falls = product(squares, squares);

            let (below, above) = nodes.split_at(peak);
            let (above_factors, below_factors) = (product(tilts, squares), product(against, squares));
            let (first_below, next_below) = (product(at_peak, below_factors), product(below_factors, falls));
            let reach = (REACH / steps[0]) as usize;
            let above = &above[..above.len().min(reach.saturating_add(1))];
            let below = &below[below.len().saturating_sub(reach)..];
            for first in [0, HALF] {
                if (sums.first_half..=sums.last_half).contains(&(2 * index + first / HALF)) {
                    add_nodes(&above.iter(), first, &at_peak, &above_factors, &falls, &mut total);
                    add_nodes(&below.iter().rev(), first, &first_below, &next_below, &falls, &mut total);
                }
            }
        }
        total.map(|lanes| lanes.iter().sum())
    }
}

/// Adds the moments of consecutive nodes times exp(-x^2), given its value at the first node, the factor to the second,
/// and the ratio between successive factors, for half of the lanes, from `first` on.
#[inline(always)]
fn add_nodes<'a>(
    nodes: &(impl Iterator<Item = &'a [Lanes; 4]> + Clone),
    first: usize,
    kernel: &Lanes,
    factors: &Lanes,
    falls: &Lanes,
    total: &mut [Lanes; 4],
) {
    let (mut kernel, mut factors, falls) = (half_of(kernel, first), half_of(factors, first), half_of(falls, first));
    let [mass, x, y, z] = &*total;
    let mut sums = [half_of(mass, first), half_of(x, first), half_of(y, first), half_of(z, first)];
    for node in nodes.clone() {
        for (sum, moments) in sums.iter_mut().zip(node) {
            for lane in 0..HALF {
                sum[lane] += kernel[lane] * moments[first + lane];
            }
        }
        for lane in 0..HALF {
            kernel[lane] *= factors[lane];
            factors[lane] *= falls[lane];
        }
    }
    for (total, sum) in total.iter_mut().zip(sums) {
        total[first..first + HALF].copy_from_slice(&sum);
    }
}

#[inline(always)]
fn half_of(lanes: &Lanes, first: usize) -> [f64; HALF] {
    [lanes[first], lanes[first + 1], lanes[first + 2], lanes[first + 3]]
}

#[inline(always)]
fn product(mut a: Lanes, b: Lanes) -> Lanes {
    for lane in 0..LANES {
        a[lane] *= b[lane];
    }
    a
}

/// [`exp_of_small`] of each value.
#[inline(always)]
fn exps_of_small(mut exponents: Lanes) -> Lanes {
    for exponent in &mut exponents {
        *exponent = exp_of_small(*exponent);
    }
    exponents
}

/// Exponential of values within 0.02 of zero, accurate to the last bit or two.
#[inline(always)]
fn exp_of_small(x: f64) -> f64 {
    const C: [f64; 5] = [1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0];
    let square = x * x;
    (1.0 + x) + square * ((C[0] + C[1] * x) + square * ((C[2] + C[3] * x) + square * C[4]))
}

/// Lagrange polynomials of the nodes -3 to 4, by degree, for positions between 0 and 1.
#[derive(Debug)]
struct Interpolation {
    /// Coefficients by `[degree][node]`.
    coefficients: [[f64; ORDER]; ORDER],
}

impl Interpolation {
    fn new() -> Self {
        let mut coefficients = [[0.0; ORDER]; ORDER];
        let at = |node: usize| node as f64 - BELOW as f64;
        for node in 0..ORDER {
            let mut polynomial = [0.0; ORDER];
            polynomial[0] = 1.0;
            for other in (0..ORDER).filter(|&other| other != node) {
                // Times (position - other) / (node - other).
                let scale = 1.0 / (at(node) - at(other));
                for degree in (0..ORDER).rev() {
                    let lower = if degree > 0 { polynomial[degree - 1] } else { 0.0 };
                    polynomial[degree] = (lower - at(other) * polynomial[degree]) * scale;
                }
            }
            for (of_degree, coefficient) in coefficients.iter_mut().zip(polynomial) {
                of_degree[node] = coefficient;
            }
        }
        Self { coefficients }
    }

    #[inline(always)]
    fn weights(&self, position: f64) -> [f64; ORDER] {
        // In pairs, and pairs of pairs: this shortens the dependency chain of the multiplications.
        let c = &self.coefficients;
        let (square, fourth) = (position * position, position * position * (position * position));
        let mut weights = [0.0; ORDER];
        for (node, weight) in weights.iter_mut().enumerate() {
            let low = (c[0][node] + c[1][node] * position) + (c[2][node] + c[3][node] * position) * square;
            let high = (c[4][node] + c[5][node] * position) + (c[6][node] + c[7][node] * position) * square;
            *weight = low + high * fourth;
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernel as in eq. 1.
    fn kernel(p: PairWeights, v: PairWeights, sigma: f64) -> f64 {
        let weights = |at: PairWeights| (at.share * (1.0 - at.division), at.share * at.division);
        let ((pj, pk), (vj, vk)) = (weights(p), weights(v));
        (-((pj * vk - pk * vj) / sigma).powi(2)).exp()
    }

    #[test]
    fn interpolation_weights_hold_polynomials_up_to_the_seventh_degree() {
        let interpolation = Interpolation::new();
        for position in [0.0, 0.21, 0.5, 0.93, 1.0] {
            let weights = interpolation.weights(position);
            for degree in 0..8 {
                let sum: f64 =
                    weights.iter().zip(-3..).map(|(weight, node)| weight * f64::from(node).powi(degree)).sum();
                assert!((sum - position.powi(degree)).abs() < 1e-11 * 4f64.powi(degree), "{position}^{degree}: {sum}");
            }
        }
    }

    #[test]
    fn one_triangle_has_the_kernel_that_it_should_have() {
        for sigma in [0.02, 0.1, 0.3, 1.0] {
            let (grid, coarser) = (KernelGrid::new(sigma), KernelGrid::new(2.0 * sigma));
            let (mut worst, mut worst_of_coarser) = (0f64, 0f64);
            for share in [1e-5, 0.003, 0.02, 0.1, 0.3, 0.51, 0.77, 0.99, 1.0] {
                for division in [0.0, 1e-4, 0.013, 0.24, 0.5, 0.61, 0.98, 1.0] {
                    let triangle = PairWeights { share, division };
                    let mut sums = grid.empty_sums();
                    grid.spread(triangle, &[1.0, 2.0, -3.0, 4.0], &mut sums);
                    let mut coarser_sums = coarser.empty_sums();
                    coarser.spread_nodes(&grid, &sums, &mut coarser_sums);
                    for share in [0.001, 0.04, 0.2, 0.5, 0.8, 1.0] {
                        for division in (0..=60).map(|step| f64::from(step) / 60.0) {
                            let vertex = PairWeights { share, division };
                            let (found, wanted) = (grid.sum(vertex, &sums), kernel(vertex, triangle, sigma));
                            if share <= 0.5 {
                                let doubled = PairWeights { share: 2.0 * share, division };
                                let found = coarser.sum(doubled, &coarser_sums)[0];
                                worst_of_coarser = worst_of_coarser.max((found - wanted).abs());
                            }
                            for (found, factor) in found.into_iter().zip([1.0, 2.0, -3.0, 4.0]) {
                                worst = worst.max((found / factor - wanted).abs());
                            }
                        }
                    }
                }
            }
            let both = worst.max(worst_of_coarser);
            assert!(both < KernelGrid::ERROR, "sigma {sigma}: {worst:e}, coarser {worst_of_coarser:e}");
        }
    }

    #[test]
    fn each_value_of_the_kernel_follows_from_the_one_before() {
        let (start, step) = (0.021, 0.094);
        let at = |position: f64| (-(start + step * position).powi(2)).exp();
        let mut nodes = vec![[[0.0; LANES]; 4]; 60];
        for index in [0, 1, 2, 17, 48] {
            nodes.iter_mut().for_each(|node| *node = [[0.0; LANES]; 4]);
            nodes[index][1] = [2.0; LANES];
            let mut total = [[0.0; LANES]; 4];
            let square = exp_of_small(-step * step);
            let (first, factor) = (at(0.0), at(1.0) / at(0.0));
            for half in [0, HALF] {
                let (kernel, factors, falls) = ([first; LANES], [factor; LANES], [square * square; LANES]);
                add_nodes(&nodes.iter(), half, &kernel, &factors, &falls, &mut total);
            }
            let wanted = 2.0 * at(index as f64);
            assert!((total[1][3] - wanted).abs() < 1e-12 * wanted, "{index}: {} {wanted}", total[1][3]);
            assert_eq!(total[1], [total[1][3]; LANES]);
            assert_eq!(total[0], [0.0; LANES]);
        }
        for x in [-0.019, -1e-3, 0.0, 1e-5, 0.02f64] {
            assert!((exp_of_small(x) - x.exp()).abs() < 1e-15 * 2.0);
        }
    }
}
