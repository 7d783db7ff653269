//! The headless commands. They read files and write numbers or pictures, and need no display.
//!
//! An error is one line on stderr; `exit_status.rs` says how the program ends after each.

mod arguments;
mod bench;
mod center_space;
mod centers;
mod claims;
mod compare;
mod deform;
mod deformer;
mod device_beside;
mod diagram_choice;
mod doctor;
mod document;
mod error;
mod examples;
mod exit_status;
mod framed;
mod given_flags;
mod info;
mod joint_data;
mod json_lines;
mod log_filter;
mod measure;
mod models;
mod output;
mod palette;
mod plot_file;
mod png_file;
mod pose_arguments;
mod probe;
mod progress_line;
mod provenance;
mod record;
mod render;
mod report;
mod rig;
mod scene_report;
mod scenes;
#[cfg(test)]
mod schemas;
mod share;
mod stress;
mod shared_arguments;
mod sweep_range;
mod talk;
mod text;
mod turns;
mod model_arguments;
mod usage;
mod viewer_start;
mod warning_code;
mod warnings;
mod wipe;

use crate::files::LogFile;
use crate::model::one_line;
use crate::session::Start;

pub use arguments::{Arguments, Command, ViewerArguments};
pub use compare::{CompareArguments, PairArguments};
pub use error::CliError;
pub use exit_status::ExitStatus;
pub use log_filter::{FILE_LOG_FILTER, log_filter};
pub use model_arguments::ModelArguments;
pub use pose_arguments::{PosedModel, pose_model};
pub use shared_arguments::{CenterArguments, PoseArguments};
pub use viewer_start::viewer_start;
pub use warning_code::{Severity, WarningCode};
pub use wipe::Wipe;

/// The log of the window's last runs. `None` for commands without a window, which do not write it, or if it cannot be
/// written.
pub fn log_of_window(arguments: &Arguments) -> Option<LogFile> {
    let opens_window = matches!(arguments.command, None | Some(Command::Talk(_)));
    opens_window.then(LogFile::of_user).flatten()
}

/// An error in one line: control characters in paths and names are escaped.
pub fn line_of(error: &CliError) -> String {
    one_line(&error.to_string())
}

/// Runs a headless command to completion. Returns the start of the viewer, if the viewer was asked for.
///
/// # Errors
/// Any failure of the command. See [`CliError`].
pub fn execute(arguments: Arguments) -> Result<Option<Box<Start>>, CliError> {
    let Some(command) = arguments.command else { return viewer_start(&arguments.viewer).map(Box::new).map(Some) };
    match command {
        Command::Talk(arguments) => return talk::start(&arguments).map(Box::new).map(Some),
        Command::Info(arguments) => info::run(&arguments),
        Command::Render(arguments) => render::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Deform(arguments) => deform::run(&arguments),
        Command::Centers(arguments) => centers::run(&arguments),
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Probe(arguments) => probe::run(&arguments),
        Command::Palette(arguments) => palette::run(&arguments),
        Command::Stress(arguments) => stress::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Models(arguments) => models::run(&arguments),
        Command::Rig(arguments) => rig::run(&arguments),
        Command::Scenes(arguments) => scenes::run(&arguments),
        Command::Record(arguments) => record::run(&arguments),
        Command::Share(arguments) => share::run(&arguments),
        Command::Claims(arguments) => claims::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
    }?;
    Ok(None)
}
