//! Scenes: a bundled model, a pose, panes and a view that together show what a figure of one of the papers shows.
//!
//! A scene is plain data. Where the paper's figure cannot be had (its model, a second set of weights), the scene shows
//! what comes nearest, and its caption says what differs.

mod kavan_2008;
mod le_hodgins_2016;
mod pane;
mod scene;

pub use pane::ScenePane;
pub use scene::{Paper, Scene, SceneError, ScenePose, SceneView, Seen};
