use super::super::document::Document;
use super::super::recent::RecentFiles;
use super::super::state::State;
use super::super::talk::KnownTalks;
use super::{Autosave, MOST_MODELS, ReadSession, SavedModel, SavedSession, merged};
use crate::files::SessionStore;
use crate::panes::{Scene, SceneError};
use std::error::Error;
use std::sync::Arc;

/// Whether and where the session is saved for the next start.
pub struct Restoring {
    pub(super) store: SessionStore,
    pub(super) enabled: bool,
    /// Whether closing asks about unsaved work while restoring is off. Sessions without a user never ask.
    pub(super) asks: bool,
    /// Whether recent files are stored even if nothing else is.
    keeps_recent: bool,
    /// The work on models that are not open anymore, the newest first.
    pub(super) left: Vec<SavedModel>,
    pub(super) autosave: Autosave,
}

impl Restoring {
    /// Saves nothing and never asks.
    pub fn none() -> Self {
        Self {
            store: SessionStore::none(),
            enabled: false,
            asks: false,
            keeps_recent: false,
            left: Vec::new(),
            autosave: Autosave::default(),
        }
    }

    /// Saves in this store while `enabled`. Closing asks about unsaved work if nothing can be saved.
    pub fn in_store(store: SessionStore, enabled: bool) -> Self {
        Self { store, enabled, asks: true, keeps_recent: enabled, left: Vec::new(), autosave: Autosave::default() }
    }

    /// The same settings, but with recent files stored in any case.
    #[must_use]
    pub fn keeping_recent(self) -> Self {
        Self { keeps_recent: true, ..self }
    }

    /// Whether anything is stored while the program runs.
    pub(super) fn stores(&self) -> bool {
        self.enabled || self.keeps_recent
    }

    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Whether the user can turn restoring on and off.
    pub fn is_available(&self) -> bool {
        self.asks
    }
}

impl State {
    /// Turns restoring on or off, for this session and all later ones.
    pub(in super::super) fn set_restoring(&mut self, enabled: bool) {
        // An unfinished write would revert the setting.
        self.wait_for_autosave();
        self.restoring.enabled = enabled;
        let ReadSession { saved, problem, may_replace } = SavedSession::read(&self.restoring.store);
        let written = if may_replace {
            SavedSession { restores: enabled, ..saved }.write(&self.restoring.store)
        } else {
            Err(problem.unwrap_or_default())
        };
        if let Err(details) = written {
            self.show_error("Could not save the setting".to_owned(), details);
        }
    }

    /// Keeps the work on the open model, which is about to be replaced by another one.
    pub(in super::super) fn remember_model(&mut self) {
        if let Some(model) = SavedModel::of(self) {
            self.restoring.left.retain(|other| !other.is_same_model(&model));
            self.restoring.left.insert(0, model);
        }
    }

    /// Saves everything for the next start. Other models and talks that other windows saved stay.
    pub(super) fn save_session(&mut self) -> Result<(), String> {
        self.wait_for_autosave();
        self.session_to_save().write(&self.restoring.store)
    }

    /// The data to be written, according to the user's settings.
    pub(super) fn session_to_save(&mut self) -> SessionToSave {
        let session = self.session_with(self.restoring.enabled.then(|| self.own_session()));
        if let Some(own) = &session.own {
            self.know_talks(own.talk.iter().chain(&own.kept_talks));
        }
        session
    }

    pub(super) fn session_with(&self, own: Option<SavedSession>) -> SessionToSave {
        SessionToSave { own, recent: self.documents.recent.clone(), known_talks: self.known_talks().clone() }
    }

    /// The data of this window to be saved.
    pub(in super::super) fn own_session(&self) -> SavedSession {
        SavedSession {
            restores: true,
            theme: self.interface.theme,
            interface: self.interface.settings,
            panes: self.edit_to_keep().panes_of_first_model(),
            layout: self.edit_to_keep().layout.clone(),
            models: SavedModel::of(self).into_iter().chain(self.restoring.left.iter().cloned()).collect(),
            talk: self.talk_to_save(),
            kept_talks: self.kept_talks_to_save(),
            ..SavedSession::default()
        }
    }

    /// Restores the last pose of the open model, as an undoable step, and its last view.
    pub(in super::super) fn restore_model(&mut self, saved: &SavedModel) {
        if !saved.is_at_rest() {
            self.restore_pose(saved);
        }
        self.restore_cameras(&saved.cameras);
        self.restore_selection(&saved.scene);
        if let Some(path) = &saved.session_file {
            self.return_to_session_file(path);
        }
    }

    fn restore_pose(&mut self, saved: &SavedModel) {
        let Some(document) = self.documents.first.clone() else { return };
        self.settle_history();
        match self.take_saved(saved, &document) {
            Ok(()) => {
                self.refresh_pose();
                self.edit_generation += 1;
                self.history.did("Restore the last pose".to_owned());
                self.settle_history();
                let text = "Restored the last pose. Undo returns to the rest pose.";
                self.notify(text.to_owned(), None);
            }
            Err(error) => {
                // Its words are about scenes, those of its cause are not.
                let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
                let details = format!("The model has changed since: {cause}.");
                self.show_error("Could not restore the last pose".to_owned(), details);
            }
        }
    }

    /// Takes over the edit of a saved scene. Changes nothing if it does not fit.
    fn take_saved(&mut self, saved: &SavedModel, document: &Arc<Document>) -> Result<(), SceneError> {
        // The panes are the session's own.
        let mut scene = Scene { panes: Vec::new(), ..saved.scene.clone() };
        if scene.clip(&document.model).is_err() {
            (scene.pose.clip, scene.pose.time) = (None, None);
        }
        let mut resolved = self.resolved(&scene, document, &mut self.pane_ids.clone())?;
        let clips = &document.model.clips;
        let is_it = |index: &usize| clips.get(*index).is_some_and(|clip| scene.pose.clip.as_ref() == Some(&clip.name));
        resolved.edit.clip = saved.clip_index.filter(is_it).or(resolved.edit.clip);
        let (limits, misfits) = scene.joint_limits(&resolved.document.model);
        if let Some((_, error)) = misfits.into_iter().next() {
            return Err(error.into());
        }
        let seconds = resolved.seconds;
        self.take_resolved(resolved);
        (self.edit.limits, self.edit.choices.stops_at_limits) = (limits, scene.stops_at_limits);
        self.playback.time_seconds = seconds.clamp(0.0, self.clip_duration_seconds());
        Ok(())
    }
}

/// Data that this window saves, before it is merged with the stored data.
#[derive(Clone, Debug)]
pub(super) struct SessionToSave {
    /// Session of this window; `None` if only the recent files are saved.
    pub own: Option<SavedSession>,
    pub recent: RecentFiles,
    pub known_talks: KnownTalks,
}

impl SessionToSave {
    /// Merges it with the stored session, which other windows may have changed.
    pub(super) fn merged(self, stored: SavedSession) -> SavedSession {
        let recent = self.recent.to_save(&stored.recent);
        let Some(own) = self.own else { return SavedSession { recent, ..stored } };
        let models = merged(own.models, stored.models, SavedModel::is_same_model, MOST_MODELS);
        let own_talks = (own.talk.as_ref(), own.kept_talks);
        let kept_talks = self.known_talks.merged(own_talks, (stored.talk, stored.kept_talks));
        SavedSession { models, recent, kept_talks, ..own }
    }
}
