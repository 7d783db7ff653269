use super::JointFrames;
use crate::model::Skeleton;
use glam::{Quat, Vec3};

/// Two consecutive bones, as in an arm or a leg. The end is dragged, and the other two joints turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limb {
    /// Shoulder or hip.
    pub root: u32,
    /// Elbow or knee.
    pub middle: u32,
    /// Wrist or ankle.
    pub end: u32,
}

/// The positions of a limb's three joints in scene space: root, middle, end.
pub type LimbPoints = [Vec3; 3];

/// Length below which bones do not turn anything, as a fraction of the limb.
const SHORTEST_BONE: f32 = 1e-4;

/// Largest reach, as a fraction of the limb's length. A limb is never fully straightened: a straight limb has no plane,
/// and the next drag could bend it in any direction.
const MOST_REACH: f32 = 0.9999;

impl Limb {
    /// The limb of the two joints above `end`. `None` if there are fewer, or if the end is a driven twist joint, at
    /// which no limb ends.
    pub fn of(skeleton: &Skeleton, end: u32) -> Option<Self> {
        if skeleton.twist_driver(end).is_some() {
            return None;
        }
        let above = |node| skeleton.nearest_ancestor(node, |node| skeleton.node(node).is_joint);
        let middle = above(end)?;
        Some(Self { root: above(middle)?, middle, end })
    }

    /// The positions of the limb's joints in a pose.
    pub fn points(self, frames: &JointFrames<'_>) -> LimbPoints {
        [self.root, self.middle, self.end].map(|node| frames.origin(node))
    }
}

/// The turns of root and then middle in scene space that bring the end to the target, or as close as the bones reach.
///
/// The law of cosines restricts the middle to a circle. Its position is the point on the circle in the direction of
/// `pole`, a direction in scene space before the move, which turns along with the line from root to end by the shortest
/// way: a knee that faces the front faces up when the foot comes forward. Each bone takes the shortest turn to its new
/// direction, so that nothing twists.
/// The middle's turn applies after the root's: first the root turns everything, then the middle turns what is below it.
pub fn reach(points: LimbPoints, target: Vec3, pole: Vec3) -> [Quat; 2] {
    let [root, middle, end] = points;
    let (upper, lower) = ((middle - root).length(), (end - middle).length());
    let longest = upper + lower;
    if !target.is_finite() || upper.min(lower) <= SHORTEST_BONE * longest {
        return [Quat::IDENTITY; 2];
    }
    let before = (end - root).normalize_or(Vec3::X);
    let toward = (target - root).try_normalize().unwrap_or(before);
    let pole = Quat::from_rotation_arc(before, toward) * pole;
    let least = (upper - lower).abs() + SHORTEST_BONE * longest;
    let distance = (target - root).length().max(least).min(MOST_REACH * longest);
    let cosine = ((upper * upper + distance * distance - lower * lower) / (2.0 * upper * distance)).clamp(-1.0, 1.0);
    let sideways = pole.reject_from_normalized(toward).try_normalize().unwrap_or(toward.any_orthonormal_vector());
    let new_middle = root + upper * (cosine * toward + (1.0 - cosine * cosine).sqrt() * sideways);
    let new_end = root + distance * toward;

    let turn_root = Quat::from_rotation_arc((middle - root) / upper, ((new_middle - root) / upper).normalize());
    let lower_after = turn_root * (end - middle) / lower;
    let turn_middle = Quat::from_rotation_arc(lower_after.normalize(), ((new_end - new_middle) / lower).normalize());
    [turn_root, turn_middle]
}

/// The direction of the middle away from the line between root and end. `None` for a straight limb.
pub fn pole(points: LimbPoints) -> Option<Vec3> {
    let [root, middle, end] = points;
    let axis = (end - root).try_normalize()?;
    let out = (middle - root).reject_from_normalized(axis);
    (out.length() > 1e-3 * (end - root).length()).then(|| out.normalize())
}

