//! The viewer: a window, panels, panes. All changes are commands; see [`Command`].

mod apply;
mod command;
mod document;
mod document_centers;
mod edit_state;
mod jobs;
mod pictures;
mod playback;
mod scenes;
mod state;
mod ui;
mod viewer;
mod window;

pub use command::Command;
pub use document::{Document, JointForest};
pub use edit_state::EditState;
pub use playback::Playback;
pub use state::State;
pub use viewer::Viewer;
pub use window::{RunError, run};
