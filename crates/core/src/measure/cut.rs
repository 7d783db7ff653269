use super::surface::Surface;
use glam::DVec3;
use std::collections::HashMap;
use std::f64::consts::TAU;

/// A point on an edge of the surface, which moves with the edge's ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EdgePoint {
    from: u32,
    to: u32,
    share: f64,
}

impl EdgePoint {
    pub fn at(self, positions: &[DVec3]) -> DVec3 {
        positions[self.from as usize].lerp(positions[self.to as usize], self.share)
    }

    pub fn ends(self) -> [u32; 2] {
        [self.from, self.to]
    }

    /// The edge's end that is closer to the point at rest.
    pub fn nearer_end(self) -> u32 {
        if self.share < 0.5 { self.from } else { self.to }
    }
}

/// An edge given by its welded ends, the smaller index first.
type EdgeKey = (u32, u32);

/// The closed loops in which a plane cuts some triangles of the surface at rest.
///
/// A vertex in the plane is treated as lying ahead of it, so that each triangle is cut in one segment or not at all.
/// Chains that end at an open edge are left out.
fn loops(surface: &Surface, triangles: &[u32], point: DVec3, normal: DVec3) -> Vec<Vec<EdgePoint>> {
    let height = |vertex: u32| (surface.positions[vertex as usize] - point).dot(normal);
    // Keyed by the edge where the segment starts; holds the edge where it ends and its first point.
    let mut pieces: HashMap<EdgeKey, Vec<(EdgeKey, EdgePoint)>> = HashMap::new();
    let mut beginnings = Vec::new();
    for triangle in triangles.iter().map(|&triangle| surface.triangles[triangle as usize]) {
        let heights = triangle.map(height);
        let ahead = heights.map(|height| height >= 0.0);
        if ahead[0] == ahead[1] && ahead[1] == ahead[2] {
            continue;
        }
        let welded = surface.welded_corners(triangle);
        let (mut begin, mut end) = (None, None);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let key = (welded[i].min(welded[j]), welded[i].max(welded[j]));
            let share = heights[i] / (heights[i] - heights[j]);
            let cut = EdgePoint { from: triangle[i], to: triangle[j], share };
            match (ahead[i], ahead[j]) {
                (true, false) => begin = Some((key, cut)),
                (false, true) => end = Some(key),
                _ => {}
            }
        }
        if let (Some((begin, cut)), Some(end)) = (begin, end) {
            pieces.entry(begin).or_default().push((end, cut));
            beginnings.push(begin);
        }
    }
    let mut found = Vec::new();
    for begin in beginnings {
        let mut chain = Vec::new();
        let mut at = begin;
        // Segments are removed as they are visited, so every walk ends.
        while let Some((next, cut)) = pieces.get_mut(&at).and_then(Vec::pop) {
            chain.push(cut);
            at = next;
            if at == begin {
                found.push(std::mem::take(&mut chain));
                break;
            }
        }
    }
    found
}

/// The loop in which a plane cuts the surface around a point of the plane. Among several such loops, the one with the
/// smallest mean distance to the point; `None` if there is no such loop. `triangles` are the triangles that the plane
/// may cut, ascending ([`super::slices::triangles_at`]).
pub(super) fn loop_around(surface: &Surface, triangles: &[u32], point: DVec3, normal: DVec3) -> Option<Vec<EdgePoint>> {
    let (across, beside) = normal.any_orthonormal_pair();
    let flat = |cut: &EdgePoint| {
        let offset = cut.at(&surface.positions) - point;
        (offset.dot(across), offset.dot(beside))
    };
    let goes_around = |cuts: &Vec<EdgePoint>| {
        let angles: Vec<f64> = cuts.iter().map(flat).map(|(x, y)| y.atan2(x)).collect();
        let last = angles.last().copied().unwrap_or(0.0);
        let mut before = last;
        let mut turned = 0.0;
        for angle in angles {
            let step = angle - before;
            turned += step - TAU * (step / TAU).round();
            before = angle;
        }
        (turned / TAU).round() != 0.0
    };
    let mean_distance = |cuts: &Vec<EdgePoint>| {
        cuts.iter().map(|cut| cut.at(&surface.positions).distance(point)).sum::<f64>() / cuts.len() as f64
    };
    let around = loops(surface, triangles, point, normal).into_iter().filter(goes_around);
    around.min_by(|a, b| mean_distance(a).total_cmp(&mean_distance(b)))
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, model_of};
    use super::*;

    #[test]
    fn a_plane_across_two_tubes_finds_the_one_around_the_point() {
        let tube = Shape::cylinder(16, 4, 0.5, 2.0, true);
        let wide = Shape::cylinder(16, 3, 0.9, 2.0, false);
        let surface = Surface::of(&model_of(&[tube.clone(), tube.shifted(DVec3::Y * 3.0), wide]));
        let all: Vec<u32> = (0..surface.triangles.len() as u32).collect();
        // Through a ring of vertices and between rings.
        for x in [0.0, 0.3] {
            assert_eq!(loops(&surface, &all, DVec3::X * x, DVec3::X).len(), 3);
            let around = loop_around(&surface, &all, DVec3::X * x, DVec3::X).unwrap();
            for point in around.iter().map(|cut| cut.at(&surface.positions)) {
                assert!((point.x - x).abs() < 1e-9 && (point.length() - x).abs() < 0.51, "{point}");
            }
        }
        assert_eq!(loop_around(&surface, &all, DVec3::Y * 1.5, DVec3::X), None);
        assert_eq!(loop_around(&surface, &all, DVec3::X * 9.0, DVec3::X), None);
    }
}
