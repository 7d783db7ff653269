//! Plots as files.

use super::CliError;
use super::output::write_output;
use super::png_file::command_of_run;
use super::provenance::PROGRAM_VERSION;
use crate::plots::{PlotError, PlotFormat, PlotText};
use std::path::Path;

/// Output name in the command of a plot. It is the same for every file name, as in pictures.
const OUTPUT: &str = "plot.svg";

/// Whether a path is a plot's.
pub(super) fn is_plot(path: &Path) -> bool {
    PlotFormat::of(path).is_some()
}

/// # Errors
/// If the path has an extension that is not a plot's.
pub(super) fn check_plot(path: &Path) -> Result<(), CliError> {
    format_of(path).map(|_| ())
}

fn format_of(path: &Path) -> Result<PlotFormat, CliError> {
    let wrong = || CliError::OutputFormat { wanted: "*.svg or *.pdf", path: path.to_owned() };
    let format = PlotFormat::of(path).ok_or_else(wrong)?;
    if format == PlotFormat::Pdf {
        check_pdf()?;
    }
    Ok(format)
}

/// # Errors
/// If this program was built without PDF.
pub(super) fn check_pdf() -> Result<(), CliError> {
    if cfg!(feature = "pdf") { Ok(()) } else { Err(CliError::WithoutFeature { feature: "pdf", format: "pdf" }) }
}

/// Writes a plot in the format of the path's extension. SVG names the command that made it.
pub(super) fn write_plot(path: &Path, title: &str, svg: Result<String, PlotError>) -> Result<(), CliError> {
    let format = format_of(path)?;
    let description = format!("Made by skinscope {PROGRAM_VERSION}: {}", command_of_run(OUTPUT));
    write_output(path, &format.bytes(&svg?, PlotText { title, description: &description })?)
}
