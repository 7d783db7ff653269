use crate::model::{FindJointError, JointOverride, PoseOverrides, RotationOverride, Skeleton};
use glam::Vec3;

/// A pose that comes with a bundled model: rest but for the joints it lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedPose {
    /// What the command line takes after `--pose`: small letters, digits and hyphens.
    pub name: &'static str,
    /// Each joint at most once.
    pub joints: &'static [PosedJoint],
}

/// How a pose holds one joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedJoint {
    /// The name of its node.
    pub joint: &'static str,
    /// Intrinsic X, Y, Z turns with their full revolutions, after the rest rotation.
    pub angles_degrees: [f32; 3],
    /// Offset from the rest translation, scene units in the parent's frame.
    pub translation: [f32; 3],
}

impl NamedPose {
    /// The pose as overrides on the rest pose of its model.
    ///
    /// # Errors
    /// A joint that the skeleton does not have: the skeleton is another model's.
    pub fn overrides(&self, skeleton: &Skeleton) -> Result<PoseOverrides, FindJointError> {
        let mut overrides = PoseOverrides::default();
        for posed in self.joints {
            let node = skeleton.find(posed.joint)?;
            let (angles, offset) = (Vec3::from_array(posed.angles_degrees), Vec3::from_array(posed.translation));
            let rest = skeleton.node(node).rest.translation;
            let joint = JointOverride {
                rotation: (angles != Vec3::ZERO).then_some(RotationOverride::AnglesDegrees(angles)),
                translation: (offset != Vec3::ZERO).then_some(rest + offset),
                ..JointOverride::default()
            };
            overrides.set(node, joint);
        }
        Ok(overrides)
    }
}

/// A joint that is only turned.
pub(super) const fn turned(joint: &'static str, angles_degrees: [f32; 3]) -> PosedJoint {
    PosedJoint { joint, angles_degrees, translation: [0.0; 3] }
}

/// Several joints, each turned by the same angles.
pub(super) const fn all_turned<const N: usize>(joints: [&'static str; N], angles_degrees: [f32; 3]) -> [PosedJoint; N] {
    let mut posed = [turned("", angles_degrees); N];
    let mut index = 0;
    while index < N {
        posed[index].joint = joints[index];
        index += 1;
    }
    posed
}

/// Joints of a chain, turned by angles that go evenly from those of the first to those of the last.
pub(super) const fn ramp<const N: usize>(
    joints: [&'static str; N],
    first_degrees: [f32; 3],
    last_degrees: [f32; 3],
) -> [PosedJoint; N] {
    let mut posed = all_turned(joints, first_degrees);
    let mut index = 0;
    while index < N {
        let share = index as f32 / (N - 1) as f32;
        let mut axis = 0;
        while axis < 3 {
            posed[index].angles_degrees[axis] += (last_degrees[axis] - first_degrees[axis]) * share;
            axis += 1;
        }
        index += 1;
    }
    posed
}

/// Every joint of a grid turned about all three axes by angles between plus and minus `most_degrees` that have no
/// order but are always the same.
pub(super) const fn scattered<const N: usize, const ROWS: usize, const COLUMNS: usize>(
    joints: [[&'static str; COLUMNS]; ROWS],
    most_degrees: f32,
) -> [PosedJoint; N] {
    assert!(N == ROWS * COLUMNS);
    let mut posed = [turned("", [0.0; 3]); N];
    let mut index = 0;
    while index < N {
        posed[index].joint = joints[index / COLUMNS][index % COLUMNS];
        let mut axis = 0;
        while axis < 3 {
            // The upper bits of multiples of the golden ratio spread evenly (Knuth 1973, 6.4).
            let bits = ((3 * index + axis + 1) as u32).wrapping_mul(2_654_435_769) >> 16;
            posed[index].angles_degrees[axis] = (bits as f32 / 32768.0 - 1.0) * most_degrees;
            axis += 1;
        }
        index += 1;
    }
    posed
}

/// The parts one after the other, as one pose; `N` is the sum of their lengths.
pub(super) const fn together<const N: usize>(parts: &[&[PosedJoint]]) -> [PosedJoint; N] {
    let mut posed = [turned("", [0.0; 3]); N];
    let (mut filled, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            posed[filled] = parts[part][index];
            filled += 1;
            index += 1;
        }
        part += 1;
    }
    assert!(filled == N);
    posed
}

#[cfg(test)]
mod tests {
    use super::super::{MODELS, checks};
    use super::*;
    use crate::model::{Node, Trs};
    use std::collections::HashSet;

    #[test]
    fn what_is_zero_stays_at_rest_and_offsets_start_there() {
        let rest = Trs { translation: Vec3::X, ..Trs::IDENTITY };
        let skeleton = Skeleton::new(vec![Node::new("a", None, rest), Node::new("b", None, rest)]).unwrap();
        const PARTS: [PosedJoint; 2] = together(&[
            &all_turned(["a"], [0.0, 370.0, 0.0]),
            &[PosedJoint { joint: "b", angles_degrees: [0.0; 3], translation: [0.5, 0.0, 0.0] }],
        ]);
        let overrides = NamedPose { name: "pose", joints: &PARTS }.overrides(&skeleton).unwrap();
        let angles = RotationOverride::AnglesDegrees(Vec3::new(0.0, 370.0, 0.0));
        assert_eq!((overrides.get(0).rotation, overrides.get(0).translation), (Some(angles), None));
        assert_eq!((overrides.get(1).rotation, overrides.get(1).translation), (None, Some(Vec3::X * 1.5)));
        const STRANGER: NamedPose = NamedPose { name: "pose", joints: &[turned("c", [0.0; 3])] };
        assert!(STRANGER.overrides(&skeleton).is_err());
    }

    #[test]
    fn every_pose_names_joints_of_its_model_once_and_moves_them() {
        for model in MODELS {
            let skeleton = &checks::made(model.name).skeleton;
            let names: HashSet<&str> = model.poses.iter().map(|pose| pose.name).collect();
            assert_eq!(names.len(), model.poses.len(), "{}: a name is given twice", model.name);
            assert!(!model.poses.is_empty(), "{} has no poses", model.name);
            for pose in model.poses {
                let place = format!("{} {}", model.name, pose.name);
                let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
                assert!(pose.name.chars().all(plain), "{place}");
                let overrides = pose.overrides(skeleton).unwrap();
                let joints: HashSet<&str> = pose.joints.iter().map(|joint| joint.joint).collect();
                assert_eq!(joints.len(), pose.joints.len(), "{place}: a joint is named twice");
                // A pose of no joints is the rest pose under its name.
                assert!(!overrides.is_empty() || pose.joints.is_empty(), "{place}");
                assert!(overrides.iter().all(|(node, _)| skeleton.node(node).is_joint), "{place}");
            }
        }
    }
}
