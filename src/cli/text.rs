use super::{CliError, OpenedModel, PosedModel};
pub use crate::style::grouped;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Prints to standard output. A reader that went away (`| head`) is no failure.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(cause) if cause.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

/// Tells what was repaired in a file.
pub(super) fn print_warnings(opened: &OpenedModel) {
    warn(&opened.asset.warnings);
}

/// Tells what of a pose is probably a mistake.
pub(super) fn print_pose_warnings(posed: &PosedModel) {
    warn(&posed.warnings);
}

pub(super) fn warn<W: std::fmt::Display>(warnings: &[W]) {
    warnings.iter().for_each(|warning| tell(&format!("warning: {warning}")));
}

/// A line on stderr. Where it is closed there is nobody to tell.
pub(super) fn tell(line: &str) {
    let _ = std::io::stderr().lock().write_all(format!("{line}\n").as_bytes());
}

/// Writes a whole file or leaves what was there: to a neighbor first, then renamed into place.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let failed = |cause| CliError::Write { cause, path: path.to_owned() };
    let name = path.file_name().ok_or_else(|| failed(std::io::ErrorKind::InvalidInput.into()))?;
    // Devices such as /dev/stdout cannot be renamed over.
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return std::fs::write(path, bytes).map_err(failed);
    }
    let mut neighbor = name.to_owned();
    neighbor.push(format!(".{}.part", std::process::id()));
    let neighbor: PathBuf = path.with_file_name(neighbor);
    std::fs::write(&neighbor, bytes)
        .and_then(|()| std::fs::rename(&neighbor, path))
        .inspect_err(|_| drop(std::fs::remove_file(&neighbor)))
        .map_err(failed)
}

/// `1 joint`, `1,200 joints`.
pub(super) fn counted(count: usize, singular: &str, plural: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { singular } else { plural })
}

/// What went wrong with a file, in words and without the system's numbers.
pub(super) fn plainly(cause: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match cause.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "permission was denied".to_owned(),
        ErrorKind::IsADirectory => "this is a folder; name a file".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => cause.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals() {
        assert_eq!(counted(1, "vertex", "vertices"), "1 vertex");
        assert_eq!(counted(12597, "vertex", "vertices"), "12,597 vertices");
    }
}
