//! Changes to the list of scenes. Undo takes each back.

use super::super::state::State;
use super::file::TalkFile;
use crate::panes::{Mark, Motion, Scene, SceneMeasure, Talk};
use std::sync::Arc;

/// A change to the talk. Scenes are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum TalkEdit {
    /// Adds the current panes as a scene after the shown one, or at the end.
    Keep,
    /// Replaces what a scene shows with the current panes. Its words stay.
    Retake(usize),
    Duplicate(usize),
    Delete(usize),
    /// Moves a scene so that it has the index `to`.
    Move {
        from: usize,
        to: usize,
    },
    Change {
        scene: usize,
        edit: SceneEdit,
    },
    /// Names the talk.
    Title(String),
    /// Begins an empty talk.
    New,
    /// Adds the scenes of a paper.
    AddAll(Vec<Arc<Scene>>),
}

/// Change of a scene's words or marks, or of how the stage shows it.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneEdit {
    Title(String),
    Caption(String),
    Notes(String),
    Marks(Vec<Mark>),
    /// The motion. `None` leaves the scene still.
    Motion(Option<Motion>),
    /// Whether the motion waits for the speaker.
    MotionWaits(bool),
    /// The figure that the stage shows large.
    Measure(SceneMeasure),
    /// The planned minutes. `None` plans nothing.
    Minutes(Option<f32>),
}

impl TalkEdit {
    /// Name for the history.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Keep => "Keep scene",
            Self::Retake(_) => "Retake scene",
            Self::Duplicate(_) => "Duplicate scene",
            Self::Delete(_) => "Delete scene",
            Self::Move { .. } => "Move scene",
            Self::Change { edit, .. } => match edit {
                SceneEdit::Title(_) => "Rename scene",
                SceneEdit::Caption(_) => "Change caption",
                SceneEdit::Notes(_) => "Change notes",
                SceneEdit::Marks(_) => "Change marks",
                SceneEdit::Motion(None) => "Delete motion",
                SceneEdit::Motion(Some(_)) | SceneEdit::MotionWaits(_) => "Change motion",
                SceneEdit::Measure(_) => "Change measurement",
                SceneEdit::Minutes(_) => "Change planned time",
            },
            Self::Title(_) => "Name talk",
            Self::New => "New talk",
            Self::AddAll(_) => "Add scenes",
        }
    }
}

/// The marks, restricted to existing panes. A mark without any existing pane is left out.
fn within_panes(marks: Vec<Mark>, count: usize) -> Vec<Mark> {
    let kept = |mut mark: Mark| {
        let is_of_all = mark.panes.is_empty();
        mark.panes.retain(|pane| (1..=count).contains(pane));
        (is_of_all || !mark.panes.is_empty()).then_some(mark)
    };
    marks.into_iter().filter_map(kept).collect()
}

/// The current view, with the words, marks and motion of a scene.
pub(in super::super) fn retaken(old: &Scene, seen: Scene) -> Scene {
    let Scene { id, paper, figure, title, caption, notes, marks, measure, motion, motion_waits, minutes, .. } =
        old.clone();
    let marks = within_panes(marks, seen.panes.len());
    Scene { id, paper, figure, title, caption, notes, marks, measure, motion, motion_waits, minutes, ..seen }
}

