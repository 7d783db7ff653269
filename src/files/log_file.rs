use super::SessionStore;
use super::log_line::without_folders;
use std::fs::{File, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const NAME: &str = "skinscope.log";
/// Name of the file with the entries from before the current file.
const OLDER_NAME: &str = "skinscope.1.log";

/// Size at which a file is full and becomes the older one.
const MOST_BYTES: u64 = 1 << 20;

/// The log of the window's last runs, for a report of a problem. It names files without their folders.
///
/// If it cannot be written, it stays silent, and only the log is lost.
#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    file: Option<File>,
    bytes: u64,
    most_bytes: u64,
    home: Option<PathBuf>,
}

/// Path of the log, and the time of its last entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogSummary {
    pub path: PathBuf,
    /// Time of the last entry. `None` if there is no log yet.
    pub written: Option<SystemTime>,
    pub bytes: u64,
}

impl LogFile {
    /// Opens the user's log, and appends to it. `None` if the system names no folder for it, or it cannot be written.
    pub fn of_user() -> Option<Self> {
        Self::open(&Self::path_of_user()?, MOST_BYTES).ok()
    }

    /// Path of the user's log: in the system's folder for state data, or next to a session that is kept elsewhere.
    pub fn path_of_user() -> Option<PathBuf> {
        let own = || dirs::state_dir().or_else(dirs::data_local_dir).map(|folder| folder.join("skinscope"));
        SessionStore::named_folder().or_else(own).map(|folder| folder.join(NAME))
    }

    /// Summary of the user's log.
    pub fn summary() -> Option<LogSummary> {
        let path = Self::path_of_user()?;
        let metadata = std::fs::metadata(&path).ok();
        let written = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
        Some(LogSummary { path, written, bytes: metadata.as_ref().map_or(0, Metadata::len) })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn open(path: &Path, most_bytes: u64) -> std::io::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = append_to(path)?;
        let bytes = file.metadata()?.len();
        Ok(Self { path: path.to_owned(), file: Some(file), bytes, most_bytes, home: dirs::home_dir() })
    }

    /// Begins a new file. The full file replaces the older one.
    fn rotate(&mut self) {
        self.file = None;
        // If it cannot be renamed, it is emptied: the log stays bounded.
        if std::fs::rename(&self.path, self.path.with_file_name(OLDER_NAME)).is_err() {
            let _ = std::fs::remove_file(&self.path);
        }
        self.file = append_to(&self.path).ok();
        self.bytes = 0;
    }
}

fn append_to(path: &Path) -> std::io::Result<File> {
    File::options().create(true).append(true).open(path)
}

impl Write for LogFile {
    /// Takes whole lines.
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let lines: String =
            text.split_inclusive('\n').map(|line| without_folders(line, self.home.as_deref())).collect();
        if self.bytes > 0 && self.bytes + lines.len() as u64 > self.most_bytes {
            self.rotate();
        }
        if let Some(file) = &mut self.file
            && file.write_all(lines.as_bytes()).is_ok()
        {
            self.bytes += lines.len() as u64;
        }
        // A full disk must not fill stderr with complaints about the log.
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_files_of_bounded_size_hold_the_last_lines() {
        let folder = std::env::temp_dir().join(format!("skinscope-log-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let path = folder.join("deep").join(NAME);
        for run in 0..3 {
            let mut log = LogFile::open(&path, 100).unwrap();
            for line in 0..4 {
                log.write_all(format!("run {run}, line {line}: twenty-eight\n").as_bytes()).unwrap();
            }
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let older = std::fs::read_to_string(path.with_file_name(OLDER_NAME)).unwrap();
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 2);
        assert!(text.len() <= 100 && older.len() <= 100, "{older}{text}");
        assert!(text.ends_with("run 2, line 3: twenty-eight\n"), "{text}");
        let both = older + &text;
        let lines: Vec<&str> = both.lines().collect();
        assert!(
            lines.len() >= 4 && lines.windows(2).all(|pair| pair[0] < pair[1]),
            "in order, without a gap: {lines:?}"
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
