use glam::DVec3;

/// A round rod: all points within `radius` of the segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capsule {
    pub from: DVec3,
    pub to: DVec3,
    pub radius: f64,
}

impl Capsule {
    /// Signed distance to the surface, negative inside.
    pub fn distance(&self, point: DVec3) -> f64 {
        let axis = self.to - self.from;
        let along = ((point - self.from).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
        point.distance(self.from + axis * along) - self.radius
    }
}

/// The union of two solids given by their signed distances, with a fillet where these differ by less than `width`.
///
/// It is the minimum minus a cubic bump: twice continuously differentiable wherever the distances are, so that the
/// surface has continuous curvature through the fillet, and exactly the minimum outside of it. Symmetric in `a` and
/// `b`.
pub(crate) fn smooth_union(a: f64, b: f64, width: f64) -> f64 {
    let share = (width - (a - b).abs()).max(0.0) / width;
    a.min(b) - share * share * share * width / 6.0
}

/// A solid as the points where a function is negative.
pub(crate) struct Field<F>(pub F);

impl<F: Fn(DVec3) -> f64> Field<F> {
    pub fn value(&self, point: DVec3) -> f64 {
        (self.0)(point)
    }

    /// Gradient by central differences: at this step the error is below single precision on shapes of size one.
    pub fn gradient(&self, point: DVec3) -> DVec3 {
        const STEP: f64 = 1e-5;
        let along = |axis: DVec3| (self.value(point + axis * STEP) - self.value(point - axis * STEP)) / (2.0 * STEP);
        DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z))
    }

    /// Outward normal of the level set through the point, of unit length.
    pub fn normal(&self, point: DVec3) -> DVec3 {
        self.gradient(point).normalize_or_zero()
    }

    /// Moves a point near the surface onto it along the gradient, by `steps` of Newton's method.
    pub fn project(&self, point: DVec3, steps: usize) -> DVec3 {
        (0..steps).fold(point, |point, _step| {
            let gradient = self.gradient(point);
            point - gradient * (self.value(point) / gradient.length_squared().max(f64::MIN_POSITIVE))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_to_a_rod_by_hand() {
        let rod = Capsule { from: DVec3::ZERO, to: DVec3::new(0.0, 2.0, 0.0), radius: 0.5 };
        assert_eq!(rod.distance(DVec3::new(1.0, 1.0, 0.0)), 0.5);
        assert_eq!(rod.distance(DVec3::new(0.0, -3.0, 0.0)), 2.5);
        assert_eq!(rod.distance(DVec3::new(0.0, 1.0, 0.0)), -0.5);
    }

    #[test]
    fn the_fillet_only_adds_and_ends_at_its_width() {
        assert_eq!(smooth_union(0.1, 0.4, 0.3), 0.1);
        assert!((smooth_union(0.1, 0.1, 0.3) - 0.05).abs() < 1e-15);
        assert_eq!(smooth_union(0.2, 0.1, 0.3), smooth_union(0.1, 0.2, 0.3));
    }

    #[test]
    fn points_land_on_the_surface_with_its_normal() {
        let ball = Field(|point: DVec3| point.length() - 2.0);
        let point = ball.project(DVec3::new(1.0, 2.0, -1.5), 4);
        assert!((point.length() - 2.0).abs() < 1e-12);
        assert!(ball.normal(point).abs_diff_eq(point / 2.0, 1e-9));
    }
}
