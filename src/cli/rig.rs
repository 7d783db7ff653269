use super::CliError;
use super::arguments::RigArguments;
use super::output::{Messages, check_ending, write_output};
use super::progress_line::with_progress;
use super::warnings::Warnings;
use crate::files::{checked_rig, is_same_file, rig_glb};
use std::path::Path;

/// Writes a model with its twist joints.
pub(super) fn run(arguments: &RigArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "glb", "*.glb")?;
    check_not_over(&arguments.model, &arguments.output)?;
    let opened = arguments.opening.open(&arguments.model)?;
    Warnings::of_file(&opened);
    let model = &opened.asset.model;
    let bytes = with_progress("Clips", |progress| rig_glb(&opened.source, &opened.options.access, model, progress))?;
    checked_rig(model, &bytes)?;
    write_output(&arguments.output, &bytes)?;
    let skeleton = &model.skeleton;
    let lines = skeleton
        .twist_drivers()
        .iter()
        .map(|driver| format!("{}: rotates by {}\n", skeleton.label(driver.node), driver.to_text(skeleton)));
    Messages::beside(Some(&arguments.output)).print(&lines.collect::<String>())
}

/// # Errors
/// If the output is the model's own file.
pub(super) fn check_not_over(model: &Path, output: &Path) -> Result<(), CliError> {
    if is_same_file(model, output) { Err(CliError::OverInput { path: output.to_owned() }) } else { Ok(()) }
}
