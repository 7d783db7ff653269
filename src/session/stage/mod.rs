//! The stage: scenes shown to an audience, one after another, with nothing around the panes.
//!
//! The editor's state and history are set aside during the talk, and come back unchanged.

mod keys;
mod motion;
mod plan;
mod rehearsal;
mod settings;
mod strokes;
mod transition;

pub use keys::StageKey;
pub use motion::StageMotion;
pub use plan::{Pace, TalkPlan};
pub use rehearsal::Rehearsal;
pub use settings::StageSettings;
pub use strokes::{StagePoint, StrokeStep, Strokes};
pub use transition::{Glide, TRANSITION_SECONDS, Transition};

use super::document::Document;
use super::document_centers::DocumentCenters;
use super::edit_state::EditState;
use super::history::History;
use super::playback::Playback;
use super::scenes::SceneChanges;
use super::state::State;
use super::visit::Visit;
use crate::files::{ModelSource, SourceVariant};
use crate::model::Model;
use crate::panes::{PaneModel, PaneSettings, Scene};
use std::sync::Arc;
use std::time::Instant;

/// A talk in progress.
pub struct Stage {
    /// Scenes in the order in which they are shown.
    scenes: Vec<Arc<Scene>>,
    /// Index of the shown scene. `None` shows the editor's panes.
    at: Option<usize>,
    /// The scene to show as soon as its model is open.
    waiting: Option<usize>,
    /// Models that cannot be opened, as their scenes report.
    missing: Vec<SourceVariant>,
    /// Reason why the current scene cannot be shown, although its model is open.
    unfit: Option<String>,
    /// Whether the audience sees nothing.
    pub is_blank: bool,
    /// The digits typed so far of the number of a scene.
    pub typed: String,
    pub strokes: Strokes,
    pub(super) transition: Option<Transition>,
    motion: Option<StageMotion>,
    /// Generation of the first pose whose figures belong to the shown scene.
    pose_generation: u64,
    /// Whether the window with the speaker's notes is open.
    pub shows_notes: bool,
    /// Time at which the talk began.
    pub since: Instant,
    /// The opened models of the scenes.
    pub(super) rehearsal: Rehearsal,
    editor: Box<Editor>,
}

/// What the stage shows of itself, cheap to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownStage {
    number: Option<usize>,
    is_waiting: bool,
    is_blank: bool,
    typed: String,
    has_pen: bool,
    drawn_points: usize,
    shows_notes: bool,
    is_in_transition: bool,
}

/// State of the editor before the talk.
struct Editor {
    visit: Visit,
    edit: EditState,
    history: History,
    centers: DocumentCenters,
    playback: Playback,
    full_screen: bool,
}

/// Text shown in place of the panes of a scene whose model cannot be opened.
pub fn missing_model_words(source: &ModelSource) -> String {
    format!("The model of this scene could not be opened:\n{}", source.label())
}

impl Stage {
    /// The shown scene. `None` while the stage shows the editor's panes.
    pub fn scene(&self) -> Option<&Arc<Scene>> {
        self.at.and_then(|at| self.scenes.get(at))
    }

    pub fn shown(&self) -> ShownStage {
        ShownStage {
            number: self.number(),
            is_waiting: self.is_waiting(),
            is_blank: self.is_blank,
            typed: self.typed.clone(),
            has_pen: self.strokes.has_pen,
            drawn_points: self.strokes.points(),
            shows_notes: self.shows_notes,
            is_in_transition: self.transition.is_some(),
        }
    }

    pub fn scenes(&self) -> &[Arc<Scene>] {
        &self.scenes
    }

    /// The scene after the shown one. `None` at the end.
    pub fn next_scene(&self) -> Option<&Arc<Scene>> {
        self.scenes.get(self.number().unwrap_or(0))
    }

    /// Number of the shown scene, from 1.
    pub fn number(&self) -> Option<usize> {
        self.at.map(|at| at + 1)
    }

    /// The scenes whose models are open and have all the centers of rotation that they need, with their models.
    pub fn ready_scenes(&self, state: &State) -> Vec<(Arc<Document>, Arc<Scene>)> {
        let has_centers = |document: &Document, model: PaneModel, scene: &Scene| {
            let panes = scene.panes();
            let shows = |pane: &PaneSettings| pane.model == model || pane.shows_other_model();
            let is_ready = |pane: &PaneSettings| {
                (!pane.needs_centers() || state.centers_for(document.id, pane).is_some())
                    && pane.models_to_smooth(&document.model).all(|model| model.has_moments())
            };
            panes.iter().filter(|pane| shows(pane)).all(is_ready)
        };
        let ready = |scene: &Arc<Scene>| {
            let (first, second) = self.open_models(scene)?;
            let is_ready = has_centers(&first, PaneModel::First, scene)
                && (second.is_none()
                    || self.shown_second(scene).is_some_and(|second| has_centers(&second, PaneModel::Second, scene)));
            is_ready.then(|| (first, Arc::clone(scene)))
        };
        self.scenes.iter().filter_map(ready).collect()
    }

