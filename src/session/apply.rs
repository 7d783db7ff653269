//! How each command changes the state.

use super::command::Command;
use super::edit_name::edit_name;
use super::edit_state::{EditState, PaneIds};
use super::file_question::FileQuestion;
use super::history::Reached;
use super::playback::Repeat;
use super::state::{ErrorNotice, Framing, PassingNotice, State};
use super::visit::Visit;
use crate::model::{JointOverride, RotationOverride};
use crate::panes::{Comparison, PaneLayout, PaneSettings};
use crate::view::{Camera, GizmoTool};
use glam::Vec3;

impl State {
    /// Applies one command. Commands that name a missing joint, pane or clip do nothing.
    pub fn apply(&mut self, command: Command) {
        // The panels send these in every frame, and they edit nothing.
        if command.follows_by_itself() {
            return self.carry_out(command);
        }
        let name = edit_name(&command, self);
        // Otherwise, canceling the handle later would also undo this edit.
        if name.is_some() && self.transient.gizmo_drag.is_some() && !command.drives_handle() {
            self.settle_history();
        }
        let before = self.edit.clone();
        self.carry_out(command);
        if self.edit != before {
            self.edit_generation += 1;
            name.into_iter().for_each(|name| self.history.did(name));
        }
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::AskForFile(question) => self.ask_for_file(question),
            Command::Open(source) => match source.pose_file() {
                Some(path) => self.open_pose(path),
                None => {
                    self.pending_scene = None;
                    self.loader.open(source);
                }
            },
            Command::CloseModel => self.close_model(),
            Command::DismissError => self.transient.error = None,
            Command::Notify(text) => self.transient.notice = Some(PassingNotice { text, since_seconds: None }),
            Command::DismissWarnings => self.transient.warnings_dismissed = true,
            Command::ToggleWarnings => self.transient.warnings_open ^= true,

            Command::SelectJoint(joint) => {
                self.transient.also_selected.clear();
                self.select_joint(joint);
            }
            Command::ToggleJoint(node) => self.toggle_joint(node),
            Command::SelectJoints(nodes) => {
                self.select_joint(nodes.first().copied());
                self.transient.also_selected = nodes.into_iter().filter(|&node| self.has_node(node)).collect();
            }
            Command::SetGizmo(settings) => self.transient.gizmo = settings,
            Command::SwingLimb { limb, degrees } => {
                if [limb.root, limb.middle, limb.end].into_iter().all(|node| self.has_node(node)) {
                    self.swing_limb(limb, degrees);
                }
            }
            Command::BeginGizmo { grip, pointer } => self.begin_gizmo(grip, pointer),
            Command::DragGizmo { pointer, snap } => self.drag_gizmo(pointer, snap),
            Command::TypeGizmo(value) => self.type_gizmo(value),
            Command::EndGizmo => self.end_gizmo(),
            Command::CancelGizmo => self.cancel_gizmo(),
            Command::CancelGesture => self.cancel_gesture(),
            Command::ArmBox(armed) => self.transient.box_armed = armed && self.document.is_some(),
            Command::SearchJoints(text) => self.transient.joint_search = text,
            Command::ResetBranch(node) => self.reset_branch(node),
            Command::ClearSelected(tool) => self.clear_selected(tool),
            Command::HoverJoint(joint) => self.transient.hovered_joint = joint.filter(|&node| self.has_node(node)),
            Command::FoldJoint { node, folded: true } => {
                self.transient.folded.insert(node);
            }
            Command::FoldJoint { node, folded: false } => {
                self.transient.folded.remove(&node);
            }
            Command::SetAngles { node, angles_degrees } => {
                // A joint that is back at rest counts as untouched. Over a clip, rest is a pose of its own.
                let untouched = angles_degrees == Vec3::ZERO && self.edit.clip.is_none();
                let rotation = RotationOverride::AnglesDegrees(angles_degrees);
                self.edit_joint(node, |joint| joint.rotation = (!untouched).then_some(rotation));
            }
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
            Command::SetTwistJoints { joint, count } => self.set_twist_joints(joint, count),
            Command::ResetRotation(node) => self.edit_joint(node, |joint| joint.rotation = None),
            Command::ResetTranslation(node) => self.edit_joint(node, |joint| joint.translation = None),
            Command::ResetScale(node) => self.edit_joint(node, |joint| joint.scale = None),
            Command::ResetJoint(node) => self.edit_joint(node, |joint| *joint = JointOverride::default()),
            Command::ResetPose => {
                self.edit.overrides = crate::model::PoseOverrides::default();
                self.refresh_pose();
            }

            Command::TakePose(number) => self.take_library_pose(number),
            Command::BlendPoses(share) => self.set_blend(share),
            Command::KeepPose(name) => self.keep_pose(&name),
            Command::RenamePose { pose, name } => self.rename_pose(pose, &name),
            Command::DeletePose(number) => self.delete_pose(number),
            Command::OpenPose(path) => self.open_pose(&path),
            Command::ShowPoses(shown) => self.transient.poses_shown = shown,

            Command::SelectPane(pane) => self.transient.selected_pane = pane.min(self.edit.panes.len() - 1),
            Command::SetPaneCount(count) => self.edit_panes(|edit, ids| edit.set_pane_count(count, ids)),
            Command::DuplicatePane(pane) => self.edit_panes(|edit, ids| edit.duplicate_pane(pane, ids)),
            Command::RemovePane(pane) => self.edit_panes(|edit, _| edit.remove_pane(pane)),
            Command::SwapPanes(a, b) => self.edit_panes(|edit, _| edit.swap_panes(a, b)),
            Command::TakePreset(preset) => self.edit_panes(|edit, ids| edit.take_preset(preset, ids)),
            Command::TakeScene(scene) => self.take_scene(scene),
            Command::CloseScene => self.edit.scene = None,
            Command::SetArrangement(arrangement) => self.edit.layout = PaneLayout::of(arrangement),
            Command::MoveBorder { border, place } => {
                self.edit.layout.move_border(self.edit.panes.len(), border, place);
            }
            Command::MakePanesEven => self.edit.layout.make_even(),
            Command::SetComparison { pane, comparison } => {
                let divider = if comparison.divider.is_finite() { comparison.divider.clamp(0.0, 1.0) } else { 0.5 };
                self.edit_pane(pane, |pane| pane.comparison = Comparison { divider, ..comparison });
            }
            Command::SwapCompared(pane) => self.edit_pane(pane, |pane| *pane = pane.swapped()),
            Command::HoldFlicker(held) => self.transient.flicker_held = held,
            Command::SetLook { pane, look } if self.transient.looks_linked => {
                if pane < self.edit.panes.len() {
                    self.edit.panes.iter_mut().for_each(|pane| pane.settings.look = look);
                }
            }
            Command::SetLook { pane, look } => self.edit_pane(pane, |pane| pane.look = look),
            Command::LinkLooks(linked) => self.transient.looks_linked = linked,
            Command::SetMethod { pane, method } => {
                self.edit_pane(pane, |pane| pane.skinning.method = method);
            }
            Command::SetAntipodality { pane, antipodality } => {
                self.edit_pane(pane, |pane| pane.skinning.antipodality = antipodality);
            }
            Command::SetBlend { pane, blend } => {
                self.edit_pane(pane, |pane| pane.skinning.blend = blend);
            }
            Command::SetScaleKind { pane, scale_kind } => {
                self.edit_pane(pane, |pane| {
                    pane.skinning.scale_kind = scale_kind;
                    // Both sides of a comparison refer to the same pose.
                    pane.comparison.other.scale_kind = scale_kind;
                });
            }

            Command::SetCenterSettings { pane, settings } => {
                self.edit_pane(pane, |pane| pane.centers = settings.within_range());
            }
            Command::CancelCenters(settings) => self.centers.cancel(settings),
            Command::ComputeCenters(settings) => {
                if let Some(document) = &self.document {
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
                if playing && ended && self.playback.repeat == Repeat::Once {
                    self.playback.time_seconds = 0.0;
                }
                self.playback.playing = playing && self.edit.clip.is_some();
            }
            Command::Seek(seconds) => {
                self.playback.time_seconds = seconds.clamp(0.0, self.clip_duration_seconds());
                self.refresh_pose();
            }
            Command::SetRepeat(repeat) => self.playback.repeat = repeat,
            Command::StepFrames(frames) => {
                self.playback.playing = false;
                self.playback.time_seconds = self.playback.stepped(frames, self.clip_duration_seconds());
                self.refresh_pose();
            }
            Command::SetSpeed(speed) => self.playback.speed = speed.clamp(0.05, 4.0),

            // Another framing may have been requested in the meantime.
            Command::TakeFraming { framing, camera } => {
                if self.transient.frame == Some(framing) {
                    self.camera = camera;
                    // The whole model or scene stays framed when the panes change, until the user moves the camera.
                    self.transient.frame = Some(framing).filter(|framing| *framing != Framing::Selection);
                }
            }
            Command::SetCamera { pane, camera } => self.set_camera(pane, camera),
            Command::LinkCamera { pane, linked } => {
                let camera = self.camera_of(pane);
                if let Some(pane) = self.edit.panes.get(pane) {
                    if linked {
                        self.own_cameras.remove(&pane.id);
                        // Otherwise, the framing would be applied to the shared camera.
                        self.transient.frame_own.take_if(|(id, _)| *id == pane.id);
                    } else {
                        self.own_cameras.insert(pane.id, camera);
                    }
                }
            }
            Command::MatchCamera(pane) => {
                self.camera = self.camera_of(pane);
                (self.transient.frame, self.transient.frame_own) = (None, None);
                self.own_cameras.values_mut().for_each(|camera| *camera = self.camera);
            }
            Command::View(preset) => match self.selected_own_camera() {
                Some(own) => own.turn_to(preset),
                None => self.camera.turn_to(preset),
            },
            Command::Frame => self.frame(Framing::Selection),
            Command::FrameAll => self.frame(Framing::Model),

            Command::HoverVertex(vertex) => {
                self.transient.hovered_vertex = vertex.filter(|(_, place)| self.has_vertex(*place));
            }
            Command::PinProbe(place) => self.pin(place),
            Command::PinWorst { pane, kind } => self.pin_worst(pane, kind),
            Command::MeasureAgain => self.figures.retry(),
            Command::SetSweepFigure(figure) => self.transient.sweep_figure = figure,
            Command::SetSweepAxis(axis) => self.transient.sweep_axis = Some(axis.min(2)),
            Command::StartStress => self.start_stress(),
            Command::CancelStress => self.stress.cancel(),
            Command::SetStressChoice(choice) => self.stress.choice = choice,
            Command::JumpToStress { skin, entry } => self.jump_to_stress(skin, entry),
            Command::FoldSection { section, folded: true } => {
                self.transient.folded_sections.insert(section);
            }
            Command::FoldSection { section, folded: false } => {
                self.transient.folded_sections.remove(&section);
            }

            Command::SetTheme(theme) => self.transient.theme = theme,
            Command::SetPanels(panels) => self.transient.panels = panels,
            Command::ToggleShortcuts => self.transient.shortcuts_shown ^= true,
            Command::ShowPalette(shown) => self.transient.palette_shown = shown,
            Command::Quit => self.transient.quit = true,
            Command::Undo => {
                self.settle_history();
                let reached = self.history.undo(Visit::of(self));
                self.go_back_to(reached);
            }
            Command::Redo => {
                if self.history.has_redo(&self.edit) {
                    let reached = self.history.redo(Visit::of(self));
                    self.go_back_to(reached);
                }
            }
            Command::GoToStep(step) => {
                self.settle_history();
                let reached = self.history.go_to(step, Visit::of(self));
                self.go_back_to(reached);
            }
            Command::PastePose { json, mirrored } => self.paste_pose(&json, mirrored),
            Command::FlipPose => self.flip_pose(),
            Command::ExportSkin(path) => self.export_skin(&path),
            Command::ExportRig(path) => self.export_rig(&path),
            Command::SavePose(path) => self.save_pose(&path),
        }
    }

