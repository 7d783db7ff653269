//! The viewer: a window, panels, panes. All changes are commands; see [`Command`].

mod apply;
mod command;
mod document;
mod document_centers;
mod edit_name;
mod edit_state;
mod gizmo_drag;
mod history;
mod figures;
mod jobs;
mod limb_pose;
mod palette_entries;
mod pictures;
mod pose_clipboard;
mod playback;
mod pose_library;
mod probe;
mod scenes;
mod skin_export;
mod state;
mod state_figures;
mod thumbnails;
mod ui;
mod viewer;
mod window;

pub use command::Command;
pub use document::{Document, JointForest};
pub use edit_state::EditState;
pub use gizmo_drag::{GizmoAmount, GizmoDrag, GizmoGrip, GizmoPointer, GizmoSettings};
pub use history::History;
pub use playback::{Playback, Repeat};
pub use pose_library::{LibraryPose, PoseBlend, PoseLibrary};
pub use probe::WorstKind;
pub use state::State;
pub use viewer::Viewer;
pub use window::{RunError, run};
