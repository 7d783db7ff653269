//! What undo brings back besides the edit when it returns to another model or scene.

use super::document::Document;
use super::probe::PinnedProbe;
use super::state::{Framing, State};
use super::stress::StressResult;
use crate::files::OpenedModel;
use crate::model::{ChannelValues, Model};
use crate::view::{Camera, CameraPreset};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A document and the view of it, as they were when the user went on to another model or scene.
#[derive(Clone)]
pub struct Visit {
    /// `None` for the empty window. With the twist joints that it had then; the step's edit has its own.
    document: Option<Arc<Document>>,
    camera: Camera,
    own_cameras: BTreeMap<u64, Camera>,
    frame: Option<Framing>,
    frame_own: Option<(u64, Framing)>,
    selected_pane: usize,
    selected_joint: Option<u32>,
    also_selected: BTreeSet<u32>,
    folded: BTreeSet<u32>,
    pinned: Option<PinnedProbe>,
    sweep_axis: Option<usize>,
    warnings_dismissed: bool,
    /// Position within the clip.
    pub(super) time_seconds: f32,
    stress: Option<Arc<StressResult>>,
}

#[cfg(test)]
impl Default for Visit {
    fn default() -> Self {
        let bounds = crate::math::Bounds { min: -glam::Vec3::ONE, max: glam::Vec3::ONE };
        Self {
            document: None,
            camera: Camera::framing(bounds, [1, 1], CameraPreset::default()),
            own_cameras: BTreeMap::new(),
            frame: None,
            frame_own: None,
            selected_pane: 0,
            selected_joint: None,
            also_selected: BTreeSet::new(),
            folded: BTreeSet::new(),
            pinned: None,
            sweep_axis: None,
            warnings_dismissed: false,
            time_seconds: 0.0,
            stress: None,
        }
    }
}

impl Visit {
    /// What is shown now.
    pub(super) fn of(state: &State) -> Self {
        let transient = &state.transient;
        Self {
            document: state.document.clone(),
            camera: state.camera,
            own_cameras: state.own_cameras.clone(),
            frame: transient.frame,
            frame_own: transient.frame_own,
            selected_pane: transient.selected_pane,
            selected_joint: transient.selected_joint,
            also_selected: transient.also_selected.clone(),
            folded: transient.folded.clone(),
            pinned: transient.pinned.clone(),
            sweep_axis: transient.sweep_axis,
            warnings_dismissed: transient.warnings_dismissed,
            time_seconds: state.playback.time_seconds,
            stress: state.stress_result().cloned(),
        }
    }

    /// The id of the first visit whose document exceeds one of the limits, counted from the newest visit on. Visits of
    /// one document count once.
    pub(super) fn first_above(newest_first: &[(u64, &Self)], documents: usize, bytes: usize) -> Option<u64> {
        let (mut sources, mut models) = (BTreeSet::new(), BTreeMap::new());
        for (id, visit) in newest_first {
            let Some(document) = &visit.document else { continue };
            sources.insert(Arc::as_ptr(&document.source));
            for model in [&document.source, &document.model] {
                models.entry(Arc::as_ptr(model)).or_insert_with(|| kept_bytes(model));
            }
            if sources.len() > documents || models.values().sum::<usize>() > bytes {
                return Some(*id);
            }
        }
        None
    }
}

/// What the rest skin takes for each vertex: positions, normals, edges and distances in double precision.
const REST_BYTES_PER_VERTEX: usize = 256;

