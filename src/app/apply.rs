//! What each command does to the state.

use super::command::Command;
use super::document::Document;
use super::edit_state::EditState;
use super::state::{ErrorNotice, Framing, State};
use crate::cli::OpenedModel;
use crate::model::{JointOverride, RotationOverride};
use crate::viewport::CameraPreset;
use std::sync::Arc;

impl State {
    /// Carries out one command. Commands on joints, panes or clips that are not there do nothing.
    pub fn apply(&mut self, command: Command) {
        match command {
            Command::ChooseFile => self.loader.choose_file(),
            Command::Open(path_or_name) => self.loader.open(path_or_name),
            Command::CloseModel => {
                self.document = None;
                self.forget_model();
            }
            Command::DismissError => self.transient.error = None,
            Command::DismissWarnings => self.transient.warnings_dismissed = true,
            Command::ToggleWarnings => self.transient.warnings_open ^= true,

            Command::SelectJoint(joint) => self.select_joint(joint),
            Command::HoverJoint(joint) => self.transient.hovered_joint = joint.filter(|&node| self.has_node(node)),
            Command::FoldJoint { node, folded: true } => {
                self.transient.folded.insert(node);
            }
            Command::FoldJoint { node, folded: false } => {
                self.transient.folded.remove(&node);
            }
            Command::SetAngles { node, angles_degrees } => self.edit_joint(node, |joint| {
                joint.rotation = Some(RotationOverride::AnglesDegrees(angles_degrees));
            }),
            Command::SetTranslation { node, translation } => {
                self.edit_joint(node, |joint| joint.translation = Some(translation));
            }
            Command::SetScale { node, scale } => self.edit_joint(node, |joint| joint.scale = Some(scale)),
            Command::SetLocalScale { node, local_scale } => {
                self.edit_joint(node, |joint| joint.local_scale = Some(local_scale));
            }
            Command::SetLocalShear { node, local_shear } => {
                self.edit_joint(node, |joint| joint.local_shear = Some(local_shear));
            }
            Command::ResetLocalScale(node) => self.edit_joint(node, |joint| joint.local_scale = None),
            Command::ResetLocalShear(node) => self.edit_joint(node, |joint| joint.local_shear = None),
            Command::ResetRotation(node) => self.edit_joint(node, |joint| joint.rotation = None),
            Command::ResetTranslation(node) => self.edit_joint(node, |joint| joint.translation = None),
            Command::ResetScale(node) => self.edit_joint(node, |joint| joint.scale = None),
            Command::ResetJoint(node) => self.edit_joint(node, |joint| *joint = JointOverride::default()),
            Command::ResetPose => {
                self.edit.overrides = crate::model::PoseOverrides::default();
                self.refresh_pose();
            }

            Command::TakePose(pose) => {
                let skeleton = self.document.as_ref().map(|document| &document.model.skeleton);
                // A pose of another model names joints that are not there.
                if let Some(Ok(overrides)) = skeleton.map(|skeleton| pose.overrides(skeleton)) {
                    self.edit.overrides = overrides;
                    self.refresh_pose();
                }
            }

            Command::SelectPane(pane) => self.transient.selected_pane = pane.min(self.edit.panes.len() - 1),
            Command::SetPaneCount(count) => {
                self.edit.set_pane_count(count);
                self.transient.selected_pane = self.transient.selected_pane.min(self.edit.panes.len() - 1);
            }
            Command::SetMethod { pane, method } => {
                if let Some(pane) = self.edit.panes.get_mut(pane) {
                    pane.method = method;
                }
            }
            Command::SetAntipodality { pane, antipodality } => {
                if let Some(pane) = self.edit.panes.get_mut(pane) {
                    pane.antipodality = antipodality;
                }
            }
            Command::SetBlend { pane, blend } => {
                if let Some(pane) = self.edit.panes.get_mut(pane) {
                    pane.blend = blend;
                }
            }
            Command::SetScaleKind { pane, scale_kind } => {
                if let Some(pane) = self.edit.panes.get_mut(pane) {
                    pane.scale_kind = scale_kind;
                }
            }

            Command::SetCenterSettings(settings) => self.edit.center_settings = settings.within_range(),
            Command::CancelCenters => self.centers.cancel(),
            Command::ComputeCenters => {
                if let Some(document) = &self.document {
                    let settings = self.edit.center_settings;
                    self.centers.start(&self.loader, document.id, &document.model, settings);
                }
            }

            Command::SetClip(clip) => {
                let count = self.document.as_ref().map_or(0, |document| document.model.clips.len());
                self.edit.clip = clip.filter(|&clip| clip < count);
                self.playback.time_seconds = 0.0;
                self.playback.playing &= self.edit.clip.is_some();
                self.refresh_pose();
            }
            Command::SetPlaying(playing) => {
                let ended = self.playback.time_seconds >= self.clip_duration_seconds();
                if playing && ended && !self.playback.looping {
                    self.playback.time_seconds = 0.0;
                }
                self.playback.playing = playing && self.edit.clip.is_some();
            }
            Command::Seek(seconds) => {
                self.playback.time_seconds = seconds.clamp(0.0, self.clip_duration_seconds());
                self.refresh_pose();
            }
            Command::SetLooping(looping) => self.playback.looping = looping,
            Command::SetSpeed(speed) => self.playback.speed = speed.clamp(0.05, 4.0),

            Command::TakeFraming(camera) => {
                self.camera = camera;
                // The whole model stays framed, whatever happens to the panes, until the person moves the camera.
                self.transient.frame = self.transient.frame.filter(|framing| *framing == Framing::Model);
            }
            Command::SetCamera(camera) => {
                self.camera = camera;
                self.transient.frame = None;
            }
            Command::View(preset) => self.camera.turn_to(preset),
            Command::Frame => self.transient.frame = Some(Framing::Selection),
            Command::FrameAll => self.transient.frame = Some(Framing::Model),

            Command::SetTheme(theme) => self.transient.theme = theme,
            Command::ToggleGrid => self.transient.overlays.grid ^= true,
            Command::ToggleSkeleton => self.transient.overlays.skeleton ^= true,
            Command::SetPaint(paint) => self.transient.paint = paint,
            Command::ToggleCenters => self.transient.overlays.centers ^= true,
            Command::ToggleShadow => self.transient.overlays.contact_shadow ^= true,
            Command::SetPanels(panels) => self.transient.panels = panels,
            Command::ToggleShortcuts => self.transient.shortcuts_shown ^= true,
            Command::Quit => self.transient.quit = true,
            Command::Undo => {
                if let Some(edit) = self.undoer.undo(&self.edit).cloned() {
                    self.restore(edit);
                }
            }
            Command::Redo => {
                if let Some(edit) = self.undoer.redo(&self.edit).cloned() {
                    self.restore(edit);
                }
            }
            Command::ChoosePoseToSave => self.choose_pose_to_save(),
            Command::SavePose(path) => self.save_pose(&path),
        }
    }

