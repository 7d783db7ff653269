use crate::measure::{DeformedSkin, Surface};
use crate::work::map_ranges;
use glam::{DVec3, Vec3};
use rstar::{AABB, PointDistance, RTree, RTreeObject};

/// The triangles of a deformed surface in a tree of bounding boxes, for the nearest point.
///
/// Building takes n log n, a search about log n.
#[derive(Debug)]
pub(crate) struct SurfaceTree {
    triangles: RTree<Triangle>,
}

/// A triangle in single precision, which halves the memory: distances below a millionth of the extent do not matter
/// between different meshes.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    corners: [[f32; 3]; 3],
    /// Index among the triangles of which the tree was built.
    index: u32,
}

impl Triangle {
    fn corners(&self) -> [DVec3; 3] {
        self.corners.map(|corner| Vec3::from(corner).as_dvec3())
    }
}

/// A point of a triangle near a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearPoint {
    /// Index of the triangle among those of which the tree was built.
    pub triangle: u32,
    /// The point of this triangle that is nearest to the position.
    pub point: DVec3,
}

impl RTreeObject for Triangle {
    type Envelope = AABB<[f32; 3]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_points(self.corners.iter())
    }
}

impl PointDistance for Triangle {
    fn distance_2(&self, point: &[f32; 3]) -> f32 {
        let point = Vec3::from(*point).as_dvec3();
        nearest_in_triangle(point, self.corners()).distance_squared(point) as f32
    }
}

impl SurfaceTree {
    /// Builds the tree. Triangles with a corner that is not finite are left out.
    pub fn of(surface: &Surface, skin: &DeformedSkin) -> Self {
        let corner = |vertex: u32| skin.positions[vertex as usize].as_vec3();
        Self::of_triangles((0..).zip(&surface.triangles).map(|(index, triangle)| (index, triangle.map(corner))))
    }

    /// Builds the tree of triangles with their indices, which need not be all. Triangles with a corner that is not finite
    /// are left out.
    pub fn of_triangles(triangles: impl Iterator<Item = (u32, [Vec3; 3])>) -> Self {
        let finite = triangles.filter(|(_, corners)| corners.iter().all(|corner| corner.is_finite()));
        let triangle = |(index, corners): (u32, [Vec3; 3])| Triangle { corners: corners.map(Into::into), index };
        Self { triangles: RTree::bulk_load(finite.map(triangle).collect()) }
    }

    /// The triangles within a distance of a position, the nearest first.
    pub fn near(&self, position: DVec3, distance: f64) -> impl Iterator<Item = NearPoint> {
        let found = self.triangles.nearest_neighbor_iter(position.as_vec3().to_array());
        let near = found.map(move |triangle| NearPoint {
            triangle: triangle.index,
            point: nearest_in_triangle(position, triangle.corners()),
        });
        near.take_while(move |near| near.point.distance(position) <= distance)
    }

    /// The distance of each position to the surface. NaN if the surface has no triangle or the position is not finite.
    /// Takes long for large meshes, on threads of its own: other parallel work does not wait behind it.
    pub fn distances(&self, positions: &[DVec3]) -> Vec<f64> {
        let distance = |position: &DVec3| {
            let point = position.as_vec3();
            let nearest = point.is_finite().then(|| self.triangles.nearest_neighbor(point.to_array())).flatten();
            nearest.map_or(f64::NAN, |nearest| nearest_in_triangle(*position, nearest.corners()).distance(*position))
        };
        map_ranges(positions.len(), |range| positions[range].iter().map(distance).collect::<Vec<f64>>()).concat()
    }
}

