//! Saving while the program runs, so that a crash loses a few seconds at most.

use super::super::state::State;
use super::{SessionKey, SessionToSave};
use crate::work::{Job, JobFailure};
use std::sync::Arc;

/// Delay after the last change, in seconds.
const REST_SECONDS: f64 = 2.0;

/// Longest delay after the first change while changes go on, in seconds.
const MOST_SECONDS: f64 = 15.0;

/// Saves the session once it has rested. Holds what was saved last and what has changed since.
pub struct Autosave {
    /// Key of the state that was saved last. `None` at the start, when there is nothing to save.
    saved: Option<SessionKey>,
    changed: Option<Changed>,
    /// The write in progress. Its result has the reason if it fails. It wakes nobody: the next call looks for it.
    writing: Job<(), Result<(), String>>,
}

#[derive(Clone, Debug)]
struct Changed {
    to: SessionKey,
    first_seconds: f64,
    last_seconds: f64,
}

impl Default for Autosave {
    fn default() -> Self {
        Self { saved: None, changed: None, writing: Job::new("autosave", Arc::new(|| {})) }
    }
}

impl State {
    /// Saves the session in the background a moment after a change. Returns the number of seconds after which to call
    /// again; `None` if nothing waits.
    pub fn autosave(&mut self, now_seconds: f64) -> Option<f64> {
        if let Some((_, written)) = self.restoring.autosave.writing.poll() {
            self.take_written(written);
        }
        let now = self.session_key().filter(|_| self.restoring.stores())?;
        let autosave = &mut self.restoring.autosave;
        let saved = autosave.saved.get_or_insert_with(|| now.clone());
        if *saved == now && !self.documents.recent.is_changed {
            autosave.changed = None;
            return None;
        }
        let changed = autosave.changed.get_or_insert_with(|| Changed {
            to: now.clone(),
            first_seconds: now_seconds,
            last_seconds: now_seconds,
        });
        if changed.to != now {
            (changed.to, changed.last_seconds) = (now.clone(), now_seconds);
        }
        let due = (changed.last_seconds + REST_SECONDS).min(changed.first_seconds + MOST_SECONDS);
        if now_seconds < due {
            return Some(due - now_seconds);
        }
        if autosave.writing.is_running() {
            return Some(REST_SECONDS);
        }
        (autosave.saved, autosave.changed) = (Some(now), None);
        self.documents.recent.is_changed = false;
        let session = self.session_to_save();
        let store = self.restoring.store.clone();
        self.restoring.autosave.writing.start((), move |_| session.write(&store));
        // The next call checks the outcome.
        Some(REST_SECONDS)
    }

    /// Waits for a write in progress, so that an older session never replaces a newer one.
    pub(super) fn wait_for_autosave(&mut self) {
        if let Some((_, written)) = self.restoring.autosave.writing.wait() {
            self.take_written(written);
        }
    }

    /// Handles the end of a write.
    fn take_written(&mut self, written: Result<Result<(), String>, JobFailure>) {
        match written {
            Ok(Err(failure)) => self.show_error("The session could not be saved".to_owned(), failure),
            Err(failure) => tracing::warn!("the session was not saved: {failure}"),
            Ok(Ok(())) => {}
        }
    }
}

impl SessionToSave {
    /// Writes the session. Other models and talks that other windows saved stay.
    pub(super) fn write(self, store: &crate::files::SessionStore) -> Result<(), String> {
        let super::ReadSession { saved: stored, problem, may_replace } = super::SavedSession::read(store);
        if !may_replace {
            return Err(problem.unwrap_or_default());
        }
        if let Some(problem) = problem {
            tracing::warn!("{problem}");
        }
        self.merged(stored).write(store)
    }
}
