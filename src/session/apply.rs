//! Application of commands: the change that each one makes to the state.

use super::command::Command;
use super::edit_name::edit_name;
use super::figures::SweptFigure;
use super::file_request::FileRequest;
use super::framing::Framing;
use super::interface::{ErrorNotice, NoticeLink, PassingNotice, WindowRequest};
use super::panels::InspectorTab;
use super::pictures::PictureGoal;
use super::state::State;
use crate::centers::CenterParts;
use crate::files::OpenOptions;
use crate::measure::VertexId;
use crate::model::{JointLimits, JointOverride, PoseOverrides};
use crate::panes::{Comparison, PaneLayout};
use std::path::{Path, PathBuf};

impl State {
    /// Applies one command. Commands that name a missing joint, pane or clip do nothing.
    pub fn apply(&mut self, command: Command) {
        // The panels send these in every frame, and they edit nothing.
        if command.follows_by_itself() {
            return self.carry_out(command);
        }
        self.end_demo();
        let name = edit_name(&command, self);
        // Otherwise, canceling the handle later would also undo this edit, or the handle would go on with joints that
        // are no longer selected.
        let finishes_handle = (name.is_some() || command.selects_joints()) && !command.drives_handle();
        if finishes_handle && self.hand.gizmo_drag.is_some() {
            self.settle_history();
        }
        let before = self.edit.clone();
        let mirrors = self.hand.mirrors_posing && command.edits_joints();
        let turns = command.edits_joints();
        let subjects = self.subjects_of_choices();
        self.carry_out(command);
        self.end_lost_preview();
        if self.subjects_of_choices() != subjects {
            // The question was about a talk or session that is no longer the edited one.
            self.interface.error.take_if(|error| !error.choices.is_empty());
        }
        if turns {
            self.stop_at_limits(&before.overrides);
        }
        if mirrors {
            self.mirror_edits(&before.overrides);
            self.stop_at_limits(&before.overrides);
        }
        if self.edit != before {
            self.edit_generation += 1;
            name.into_iter().for_each(|name| self.history.did(name));
        }
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::RequestFile(request) => self.request_file(request),
            Command::Open(source) => {
                let access = self.access_of(&source);
                self.open_source(source, OpenOptions { access, ..OpenOptions::default() });
            }
            Command::OpenGiven(paths) => self.open_given(&paths),
            Command::AddModel(source) => self.add_model(source),
            Command::ShowBothModels => self.show_both_models(),
            Command::PinBefore => self.pin_before(),
            Command::CompareBefore => self.jobs.before.resume(),
            Command::CancelCompareBefore => self.jobs.before.cancel(),
            Command::JumpToChange { skin, entry } => self.jump_to_change(skin, entry),
            Command::PaintAll(paint) => {
                self.edit.panes.iter_mut().for_each(|pane| pane.settings.look.paint = paint);
            }
            Command::RemoveSecondModel => self.remove_second(),
            Command::SetPartner { joint, partner } => self.set_partner(joint, partner),
            Command::MatchByName(joint) => self.match_by_name(joint),
            Command::MatchAllByName => self.match_all_by_name(),
            Command::FitSecond(fit) => self.fit_second(fit),
            Command::OpenJoints(path) => self.open_joints(&path),
            Command::SaveJoints(path) => self.save_joints(&path),
            Command::SetPaneModel { pane, model } => self.edit_pane(pane, |pane| pane.model = model),
            Command::ShowVariant(name) => self.show_variant(name),
            Command::CancelOpening => self.cancel_opening(),
            Command::CloseModel => self.close_model(),
            Command::DismissError => self.interface.error = None,
            Command::Notify(text) => self.notify(text.to_owned(), None),
            Command::DismissNotice => {
                self.interface.notice = None;
                self.documents.watching.dismiss_problems();
            }
            Command::ShowFolder(folder) => self.jobs.window_requests.push_back(WindowRequest::ShowFolder(folder)),
            Command::ShowPage(page) => self.jobs.window_requests.push_back(WindowRequest::ShowPage(page)),
            Command::ShowRecordingCard(subject) => self.show_recording_card(subject),
            Command::EditRecording(card) => self.interface.recording_card = card,
            Command::ChooseRecordingFile => self.ask_for_recording_file(),
            Command::Record(path) => self.record_to(&path),
            Command::CancelRecording => self.cancel_recording(),
            Command::ShowHandoutCard { kind, whole_talk } => self.show_handout_card(kind, whole_talk),
            Command::EditHandout(card) => self.interface.handout_card = card,
            Command::ChooseHandoutFile => self.ask_for_handout_file(),
            Command::HandOut(kind, path) => self.hand_out(kind, &path),
            Command::Browse(step) => self.browse(step),

            Command::SelectJoint(joint) => {
                self.selection.others.clear();
                self.select_joint(joint);
            }
            Command::ToggleJoint(node) => self.toggle_joint(node),
            Command::SelectJoints(nodes) => {
                self.select_joint(nodes.first().copied());
                self.selection.others = nodes.into_iter().filter(|&node| self.has_node(node)).collect();
            }
            Command::IsolateSelected => self.isolate_selected(),
            Command::ShowAllSkin => self.view.isolation = None,
            Command::SetGizmo(settings) => self.hand.gizmo = settings,
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
            Command::ArmBox(armed) => self.hand.box_armed = armed && self.documents.first.is_some(),
            Command::SearchJoints(text) => self.interface.joint_search = text,
            Command::ResetBranch(node) => self.reset_branch(node),
            Command::ClearSelected(tool) => self.clear_selected(tool),
            Command::HoverJoint(joint) => self.hand.hovered_joint = joint.filter(|&node| self.has_node(node)),
            Command::FoldJoint { node, folded: true } => {
                self.selection.folded.insert(node);
            }
            Command::FoldJoint { node, folded: false } => {
                self.selection.folded.remove(&node);
            }
            Command::SetAngles { node, angles_degrees } => self.set_angles(node, angles_degrees),
            Command::SetChannel { channel, axis, value } => self.set_channel(channel, axis, value),
            Command::SetMorph { target, weight } => self.set_morph(target, weight),
            Command::ResetMorphs => self.reset_morphs(),
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
            Command::SetWholeMesh { node, weight } => self.edit_joint(node, |joint| joint.whole = weight),
            Command::ResetLocalScale(node) => self.edit_with_selected(node, |joint| joint.local_scale = None),
            Command::ResetLocalShear(node) => self.edit_with_selected(node, |joint| joint.local_shear = None),
            Command::SetTwistJoints { joint, count } => self.set_twist_joints(joint, count),
            Command::SplitBone(split) => self.split_bones([split]),
            Command::Mend(remedy) => self.mend(remedy),
            Command::PreviewRemedy(remedy) => self.preview_remedy(remedy),
            Command::EndPreview => drop(self.end_preview()),
            Command::EditWeights(operation) => self.edit_weights(operation),
            Command::ResetWeights { all } => self.reset_weights(all),
            Command::SetWeightSettings(settings) => self.hand.weights = settings,
            Command::SetLimit { node, axis, limit } => self.set_limit(node, axis, limit),
            Command::TakeLimitsOfClips => self.take_limits_of_clips(),
            Command::ClearLimits => self.edit.limits = JointLimits::default(),
            Command::Choose(choice) => self.edit.choices.choose(choice),
            Command::SetTwistKind { joint, kind } => self.set_twist_kind(joint, kind),
            Command::ResetRotation(node) => self.edit_with_selected(node, |joint| joint.rotation = None),
            Command::ResetTranslation(node) => self.edit_with_selected(node, |joint| joint.translation = None),
            Command::ResetScale(node) => self.edit_with_selected(node, |joint| joint.scale = None),
            Command::ResetJoint(node) => self.edit_with_selected(node, |joint| *joint = JointOverride::default()),
            Command::ResetPose => {
                self.edit.overrides = PoseOverrides::default();
                self.refresh_pose();
            }

            Command::TakeBindPose => self.take_bind_pose(),
            Command::MirrorPosing(mirrors) => self.hand.mirrors_posing = mirrors,
            Command::TakePose(pose) => self.take_library_pose(pose),
            Command::BlendPoses(share) => self.set_blend(share),
            Command::KeepPose(name) => self.keep_pose(&name),
            Command::ReplacePose(name) => self.replace_pose(&name),
            Command::CancelReplace => self.interface.replace_question = None,
            Command::RenamePose { pose, name } => self.rename_pose(pose, &name),
            Command::DeletePose(pose) => self.delete_pose(pose),
            Command::OpenPose(path) => self.open_pose(&path),
            Command::ShowPoses(shown) => self.interface.poses_shown = shown,

            Command::SelectPane(pane) => self.view.selected_pane = pane.min(self.edit.panes.len() - 1),
            Command::SetPaneCount(count) => self.edit_panes(|edit, ids| edit.set_pane_count(count, ids)),
            Command::DuplicatePane(pane) => self.edit_panes(|edit, ids| edit.duplicate_pane(pane, ids)),
            Command::RemovePane(pane) if self.previewing_pane() == Some(pane) => drop(self.end_preview()),
            Command::RemovePane(pane) => self.edit_panes(|edit, _| edit.remove_pane(pane)),
            Command::SwapPanes(a, b) => self.edit_panes(|edit, _| edit.swap_panes(a, b)),
            Command::TakePreset(preset) => self.edit_panes(|edit, ids| edit.take_preset(preset, ids)),
            Command::TakeScene(scene) => self.take_scene(&scene),
            Command::EditTalk(edit) => self.edit_talk(edit),
            Command::OpenTalk(path) => self.open_talk(&path),
            Command::ReadTalkAgain => self.read_talk_again(),
            Command::ReturnToTalk(kept) => self.return_to_talk(kept),
            Command::ForgetTalk(kept) => self.forget_talk(kept),
            Command::SaveTalk => self.save_talk(),
            Command::SaveTalkAs(path) => self.save_talk_as(&path),
            Command::NotePaneSize(size) => self.interface.pane_pixels = size,
            Command::NoteShownPanes(panes) => self.interface.shown_panes = panes,
            Command::CloseScene => self.edit.scene = None,
            Command::SetArrangement(arrangement) => self.edit.layout = PaneLayout::of(arrangement),
            Command::MoveBorder { border, fraction } => {
                self.edit.layout.move_border(self.edit.panes.len(), border, fraction);
            }
            Command::MakePanesEven => self.edit.layout.make_even(),
            Command::SetComparison { pane, comparison } => {
                let divider = if comparison.divider.is_finite() { comparison.divider.clamp(0.0, 1.0) } else { 0.5 };
                self.edit_pane(pane, |pane| pane.comparison = Comparison { divider, ..comparison });
            }
            Command::SwapCompared(pane) => self.edit_pane(pane, |pane| *pane = pane.swapped()),
            Command::HoldFlicker(held) => self.hand.flicker_held = held,
            Command::SetLook { pane, look } if self.interface.looks_linked => {
                if pane < self.edit.panes.len() {
                    self.edit.panes.iter_mut().for_each(|pane| pane.settings.look = look);
                }
            }
            Command::SetLook { pane, look } => self.edit_pane(pane, |pane| pane.look = look),
            Command::LinkLooks(linked) => self.interface.looks_linked = linked,
            Command::StepMethod(places) => self.edit_pane(self.view.selected_pane, |pane| {
                pane.skinning.method = pane.skinning.method.at_distance(places);
            }),
            Command::SetMethod { pane, method } => {
                self.edit_pane(pane, |pane| pane.skinning.method = method);
            }
            Command::OpenMethod(path) => self.open_own_method(&path),
            Command::RunOwnMethods => self.run_own_methods(),
            Command::SetNumber { pane, place, value } => self.set_number(pane, place, value),
            Command::SetAntipodality { pane, antipodality } => {
                self.edit_pane(pane, |pane| pane.skinning.chosen_antipodality = antipodality);
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
            Command::SetPhases { pane, phases } => {
                self.edit_pane(pane, |pane| pane.skinning.chosen_phases = phases);
            }
            Command::SetStored { pane, stored } => {
                self.edit_pane(pane, |pane| pane.skinning.stored = stored);
            }

            Command::SetCenterSettings { pane, settings } => {
                self.edit_pane(pane, |pane| pane.centers = settings.within_range());
            }
            Command::HoldCenterSettings(held) => {
                self.hand.held_centers = held.map(|(pane, settings)| (pane, settings.within_range()));
            }
            Command::CancelCenters(settings) => self.documents.centers.cancel(settings),
            Command::ComputeCenters(settings) => {
                if let Some(document) = &self.documents.first {
                    self.documents.centers.start(
                        &self.jobs.loader,
                        document.id,
                        &document.model,
                        settings,
                        CenterParts::Points,
                    );
                }
            }

            Command::SetClip(clip) => self.set_clip(clip),
            Command::SetPlaying(playing) => self.set_playing(playing),
            Command::PlayOrPause => self.play_or_pause(),
            Command::Seek(seconds) => self.seek(seconds),
            Command::SetRepeat(repeat) => self.playback.repeat = repeat,
            Command::StepFrames(frames) => self.step_frames(frames),
            Command::SetSpeed(speed) => self.playback.speed = speed.clamp(0.05, 4.0),

            Command::TakeFraming { framing, pane_size } => self.take_framing(framing, pane_size),
            Command::TakeOwnFraming { pane, pane_size } => self.take_own_framing(pane, pane_size),
            Command::SetCamera { pane, camera } => self.set_camera(pane, camera),
            Command::LinkCamera { pane, linked } => self.link_camera(pane, linked),
            Command::MatchCamera(pane) => self.match_camera(pane),
            Command::View(preset) => self.turn_camera_to(preset),
            Command::Frame => self.frame(Framing::Selection),
            Command::FrameAll => self.frame(Framing::Model),

            Command::HoverVertex(vertex) => {
                let is_there = |(pane, id): &(usize, VertexId)| self.has_vertex(self.model_at(*pane), *id);
                self.hand.hovered_vertex = vertex.filter(is_there);
            }
            Command::PinProbe(vertex_id) => self.pin(vertex_id),
            Command::PinWorst { pane, kind } => self.pin_worst(pane, kind),
            Command::MeasureAgain => self.jobs.figures.retry(),
            Command::SetSweepFigure(figure) => self.interface.settings.sweep = SweptFigure::of(figure),
            Command::SetSweepAxis(axis) => self.view.sweep_axis = Some(axis.min(2)),
            Command::CheckClips => self.check_clips(),
            Command::CancelClipCheck => self.jobs.clips.cancel(),
            Command::SetClipChoice(choice) => self.jobs.clips.choice = choice,
            Command::JumpToClip { skin, finding } => self.jump_to_clip(skin, finding),
            Command::StartStress => self.start_stress(),
            Command::CancelStress => self.jobs.stress.cancel(),
            Command::SetStressChoice(choice) => self.jobs.stress.choice = choice,
            Command::SearchStress(text) => self.jobs.stress.search = text,
            Command::JumpToStored => self.jump_to_stored(),
            Command::JumpToStress { skin, entry } => self.jump_to_stress(skin, entry),
            Command::FoldSection { section, folded: true } => {
                self.interface.folded_sections.insert(section);
            }
            Command::FoldSection { section, folded: false } => {
                self.interface.folded_sections.remove(&section);
            }

            Command::SetTheme(theme) => self.interface.theme = theme,
            Command::SetPanels(panels) => self.interface.panels_shown = panels,
            Command::ShowTab(tab) => self.show_tab(tab),
            Command::FoldPanel { panel, folded } => {
                self.interface.settings.panels.panel_mut(panel).folded = Some(folded);
            }
            Command::SetPanelWidth { panel, width_points } => {
                self.interface.settings.panels.set_width(panel, width_points);
            }
            Command::ToggleShortcuts => self.interface.shortcuts_shown ^= true,
            Command::GoToTourStep(step) => self.go_to_tour_step(step),
            Command::ShowPalette(shown) => self.interface.palette_shown = shown,
            Command::EnterStage => self.enter_stage(),
            Command::PressOnStage(key) => self.press_on_stage(key),
            Command::HoldStageMotion(phase) => self.hold_stage_motion(phase),
            Command::DrawOnStage(step) => {
                if let Some(stage) = &mut self.talk.stage {
                    stage.strokes.step(step);
                }
            }
            Command::ShowNotes => self.show_notes(),
            Command::SetHall(hall) => self.interface.settings.stage.hall = hall,
            Command::ReduceMotion(reduced) => {
                self.interface.settings.stage.reduced_motion = reduced;
                self.finish_transition();
            }
            Command::SetFullScreen(full_screen) => self.interface.full_screen = full_screen,
            Command::Quit => {
                self.leave_stage();
                self.close();
            }
            Command::QuitWithoutSaving => self.interface.quit = true,
            Command::CancelQuit => self.interface.close_question = None,
            Command::SetRestoring(enabled) => self.set_restoring(enabled),
            Command::SetWatching(watches) => self.set_watching(watches),
            Command::SetFullPrecision(full) => self.interface.settings.full_precision = full,
            Command::LookForRecent => self.look_for_recent(),
            Command::ForgetRecent(path) => self.documents.recent.remove(&path),
            Command::SaveSession => self.save_session_file(),
            Command::SaveSessionAs(path) => self.save_session_as(&path),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::GoToStep(step) => self.go_to_step(step),
            Command::CopyPose => self.jobs.window_requests.extend(self.copied_pose().map(WindowRequest::Copy)),
            Command::RequestPaste { mirrored } => {
                self.jobs.window_requests.push_back(WindowRequest::Paste { mirrored });
            }
            Command::PastePose { json, mirrored } => self.paste_pose(&json, mirrored),
            Command::FlipPose => self.flip_pose(),
            Command::ExportSkin(path) => self.export_skin(&path),
            Command::SavePlot(path) => self.save_plot(&path),
            Command::ShowRigDialog(shown) => self.interface.rig_dialog = shown && self.documents.first.is_some(),
            Command::SetRigOptions(options) => self.interface.settings.rig = options.within_range(),
            Command::ExportRig(path) => self.export_rig(&path),
            Command::BakeLook(path) => self.bake(FileRequest::BakeLook, &path),
            Command::AddHelpers { helpers, document, path } => {
                self.bake(FileRequest::AddHelpers { helpers, document }, &path);
            }
            Command::CancelBake => self.jobs.baking.cancel(),
            Command::SavePose(path) => self.save_pose(&path),
            Command::CopyPicture(options) => self.draw_picture(&options, PictureGoal::Clipboard),
            Command::ShowPictureDialog(shown) => {
                self.interface.picture_dialog = shown && self.documents.first.is_some();
            }
            Command::SetPictureOptions(options) => self.interface.settings.picture = options.within_range(),
            Command::SavePicture(path) => self.save_picture(&path),
            Command::CancelPicture => self.cancel_picture(),
        }
    }

