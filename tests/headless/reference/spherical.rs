//! Rotation centers of spherical blend skinning: Kavan & Zara 2005, as Kavan 2008, section 2.3 tells it.

use super::joints::Joint;
use super::quaternion;
use glam::{DMat3, DVec3};

/// Singular values under this share of the largest leave their direction free.
const CUT_OFF: f64 = 1e-6;

/// Rotations nearer to one another than this, in radians, have no center: what single precision makes of a pose would
/// decide where it lies.
const LEAST_ROTATION: f64 = 1e-6;

/// The point r that the set's joints agree best about: least squares of `C_a r - C_b r` over all pairs, with their
/// rigid parts. Free directions are settled by the point nearest to the mean rest position of the set's joints; a
/// single joint turns about itself.
pub fn rotation_center(set: &[usize], joints: &[Joint]) -> DVec3 {
    let mean = set.iter().map(|&j| joints[j].bind_origin).sum::<DVec3>() / set.len() as f64;
    let motions: Vec<(DMat3, DVec3)> = set
        .iter()
        .map(|&j| {
            let motion = joints[j].motion();
            (quaternion::matrix(motion.real), motion.shift())
        })
        .collect();
    let mut columns = [const { Vec::new() }; 3];
    let mut target = Vec::new();
    for (place, a) in motions.iter().enumerate() {
        for b in &motions[place + 1..] {
            let (linear, shift) = (a.0 - b.0, a.1 - b.1);
            // Solved for r - mean, so that the least-norm solution is the nearest one.
            let wanted = -(shift + linear * mean);
            for row in 0..3 {
                (0..3).for_each(|column| columns[column].push(linear.col(column)[row]));
                target.push(wanted[row]);
            }
        }
    }
    mean + least_norm_solution(columns, &target)
}

/// Least squares of least norm by one-sided Jacobi: columns turned until they are orthogonal are the left singular
/// vectors times the singular values.
fn least_norm_solution(mut columns: [Vec<f64>; 3], target: &[f64]) -> DVec3 {
    let inner = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut right = DMat3::IDENTITY;
    for _ in 0..60 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (pp, qq, pq) =
                (inner(&columns[p], &columns[p]), inner(&columns[q], &columns[q]), inner(&columns[p], &columns[q]));
            if pq.abs() <= 1e-17 * (pp * qq).sqrt() || pq == 0.0 {
                continue;
            }
            let angle = 0.5 * (2.0 * pq).atan2(pp - qq);
            let (sin, cos) = angle.sin_cos();
            for row in 0..columns[p].len() {
                let (x, y) = (columns[p][row], columns[q][row]);
                columns[p][row] = cos * x + sin * y;
                columns[q][row] = cos * y - sin * x;
            }
            let (x, y) = (right.col(p), right.col(q));
            *right.col_mut(p) = x * cos + y * sin;
            *right.col_mut(q) = y * cos - x * sin;
        }
    }
    let singular: Vec<f64> = columns.iter().map(|column| inner(column, column).sqrt()).collect();
    let largest = singular.iter().fold(0.0f64, |most, &one| most.max(one));
    (0..3)
        .filter(|&k| singular[k] > LEAST_ROTATION.max(CUT_OFF * largest))
        .map(|k| right.col(k) * (inner(&columns[k], target) / (singular[k] * singular[k])))
        .sum()
}
