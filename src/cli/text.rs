use super::CliError;
use crate::model::Model;
use std::path::Path;

/// Prints to standard output. A closed pipe (`| head`) is not an error.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    super::output::write_stdout(text.as_bytes())
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
