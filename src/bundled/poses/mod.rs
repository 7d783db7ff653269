//! The poses as tables. Those computed from formulas are in `computed`, which `tools/modelgen/` generates.

mod cloth;
mod computed;
mod hand;
mod mannequin;

use crate::model::{FindJointError, JointOverride, PoseOverrides, RotationOverride, Skeleton};
use computed::{TENTACLE_CURL, TENTACLE_SPIRAL, TENTACLE_TWIST_360, TENTACLE_TWIST_720, TENTACLE_WAVE};
use glam::Vec3;

pub(super) use cloth::{CLOTH, CLOTH_9};
pub(super) use hand::HAND;
pub(super) use mannequin::MANNEQUIN;

/// Poses of the bar. At 180 degrees both arcs are equally short, and dual quaternions flip; 179 is just before.
pub(super) const BAR: &[NamedPose] = &[
    NamedPose { name: "twist-90", joints: &[turned("mid", [90.0, 0.0, 0.0])] },
    NamedPose { name: "twist-135", joints: &[turned("mid", [135.0, 0.0, 0.0])] },
    NamedPose { name: "twist-179", joints: &[turned("mid", [179.0, 0.0, 0.0])] },
    NamedPose { name: "bend-90", joints: &[turned("mid", [0.0, 0.0, 90.0])] },
    NamedPose { name: "bend-120", joints: &[turned("mid", [0.0, 0.0, 120.0])] },
    NamedPose {
        name: "bend-90-moved",
        joints: &[
            // Turned by 25 degrees about the axis (1, 2, 3).
            PosedJoint { joint: "root", angles_degrees: [4.307149, 14.239512, 19.62], translation: [0.1, 0.2, 0.3] },
            PosedJoint { joint: "mid", angles_degrees: [0.0, 0.0, 90.0], translation: [0.15, 0.1, 0.0] },
        ],
    },
];

pub(super) const LIMB: &[NamedPose] = &[
    NamedPose { name: "bend-trunk", joints: &[turned("trunk", [0.0, 0.0, -80.0])] },
    NamedPose { name: "split", joints: &[turned("left", [0.0, 0.0, 70.0]), turned("right", [0.0, 0.0, -70.0])] },
    NamedPose { name: "fold-forward", joints: &[turned("left", [110.0, 0.0, 0.0]), turned("right", [60.0, 0.0, 0.0])] },
    // One branch rotated about its own axis by 150 degrees, the other bent away: four joints meet at the fork.
    NamedPose {
        name: "twist-branch",
        joints: &[turned("left", [0.0, 0.0, 50.0]), turned("right", [156.515, 19.2234, -78.3398])],
    },
];

pub(super) const TENTACLE: &[NamedPose] = &[
    NamedPose { name: "curl", joints: &TENTACLE_CURL },
    NamedPose { name: "spiral", joints: &TENTACLE_SPIRAL },
    NamedPose { name: "twist-360", joints: &TENTACLE_TWIST_360 },
    NamedPose { name: "twist-720", joints: &TENTACLE_TWIST_720 },
    NamedPose { name: "wave", joints: &TENTACLE_WAVE },
];

/// A pose of a bundled model: rest, except for the listed joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedPose {
    /// The name after `--pose` on the command line: lowercase letters, digits and hyphens.
    pub name: &'static str,
    /// Poses of the joints, at most one for each.
    pub joints: &'static [PosedJoint],
}

/// The pose of one joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedJoint {
    /// The name of its node.
    pub joint: &'static str,
    /// Intrinsic X, Y, Z rotations including full turns, after the rest rotation.
    pub angles_degrees: [f32; 3],
    /// Offset from the rest translation, scene units in the parent's frame.
    pub translation: [f32; 3],
}

impl NamedPose {
    /// Converts the pose to overrides on the rest pose of its model.
    ///
    /// # Errors
    /// The skeleton lacks one of the joints because it belongs to a different model.
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

const fn posed(joint: &'static str, angles_degrees: [f32; 3], translation: [f32; 3]) -> PosedJoint {
    PosedJoint { joint, angles_degrees, translation }
}

/// A joint that is only rotated.
const fn turned(joint: &'static str, angles_degrees: [f32; 3]) -> PosedJoint {
    posed(joint, angles_degrees, [0.0; 3])
}

/// Several joints, each rotated by the same angles.
const fn all_turned<const N: usize>(joints: [&'static str; N], angles_degrees: [f32; 3]) -> [PosedJoint; N] {
    let mut posed = [turned("", angles_degrees); N];
    let mut index = 0;
    while index < N {
        posed[index].joint = joints[index];
        index += 1;
    }
    posed
}

/// Concatenates the parts into one pose; `N` is the sum of their lengths.
const fn together<const N: usize>(parts: &[&[PosedJoint]]) -> [PosedJoint; N] {
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
    use super::*;
    use crate::model::{Node, Trs};

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
}