    /// Reports a failure. Open models stay open.
    pub fn show_error(&mut self, title: String, details: String) {
        tracing::info!("shown: {title}: {details}");
        self.interface.error = Some(ErrorNotice::new(title, details));
    }

    /// Shows a tab of the inspector, and opens the inspector for it.
    pub(super) fn show_tab(&mut self, tab: InspectorTab) {
        self.interface.settings.panels.tab = tab;
        if self.interface.settings.panels.inspector.folded == Some(true) || !self.interface.settings.inspector_open {
            self.interface.settings.panels.inspector.folded = Some(false);
        }
    }

    /// Shows a short message that disappears by itself. `file` is the file that it is about.
    pub(super) fn notify(&mut self, text: String, file: Option<&Path>) {
        let folder = file.map(|file| match file.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        });
        let link = folder.map(NoticeLink::Folder);
        self.interface.notice = Some(PassingNotice { text, link, is_of_picture: false, since_seconds: None });
    }

    /// Shows a short message with a link that does something about it.
    pub(super) fn notify_with(&mut self, text: String, link: NoticeLink) {
        self.interface.notice =
            Some(PassingNotice { text, link: Some(link), is_of_picture: false, since_seconds: None });
    }

    /// Like [`Self::notify`], but also shown on the stage.
    pub(super) fn notify_of_picture(&mut self, text: String, file: Option<&Path>) {
        self.notify(text, file);
        self.interface.notice.iter_mut().for_each(|notice| notice.is_of_picture = true);
    }
}
