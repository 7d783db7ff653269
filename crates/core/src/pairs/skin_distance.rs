use crate::measure::Percentiles;

/// Distance of each vertex of two deformed skins to the other skin, in scene units.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinDistances {
    /// One distance for each vertex of the first surface; NaN where there is nothing to compare with.
    pub from_first: Vec<f64>,
    /// One distance for each vertex of the second surface. Between matched vertices, the same distances in another
    /// order.
    pub from_second: Vec<f64>,
}

/// Summary of the distances of one skin to another, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairDifference {
    pub largest: f64,
    /// The vertex with the largest distance, the first if several are equal; `None` if there is no distance anywhere.
    pub at: Option<u32>,
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
