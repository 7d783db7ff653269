use super::percentiles::Percentiles;
use super::surface::{DeformedSkin, Surface, triangle_area};
use crate::work::parallel::{self, prelude::*};
use glam::DVec3;

/// Edges and areas at rest, which stretch is measured against.
#[derive(Clone, Debug)]
pub struct RestMetric {
    /// Edges of the welded surface, each once, sorted.
    pub(super) edges: Vec<[u32; 2]>,
    lengths: Vec<f64>,
    areas: Vec<f64>,
}

/// Stretch of a skin, each value relative to rest. `None` if there is nothing to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stretch {
    /// Stretch of the triangles' areas.
    pub area: Option<Percentiles>,
    /// Stretch of the edges' lengths.
    pub edge: Option<Percentiles>,
    /// The larger principal stretch of the triangles: the larger singular value of the linear map from the rest triangle
    /// to the posed one.
    pub larger_principal: Option<Percentiles>,
    /// The smaller principal stretch of the triangles. Its product with the larger one is the area stretch.
    pub smaller_principal: Option<Percentiles>,
}

/// Triangles below this fraction of the squared extent, and edges below its square root times the extent, have no
/// stretch: they are rounding artifacts.
const TOO_SMALL: f64 = 1e-12;

/// Lengths up to this fraction of the extent have no clear direction: methods compute in single precision.
pub(super) const TOO_SHORT: f64 = 1e-5;

impl RestMetric {
    /// Measures the edges and triangles of a surface at rest.
    pub fn of(surface: &Surface) -> Self {
        let mut edges: Vec<[u32; 2]> =
            surface.triangles.iter().flat_map(|&triangle| edges_of(surface, triangle)).collect();
        edges.sort_unstable();
        edges.dedup();
        let lengths = edges.iter().map(|edge| length(&surface.positions, *edge)).collect();
        let areas = surface.triangles.iter().map(|&triangle| area(&surface.positions, triangle)).collect();
        Self { edges, lengths, areas }
    }

    /// Indices of the edges of some triangles, ascending.
    pub(super) fn edges_around(&self, surface: &Surface, triangles: &[u32]) -> Vec<u32> {
        let of = |&triangle: &u32| edges_of(surface, surface.triangles[triangle as usize]);
        let mut indices: Vec<u32> = triangles
            .iter()
            .flat_map(of)
            .filter_map(|edge| self.edges.binary_search(&edge).ok())
            .map(|n| n as u32)
            .collect();
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    /// Posed area over rest area for every triangle; NaN if the triangle has no area at rest.
    fn area_stretch(&self, surface: &Surface, deformed: &DeformedSkin) -> Vec<f64> {
        let ratio = |(triangle, &rest): (&[u32; 3], &f64)| {
            if self.has_area(surface, rest) { area(&deformed.positions, *triangle) / rest } else { f64::NAN }
        };
        surface.triangles.par_iter().zip(&self.areas).map(ratio).collect()
    }

    /// Posed length over rest length for every edge; NaN if the edge has no length at rest.
    fn edge_stretch(&self, surface: &Surface, deformed: &DeformedSkin) -> Vec<f64> {
        (0..self.edges.len() as u32).into_par_iter().map(|edge| self.stretch_of_edge(surface, deformed, edge)).collect()
    }

    /// Posed length over rest length for one edge, by its index.
    fn stretch_of_edge(&self, surface: &Surface, deformed: &DeformedSkin, edge: u32) -> f64 {
        self.stretchable(surface, edge).map_or(f64::NAN, |rest| rest.stretch(deformed))
    }

    /// An edge by its index; `None` if it has no length at rest.
    pub(super) fn stretchable(&self, surface: &Surface, edge: u32) -> Option<RestEdge> {
        let (ends, length) = (self.edges[edge as usize], self.lengths[edge as usize]);
        (length > TOO_SMALL.sqrt() * surface.extent).then_some(RestEdge { ends, length })
    }

    /// Smaller and larger principal stretch of every triangle; NaN if it has no area at rest.
    fn principal_stretches(&self, surface: &Surface, deformed: &DeformedSkin) -> Vec<[f64; 2]> {
        let of = |(triangle, &rest): (&[u32; 3], &f64)| {
            if self.has_area(surface, rest) {
                let corners = |positions: &[DVec3]| triangle.map(|vertex| positions[vertex as usize]);
                principal_stretches(corners(&surface.positions), corners(&deformed.positions))
            } else {
                [f64::NAN; 2]
            }
        };
        surface.triangles.par_iter().zip(&self.areas).map(of).collect()
    }

    /// The area of the triangles around each vertex relative to rest, across seams; 1 if no triangle around it has an
    /// area. For heat maps.
    pub fn area_stretch_of_vertices(&self, surface: &Surface, deformed: &DeformedSkin) -> Vec<f64> {
        let posed = |triangle: usize| area(&deformed.positions, surface.triangles[triangle]);
        let corners = |triangle: usize| surface.welded_corners(surface.triangles[triangle]);
        let counted = (0..surface.triangles.len()).filter(|&t| self.has_area(surface, self.areas[t]));
        let parts = counted.flat_map(|t| corners(t).map(|vertex| (vertex, posed(t), self.areas[t])));
        ratios_of_vertices(surface, parts)
    }

    /// The length of the edges at each vertex relative to rest, across seams. For heat maps.
    pub fn edge_stretch_of_vertices(&self, surface: &Surface, deformed: &DeformedSkin) -> Vec<f64> {
        let parts = self.edges.iter().zip(&self.lengths).flat_map(|(edge, &rest)| {
            let posed = length(&deformed.positions, *edge);
            edge.map(|vertex| (vertex, posed, rest))
        });
        ratios_of_vertices(surface, parts)
    }

    fn has_area(&self, surface: &Surface, rest: f64) -> bool {
        rest > TOO_SMALL * surface.extent * surface.extent
    }
}

/// An edge that has a length at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct RestEdge {
    pub ends: [u32; 2],
    length: f64,
}

