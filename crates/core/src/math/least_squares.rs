use glam::{DMat3, DVec3};

/// An overdetermined system `A x = b` with three unknowns.
#[derive(Clone, Debug, Default)]
pub struct LeastSquares {
    columns: [Vec<f64>; 3],
    right: Vec<f64>,
}

impl LeastSquares {
    /// Adds one equation `row . x = right`.
    pub fn add(&mut self, row: DVec3, right: f64) {
        for (column, entry) in self.columns.iter_mut().zip(row.to_array()) {
            column.push(entry);
        }
        self.right.push(right);
    }

    /// The shortest x that minimizes `|A x - b|`, by singular values. Directions whose singular value is at most
    /// `relative` times the largest, or at most `absolute`, are free: x has no component along them.
    ///
    /// One-sided Jacobi as in [`super::polar_decompose`]: the columns are rotated until they are orthogonal.
    pub fn shortest_solution(&self, relative: f64, absolute: f64) -> DVec3 {
        /// Jacobi converges quadratically; three columns need about five sweeps.
        const SWEEPS: usize = 30;
        let mut columns = self.columns.clone();
        let mut right = DMat3::IDENTITY;
        for _ in 0..SWEEPS {
            let mut off = 0.0f64;
            for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                let (pp, qq) = (dot(&columns[p], &columns[p]), dot(&columns[q], &columns[q]));
                let pq = dot(&columns[p], &columns[q]);
                let size = (pp * qq).sqrt();
                if size == 0.0 || pq.abs() <= 1e-16 * size {
                    continue;
                }
                off = off.max(pq.abs() / size);
                let zeta = (qq - pp) / (2.0 * pq);
                let tan = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
                let cos = (1.0 + tan * tan).sqrt().recip();
                let sin = cos * tan;
                let (before, after) = columns.split_at_mut(q);
                for (a, b) in before[p].iter_mut().zip(&mut after[0]) {
                    (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
                }
                let (a, b) = (right.col(p), right.col(q));
                *right.col_mut(p) = a * cos - b * sin;
                *right.col_mut(q) = a * sin + b * cos;
            }
            if off < 1e-15 {
                break;
            }
        }
        let squares = [0, 1, 2].map(|k| dot(&columns[k], &columns[k]));
        let largest = squares.into_iter().fold(0.0, f64::max).sqrt();
        let cut_off = (relative * largest).max(absolute);
        let mut solution = DVec3::ZERO;
        for k in 0..3 {
            if squares[k].sqrt() > cut_off {
                solution += right.col(k) * (dot(&columns[k], &self.right) / squares[k]);
            }
        }
        solution
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn determined_and_free_directions() {
        let mut problem = LeastSquares::default();
        problem.add(DVec3::new(2.0, 0.0, 0.0), 4.0);
        problem.add(DVec3::new(0.0, 1.0, 1.0), 3.0);
        // No equation constrains (0, 1, -1); the shortest solution has no component along it.
        assert!(problem.shortest_solution(1e-6, 0.0).abs_diff_eq(DVec3::new(2.0, 1.5, 1.5), 1e-12));
        problem.add(DVec3::new(0.0, 1.0, -1.0), 1.0);
        assert!(problem.shortest_solution(1e-6, 0.0).abs_diff_eq(DVec3::new(2.0, 2.0, 1.0), 1e-12));
        // Two contradictory equations are averaged.
        problem.add(DVec3::new(2.0, 0.0, 0.0), 8.0);
        assert!(problem.shortest_solution(1e-6, 0.0).abs_diff_eq(DVec3::new(3.0, 2.0, 1.0), 1e-12));
        assert_eq!(problem.shortest_solution(1e-6, 10.0), DVec3::ZERO);
        assert_eq!(LeastSquares::default().shortest_solution(1e-6, 0.0), DVec3::ZERO);
    }
}
