use super::{CliError, OpenedModel, PosedModel};
pub use crate::style::grouped;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Prints to standard output. A reader that went away (`| head`) is no failure.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    super::output::write_stdout(text.as_bytes())
}

/// Prints one JSON object.
pub(super) fn print_json(report: &impl serde::Serialize) -> Result<(), CliError> {
    print(&json(report)?)
}

/// One JSON object for people to read, with a line break at its end.
pub(super) fn json(report: &impl serde::Serialize) -> Result<String, CliError> {
    Ok(serde_json::to_string_pretty(report).map_err(std::io::Error::from)? + "\n")
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

/// Writes a whole file or leaves what was there: to a neighbor first, then renamed into place. What is no file, such as a
/// pipe, is written to.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let failed = |cause| CliError::Write { cause, path: path.to_owned() };
    if super::output::is_device(path) {
        let device = std::fs::OpenOptions::new().append(true).open(path);
        return device.and_then(|mut device| device.write_all(bytes)).map_err(failed);
    }
    // A link stays one, and its file is replaced.
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
