use super::FileError;
use std::fs::File;

/// A file without a name in the system's temporary folder, for data that must be complete before they are passed on.
/// The system removes it when it is closed, however the program ends.
///
/// # Errors
/// [`FileError::Write`] if the folder cannot be written.
pub fn temporary_file() -> Result<File, FileError> {
    tempfile::tempfile().map_err(|cause| FileError::Write { cause, path: std::env::temp_dir() })
}
