//! `skinscope new-method`: a file to start from.

use crate::cli::output::write_output;
use crate::cli::{CliError, examples};
use crate::files::{FileError, write_file};
use clap::Args;
use std::path::{Path, PathBuf};

/// The sample: dual quaternion skinning with a number, and comments on all that a file can use.
const SAMPLE: &str = include_str!("../../../assets/methods/sample.wgsl");

#[derive(Debug, Args)]
#[command(after_help = examples::NEW_METHOD)]
pub struct NewMethodArguments {
    /// File to write (.wgsl), or - for standard output. A file that exists is not replaced.
    pub path: PathBuf,
}

pub(in crate::cli) fn run(arguments: &NewMethodArguments) -> Result<(), CliError> {
    let path = &arguments.path;
    if path == Path::new("-") {
        return write_output(path, SAMPLE.as_bytes());
    }
    if path.extension().is_none_or(|ending| ending != "wgsl") {
        return Err(FileError::Ending { wanted: "*.wgsl", path: path.clone() }.into());
    }
    if path.exists() {
        return Err(CliError::MethodExists { path: path.clone() });
    }
    write_file(path, SAMPLE.as_bytes())?;
    Ok(())
}
