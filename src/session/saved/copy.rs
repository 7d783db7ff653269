use super::super::state::State;
use super::{MOST_MODELS, ReadSession, SavedModel, SavedSession};
use crate::files::SessionStore;
use std::path::PathBuf;

/// Everything that the next start restores, apart from the state that it was taken from: it can be saved while nothing
/// is known about that state any more.
#[derive(Clone, Debug)]
pub struct SessionCopy {
    store: SessionStore,
    enabled: bool,
    session: SavedSession,
}

impl State {
    /// What [`SessionCopy::save`] saves.
    pub fn session_copy(&self) -> SessionCopy {
        let models = SavedModel::of(self).into_iter().chain(self.restoring.left.iter().cloned()).collect();
        let session = SavedSession {
            restores: true,
            theme: self.transient.theme,
            zoom: self.interface.zoom,
            window: self.interface.window,
            panels: self.interface.panels,
            stage: self.interface.stage,
            picture: self.interface.picture,
            panes: self.edit.panes.iter().map(|pane| pane.settings).collect(),
            layout: self.edit.layout.clone(),
            models,
            talk: self.next_talk(),
            ..SavedSession::default()
        };
        SessionCopy { store: self.restoring.store.clone(), enabled: self.restoring.enabled, session }
    }
}

impl SessionCopy {
    /// Whether the user wants sessions to be saved.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// The file that it is saved in.
    pub fn file(&self) -> Option<PathBuf> {
        self.store.file()
    }

    /// Saves it for the next start, enabled or not. What other windows saved about other models stays.
    ///
    /// # Errors
    /// Why it could not be saved, as one line for the user.
    pub fn save(self) -> Result<(), String> {
        let Self { store, mut session, .. } = self;
        let ReadSession { saved: stored, problem, may_replace } = SavedSession::read(&store);
        if !may_replace {
            return Err(problem.unwrap_or_default());
        }
        if let Some(problem) = problem {
            tracing::warn!("{problem}");
        }
        let mut models: Vec<SavedModel> = Vec::new();
        for model in session.models.into_iter().chain(stored.models) {
            if !models.iter().any(|known| known.is_same_model(&model)) {
                models.push(model);
            }
        }
        models.truncate(MOST_MODELS);
        session.models = models;
        session.write(&store)
    }
}
