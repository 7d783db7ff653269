use super::kernel_grid::{KernelGrid, Moments, NodeSums, PairWeights};

/// Triangles that share two joints, in a list if they are few, otherwise spread over a grid.
#[derive(Clone, Debug, Default)]
pub(super) struct PairSums {
    listed: Vec<Listed>,
    /// The first grid serves all vertices; each further one serves vertices whose share is at most half that of the
    /// previous grid's.
    spread: Vec<NodeSums>,
    /// Sum of the masses of all moments, for a kernel of one.
    mass: f64,
}

/// The contribution of a small triangle to one joint pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    /// v_j and v_k.
    pub weights: [f64; 2],
    /// v_j v_k times area, and that product times the averaged quantity.
    pub moments: Moments,
}

/// Length from which a list is replaced by a grid, as a fraction of the grid's nodes: a grid is then faster. It takes
/// about five times the memory of such a list, but does not grow further.
const LISTED_PER_NODE: f64 = 1.0;

/// Number of grids; vertices with a share of an eighth or less use the last.
const GRIDS: u32 = 4;

/// Number of vertices from which coarser grids are built. Building them costs as much time as they save on several
/// hundred vertices.
const WORTH_COARSER: u32 = 600;

/// The grids over which triangles are spread, and the length from which they are.
#[derive(Debug)]
pub(super) struct Summation {
    pub sigma: f64,
    /// Grids for sigma and its successive doubles: a vertex with half the share has a kernel twice as wide, for which a
    /// coarser grid is sufficient.
    grids: Vec<KernelGrid>,
    list_up_to: usize,
}

/// The sum for one joint pair, before multiplication by the vertex's own weights.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairTotal {
    pub moments: Moments,
    /// Error bound of the moments' mass.
    pub doubt: f64,
}

impl Summation {
    /// Makes the grids. `may_spread` is false if any weight is negative, since the grid covers only shares between zero
    /// and one.
    pub fn new(sigma: f64, may_spread: bool) -> Self {
        let grids: Vec<KernelGrid> =
            (0..GRIDS).map(|halvings| KernelGrid::new(sigma * f64::from(1 << halvings))).collect();
        let list_up_to =
            if may_spread { (grids[0].node_count() as f64 * LISTED_PER_NODE) as usize } else { usize::MAX };
        Self { sigma, grids, list_up_to }
    }

    #[inline(always)]
    pub fn add(&self, triangles: &[Listed], sums: &mut PairSums) {
        sums.mass += triangles.iter().map(|triangle| triangle.moments[0]).sum::<f64>();
        if sums.spread.is_empty() {
            if sums.listed.len() + triangles.len() <= self.list_up_to {
                sums.listed.extend_from_slice(triangles);
                return;
            }
            sums.spread.push(self.grids[0].empty_sums());
        }
        let (grid, spread) = (&self.grids[0], &mut sums.spread[0]);
        for triangle in std::mem::take(&mut sums.listed).iter().chain(triangles) {
            let [first, second] = triangle.weights;
            grid.spread(PairWeights::new(first, second), &triangle.moments, spread);
        }
    }

    /// Spreads the finest grid to the coarser ones if that saves time. Call this after adding all triangles, with the
    /// number of vertices for which [`Self::total`] will be called.
    #[inline(always)]
    pub fn finish(&self, vertices: u32, sums: &mut PairSums) {
        if vertices < WORTH_COARSER {
            return;
        }
        if let Some(mut finest) = sums.spread.pop() {
            for (finer, coarser) in self.grids.iter().zip(&self.grids[1..]) {
                let mut next = coarser.empty_sums();
                coarser.spread_nodes(finer, &finest, &mut next);
                sums.spread.push(std::mem::replace(&mut finest, next));
            }
            sums.spread.push(finest);
        }
    }

    /// The sum for a vertex with the weights `vertex` of the pair's joints.
    #[inline(always)]
    pub fn total(&self, vertex: [f64; 2], sums: &PairSums) -> PairTotal {
        if !sums.spread.is_empty() {
            let mut at = PairWeights::new(vertex[0], vertex[1]);
            let mut halvings = 0;
            while halvings + 1 < sums.spread.len() && at.share <= 0.5 {
                (at.share, halvings) = (2.0 * at.share, halvings + 1);
            }
            let moments = self.grids[halvings].sum(at, &sums.spread[halvings]);
            return PairTotal { moments, doubt: sums.mass * KernelGrid::ERROR };
        }
        let mut moments = [0.0; 4];
        for triangle in &sums.listed {
            let apart = (vertex[0] * triangle.weights[1] - vertex[1] * triangle.weights[0]) / self.sigma;
            let kernel = (-apart * apart).exp();
            for (sum, moment) in moments.iter_mut().zip(triangle.moments) {
                *sum += kernel * moment;
            }
        }
        PairTotal { moments, doubt: 0.0 }
    }
}
