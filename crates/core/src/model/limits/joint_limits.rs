use super::super::{JointOverride, PoseOverrides, PoseWarning, ROTATION_KEYS, RotationOverride, Skeleton};
use super::AngleLimit;
use crate::math::angles_from_turn;
use glam::Vec3;
use std::collections::BTreeMap;

/// The limits of the joints of a skeleton, by node and axis. A joint turns freely about an axis without a limit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointLimits {
    joints: BTreeMap<u32, [Option<AngleLimit>; 3]>,
}

/// An angle that was beyond its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// The joint, as its node index.
    pub node: u32,
    /// Index of the intrinsic angle: 0 for X, 1 for Y, 2 for Z.
    pub axis: usize,
    /// The angle in the pose.
    pub from_degrees: f32,
    /// The nearest angle within the limit, at which the joint is held.
    pub to_degrees: f32,
}

impl Held {
    /// Warning for people.
    pub fn warning(self, skeleton: &Skeleton) -> PoseWarning {
        PoseWarning::BeyondLimit {
            joint: skeleton.label(self.node),
            key: ROTATION_KEYS[self.axis],
            degrees: self.from_degrees,
            limit_degrees: self.to_degrees,
        }
    }
}

impl JointLimits {
    /// The limits of a joint's X, Y and Z angles.
    pub fn get(&self, node: u32) -> [Option<AngleLimit>; 3] {
        self.joints.get(&node).copied().unwrap_or_default()
    }

    /// Sets or removes a limit. `axis` is 0 to 2.
    pub fn set(&mut self, node: u32, axis: usize, limit: Option<AngleLimit>) {
        let mut limits = self.get(node);
        limits[axis] = limit;
        self.set_joint(node, limits);
    }

    /// Replaces all limits of a joint.
    pub fn set_joint(&mut self, node: u32, limits: [Option<AngleLimit>; 3]) {
        if limits == [None; 3] {
            self.joints.remove(&node);
        } else {
            self.joints.insert(node, limits);
        }
    }

    /// The limits for another version of the skeleton: each joint's limits go to the node that `node` returns for it,
    /// or are dropped.
    #[must_use]
    pub fn mapped(&self, node: impl Fn(u32) -> Option<u32>) -> Self {
        let mut mapped = Self::default();
        for (before, limits) in self.iter() {
            if let Some(after) = node(before) {
                mapped.set_joint(after, limits);
            }
        }
        mapped
    }

    /// Whether no joint has a limit.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// Number of joints with a limit.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// The joints with a limit, as node indices, and their limits about X, Y and Z. Ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u32, [Option<AngleLimit>; 3])> {
        self.joints.iter().map(|(&node, &limits)| (node, limits))
    }

    /// The nearest angles within a joint's limits, each angle by itself.
    pub fn held(&self, node: u32, angles_degrees: Vec3) -> Vec3 {
        let limits = self.get(node);
        let held = |axis: usize| limits[axis].map_or(angles_degrees[axis], |limit| limit.held(angles_degrees[axis]));
        Vec3::new(held(0), held(1), held(2))
    }

    /// Brings the rotation that is set for a joint within its limits, and returns the angles that were beyond them. A
    /// joint whose rotation is not set follows its rest pose or clip, which no limit changes.
    pub fn hold(&self, skeleton: &Skeleton, overrides: &mut PoseOverrides, node: u32) -> Vec<Held> {
        if !self.joints.contains_key(&node) {
            return Vec::new();
        }
        let over = overrides.get(node);
        let angles = match over.rotation {
            None => return Vec::new(),
            Some(RotationOverride::AnglesDegrees(angles)) => angles,
            Some(RotationOverride::Quaternion(rotation)) => {
                let turn = skeleton.node(node).rest.rotation.inverse() * rotation;
                self.angles_of(node, turn)
            }
        };
        let held = self.held(node, angles);
        if held == angles {
            return Vec::new();
        }
        let rotation = Some(RotationOverride::AnglesDegrees(held));
        overrides.set(node, JointOverride { rotation, ..over });
        let changed = (0..3).filter(|&axis| held[axis] != angles[axis]);
        changed.map(|axis| Held { node, axis, from_degrees: angles[axis], to_degrees: held[axis] }).collect()
    }

    /// The angles of a turn from rest that are nearest to the middle of the joint's limits: a rotation has many triples
    /// of angles, and one of them may be within the limits while others are not.
    fn angles_of(&self, node: u32, turn: glam::Quat) -> Vec3 {
        let middle =
            |limit: Option<AngleLimit>| limit.map_or(0.0, |limit| (limit.least_degrees() + limit.most_degrees()) / 2.0);
        angles_from_turn(turn, Vec3::from(self.get(node).map(middle)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::arm;
    use super::*;
    use crate::math::turn_from_angles;

    fn limit(least: f32, most: f32) -> Option<AngleLimit> {
        Some(AngleLimit::between(least, most))
    }

    #[test]
    fn each_angle_is_held_by_itself_and_the_rest_stays() {
        let skeleton = arm();
        let mut limits = JointLimits::default();
        limits.set(1, 0, limit(-20.0, 140.0));
        limits.set(1, 2, limit(0.0, 0.0));
        let mut overrides = PoseOverrides::default();
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::new(150.0, 700.0, -3.0)));
        overrides.set(1, JointOverride { rotation, scale: Some(Vec3::splat(2.0)), ..JointOverride::default() });
        overrides.set(2, JointOverride { rotation, ..JointOverride::default() });
        let held = limits.hold(&skeleton, &mut overrides, 1);
        let [x, z] = held[..] else { panic!("{held:?}") };
        assert_eq!((x.axis, x.from_degrees, x.to_degrees, z.axis, z.to_degrees), (0, 150.0, 140.0, 2, 0.0));
        let expected = Some(RotationOverride::AnglesDegrees(Vec3::new(140.0, 700.0, 0.0)));
        assert_eq!((overrides.get(1).rotation, overrides.get(1).scale), (expected, Some(Vec3::splat(2.0))));
        assert!(limits.hold(&skeleton, &mut overrides, 1).is_empty(), "holding again changes nothing");
        assert!(limits.hold(&skeleton, &mut overrides, 2).is_empty(), "no limits there");
        assert_eq!(overrides.get(2).rotation, rotation);
    }

    #[test]
    fn a_quaternion_within_the_limits_stays_one() {
        let skeleton = arm();
        let rest = skeleton.node(1).rest.rotation;
        let mut limits = JointLimits::default();
        // 200 degrees about X is the same rotation as -160.
        limits.set(1, 0, limit(170.0, 210.0));
        let quaternion = |degrees: f32| {
            let rotation = (rest * turn_from_angles(Vec3::new(degrees, 0.0, 0.0))).normalize();
            JointOverride { rotation: Some(RotationOverride::Quaternion(rotation)), ..JointOverride::default() }
        };
        let mut overrides = PoseOverrides::default();
        overrides.set(1, quaternion(-160.0));
        assert!(limits.hold(&skeleton, &mut overrides, 1).is_empty());
        assert_eq!(overrides.get(1), quaternion(-160.0));
        overrides.set(1, quaternion(150.0));
        assert_eq!(limits.hold(&skeleton, &mut overrides, 1)[0].to_degrees, 170.0);
    }

    #[test]
    fn a_joint_without_a_limit_has_no_entry() {
        let mut limits = JointLimits::default();
        limits.set(3, 1, limit(0.0, 1.0));
        assert_eq!((limits.len(), limits.get(3)[1]), (1, limit(0.0, 1.0)));
        limits.set(3, 1, None);
        assert!(limits.is_empty() && limits == JointLimits::default());
    }
}
