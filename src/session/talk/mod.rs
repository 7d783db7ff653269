//! The user's talk: a list of scenes that is edited beside the model, and its file.

mod edits;
mod file;
mod keeping;
mod marks;
mod motions;
mod scene_meter;
#[cfg(test)]
mod tests;

pub(super) use edits::retaken;
pub use edits::{SceneEdit, TalkEdit};
pub use file::{KeptTalk, SavedTalk, TalkFile};
pub(super) use keeping::scene_model_of;
pub use scene_meter::SceneMeter;

use crate::panes::{Scene, Talk};
use std::sync::Arc;

/// The talk as far as undo restores it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EditedTalk {
    pub talk: Arc<Talk>,
    /// Index into [`super::State::talk_files`]: the file that the talk belongs to.
    pub file: usize,
}

impl super::State {
    /// The talk that is being made. Empty at first.
    pub fn talk(&self) -> &Talk {
        &self.edit.talk.talk
    }

    /// The file of the talk.
    pub fn talk_file(&self) -> &TalkFile {
        &self.talk_files[self.edit.talk.file]
    }

    /// Whether the talk differs from its file.
    pub fn is_talk_unsaved(&self) -> bool {
        *self.edit.talk.talk != *self.talk_file().saved
    }

    /// Index of the shown scene within the talk.
    pub fn shown_talk_scene(&self) -> Option<usize> {
        let shown = self.edit.scene.as_ref()?;
        self.talk().scenes.iter().position(|scene| scene == shown)
    }

    /// What the stage shows: the talk, or the scenes of the papers if it is empty.
    pub fn presented_scenes(&self) -> Vec<Arc<Scene>> {
        if self.talk().scenes.is_empty() { Scene::of_papers().cloned().collect() } else { self.talk().scenes.clone() }
    }
}
