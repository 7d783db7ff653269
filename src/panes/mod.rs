//! What a set of panes shows: each pane's settings, how they lie beside each other, and sets that are known by name.
//! The viewer and the headless sheets share it.

mod layout;
mod presets;
mod settings;

pub use layout::{Arrangement, Border, PaneLayout, SMALLEST_SHARE};
pub use presets::PanePreset;
pub use settings::{Comparison, ComparisonKind, PaneLook, PaneSettings};
