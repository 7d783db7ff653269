//! The thin binary: reads the arguments, runs a command or the viewer, prints one error once.

use skinscope::cli::{self, Arguments};
use std::process::ExitCode;

fn main() -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_env("SKINSCOPE_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("off,skinscope=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let arguments = Arguments::from_command_line();
    let result = match arguments.command {
        Some(command) => cli::execute(command).map_err(|error| error.to_string()),
        None => skinscope::app::run(&arguments.viewer).map_err(|error| error.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // The one place that prints an error; where stderr is closed there is nobody to tell.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("error: {message}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}
