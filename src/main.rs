//! The thin binary: reads the arguments, runs a command or the viewer, and prints any error once.

use skinscope::cli::{self, Arguments};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    start_log();
    skinscope::work::keep_freed_memory();
    let arguments = Arguments::from_command_line();
    let result = match cli::execute(arguments) {
        Ok(None) => Ok(()),
        Ok(Some(start)) => skinscope::viewer::run(*start).map_err(|error| (error.to_string(), 1)),
        Err(error) => Err((error.to_string(), error.exit_status())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err((message, status)) => {
            // Errors are printed only here.
            tell(&format!("error: {message}"));
            ExitCode::from(status)
        }
    }
}

/// Logs to stderr as configured by SKINSCOPE_LOG, in color only on a terminal.
fn start_log() {
    let given = std::env::var("SKINSCOPE_LOG").ok();
    let asked = EnvFilter::try_new(cli::log_filter(given.as_deref()));
    let refused = asked.as_ref().err().map(ToString::to_string);
    let filter = asked.unwrap_or_else(|_| EnvFilter::new(cli::log_filter(None)));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // On a terminal, the log itself decides about colors, because it honors NO_COLOR.
    if std::io::stderr().is_terminal() {
        log.init();
    } else {
        log.with_ansi(false).init();
    }
    if let Some(why) = refused {
        tell(&format!("warning: SKINSCOPE_LOG is not understood and not used; write a level such as debug: {why}"));
    }
}

/// Prints a line to stderr. Ignores a closed stderr.
fn tell(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