impl RestEdge {
    /// Posed length over rest length.
    pub fn stretch(&self, deformed: &DeformedSkin) -> f64 {
        length(&deformed.positions, self.ends) / self.length
    }
}

/// Stretches of a whole skin, from which the stretch of its parts is computed.
#[derive(Clone, Debug)]
pub(super) struct StretchField {
    area: Vec<f64>,
    edge: Vec<f64>,
    /// Smaller and larger principal stretch of every triangle; NaN if it has no area at rest.
    pub(super) principal: Vec<[f64; 2]>,
}

impl StretchField {
    pub(super) fn of(rest: &RestMetric, surface: &Surface, deformed: &DeformedSkin) -> Self {
        Self {
            area: rest.area_stretch(surface, deformed),
            edge: rest.edge_stretch(surface, deformed),
            principal: rest.principal_stretches(surface, deformed),
        }
    }

    pub(super) fn overall(&self) -> Stretch {
        let ((area, edge), (larger_principal, smaller_principal)) = parallel::join(
            || (Percentiles::of(self.area.iter().copied()), Percentiles::of(self.edge.iter().copied())),
            || {
                let of = |which: usize| Percentiles::of(self.principal.iter().map(|pair| pair[which]));
                (of(1), of(0))
            },
        );
        Stretch { area, edge, larger_principal, smaller_principal }
    }

    /// The stretch of some triangles and edges.
    pub(super) fn of_part(&self, triangles: &[u32], edges: &[u32]) -> Stretch {
        let of = |value: fn(&[f64; 2]) -> f64| {
            Percentiles::of(triangles.iter().map(|&triangle| value(&self.principal[triangle as usize])))
        };
        Stretch {
            area: Percentiles::of(triangles.iter().map(|&triangle| self.area[triangle as usize])),
            edge: Percentiles::of(edges.iter().map(|&edge| self.edge[edge as usize])),
            larger_principal: of(|pair| pair[1]),
            smaller_principal: of(|pair| pair[0]),
        }
    }
}

fn edges_of(surface: &Surface, triangle: [u32; 3]) -> impl Iterator<Item = [u32; 2]> {
    let [a, b, c] = surface.welded_corners(triangle);
    [[a, b], [b, c], [c, a]].into_iter().filter(|[a, b]| a != b).map(|[a, b]| [a.min(b), a.max(b)])
}

fn length(positions: &[DVec3], edge: [u32; 2]) -> f64 {
    positions[edge[0] as usize].distance(positions[edge[1] as usize])
}

fn area(positions: &[DVec3], triangle: [u32; 3]) -> f64 {
    triangle_area(triangle.map(|vertex| positions[vertex as usize]))
}

/// Ratios of posed over rest sizes, summed at welded vertices.
fn ratios_of_vertices(surface: &Surface, parts: impl Iterator<Item = (u32, f64, f64)>) -> Vec<f64> {
    let mut sums = vec![[0.0; 2]; surface.vertex_count()];
    for (vertex, posed, rest) in parts {
        sums[vertex as usize][0] += posed;
        sums[vertex as usize][1] += rest;
    }
    let ratio = |&welded: &u32| {
        let [posed, rest] = sums[welded as usize];
        if rest > 0.0 { posed / rest } else { 1.0 }
    };
    surface.welded.iter().map(ratio).collect()
}

