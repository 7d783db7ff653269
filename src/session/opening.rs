//! Opening and closing models, and returning to them.

use super::document::Document;
use super::framing::Framing;
use super::saved::{StoredEdits, UnsavedWork};
use super::second_model::SecondModel;
use super::selection::Selection;
use super::state::State;
use super::visit::Visit;
use crate::files::OpenedModel;
use crate::mending::RigEdits;
use crate::model::{JointLimits, PoseOverrides};
use crate::panes::Scene;
use crate::view::{CameraPreset, SkinPaint};
use std::sync::Arc;

impl State {
    /// Opens a loaded model at rest, as an undoable step. The panes stay.
    pub fn show_document(&mut self, opened: OpenedModel) {
        self.show_read(Document::new(0, opened), None);
    }

    /// Like [`Self::show_document`], for a document that a background job has read, with the scene that it was opened
    /// for.
    pub(super) fn show_read(&mut self, document: Document, scene: Option<Arc<Scene>>) {
        self.leave_stage();
        self.forget_files();
        let document = document.with_id(self.documents.next_id);
        tracing::info!(
            joints = document.joints.count,
            vertices = document.model.vertex_count(),
            "opened {}",
            document.origin.label()
        );
        self.documents.next_id += 1;
        let left = self.leave_document();
        self.forget_model();
        self.view.camera.turn_to(CameraPreset::default(), document.front_yaw);
        self.view.frame = Some(Framing::Model);
        self.interface.error = None;
        self.documents.first = Some(Arc::new(document));
        self.refresh_pose();
        self.pose_generation += 1;
        self.fill_library();
        self.note_recent();
        if let Some(scene) = scene {
            self.take_scene_of_opened(&scene);
        }
        self.history.open(self.opening_name(), &self.edit, left);
        self.edit_generation += 1;
    }

    /// Gives up the model that is being opened, and all that waits for it.
    pub(super) fn cancel_opening(&mut self) {
        if let Some(opening) = self.jobs.loader.opened_now() {
            let text = format!("Stopped opening {}", opening.name);
            self.jobs.loader.opening.cancel();
            self.notify(text, None);
        }
    }

    /// Goes back to the empty window, as an undoable step.
    pub(super) fn close_model(&mut self) {
        self.leave_stage();
        if self.documents.first.is_none() {
            return;
        }
        let left = self.leave_document();
        self.documents.first = None;
        self.forget_model();
        self.fill_library();
        self.history.open("Close model".to_owned(), &self.edit, left);
    }

    /// The name of the step that shows the open model.
    pub(super) fn opening_name(&self) -> String {
        match (&self.documents.first, &self.edit.scene) {
            (None, _) => "No model open".to_owned(),
            (Some(_), Some(scene)) => scene.citation(),
            (Some(document), None) => format!("Open {}", document.origin.label()),
        }
    }

    /// Finishes everything in progress, before another model or scene is shown.
    pub(super) fn leave(&mut self) -> Visit {
        self.end_preview();
        // A session that starts with a model has no empty window before it.
        if self.documents.first.is_some() || !self.history.is_empty() {
            self.settle_history();
        }
        self.visit()
    }

    /// Like [`Self::leave`], for another document. Its work is kept for the next start.
    fn leave_document(&mut self) -> Visit {
        let left = self.leave();
        self.remember_model();
        // These modes are for work on this model and would surprise in the next one. A session begins with the panes as
        // they were.
        if self.documents.first.is_some() {
            self.hand.mirrors_posing = false;
            self.edit.panes.iter_mut().for_each(|pane| pane.settings.look.paint = SkinPaint::Materials);
        }
        left
    }

    /// The document and its current view.
    pub(super) fn visit(&self) -> Visit {
        Visit {
            document: self.documents.first.clone(),
            view: self.view.clone(),
            selection: self.selection.clone(),
            time_seconds: self.playback.time_seconds,
            stress: self.stress_result().cloned(),
            clips: self.clip_result().cloned(),
            stored: self.documents.stored.clone(),
            session_file: self.documents.session_file.clone(),
            second: self.second().map(SecondModel::kept),
            pending_second: self.documents.pending_second.clone(),
            unsaved: self.unsaved_of_document().map(|work| UnsavedWork { is_open: false, ..work }),
        }
    }

    /// Shows a document as it was left. The edit must be restored afterwards.
    pub(super) fn return_to(&mut self, visit: Visit) {
        let id = |document: &Option<Arc<Document>>| document.as_ref().map(|document| document.id);
        let is_other = id(&self.documents.first) != id(&visit.document);
        if is_other {
            self.remember_model();
            self.forget_model();
            self.documents.first = visit.document;
            self.pose_generation += 1;
            self.fill_library();
            self.jobs.stress.show(visit.stress);
            self.jobs.clips.show(visit.clips);
            self.documents.stored = visit.stored;
            self.documents.session_file = visit.session_file;
            self.documents.second = None;
            self.refresh_pose();
            match (visit.second, visit.pending_second) {
                (Some(second), _) => self.put_again(second),
                (None, Some(pending)) => self.read_pending(pending),
                (None, None) => {}
            }
        } else if let Some(second) = visit.second
            && self.second().is_none_or(|shown| shown.is_of_scene && !Arc::ptr_eq(&shown.read, &second.read))
        {
            // A scene replaced it with another second model.
            self.put_again(second);
        }
        self.view = visit.view;
        self.selection = visit.selection;
        self.playback.playing = false;
        self.playback.time_seconds = visit.time_seconds;
        self.interface.reveal = self.selection.joint;
        self.hand.hovered_vertex = None;
    }

    /// Drops everything that belongs to the model that was shown. Panes and camera stay.
    pub(super) fn forget_model(&mut self) {
        self.edit.overrides = PoseOverrides::default();
        self.edit.rig = RigEdits::default();
        self.edit.limits = JointLimits::default();
        self.edit.choices.stops_at_limits = false;
        self.edit.clip = None;
        self.edit.scene = None;
        self.view.forget_model();
        self.selection = Selection::default();
        self.hand.forget_model();
        self.documents.pending_second = None;
        self.documents.stored = StoredEdits::default();
        self.documents.session_file = None;
        self.jobs.loader.adding.cancel();
        self.jobs.stress.forget();
        self.jobs.clips.forget();
        self.playback.playing = false;
        self.playback.time_seconds = 0.0;
        // Their choices are specific to the model.
        (self.interface.recording_card, self.interface.handout_card) = (None, None);
        self.interface.rig_dialog = false;
        self.interface.joint_search.clear();
    }
}
