//! `JOINT:rx=90,ry=0,...`: changes one joint relative to rest. The syntax of the `--set` flag and of bundled scenes.

use super::{FindJointError, Pose, PoseOverrides, RotationOverride, Skeleton, one_line};
use crate::math::{NumberError, parse_number};
use glam::Vec3;
use std::str::FromStr;

/// The keys of rotations about X, Y and Z in `--set`, `--sweep` and pose files.
pub const ROTATION_KEYS: [&str; 3] = ["rx", "ry", "rz"];

/// One joint's changes as written, before the joint is looked up in a skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct SetExpression {
    /// The original text.
    text: String,
    joint: String,
    assignments: Vec<Assignment>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Assignment {
    part: Part,
    axis: usize,
    value: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Angle,
    Offset,
    Scale,
    LocalScale,
    LocalShear,
    Whole,
}

/// An error in the text itself, independent of the model.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SetTextError {
    /// The text does not have the form `JOINT:KEY=VALUE,...`.
    #[error("write JOINT:KEY=VALUE,..., such as mid:rx=90")]
    Shape,
    /// The key is not known. Holds the key.
    #[error("{0:?} is not a key; keys are {KEYS}")]
    Key(String),
    /// The value of `whole` is not from 0 to 1. Holds the value.
    #[error("\"whole\" is a weight from 0 to 1, not {0:?}")]
    Weight(String),
    /// A value is not a usable number.
    #[error(transparent)]
    Value(#[from] NumberError),
}

/// Reason why an expression does not set a joint of a skeleton.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum SetError {
    /// The text is not such an expression.
    #[error("{}: {cause}", one_line(.expression))]
    Text {
        /// The whole text.
        expression: String,
        /// Fault in the expression.
        cause: SetTextError,
    },
    /// The joint does not exist or is ambiguous.
    #[error("{}: {cause}", one_line(.expression))]
    Joint {
        /// The whole text.
        expression: String,
        /// Why the joint was not found.
        cause: FindJointError,
    },
}

const KEYS: &str = "rx ry rz (degrees), tx ty tz, sx sy sz, lsx lsy lsz, hxy hxz hyz, whole";

impl FromStr for SetExpression {
    type Err = SetTextError;

    /// The joint name ends at the *last* colon, since names may contain colons.
    fn from_str(text: &str) -> Result<Self, SetTextError> {
        let (joint, assignments) =
            text.rsplit_once(':').filter(|(joint, _)| !joint.is_empty()).ok_or(SetTextError::Shape)?;
        let assignments = assignments.split(',').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self { text: text.to_owned(), joint: joint.to_owned(), assignments })
    }
}

impl FromStr for Assignment {
    type Err = SetTextError;

    fn from_str(text: &str) -> Result<Self, SetTextError> {
        let (key, value) = text.split_once('=').ok_or(SetTextError::Shape)?;
        let (key, value) = (key.trim(), value.trim());
        let (part, axis) = parse_key(key).ok_or_else(|| SetTextError::Key(key.to_owned()))?;
        let number = parse_number(value)?;
        match part {
            Part::Whole if !(0.0..=1.0).contains(&number) => Err(SetTextError::Weight(value.to_owned())),
            _ => Ok(Self { part, axis, value: number }),
        }
    }
}

impl SetExpression {
    /// The joint as written.
    pub fn joint(&self) -> &str {
        &self.joint
    }

    /// Whether the expression gives a value to a key, such as `rx`.
    pub fn sets(&self, key: &str) -> bool {
        let key = parse_key(key);
        self.assignments.iter().any(|assignment| key == Some((assignment.part, assignment.axis)))
    }

    /// Adds the changes to the overrides. Components that are not mentioned keep their value in `pose`, which is the
    /// rest pose or a clip's pose with the previous overrides applied.
    ///
    /// Angles apply after the rest rotation; `t` is an offset from the rest translation in the parent's frame and `s` a
    /// factor on the rest scale, so that zeros and ones mean rest.
    ///
    /// # Errors
    /// The skeleton has no such joint.
    pub fn apply(&self, skeleton: &Skeleton, pose: &Pose, overrides: &mut PoseOverrides) -> Result<(), SetError> {
        let node =
            skeleton.find(&self.joint).map_err(|cause| SetError::Joint { expression: self.text.clone(), cause })?;
        let rest = skeleton.node(node).rest;
        let posed = pose.joints[node as usize];
        let mut over = overrides.get(node);
        let mut angles = overrides.angles_degrees(skeleton, pose, node, Vec3::ZERO);
        for &Assignment { part, axis, value } in &self.assignments {
            let written = |mut vector: Vec3, value: f32| {
                vector[axis] = value;
                Some(vector)
            };
            match part {
                Part::Angle => {
                    angles[axis] = value;
                    over.rotation = Some(RotationOverride::AnglesDegrees(angles));
                }
                Part::Offset => {
                    let before = over.translation.unwrap_or(posed.translation);
                    over.translation = written(before, rest.translation[axis] + value);
                }
                Part::Scale => {
                    let unit = if rest.scale[axis] == 0.0 { 1.0 } else { rest.scale[axis] };
                    over.scale = written(over.scale.unwrap_or(posed.scale), unit * value);
                }
                Part::LocalScale => over.local_scale = written(over.local_scale.unwrap_or(posed.local_scale), value),
                Part::LocalShear => over.local_shear = written(over.local_shear.unwrap_or(posed.local_shear), value),
                Part::Whole => over.whole = Some(value),
            }
        }
        overrides.set(node, over);
        Ok(())
    }
}