/// The square roots of the eigenvalues of the posed metric relative to the rest metric, smaller first.
fn principal_stretches(rest: [DVec3; 3], posed: [DVec3; 3]) -> [f64; 2] {
    let metric = |[a, b, c]: [DVec3; 3]| {
        let (u, v) = (b - a, c - a);
        [u.dot(u), u.dot(v), v.dot(v)]
    };
    let ([e, f, g], [pe, pf, pg]) = (metric(rest), metric(posed));
    let determinant = e * g - f * f;
    let half_trace = (g * pe - 2.0 * f * pf + e * pg) / determinant / 2.0;
    let product = ((pe * pg - pf * pf) / determinant).max(0.0);
    let spread = (half_trace * half_trace - product).max(0.0).sqrt();
    let larger = (half_trace + spread).max(0.0).sqrt();
    // Found by division, since the difference of two close values would lose all digits.
    let smaller = if larger > 0.0 { product.sqrt() / larger } else { 0.0 };
    [smaller, larger]
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, model_of, moved};
    use super::*;
    use glam::DQuat;

    fn stretch(shape: &Shape, map: impl Fn(DVec3) -> DVec3) -> Stretch {
        let surface = Surface::of(&model_of(std::slice::from_ref(shape)));
        StretchField::of(&RestMetric::of(&surface), &surface, &moved(&surface, map)).overall()
    }

    fn all_near(found: Option<Percentiles>, expected: f64) {
        let found = found.unwrap();
        assert!((found.min - expected).abs() < 1e-6 && (found.max - expected).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn rigid_motion_keeps_and_scale_multiplies() {
        let turn = DQuat::from_rotation_y(1.3);
        for (factor, shape) in [(1.0, Shape::sphere(24, 1.0)), (2.5, Shape::cube())] {
            let found = stretch(&shape, |p| turn * p * factor + DVec3::splat(3.0));
            all_near(found.area, factor * factor);
            all_near(found.edge, factor);
            all_near(found.larger_principal, factor);
            all_near(found.smaller_principal, factor);
        }
    }

    #[test]
    fn a_cylinder_drawn_out_by_hand() {
        // A wall twice as long: its areas and the edges along it double; the edges around it are unchanged.
        let wall = Shape::cylinder(32, 8, 0.5, 2.0, false);
        let found = stretch(&wall, |p| DVec3::new(p.x * 2.0, p.y, p.z));
        all_near(found.area, 2.0);
        all_near(found.larger_principal, 2.0);
        all_near(found.smaller_principal, 1.0);
        let edge = found.edge.unwrap();
        assert!((edge.min - 1.0).abs() < 1e-6 && (edge.max - 2.0).abs() < 1e-6);
        assert_eq!(edge.count, 32 * 9 + 32 * 8 * 2);
    }

    #[test]
    fn a_sheared_square_by_hand() {
        // A simple shear by 2 keeps areas; its principal stretches are sqrt(2) + 1 and sqrt(2) - 1.
        let rest = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let [smaller, larger] = principal_stretches(rest, [DVec3::ZERO, DVec3::X, DVec3::new(2.0, 1.0, 0.0)]);
        assert!((smaller - (2f64.sqrt() - 1.0)).abs() < 1e-12 && (larger - (2f64.sqrt() + 1.0)).abs() < 1e-12);
        assert_eq!(principal_stretches(rest, [DVec3::ONE; 3]), [0.0, 0.0]);
    }

    #[test]
    fn stretch_of_collapsed_and_empty_surfaces_is_finite() {
        let flat = stretch(&Shape::cube(), |_| DVec3::ZERO);
        all_near(flat.area, 0.0);
        let mut points = Shape::cube();
        points.triangles = vec![[0, 0, 1], [2, 2, 2]];
        let found = stretch(&points, |p| p);
        assert_eq!((found.area, found.larger_principal), (None, None));
        all_near(found.edge, 1.0);
        let mut empty = Shape::cube();
        empty.triangles.clear();
        assert_eq!(stretch(&empty, |p| p), Stretch::default());
    }

    #[test]
    fn vertices_take_the_mean_of_what_is_around_them_across_seams() {
        let (front, back) = Shape::sphere(16, 1.0).split_in_two();
        let surface = Surface::of(&model_of(&[front, back]));
        let metric = RestMetric::of(&surface);
        let doubled = moved(&surface, |p| p * 2.0);
        assert!(metric.area_stretch_of_vertices(&surface, &doubled).iter().all(|ratio| (ratio - 4.0).abs() < 1e-9));
        assert!(metric.edge_stretch_of_vertices(&surface, &doubled).iter().all(|ratio| (ratio - 2.0).abs() < 1e-9));
    }
}
