//! The thin binary: reads the arguments, runs a command or the viewer, and prints any error once.

use skinscope::cli::{self, Arguments, ExitStatus};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

fn main() -> ExitCode {
    let arguments = Arguments::from_command_line();
    let log_file = cli::log_of_window(&arguments);
    let log_path = log_file.as_ref().map(|log| log.path().to_owned());
    start_log(log_file.map(Mutex::new));
    skinscope::work::keep_freed_memory();
    let result = match cli::execute(arguments) {
        Ok(None) => Ok(()),
        Ok(Some(start)) => {
            skinscope::viewer::run(*start, log_path).map_err(|error| (error.to_string(), ExitStatus::Failed))
        }
        Err(error) => Err((cli::line_of(&error), error.exit_status())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err((message, status)) => {
            // Errors are printed only here.
            tell(&format!("error: {message}"));
            ExitCode::from(status.code())
        }
    }
}

/// Logs to stderr as configured by SKINSCOPE_LOG, in color only on a terminal, and to the window's log file.
fn start_log(file: Option<Mutex<impl Write + Send + 'static>>) {
    let given = std::env::var("SKINSCOPE_LOG").ok();
    let asked = EnvFilter::try_new(cli::log_filter(given.as_deref()));
    let refused = asked.as_ref().err().map(ToString::to_string);
    let filter = asked.unwrap_or_else(|_| EnvFilter::new(cli::log_filter(None)));
    // When a span ends, its duration is logged.
    let log = fmt::layer().with_writer(std::io::stderr).with_span_events(FmtSpan::CLOSE);
    // On a terminal, the log itself decides about colors, because it honors NO_COLOR.
    let log = if std::io::stderr().is_terminal() { log } else { log.with_ansi(false) };
    let to_file = |file| {
        let log = fmt::layer().with_writer(file).with_ansi(false);
        log.with_filter(EnvFilter::new(cli::FILE_LOG_FILTER))
    };
    registry().with(log.with_filter(filter)).with(file.map(to_file)).init();
    if let Some(why) = refused {
        tell(&format!("warning: SKINSCOPE_LOG is not understood and not used; write a level such as debug: {why}"));
    }
}

/// Prints a line to stderr. Ignores a closed stderr.
fn tell(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