    /// Shows a model that was loaded, with a fresh pose and the panes as they were.
    pub fn show_document(&mut self, opened: OpenedModel) {
        let document = Document::new(self.next_document_id, opened);
        self.next_document_id += 1;
        self.forget_model();
        self.camera.turn_to(CameraPreset::default());
        self.transient.frame = Some(Framing::Model);
        self.transient.error = None;
        self.document = Some(Arc::new(document));
        self.refresh_pose();
        self.pose_generation += 1;
    }

    /// Drops what belongs to the model that was shown; panes and camera stay.
    fn forget_model(&mut self) {
        self.edit = EditState { panes: std::mem::take(&mut self.edit.panes), ..EditState::default() };
        self.playback.playing = false;
        self.playback.time_seconds = 0.0;
        self.undoer = egui::util::undoer::Undoer::default();
        self.transient.selected_joint = None;
        self.transient.hovered_joint = None;
        self.transient.folded.clear();
        self.transient.warnings_dismissed = false;
        self.transient.warnings_open = false;
    }

    /// Tells what failed; what was open stays.
    pub fn show_error(&mut self, title: String, details: String) {
        self.transient.error = Some(ErrorNotice { title, details });
    }

    /// Lets the undoer see the state: it keeps a step once nothing changed for a moment.
    pub fn feed_undo(&mut self, time_seconds: f64) {
        self.undoer.feed_state(time_seconds, &self.edit);
    }

    fn has_node(&self, node: u32) -> bool {
        self.document.as_ref().is_some_and(|document| (node as usize) < document.model.skeleton.len())
    }

    fn select_joint(&mut self, joint: Option<u32>) {
        self.transient.selected_joint = joint.filter(|&node| self.has_node(node));
        self.transient.reveal = self.transient.selected_joint;
        // A selected joint is never hidden in a folded branch.
        if let (Some(selected), Some(document)) = (self.transient.selected_joint, &self.document) {
            let mut ancestor = document.joints.parents[selected as usize];
            while let Some(node) = ancestor {
                self.transient.folded.remove(&node);
                ancestor = document.joints.parents[node as usize];
            }
        }
    }

    fn edit_joint(&mut self, node: u32, change: impl FnOnce(&mut JointOverride)) {
        if !self.has_node(node) {
            return;
        }
        let mut joint = self.edit.overrides.get(node);
        change(&mut joint);
        self.edit.overrides.set(node, joint);
        self.refresh_pose();
    }

    fn restore(&mut self, edit: EditState) {
        self.edit = edit;
        self.transient.selected_pane = self.transient.selected_pane.min(self.edit.panes.len() - 1);
        self.refresh_pose();
    }

    fn choose_pose_to_save(&mut self) {
        let name = self.document.as_ref().map_or_else(String::new, |document| document.model.name.clone());
        self.loader.choose_pose_file(&name);
    }

    fn save_pose(&mut self, path: &std::path::Path) {
        let Some(document) = &self.document else { return };
        let json = crate::model::write_pose_file(&self.edit.overrides, &document.model.skeleton);
        if let Err(error) = crate::cli::write_file(path, json.as_bytes()) {
            self.show_error("Could not save the pose".to_owned(), error.to_string());
        }
    }
}
