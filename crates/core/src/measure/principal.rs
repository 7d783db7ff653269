use glam::{DMat3, DVec3};
use std::f64::consts::{PI, TAU};

/// Second moments of a loop about its centroid, by length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments(DMat3);

/// Standard deviations of a loop along its two principal directions, in scene units: the two largest principal
/// components. For a circle of radius r, both are r / sqrt(2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PrincipalRadii {
    pub minor: f64,
    pub major: f64,
}

impl Moments {
    /// Integrates over the segments between neighboring points, each weighted by its length *at rest*. The result
    /// therefore does not depend on the density of the cuts or on segments that a pose stretches.
    pub fn of_loop(points: &[DVec3], rest_lengths: &[f64]) -> Self {
        let total: f64 = rest_lengths.iter().sum();
        let total = if total > 0.0 { total } else { 1.0 };
        let pieces = || points.iter().zip(points.iter().cycle().skip(1)).zip(rest_lengths);
        let middle = pieces().map(|((a, b), length)| (*a + *b) * (0.5 * length / total)).sum::<DVec3>();
        let outer = |a: DVec3, b: DVec3| DMat3::from_cols(a * b.x, a * b.y, a * b.z);
        let moment = |((a, b), length): ((&DVec3, &DVec3), &f64)| {
            let (a, b) = (*a - middle, *b - middle);
            // The integral of x x^T over the piece from a to b.
            (outer(a, a) + outer(b, b) + outer(a + b, a + b)) * (length / (6.0 * total))
        };
        Self(pieces().map(moment).fold(DMat3::ZERO, |sum, moment| sum + moment))
    }

    pub fn radii(self) -> PrincipalRadii {
        let [major, minor, _] = symmetric_eigenvalues(self.0).map(|value| value.max(0.0).sqrt());
        PrincipalRadii { minor, major }
    }
}

/// Eigenvalues of a symmetric matrix, largest first, in closed form: the roots of its characteristic polynomial, from
/// the cosine of a third of an angle.
fn symmetric_eigenvalues(matrix: DMat3) -> [f64; 3] {
    let mean = (matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z) / 3.0;
    let deviation = matrix - DMat3::from_diagonal(DVec3::splat(mean));
    let squares: f64 = deviation.to_cols_array().iter().map(|entry| entry * entry).sum();
    let spread = (squares / 6.0).sqrt();
    if spread <= f64::MIN_POSITIVE || !spread.is_finite() {
        return [mean; 3];
    }
    let half_determinant = (deviation * spread.recip()).determinant() / 2.0;
    let angle = half_determinant.clamp(-1.0, 1.0).acos() / 3.0;
    let largest = mean + 2.0 * spread * angle.cos();
    let smallest = mean + 2.0 * spread * (angle + TAU / 3.0).cos();
    debug_assert!(angle <= PI / 3.0 + 1e-12);
    [largest, 3.0 * mean - largest - smallest, smallest]
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    #[test]
    fn of_an_ellipse_however_it_is_cut_and_turned() {
        let turn = DMat3::from_quat(DQuat::from_rotation_y(0.4) * DQuat::from_rotation_x(1.1));
        let count = 720;
        // Points are denser on one side; weighting by length compensates for it.
        let angle = |i: usize| {
            let share = i as f64 / f64::from(count);
            TAU * (share + 0.1 * (TAU * share).sin())
        };
        let circle: Vec<DVec3> = (0..count as usize).map(|i| DVec3::new(angle(i).cos(), angle(i).sin(), 0.0)).collect();
        let lengths: Vec<f64> = circle.iter().zip(circle.iter().cycle().skip(1)).map(|(a, b)| a.distance(*b)).collect();
        let radii = Moments::of_loop(&circle, &lengths).radii();
        assert!((radii.minor - 0.5f64.sqrt()).abs() < 1e-5 && (radii.major - 0.5f64.sqrt()).abs() < 1e-5, "{radii:?}");
        let ellipse: Vec<DVec3> = circle.iter().map(|p| turn * (*p * DVec3::new(3.0, 0.5, 0.0)) + DVec3::ONE).collect();
        let stretched = Moments::of_loop(&ellipse, &lengths).radii();
        assert!((stretched.minor / radii.minor - 0.5).abs() < 1e-4, "{stretched:?}");
        assert!((stretched.major / radii.major - 3.0).abs() < 1e-4, "{stretched:?}");
    }

    #[test]
    fn of_nothing_is_nothing() {
        let none = PrincipalRadii { minor: 0.0, major: 0.0 };
        assert_eq!(Moments::of_loop(&[], &[]).radii(), none);
        assert_eq!(Moments::of_loop(&[DVec3::ONE; 3], &[0.0; 3]).radii(), none);
    }
}
