//! The contents of a set of panes: each pane's settings, the layout, named presets, motions, and the scenes of the papers.
//! Shared by the viewer and the headless sheets.

mod layout;
mod motion;
mod moving_pose;
mod presets;
mod scenes;
mod settings;

pub use layout::{Arrangement, Border, PaneLayout, SMALLEST_SHARE};
pub use motion::{Ease, Motion, MotionKind};
pub use moving_pose::{MotionError, MovingPose};
pub use presets::PanePreset;
pub use scenes::{Paper, Scene, SceneError, ScenePane, ScenePose, SceneView, Seen};
pub use settings::{Comparison, ComparisonKind, PaneLook, PaneSettings};
