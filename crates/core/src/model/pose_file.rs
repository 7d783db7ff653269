//! The pose file: `{"skinscope_pose": 1, "joints": {"elbow": {"rotation": [x,y,z,w], ...}}, "morphs": {"smile": 0.5}}`.

use super::{
    FindJointError, FindMorphError, JointOverride, LARGEST_MORPH_WEIGHT, PoseOverrides, RotationOverride, Skeleton,
    json_error_text,
};
use crate::math::LARGEST_NUMBER;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The only format version so far.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PoseFile {
    skinscope_pose: u32,
    #[serde(default)]
    joints: PoseJoints,
    #[serde(default, skip_serializing_if = "PoseMorphs::is_empty")]
    morphs: PoseMorphs,
}

/// The weights of morph targets by their names, in the form of text formats. Not yet tied to a skeleton.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PoseMorphs(BTreeMap<String, f32>);

/// The overrides of joints by their names, in the form of text formats. Not yet tied to a skeleton.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PoseJoints(BTreeMap<String, JointEntry>);

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JointEntry {
    /// Replaces the node's local rotation: x, y, z, w.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    translation: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    scale: Option<[f32; 3]>,
    /// Angles in degrees on top of the rest rotation, as an alternative to `rotation`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    angles: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    local_scale: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    local_shear: Option<[f32; 3]>,
    /// The weight at which the whole mesh follows the joint, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    whole: Option<f32>,
}