    /// Reports a failure. What was open stays open.
    pub fn show_error(&mut self, title: String, details: String) {
        self.transient.error = Some(ErrorNotice { title, details });
    }

    /// Shows the state to the history, which keeps a step once nothing has changed for a moment. `held` says whether a
    /// mouse button is down. Returns whether the history must look again even if nothing else happens.
    pub fn feed_history(&mut self, time_seconds: f64, held: bool) -> bool {
        let held = held || self.transient.gizmo_drag.is_some();
        self.begin_history();
        self.history.feed(time_seconds, held, &self.edit, self.edit_generation);
        self.history.is_waiting() && !held
    }

    /// Finishes a held handle and keeps a pending change as a step.
    pub(super) fn settle_history(&mut self) {
        self.end_gizmo();
        self.begin_history();
        self.history.settle(&self.edit);
    }

    /// Keeps the first state.
    fn begin_history(&mut self) {
        if self.history.is_empty() {
            self.history.begin(self.opening_name(), &self.edit);
        }
    }

    /// Shows a step of the history.
    fn go_back_to(&mut self, reached: Option<Reached>) {
        let Some(Reached { edit, visit }) = reached else { return };
        if let Some(visit) = visit {
            self.return_to(visit);
        }
        self.restore(edit);
    }

    fn has_node(&self, node: u32) -> bool {
        self.document.as_ref().is_some_and(|document| (node as usize) < document.model.skeleton.len())
    }

