use super::document::Document;
use super::document_centers::{CentersWait, DocumentCenters};
use super::edit_state::EditState;
use super::jobs::Loader;
use super::playback::Playback;
use crate::math::Bounds;
use crate::model::{Pose, ScaleKind};
use crate::skinning::SkinningMethod;
use crate::viewport::{Camera, CameraPreset, Overlays, SkinPaint, Theme, joint_bounds};
use egui::util::undoer::Undoer;
use glam::Vec3;
use std::sync::Arc;

/// What the program knows, apart from the GPU: five separate things and what is derived from them.
pub struct State {
    /// The open model; immutable.
    pub document: Option<Arc<Document>>,
    /// The only part that undo brings back.
    pub edit: EditState,
    pub playback: Playback,
    /// One camera for all panes: that is what makes them comparable.
    pub camera: Camera,
    pub transient: Transient,

    /// Clip sample and overrides; made again by [`State::refresh_pose`] when either changed.
    pub pose: Pose,
    /// Grows whenever `pose` changes.
    pub pose_generation: u64,
    /// Centers of rotation of the document; asked for when a pane first wants them.
    pub centers: DocumentCenters,
    pub undoer: Undoer<EditState>,
    pub loader: Loader,
    pub(super) next_document_id: u64,
}

/// Selections, switches and messages: neither undone nor saved.
pub struct Transient {
    pub theme: Theme,
    pub selected_joint: Option<u32>,
    pub hovered_joint: Option<u32>,
    pub selected_pane: usize,
    pub overlays: Overlays,
    /// What the colors of the skin mean, in all panes.
    pub paint: SkinPaint,
    /// Nodes whose branch is folded in the tree.
    pub folded: std::collections::BTreeSet<u32>,
    /// What the camera frames in the size that the panes have: the model until the person moves the camera, a
    /// joint once.
    pub frame: Option<Framing>,
    /// The joint that the tree scrolls to in the next frame.
    pub reveal: Option<u32>,
    pub error: Option<ErrorNotice>,
    pub warnings_dismissed: bool,
    pub warnings_open: bool,
    pub panels: Panels,
    pub shortcuts_shown: bool,
    /// The window is to close.
    pub quit: bool,
    pub file_hovers: bool,
    /// True while a slider or the camera is dragged: panes then draw at 1x.
    pub busy: bool,
}

/// What failed, where, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorNotice {
    pub title: String,
    pub details: String,
}

impl State {
    pub fn new(first_method: SkinningMethod, theme: Theme, loader: Loader) -> Self {
        Self {
            document: None,
            edit: EditState::starting_with(first_method),
            playback: Playback::default(),
            camera: Camera::framing(Bounds { min: -Vec3::ONE, max: Vec3::ONE }, [1, 1], CameraPreset::default()),
            transient: Transient {
                theme,
                selected_joint: None,
                hovered_joint: None,
                selected_pane: 0,
                overlays: Overlays { skeleton: true, ..Overlays::default() },
                paint: SkinPaint::default(),
                folded: std::collections::BTreeSet::new(),
                frame: None,
                reveal: None,
                error: None,
                warnings_dismissed: false,
                warnings_open: false,
                panels: Panels::default(),
                shortcuts_shown: false,
                quit: false,
                file_hovers: false,
                busy: false,
            },
            pose: Pose { joints: Vec::new() },
            pose_generation: 0,
            centers: DocumentCenters::unknown(),
            undoer: Undoer::default(),
            loader,
            next_document_id: 1,
        }
    }

    /// Makes the pose anew from clip, time and overrides.
    pub fn refresh_pose(&mut self) {
        let Some(document) = &self.document else { return };
        let skeleton = &document.model.skeleton;
        let mut pose = Pose::rest(skeleton);
        if let Some(clip) = self.edit.clip.and_then(|clip| document.model.clips.get(clip)) {
            clip.sample(self.playback.time_seconds, &mut pose);
        }
        self.edit.overrides.apply(skeleton, &mut pose);
        if pose != self.pose {
            self.pose = pose;
            self.pose_generation += 1;
        }
    }

    /// Asks for the centers of rotation where a pane wants them and nobody has asked yet.
    pub fn want_centers(&mut self) {
        let Some(document) = &self.document else { return };
        let compared = if let SkinPaint::DifferenceTo(method) = self.transient.paint { Some(method) } else { None };
        let mut methods = self.edit.panes.iter().map(|pane| pane.method).chain(compared);
        if methods.any(SkinningMethod::needs_centers) {
            self.centers.want(&self.loader, document.id, &document.model, self.edit.center_settings);
        }
    }

    /// Why a pane that needs centers of rotation has none to show.
    pub fn wait_for_centers(&self) -> Option<CentersWait> {
        self.document.as_ref().and_then(|document| self.centers.wait(document.id))
    }

    pub fn clip_duration_seconds(&self) -> f32 {
        let clip = self.document.as_ref().zip(self.edit.clip);
        clip.and_then(|(document, clip)| document.model.clips.get(clip)).map_or(0.0, |clip| clip.duration_seconds)
    }

    /// Angles that the sliders of a joint show, in degrees.
    pub fn angles_degrees(&self, node: u32) -> Vec3 {
        match &self.document {
            Some(document) => {
                self.edit.overrides.angles_degrees(&document.model.skeleton, &self.pose, node, Vec3::ZERO)
            }
            None => Vec3::ZERO,
        }
    }

    /// The camera that the panes are to be drawn with: framed anew where that was asked for.
    pub fn camera_for(&self, pane_size: [u32; 2]) -> Camera {
        match (self.transient.frame, &self.document) {
            (Some(framing), Some(document)) => self.framed(framing, document, pane_size),
            _ => self.camera,
        }
    }

    fn framed(&self, framing: Framing, document: &Document, pane_size: [u32; 2]) -> Camera {
        let selected = self.transient.selected_joint.filter(|_| framing == Framing::Selection);
        let Some(selected) = selected else {
            let fov = Camera::DEFAULT_FOV_DEGREES.to_radians();
            return Camera { fov, ..self.camera }.framed(document.rest_bounds, pane_size);
        };
        let skeleton = &document.model.skeleton;
        let scene_from_node = self.pose.scene_from_node(skeleton, ScaleKind::Inherited);
        let extent = document.rest_bounds.extent();
        self.camera.framing_joint(joint_bounds(skeleton, &scene_from_node, selected, extent), pane_size)
    }
}

/// Whether the side panels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panels {
    /// Where the window is wide enough for them.
    #[default]
    Auto,
    Shown,
    Hidden,
}

/// What F and Home ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// The selected joint; the whole model where none is selected.
    Selection,
    Model,
}