/// Parses an expression and adds it to the overrides, like [`SetExpression::apply`].
///
/// # Errors
/// The text is not a valid expression, or the skeleton has no such joint.
pub fn parse_set(
    expression: &str,
    skeleton: &Skeleton,
    pose: &Pose,
    overrides: &mut PoseOverrides,
) -> Result<(), SetError> {
    let read: Result<SetExpression, _> = expression.parse();
    read.map_err(|cause| SetError::Text { expression: expression.to_owned(), cause })?.apply(skeleton, pose, overrides)
}

fn parse_key(key: &str) -> Option<(Part, usize)> {
    const KEYS: [(&str, Part, &[&str]); 6] = [
        ("r", Part::Angle, &["x", "y", "z"]),
        ("t", Part::Offset, &["x", "y", "z"]),
        ("s", Part::Scale, &["x", "y", "z"]),
        ("ls", Part::LocalScale, &["x", "y", "z"]),
        ("h", Part::LocalShear, &["xy", "xz", "yz"]),
        ("whole", Part::Whole, &[""]),
    ];
    KEYS.into_iter().find_map(|(prefix, part, axes)| {
        let axis = key.strip_prefix(prefix)?;
        Some((part, axes.iter().position(|&name| name == axis)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Node, Trs};

    fn skeleton() -> Skeleton {
        let rest = Trs { translation: Vec3::X, scale: Vec3::splat(2.0), ..Trs::IDENTITY };
        Skeleton::new(vec![Node::new("rig:arm", None, rest)]).unwrap()
    }

    fn parse(expression: &str, overrides: &mut PoseOverrides) -> Result<(), SetError> {
        let skeleton = skeleton();
        let mut pose = Pose::rest(&skeleton);
        overrides.apply(&skeleton, &mut pose);
        parse_set(expression, &skeleton, &pose, overrides)
    }

    #[test]
    fn values_are_relative_to_rest_and_add_up() {
        let mut overrides = PoseOverrides::default();
        parse("rig:arm:rx=200, ty=0.5,sz=3,hyz=0.25", &mut overrides).unwrap();
        parse("rig:arm:rz=-10,lsx=2,whole=0.25", &mut overrides).unwrap();
        let over = overrides.get(0);
        assert_eq!(over.rotation, Some(RotationOverride::AnglesDegrees(Vec3::new(200.0, 0.0, -10.0))));
        assert_eq!(over.translation, Some(Vec3::new(1.0, 0.5, 0.0)));
        assert_eq!(over.scale, Some(Vec3::new(2.0, 2.0, 6.0)));
        assert_eq!(over.local_scale, Some(Vec3::new(2.0, 1.0, 1.0)));
        assert_eq!(over.local_shear, Some(Vec3::new(0.0, 0.0, 0.25)));
        assert_eq!(over.whole, Some(0.25));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |expression: &str| parse(expression, &mut PoseOverrides::default()).unwrap_err().to_string();
        assert!(error("arm").contains("JOINT:KEY=VALUE"));
        assert!(error("rig:arm:rx").contains("JOINT:KEY=VALUE"));
        assert!(error(":rx=1").contains("JOINT:KEY=VALUE"));
        assert!(error("rig:arm:qx=1").contains("\"qx\" is not a key"));
        assert!(error("rig:arm:whole=1.5").contains("a weight from 0 to 1, not \"1.5\""));
        assert!(error("rig:arm:rx=nan").contains("\"nan\" is not a finite number"));
        assert!(error("rig:arm:tx=1e12").contains("\"1e12\" is too large"));
        assert!(error("rig:leg:rx=1").contains("no joint is called \"rig:leg\""));
    }
}
