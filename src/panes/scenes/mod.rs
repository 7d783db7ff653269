//! Scenes: a bundled model, a pose, panes and a view that together reproduce a figure of one of the papers.
//!
//! A scene is plain data. If the paper's figure is not reproducible (its model, a second set of weights), the scene
//! shows the closest match, and its caption explains the difference.

mod kavan_2008;
mod le_hodgins_2016;
mod pane;
mod scene;

pub use pane::ScenePane;
pub use scene::{Paper, Scene, SceneError, ScenePose, SceneView, Seen};
