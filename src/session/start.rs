use super::document::Document;
use super::framing::Framing;
use super::jobs::Loader;
use super::panels::InspectorTab;
use super::pose_library::PoseLibrary;
use super::recent::RecentFiles;
use super::saved::{Restoring, SavedModel, SavedSession, StoredEdits};
use super::session_file::PendingSession;
use super::state::State;
use super::talk::TalkFile;
use super::transient::ErrorNotice;
use crate::centers::CenterSettings;
use crate::files::{CenterStore, OpenedModel, PoseStore};
use crate::model::{JointLimits, PoseOverrides, ScaleKind};
use crate::panes::{PaneLayout, PaneSettings, Scene, Talk};
use crate::rigging::TwistSplit;
use crate::skinning::{Antipodality, BlendFactor, Phases, SkinningMethod, SkinningSettings};
use crate::view::{CameraText, Theme, joint_close_up, posed_bounds};
use crate::work::Wake;
use std::sync::Arc;

/// Content that a session shows first.
#[derive(Debug)]
pub struct Start {
    pub opened: OpenedModel,
    /// A second model in the same pose.
    pub second: Option<OpenedModel>,
    /// Bones that are split among twist joints.
    pub twists: Vec<TwistSplit>,
    /// A pose of the split model.
    pub overrides: PoseOverrides,
    /// Limits at which turning a joint stops, if there are any.
    pub limits: JointLimits,
    /// Index of a clip, and the time within it in seconds.
    pub clip: Option<(usize, f32)>,
    /// The last pose of the model, if twist joints, pose and clip are not given.
    pub last_pose: Option<SavedModel>,
    pub given: GivenSettings,
    /// State left by the last session, or the defaults.
    pub saved: SavedSession,
    pub restoring: Restoring,
    /// Absolute paths of the recently opened files.
    pub recent: Vec<String>,
    /// The session file to open. Its scene's model is the opened one.
    pub session: Option<PendingSession>,
    /// The talk to edit or to present.
    pub talk: Option<StartTalk>,
    /// The scene to show in the editor.
    pub scene: Option<Arc<Scene>>,
    /// Whether to show the demonstration: nothing was given and nothing is restored.
    pub shows_demo: bool,
    /// Reason why something was not restored.
    pub notice: Option<ErrorNotice>,
    /// Whether models may name files outside their folders.
    pub allows_outside: bool,
    pub center_store: CenterStore,
    pub pose_store: PoseStore,
}

/// A talk given on the command line.
#[derive(Clone, Debug)]
pub struct StartTalk {
    pub talk: Talk,
    pub file: TalkFile,
    /// Index of the scene to begin with.
    pub scene: usize,
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
        pane.centers = self.centers.unwrap_or(pane.centers);
    }
}

impl State {
    /// Starts a session with this content. `wake` is called from any thread when a background job has finished.
    pub fn start(start: Start, wake: Wake) -> Self {
        let Start { given, saved, .. } = start;
        let theme = given.theme.unwrap_or(saved.theme);
        let mut state = Self::new(given.method.unwrap_or_default(), theme, Loader::new(wake, start.center_store));
        state.library = PoseLibrary::in_store(start.pose_store);
        state.loader.allows_outside = start.allows_outside;
        state.restoring = start.restoring;
        state.recent = RecentFiles::of_saved(&start.recent);
        state.interface = saved.interface;
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
        state.show_document(start.opened);
        state.edit.twists = start.twists;
        state.refresh_rig();
        state.edit.overrides = start.overrides;
        state.edit.stops_at_limits = !start.limits.is_empty();
        state.edit.limits = start.limits;
        if let Some((clip, seconds)) = start.clip {
            state.edit.clip = Some(clip);
            state.playback.time_seconds = seconds;
        }
        state.refresh_pose();
        state.stored = StoredEdits::from(&state.edit);
        if let Some(last) = &start.last_pose {
            state.restore_model(last);
        }
        if let Some(camera) = &given.camera {
            state.take_camera(camera);
        }
        state.keep_talks(saved.kept_talks);
        match start.talk {
            Some(StartTalk { talk, file, scene }) => {
                let first = talk.scenes.get(scene).cloned();
                state.begin_talk(talk, file);
                state.check_talk(true);
                state.keep_talk(saved.talk);
                state.interface.panels.tab = InspectorTab::Talk;
                // The editor shows this after the talk.
                if let Some(first) = first.filter(|first| state.is_model_of(first)) {
                    state.take_scene(&first);
                }
                state.enter_stage();
                state.go_to_stage_scene(scene);
            }
            None => {
                if let Some(talk) = &saved.talk {
                    state.restore_talk(talk);
                }
            }
        }
        if let Some(scene) = &start.scene {
            state.take_scene(scene);
        }
        let last_second = start.last_pose.as_ref().and_then(|last| last.second.as_ref());
        if let Some(second) = last_second.filter(|_| start.second.is_none()) {
            // Panes from the command line replace the last session's panes.
            let is_free = start.scene.is_none() && given.panes.is_empty() && given.method.is_none();
            if is_free && state.stage.is_none() {
                state.read_pending(second.clone());
            } else {
                state.pending_second = Some(second.clone());
            }
        }
        if let Some(second) = start.second {
            state.take_second(Document::new(0, second));
            // The history begins with the state that the command line asks for.
            state.settle_history();
        }
        if let Some(session) = start.session {
            state.take_session(session);
        }
        if start.shows_demo {
            state.begin_demo();
        }
        if start.notice.is_some() {
            state.transient.error = start.notice;
        }
        state
    }

    /// The given view of the whole posed skin, or of a joint.
    fn take_camera(&mut self, text: &CameraText) {
        let Some(document) = &self.document else { return };
        let skinning = self.edit.pane(0).skinning;
        let bounds = match text.joint_of(&document.model) {
            Ok(Some(joint)) => joint_close_up(&document.model, &self.pose, skinning, joint),
            _ => posed_bounds(&document.model, &self.pose, skinning),
        };
        self.camera = text.resolve(bounds, [1, 1], document.front_yaw);
        let is_placed = text.distance.is_some() || text.target.is_some();
        self.transient.frame = (!is_placed).then_some(Framing::Box(bounds));
    }
}
