use crate::model::JointLimits;
use std::f32::consts::PI;

/// Number of steps of the search to either side, each of 2.5 degrees.
const STEPS: usize = 72;
/// Number of halvings of the step at which a limit is met.
const HALVINGS: usize = 10;

/// Range in which a joint can turn about an axis of the scene before an angle leaves its limit: negative and positive
/// radians, at most half a turn to either side. `None` if no limit is in the way, or if the joint is beyond one
/// already.
///
/// `angles_after` gives the joint's angles in degrees after a turn by some radians. They can depend on the turn in any
/// way, so the ends are found by a search.
pub fn turn_within_limits(
    limits: &JointLimits,
    node: u32,
    angles_after: impl Fn(f32) -> glam::Vec3,
) -> Option<[f32; 2]> {
    /// An angle that is held exactly at its limit is within it.
    const TOLERANCE_DEGREES: f32 = 0.01;
    let is_within = |radians: f32| {
        let angles = angles_after(radians);
        limits.held(node, angles).abs_diff_eq(angles, TOLERANCE_DEGREES)
    };
    if limits.get(node) == [None; 3] || !is_within(0.0) {
        return None;
    }
    let end = |direction: f32| {
        let step = PI / STEPS as f32 * direction;
        let outside = (1..=STEPS).find(|&count| !is_within(step * count as f32))?;
        let (mut inside, mut outside) = (step * (outside - 1) as f32, step * outside as f32);
        for _ in 0..HALVINGS {
            let middle = (inside + outside) / 2.0;
            if is_within(middle) { inside = middle } else { outside = middle }
        }
        Some(inside)
    };
    let (back, forth) = (end(-1.0), end(1.0));
    (back.is_some() || forth.is_some()).then_some([back.unwrap_or(-PI), forth.unwrap_or(PI)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::AngleLimit;
    use glam::Vec3;

    #[test]
    fn a_turn_goes_as_far_as_the_first_limit() {
        let mut limits = JointLimits::default();
        limits.set(4, 2, Some(AngleLimit::between(-20.0, 140.0)));
        let about_z = |from: f32| move |radians: f32| Vec3::new(0.0, 0.0, from + radians.to_degrees());
        let reach = |from: f32| turn_within_limits(&limits, 4, about_z(from)).map(|ends| ends.map(f32::to_degrees));
        let [back, forth] = reach(30.0).unwrap();
        assert!((back + 50.0).abs() < 0.05 && (forth - 110.0).abs() < 0.05, "{back} {forth}");
        let [back, forth] = reach(140.0).unwrap();
        assert!((back + 160.0).abs() < 0.05 && forth.abs() < 0.05, "{back} {forth}");
        assert_eq!(reach(141.0), None, "beyond it already");
        let about_x = |radians: f32| Vec3::new(radians.to_degrees(), 0.0, 0.0);
        assert_eq!(turn_within_limits(&limits, 4, about_x), None, "no limit about X");
        assert_eq!(turn_within_limits(&limits, 3, about_z(0.0)), None, "nor of another joint");
    }
}
