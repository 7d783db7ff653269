//! What a set of panes shows: each pane's settings, how they lie beside each other, sets that are known by
//! name, and the scenes of the papers.
//! The viewer and the headless sheets share it.

mod layout;
mod presets;
mod scenes;
mod settings;

pub use layout::{Arrangement, Border, PaneLayout, SMALLEST_SHARE};
pub use presets::PanePreset;
pub use scenes::{Paper, Scene, SceneError, ScenePane, ScenePose, SceneView, Seen};
pub use settings::{Comparison, ComparisonKind, PaneLook, PaneSettings};
