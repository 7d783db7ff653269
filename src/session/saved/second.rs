use super::super::second_model::SecondModel;
use super::super::state::State;
use super::model::{access_to_save, is_writable};
use crate::files::{Access, ModelSource, OpenOptions};
use crate::panes::{PaneLayout, PaneSettings, SceneFile, SceneSecond};
use serde::{Deserialize, Serialize};

/// A second model that is to be read: that of the last session, or of a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PendingSecond {
    pub(in super::super) model: SceneSecond,
    /// Files of the model outside its folder.
    #[serde(default, skip_serializing_if = "Access::is_usual")]
    access: Access,
    /// The panes that showed both models.
    #[serde(default)]
    panes: Vec<PaneSettings>,
    #[serde(default)]
    layout: PaneLayout,
    /// Whether it is of a scene, whose panes are already shown.
    #[serde(skip)]
    pub(in super::super) is_of_scene: bool,
}

impl PendingSecond {
    /// The second model of a scene.
    pub(in super::super) fn of_scene(model: SceneSecond) -> Self {
        Self { model, access: Access::default(), panes: Vec::new(), layout: PaneLayout::default(), is_of_scene: true }
    }

    /// The second model of the state, shown or still to be read. `None` if there is none, or its path cannot be saved.
    pub(super) fn of(state: &State) -> Option<Self> {
        let shown = |SecondModel { read, .. }: &SecondModel| {
            Some(Self {
                model: state.scene_second()?,
                access: access_to_save(read),
                panes: state.edit.panes.iter().map(|pane| pane.settings).collect(),
                layout: state.edit.layout.clone(),
                is_of_scene: false,
            })
        };
        let second = state.second_of_file().map_or_else(|| state.documents.pending_second.clone(), shown)?;
        let is_lost = matches!(&second.model.model, SceneFile::Path(path) if !is_writable(path));
        (!is_lost).then_some(second)
    }

    /// The same model and joints, without the panes that showed it.
    #[must_use]
    pub(in super::super) fn without_panes(self) -> Self {
        Self { panes: Vec::new(), ..self }
    }

    pub(in super::super) fn source(&self) -> ModelSource {
        ModelSource::from(&self.model.model)
    }
}

impl State {
    /// Starts reading a second model for the shown model.
    pub(in super::super) fn read_pending(&mut self, pending: PendingSecond) {
        let source = pending.source();
        // A bundled model that this version does not have. Another one may.
        if !pending.is_of_scene && matches!(&source, ModelSource::File(path) if path.is_relative()) {
            self.documents.pending_second = Some(pending);
            return;
        }
        let access = if pending.is_of_scene { self.access_of(&source) } else { pending.access.clone() };
        self.jobs.loader.add(source, OpenOptions { access, variant: pending.model.variant.clone() }, false);
        self.documents.pending_second = Some(pending);
    }

    /// Shows the panes of both models as they were. Returns whether there were any.
    pub(in super::super) fn restore_panes_of_both(&mut self, saved: &PendingSecond) -> bool {
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
