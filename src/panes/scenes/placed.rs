use super::mark::MarkShape;
use glam::Vec3;

/// Drawings of a scene's pane over its picture in one pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaneMarks {
    pub marks: Vec<PlacedMark>,
    /// Measurements that are shown large, the most significant one first. Where there is little room, only that one is
    /// shown.
    pub figures: Vec<PaneFigure>,
}

/// A mark at its position in one pose.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedMark {
    /// Position in scene space.
    pub position: Vec3,
    pub shape: MarkShape,
    /// Text at the mark. May be empty.
    pub label: String,
}

/// A measurement of a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct PaneFigure {
    /// Value divided by the value at rest.
    pub over_rest: f64,
    /// Whether it is the best of all panes.
    pub is_best: bool,
    /// Description, for example "bulge, 100% at rest".
    pub caption: String,
}

impl PaneFigure {
    /// The value in whole percent of rest.
    pub fn text(&self) -> String {
        format!("{:.0}%", 100.0 * self.over_rest)
    }
}
