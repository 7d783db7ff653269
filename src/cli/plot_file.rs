//! Plots as files.

use super::CliError;
use super::output::write_output;
use super::provenance::PROGRAM_VERSION;
use crate::plots::{PlotError, PlotFormat, PlotText};
use std::path::Path;

/// Whether a path is that of a plot.
pub(super) fn is_plot(path: &Path) -> bool {
    PlotFormat::of(path).is_some()
}

/// # Errors
/// The path has another extension than those of plots.
pub(super) fn check_plot(path: &Path) -> Result<(), CliError> {
    if is_plot(path) { Ok(()) } else { Err(CliError::OutputFormat { wanted: "*.svg or *.pdf", path: path.to_owned() }) }
}

/// Writes a plot in the format of the path's extension. The file says by which command it was made.
pub(super) fn write_plot(path: &Path, title: &str, svg: Result<String, PlotError>) -> Result<(), CliError> {
    check_plot(path)?;
    let Some(format) = PlotFormat::of(path) else { return Ok(()) };
    let given: Vec<String> = std::env::args().skip(1).collect();
    let description = format!("Made by skinscope {PROGRAM_VERSION}: skinscope {}", given.join(" "));
    write_output(path, &format.bytes(&svg?, PlotText { title, description: &description })?)
}
