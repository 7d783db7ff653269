//! The contents of a set of panes: each pane's settings, the layout, named presets, and the scenes of the papers.
//! Shared by the viewer and the headless sheets.

mod layout;
mod presets;
mod scenes;
mod settings;

pub use layout::{Arrangement, Border, PaneLayout, SMALLEST_SHARE, ShareRect};
pub use presets::PanePreset;
pub use scenes::{Paper, Scene, SceneError, ScenePane, ScenePose, SceneView, Seen};
pub use settings::{Comparison, ComparisonKind, PaneLook, PaneSettings};
