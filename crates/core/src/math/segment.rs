use glam::DVec3;

/// A line segment between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Start of the segment, such as the joint of a bone.
    pub from: DVec3,
    /// End of the segment.
    pub to: DVec3,
}

impl Segment {
    /// Distance of a point to the segment, ends included.
    pub fn distance(self, point: DVec3) -> f64 {
        self.nearest_to(point).distance(point)
    }

    /// Distance of a point along the segment from its start; negative before the start.
    pub fn along(self, point: DVec3) -> f64 {
        (point - self.from).dot((self.to - self.from).normalize_or_zero())
    }

    /// The point of the segment nearest to `point`.
    pub fn nearest_to(self, point: DVec3) -> DVec3 {
        let along = self.to - self.from;
        let length_squared = along.length_squared();
        let share = if length_squared > 0.0 { (point - self.from).dot(along) / length_squared } else { 0.0 };
        self.from + along * share.clamp(0.0, 1.0)
    }
}