impl State {
    pub(in super::super) fn edit_talk(&mut self, edit: TalkEdit) {
        match edit {
            TalkEdit::Keep => self.keep_scene(),
            TalkEdit::Retake(index) => self.retake_scene(index),
            TalkEdit::Duplicate(index) => self.duplicate_scene(index),
            TalkEdit::Delete(index) => {
                if index < self.talk().scenes.len() {
                    self.talk_mut().scenes.remove(index);
                }
            }
            TalkEdit::Move { from, to } => {
                if from.max(to) < self.talk().scenes.len() {
                    let scenes = &mut self.talk_mut().scenes;
                    let scene = scenes.remove(from);
                    scenes.insert(to, scene);
                }
            }
            TalkEdit::Change { scene, edit } => self.change_scene(scene, |scene| match edit {
                SceneEdit::Title(title) => scene.title = title,
                SceneEdit::Caption(caption) => scene.caption = caption,
                SceneEdit::Notes(notes) => scene.notes = notes,
                SceneEdit::Marks(marks) => {
                    scene.marks = within_panes(marks.into_iter().take(Mark::MOST).collect(), scene.panes.len());
                }
                SceneEdit::Motion(motion) => scene.motion = motion.filter(Motion::is_playable),
                SceneEdit::MotionWaits(waits) => scene.motion_waits = waits,
                SceneEdit::Measure(measure) => scene.measure = measure,
                SceneEdit::Minutes(minutes) => scene.minutes = minutes.filter(|minutes| *minutes > 0.0),
            }),
            TalkEdit::Title(title) => self.talk_mut().title = title,
            TalkEdit::New => self.begin_talk(Talk::default(), TalkFile::default()),
            TalkEdit::AddAll(scenes) => {
                for scene in scenes {
                    let index = self.talk().scenes.len();
                    self.insert_scene(index, Scene::clone(&scene));
                }
            }
        }
    }

    fn talk_mut(&mut self) -> &mut Talk {
        Arc::make_mut(&mut self.edit.talk.talk)
    }

    fn keep_scene(&mut self) {
        let Some(scene) = self.scene_of_now() else { return };
        let index = self.shown_talk_scene().map_or(self.talk().scenes.len(), |shown| shown + 1);
        let kept = self.insert_scene(index, scene);
        self.show_as_kept(kept);
        self.say_left_out();
    }

    /// Inserts the scene with an id of its own. Returns it as it is in the talk.
    fn insert_scene(&mut self, index: usize, scene: Scene) -> Arc<Scene> {
        let wanted = if scene.id.is_empty() { scene.title.clone() } else { scene.id.clone() };
        let kept = Arc::new(Scene { id: self.talk().unused_id(&wanted), ..scene });
        self.talk_mut().scenes.insert(index, Arc::clone(&kept));
        kept
    }

    /// Shows a scene of the talk as kept: its pose is saved there.
    fn show_as_kept(&mut self, scene: Arc<Scene>) {
        self.talk.scene_in_hand = None;
        self.documents.stored.overrides = self.edit.overrides.clone();
        self.documents.stored.rig = self.edit.rig.clone();
        self.edit.scene = Some(scene);
    }

    fn retake_scene(&mut self, index: usize) {
        let (Some(old), Some(document)) = (self.talk().scenes.get(index).cloned(), self.documents.first.clone()) else {
            return;
        };
        let retaken = retaken(&old, self.seen_scene(&document, None));
        let retaken = Arc::new(self.edit.choices.written(retaken));
        self.talk_mut().scenes[index] = Arc::clone(&retaken);
        self.show_as_kept(retaken);
        self.say_left_out();
    }

    fn duplicate_scene(&mut self, index: usize) {
        if let Some(scene) = self.talk().scenes.get(index).cloned() {
            self.insert_scene(index + 1, Scene::clone(&scene));
        }
    }

    fn change_scene(&mut self, index: usize, change: impl FnOnce(&mut Scene)) {
        let Some(old) = self.talk().scenes.get(index).cloned() else { return };
        let mut changed = Scene::clone(&old);
        change(&mut changed);
        let changed = Arc::new(changed);
        self.talk_mut().scenes[index] = Arc::clone(&changed);
        if self.edit.scene.as_ref() == Some(&old) {
            self.replace_shown_scene(&old, changed);
        }
    }

    /// Shows another version of the shown scene. The panes follow its figure.
    pub(super) fn replace_shown_scene(&mut self, before: &Scene, now: Arc<Scene>) {
        if before.measure != now.measure {
            self.edit.choices = self.edit.choices.with_scene(&now);
        }
        self.edit.scene = Some(now);
    }
}
