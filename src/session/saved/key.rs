use super::super::state::State;
use super::cameras::Cameras;
use super::restoring::Interface;
use crate::view::Theme;

/// A key that differs after every change that the next start restores. Comparing two keys is cheap, saving is not.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionKey {
    edit_generation: u64,
    document: Option<u64>,
    /// The second model, and how its joints are matched.
    second: Option<(u64, u64)>,
    /// Time within the clip; `None` while it plays.
    clip_seconds: Option<f32>,
    cameras: Cameras,
    selected_joint: Option<u32>,
    isolated: Vec<u32>,
    interface: Interface,
    theme: Theme,
    restores: bool,
}

impl State {
    /// The key of what [`State::session_copy`] holds. `None` while there is no work of the user to save: nobody asked
    /// for the demonstration, the stage keeps the editor's work aside, and what was left last may still be opening.
    pub fn session_key(&self) -> Option<SessionKey> {
        if self.transient.demo.is_some() || self.stage.is_some() || self.loader.is_starting() {
            return None;
        }
        let isolation = self.transient.isolation.as_ref();
        Some(SessionKey {
            edit_generation: self.edit_generation,
            document: self.document.as_ref().map(|document| document.id),
            second: self.second().map(|second| (second.document.id, second.pairing)),
            clip_seconds: (!self.playback.playing).then_some(self.playback.time_seconds),
            cameras: Cameras::of(self),
            selected_joint: self.transient.selected_joint,
            isolated: isolation.map(|shown| shown.roots.clone()).unwrap_or_default(),
            interface: self.interface,
            theme: self.transient.theme,
            restores: self.restoring.is_enabled(),
        })
    }
}
