use super::percentiles::Percentiles;
use super::surface::DeformedSkin;

/// The distance between the positions of the same vertices under two methods, in scene units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// Largest distance.
    pub largest: f64,
    /// The vertex with the largest distance, the first if several are equal; `None` if the two methods agree
    /// everywhere.
    pub at: Option<u32>,
    /// Mean distance.
    pub mean: f64,
    /// Root mean square of the distances.
    pub rms: f64,
}

/// The distance between each vertex's positions under the two methods.
pub(super) fn vertex_distances(a: &DeformedSkin, b: &DeformedSkin) -> Vec<f64> {
    a.positions.iter().zip(&b.positions).map(|(a, b)| a.distance(*b)).collect()
}

impl Difference {
    /// Compares the positions of the same vertices.
    pub fn between(a: &DeformedSkin, b: &DeformedSkin) -> Self {
        Self::of_distances(&vertex_distances(a, b))
    }

    pub(super) fn of_distances(distances: &[f64]) -> Self {
        let mut found = Self::default();
        let mut squares = 0.0;
        for (vertex, &distance) in distances.iter().enumerate() {
            if distance > found.largest {
                (found.largest, found.at) = (distance, Some(vertex as u32));
            }
            found.mean += distance;
            squares += distance * distance;
        }
        let count = distances.len().max(1) as f64;
        Self { mean: found.mean / count, rms: (squares / count).sqrt(), ..found }
    }
}

/// The distances of the vertices of one model from another model, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairDifference {
    /// Largest distance.
    pub largest: f64,
    /// The vertex with the largest distance, the first if several are equal; `None` if there is no distance anywhere.
    pub at: Option<u32>,
    /// Mean distance.
    pub mean: f64,
    /// The distance that 99 of 100 vertices do not exceed.
    pub p99: f64,
}

impl PairDifference {
    /// The summary of some distances; `None` if no distance is known.
    pub fn of(distances: &[f64]) -> Option<Self> {
        let percentiles = Percentiles::of(distances.iter().copied())?;
        let known = || distances.iter().copied().filter(|distance| distance.is_finite());
        let at = distances.iter().position(|distance| *distance == percentiles.max && *distance > 0.0);
        Some(Self {
            largest: percentiles.max,
            at: at.map(|vertex| vertex as u32),
            mean: known().sum::<f64>() / percentiles.count as f64,
            p99: percentiles.p99,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn largest_mean_and_root_mean_square_by_hand() {
        let skin = |x: [f64; 4]| DeformedSkin { positions: x.map(|x| DVec3::Y * x).to_vec(), normals: vec![] };
        let found = Difference::between(&skin([0.0; 4]), &skin([0.0, -3.0, 0.0, 1.0]));
        assert_eq!(found, Difference { largest: 3.0, at: Some(1), mean: 1.0, rms: 2.5f64.sqrt() });
        assert_eq!(Difference::between(&skin([1.0; 4]), &skin([1.0; 4])), Difference::default());
        assert_eq!(Difference::of_distances(&[]), Difference::default());
    }

    #[test]
    fn largest_mean_and_percentile_by_hand() {
        let found = PairDifference::of(&[0.0, 3.0, f64::NAN, 1.0, 3.0, 0.0]).unwrap();
        assert_eq!((found.largest, found.at, found.mean), (3.0, Some(1), 1.4));
        assert!((found.p99 - 3.0).abs() < 1e-12);
        let none = PairDifference::of(&[0.0, 0.0]).unwrap();
        assert_eq!(none, PairDifference { largest: 0.0, at: None, mean: 0.0, p99: 0.0 });
        assert_eq!(PairDifference::of(&[f64::NAN]), None);
    }
}
