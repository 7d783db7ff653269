//! What a scene changes in the rig of its model.

use super::scene::{Scene, SceneError, is_usual};
use crate::mending::{RigEdits, WeightEdit};
use crate::model::{Model, Skeleton, TwistKind};
use crate::rigging::{MOST_TWIST_JOINTS, TwistSplit};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A bone that is split into twist joints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SceneTwist {
    /// The joint where the bone begins.
    pub joint: String,
    pub count: u32,
    /// Kind of twist. A file without one spreads the twist of the bone's end.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub kind: TwistKind,
}

/// The changes of a scene to the rig of its model, with names of joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneRig {
    pub weights: Vec<WeightEdit<String>>,
    pub twists: Vec<SceneTwist>,
}

impl SceneTwist {
    /// The split bone in the syntax of `--twist`.
    pub fn in_flag(&self) -> String {
        format!("{}:{}:{}", self.joint, self.count, self.kind.id())
    }
}

impl SceneRig {
    /// The changes to a model as in its file.
    pub fn of(edits: &RigEdits, source: &Skeleton) -> Self {
        let twist = |split: &TwistSplit| SceneTwist {
            joint: source.address(split.joint),
            count: split.count,
            kind: split.kind,
        };
        Self {
            weights: edits.weights.iter().map(|edit| edit.named(source)).collect(),
            twists: edits.twists.iter().map(twist).collect(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.weights.is_empty() && self.twists.is_empty()
    }
}

impl Scene {
    /// The changes to the rig.
    pub fn rig(&self) -> SceneRig {
        SceneRig { weights: self.weights.clone(), twists: self.twists.clone() }
    }

    /// The scene with other changes to the rig.
    #[must_use]
    pub fn with_rig(self, SceneRig { weights, twists }: SceneRig) -> Self {
        Self { weights, twists, ..self }
    }

    /// The changes to the rig, for the model as in its file.
    ///
    /// # Errors
    /// If the model lacks one of the joints.
    pub fn rig_edits(&self, source: &Model) -> Result<RigEdits, SceneError> {
        let weights = self.weights.iter().map(|edit| edit.found_in(&source.skeleton));
        let split = |twist: &SceneTwist| {
            let joint = source.skeleton.find(&twist.joint)?;
            Ok(TwistSplit { joint, count: twist.count.clamp(1, MOST_TWIST_JOINTS), kind: twist.kind })
        };
        let twists = self.twists.iter().map(split);
        Ok(RigEdits { weights: weights.collect::<Result<_, _>>()?, twists: twists.collect::<Result<_, SceneError>>()? })
    }

    /// The model with the scene's rig, from the model as in its file.
    ///
    /// # Errors
    /// If the model lacks one of the joints, or a change does not fit it.
    pub fn rigged(&self, source: &Arc<Model>) -> Result<Arc<Model>, SceneError> {
        Ok(self.rig_edits(source)?.applied(source)?.model)
    }
}
