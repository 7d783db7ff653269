//! Weights that minimize a quadratic form: none negative, with sum one, and few of them.

/// The quadratic form of one vertex: the inner products of what each joint alone would be off, summed over poses.
///
/// The square of the error of a blend with the weights w is then `w^T G w`, as long as the weights sum to one.
#[derive(Clone, Debug)]
pub(super) struct Gram {
    count: usize,
    /// The lower triangle, row by row.
    products: Vec<f64>,
}

impl Gram {
    /// The form that is zero everywhere.
    pub fn zero(count: usize) -> Self {
        Self { count, products: vec![0.0; count * (count + 1) / 2] }
    }

    /// Adds the products of one list of vectors, one for each weight, times a factor.
    pub fn add<const N: usize>(&mut self, vectors: &[[f64; N]], factor: f64) {
        let mut products = self.products.iter_mut();
        for (row, a) in vectors.iter().enumerate() {
            for b in &vectors[..=row] {
                let Some(product) = products.next() else { return };
                *product += factor * a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            }
        }
    }

    /// Adds `factor |w - preferred|^2`, which decides where the poses do not, and a thousandth of `factor |w|^2`, which makes
    /// the form positive definite: for weights of any sum, the first is zero at all multiples of the preferred ones.
    pub fn prefer(&mut self, preferred: &[f64], factor: f64) {
        let square: f64 = preferred.iter().map(|weight| weight * weight).sum();
        let mut products = self.products.iter_mut();
        for row in 0..self.count {
            for column in 0..=row {
                let Some(product) = products.next() else { return };
                let same = f64::from(u8::from(row == column));
                *product += factor * (1.001 * same - preferred[row] - preferred[column] + square);
            }
        }
    }

    fn at(&self, a: usize, b: usize) -> f64 {
        let (row, column) = (a.max(b), a.min(b));
        self.products[row * (row + 1) / 2 + column]
    }

    /// The value of the form.
    #[cfg(test)]
    fn value(&self, weights: &[f64]) -> f64 {
        let row = |a: usize| weights[a] * (0..self.count).map(|b| self.at(a, b) * weights[b]).sum::<f64>();
        (0..self.count).map(row).sum()
    }

    /// The weights that make the form smallest among those that are not negative, sum to one, and of which at most
    /// `most` are not zero. The form must be positive definite, as [`Self::prefer`] makes it. `None` if rounding has left
    /// it otherwise.
    ///
    /// Weights beyond the number are taken away one by one, each time the one whose loss costs least. Trying every choice
    /// would be exact, and take a thousand times as long with twenty joints.
    pub fn smallest(&self, most: usize) -> Option<Vec<f64>> {
        let mut allowed: Vec<usize> = (0..self.count).collect();
        loop {
            let (weights, _) = self.smallest_of(&allowed)?;
            allowed.retain(|&index| weights[index] > 0.0);
            if allowed.len() <= most.max(1) {
                return Some(weights);
            }
            let without = |left_out: usize| {
                let others: Vec<usize> = allowed.iter().copied().filter(|&index| index != left_out).collect();
                let (_, value) = self.smallest_of(&others)?;
                Some((left_out, value))
            };
            let (left_out, _) =
                allowed.iter().filter_map(|&index| without(index)).min_by(|(_, a), (_, b)| a.total_cmp(b))?;
            allowed.retain(|&index| index != left_out);
        }
    }

    /// The best weights where only some may differ from zero, and the value there.
    ///
    /// For weights of any sum, `w^T G w / 2 - sum(w)` is smallest at a multiple of the wanted ones, so the active-set
    /// algorithm for non-negative least squares finds them (Lawson and Hanson 1974, chapter 23).
    fn smallest_of(&self, allowed: &[usize]) -> Option<(Vec<f64>, f64)> {
        let mut weights = vec![0.0; self.count];
        let mut free: Vec<usize> = Vec::with_capacity(allowed.len());
        // Each round adds a joint. Rounding may repeat a round, but not for ever.
        for _ in 0..3 * allowed.len() {
            let slope =
                |index: usize| 1.0 - free.iter().map(|&other| self.at(index, other) * weights[other]).sum::<f64>();
            let steepest = allowed.iter().filter(|index| !free.contains(index)).map(|&index| (index, slope(index)));
            let Some((index, _)) = steepest.filter(|(_, slope)| *slope > 1e-9).max_by(|(_, a), (_, b)| a.total_cmp(b))
            else {
                break;
            };
            free.push(index);
            loop {
                let solved = self.solve(&free)?;
                if solved.iter().all(|weight| *weight > 0.0) {
                    free.iter().zip(solved).for_each(|(&index, weight)| weights[index] = weight);
                    break;
                }
                let parts = free.iter().zip(&solved).filter(|(_, solved)| **solved <= 0.0);
                let share = parts.map(|(&index, solved)| weights[index] / (weights[index] - solved));
                let share = share.fold(1.0, f64::min);
                for (&index, solved) in free.iter().zip(&solved) {
                    weights[index] += share * (solved - weights[index]);
                }
                free.retain(|&index| {
                    let stays = weights[index] > 1e-12;
                    if !stays {
                        weights[index] = 0.0;
                    }
                    stays
                });
                if free.is_empty() {
                    break;
                }
            }
        }
        let sum: f64 = weights.iter().sum();
        if !(sum.is_finite() && sum > 0.0) {
            return None;
        }
        weights.iter_mut().for_each(|weight| *weight /= sum);
        Some((weights, 1.0 / sum))
    }

