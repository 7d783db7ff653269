//! The contents of a set of panes: each pane's settings, the layout, named presets, motions, scenes and talks.
//! Shared by the viewer and the headless sheets.

mod layout;
mod motion;
mod moving_pose;
mod pane_names;
mod pose_words;
mod presets;
mod record_format;
mod scenes;
mod settings;
mod talks;
mod turn_limit;

pub use crate::view::PaneLook;
pub use layout::{Arrangement, Border, PaneLayout, SMALLEST_SHARE, ShareRect};
pub use motion::{Ease, Motion, MotionKind};
pub use moving_pose::{MotionError, MovingPose};
pub use pane_names::{PaneName, pane_names, side_name};
pub use pose_words::changed_joints_in_words;
pub use presets::PanePreset;
pub use record_format::{FormatRefusal, RecordFormat};
pub use scenes::{
    Mark, MarkShape, MarkedPlace, MarkedWorst, PaneFigure, PaneMarks, PlacedMark, Scene, SceneComparison, SceneError,
    SceneFile, SceneMeasure, SceneModel, ScenePair, ScenePane, ScenePose, SceneRig, SceneSecond, SceneTwist, SceneView,
    Seen, Shot, names_in_sentences, part_of_second,
};
pub use settings::{Comparison, ComparisonKind, PaneModel, PaneSettings};
pub use talks::{Talk, TalkError, parse_talk, slug, write_scene, write_talk};
pub use turn_limit::TurnLimit;
