use super::FileError;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Whether a path is written in place rather than replaced: pipes and devices, and files opened under a name such as
/// /dev/fd/3.
pub fn is_device(path: &Path) -> bool {
    let is_special = |metadata: std::fs::Metadata| !metadata.is_file() && !metadata.is_dir();
    // Not all of /dev, because /dev/shm holds regular files.
    let names = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    let is_open_file = names.iter().any(|name| path.starts_with(name)) && path.is_file();
    is_open_file || std::fs::metadata(path).is_ok_and(is_special)
}

/// Writes a whole file or leaves the old one: first to a neighboring file, which is then renamed. Writes directly to
/// anything that is not a regular file, such as a pipe.
///
/// # Errors
/// [`FileError::Write`] if the file or its folder cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let failed = |cause| FileError::Write { cause, path: path.to_owned() };
    if is_device(path) {
        let device = std::fs::OpenOptions::new().append(true).open(path);
        return device.and_then(|mut device| device.write_all(bytes)).map_err(failed);
    }
    // A symlink stays, and the file it points to is replaced.
    let linked = path.canonicalize().ok().filter(|_| path.is_symlink());
    let path = linked.as_deref().unwrap_or(path);
    let name = path.file_name().ok_or_else(|| failed(std::io::ErrorKind::InvalidInput.into()))?;
    let mut neighbor = name.to_owned();
    neighbor.push(format!(".{}.part", std::process::id()));
    let neighbor: PathBuf = path.with_file_name(neighbor);
    std::fs::write(&neighbor, bytes)
        .and_then(|()| std::fs::rename(&neighbor, path))
        .inspect_err(|_| drop(std::fs::remove_file(&neighbor)))
        .map_err(failed)
}
