//! Opening and closing models, and returning to them.

use super::document::Document;
use super::framing::Framing;
use super::saved::{StoredEdits, UnsavedWork};
use super::second_model::SecondModel;
use super::state::State;
use super::visit::Visit;
use crate::files::OpenedModel;
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
        let document = document.with_id(self.next_document_id);
        tracing::info!(
            joints = document.joints.count,
            vertices = document.model.vertex_count(),
            "opened {}",
            document.origin.label()
        );
        self.next_document_id += 1;
        let left = self.leave_document();
        self.forget_model();
        self.camera.turn_to(CameraPreset::default(), document.front_yaw);
        self.transient.frame = Some(Framing::Model);
        self.transient.error = None;
        self.document = Some(Arc::new(document));
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
        if let Some(opening) = self.loader.opened_now() {
            let text = format!("Stopped opening {}", opening.name);
            self.loader.opening.cancel();
            self.notify(text, None);
        }
    }

    /// Goes back to the empty window, as an undoable step.
    pub(super) fn close_model(&mut self) {
        self.leave_stage();
        if self.document.is_none() {
            return;
        }
        let left = self.leave_document();
        self.document = None;
        self.forget_model();
        self.fill_library();
        self.history.open("Close model".to_owned(), &self.edit, left);
    }

    /// The name of the step that shows the open model.
    pub(super) fn opening_name(&self) -> String {
        match (&self.document, &self.edit.scene) {
            (None, _) => "No model open".to_owned(),
            (Some(_), Some(scene)) => scene.citation(),
            (Some(document), None) => format!("Open {}", document.origin.label()),
        }
    }

    /// Finishes everything in progress, before another model or scene is shown.
    pub(super) fn leave(&mut self) -> Visit {
        // A session that starts with a model has no empty window before it.
        if self.document.is_some() || !self.history.is_empty() {
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
        if self.document.is_some() {
            self.transient.mirrors_posing = false;
            self.edit.panes.iter_mut().for_each(|pane| pane.settings.look.paint = SkinPaint::Materials);
        }
        left
    }

    /// The document and its current view.
    pub(super) fn visit(&self) -> Visit {
        let transient = &self.transient;
        Visit {
            document: self.document.clone(),
            camera: self.camera,
            own_cameras: self.own_cameras.clone(),
            frame: transient.frame,
            frame_own: transient.frame_own.clone(),
            selected_pane: transient.selected_pane,
            selected_joint: transient.selected_joint,
            also_selected: transient.also_selected.clone(),
            folded: transient.folded.clone(),
            pinned: transient.pinned.clone(),
            isolation: transient.isolation.clone(),
            sweep_axis: transient.sweep_axis,
            time_seconds: self.playback.time_seconds,
            stress: self.stress_result().cloned(),
            stored: self.stored.clone(),
            session_file: self.session_file.clone(),
            second: self.second().map(SecondModel::kept),
            pending_second: self.pending_second.clone(),
            unsaved: self.unsaved_of_document().map(|work| UnsavedWork { is_open: false, ..work }),
        }
    }

    /// Shows a document as it was left. The edit must be restored afterwards.
    pub(super) fn return_to(&mut self, visit: Visit) {
        let id = |document: &Option<Arc<Document>>| document.as_ref().map(|document| document.id);
        let is_other = id(&self.document) != id(&visit.document);
        if is_other {
            self.remember_model();
            self.forget_model();
            self.document = visit.document;
            self.pose_generation += 1;
            self.fill_library();
            self.stress.show(visit.stress);
            self.stored = visit.stored;
            self.session_file = visit.session_file;
            self.second = None;
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
        self.camera = visit.camera;
        self.own_cameras = visit.own_cameras;
        self.playback.playing = false;
        self.playback.time_seconds = visit.time_seconds;
        let transient = &mut self.transient;
        (transient.frame, transient.frame_own) = (visit.frame, visit.frame_own);
        transient.selected_pane = visit.selected_pane;
        (transient.selected_joint, transient.also_selected) = (visit.selected_joint, visit.also_selected);
        transient.reveal = transient.selected_joint;
        transient.folded = visit.folded;
        transient.pinned = visit.pinned;
        transient.isolation = visit.isolation;
        transient.hovered_vertex = None;
        transient.sweep_axis = visit.sweep_axis;
    }

    /// Drops everything that belongs to the model that was shown. Panes and camera stay.
    pub(super) fn forget_model(&mut self) {
        self.drop_gesture();
        self.edit.overrides = PoseOverrides::default();
        self.edit.twists.clear();
        self.edit.limits = JointLimits::default();
        self.edit.stops_at_limits = false;
        self.edit.clip = None;
        self.edit.scene = None;
        self.own_cameras.clear();
        self.pending_second = None;
        self.loader.adding.cancel();
        self.playback.playing = false;
        self.playback.time_seconds = 0.0;
        self.stress.forget();
        self.stored = StoredEdits::default();
        self.session_file = None;
        let transient = &mut self.transient;
        transient.frame_own.clear();
        transient.also_selected.clear();
        transient.isolation = None;
        // Its choices are specific to the model.
        transient.recording_card = None;
        transient.gizmo_drag = None;
        transient.box_armed = false;
        transient.joint_search.clear();
        transient.selected_joint = None;
        transient.hovered_joint = None;
        transient.pinned = None;
        transient.hovered_vertex = None;
        transient.sweep_axis = None;
        transient.folded.clear();
    }
}
