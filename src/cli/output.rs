//! The destination of a command's data, which is a file, a device or standard output, and of its messages.

use super::CliError;
use crate::files::{is_device, write_file};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Names of standard output. These are never opened as files, because opening would truncate a redirected file.
const STDOUT_NAMES: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether `-o` names standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    STDOUT_NAMES.iter().any(|name| path == Path::new(name))
}

/// Checks the extension of an output path for a command that writes one format, such as "png". A path without an
/// extension also passes.
///
/// # Errors
/// If the path has another extension.
pub(super) fn check_ending(path: &Path, ending: &str, wanted: &'static str) -> Result<(), CliError> {
    let fits = path.extension().is_some_and(|given| given.eq_ignore_ascii_case(ending));
    if fits || is_stdout(path) || is_device(path) {
        Ok(())
    } else {
        Err(CliError::OutputFormat { wanted, path: path.to_owned() })
    }
}

/// Writes to standard output. A closed pipe (`| head`) is not an error.
pub(super) fn write_stdout(bytes: &[u8]) -> Result<(), CliError> {
    let mut stdout = std::io::stdout().lock();
    let is_binary = bytes.contains(&0);
    if is_binary && stdout.is_terminal() {
        return Err(CliError::BinaryToTerminal);
    }
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(cause) if cause.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

/// Writes a command's output to standard output, or to a file like [`write_file`].
pub(super) fn write_output(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    if is_stdout(path) { write_stdout(bytes) } else { Ok(write_file(path, bytes)?) }
}

/// Destination of a command's report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Messages {
    Stdout,
    /// Standard output carries the data.
    Stderr,
}

impl Messages {
    /// Report destination of a command that writes to `output`, if any.
    pub fn beside(output: Option<&Path>) -> Self {
        if output.is_some_and(is_stdout) { Self::Stderr } else { Self::Stdout }
    }

    pub fn print(self, text: &str) -> Result<(), CliError> {
        match self {
            Self::Stdout => super::text::print(text),
            Self::Stderr => {
                // If stderr is closed, the text is lost.
                let _ = std::io::stderr().lock().write_all(text.as_bytes());
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_checked_where_there_are_any() {
        let check = |path: &str| check_ending(Path::new(path), "png", "*.png");
        for fits in ["a.png", "a.PNG", "-", "/dev/stdout"] {
            assert!(check(fits).is_ok(), "{fits}");
        }
        for wrong in ["a.jpg", "png", "", "./-", "/"] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
        assert_eq!(check("/dev/null").is_ok(), cfg!(unix));
        assert_eq!(Messages::beside(Some(Path::new("-"))), Messages::Stderr);
        assert_eq!(Messages::beside(Some(Path::new("a.npy"))), Messages::Stdout);
    }
}