    pub(super) fn select_joint(&mut self, joint: Option<u32>) {
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

    fn toggle_joint(&mut self, node: u32) {
        if !self.has_node(node) {
            return;
        }
        let mut nodes = self.selected_joints();
        if nodes.contains(&node) {
            nodes.retain(|&other| other != node);
        } else {
            nodes.insert(0, node);
        }
        self.select_joint(nodes.first().copied());
        self.transient.also_selected = nodes.into_iter().collect();
    }

    fn reset_branch(&mut self, node: u32) {
        let Some(document) = self.document.clone() else { return };
        let skeleton = &document.model.skeleton;
        let posed: Vec<u32> = self.edit.overrides.iter().map(|(node, _)| node).collect();
        for joint in posed {
            if joint == node || skeleton.nearest_ancestor(joint, |above| above == node).is_some() {
                self.edit.overrides.set(joint, JointOverride::default());
            }
        }
        self.refresh_pose();
    }

    fn clear_selected(&mut self, tool: GizmoTool) {
        for node in self.selected_joints() {
            self.edit_joint(node, |joint| match tool {
                GizmoTool::Rotate => joint.rotation = None,
                GizmoTool::Move => joint.translation = None,
                GizmoTool::Scale => (joint.scale, joint.local_scale, joint.local_shear) = (None, None, None),
            });
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

    fn edit_pane(&mut self, pane: usize, change: impl FnOnce(&mut PaneSettings)) {
        if let Some(pane) = self.edit.panes.get_mut(pane) {
            change(&mut pane.settings);
        }
    }

    /// Runs `change` on the panes. The selected pane stays selected when it moves.
    fn edit_panes(&mut self, change: impl FnOnce(&mut EditState, &mut PaneIds)) {
        let selected = self.edit.panes.get(self.transient.selected_pane).map(|pane| pane.id);
        change(&mut self.edit, &mut self.pane_ids);
        let place = self.edit.panes.iter().position(|pane| Some(pane.id) == selected);
        let last = self.edit.panes.len() - 1;
        self.transient.selected_pane = place.unwrap_or(self.transient.selected_pane.min(last));
        self.drop_lost_panes();
    }

    /// Drops what belongs to panes that no longer exist.
    fn drop_lost_panes(&mut self) {
        let is_shown = |id: u64| self.edit.panes.iter().any(|pane| pane.id == id);
        self.own_cameras.retain(|id, _| is_shown(*id));
        self.transient.frame_own.take_if(|(id, _)| !is_shown(*id));
    }

    pub(super) fn set_camera(&mut self, pane: usize, camera: Camera) {
        match self.edit.panes.get(pane).and_then(|pane| self.own_cameras.get_mut(&pane.id)) {
            Some(own) => {
                *own = camera;
                self.transient.frame_own = None;
            }
            None => {
                self.camera = camera;
                self.transient.frame = None;
            }
        }
    }

    fn selected_own_camera(&mut self) -> Option<&mut Camera> {
        let id = self.edit.panes.get(self.transient.selected_pane)?.id;
        self.own_cameras.get_mut(&id)
    }

    fn frame(&mut self, framing: Framing) {
        let selected = self.edit.panes.get(self.transient.selected_pane).map(|pane| pane.id);
        match selected.filter(|id| self.own_cameras.contains_key(id)) {
            Some(own) => self.transient.frame_own = Some((own, framing)),
            None => self.transient.frame = Some(framing),
        }
    }

    pub(super) fn restore(&mut self, edit: EditState) {
        self.edit = edit;
        self.drop_lost_panes();
        self.refresh_rig();
        self.transient.selected_pane = self.transient.selected_pane.min(self.edit.panes.len() - 1);
        self.refresh_pose();
    }

    fn ask_for_file(&mut self, question: FileQuestion) {
        let name = self.document.as_ref().map_or("", |document| document.model.name.as_str());
        let method = self.edit.pane(self.transient.selected_pane).skinning.method.id();
        let name = match question {
            FileQuestion::OpenModel | FileQuestion::OpenPose => String::new(),
            FileQuestion::SavePose => format!("{name}.pose.json"),
            FileQuestion::ExportSkin => format!("{name}.{method}.glb"),
            // Not the name of the opened file: the export does not contain everything in that file.
            FileQuestion::ExportRig => format!("{name}.rig.glb"),
        };
        self.loader.ask_for_file(question, &name);
    }

    fn save_pose(&mut self, path: &std::path::Path) {
        let Some(document) = &self.document else { return };
        let json = crate::model::write_pose_file(&self.edit.overrides, &document.model.skeleton);
        if let Err(error) = crate::files::write_file(path, json.as_bytes()) {
            self.show_error("Could not save the pose".to_owned(), error.to_string());
        }
    }
}
