use super::FileError;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is written in steps and appears complete: it grows in a neighboring file, which is then renamed. If it
/// is dropped before that, no file remains.
#[derive(Debug)]
pub struct PartFile {
    /// The open file. `None` when closed.
    file: Option<File>,
    part: PathBuf,
    path: PathBuf,
    named: bool,
}

impl PartFile {
    /// Begins a file. A symlink stays, and the file it points to is replaced.
    ///
    /// # Errors
    /// [`FileError::Write`] if the folder cannot be written.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let failed = |cause| FileError::Write { cause, path: path.to_owned() };
        let linked = path.canonicalize().ok().filter(|_| path.is_symlink());
        let target = linked.as_deref().unwrap_or(path);
        let name = target.file_name().ok_or_else(|| failed(std::io::ErrorKind::InvalidInput.into()))?;
        if target.is_dir() {
            return Err(failed(std::io::ErrorKind::IsADirectory.into()));
        }
        let mut neighbor = name.to_owned();
        neighbor.push(format!(".{}.part", std::process::id()));
        let part = target.with_file_name(neighbor);
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&part).map_err(failed)?;
        Ok(Self { file: Some(file), part, path: target.to_owned(), named: false })
    }

    /// Closes the file and keeps it under its temporary name until [`Self::finish`].
    pub fn close(&mut self) {
        self.file = None;
    }

    /// Like [`Self::finish`], once the bytes are on the disk: a power failure leaves the old file or the new one.
    /// Slower, for data that cannot be made again.
    ///
    /// # Errors
    /// [`FileError::Write`] if it cannot be written or renamed.
    pub fn finish_on_disk(self) -> Result<(), FileError> {
        if let Some(file) = &self.file {
            file.sync_all().map_err(|cause| FileError::Write { cause, path: self.path.clone() })?;
        }
        let folder = self.path.parent().map(Path::to_owned);
        self.finish()?;
        // The name is synchronized, too. Not every system can do this, and the file is complete in any case.
        if let Some(Ok(folder)) = folder.filter(|folder| *folder != Path::new("")).map(File::open) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// [`FileError::Write`] if it cannot be renamed.
    pub fn finish(mut self) -> Result<(), FileError> {
        self.close();
        let renamed = std::fs::rename(&self.part, &self.path);
        self.named = renamed.is_ok();
        renamed.map_err(|cause| FileError::Write { cause, path: self.path.clone() })
    }

    fn open(&mut self) -> std::io::Result<&mut File> {
        self.file.as_mut().ok_or_else(|| std::io::ErrorKind::BrokenPipe.into())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.named {
            self.close();
            // If it cannot be removed, there is no one to report it to.
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.open()?.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.open()?.flush()
    }
}

impl Seek for PartFile {
    fn seek(&mut self, position: SeekFrom) -> std::io::Result<u64> {
        self.open()?.seek(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skinscope part {name} {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = folder("whole");
        let path = folder.join("out.bin");
        std::fs::write(&path, "old").unwrap();
        let count = || std::fs::read_dir(&folder).unwrap().count();
        let mut dropped = PartFile::create(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        assert_eq!(count(), 2);
        drop(dropped);
        assert_eq!((count(), std::fs::read(&path).unwrap()), (1, b"old".to_vec()));
        let mut file = PartFile::create(&path).unwrap();
        file.write_all(b"....whole").unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        file.write_all(b"the ").unwrap();
        file.finish().unwrap();
        assert_eq!((count(), std::fs::read(&path).unwrap()), (1, b"the whole".to_vec()));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_is_refused() {
        let folder = folder("refused");
        let error = PartFile::create(&folder).unwrap_err().to_string();
        assert!(error.contains("this is a folder"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
