use super::surface::Surface;
use glam::DVec3;

/// Search margin around a triangle, as a fraction of the largest coordinate; larger than its rounding error.
const MARGIN: f64 = 1e-9;

/// For each of several parallel planes, the triangles that it may cut at rest, ascending: all triangles that it cuts,
/// and few others. `points` lie in the planes, in ascending order along `normal`, which has unit length.
///
/// Visits each triangle once, not once per plane.
pub(super) fn triangles_at(surface: &Surface, points: &[DVec3], normal: DVec3) -> Vec<Vec<u32>> {
    let mut found = vec![Vec::new(); points.len()];
    let Some(&origin) = points.first() else { return found };
    let planes: Vec<f64> = points.iter().map(|&point| (point - origin).dot(normal)).collect();
    let heights: Vec<f64> = surface.positions.iter().map(|&position| (position - origin).dot(normal)).collect();
    let largest = surface.positions.iter().chain(points).map(|position| position.abs().max_element());
    let margin = MARGIN * largest.fold(0.0, f64::max);
    for (index, triangle) in (0u32..).zip(&surface.triangles) {
        let [a, b, c] = triangle.map(|vertex| heights[vertex as usize]);
        let (low, high) = (a.min(b).min(c) - margin, a.max(b).max(c) + margin);
        let first = planes.partition_point(|&plane| plane < low);
        for (_, triangles) in planes.iter().zip(&mut found).skip(first).take_while(|(plane, _)| **plane <= high) {
            triangles.push(index);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, model_of};
    use super::*;

    #[test]
    fn every_triangle_that_a_plane_cuts_or_touches_is_found_and_few_others() {
        let ball = Shape::sphere(24, 1.0).shifted(DVec3::new(1000.0, 5.0, -3.0));
        let surface = Surface::of(&model_of(&[ball, Shape::cylinder(16, 8, 0.5, 2.0, true)]));
        for normal in [DVec3::X, DVec3::new(0.6, 0.0, -0.8), DVec3::new(-2.0, 1.0, 2.0) / 3.0] {
            for middle in [DVec3::ZERO, DVec3::new(1000.0, 5.0, -3.0)] {
                let points: Vec<DVec3> = (-3..=3).map(|step| middle + normal * (0.25 * f64::from(step))).collect();
                let found = triangles_at(&surface, &points, normal);
                for (&point, found) in points.iter().zip(&found) {
                    let height = |vertex: u32| (surface.positions[vertex as usize] - point).dot(normal);
                    let is_cut = |index: &u32| {
                        let ahead = surface.triangles[*index as usize].map(|vertex| height(vertex) >= 0.0);
                        ahead.contains(&true) && ahead.contains(&false)
                    };
                    let all = 0..surface.triangles.len() as u32;
                    let cut: Vec<u32> = all.clone().filter(is_cut).collect();
                    assert!(!cut.is_empty() && cut.iter().all(|index| found.binary_search(index).is_ok()));
                    assert!(found.is_sorted() && found.len() < 3 * cut.len(), "{} of {}", cut.len(), found.len());
                }
            }
        }
    }
}
