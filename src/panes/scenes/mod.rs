//! Scenes: a model or two, a pose, panes and a view, with their words.
//!
//! A scene is plain data. If a paper's figure is not reproducible (its model, a second set of weights), its scene
//! shows the closest match, and the caption explains the difference.

mod file;
mod mark;
mod own_file;
mod pane;
mod placed;
mod rig;
mod scene;
mod second;
mod text;
mod view;

pub use file::{SceneFile, SceneModel};
pub use mark::{Mark, MarkShape, MarkedPlace, MarkedWorst};
pub use pane::{SceneComparison, ScenePane};
pub use placed::{PaneFigure, PaneMarks, PlacedMark};
pub use rig::{SceneRig, SceneTwist};
pub use scene::{Scene, SceneError, SceneMeasure, ScenePose};
pub use second::{ScenePair, SceneSecond, names_in_sentences, part_of_second};
pub use view::{SceneView, Seen, Shot};
