use super::surface::{DeformedSkin, Surface};
use glam::DVec3;

/// Rest normals whose cosine exceeds this are treated as equal: texture seams are smooth, creases are not.
const SAME_NORMAL: f64 = 0.99;

/// The angle at each vertex between the method's own normal and the normal of the surface it produced, from 0 to a
/// right angle; NaN if either has no direction.
///
/// The surface's normal is the area-weighted sum of the normals of the triangles around the vertex, over all vertices
/// at the same position with the same normal at rest. Its sign is ignored: a mirrored joint turns triangles inside out
/// and keeps normals pointing outward.
pub fn normal_errors(surface: &Surface, deformed: &DeformedSkin) -> Vec<f64> {
    let own = triangle_normals_at_vertices(surface, &deformed.positions);
    let groups = vertices_by_position(surface);
    let error = |vertex: usize| {
        let rest = surface.normals[vertex];
        let smooth = |other: &&u32| surface.normals[**other as usize].dot(rest) > SAME_NORMAL;
        let together = groups[surface.welded[vertex] as usize].iter().filter(smooth);
        angle_of_lines(together.map(|&other| own[other as usize]).sum(), deformed.normals[vertex])
    };
    (0..surface.vertex_count()).map(error).collect()
}

/// For each vertex, the sum of the normals of its triangles, each scaled by twice the triangle's area.
fn triangle_normals_at_vertices(surface: &Surface, positions: &[DVec3]) -> Vec<DVec3> {
    let mut sums = vec![DVec3::ZERO; surface.vertex_count()];
    for &triangle in &surface.triangles {
        let [a, b, c] = triangle.map(|vertex| positions[vertex as usize]);
        let normal = (b - a).cross(c - a);
        triangle.iter().for_each(|&vertex| sums[vertex as usize] += normal);
    }
    sums
}

/// Groups of vertices at the same position, each at the index of its first vertex.
fn vertices_by_position(surface: &Surface) -> Vec<Vec<u32>> {
    let mut groups = vec![Vec::new(); surface.vertex_count()];
    for (vertex, &first) in surface.welded.iter().enumerate() {
        groups[first as usize].push(vertex as u32);
    }
    groups
}

/// The angle between two undirected lines; exact for small angles too.
fn angle_of_lines(a: DVec3, b: DVec3) -> f64 {
    let (sine, cosine) = (a.cross(b).length(), a.dot(b).abs());
    if sine == 0.0 && cosine == 0.0 { f64::NAN } else { sine.atan2(cosine) }
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, model_of, moved};
    use super::*;
    use glam::DQuat;

    #[test]
    fn turning_keeps_the_error_and_a_wrong_normal_shows_its_angle() {
        let sphere = Shape::sphere(48, 1.0);
        let surface = Surface::of(&model_of(&[sphere]));
        let at_rest = moved(&surface, |p| p);
        // The coarse triangles next to the poles are off by a degree.
        assert!(normal_errors(&surface, &at_rest).iter().all(|error| *error < 0.03));
        // The surface rotated by 30 degrees, the normals left unchanged: 30 degrees on the equator, none at the poles.
        let turned = moved(&surface, |p| DQuat::from_rotation_x(30f64.to_radians()) * p);
        let errors = normal_errors(&surface, &turned);
        let largest = errors.iter().copied().fold(0.0, f64::max).to_degrees();
        assert!((largest - 30.0).abs() < 1.0, "{largest}");
        assert!(errors[0].to_degrees() < 2.0, "the pole is on the axis");
        // Turning the surface inside out changes nothing.
        let mut inward = at_rest.clone();
        inward.normals.iter_mut().for_each(|normal| *normal = -*normal);
        assert!(normal_errors(&surface, &inward).iter().all(|error| *error < 0.03));
    }

    #[test]
    fn creases_stay_apart_and_seams_are_closed() {
        // Two squares that meet at a right angle with separate vertices, each split along its diagonal.
        let at = |x: f32, y: f32, z: f32| glam::Vec3::new(x, y, z);
        let floor = [at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0), at(1.0, 1.0, 0.0)];
        let wall = [at(0.0, 0.0, 0.0), at(0.0, 1.0, 0.0), at(0.0, 0.0, 1.0), at(0.0, 1.0, 1.0)];
        let positions = [&floor[..], &wall].concat();
        let normals = [[glam::Vec3::Z; 4], [glam::Vec3::X; 4]].concat();
        let triangles = vec![[0, 1, 2], [1, 3, 2], [4, 5, 6], [5, 7, 6]];
        let surface = Surface::of(&model_of(&[Shape { positions, normals, triangles }]));
        let errors = normal_errors(&surface, &moved(&surface, |p| p));
        assert!(errors.iter().all(|error| *error < 1e-12), "{errors:?}");
        let collapsed = normal_errors(&surface, &moved(&surface, |_| DVec3::ZERO));
        assert!(collapsed.iter().all(|error| error.is_nan()));
    }
}
