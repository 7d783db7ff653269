//! Closing the window: the work that would be lost, and the question about it.

use super::super::edit_state::EditState;
use super::super::state::State;
use crate::mending::RigEdits;
use crate::model::{JointLimits, PoseOverrides};

/// The edits of a document that exist outside the session: in files, in the library or in a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredEdits {
    pub overrides: PoseOverrides,
    pub rig: RigEdits,
    pub limits: JointLimits,
}

impl From<&EditState> for StoredEdits {
    fn from(edit: &EditState) -> Self {
        Self { overrides: edit.overrides.clone(), rig: edit.rig.clone(), limits: edit.limits.clone() }
    }
}

/// Work on one model that closing would lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedWork {
    /// Name of the model's file, or of the bundled model.
    pub model: String,
    pub pose: bool,
    pub weights: bool,
    pub twists: bool,
    /// Limits of joints, which only the session keeps.
    pub limits: bool,
    /// Whether the model is open. Undo leads to the others.
    pub is_open: bool,
}

/// The question whether to close the window although work would be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloseQuestion {
    /// Reason why the session could not be saved, if saving was tried.
    pub failure: Option<String>,
    /// Whether the session was saved, so that only an unfinished file would be lost.
    pub is_session_saved: bool,
}

/// A recording, a picture or a baked rig that is still being written. Closing the window stops it and leaves no file.
#[derive(Clone, Debug, PartialEq)]
pub struct UnfinishedFile {
    pub name: String,
    /// The written fraction, from 0 to 1.
    pub fraction: f32,
}

impl State {
    /// Work that closing loses if the session is not saved.
    pub fn unsaved_work(&self) -> Vec<UnsavedWork> {
        let others = self.history.unsaved_of_others(self.documents.first.as_deref());
        self.unsaved_of_document().into_iter().chain(others).collect()
    }

    /// Whether closing loses kept scenes if the session is not saved.
    pub fn is_talk_lost(&self) -> bool {
        !self.talk().scenes.is_empty() && self.is_talk_unsaved()
    }

    /// The recordings, pictures and bakes that closing would stop, without canceled ones.
    pub fn unfinished_files(&self) -> Vec<UnfinishedFile> {
        let recording = self.jobs.recording.as_ref().filter(|recording| !recording.progress.is_canceled());
        let recording = recording
            .map(|recording| UnfinishedFile { name: recording.name.clone(), fraction: recording.progress.fraction() });
        let picture = self.jobs.pictures.file_in_progress();
        let picture = picture.map(|(name, fraction)| UnfinishedFile { name, fraction });
        recording.into_iter().chain(picture).chain(self.jobs.baking.in_progress()).collect()
    }

    fn loses_work(&self) -> bool {
        !self.unsaved_work().is_empty() || self.is_talk_lost() || self.kept_talks().next().is_some()
    }

    pub(in super::super) fn unsaved_of_document(&self) -> Option<UnsavedWork> {
        let document = self.documents.first.as_ref()?;
        let (edit, stored) = (&self.edit, &self.documents.stored);
        let in_library = || self.documents.library.poses().iter().any(|pose| pose.overrides == edit.overrides);
        let pose = !edit.overrides.is_empty() && edit.overrides != stored.overrides && !in_library();
        let weights = !edit.rig.weights.is_empty() && edit.rig.weights != stored.rig.weights;
        let twists = !edit.rig.twists.is_empty() && edit.rig.twists != stored.rig.twists;
        let limits = !edit.limits.is_empty() && edit.limits != stored.limits;
        let work = UnsavedWork { model: document.origin.label(), pose, weights, twists, limits, is_open: true };
        Some(work).filter(|work| work.pose || work.weights || work.twists || work.limits)
    }

    /// Closes the window. Saves the session first; if it cannot be saved and work would be lost, or if a file is still
    /// being written, asks.
    pub(in super::super) fn close(&mut self) {
        self.settle_history();
        let stored = self.restoring.stores().then(|| self.save_session());
        // Recent files do not count as work.
        let failure = stored.and_then(Result::err).filter(|_| self.restoring.enabled);
        let is_saved = self.restoring.enabled && failure.is_none() && self.can_be_saved();
        let loses = !is_saved && self.loses_work() || !self.unfinished_files().is_empty();
        if !self.restoring.asks || !loses {
            if let Some(failure) = failure {
                tracing::warn!("the session was not saved: {failure}");
            }
            self.interface.quit = true;
        } else {
            self.interface.close_question = Some(CloseQuestion { failure, is_session_saved: is_saved });
        }
    }

    /// Whether the path of the open model can be written into the session's file.
    fn can_be_saved(&self) -> bool {
        self.documents.first.is_none() || super::SavedModel::of(self).is_some()
    }

    /// Closes the window if the question was answered by saving everything and every file is written.
    pub(in super::super) fn close_if_saved(&mut self) {
        let Some(question) = &self.interface.close_question else { return };
        if (question.is_session_saved || !self.loses_work()) && self.unfinished_files().is_empty() {
            self.interface.quit = true;
        }
    }

    /// Takes the question back if it was only about a file that was not written. The window stays, to say why.
    pub(in super::super) fn stay_open_after_failure(&mut self) {
        if self
            .interface
            .close_question
            .as_ref()
            .is_some_and(|question| question.is_session_saved || !self.loses_work())
        {
            self.interface.close_question = None;
        }
    }
}
