//! The start of a session: settings at once, and everything else with the first model, which is read meanwhile.

use super::demo::DEMO_MODEL;
use super::document::Document;
use super::framing::Framing;
use super::interface::ErrorNotice;
use super::loader::Loader;
use super::opening_job::Then;
use super::panels::InspectorTab;
use super::pose_library::PoseLibrary;
use super::recent::RecentFiles;
use super::saved::{Restoring, SavedModel, SavedSession, StoredEdits};
use super::session_file::PendingSession;
use super::state::State;
use super::talk::TalkFile;
use crate::centers::CenterSettings;
use crate::files::{CenterStore, ModelSource, OpenOptions, PoseStore};
use crate::mending::RigEdits;
use crate::model::{JointLimits, PoseOverrides, ScaleKind, StoredSkin};
use crate::panes::{PaneLayout, PaneSettings, Scene, Talk};
use crate::skinning::{Antipodality, BlendFactor, ChosenNumbers, Phases, SkinningMethod, SkinningSettings};
use crate::view::{CameraText, Theme, joint_close_up, posed_bounds};
use crate::work::Wake;
use std::sync::Arc;

/// Content that a session shows first.
pub struct Start {
    pub first: FirstModel,
    /// State left by the last session, or the defaults.
    pub saved: SavedSession,
    pub restoring: Restoring,
    /// Absolute paths of the recently opened files.
    pub recent: Vec<String>,
    /// The talk to edit or to present.
    pub talk: Option<(Talk, TalkFile)>,
    /// Reason why something was not restored.
    pub notice: Option<ErrorNotice>,
    /// Whether models may name files outside their folders.
    pub allows_outside: bool,
    pub center_store: CenterStore,
    pub pose_store: PoseStore,
}

/// The model that a session opens first, and what it shows once that model is open.
pub struct FirstModel {
    pub source: ModelSource,
    pub options: OpenOptions,
    /// Finds the pose of the command line.
    pub fit: Box<StartFit>,
    /// The last pose of the model, if no other is given.
    pub last_pose: Option<SavedModel>,
    pub given: GivenSettings,
    /// A second model in the same pose.
    pub second: Option<(ModelSource, OpenOptions)>,
    /// The scene to show in the editor.
    pub scene: Option<Arc<Scene>>,
    /// The session file to open. Its scene's model is the opened one.
    pub session: Option<PendingSession>,
    /// Index of the scene with which the stage begins.
    pub stage: Option<usize>,
    /// Whether to show the demonstration: nothing was given and nothing is restored.
    pub shows_demo: bool,
}

/// Finds the pose that is given for a model. `None` if none is given. The error is the first part of the command line
/// that does not fit the model, in one line.
pub type StartFit = dyn FnOnce(&Document) -> Result<Option<FirstPose>, String>;

/// A pose that was given for the first model.
#[derive(Clone, Debug, Default)]
pub struct FirstPose {
    /// Edited weights, and bones that are split among twist joints.
    pub rig: RigEdits,
    /// A pose of the model with this rig.
    pub overrides: PoseOverrides,
    /// Limits at which turning a joint stops, if there are any.
    pub limits: JointLimits,
    /// Index of a clip, and the time within it in seconds.
    pub clip: Option<(usize, f32)>,
}

impl FirstModel {
    /// A model at rest.
    pub fn at_rest(source: ModelSource, options: OpenOptions) -> Self {
        Self {
            source,
            options,
            fit: Box::new(|_| Ok(None)),
            last_pose: None,
            given: GivenSettings::default(),
            second: None,
            scene: None,
            session: None,
            stage: None,
            shows_demo: false,
        }
    }
}

