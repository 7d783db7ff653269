//! The user's talk: a list of scenes that is edited along with the model, and its file.

mod check;
mod desk;
mod edits;
mod file;
mod follow;
mod keeping;
mod kept;
mod marks;
mod motions;
mod scene_meter;
#[cfg(test)]
mod tests;

pub use check::{SceneProblem, TalkCheck, problems_of};
pub use desk::{TalkDesk, TalkKey};
pub(super) use edits::retaken;
pub use edits::{SceneEdit, TalkEdit};
pub use file::{SavedTalk, TalkFile};
pub use follow::TalkWatch;
pub(super) use keeping::scene_model_of;
pub use kept::{KeptTalkId, KeptTalks, KnownTalks};
pub use scene_meter::SceneMeter;

use super::panels::{InspectorTab, Panels};
use crate::panes::{Scene, Talk};
use std::sync::Arc;

/// The part of the talk that undo restores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EditedTalk {
    pub talk: Arc<Talk>,
    /// Index into `TalkDesk::files`: the file that the talk belongs to.
    pub file: usize,
}

impl super::State {
    /// The edited talk. Empty at first.
    pub fn talk(&self) -> &Talk {
        &self.edit.talk.talk
    }

    /// The file of the talk.
    pub fn talk_file(&self) -> &TalkFile {
        &self.talk.files[self.edit.talk.file]
    }

    /// The displayed name of a joint, given its address in a scene of the open model.
    pub fn joint_name_of(&self, address: &str) -> String {
        let skeleton = self.documents.first.as_ref().map(|document| &document.model.skeleton);
        skeleton.map_or_else(|| address.to_owned(), |skeleton| skeleton.short_name_of(address))
    }

    /// Whether the talk differs from its file.
    pub fn is_talk_unsaved(&self) -> bool {
        *self.edit.talk.talk != *self.talk_file().saved
    }

    /// Whether the user is working on the talk rather than on the model: its tab is open.
    pub fn edits_talk(&self) -> bool {
        let shows_tab =
            self.interface.settings.panels.tab == InspectorTab::Talk && self.interface.settings.inspector_open;
        shows_tab && self.interface.panels_shown == Panels::Shown && !self.talk().scenes.is_empty()
    }

    /// Index of the shown scene within the talk.
    pub fn shown_talk_scene(&self) -> Option<usize> {
        let shown = self.edit.scene.as_ref()?;
        self.talk().scenes.iter().position(|scene| scene == shown)
    }

    /// Index of the scene whose words are edited: the requested one, even if it cannot be shown, or the shown one.
    pub fn talk_scene_in_hand(&self) -> Option<usize> {
        let wanted = self.talk.scene_in_hand.as_ref();
        let wanted = wanted.and_then(|id| self.talk().scenes.iter().position(|scene| scene.id == *id));
        wanted.or_else(|| self.shown_talk_scene())
    }

    /// The scenes of the stage: the talk, or the scenes of the papers if it is empty.
    pub fn presented_scenes(&self) -> Vec<Arc<Scene>> {
        if self.talk().scenes.is_empty() { Scene::of_papers().cloned().collect() } else { self.talk().scenes.clone() }
    }
}
