//! How far the skin is from keeping the angles of its triangles.

use crate::measure::percentiles::Percentiles;
use crate::measure::stretch::{StretchField, TOO_SHORT};
use crate::measure::surface::Surface;
use glam::DVec3;

/// The distortion of a triangle that collapses to a line or to a point, and the largest of any: methods compute in
/// single precision, so that more would be rounding.
const COLLAPSED: f64 = 1000.0;

/// The distortion of all triangles but those so thin at rest that rounding alone changes their angles.
pub fn angle_distortion(field: &StretchField, surface: &Surface) -> Option<Percentiles> {
    let least = TOO_SHORT * surface.extent;
    let of = |(&stretches, &triangle): (&[f64; 2], &[u32; 3])| {
        let corners = triangle.map(|vertex| surface.positions[vertex as usize]);
        if smallest_height(corners) > least { distortion(stretches) } else { f64::NAN }
    };
    Percentiles::of(field.principal.iter().zip(&surface.triangles).map(of))
}

/// The height of a triangle over its longest side; NaN or 0 for a line or a point.
fn smallest_height([a, b, c]: [DVec3; 3]) -> f64 {
    (b - a).cross(c - a).length() / a.distance(b).max(b.distance(c)).max(c.distance(a))
}

/// The larger of two principal stretches over the smaller one: 1 keeps angles. NaN if they are.
fn distortion([smaller, larger]: [f64; 2]) -> f64 {
    if smaller * COLLAPSED <= larger { COLLAPSED } else { larger / smaller }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::stretch::RestMetric;
    use crate::measure::surface::Surface;
    use crate::measure::test_shapes::{Shape, model_of, moved};
    use glam::{DQuat, Vec3};

    fn found(triangles: &[[u32; 3]], map: impl Fn(DVec3) -> DVec3) -> Option<Percentiles> {
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];
        let square = Shape { normals: vec![Vec3::Z; 4], positions, triangles: triangles.to_vec() };
        let surface = Surface::of(&model_of(&[square]));
        angle_distortion(&StretchField::of(&RestMetric::of(&surface), &surface, &moved(&surface, map)), &surface)
    }

    fn of_square(map: impl Fn(DVec3) -> DVec3) -> f64 {
        let both = found(&[[0, 1, 2], [1, 3, 2]], map).unwrap();
        assert!(both.count == 2 && both.max - both.min < 1e-6, "a linear map is the same everywhere: {both:?}");
        both.max
    }

    #[test]
    fn linear_maps_by_hand() {
        let turn = DQuat::from_rotation_y(1.3);
        let golden = f64::midpoint(1.0, 5f64.sqrt());
        for (map, expected) in [
            (&(|p| turn * p + DVec3::ONE) as &dyn Fn(DVec3) -> DVec3, 1.0),
            (&|p| turn * p * 0.4, 1.0),
            (&|p| p * DVec3::new(-3.0, 3.0, 1.0), 1.0),
            (&|p| turn * (p * DVec3::new(2.0, 1.0, 1.0)), 2.0),
            (&|p| p * DVec3::new(1.0, 0.5, 1.0), 2.0),
            // The matrix [1 1; 0 1] stretches by the golden ratio and its inverse.
            (&|p| DVec3::new(p.x + p.y, p.y, p.z), golden * golden),
            (&|p| p * DVec3::new(1.0, 0.0025, 1.0), 400.0),
        ] {
            assert!((of_square(map) / expected - 1.0).abs() < 1e-9, "{expected}");
        }
    }

    #[test]
    fn what_collapses_has_a_value() {
        let flat = |height: f64| move |p: DVec3| p * DVec3::new(1.0, height, 1.0);
        assert_eq!([1e-4, 1e-9, 0.0].map(|height| of_square(flat(height))), [1000.0; 3]);
        assert_eq!(of_square(|_| DVec3::ONE), 1000.0, "a point");
        // One of two triangles collapses to a line.
        let half = found(&[[0, 1, 2], [1, 3, 2]], |p| if p.x * p.y > 0.5 { DVec3::X } else { p }).unwrap();
        assert_eq!((half.min, half.max), (1.0, 1000.0));
    }

    /// Posed positions are in single precision, which is coarser than the height of the thin triangle.
    #[test]
    fn triangles_as_thin_as_rounding_do_not_count() {
        let turn = DQuat::from_rotation_z(0.7);
        let found = |height: f32| {
            let thin = Vec3::new(0.5, 1.0 + height, 0.0);
            let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0), thin];
            let normals = vec![Vec3::Z; 5];
            let shape = Shape { normals, positions, triangles: vec![[0, 1, 2], [2, 3, 4]] };
            let surface = Surface::of(&model_of(&[shape]));
            let rounded = |p: DVec3| (turn * (p + 8.0) - 5.0).as_vec3().as_dvec3();
            let field = StretchField::of(&RestMetric::of(&surface), &surface, &moved(&surface, rounded));
            (angle_distortion(&field, &surface).unwrap(), field.principal[1])
        };
        let (thin, stretches) = found(1e-6);
        assert!(distortion(stretches) > 1.1, "rounding alone: {stretches:?}");
        assert!(thin.count == 1 && thin.max < 1.0 + 1e-4, "{thin:?}");
        assert_eq!(found(0.01).0.count, 2);
    }

    #[test]
    fn triangles_without_an_area_at_rest_do_not_count() {
        let one = found(&[[0, 1, 2], [0, 0, 1]], |p| p * 2.0).unwrap();
        assert_eq!((one.count, one.max), (1, 1.0));
        assert_eq!([found(&[[0, 0, 1]], |p| p), found(&[], |p| p)], [None; 2]);
    }
}