/// Settings given on the command line. They replace saved settings; `None` keeps the saved ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GivenSettings {
    /// Methods of the panes, one pane each. Empty keeps the panes.
    pub panes: Vec<SkinningMethod>,
    pub camera: Option<CameraText>,
    /// Method of the first pane.
    pub method: Option<SkinningMethod>,
    /// This and the following apply to all panes.
    pub antipodality: Option<Antipodality>,
    pub scale_kind: Option<ScaleKind>,
    pub blend: Option<BlendFactor>,
    pub phases: Option<Phases>,
    /// Numbers of methods that are not built in.
    pub numbers: ChosenNumbers,
    pub stored: Option<StoredSkin>,
    pub centers: Option<CenterSettings>,
    pub theme: Option<Theme>,
}

impl GivenSettings {
    fn apply(&self, pane: &mut PaneSettings) {
        let skinning = &mut pane.skinning;
        skinning.chosen_antipodality = self.antipodality.or(skinning.chosen_antipodality);
        skinning.scale_kind = self.scale_kind.unwrap_or(skinning.scale_kind);
        skinning.blend = self.blend.unwrap_or(skinning.blend);
        skinning.chosen_phases = self.phases.unwrap_or(skinning.chosen_phases);
        if let SkinningMethod::Own(_) = skinning.method {
            let choose = |chosen: ChosenNumbers, (name, value)| chosen.with(name, Some(value));
            skinning.numbers = self.numbers.all().fold(skinning.numbers, choose);
        }
        skinning.stored = self.stored.unwrap_or(skinning.stored);
        pane.centers = self.centers.unwrap_or(pane.centers);
    }
}

impl State {
    /// Starts a session, and begins to read its first model. That model waits for [`Loader::prepare_with`], because the
    /// window opens meanwhile. `wake` is called from any thread when a background job has finished.
    pub fn start(start: Start, wake: Wake) -> Self {
        let Start { first, saved, .. } = start;
        let given = &first.given;
        let theme = given.theme.unwrap_or(saved.theme);
        let mut state = Self::new(given.method.unwrap_or_default(), theme, Loader::new(wake, start.center_store));
        state.documents.library = PoseLibrary::in_store(start.pose_store);
        state.jobs.loader.allows_outside = start.allows_outside;
        state.jobs.loader.await_window();
        state.restoring = start.restoring;
        state.documents.recent = RecentFiles::of_saved(&start.recent);
        state.interface.settings = saved.interface;
        state.edit.set_panes(&saved.panes, saved.layout, &mut state.pane_ids);
        if let (Some(method), Some(first)) = (given.method, state.edit.panes.first_mut()) {
            first.settings.skinning.method = method;
        }
        if !given.panes.is_empty() {
            let like = state.edit.pane(0);
            let of = |&method: &SkinningMethod| PaneSettings {
                skinning: SkinningSettings { method, ..like.skinning },
                comparison: crate::panes::Comparison::default(),
                ..like
            };
            let panes: Vec<PaneSettings> = given.panes.iter().map(of).collect();
            state.edit.set_panes(&panes, PaneLayout::default(), &mut state.pane_ids);
        }
        state.edit.panes.iter_mut().for_each(|pane| given.apply(&mut pane.settings));
        state.keep_talks(saved.kept_talks);
        match (start.talk, saved.talk) {
            (Some((talk, file)), last) => {
                state.begin_talk(talk, file);
                state.keep_talk(last);
                state.interface.settings.panels.tab = InspectorTab::Talk;
            }
            (None, Some(last)) => state.restore_talk(&last),
            (None, None) => {}
        }
        if start.notice.is_some() {
            state.interface.error = start.notice;
        }
        state.open_first(first);
        state
    }

    fn open_first(&mut self, first: FirstModel) {
        self.jobs.loader.open_with(first.source.clone(), first.options.clone(), Then::Start(Box::new(first)));
    }

