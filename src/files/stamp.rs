use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What the system says about a file without reading it. Another stamp means that the file may have changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStamp {
    /// `None` if the file is missing or out of reach.
    size_and_time: Option<(u64, Option<SystemTime>)>,
    /// A file that was replaced by a rename has another one, even if size and time are equal. 0 where there is none.
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

/// A file that was read, or should have been, with its stamp from before that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StampedFile {
    pub path: PathBuf,
    pub stamp: FileStamp,
}

impl StampedFile {
    /// The file as it is now. Taken before reading, it shows changes during the reading too.
    pub fn now(path: &Path) -> Self {
        Self { path: path.to_owned(), stamp: FileStamp::of(path) }
    }
}
