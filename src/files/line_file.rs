use super::{FileError, write_file};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A text file that grows line by line. Each line is written at once, so that a killed program leaves whole lines and at
/// most a part of one at the end, which [`read_lines`](super::read_lines) tells apart.
#[derive(Debug)]
pub struct LineFile {
    file: File,
    path: PathBuf,
}

impl LineFile {
    /// Starts with these lines in place of a file that is there.
    ///
    /// # Errors
    /// [`FileError::Write`] if it cannot be written.
    pub fn create(path: &Path, lines: &str) -> Result<Self, FileError> {
        write_file(path, lines.as_bytes())?;
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|cause| FileError::Write { cause, path: path.to_owned() })?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Adds a line, which brings its end along.
    ///
    /// # Errors
    /// [`FileError::Write`] if it cannot be written.
    pub fn add(&mut self, line: &str) -> Result<(), FileError> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|cause| FileError::Write { cause, path: self.path.clone() })
    }
}
