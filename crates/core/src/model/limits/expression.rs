//! `JOINT:rx=LEAST..MOST,...`: the limits of one joint, in the syntax of the `--limit` flag.

use super::super::{FindJointError, ROTATION_KEYS, Skeleton, one_line};
use super::{AngleLimit, AngleLimitError, JointLimits};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The limits of one joint as written, before the joint is looked up in a skeleton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LimitExpression {
    text: String,
    joint: String,
    limits: Vec<(usize, AngleLimit)>,
}

/// Reason why a text is not limits of a joint.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LimitError {
    /// The text does not have the form `JOINT:KEY=LEAST..MOST,...`.
    #[error("write JOINT:KEY=LEAST..MOST,..., such as forearm.L:ry=-5..140")]
    Shape,
    /// The key is not `rx`, `ry` or `rz`. Holds the key.
    #[error("keys are rx, ry and rz, not {0:?}")]
    Key(String),
    /// The range of an angle cannot be used.
    #[error(transparent)]
    Limit(#[from] AngleLimitError),
}

impl FromStr for LimitExpression {
    type Err = LimitError;

    /// The joint name ends at the *last* colon, since names may contain colons.
    fn from_str(text: &str) -> Result<Self, LimitError> {
        let (joint, limits) = text.rsplit_once(':').filter(|(joint, _)| !joint.is_empty()).ok_or(LimitError::Shape)?;
        let limit = |part: &str| {
            let (key, limit) = part.split_once('=').ok_or(LimitError::Shape)?;
            let axis = ROTATION_KEYS.iter().position(|known| *known == key.trim());
            Ok((axis.ok_or_else(|| LimitError::Key(key.trim().to_owned()))?, limit.parse()?))
        };
        let limits = limits.split(',').map(limit).collect::<Result<_, LimitError>>()?;
        Ok(Self { text: text.to_owned(), joint: joint.to_owned(), limits })
    }
}

impl TryFrom<String> for LimitExpression {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map_err(|error| format!("the limit \"{text}\" is not understood: {error}"))
    }
}

impl From<LimitExpression> for String {
    fn from(limit: LimitExpression) -> Self {
        limit.text
    }
}

impl LimitExpression {
    /// The limits of a joint's X, Y and Z angles, of which at least one is given. The joint is named as in pose files.
    pub fn of_joint(joint: &str, angles: [Option<AngleLimit>; 3]) -> Self {
        let given = angles.into_iter().enumerate().filter_map(|(axis, limit)| Some((axis, limit?)));
        let limits: Vec<(usize, AngleLimit)> = given.collect();
        let key = |(axis, limit): &(usize, AngleLimit)| {
            format!("{}={}..{}", ROTATION_KEYS[*axis], limit.least_degrees(), limit.most_degrees())
        };
        let text = format!("{joint}:{}", limits.iter().map(key).collect::<Vec<_>>().join(","));
        Self { text, joint: joint.to_owned(), limits }
    }

    /// The expression as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Sets the limits of the joint. Axes that are not mentioned keep theirs.
    ///
    /// # Errors
    /// The skeleton has no such joint. The error holds the expression's text, in one line.
    pub fn apply(&self, skeleton: &Skeleton, limits: &mut JointLimits) -> Result<(), (String, FindJointError)> {
        let node = skeleton.find(&self.joint).map_err(|cause| (one_line(&self.text), cause))?;
        for &(axis, limit) in &self.limits {
            limits.set(node, axis, Some(limit));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::arm;
    use super::*;

    #[test]
    fn limits_are_read_for_their_joint() {
        let skeleton = arm();
        let mut limits = JointLimits::default();
        let apply = |text: &str, limits: &mut JointLimits| {
            text.parse::<LimitExpression>().unwrap().apply(&skeleton, limits).map_err(|(text, _)| text)
        };
        apply("arm.L:rx=-5..140, rz=0..0", &mut limits).unwrap();
        apply("arm.L:rx=0..90", &mut limits).unwrap();
        let ends = limits.get(1).map(|limit| limit.map(<[f32; 2]>::from));
        assert_eq!(ends, [Some([0.0, 90.0]), None, Some([0.0, 0.0])]);
        assert_eq!(apply("leg:rx=0..1", &mut limits), Err("leg:rx=0..1".to_owned()));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<LimitExpression>().unwrap_err().to_string();
        assert!(error("arm").contains("JOINT:KEY=LEAST..MOST"));
        assert!(error(":rx=0..1").contains("JOINT:KEY=LEAST..MOST"));
        assert!(error("arm:rx").contains("JOINT:KEY=LEAST..MOST"));
        assert!(error("arm:tx=0..1").contains("not \"tx\""));
        assert!(error("arm:rx=90").contains("LEAST..MOST in degrees"));
        assert!(error("arm:rx=9..1").contains("from its smaller to its larger"));
    }
}
