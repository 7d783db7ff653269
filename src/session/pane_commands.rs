//! Edits of panes.

use super::edit_state::{EditState, PaneIds};
use super::state::State;
use crate::panes::PaneSettings;

impl State {
    pub(super) fn edit_pane(&mut self, pane: usize, change: impl FnOnce(&mut PaneSettings)) {
        if let Some(pane) = self.edit.panes.get_mut(pane) {
            change(&mut pane.settings);
        }
    }

    /// Runs `change` on the panes. The selected pane stays selected when it moves.
    pub(super) fn edit_panes(&mut self, change: impl FnOnce(&mut EditState, &mut PaneIds)) {
        let selected = self.edit.panes.get(self.view.selected_pane).map(|pane| pane.id);
        change(&mut self.edit, &mut self.pane_ids);
        let index = self.edit.panes.iter().position(|pane| Some(pane.id) == selected);
        let last = self.edit.panes.len() - 1;
        self.view.selected_pane = index.unwrap_or(self.view.selected_pane.min(last));
        self.drop_lost_panes();
    }

    /// Drops the data of panes that no longer exist.
    pub(super) fn drop_lost_panes(&mut self) {
        let is_shown = |id: u64| self.edit.panes.iter().any(|pane| pane.id == id);
        self.view.own_cameras.retain(|id, _| is_shown(*id));
        self.view.frame_own.retain(|id, _| is_shown(*id));
    }
}
