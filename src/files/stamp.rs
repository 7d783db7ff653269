use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Data about a file that the system gives without reading it. A different stamp means that the file may have changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStamp {
    /// Size and time of the last change. `None` if the file is missing or inaccessible.
    size_and_time: Option<(u64, Option<SystemTime>)>,
    /// Index of the file. A file that was replaced by a rename has another one, even if size and time are equal. 0
    /// where there is none.
    index: u64,
}

impl FileStamp {
    pub fn of(path: &Path) -> Self {
        let Some(metadata) = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file) else {
            return Self::default();
        };
        #[cfg(unix)]
        let index = std::os::unix::fs::MetadataExt::ino(&metadata);
        #[cfg(not(unix))]
        let index = 0;
        Self { size_and_time: Some((metadata.len(), metadata.modified().ok())), index }
    }

    /// Whether there is a file.
    pub fn exists(&self) -> bool {
        self.size_and_time.is_some()
    }
}

/// A file that was read or found missing, with its stamp from before that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StampedFile {
    pub path: PathBuf,
    pub stamp: FileStamp,
}

impl StampedFile {
    /// Current stamp of the file. Taken before reading, it also reveals changes during the reading.
    pub fn now(path: &Path) -> Self {
        Self { path: path.to_owned(), stamp: FileStamp::of(path) }
    }
}
