//! The panes of two models: doubled when the second one comes, and as before when it goes.

use super::MOST_PANES;
use super::edit_state::EditState;
use super::state::State;
use crate::panes::{Arrangement, PaneLayout, PaneModel, PaneSettings};

/// Changes by [`State::show_both_models`] that closing the second model reverts.
#[derive(Clone, Default)]
pub(super) struct Doubled {
    /// Ids of the panes that were added.
    pub copies: Vec<u64>,
    /// The layout before two rows replaced it.
    pub layout: Option<PaneLayout>,
}

impl Doubled {
    /// Turns the panes into what they were before they were doubled.
    pub fn leave_out_of(&self, edit: &mut EditState) {
        edit.close_second_model(&self.copies);
        // Only if the user has not rearranged them since.
        if let Some(layout) = &self.layout
            && edit.layout.arrangement == Arrangement::Auto
        {
            edit.layout = layout.clone();
        }
    }
}

impl State {
    /// Gives half of the panes to the second model: copies of the panes that are shown, or, if there is no room, the
    /// panes of every second position.
    pub(super) fn show_both_models(&mut self) {
        if self.second().is_none() || self.edit.panes.iter().any(|pane| !pane.settings.model.is_first()) {
            return;
        }
        let shown: Vec<PaneSettings> = self.edit.panes.iter().map(|pane| pane.settings).collect();
        let of_second = |settings: PaneSettings| PaneSettings { model: PaneModel::Second, ..settings };
        let count = shown.len();
        if 2 * count > MOST_PANES {
            for index in (1..count).step_by(2) {
                self.edit_pane(index, |pane| *pane = of_second(*pane));
            }
            return;
        }
        let all: Vec<PaneSettings> = shown.iter().copied().chain(shown.iter().copied().map(of_second)).collect();
        // Panes of one method are placed below each other.
        let is_in_two_rows = count == 1 || self.edit.layout.shape(2 * count) == (count, 2);
        let replaced = (!is_in_two_rows).then(|| self.edit.layout.clone());
        self.edit_panes(|edit, ids| {
            let layout = match is_in_two_rows {
                true => edit.layout.clone(),
                false => PaneLayout::with_shares(Arrangement::Auto, edit.layout.column_shares().to_vec(), Vec::new()),
            };
            edit.set_panes(&all, layout, ids);
        });
        let copies =
            self.edit.panes.iter().filter(|pane| !pane.settings.model.is_first()).map(|pane| pane.id).collect();
        if let Some(second) = &mut self.documents.second {
            second.doubled = Doubled { copies, layout: replaced };
        }
    }

    /// Closes the second model. The panes become what they were before they were doubled.
    pub(super) fn remove_second(&mut self) {
        if self.end_preview() {
            return;
        }
        let Some(second) = self.documents.second.take() else { return };
        self.forget_vertices_of_second();
        self.edit_panes(|edit, _| second.doubled.leave_out_of(edit));
    }
}