    /// The solution of `G w = 1` for some rows and columns, by Cholesky's decomposition. `None` if they are not positive
    /// definite.
    fn solve(&self, indices: &[usize]) -> Option<Vec<f64>> {
        let count = indices.len();
        let mut lower = vec![0.0; count * count];
        for row in 0..count {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower[row * count + k] * lower[column * count + k]).sum();
                let left = self.at(indices[row], indices[column]) - known;
                lower[row * count + column] = if row > column {
                    left / lower[column * count + column]
                } else if left > 0.0 {
                    left.sqrt()
                } else {
                    return None;
                };
            }
        }
        let mut solved = vec![1.0; count];
        for row in 0..count {
            let known: f64 = (0..row).map(|k| lower[row * count + k] * solved[k]).sum();
            solved[row] = (solved[row] - known) / lower[row * count + row];
        }
        for row in (0..count).rev() {
            let known: f64 = (row + 1..count).map(|k| lower[k * count + row] * solved[k]).sum();
            solved[row] = (solved[row] - known) / lower[row * count + row];
        }
        Some(solved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    fn random_gram(random: &mut Random, count: usize) -> Gram {
        let mut gram = Gram::zero(count);
        for _ in 0..count + 2 {
            let vectors: Vec<[f64; 3]> = (0..count).map(|_| random.point(1.0).to_array()).collect();
            gram.add(&vectors, 1.0);
        }
        gram
    }

    #[test]
    fn the_nearest_blend_of_two_points_is_found_by_hand() {
        // 0 lies on the segment from -1 to 3, a quarter of the way.
        let mut gram = Gram::zero(3);
        gram.add(&[[-1.0, 0.0], [3.0, 0.0], [0.0, 9.0]], 1.0);
        gram.prefer(&[1.0, 0.0, 0.0], 1e-9);
        let weights = gram.smallest(2).unwrap();
        assert!(
            (weights[0] - 0.75).abs() < 1e-6 && (weights[1] - 0.25).abs() < 1e-6 && weights[2] == 0.0,
            "{weights:?}"
        );
        let alone = gram.smallest(1).unwrap();
        assert_eq!(alone, [1.0, 0.0, 0.0]);
    }

    #[test]
    fn no_small_change_that_keeps_sum_and_signs_is_better() {
        let mut random = Random(5);
        for _ in 0..200 {
            let count = 2 + (random.unit() * 8.0) as usize;
            let gram = random_gram(&mut random, count);
            let weights = gram.smallest(count).unwrap();
            let best = gram.value(&weights);
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12 && weights.iter().all(|weight| *weight >= 0.0));
            for _ in 0..50 {
                let other = random.weights(count);
                let step = 1e-3;
                let moved: Vec<f64> = weights.iter().zip(&other).map(|(a, b)| a + step * (b - a)).collect();
                assert!(gram.value(&moved) >= best - 1e-12);
            }
        }
    }

    #[test]
    fn few_weights_are_close_to_the_best_choice_of_them() {
        let mut random = Random(6);
        for _ in 0..50 {
            let gram = random_gram(&mut random, 6);
            let found = gram.value(&gram.smallest(2).unwrap());
            let pairs = (0..6).flat_map(|a| (0..a).map(move |b| [b, a]));
            let best =
                pairs.filter_map(|pair| gram.smallest_of(&pair)).map(|(_, value)| value).fold(f64::INFINITY, f64::min);
            assert!(found >= best - 1e-9 && found < 1.5 * best, "{found} {best}");
        }
    }

    #[test]
    fn without_poses_the_heaviest_stay() {
        let mut random = Random(7);
        for _ in 0..200 {
            let preferred = random.weights(5);
            let mut gram = Gram::zero(5);
            gram.prefer(&preferred, 1e-12);
            let weights = gram.smallest(2).unwrap();
            let least_kept = (0..5).filter(|&k| weights[k] > 0.0).map(|k| preferred[k]).fold(1.0, f64::min);
            assert_eq!(weights.iter().filter(|weight| **weight > 0.0).count(), 2);
            assert!((0..5).all(|k| weights[k] > 0.0 || preferred[k] <= least_kept + 1e-9), "{preferred:?} {weights:?}");
        }
    }

    #[test]
    fn what_no_pose_decides_stays_as_preferred() {
        let mut gram = Gram::zero(3);
        gram.add(&[[1.0], [1.0], [5.0]], 1.0);
        gram.prefer(&[0.3, 0.7, 0.0], 1e-3);
        let weights = gram.smallest(4).unwrap();
        assert!((weights[0] - 0.3).abs() < 1e-3 && (weights[1] - 0.7).abs() < 1e-3, "{weights:?}");
    }
}
