//! The user's work on one model, without a window: what is open, posed and compared, and the commands that change it.
//!
//! Every change is a [`Command`], and [`State::apply`] carries it out. The viewer reads the state and pushes commands.
//! Tests do the same.

mod apply;
mod command;
mod document;
mod document_centers;
mod edit_name;
mod edit_state;
pub mod figures;
mod file_question;
mod gesture;
mod gizmo_drag;
mod history;
mod jobs;
mod limb_pose;
pub mod palette_entries;
mod pane_edit_name;
mod playback;
mod pose_clipboard;
mod pose_library;
mod probe;
mod results;
mod scenes;
mod start;
mod skin_export;
mod state;
mod state_figures;
mod stress;
mod twists;
#[cfg(test)]
mod undo_tests;
mod visit;
#[cfg(test)]
mod visit_tests;

pub use command::Command;
pub use document::{Document, JointForest};
pub use document_centers::CentersWait;
pub use edit_state::{EditState, MOST_PANES, Pane};
pub use file_question::FileQuestion;
pub use gizmo_drag::{GizmoAmount, GizmoDrag, GizmoGrip, GizmoPointer, GizmoSettings};
pub use history::History;
pub use jobs::{Loader, ShowDialog};
pub use playback::{FRAMES_PER_SECOND, Playback, Repeat};
pub use pose_library::{LibraryPose, PoseBlend, PoseLibrary};
pub use probe::{PinnedProbe, ProbeReading, ProbeRow, WorstKind};
pub use scenes::SceneChanges;
pub use start::Start;
pub use state::{ErrorNotice, Framing, Panels, PassingNotice, Section, State};
pub use state_figures::length_decimals;
pub use stress::{StressChoice, StressResult};
