//! The viewer: window, panels and panes. It draws a session's state and pushes commands to it.

mod crash;
mod file_dialogs;
mod filling;
mod fingerprint;
mod frame_pace;
mod frame_schedule;
mod handouts;
mod lost_device;
mod notes_window;
mod on_device;
mod open_gpu;
mod painted_window;
mod painting;
mod picture_painter;
mod pictures;
mod planned_faults;
mod plot_saver;
mod prepared_models;
mod program;
mod recorder;
mod recovery;
mod rehearsal;
mod run_error;
mod thumbnails;
mod ui;
mod widget_log;
mod window;
mod window_identity;
mod window_placement;

pub use filling::WindowSurface;
pub use painting::{Damage, WindowFrame, WindowPainter};
pub use program::{DrawCounts, Viewer};
pub use run_error::RunError;
pub use window::run;
pub use window_identity::WINDOW_NAME;
