use glam::Vec3;

/// An axis-aligned box. Empty until a point is added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest coordinates; positive infinity if the box is empty.
    pub min: Vec3,
    /// Largest coordinates; negative infinity if the box is empty.
    pub max: Vec3,
}

impl Bounds {
    /// The box without points, to which points are added.
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// The box around `points`, ignoring non-finite points.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        let mut bounds = Self::EMPTY;
        for point in points {
            bounds.add(point);
        }
        bounds
    }

    /// Extends the box to a point. A point that is not finite is ignored.
    pub fn add(&mut self, point: Vec3) {
        if point.is_finite() {
            self.min = self.min.min(point);
            self.max = self.max.max(point);
        }
    }

    /// The smallest box around both.
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the box contains no point.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// The center, or the origin if the box is empty.
    pub fn center(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.min.midpoint(self.max) }
    }

    /// Side lengths; zero if the box is empty.
    pub fn size(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.max - self.min }
    }

    /// The eight corners. Bit k of a corner's index says whether it lies at the maximum along axis k.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|index| {
            let side = |bit: usize| if index >> bit & 1 == 0 { self.min } else { self.max };
            Vec3::new(side(0).x, side(1).y, side(2).z)
        })
    }

    /// The *extent*: the longest side. Tolerances and sizes on the screen are fractions of it.
    pub fn extent(&self) -> f32 {
        self.size().max_element()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_until_a_finite_point_is_added() {
        let mut bounds = Bounds::of([Vec3::NAN, Vec3::INFINITY]);
        assert!(bounds.is_empty());
        assert_eq!(bounds.extent(), 0.0);
        bounds.add(Vec3::new(1.0, 2.0, 3.0));
        bounds.add(Vec3::new(-1.0, 2.5, 3.0));
        assert_eq!(bounds.extent(), 2.0);
        assert_eq!(bounds.center(), Vec3::new(0.0, 2.25, 3.0));
    }
}
