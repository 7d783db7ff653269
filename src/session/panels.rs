/// Whether the side panels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panels {
    /// Shown if the window is wide enough.
    #[default]
    Auto,
    Shown,
    Hidden,
}

/// Parts of the right panel that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    Figures,
    /// Every figure, below the most important ones.
    AllFigures,
    Sweep,
    Stress,
    Probe,
}
