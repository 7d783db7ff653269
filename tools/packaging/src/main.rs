//! Writes what a package of skinscope holds besides the program, as a tree below a folder.

use clap::Parser;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Writes manual pages, completions and icons of skinscope, in the tree of a package.
#[derive(Debug, Parser)]
#[command(name = "packaging")]
struct Arguments {
    /// The package's `usr/share`; made if it is not there
    folder: PathBuf,
}

fn main() -> ExitCode {
    match skinscope_packaging::write_share(&Arguments::parse().folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If this fails, there is no one to report it to.
            let _ = writeln!(std::io::stderr(), "packaging: {error}");
            ExitCode::FAILURE
        }
    }
}
