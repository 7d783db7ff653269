use super::SurfaceMatch;
use super::surface_tree::SurfaceTree;
use crate::measure::{DeformedSkin, Percentiles, Surface};

/// How far each vertex of two deformed skins lies from the other skin, in scene units.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinDistances {
    /// One for each vertex of the first surface; NaN where there is nothing to compare with.
    pub from_first: Vec<f64>,
    /// One for each vertex of the second surface. Between matched vertices, the same distances in another order.
    pub from_second: Vec<f64>,
}

/// How far one skin lies from another, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairDifference {
    pub largest: f64,
    /// The vertex with the largest distance, the first of equals; `None` if there is no distance anywhere.
    pub at: Option<u32>,
    pub mean: f64,
    /// The distance that 99 of 100 vertices do not exceed.
    pub p99: f64,
}

impl SkinDistances {
    /// Between the positions of matched vertices, and otherwise between each vertex and the nearest point of the other
    /// surface.
    pub fn between(
        found: &SurfaceMatch,
        [first, second]: [&Surface; 2],
        [first_skin, second_skin]: [&DeformedSkin; 2],
    ) -> Self {
        let from_first = found.distances_from_first(second, [first_skin, second_skin]);
        let from_second = match found {
            SurfaceMatch::Vertices(partners) => {
                let mut from_second = vec![f64::NAN; second_skin.positions.len()];
                for (&partner, &distance) in partners.iter().zip(&from_first) {
                    from_second[partner as usize] = distance;
                }
                from_second
            }
            SurfaceMatch::Surfaces => SurfaceTree::of(first, first_skin).distances(&second_skin.positions),
        };
        Self { from_first, from_second }
    }
}

impl SurfaceMatch {
    /// How far each vertex of the first surface lies from the second one; see [`SkinDistances::between`].
    pub fn distances_from_first(&self, second: &Surface, [first_skin, second_skin]: [&DeformedSkin; 2]) -> Vec<f64> {
        match self {
            Self::Vertices(partners) => {
                let pairs = first_skin.positions.iter().zip(partners);
                pairs.map(|(position, &partner)| position.distance(second_skin.positions[partner as usize])).collect()
            }
            Self::Surfaces => SurfaceTree::of(second, second_skin).distances(&first_skin.positions),
        }
    }
}

impl PairDifference {
    /// `None` if no distance is known.
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

    fn skin(surface: &Surface, offset: DVec3) -> DeformedSkin {
        let positions = surface.positions.iter().map(|position| *position + offset).collect();
        DeformedSkin { positions, normals: surface.normals.clone() }
    }

    #[test]
    fn matched_vertices_are_compared_with_each_other_and_others_with_the_surface() {
        let surface = Surface::of(&crate::measure::test_shapes::two_joint_tube());
        let skins = [&skin(&surface, DVec3::ZERO), &skin(&surface, DVec3::X * 0.25)];
        let matched = SurfaceMatch::of(&surface, &surface);
        let by_vertex = SkinDistances::between(&matched, [&surface; 2], skins);
        assert!(by_vertex.from_first.iter().chain(&by_vertex.from_second).all(|d| (d - 0.25).abs() < 1e-12));
        let by_surface = SkinDistances::between(&SurfaceMatch::Surfaces, [&surface; 2], skins);
        // A surface that moves along itself does not leave itself.
        assert!(by_surface.from_first.iter().all(|distance| *distance < 0.25 + 1e-6));
        assert!(by_surface.from_first.iter().sum::<f64>() < by_vertex.from_first.iter().sum::<f64>());
        let none = SkinDistances::between(&SurfaceMatch::Surfaces, [&surface; 2], [skins[0]; 2]);
        assert!(none.from_first.iter().all(|distance| *distance < 1e-6));
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
