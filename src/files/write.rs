use super::{FileError, PartFile};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Whether two paths lead to one file. A path that does not exist leads to none.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    matches!([a, b].map(|path| path.canonicalize().ok()), [Some(a), Some(b)] if a == b)
}

/// Whether a path is written in place rather than replaced: pipes and devices, and files opened under a name such as
/// /dev/fd/3.
pub fn is_device(path: &Path) -> bool {
    let is_special = |metadata: std::fs::Metadata| !metadata.is_file() && !metadata.is_dir();
    // Not all of /dev, because /dev/shm holds regular files.
    let names = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    let is_open_file = names.iter().any(|name| path.starts_with(name)) && path.is_file();
    is_open_file || std::fs::metadata(path).is_ok_and(is_special)
}

/// Writes a file completely or leaves the old one: first to a neighboring file, which is then renamed. Writes directly
/// to anything that is not a regular file, such as a pipe.
///
/// # Errors
/// [`FileError::Write`] if the file or its folder cannot be written.
#[tracing::instrument(level = "debug", skip_all)]
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    if is_device(path) {
        let written = open_device(path)?.write_all(bytes);
        return written.map_err(|cause| FileError::Write { cause, path: path.to_owned() });
    }
    part_file_of(path, bytes)?.finish_on_disk()
}

/// Like [`write_file`], for data that can be made again: faster, but a power failure may leave an empty file.
///
/// # Errors
/// The same as [`write_file`].
pub(super) fn write_cache(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    part_file_of(path, bytes)?.finish()
}

fn part_file_of(path: &Path, bytes: &[u8]) -> Result<PartFile, FileError> {
    let mut file = PartFile::create(path)?;
    file.write_all(bytes).map_err(|cause| FileError::Write { cause, path: path.to_owned() })?;
    Ok(file)
}

/// Opens a file that is not a regular one, such as a pipe, for writing.
///
/// # Errors
/// [`FileError::Write`] if it cannot be opened.
pub fn open_device(path: &Path) -> Result<File, FileError> {
    let opened = File::options().append(true).open(path);
    opened.map_err(|cause| FileError::Write { cause, path: path.to_owned() })
}

/// A file without a name in the system's temporary folder, for data that must be complete before they are passed on.
/// The system removes it when it is closed, however the program ends.
///
/// # Errors
/// [`FileError::Write`] if the folder cannot be written.
pub fn temporary_file() -> Result<File, FileError> {
    tempfile::tempfile().map_err(|cause| FileError::Write { cause, path: std::env::temp_dir() })
}
