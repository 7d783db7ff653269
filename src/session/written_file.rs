//! The text files of talks and sessions, which people and other programs write too.

use crate::files::{FileError, read_text};
use std::path::Path;

/// Limit of a file's size. A talk is text that people write, and a session is a talk of one scene; larger files are
/// mistakes.
const LARGEST_BYTES: u64 = 16 << 20;

/// Reads a file. `what` names its kind in messages.
///
/// # Errors
/// If it cannot be read, is too large, or is not UTF-8.
pub(super) fn read_written(path: &Path, what: &'static str) -> Result<String, FileError> {
    read_text(path, what, LARGEST_BYTES)
}

/// Whether a file differs from the text that was last read from it or written to it. A file that cannot be read counts
/// as changed; a file that is gone does not, since it can be written again.
pub(super) fn is_changed_since(path: &Path, text: &str) -> bool {
    read_written(path, "file").map_or_else(|_| path.exists(), |now| now != text)
}

/// The folder that relative paths in the file refer to.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_changed_if_it_says_something_else_and_not_if_it_is_gone() {
        let path = std::env::temp_dir().join(format!("skinscope-written-{}.toml", std::process::id()));
        std::fs::write(&path, "mine").unwrap();
        assert!(!is_changed_since(&path, "mine") && is_changed_since(&path, "yours"));
        std::fs::write(&path, [0xff]).unwrap();
        assert!(is_changed_since(&path, "mine"), "not text");
        std::fs::remove_file(&path).unwrap();
        assert!(!is_changed_since(&path, "mine"));
        std::fs::create_dir(&path).unwrap();
        assert!(is_changed_since(&path, "mine"), "a folder of that name");
        std::fs::remove_dir(&path).unwrap();
    }
}
