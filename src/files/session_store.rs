use super::{FileError, write_file};
use std::io::Read;
use std::path::{Path, PathBuf};

/// File with the session that the next start restores. The session defines its contents.
#[derive(Clone, Debug)]
pub struct SessionStore {
    /// Folder of the file. `None` if nothing is stored.
    folder: Option<PathBuf>,
}

const NAME: &str = "session.json";

/// Most bytes that are read. A session with the poses of eight models of a thousand joints is smaller.
const MOST_BYTES: u64 = 16 << 20;

impl SessionStore {
    /// A store in the system's folder for settings, or in the folder that SKINSCOPE_SESSION names.
    pub fn of_user() -> Self {
        Self { folder: Self::named_folder().or_else(|| dirs::config_dir().map(|folder| folder.join("skinscope"))) }
    }

    /// The folder that SKINSCOPE_SESSION names.
    pub(super) fn named_folder() -> Option<PathBuf> {
        std::env::var_os("SKINSCOPE_SESSION").filter(|name| !name.is_empty()).map(PathBuf::from)
    }

    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()) }
    }

    /// Folder of the file, whether it exists yet or not.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Path of the file, whether it exists yet or not.
    pub fn file(&self) -> Option<PathBuf> {
        self.path().ok()
    }

    /// A store that saves nothing.
    pub fn none() -> Self {
        Self { folder: None }
    }

    /// The bytes of the file. `None` if there is no file yet.
    ///
    /// # Errors
    /// [`FileError::ReadSession`] if it exists and cannot be read.
    pub fn read(&self) -> Result<Option<Vec<u8>>, FileError> {
        let Ok(path) = self.path() else { return Ok(None) };
        let failed = |cause| FileError::ReadSession { cause, path: path.clone() };
        let file = match std::fs::File::open(&path) {
            Ok(file) => file,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(failed(cause)),
        };
        let mut bytes = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
        Ok(Some(bytes))
    }

    /// Replaces the file. Other programs never see a partial file.
    ///
    /// # Errors
    /// [`FileError::NoSessionFolder`] or [`FileError::Write`].
    pub fn write(&self, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path()?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|cause| FileError::Write { cause, path: folder.to_owned() })?;
        }
        write_file(&path, bytes)
    }

    /// Renames the file, so that its contents are kept, and returns its new path. `why` becomes part of the name.
    ///
    /// # Errors
    /// [`FileError::SetSessionAside`] if it cannot be renamed.
    pub fn set_aside(&self, why: &str) -> Result<PathBuf, FileError> {
        let path = self.path()?;
        let name = |number: u32| match number {
            1 => format!("session.{why}.json"),
            number => format!("session.{why}-{number}.json"),
        };
        let free = (1..).map(|number| path.with_file_name(name(number))).find(|path| !path.exists());
        let aside = free.unwrap_or_else(|| path.with_file_name(name(1)));
        match std::fs::rename(&path, &aside) {
            Ok(()) => Ok(aside),
            Err(cause) => Err(FileError::SetSessionAside { cause, path }),
        }
    }

    fn path(&self) -> Result<PathBuf, FileError> {
        self.folder.as_ref().map(|folder| folder.join(NAME)).ok_or(FileError::NoSessionFolder)
    }
}