    /// The open models whose scenes need the surroundings of vertices.
    pub fn models_to_smooth(&self) -> Vec<Arc<Model>> {
        let models = |scene: &Arc<Scene>| {
            let mut needy = scene.panes();
            needy.retain(|pane| pane.all_skinning().any(|skinning| skinning.method.reads_moments()));
            let open = || {
                let (first, second) = self.open_models(scene)?;
                Some((first, second.and_then(|_| self.shown_second(scene))))
            };
            let Some((first, second)) = (!needy.is_empty()).then(open).flatten() else { return Vec::new() };
            let of_pane = |pane: &PaneSettings| {
                let shows = |model: PaneModel| pane.model == model || pane.shows_other_model();
                let first = Some(&first).filter(|_| shows(PaneModel::First));
                let second = second.as_ref().filter(|_| shows(PaneModel::Second));
                let documents = first.into_iter().chain(second);
                documents.flat_map(|document| pane.models_to_smooth(&document.model)).collect::<Vec<_>>()
            };
            needy.iter().flat_map(of_pane).collect()
        };
        self.scenes.iter().flat_map(models).collect()
    }

    /// Every open model of the talk.
    pub fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.rehearsal.documents()
    }

    /// Reason why the scene cannot be shown: its model is missing, or it does not fit its model.
    pub fn obstacle(&self) -> Option<String> {
        let variants = rehearsal::variants_of(self.scene()?);
        let missing = variants.into_iter().find(|(_, variant)| self.missing.contains(variant));
        self.unfit.clone().or_else(|| missing.map(|(_, variant)| missing_model_words(&variant.source)))
    }

    /// The open second model of a scene, as it was read.
    pub fn second_document(&self, scene: &Scene) -> Option<Arc<Document>> {
        self.rehearsal.second_document(scene)
    }

    /// The open second model of a scene, fitted to the first.
    pub fn shown_second(&self, scene: &Scene) -> Option<Arc<Document>> {
        let read = self.second_document(scene)?;
        let first = self.rehearsal.document(scene)?;
        let placement = scene.second.as_ref()?.fit().placement(first.stance(), read.stance());
        Some(self.rehearsal.placed(read.id, placement).unwrap_or(read))
    }

    /// The models of a scene, if all are open: the first with the scene's twist joints, and the second.
    fn open_models(&self, scene: &Scene) -> Option<(Arc<Document>, Option<Arc<Document>>)> {
        let second = match scene.second {
            Some(_) => Some(self.second_document(scene)?),
            None => None,
        };
        Some((self.rehearsal.document(scene)?, second))
    }

    fn lacks_model(&self, scene: &Scene) -> bool {
        rehearsal::variants_of(scene).iter().any(|(_, variant)| self.missing.contains(variant))
    }

    /// Whether a scene is requested whose model is still being opened.
    pub fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }
}

impl State {
    /// Shows the stage, with the editor's panes until the first step. Steps count from a scene of the talk that is
    /// already shown.
    pub(super) fn enter_stage(&mut self) {
        if self.talk.stage.is_some() || self.documents.first.is_none() {
            return;
        }
        self.end_preview();
        self.settle_history();
        let scenes: Vec<Arc<Scene>> = self.presented_scenes();
        let at = self.edit.scene.as_ref().and_then(|shown| scenes.iter().position(|scene| scene == shown));
        self.interface.shortcuts_shown = false;
        let editor = Editor {
            visit: self.visit(),
            edit: self.edit.clone(),
            history: std::mem::take(&mut self.history),
            centers: DocumentCenters::default(),
            playback: self.playback,
            full_screen: self.interface.full_screen,
        };
        self.view.isolation = None;
        self.interface.notice = None;
        self.interface.full_screen = true;
        self.talk.stage = Some(Stage {
            rehearsal: Rehearsal::of(&scenes),
            scenes,
            at,
            waiting: None,
            missing: Vec::new(),
            unfit: None,
            is_blank: false,
            typed: String::new(),
            strokes: Strokes::default(),
            transition: None,
            motion: None,
            pose_generation: 0,
            shows_notes: false,
            since: Instant::now(),
            editor: Box::new(editor),
        });
        self.rehearse();
        let shown = self.edit.scene.clone().filter(|_| self.scene_changes() == SceneChanges::default());
        if let Some(scene) = shown.filter(|_| at.is_some()) {
            self.begin_stage_motion(&scene);
        }
    }

