//! The contents of a set of panes: each pane's settings, the layout, named presets, motions, scenes and talks.
//! Shared by the viewer and the headless sheets.

mod layout;
mod motion;
mod moving_pose;
mod presets;
mod scenes;
mod settings;
mod talks;

pub use layout::{Arrangement, Border, PaneLayout, SMALLEST_SHARE, ShareRect};
pub use motion::{Ease, Motion, MotionKind};
pub use moving_pose::{MotionError, MovingPose};
pub use presets::PanePreset;
pub use scenes::{
    Mark, MarkShape, MarkedPlace, MarkedWorst, Scene, SceneClip, SceneError, SceneFile, SceneMeasure, SceneModel,
    ScenePane, ScenePose, SceneTwist, SceneView, Seen, Shot,
};
pub use settings::{Comparison, ComparisonKind, PaneLook, PaneSettings};
pub use talks::{Talk, TalkError, parse_talk, slug, write_talk};