/// The angle in radians, about the line from root to end, from a reference direction to the direction of the middle.
/// `None` for a straight limb, or if the reference is along the limb.
pub fn swing(points: LimbPoints, reference: Vec3) -> Option<f32> {
    let axis = (points[2] - points[0]).try_normalize()?;
    let out = pole(points)?;
    let zero = reference.reject_from_normalized(axis);
    if zero.length() < 1e-2 * reference.length() {
        return None;
    }
    Some(axis.dot(zero.cross(out)).atan2(zero.dot(out)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    const ARM: LimbPoints = [Vec3::ZERO, Vec3::new(3.0, 0.0, -0.1), Vec3::new(5.0, 0.0, 0.0)];

    /// The points after turning the root and then the middle.
    fn posed(points: LimbPoints, [root, middle]: [Quat; 2]) -> LimbPoints {
        let new_middle = points[0] + root * (points[1] - points[0]);
        [points[0], new_middle, new_middle + middle * (root * (points[2] - points[1]))]
    }

    #[test]
    fn the_end_comes_to_the_target_and_the_elbow_to_its_side() {
        for target in [Vec3::new(2.0, 3.0, 0.5), Vec3::new(-1.0, 1.5, 2.0), Vec3::new(4.0, -1.0, 0.0)] {
            for side in [Vec3::NEG_Z, Vec3::Y, Vec3::new(0.3, -1.0, 0.2)] {
                let after = posed(ARM, reach(ARM, target, side));
                assert!(after[2].distance(target) < 1e-5 * 5.0, "{} of {target}", after[2]);
                let out = pole(after).unwrap();
                let side = Quat::from_rotation_arc(Vec3::X, target.normalize()) * side;
                let wanted = side.reject_from_normalized(target.normalize()).normalize();
                assert!(out.dot(wanted) > 0.9999, "{out} for {wanted}");
            }
        }
    }

    #[test]
    fn a_knee_turns_along_with_the_leg_and_never_bends_backward() {
        // A leg that hangs down, with its knee to the front. The foot goes up to the front, past the hip.
        let leg = [Vec3::ZERO, Vec3::new(0.0, -1.0, 0.01), Vec3::new(0.0, -2.0, 0.0)];
        for degrees in [0.0f32, 45.0, 80.0, 90.0, 100.0, 130.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let after = posed(leg, reach(leg, 1.5 * Vec3::new(0.0, -cos, sin), Vec3::Z));
            let out = pole(after).unwrap();
            assert!(out.dot(Vec3::new(0.0, sin, cos)) > 0.999, "{degrees}: {out}");
        }
    }

    #[test]
    fn right_angles_are_where_pythagoras_has_them() {
        let legs = [Vec3::ZERO, Vec3::new(3.0, 0.0, 0.0), Vec3::new(3.0, 0.0, 4.0)];
        // Sides 3, 4 and 5: the knee is a right angle, no matter how the leg points.
        let after = posed(legs, reach(legs, Vec3::new(0.0, 5.0, 0.0), Vec3::X));
        assert!(((after[1] - after[0]).angle_between(after[2] - after[1]) - FRAC_PI_2).abs() < 1e-5);
        // The pole turns along with the leg, from X to (0.8, 0, -0.6) next to it.
        assert!(after[1].distance(Vec3::new(1.92, 1.8, -1.44)) < 1e-5, "{}", after[1]);
    }

    #[test]
    fn out_of_reach_the_limb_points_there_and_keeps_its_lengths() {
        let after = posed(ARM, reach(ARM, Vec3::new(0.0, 90.0, 0.0), Vec3::NEG_Z));
        assert!(after[2].normalize().dot(Vec3::Y) > 0.9999);
        assert!((after[1].distance(after[0]) - ARM[1].length()).abs() < 1e-5);
        let inside = posed(ARM, reach(ARM, Vec3::ZERO, Vec3::NEG_Z));
        assert!(inside.iter().all(|point| point.is_finite()));
        let nowhere = reach(ARM, Vec3::NAN, Vec3::Z);
        assert_eq!(nowhere, [Quat::IDENTITY; 2]);
        let no_bone = [Vec3::ZERO, Vec3::ZERO, Vec3::X];
        assert_eq!(reach(no_bone, Vec3::Y, Vec3::Z), [Quat::IDENTITY; 2]);
    }

    #[test]
    fn the_swing_is_the_angle_about_the_line_from_root_to_end() {
        let elbow = |out: Vec3| [Vec3::ZERO, Vec3::X + out, Vec3::X * 2.0];
        assert!((swing(elbow(Vec3::Y), Vec3::Y).unwrap()).abs() < 1e-6);
        assert!((swing(elbow(Vec3::Z), Vec3::Y).unwrap() - FRAC_PI_2).abs() < 1e-6);
        assert!((swing(elbow(Vec3::NEG_Z), Vec3::Y).unwrap() + FRAC_PI_2).abs() < 1e-6);
        assert_eq!(swing(elbow(Vec3::ZERO), Vec3::Y), None, "straight");
        assert_eq!(swing(elbow(Vec3::Y), Vec3::X), None, "along the limb");
    }

    #[test]
    fn a_limb_is_three_joints_in_a_row() {
        let skeleton = super::super::test_rigs::two_arms();
        // Spine, arm, hand of the left side.
        assert_eq!(Limb::of(&skeleton, 3), Some(Limb { root: 0, middle: 1, end: 3 }));
        assert_eq!([Limb::of(&skeleton, 0), Limb::of(&skeleton, 1)], [None, None], "too few joints above");
    }
}
