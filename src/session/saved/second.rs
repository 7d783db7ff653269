use super::super::second_model::SecondModel;
use super::super::state::State;
use super::model::SavedSource;
use crate::files::{Access, ModelSource, OpenOptions};
use crate::pairs::{JointTable, PairFit};
use crate::panes::{PaneLayout, PaneSettings, SceneFile, SceneModel, SceneSecond};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The second model of a model, and the panes that showed both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedSecond {
    source: SavedSource,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    /// Files of the model that the user gave together with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    beside: Vec<String>,
    /// The partners that the user set, as a table in TOML.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    joints: String,
    #[serde(default)]
    equal_scale: bool,
    #[serde(default)]
    keep_facing: bool,
    #[serde(default)]
    panes: Vec<PaneSettings>,
    #[serde(default)]
    layout: PaneLayout,
}

/// A second model that is being read, with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingSecond {
    pub(in super::super) saved: SavedSecond,
    /// The second model of a scene whose panes are already shown.
    pub(in super::super) scene: Option<SceneSecond>,
}

impl PendingSecond {
    /// Creates it from a scene's second model. `None` if its path cannot be saved.
    pub(in super::super) fn of_scene(second: &SceneSecond) -> Option<Self> {
        let SceneSecond { model, model_hash: _, variant, joints, equal_scale, keep_facing } = second;
        let saved = SavedSecond {
            source: SavedSource::of(&ModelSource::from(model))?,
            variant: variant.clone(),
            beside: Vec::new(),
            joints: if joints.is_empty() { String::new() } else { joints.lines() },
            equal_scale: *equal_scale,
            keep_facing: *keep_facing,
            panes: Vec::new(),
            layout: PaneLayout::default(),
        };
        Some(Self { saved, scene: Some(second.clone()) })
    }

    /// Converts it to the form in which scenes store it.
    pub(in super::super) fn to_scene(&self) -> Option<SceneSecond> {
        if let Some(scene) = &self.scene {
            return Some(scene.clone());
        }
        let file = match self.saved.source()? {
            ModelSource::Bundled(name) => SceneFile::Bundled(name),
            ModelSource::File(path) => SceneFile::Path(path),
        };
        let model = SceneModel { file, hash: None, variant: self.saved.variant.clone() };
        Some(SceneSecond::new(model, self.saved.table(), self.saved.fit()))
    }

    /// Creates it from the last session.
    pub(in super::super) fn of_session(saved: SavedSecond) -> Self {
        Self { saved, scene: None }
    }
}

impl SavedSecond {
    /// Captures the second model of the state. `None` if there is none, or its path cannot be saved.
    pub(super) fn of(state: &State) -> Option<Self> {
        let second = state.second()?;
        let SecondModel { read, table, fit, .. } = second;
        let beside = &read.options.access.beside;
        Some(Self {
            source: SavedSource::of(&read.origin)?,
            variant: read.options.variant.clone(),
            beside: beside.iter().filter_map(|path| path.to_str().map(str::to_owned)).collect(),
            joints: if table.is_empty() { String::new() } else { table.lines() },
            equal_scale: fit.equal_scale,
            keep_facing: fit.keep_facing,
            panes: state.edit.panes.iter().map(|pane| pane.settings).collect(),
            layout: state.edit.layout.clone(),
        })
    }

    /// The model. `None` for a bundled model that this version does not have.
    pub(in super::super) fn source(&self) -> Option<ModelSource> {
        self.source.source()
    }

    pub(in super::super) fn fit(&self) -> PairFit {
        PairFit { equal_scale: self.equal_scale, keep_facing: self.keep_facing }
    }

    /// The table of joints. Empty if it cannot be read.
    pub(in super::super) fn table(&self) -> JointTable {
        JointTable::read(&self.joints).unwrap_or_default()
    }
}

impl State {
    /// Starts reading the second model of the last session.
    pub(in super::super) fn restore_second(&mut self, saved: &SavedSecond) {
        self.read_pending(PendingSecond::of_session(saved.clone()));
    }

    /// Starts reading a second model for the shown model.
    pub(in super::super) fn read_pending(&mut self, pending: PendingSecond) {
        let SavedSecond { beside, variant, .. } = &pending.saved;
        let Some(source) = pending.saved.source() else { return };
        let own = Access { beside: beside.iter().map(PathBuf::from).collect(), ..Access::default() };
        let access = if pending.scene.is_some() { self.access_of(&source) } else { own };
        self.loader.add(source, OpenOptions { access, variant: variant.clone() }, false);
        self.pending_second = Some(pending);
    }

    /// Shows the panes of both models as they were. Returns whether there were any.
    pub(in super::super) fn restore_panes_of_both(&mut self, saved: &SavedSecond) -> bool {
        let panes: Vec<PaneSettings> = saved.panes.iter().copied().map(PaneSettings::within_range).collect();
        if panes.is_empty() || panes.len() > super::super::MOST_PANES {
            return false;
        }
        self.settle_history();
        self.edit.set_panes(&panes, saved.layout.clone().within_range(), &mut self.pane_ids);
        self.edit_generation += 1;
        self.history.did("Show both models".to_owned());
        self.settle_history();
        true
    }
}
