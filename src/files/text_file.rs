use super::FileError;
use std::io::Read;
use std::path::Path;

/// Reads a text that people write, up to a size limit. `what` names the kind of file for messages.
///
/// # Errors
/// If the file cannot be read, is larger, or is not UTF-8.
pub fn read_text(path: &Path, what: &'static str, most_bytes: u64) -> Result<String, FileError> {
    let failed = |cause| FileError::ReadText { what, cause, path: path.to_owned() };
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    file.take(most_bytes + 1).read_to_string(&mut text).map_err(failed)?;
    if text.len() as u64 > most_bytes {
        return Err(failed(std::io::ErrorKind::FileTooLarge.into()));
    }
    Ok(text)
}