    /// Returns to the earlier state of the editor.
    pub(super) fn leave_stage(&mut self) {
        let Some(stage) = self.talk.stage.take() else { return };
        let Editor { visit, edit, history, centers, playback, full_screen } = *stage.editor;
        if visit.document.as_ref().map(|document| document.id) != self.shown_document() {
            // The talk's pose of a model is not the user's: it is not remembered for the next start.
            self.documents.first = None;
            self.documents.centers = centers;
        }
        self.return_to(visit);
        self.restore(edit);
        // A clip that played goes on.
        self.playback = playback;
        self.refresh_pose();
        self.edit_generation += 1;
        self.history = history;
        self.interface.full_screen = full_screen;
        self.interface.shortcuts_shown = false;
    }

    /// Returns to the editor with the shown scene of the talk, in which the speaker may just have seen a mistake. Undo
    /// leads back to the earlier state of the editor.
    pub(super) fn leave_stage_at_scene(&mut self) {
        let shown = self.talk.stage.as_ref().and_then(|stage| stage.scene().cloned());
        self.leave_stage();
        let is_new = |scene: &Arc<Scene>| self.edit.scene.as_ref() != Some(scene) && self.talk().scenes.contains(scene);
        if let Some(scene) = shown.filter(is_new) {
            self.take_scene(&scene);
        }
    }

    /// Shows the stage if it is not shown yet, with the speaker's notes in a window of their own.
    pub(super) fn show_notes(&mut self) {
        self.enter_stage();
        if let Some(stage) = &mut self.talk.stage {
            stage.shows_notes = true;
        }
    }

    fn shown_document(&self) -> Option<u64> {
        self.documents.first.as_ref().map(|document| document.id)
    }

    /// Shows a scene of the talk, or waits for its model.
    pub(super) fn go_to_stage_scene(&mut self, index: usize) {
        let Some(stage) = &mut self.talk.stage else { return };
        let Some(scene) = stage.scenes.get(index).cloned() else { return };
        stage.is_blank = false;
        stage.typed.clear();
        (stage.motion, stage.unfit) = (None, None);
        let Some((document, _)) = stage.open_models(&scene) else {
            if stage.lacks_model(&scene) {
                (stage.waiting, stage.at) = (None, Some(index));
                stage.strokes.clear();
                return;
            }
            stage.waiting = Some(index);
            stage.rehearsal.hurry(&scene);
            return self.rehearse();
        };
        (stage.waiting, stage.at) = (None, Some(index));
        stage.strokes.clear();
        self.finish_transition();
        let before = (self.shown_document(), self.pose.clone(), self.view.camera);
        self.show_rehearsed(&document);
        if scene.second.is_none() {
            self.documents.second = None;
        }
        if self.apply_scene(&scene) {
            self.begin_stage_motion(&scene);
            let (shown, pose, camera) = before;
            // Another model is shown at once.
            if shown == self.shown_document() {
                self.begin_transition(pose, camera);
            }
            self.measure_scene_from_now();
        } else {
            let reason = self.interface.error.take().map(|error| error.details);
            if let Some(stage) = &mut self.talk.stage {
                stage.unfit = reason;
            }
        }
        self.edit_generation += 1;
        // Nothing on the stage is undone: leaving it restores the earlier history.
        self.history = History::default();
    }

    /// Shows a scene that waited for its model.
    pub(super) fn show_awaited_scene(&mut self) {
        if let Some(index) = self.talk.stage.as_ref().and_then(|stage| stage.waiting) {
            let is_open = |stage: &Stage| {
                let scene = &stage.scenes[index];
                stage.open_models(scene).is_some() || stage.lacks_model(scene)
            };
            if self.talk.stage.as_ref().is_some_and(is_open) {
                self.go_to_stage_scene(index);
            }
        }
    }

    /// Replaces the shown model with an opened one, each with its centers of rotation.
    fn show_rehearsed(&mut self, document: &Arc<Document>) {
        if self.shown_document() == Some(document.id) {
            return;
        }
        let shown = self.shown_document();
        if let Some(stage) = &mut self.talk.stage {
            let centers = std::mem::take(&mut self.documents.centers);
            if let Err(centers) = stage.rehearsal.keep_centers(shown, centers) {
                stage.editor.centers = centers;
            }
            self.documents.centers = stage.rehearsal.take_centers(document.id);
        }
        self.forget_model();
        self.documents.second = None;
        self.documents.first = Some(Arc::clone(document));
        self.pose_generation += 1;
    }
}
