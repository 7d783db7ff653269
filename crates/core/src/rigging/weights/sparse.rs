//! A conjugate gradient solver. A direct solver is not needed, because the diagonal added by the heat exchange keeps
//! the systems well conditioned (a few tens of steps). The crates that were considered either have a different license
//! (`sprs-ldl`) or select instructions by processor (`faer`), which would make the last bits of the weights differ
//! between computers.

/// A symmetric matrix, stored by rows: the diagonal and the off-diagonal entries.
pub(super) struct SparseMatrix {
    diagonal: Vec<f64>,
    /// Start of each row in `columns` and `entries`; has one more entry than there are rows.
    starts: Vec<u32>,
    columns: Vec<u32>,
    entries: Vec<f64>,
}

impl SparseMatrix {
    /// Builds the matrix: each edge adds its weight to the diagonal at both ends and subtracts it between them.
    pub fn from_edges(diagonal: &[f64], edges: &[(u32, u32, f64)]) -> Self {
        let mut diagonal = diagonal.to_vec();
        let mut starts = vec![0u32; diagonal.len() + 1];
        for &(a, b, weight) in edges {
            for end in [a, b] {
                diagonal[end as usize] += weight;
                starts[end as usize + 1] += 1;
            }
        }
        for row in 1..starts.len() {
            starts[row] += starts[row - 1];
        }
        let mut filled = starts.clone();
        let (mut columns, mut entries) = (vec![0; 2 * edges.len()], vec![0.0; 2 * edges.len()]);
        for &(a, b, weight) in edges {
            for (row, column) in [(a, b), (b, a)] {
                let slot = filled[row as usize] as usize;
                filled[row as usize] += 1;
                columns[slot] = column;
                entries[slot] = -weight;
            }
        }
        Self { diagonal, starts, columns, entries }
    }

    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: usize| {
            let (from, to) = (self.starts[row] as usize, self.starts[row + 1] as usize);
            let beside = self.columns[from..to].iter().zip(&self.entries[from..to]);
            beside.fold(self.diagonal[row] * vector[row], |sum, (&column, entry)| sum + entry * vector[column as usize])
        };
        (0..self.diagonal.len()).map(row).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves `matrix x = right` for a positive definite matrix by conjugate gradients with a diagonal preconditioner
/// (Shewchuk 1994), to eight digits of the residual.
pub(super) fn solve(matrix: &SparseMatrix, right: &[f64]) -> Vec<f64> {
    const TOLERANCE: f64 = 1e-8;
    const MOST_STEPS: usize = 3000;
    let precondition = |residual: &[f64]| -> Vec<f64> {
        residual.iter().zip(&matrix.diagonal).map(|(r, d)| r / d.max(f64::MIN_POSITIVE)).collect()
    };
    let mut solution = vec![0.0; right.len()];
    let mut residual = right.to_vec();
    let mut scaled = precondition(&residual);
    let mut direction = scaled.clone();
    let mut energy = dot(&residual, &scaled);
    let small_enough = energy * TOLERANCE * TOLERANCE;
    for _step in 0..MOST_STEPS {
        if energy <= small_enough {
            break;
        }
        let along = matrix.times(&direction);
        let pace = energy / dot(&direction, &along);
        for (value, direction) in solution.iter_mut().zip(&direction) {
            *value += pace * direction;
        }
        for (residual, along) in residual.iter_mut().zip(&along) {
            *residual -= pace * along;
        }
        scaled = precondition(&residual);
        let next_energy = dot(&residual, &scaled);
        let keep = next_energy / energy;
        energy = next_energy;
        for (direction, scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + keep * *direction;
        }
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_springs_hangs_as_computed_by_hand() {
        // Three nodes in a chain, the first held by a spring of one: a pull at the last node moves each by one more
        // than the previous.
        let matrix = SparseMatrix::from_edges(&[1.0, 0.0, 0.0], &[(0, 1, 1.0), (1, 2, 1.0)]);
        let solution = solve(&matrix, &[0.0, 0.0, 1.0]);
        for (value, wanted) in solution.iter().zip([1.0, 2.0, 3.0]) {
            assert!((value - wanted).abs() < 1e-9, "{solution:?}");
        }
        assert_eq!(solve(&matrix, &[0.0; 3]), [0.0; 3]);
    }
}
