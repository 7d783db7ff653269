use super::method_color;
use crate::panes::{ComparisonKind, PaneSettings};
use crate::view::{Ghost, Theme};

/// The outline of B over A, in B's color, if the pane compares by ghost. The ground of pictures is dark in both themes.
pub fn ghost_of(pane: &PaneSettings) -> Option<Ghost> {
    let other = pane.compared_with().filter(|_| pane.comparison.kind == ComparisonKind::Ghost)?;
    let [red, green, blue, _] = method_color(other.method, Theme::Dark).to_array();
    Some(Ghost { skinning: other, color: [red, green, blue] })
}
