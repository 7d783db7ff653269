use super::{method_color, method_color_in_hall};
use crate::panes::{ComparisonKind, PaneSettings};
use crate::view::{Ghost, Hall, Theme};

/// The outline of B over A, in B's color, if the pane compares by ghost. The ground of pictures is dark in both themes.
pub fn ghost_of(pane: &PaneSettings) -> Option<Ghost> {
    let other = pane.compared_with().filter(|_| pane.comparison.kind == ComparisonKind::Ghost)?;
    let [red, green, blue, _] = method_color(other.method, Theme::Dark).to_array();
    Some(Ghost { skinning: other, other_model: pane.comparison.other_model, color: [red, green, blue] })
}

/// Like [`ghost_of`], on the stage.
pub fn ghost_in_hall(pane: &PaneSettings, hall: Hall) -> Option<Ghost> {
    let ghost = ghost_of(pane)?;
    let [red, green, blue, _] = method_color_in_hall(ghost.skinning.method, hall).to_array();
    Some(Ghost { color: [red, green, blue], ..ghost })
}
