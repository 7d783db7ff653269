//! The headless commands. They read files and write numbers or pictures, and need no display.
//!
//! An error is one line on stderr; `exit_status.rs` says how the program ends after each.

mod arguments;
mod bake;
mod bench;
mod center_space;
mod centers;
mod check;
mod claims;
mod clips;
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
mod fail_limits;
mod given_flags;
mod golden;
mod info;
mod joint_data;
mod json_lines;
mod log_filter;
mod look_names;
mod measure;
mod model_scene;
mod models;
mod output;
mod own_methods;
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
mod shader;
mod share;
mod stored_arguments;
mod stress;
mod shared_arguments;
mod swept_joint;
mod talk;
mod text;
mod turns;
mod model_arguments;
mod usage;
mod version;
mod viewer_start;
mod warnings;
mod wipe;

use crate::files::LogFile;
use crate::model::one_line;
use crate::session::Start;
use viewer_start::viewer_start;

pub use crate::report::{Severity, WarningCode};
pub use arguments::{Arguments, Subcommand, ViewerArguments};
pub use compare::{CompareArguments, PairArguments};
pub use error::CliError;
pub use exit_status::ExitStatus;
pub use log_filter::{FILE_LOG_FILTER, log_filter};
pub use model_arguments::ModelArguments;
pub use pose_arguments::{PosedModel, pose_model};
pub use shared_arguments::{CenterArguments, PoseArguments};
pub use wipe::Wipe;

/// The log of the window's last runs. `None` for commands without a window, which do not write it, or if it cannot be
/// written.
pub fn log_of_window(arguments: &Arguments) -> Option<LogFile> {
    let opens_window = matches!(arguments.command, None | Some(Subcommand::Talk(_)));
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
    let Arguments { command, viewer, given, own } = arguments;
    let opens_window = command.is_none();
    own.load(if opens_window { own_methods::at_absolute_path } else { |method| method })?;
    let Some(command) = command else { return viewer_start(&viewer, &given).map(Box::new).map(Some) };
    command.check_flags(&given)?;
    match command {
        Subcommand::Talk(arguments) => return talk::start(&arguments).map(Box::new).map(Some),
        Subcommand::Info(arguments) => info::run(&arguments),
        Subcommand::Render(arguments) => render::run(&arguments),
        Subcommand::Compare(arguments) => compare::run(&arguments),
        Subcommand::Deform(arguments) => deform::run(&arguments),
        Subcommand::Centers(arguments) => centers::run(&arguments),
        Subcommand::Measure(arguments) => measure::run(&arguments),
        Subcommand::Probe(arguments) => probe::run(&arguments),
        Subcommand::Palette(arguments) => palette::run(&arguments),
        Subcommand::Golden(arguments) => golden::run(&arguments),
        Subcommand::Shader(arguments) => shader::run(&arguments),
        Subcommand::NewMethod(arguments) => own_methods::run(&arguments),
        Subcommand::Stress(arguments) => stress::run(&arguments),
        Subcommand::Clips(arguments) => clips::run(&arguments),
        Subcommand::Check(arguments) => check::run(&arguments),
        Subcommand::Report(arguments) => report::run(&arguments),
        Subcommand::Models(arguments) => models::run(&arguments),
        Subcommand::Rig(arguments) => rig::run(&arguments),
        Subcommand::Bake(arguments) => bake::run(&arguments),
        Subcommand::Scenes(arguments) => scenes::run(&arguments),
        Subcommand::Record(arguments) => record::run(&arguments),
        Subcommand::Share(arguments) => share::run(&arguments),
        Subcommand::Claims(arguments) => claims::run(&arguments),
        Subcommand::Bench(arguments) => bench::run(&arguments),
        Subcommand::Doctor(arguments) => doctor::run(&arguments),
    }?;
    own_methods::check().map(|()| None)
}
