use crate::field::smooth_union;
use glam::DVec3;

/// A rod with round ends of two sizes: all balls whose centers run along a segment and whose radii change evenly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundCone {
    pub from: DVec3,
    pub to: DVec3,
    /// Radii at `from` and at `to`. They differ by less than the length, because otherwise one ball would contain the
    /// other.
    pub radii: [f64; 2],
}

impl RoundCone {
    /// Signed distance to the surface, negative inside; exact.
    ///
    /// The nearest ball's center is not the foot of the perpendicular: minimizing `sqrt((a - s)^2 + h^2) - r(s)` over
    /// the position s along the axis, for a point at height h over position a, gives `s = a + k h / sqrt(1 - k^2)` with
    /// the slope k of the radius.
    pub fn distance(&self, point: DVec3) -> f64 {
        let axis = self.to - self.from;
        let length = axis.length();
        let slope = (self.radii[1] - self.radii[0]) / length;
        let along = (point - self.from).dot(axis) / length;
        let height = ((point - self.from).length_squared() - along * along).max(0.0).sqrt();
        let nearest = (along + height * slope / (1.0 - slope * slope).sqrt()).clamp(0.0, length);
        let aside = along - nearest;
        (aside * aside + height * height).sqrt() - (self.radii[0] + slope * nearest)
    }
}

/// Signed distance to a ball.
pub(crate) fn ball(center: DVec3, radius: f64, point: DVec3) -> f64 {
    point.distance(center) - radius
}

/// The intersection of two solids, with the edge rounded over `width`.
pub(crate) fn smooth_intersection(a: f64, b: f64, width: f64) -> f64 {
    -smooth_union(-a, -b, width)
}

/// The first solid without the second, with the edge rounded over `width`.
pub(crate) fn smooth_difference(a: f64, b: f64, width: f64) -> f64 {
    -smooth_union(-a, b, width)
}

/// Smooth union of many solids; empty if there are none.
pub(crate) fn smooth_union_of(distances: impl IntoIterator<Item = f64>, width: f64) -> f64 {
    distances.into_iter().reduce(|all, next| smooth_union(all, next, width)).unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_to_a_round_cone_by_hand() {
        // Slope 0.6: tangents leave the balls at 3-4-5 triangles.
        let cone = RoundCone { from: DVec3::ZERO, to: DVec3::X * 5.0, radii: [1.0, 4.0] };
        assert_eq!(cone.distance(DVec3::X * -3.0), 2.0);
        assert_eq!(cone.distance(DVec3::X * 10.0), 1.0);
        // On the side of the ball at 2.5, of radius 2.5, in the direction (-0.6, 0.8).
        let on_side = DVec3::new(2.5 - 0.6 * 2.5, 0.8 * 2.5, 0.0);
        assert!(cone.distance(on_side).abs() < 1e-12);
        assert!((cone.distance(on_side + DVec3::new(-0.6, 0.8, 0.0)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn cuts_and_unions_by_hand() {
        assert_eq!(smooth_intersection(-1.0, -0.2, 0.1), -0.2);
        assert_eq!(smooth_difference(-1.0, -0.4, 0.1), 0.4);
        assert_eq!(smooth_difference(-0.3, 5.0, 0.1), -0.3);
        assert_eq!(smooth_union_of([3.0, -1.0, 2.0], 0.5), -1.0);
        assert_eq!(smooth_union_of([], 0.5), f64::INFINITY);
        assert_eq!(ball(DVec3::X, 0.5, DVec3::ZERO), 0.5);
    }
}
