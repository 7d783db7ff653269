//! The extension VRMC_node_constraint of a node, as stored in a file.

use super::{AimAxis, ConstraintKind, NodeConstraint, RollAxis};
use serde::{Deserialize, Serialize};

/// Content of the extension for one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConstraintExtension {
    spec_version: String,
    constraint: Kinds,
}

/// The kinds of constraints, of which one is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Kinds {
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<Roll>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aim: Option<Aim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<Rotation>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Roll {
    source: u32,
    roll_axis: RollAxis,
    #[serde(default = "whole")]
    weight: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Aim {
    source: u32,
    aim_axis: AimAxis,
    #[serde(default = "whole")]
    weight: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Rotation {
    source: u32,
    #[serde(default = "whole")]
    weight: f64,
}

fn whole() -> f64 {
    1.0
}

/// Reason why a constraint cannot be used, phrased to follow its node's name.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConstraintFault {
    #[error("has version {0:?}, of which 1.0 is read")]
    Version(String),
    #[error("has neither roll, aim nor rotation")]
    NoKind,
    #[error("names source {0}, which does not exist")]
    NoSource(u32),
    #[error("names its own node as source")]
    Itself,
}

impl ConstraintExtension {
    pub const NAME: &str = "VRMC_node_constraint";

    /// The extension for a constraint.
    pub fn of(constraint: &NodeConstraint) -> Self {
        let &NodeConstraint { node: _, source, kind, weight } = constraint;
        let mut kinds = Kinds::default();
        match kind {
            ConstraintKind::Roll(roll_axis) => kinds.roll = Some(Roll { source, roll_axis, weight }),
            ConstraintKind::Aim(aim_axis) => kinds.aim = Some(Aim { source, aim_axis, weight }),
            ConstraintKind::Rotation => kinds.rotation = Some(Rotation { source, weight }),
        }
        Self { spec_version: "1.0".to_owned(), constraint: kinds }
    }

    /// The constraint of a node, in a file of `node_count` nodes.
    ///
    /// # Errors
    /// If it has a version other than 1.0 or its beta, no kind, or a source that cannot be one.
    pub fn constraint(&self, node: u32, node_count: usize) -> Result<NodeConstraint, ConstraintFault> {
        if !["1.0", "1.0-beta", "1.0_beta"].contains(&self.spec_version.as_str()) {
            return Err(ConstraintFault::Version(self.spec_version.chars().take(LONGEST_VERSION).collect()));
        }
        let (source, kind, weight) = match &self.constraint {
            Kinds { roll: Some(roll), .. } => (roll.source, ConstraintKind::Roll(roll.roll_axis), roll.weight),
            Kinds { aim: Some(aim), .. } => (aim.source, ConstraintKind::Aim(aim.aim_axis), aim.weight),
            Kinds { rotation: Some(rotation), .. } => (rotation.source, ConstraintKind::Rotation, rotation.weight),
            Kinds { roll: None, aim: None, rotation: None } => return Err(ConstraintFault::NoKind),
        };
        if source as usize >= node_count {
            return Err(ConstraintFault::NoSource(source));
        }
        if source == node {
            return Err(ConstraintFault::Itself);
        }
        Ok(NodeConstraint { node, source, kind, weight: weight.clamp(0.0, 1.0) })
    }
}

/// Largest number of characters of an unknown version that are repeated.
const LONGEST_VERSION: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(constraint: &Value) -> Result<NodeConstraint, ConstraintFault> {
        let extension = json!({"specVersion": "1.0", "constraint": constraint});
        serde_json::from_value::<ConstraintExtension>(extension).unwrap().constraint(2, 3)
    }

    #[test]
    fn each_kind_is_written_as_it_was_read() {
        for written in [
            json!({"roll": {"source": 0, "rollAxis": "Z", "weight": 0.25}}),
            json!({"aim": {"source": 1, "aimAxis": "NegativeY", "weight": 1.0}}),
            json!({"rotation": {"source": 1, "weight": 0.0}}),
        ] {
            let constraint = read(&written).unwrap();
            let again = serde_json::to_value(ConstraintExtension::of(&constraint)).unwrap();
            assert_eq!(again, json!({"specVersion": "1.0", "constraint": written}));
        }
    }

    #[test]
    fn weights_default_to_one_and_stay_within_one() {
        let weight = |constraint: Value| read(&constraint).unwrap().weight;
        assert_eq!(weight(json!({"rotation": {"source": 0}})), 1.0);
        assert_eq!(weight(json!({"rotation": {"source": 0, "weight": 7}})), 1.0);
        assert_eq!(weight(json!({"rotation": {"source": 0, "weight": -1}})), 0.0);
    }

    #[test]
    fn what_cannot_be_used_says_why() {
        assert_eq!(read(&json!({})), Err(ConstraintFault::NoKind));
        assert_eq!(read(&json!({"rotation": {"source": 3}})), Err(ConstraintFault::NoSource(3)));
        assert_eq!(read(&json!({"roll": {"source": 2, "rollAxis": "X"}})), Err(ConstraintFault::Itself));
        let extension = ConstraintExtension { spec_version: "2.0".to_owned(), constraint: Kinds::default() };
        let told = extension.constraint(0, 3).unwrap_err().to_string();
        assert_eq!(told, "has version \"2.0\", of which 1.0 is read");
    }
}
