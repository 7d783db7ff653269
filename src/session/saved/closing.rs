//! Closing the window: what would be lost, and the question about it.

use super::super::state::State;
use crate::model::PoseOverrides;
use crate::rigging::TwistSplit;

/// The edits of a document that exist outside the session: in files, in the library or in a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredEdits {
    pub overrides: PoseOverrides,
    pub twists: Vec<TwistSplit>,
}

/// What closing would lose of one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedWork {
    /// The name of its file, or of the bundled model.
    pub model: String,
    pub pose: bool,
    pub twists: bool,
    /// Whether the model is open. Undo leads to the others.
    pub is_open: bool,
}

/// The question whether to close the window although work would be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloseQuestion {
    /// Why the session could not be saved, if it should have been.
    pub failure: Option<String>,
}

impl State {
    /// What closing loses if the session is not saved.
    pub fn unsaved_work(&self) -> Vec<UnsavedWork> {
        let others = self.history.unsaved_of_others(self.document.as_deref());
        self.unsaved_of_document().into_iter().chain(others).collect()
    }

    /// Whether closing loses kept scenes if the session is not saved.
    pub fn is_talk_lost(&self) -> bool {
        !self.talk().scenes.is_empty() && self.is_talk_unsaved()
    }

    fn loses_work(&self) -> bool {
        !self.unsaved_work().is_empty() || self.is_talk_lost()
    }

    pub(in super::super) fn unsaved_of_document(&self) -> Option<UnsavedWork> {
        let document = self.document.as_ref()?;
        let (edit, stored) = (&self.edit, &self.stored);
        let in_library = || self.library.poses().iter().any(|pose| pose.overrides == edit.overrides);
        let pose = !edit.overrides.is_empty() && edit.overrides != stored.overrides && !in_library();
        let twists = !edit.twists.is_empty() && edit.twists != stored.twists;
        let work = UnsavedWork { model: document.origin.label(), pose, twists, is_open: true };
        Some(work).filter(|work| work.pose || work.twists)
    }

    /// Closes the window. Saves the session first; if it cannot be saved and work would be lost, asks.
    pub(in super::super) fn close(&mut self) {
        self.settle_history();
        let failure = self.restoring.enabled.then(|| self.save_session()).and_then(Result::err);
        let is_saved = self.restoring.enabled && failure.is_none() && self.can_be_saved();
        if is_saved || !self.restoring.asks || !self.loses_work() {
            if let Some(failure) = failure {
                tracing::warn!("the session was not saved: {failure}");
            }
            self.transient.quit = true;
        } else {
            self.transient.close_question = Some(CloseQuestion { failure });
        }
    }

    /// Whether the path of the open model can be written into the session's file.
    fn can_be_saved(&self) -> bool {
        self.document.is_none() || super::SavedModel::of(self).is_some()
    }

    /// Closes the window if the question was answered by saving everything.
    pub(in super::super) fn close_if_saved(&mut self) {
        if self.transient.close_question.is_some() && !self.loses_work() {
            self.transient.quit = true;
        }
    }
}
