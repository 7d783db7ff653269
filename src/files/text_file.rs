use super::FileError;
use std::io::Read;
use std::path::Path;

/// Reads a text that people write, up to a size limit. `what` names the kind of file for messages.
///
/// # Errors
/// If the file cannot be read, is larger, or is not UTF-8.
pub fn read_text(path: &Path, what: &'static str, most_bytes: u64) -> Result<String, FileError> {
    text_of(read_bytes(path, what, most_bytes)?, path, what)
}

/// Reads a text that grows by whole lines, like [`read_text`]: the lines that have an end, and the bytes after the last
/// of them. Whoever wrote those was killed, perhaps in the middle of a letter.
///
/// # Errors
/// The same as [`read_text`].
pub fn read_lines(path: &Path, what: &'static str, most_bytes: u64) -> Result<(String, Vec<u8>), FileError> {
    let mut bytes = read_bytes(path, what, most_bytes)?;
    let rest = bytes.split_off(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
    Ok((text_of(bytes, path, what)?, rest))
}

fn read_bytes(path: &Path, what: &'static str, most_bytes: u64) -> Result<Vec<u8>, FileError> {
    let failed = |cause| FileError::ReadText { what, cause, path: path.to_owned() };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    file.take(most_bytes + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most_bytes {
        return Err(failed(std::io::ErrorKind::FileTooLarge.into()));
    }
    Ok(bytes)
}

fn text_of(bytes: Vec<u8>, path: &Path, what: &'static str) -> Result<String, FileError> {
    let not_utf8 = |_| std::io::Error::new(std::io::ErrorKind::InvalidData, "stream did not contain valid UTF-8");
    String::from_utf8(bytes).map_err(not_utf8).map_err(|cause| FileError::ReadText {
        what,
        cause,
        path: path.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_comes_apart() {
        let path = std::env::temp_dir().join(format!("skinscope-lines-{}", std::process::id()));
        // The first byte of a letter of two.
        for (lines, rest) in [("a\nb\n", &b""[..]), ("a\n", b"\xc3"), ("", b"a"), ("", b"")] {
            std::fs::write(&path, [lines.as_bytes(), rest].concat()).unwrap();
            assert_eq!(read_lines(&path, "results", 99).unwrap(), (lines.to_owned(), rest.to_vec()));
        }
        std::fs::write(&path, b"a\n\xc3\n").unwrap();
        let error = read_lines(&path, "results", 99).unwrap_err().to_string();
        assert!(error.contains("cannot read the results") && error.contains("UTF-8"), "{error}");
        assert!(read_lines(&path, "results", 2).is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
