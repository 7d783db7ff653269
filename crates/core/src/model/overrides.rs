use super::constraints::drive_constraints;
use super::twist_driver::drive_twists;
use super::{LARGEST_MORPH_WEIGHT, Pose, Skeleton, WholeMesh};
use crate::math::{angles_from_turn, turn_from_angles};
use glam::{Quat, Vec3};
use std::collections::BTreeMap;

/// A rotation that the user set for a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RotationOverride {
    /// Intrinsic X, Y, Z rotations in degrees, including full turns, applied after the rest rotation.
    AnglesDegrees(Vec3),
    /// The whole local rotation, replacing the node's.
    Quaternion(Quat),
}

/// Settings of the user (or a pose file) for one joint; `None` fields stay unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointOverride {
    /// Replaces the rotation.
    pub rotation: Option<RotationOverride>,
    /// Replaces the translation in the parent's frame, in scene units.
    pub translation: Option<Vec3>,
    /// Replaces [`JointPose::scale`](super::JointPose::scale).
    pub scale: Option<Vec3>,
    /// Replaces [`JointPose::local_scale`](super::JointPose::local_scale).
    pub local_scale: Option<Vec3>,
    /// Replaces [`JointPose::local_shear`](super::JointPose::local_shear).
    pub local_shear: Option<Vec3>,
    /// The weight t at which the whole mesh follows this joint, see [`WholeMesh`]. At most one joint has it.
    pub whole: Option<f32>,
}

impl JointOverride {
    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn is_finite(&self) -> bool {
        let rotation = match self.rotation {
            Some(RotationOverride::AnglesDegrees(angles)) => angles.is_finite(),
            Some(RotationOverride::Quaternion(rotation)) => rotation.is_finite(),
            None => true,
        };
        let vectors = [self.translation, self.scale, self.local_scale, self.local_shear];
        rotation && vectors.into_iter().flatten().all(Vec3::is_finite) && self.whole.is_none_or(f32::is_finite)
    }
}

/// Overrides by node index and, for the weights of morph targets, by their index, applied on top of a rest pose or a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoseOverrides {
    joints: BTreeMap<u32, JointOverride>,
    /// Weights by the index of the morph target.
    morphs: BTreeMap<u32, f32>,
}

impl PoseOverrides {
    /// The overrides of a joint; empty if it has none.
    pub fn get(&self, node: u32) -> JointOverride {
        self.joints.get(&node).copied().unwrap_or_default()
    }

    /// Sets a joint's override; an empty one removes it. A non-finite override is ignored, since a pose with a NaN
    /// would never equal itself.
    pub fn set(&mut self, node: u32, joint: JointOverride) {
        if joint.is_empty() {
            self.joints.remove(&node);
        } else if joint.is_finite() {
            if joint.whole.is_some() {
                // The mesh follows one joint: the latest.
                self.joints.values_mut().for_each(|other| other.whole = None);
                self.joints.retain(|_, other| !other.is_empty());
            }
            self.joints.insert(node, joint);
        }
    }