    /// Shows the first model, and everything that waited for it.
    pub(super) fn show_first(&mut self, document: Document, first: FirstModel) {
        let FirstModel { given, mut last_pose, .. } = first;
        let fitted = (first.fit)(&document);
        let fits = fitted.is_ok();
        // What was not restored is still to be told.
        let mut notice = self.interface.error.take();
        self.show_read(document, None);
        match fitted {
            Ok(None) => {}
            Ok(Some(pose)) => {
                self.take_first_pose(pose);
                last_pose = None;
            }
            Err(details) => {
                tracing::error!("{details}");
                notice = Some(ErrorNotice::new("The command line does not fit the model".to_owned(), details));
            }
        }
        if let Some(last) = &last_pose {
            self.restore_model(last);
        }
        if let Some(camera) = given.camera.filter(|_| fits) {
            self.take_camera(&camera);
        }
        if let Some(index) = first.stage {
            self.check_talk(true);
            // The editor shows this after the talk.
            let scene = self.talk().scenes.get(index).cloned();
            if let Some(scene) = scene.filter(|scene| self.is_model_of(scene)) {
                self.take_scene(&scene);
            }
            self.enter_stage();
            self.go_to_stage_scene(index);
        }
        if let Some(scene) = &first.scene {
            self.take_scene(scene);
        }
        if let Some(second) = last_pose.and_then(|last| last.second) {
            // Panes from the command line replace the last session's panes.
            let is_free = first.scene.is_none() && given.panes.is_empty() && given.method.is_none();
            if is_free && self.talk.stage.is_none() && first.second.is_none() {
                self.read_pending(second);
            } else if self.documents.pending_second.is_none() && self.documents.second.is_none() {
                // Kept for the next start, unless another one is shown, whose panes come from the command line.
                self.documents.pending_second =
                    Some(if first.second.is_some() { second.without_panes() } else { second });
            }
        }
        if let Some((source, options)) = first.second {
            // What is done while it is read can be undone.
            self.settle_history();
            self.jobs.loader.add(source, options, true);
        }
        if let Some(session) = first.session {
            self.take_session(session);
        }
        if first.shows_demo {
            self.begin_demo();
            // A start that restores nothing on purpose is not the first one.
            if self.restoring.is_enabled() && self.interface.settings.window.is_none() {
                self.offer_tour();
            }
        }
        if notice.is_some() {
            self.interface.error = notice;
        }
    }

    /// Goes on without the first model, which could not be opened.
    pub(super) fn start_without_model(&mut self, first: FirstModel, details: &str) {
        tracing::error!("{details}");
        let demo = ModelSource::Bundled(DEMO_MODEL);
        // The stage itself reports a scene whose model is missing, and needs some model.
        if first.stage.is_some() && first.source != demo {
            self.open_first(FirstModel { source: demo, options: OpenOptions::default(), ..first });
        }
    }

    fn take_first_pose(&mut self, pose: FirstPose) {
        let FirstPose { rig, overrides, limits, clip } = pose;
        self.edit.rig = rig;
        self.refresh_rig();
        self.edit.overrides = overrides;
        self.edit.choices.stops_at_limits = !limits.is_empty();
        self.edit.limits = limits;
        if let Some((clip, seconds)) = clip {
            self.edit.clip = Some(clip);
            self.playback.time_seconds = seconds;
        }
        self.refresh_pose();
        self.documents.stored = StoredEdits::from(&self.edit);
    }

    /// The given view of the whole posed skin, or of a joint.
    fn take_camera(&mut self, text: &CameraText) {
        let Some(document) = &self.documents.first else { return };
        let skinning = self.edit.pane(0).skinning;
        let bounds = match text.joint_of(&document.model) {
            Ok(Some(joint)) => joint_close_up(&document.model, &self.pose, skinning, joint),
            _ => posed_bounds(&document.model, &self.pose, skinning),
        };
        self.view.camera = text.resolve(bounds, [1, 1], document.front_yaw);
        let is_placed = text.distance.is_some() || text.target.is_some();
        self.view.frame = (!is_placed).then_some(Framing::Box(bounds));
    }
}
