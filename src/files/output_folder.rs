use super::{FileError, write_file};
use std::path::{Path, PathBuf};

/// A folder that a command fills with files that belong together.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    path: PathBuf,
}

impl OutputFolder {
    /// Creates the folder, or takes one that is empty or was filled before: then it holds the file `mark`, and its folders of
    /// these names are removed. A folder that is not completely filled holds an empty mark.
    ///
    /// # Errors
    /// If the folder holds something else, cannot be read or cannot be created.
    pub fn create(path: &Path, mark: &str, folders: &[&str]) -> Result<Self, FileError> {
        if path.exists() && !path.join(mark).is_file() {
            let unreadable = |cause| FileError::ReadFolder { cause, path: path.to_owned() };
            if std::fs::read_dir(path).map_err(unreadable)?.next().is_some() {
                return Err(FileError::FolderInUse { path: path.to_owned() });
            }
        }
        std::fs::create_dir_all(path).map_err(|cause| FileError::Write { cause, path: path.to_owned() })?;
        for old in folders.iter().map(|name| path.join(name)).filter(|old| old.is_dir()) {
            std::fs::remove_dir_all(&old).map_err(|cause| FileError::Write { cause, path: old })?;
        }
        let folder = Self { path: path.to_owned() };
        folder.write(mark, b"")?;
        Ok(folder)
    }

    /// Writes a file of the folder. Its name is relative to it, with `/` between folders, which are created.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|cause| FileError::Write { cause, path: parent.to_owned() })?;
        }
        write_file(&path, bytes)
    }
}