/// Reason why a pose file cannot be read, or does not fit a skeleton.
#[derive(Debug, thiserror::Error)]
pub enum PoseFileError {
    /// The text is not JSON, or not in the form of a pose file.
    #[error("not a pose file: {}", json_error_text(.0))]
    Json(#[from] serde_json::Error),
    /// The version is not known. Holds the version.
    #[error("pose file version {0} is not known; this program reads version {VERSION}")]
    Version(u32),
    /// A joint does not exist or is ambiguous.
    #[error(transparent)]
    Joint(#[from] FindJointError),
    /// A morph target does not exist or is ambiguous.
    #[error(transparent)]
    Morph(#[from] FindMorphError),
    /// A weight of a morph target is not finite, or beyond plus or minus [`LARGEST_MORPH_WEIGHT`].
    #[error("morph target {target:?} has a weight that is not from -{LARGEST_MORPH_WEIGHT} to {LARGEST_MORPH_WEIGHT}")]
    MorphTooLarge {
        /// Name of the morph target.
        target: String,
    },
    /// A joint has a quaternion and angles.
    #[error("joint {joint:?} has both \"rotation\" and \"angles\"; keep one")]
    TwoRotations {
        /// Name of the joint.
        joint: String,
    },
    /// A value is not finite, or beyond plus or minus [`LARGEST_NUMBER`].
    #[error("joint {joint:?} has a \"{field}\" with a value that is not from -{LARGEST_NUMBER} to {LARGEST_NUMBER}")]
    TooLarge {
        /// Name of the joint.
        joint: String,
        /// Name of the field in the file.
        field: &'static str,
    },
    /// The weight of the blend that the whole mesh follows is not from 0 to 1.
    #[error("joint {joint:?} has a \"whole\" of {weight}; it is a weight from 0 to 1")]
    NotAWeight {
        /// Name of the joint.
        joint: String,
        /// The weight in the file.
        weight: f32,
    },
    /// A quaternion is not of unit length.
    #[error("joint {joint:?} has a rotation of length {length}; a unit quaternion x, y, z, w is needed")]
    NotUnit {
        /// Name of the joint.
        joint: String,
        /// Length of the quaternion.
        length: f32,
    },
}

/// A rotation whose length differs from one by more than this is rejected as a mistake.
const UNIT_TOLERANCE: f32 = 1e-2;

/// Reads a pose file for a skeleton.
pub fn parse_pose_file(json: &str, skeleton: &Skeleton) -> Result<PoseOverrides, PoseFileError> {
    let file: PoseFile = serde_json::from_str(json)?;
    if file.skinscope_pose != VERSION {
        return Err(PoseFileError::Version(file.skinscope_pose));
    }
    let mut overrides = file.joints.overrides(skeleton)?;
    file.morphs.apply(skeleton, &mut overrides)?;
    Ok(overrides)
}

/// Writes overrides as a pose file; [`parse_pose_file`] reads back the same overrides.
pub fn write_pose_file(overrides: &PoseOverrides, skeleton: &Skeleton) -> String {
    let file = PoseFile {
        skinscope_pose: VERSION,
        joints: PoseJoints::of(overrides, skeleton),
        morphs: PoseMorphs::of(overrides, skeleton),
    };
    // Plain numbers and strings always serialize.
    serde_json::to_string_pretty(&file).unwrap_or_default()
}

impl PoseJoints {
    /// The overrides of a skeleton's pose.
    pub fn of(overrides: &PoseOverrides, skeleton: &Skeleton) -> Self {
        let entry = |(node, over)| (skeleton.address(node), JointEntry::from_override(over));
        Self(overrides.iter().map(entry).collect())
    }

    /// Whether no joint is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The overrides for a skeleton; [`Self::of`] gives back the same text.
    ///
    /// # Errors
    /// If the skeleton does not have the joints, or a value is out of range.
    pub fn overrides(&self, skeleton: &Skeleton) -> Result<PoseOverrides, PoseFileError> {
        let mut overrides = PoseOverrides::default();
        for (joint, entry) in &self.0 {
            let node = skeleton.find(joint)?;
            overrides.set(node, entry.to_override(joint)?);
        }
        Ok(overrides)
    }
}

impl PoseMorphs {
    /// The weights that a pose of a skeleton sets.
    pub fn of(overrides: &PoseOverrides, skeleton: &Skeleton) -> Self {
        if overrides.morphs().next().is_none() {
            return Self::default();
        }
        let addresses = skeleton.morph_addresses();
        Self(overrides.morphs().map(|(target, weight)| (addresses[target as usize].clone(), weight)).collect())
    }

    /// Whether no morph target is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets the weights in a skeleton's pose; [`Self::of`] gives back the same text.
    ///
    /// # Errors
    /// If the skeleton does not have the morph targets, or a weight is out of range.
    pub fn apply(&self, skeleton: &Skeleton, overrides: &mut PoseOverrides) -> Result<(), PoseFileError> {
        for (target, &weight) in &self.0 {
            let index = skeleton.find_morph_target(target)?;
            if weight.is_nan() || weight.abs() > LARGEST_MORPH_WEIGHT {
                return Err(PoseFileError::MorphTooLarge { target: target.clone() });
            }
            overrides.set_morph(index, Some(weight));
        }
        Ok(())
    }
}

impl JointEntry {
    fn to_override(&self, joint: &str) -> Result<JointOverride, PoseFileError> {
        let vector = |value: Option<[f32; 3]>, field| match value {
            Some(v) if !v.iter().all(|&component| f64::from(component).abs() <= LARGEST_NUMBER) => {
                Err(PoseFileError::TooLarge { joint: joint.to_owned(), field })
            }
            value => Ok(value.map(Vec3::from_array)),
        };
        let rotation = match (self.rotation, vector(self.angles, "angles")?) {
            (Some(_), Some(_)) => {
                return Err(PoseFileError::TwoRotations { joint: joint.to_owned() });
            }
            (None, angles) => angles.map(RotationOverride::AnglesDegrees),
            (Some(xyzw), None) => {
                let rotation = Quat::from_array(xyzw);
                let length = rotation.length();
                if length.is_nan() || (length - 1.0).abs() > UNIT_TOLERANCE {
                    return Err(PoseFileError::NotUnit { joint: joint.to_owned(), length });
                }
                Some(RotationOverride::Quaternion(rotation.normalize()))
            }
        };
        Ok(JointOverride {
            rotation,
            translation: vector(self.translation, "translation")?,
            scale: vector(self.scale, "scale")?,
            local_scale: vector(self.local_scale, "local_scale")?,
            local_shear: vector(self.local_shear, "local_shear")?,
            whole: match self.whole {
                Some(weight) if !(0.0..=1.0).contains(&weight) => {
                    return Err(PoseFileError::NotAWeight { joint: joint.to_owned(), weight });
                }
                weight => weight,
            },
        })
    }

    fn from_override(over: &JointOverride) -> Self {
        let (rotation, angles) = match over.rotation {
            Some(RotationOverride::Quaternion(rotation)) => (Some(rotation.to_array()), None),
            Some(RotationOverride::AnglesDegrees(angles)) => (None, Some(angles.to_array())),
            None => (None, None),
        };
        Self {
            rotation,
            translation: over.translation.map(|v| v.to_array()),
            scale: over.scale.map(|v| v.to_array()),
            angles,
            local_scale: over.local_scale.map(|v| v.to_array()),
            local_shear: over.local_shear.map(|v| v.to_array()),
            whole: over.whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MorphTarget, Node, Pose, Trs};
    use super::*;

    fn skeleton() -> Skeleton {
        let node = |name| Node::new(name, None, Trs::IDENTITY);
        Skeleton::new(vec![node("elbow"), node("twin"), node("twin")]).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let json = r##"{"skinscope_pose": 1, "joints": {
            "elbow": {"angles": [0, 370, 0], "local_shear": [0.1, 0, 0], "whole": 0.25},
            "#2": {"rotation": [0, 0, 0.6, 0.8], "translation": [1, 2, 3], "scale": [1, 1, 2], "local_scale": [2, 1, 1]}
        }}"##;
        let overrides = parse_pose_file(json, &skeleton()).unwrap();
        assert_eq!(overrides.get(0).rotation, Some(RotationOverride::AnglesDegrees(Vec3::new(0.0, 370.0, 0.0))));
        assert_eq!(overrides.get(2).translation, Some(Vec3::new(1.0, 2.0, 3.0)));
        assert_eq!(overrides.get(0).whole, Some(0.25));
        let again = parse_pose_file(&write_pose_file(&overrides, &skeleton()), &skeleton()).unwrap();
        assert_eq!(again, overrides);
    }

    #[test]
    fn morph_weights_are_written_and_read_back() {
        let targets = ["smile", "blink", "blink"];
        let target = |name: &str| MorphTarget { name: name.to_owned(), rest_weight: 0.0 };
        let face = Node { morph_targets: targets.map(target).to_vec(), ..Node::new("face", None, Trs::IDENTITY) };
        let skeleton = Skeleton::new(vec![face]).unwrap();
        let read =
            |morphs: &str| parse_pose_file(&format!(r#"{{"skinscope_pose": 1, "morphs": {morphs}}}"#), &skeleton);
        let overrides = read(r##"{"smile": 0.5, "#0/2": -1}"##).unwrap();
        assert_eq!(overrides.morphs().collect::<Vec<_>>(), [(0, 0.5), (2, -1.0)]);
        let mut pose = Pose::rest(&skeleton);
        overrides.apply(&skeleton, &mut pose);
        assert_eq!(pose.morph_weights, [0.5, 0.0, -1.0]);
        let text = write_pose_file(&overrides, &skeleton);
        assert_eq!(parse_pose_file(&text, &skeleton).unwrap(), overrides, "{text}");
        assert!(read(r#"{"smile": 1e9}"#).unwrap_err().to_string().contains("from -10000 to 10000"));
        assert!(read(r#"{"blink": 1}"#).unwrap_err().to_string().contains("#0/1, #0/2"));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |json: &str| parse_pose_file(json, &skeleton()).unwrap_err().to_string();
        let joints = |body: &str| format!(r#"{{"skinscope_pose": 1, "joints": {body}}}"#);
        assert!(error("[]").starts_with("not a pose file"));
        assert!(error(r#"{"skinscope_pose": 2, "joints": {}}"#).contains("version 2"));
        assert!(error(&joints(r#"{"twin": {}}"#)).contains("#1, #2"));
        assert!(error(&joints(r#"{"elbow": {"rotate": [0,0,0,1]}}"#)).contains("rotate"));
        assert!(error(&joints(r#"{"elbow": {"rotation": [0,0,0,0]}}"#)).contains("length 0"));
        assert!(error(&joints(r#"{"elbow": {"whole": 1.5}}"#)).contains("a weight from 0 to 1"));
        for angle in ["1e10", "-1e39", "1234567890123456789012345678901234567890"] {
            let turned = joints(&format!(r#"{{"elbow": {{"angles": [0, {angle}, 0]}}}}"#));
            assert!(error(&turned).contains("from -1000000000 to 1000000000"), "{angle}");
        }
        let both = joints(r#"{"elbow": {"rotation": [0,0,0,1], "angles": [0,0,0]}}"#);
        assert!(error(&both).contains("keep one"));
    }
}
