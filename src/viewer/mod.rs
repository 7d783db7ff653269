//! The viewer: window, panels and panes. It draws a session's state and pushes commands to it.

mod file_dialogs;
mod filling;
mod frame_pace;
mod frame_schedule;
mod notes_window;
mod painted_window;
mod painting;
mod picture_painter;
mod pictures;
mod prepared_models;
mod program;
mod recorder;
mod rehearsal;
mod thumbnails;
mod ui;
mod widget_log;
mod window;
mod window_placement;

pub use filling::WindowSurface;
pub use painting::{Damage, WindowFrame, WindowPainter};
pub use program::Viewer;
pub use window::{RunError, run};
