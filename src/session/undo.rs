//! Undo, redo, and the states shown to the history.

use super::edit_state::EditState;
use super::history::Reached;
use super::state::State;

impl State {
    /// Shows the state to the history, which keeps a step once nothing has changed for a moment. `held` says whether a
    /// mouse button is down. Returns whether the history must see the state again even if nothing else happens.
    pub fn feed_history(&mut self, time_seconds: f64, held: bool) -> bool {
        if self.jobs.loader.is_starting() {
            return false;
        }
        let held = held || self.hand.gizmo_drag.is_some() || self.interface.demo.is_some();
        self.begin_history();
        let without_preview = self.edit_without_preview();
        let edit = without_preview.as_ref().unwrap_or(&self.edit);
        self.history.feed(time_seconds, held, edit, self.edit_generation);
        self.history.is_waiting() && !held
    }

    /// Finishes a held handle and keeps a pending change as a step.
    pub(super) fn settle_history(&mut self) {
        self.end_gizmo();
        self.begin_history();
        let without_preview = self.edit_without_preview();
        self.history.settle(without_preview.as_ref().unwrap_or(&self.edit));
    }

    /// Keeps the first state: what the program was started with.
    fn begin_history(&mut self) {
        if self.history.is_empty() && !self.jobs.loader.is_starting() {
            self.history.begin(self.opening_name(), &self.edit);
        }
    }

    /// Shows a step of the history.
    fn go_back_to(&mut self, reached: Option<Reached>) {
        let Some(Reached { edit, visit }) = reached else { return };
        if let Some(visit) = visit {
            self.return_to(visit);
        }
        self.restore(edit);
    }

    /// Goes one step back. A preview is no step: the first undo ends it.
    pub(super) fn undo(&mut self) {
        self.settle_history();
        if self.end_preview() {
            return;
        }
        let reached = self.history.undo(self.visit());
        self.go_back_to(reached);
    }

    pub(super) fn redo(&mut self) {
        self.end_preview();
        if self.history.has_redo(&self.edit) {
            let reached = self.history.redo(self.visit());
            self.go_back_to(reached);
        }
    }

    pub(super) fn go_to_step(&mut self, step: usize) {
        self.end_preview();
        self.settle_history();
        let reached = self.history.go_to(step, self.visit());
        self.go_back_to(reached);
    }

    /// Replaces the edit, and rebuilds everything that depends on it.
    pub(super) fn restore(&mut self, edit: EditState) {
        self.edit = edit;
        self.drop_lost_panes();
        self.refresh_rig();
        // The clip of a step may be shorter than the one that was shown.
        self.playback.time_seconds = self.playback.time_seconds.min(self.clip_duration_seconds());
        self.view.selected_pane = self.view.selected_pane.min(self.edit.panes.len() - 1);
        self.refresh_pose();
    }
}
