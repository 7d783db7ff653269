use super::super::documents::DocumentsKey;
use super::super::interface_settings::InterfaceSettings;
use super::super::selection::Selection;
use super::super::state::State;
use super::super::view::View;
use crate::view::Theme;

/// A key that differs after every change that the next start restores, and after some that it does not. Comparing two
/// keys is cheap, saving is not.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionKey {
    edit_generation: u64,
    documents: DocumentsKey,
    view: View,
    selection: Selection,
    /// Time within the clip; `None` while it plays.
    clip_seconds: Option<f32>,
    settings: InterfaceSettings,
    theme: Theme,
    restores: bool,
}

impl State {
    /// The key of what [`State::session_copy`] holds. `None` while there is no work of the user to save: nobody asked
    /// for the demonstration, the stage keeps the editor's work aside, and what was left last may still be opening.
    pub fn session_key(&self) -> Option<SessionKey> {
        if self.interface.demo.is_some() || self.talk.stage.is_some() || self.jobs.loader.is_starting() {
            return None;
        }
        Some(SessionKey {
            edit_generation: self.edit_generation,
            documents: self.documents.key(),
            view: self.view.clone(),
            selection: self.selection.clone(),
            clip_seconds: (!self.playback.playing).then_some(self.playback.time_seconds),
            settings: self.interface.settings,
            theme: self.interface.theme,
            restores: self.restoring.is_enabled(),
        })
    }
}