/// The point of a triangle nearest to a position (Ericson, Real-Time Collision Detection, 5.1.5): the region of the plane
/// above which the position lies decides between corners, edges and the inside.
fn nearest_in_triangle(position: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let (ab, ac) = (b - a, c - a);
    let from_a = position - a;
    let (d1, d2) = (ab.dot(from_a), ac.dot(from_a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let from_b = position - b;
    let (d3, d4) = (ab.dot(from_b), ac.dot(from_b));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * ratio(d1, d1 - d3);
    }
    let from_c = position - c;
    let (d5, d6) = (ab.dot(from_c), ac.dot(from_c));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * ratio(d2, d2 - d6);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return b + (c - b) * ratio(d4 - d3, (d4 - d3) + (d5 - d6));
    }
    let sum = va + vb + vc;
    a + ab * ratio(vb, sum) + ac * ratio(vc, sum)
}

/// The ratio of two lengths or areas. Zero for an edge or triangle without a size, whose corners are all as near.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_points_by_hand() {
        let triangle = [DVec3::ZERO, DVec3::X * 2.0, DVec3::Y * 2.0];
        let cases = [
            // One point inside, at each of three corners and at each of three edges.
            (DVec3::new(0.5, 0.5, 3.0), DVec3::new(0.5, 0.5, 0.0)),
            (DVec3::new(-1.0, -1.0, 0.0), DVec3::ZERO),
            (DVec3::new(4.0, 0.0, 1.0), DVec3::X * 2.0),
            (DVec3::new(0.0, 5.0, 0.0), DVec3::Y * 2.0),
            (DVec3::new(1.0, -2.0, 0.0), DVec3::X),
            (DVec3::new(-3.0, 0.5, 0.0), DVec3::Y * 0.5),
            (DVec3::new(2.0, 2.0, 0.0), DVec3::new(1.0, 1.0, 0.0)),
        ];
        for (position, expected) in cases {
            assert!(nearest_in_triangle(position, triangle).abs_diff_eq(expected, 1e-12), "{position}");
        }
        // A triangle that is a line, and one that is a point.
        let line = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0];
        assert!(nearest_in_triangle(DVec3::new(1.5, 1.0, 0.0), line).abs_diff_eq(DVec3::X * 1.5, 1e-12));
        assert_eq!(nearest_in_triangle(DVec3::Y, [DVec3::ZERO; 3]), DVec3::ZERO);
    }

    #[test]
    fn the_tree_finds_what_trying_all_triangles_finds() {
        let surface = Surface::of(&crate::measure::test_shapes::two_joint_tube());
        let skin = DeformedSkin { positions: surface.positions.clone(), normals: surface.normals.clone() };
        let tree = SurfaceTree::of(&surface, &skin);
        let positions: Vec<DVec3> = (0..60u32)
            .map(|index| {
                let t = f64::from(index);
                DVec3::new((t * 0.7).sin() * 2.0, (t * 1.3).cos() * 1.5, (t * 0.37).sin() * 1.1)
            })
            .collect();
        for (position, found) in positions.iter().zip(tree.distances(&positions)) {
            let of = |triangle: &[u32; 3]| triangle.map(|vertex| skin.positions[vertex as usize]);
            let all = surface.triangles.iter().map(|t| nearest_in_triangle(*position, of(t)).distance(*position));
            let least = all.fold(f64::INFINITY, f64::min);
            assert!((found - least).abs() < 1e-6, "{position}: {found} {least}");
        }
        let position = positions[7];
        let near: Vec<NearPoint> = tree.near(position, 1.0).collect();
        let within = |triangle: &&[u32; 3]| {
            nearest_in_triangle(position, triangle.map(|v| skin.positions[v as usize])).distance(position) <= 1.0
        };
        assert_eq!(near.len(), surface.triangles.iter().filter(within).count());
        assert!(near.is_sorted_by(|a, b| a.point.distance(position) <= b.point.distance(position) + 1e-6));
        assert!(tree.distances(&[DVec3::NAN])[0].is_nan());
        let mut bare = surface.clone();
        bare.triangles.clear();
        assert!(SurfaceTree::of(&bare, &skin).distances(&positions)[0].is_nan());
    }
}