/// Main memory that a model and what is derived from it take, approximately.
fn kept_bytes(model: &Model) -> usize {
    let of_primitive = |primitive: &crate::model::Primitive| {
        size_of_val(&primitive.positions[..])
            + size_of_val(&primitive.normals[..])
            + size_of_val(&primitive.texcoords[..])
            + size_of_val(&primitive.colors[..])
            + size_of_val(&primitive.indices[..])
            + size_of_val(primitive.influences.flat())
            + primitive.positions.len() * REST_BYTES_PER_VERTEX
    };
    let of_channel = |channel: &crate::model::Channel| {
        size_of_val(channel.times_seconds())
            + match channel.values() {
                ChannelValues::Translation(values) | ChannelValues::Scale(values) => size_of_val(&values[..]),
                ChannelValues::Rotation(values) => size_of_val(&values[..]),
            }
    };
    let textures: usize = model.textures.iter().map(|texture| texture.rgba.len()).sum();
    let channels = model.clips.iter().flat_map(|clip| &clip.channels);
    model.primitives.iter().map(of_primitive).sum::<usize>() + channels.map(of_channel).sum::<usize>() + textures
}

impl State {
    /// Opens a loaded model at rest, as an undoable step. The panes stay.
    pub fn show_document(&mut self, opened: OpenedModel) {
        let document = Document::new(self.next_document_id, opened);
        self.next_document_id += 1;
        let left = self.leave();
        self.forget_model();
        self.camera.turn_to(CameraPreset::default());
        self.transient.frame = Some(Framing::Model);
        self.transient.error = None;
        self.document = Some(Arc::new(document));
        self.refresh_pose();
        self.pose_generation += 1;
        self.fill_library();
        self.take_pending_scene();
        self.history.open(self.opening_name(), &self.edit, left);
        self.edit_generation += 1;
    }

    /// Goes back to the empty window, as an undoable step.
    pub(super) fn close_model(&mut self) {
        if self.document.is_none() {
            return;
        }
        let left = self.leave();
        self.document = None;
        self.forget_model();
        self.fill_library();
        self.history.open("Close the model".to_owned(), &self.edit, left);
    }

    /// The name of the step that shows the open model.
    pub(super) fn opening_name(&self) -> String {
        match (&self.document, self.edit.scene) {
            (None, _) => "Empty window".to_owned(),
            (Some(_), Some(scene)) => scene.citation(),
            (Some(document), None) => format!("Open {}", document.origin.label()),
        }
    }

    /// Finishes what is in progress, before another model or scene is shown.
    pub(super) fn leave(&mut self) -> Visit {
        // A session that starts with a model has no empty window before it.
        if self.document.is_some() || !self.history.is_empty() {
            self.settle_history();
        }
        Visit::of(self)
    }

    /// Shows a document as it was left. The edit must be restored afterwards.
    pub(super) fn return_to(&mut self, visit: Visit) {
        let id = |document: &Option<Arc<Document>>| document.as_ref().map(|document| document.id);
        let is_other = id(&self.document) != id(&visit.document);
        if is_other {
            self.forget_model();
            self.document = visit.document;
            self.pose_generation += 1;
            self.fill_library();
            self.stress.show(visit.stress);
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
        transient.hovered_vertex = None;
        transient.sweep_axis = visit.sweep_axis;
        transient.warnings_dismissed = visit.warnings_dismissed;
    }

    /// Drops everything that belongs to the model that was shown. Panes and camera stay.
    fn forget_model(&mut self) {
        self.drop_gesture();
        self.edit.overrides = crate::model::PoseOverrides::default();
        self.edit.twists.clear();
        self.edit.clip = None;
        self.edit.scene = None;
        self.own_cameras.clear();
        self.playback.playing = false;
        self.playback.time_seconds = 0.0;
        self.stress.forget();
        let transient = &mut self.transient;
        transient.frame_own = None;
        transient.also_selected.clear();
        transient.gizmo_drag = None;
        transient.box_armed = false;
        transient.joint_search.clear();
        transient.selected_joint = None;
        transient.hovered_joint = None;
        transient.pinned = None;
        transient.hovered_vertex = None;
        transient.sweep_axis = None;
        transient.folded.clear();
        transient.warnings_dismissed = false;
        transient.warnings_open = false;
    }
}