    /// Whether neither a joint nor a morph target has an override.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty() && self.morphs.is_empty()
    }

    /// Number of joints with an override.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Whether a joint has an override.
    pub fn contains(&self, node: u32) -> bool {
        self.joints.contains_key(&node)
    }

    /// The joints with an override, ascending by node index.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &JointOverride)> {
        self.joints.iter().map(|(&node, joint)| (node, joint))
    }

    /// The weight that the user set for a morph target.
    pub fn morph(&self, target: u32) -> Option<f32> {
        self.morphs.get(&target).copied()
    }

    /// Sets the weight of a morph target, within [`LARGEST_MORPH_WEIGHT`]; `None` removes it. A weight that is not a number
    /// is ignored.
    pub fn set_morph(&mut self, target: u32, weight: Option<f32>) {
        match weight {
            None => drop(self.morphs.remove(&target)),
            Some(weight) if weight.is_finite() => {
                self.morphs.insert(target, weight.clamp(-LARGEST_MORPH_WEIGHT, LARGEST_MORPH_WEIGHT));
            }
            Some(_) => {}
        }
    }

    /// The overrides for another version of the skeleton: each joint's overrides go to the node that `node` returns for
    /// it, or are dropped, and each morph target's weight to the target that `target` returns.
    #[must_use]
    pub fn mapped(&self, node: impl Fn(u32) -> Option<u32>, target: impl Fn(u32) -> Option<u32>) -> Self {
        let mut mapped = Self::default();
        for (before, joint) in self.iter() {
            if let Some(after) = node(before) {
                mapped.set(after, *joint);
            }
        }
        for (before, weight) in self.morphs() {
            if let Some(after) = target(before) {
                mapped.set_morph(after, Some(weight));
            }
        }
        mapped
    }

    /// Removes all weights of morph targets.
    pub fn clear_morphs(&mut self) {
        self.morphs.clear();
    }

    /// The weights of morph targets, by their index.
    pub fn morphs(&self) -> impl Iterator<Item = (u32, f32)> {
        self.morphs.iter().map(|(&target, &weight)| (target, weight))
    }

    /// Writes the overrides into a pose of the same skeleton. Then it drives the joints that have no rotation of their own:
    /// first those with constraints, then the twist joints, on which no constraint depends.
    pub fn apply(&self, skeleton: &Skeleton, pose: &mut Pose) {
        for (node, over) in self.iter() {
            let rest = skeleton.node(node).rest.rotation;
            let joint = &mut pose.joints[node as usize];
            match over.rotation {
                Some(RotationOverride::AnglesDegrees(angles)) => {
                    joint.rotation = (rest * turn_from_angles(angles)).normalize();
                }
                Some(RotationOverride::Quaternion(rotation)) => {
                    joint.rotation = if rotation.dot(rest) < 0.0 { -rotation } else { rotation };
                }
                None => {}
            }
            joint.translation = over.translation.unwrap_or(joint.translation);
            joint.scale = over.scale.unwrap_or(joint.scale);
            joint.local_scale = over.local_scale.unwrap_or(joint.local_scale);
            joint.local_shear = over.local_shear.unwrap_or(joint.local_shear);
            if let Some(weight) = over.whole {
                pose.whole_mesh = Some(WholeMesh { joint: node, weight: weight.clamp(0.0, 1.0) });
            }
        }
        for (target, weight) in self.morphs() {
            if let Some(of_pose) = pose.morph_weights.get_mut(target as usize) {
                *of_pose = weight;
            }
        }
        drive_constraints(skeleton, self, pose);
        drive_twists(skeleton, self, pose);
    }

    /// The angles in degrees that a joint's sliders show: the joint's own if the user set them, otherwise the angles of
    /// the posed rotation that are nearest to `near_degrees`.
    pub fn angles_degrees(&self, skeleton: &Skeleton, pose: &Pose, node: u32, near_degrees: Vec3) -> Vec3 {
        match self.get(node).rotation {
            Some(RotationOverride::AnglesDegrees(angles)) => angles,
            _ => {
                let rest = skeleton.node(node).rest.rotation;
                angles_from_turn(rest.inverse() * pose.joints[node as usize].rotation, near_degrees)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Trs};
    use super::*;

    #[test]
    fn what_is_not_finite_changes_nothing() {
        let mut overrides = PoseOverrides::default();
        let moved = JointOverride { translation: Some(Vec3::X), ..JointOverride::default() };
        overrides.set(0, moved);
        let angles = RotationOverride::AnglesDegrees(Vec3::new(0.0, f32::INFINITY, 0.0));
        overrides.set(0, JointOverride { rotation: Some(angles), ..moved });
        overrides.set(0, JointOverride { scale: Some(Vec3::NAN), ..moved });
        assert_eq!(overrides.get(0), moved);
    }

    #[test]
    fn the_mesh_follows_one_joint_the_latest() {
        let node = |name| Node::new(name, None, Trs::IDENTITY);
        let skeleton = Skeleton::new(vec![node("elbow"), node("wrist")]).unwrap();
        let mut overrides = PoseOverrides::default();
        let whole = |weight| JointOverride { whole: Some(weight), ..JointOverride::default() };
        overrides.set(0, whole(0.25));
        overrides.set(1, whole(0.5));
        let mut pose = Pose::rest(&skeleton);
        overrides.apply(&skeleton, &mut pose);
        assert_eq!(pose.whole_mesh, Some(WholeMesh { joint: 1, weight: 0.5 }));
        assert_eq!(overrides.len(), 1, "nothing is left of the first");
    }

    #[test]
    fn angles_come_after_the_rest_rotation_and_keep_their_turns() {
        let rest = Trs { rotation: Quat::from_rotation_z(90f32.to_radians()), ..Trs::IDENTITY };
        let skeleton = Skeleton::new(vec![Node::new("joint", None, rest)]).unwrap();
        let mut overrides = PoseOverrides::default();
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::new(200.0, 0.0, 0.0)));
        overrides.set(0, JointOverride { rotation, ..JointOverride::default() });
        let mut pose = Pose::rest(&skeleton);
        overrides.apply(&skeleton, &mut pose);
        // The joint's own X axis points along the scene's Y, so this rotates by 200 degrees about Y.
        let expected = Quat::from_rotation_y(200f32.to_radians()) * rest.rotation;
        assert!(pose.joints[0].rotation.abs_diff_eq(expected, 1e-6));
        assert_eq!(overrides.angles_degrees(&skeleton, &pose, 0, Vec3::ZERO).x, 200.0);
        overrides.set(0, JointOverride::default());
        assert!(overrides.is_empty());
    }
}
