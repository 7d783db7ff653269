use super::super::state::State;
use super::SessionToSave;
use crate::files::SessionStore;
use std::path::PathBuf;

/// Everything that the next start restores, independent of the state that it was taken from: it can be saved even if
/// that state is no longer reliable.
#[derive(Clone, Debug)]
pub struct SessionCopy {
    store: SessionStore,
    enabled: bool,
    session: SessionToSave,
}

impl State {
    /// The data that [`SessionCopy::save`] saves. `None` while there is no [`State::session_key`].
    pub fn session_copy(&self) -> Option<SessionCopy> {
        self.session_key()?;
        let session = self.session_with(Some(self.own_session()));
        Some(SessionCopy { store: self.restoring.store.clone(), enabled: self.restoring.enabled, session })
    }
}

impl SessionCopy {
    /// Whether the user wants sessions to be saved.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// The file that the session is saved in.
    pub fn file(&self) -> Option<PathBuf> {
        self.store.file()
    }

    /// Saves the session for the next start, enabled or not. Other models and talks that other windows saved stay.
    ///
    /// # Errors
    /// The reason why it could not be saved, as one line for the user.
    pub fn save(self) -> Result<(), String> {
        self.session.write(&self.store)
    }
}
