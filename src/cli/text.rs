use super::{CliError, PosedModel};
use crate::files::OpenedModel;
use crate::model::{Model, one_line};
use std::io::Write;
use std::path::Path;

/// Prints to standard output. A closed pipe (`| head`) is not an error.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    super::output::write_stdout(text.as_bytes())
}

/// Prints one JSON object.
pub(super) fn print_json(report: &impl serde::Serialize) -> Result<(), CliError> {
    print(&json(report)?)
}

/// Formats one human-readable JSON object with a newline at its end.
pub(super) fn json(report: &impl serde::Serialize) -> Result<String, CliError> {
    Ok(serde_json::to_string_pretty(report).map_err(std::io::Error::from)? + "\n")
}

/// # Errors
/// If no mesh of the model has a skin.
pub(super) fn check_skinned(model: &Model, path: &Path) -> Result<(), CliError> {
    let is_skinned = model.has_skin();
    if is_skinned { Ok(()) } else { Err(CliError::NothingToMeasure { path: path.to_owned() }) }
}

/// Prints the repairs that were made while a file was read.
pub(super) fn print_warnings(opened: &OpenedModel) {
    warn(&opened.notes);
    warn(&opened.asset.warnings);
}

/// Prints the repairs of two files, by their names. A model that is compared with itself is mentioned once.
pub(super) fn print_warnings_of_both([first, second]: [&OpenedModel; 2], names: [&str; 2]) {
    if first.source == second.source {
        return print_warnings(first);
    }
    for (opened, name) in [(first, names[0]), (second, names[1])] {
        let notes = opened.notes.iter().map(ToString::to_string);
        let repairs = opened.asset.warnings.iter().map(ToString::to_string);
        let of_file: Vec<String> = notes.chain(repairs).map(|warning| format!("{name}: {warning}")).collect();
        warn(&of_file);
    }
}

/// Prints the probable mistakes in a pose.
pub(super) fn print_pose_warnings(posed: &PosedModel) {
    warn(&posed.warnings);
}

pub(super) fn warn<W: std::fmt::Display>(warnings: &[W]) {
    warnings.iter().for_each(|warning| tell(&format!("warning: {}", one_line(&warning.to_string()))));
}

/// Prints a line to stderr. Ignores a closed stderr.
pub(super) fn tell(line: &str) {
    let _ = std::io::stderr().lock().write_all(format!("{line}\n").as_bytes());
}
