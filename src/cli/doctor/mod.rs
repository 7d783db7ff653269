//! `skinscope doctor`: what this machine offers the program, whether it works, and remedies where it does not.

mod checks;
pub(super) mod report;
mod text;

use super::CliError;
use super::document::JsonDocument;
use super::text::print;
use clap::Args;
use report::DoctorReport;

#[derive(Debug, Args)]
#[command(after_help = super::examples::DOCTOR)]
pub struct DoctorArguments {
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &DoctorArguments) -> Result<(), CliError> {
    let report = DoctorReport::of_this_machine();
    if arguments.json {
        print(&JsonDocument::new((), &report, &[]).pretty()?)?;
    } else {
        print(&text::text(&report))?;
    }
    match report.failed() {
        0 => Ok(()),
        failed => Err(CliError::Unwell { failed }),
    }
}
