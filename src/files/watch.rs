use super::{FileStamp, StampedFile};
use crate::work::Wake;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Looks at the stamps of a few files twice a second, on a thread of its own, and reports when they have changed and
/// come to rest.
///
/// It polls: systems lose sight of a file that an exporter replaces by renaming another one, and report nothing about
/// network drives. A pause is needed anyway, because exporters write slowly and write several files.
pub struct FileWatch {
    shared: Arc<Shared>,
}

/// Interval between looks. A change is reported when two consecutive looks see the same.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Change of the watched files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// All files are present, and at least one has changed or was missing meanwhile.
    Changed,
    /// This file is missing.
    Missing(PathBuf),
}

#[derive(Default)]
struct Shared {
    work: Mutex<Work>,
    changed: Condvar,
}

#[derive(Default)]
struct Work {
    watched: Option<Watched>,
    /// Newest change that was not taken yet.
    change: Option<FileChange>,
    quit: bool,
}

/// The files, and the results of looking at them.
struct Watched {
    known: Vec<StampedFile>,
    /// The stamps of the last look.
    seen: Vec<FileStamp>,
    /// Last report. Repeated only after a different one.
    told: Option<(FileChange, Vec<FileStamp>)>,
}

impl Watched {
    fn new(known: Vec<StampedFile>) -> Self {
        let seen = known.iter().map(|file| file.stamp).collect();
        Self { known, seen, told: None }
    }

    /// Looks at the files. Returns a new change, if any.
    fn look(&mut self, now: Vec<FileStamp>) -> Option<FileChange> {
        let rests = self.seen == now;
        self.seen = now;
        if !rests {
            return None;
        }
        if self.known.iter().zip(&self.seen).all(|(known, now)| known.stamp == *now) {
            // Files that were reported missing and came back unchanged.
            return self.told.take().map(|_| FileChange::Changed);
        }
        // A file that never existed does not count as missing.
        let is_missing = |(known, now): &(&StampedFile, &FileStamp)| known.stamp.exists() && !now.exists();
        let missing = self.known.iter().zip(&self.seen).find(is_missing);
        let change = missing.map_or(FileChange::Changed, |(file, _)| FileChange::Missing(file.path.clone()));
        let news = (change, self.seen.clone());
        if self.told.as_ref() == Some(&news) {
            return None;
        }
        Some(self.told.insert(news).0.clone())
    }
}

impl FileWatch {
    /// Creates a watch of no files. `wake` is called from the watch's thread when there is a change to take.
    pub fn new(wake: Wake) -> Self {
        Self::every(LOOK_EVERY, wake)
    }

    /// Like [`Self::new`] with another interval between looks.
    pub fn every(interval: Duration, wake: Wake) -> Self {
        let shared = Arc::new(Shared::default());
        let of_thread = Arc::clone(&shared);
        // Without a thread, files are not watched, and everything else works.
        let started =
            std::thread::Builder::new().name("file watch".to_owned()).spawn(move || of_thread.run(interval, &*wake));
        if let Err(error) = started {
            tracing::warn!("files are not watched: {error}");
        }
        Self { shared }
    }

    /// Watches these files instead of the previous ones. A change from their stamps is reported, even if it precedes
    /// this call.
    pub fn watch(&self, files: Vec<StampedFile>) {
        let mut work = self.shared.lock();
        work.change = None;
        work.watched = Some(Watched::new(files)).filter(|watched| !watched.known.is_empty());
        self.shared.changed.notify_one();
    }

    /// Change since the last call.
    pub fn take_change(&self) -> Option<FileChange> {
        self.shared.lock().change.take()
    }
}

impl Drop for FileWatch {
    fn drop(&mut self) {
        self.shared.lock().quit = true;
        self.shared.changed.notify_one();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks until it is told to quit. Sleeps while no file is watched.
    fn run(&self, interval: Duration, wake: &(dyn Fn() + Send + Sync)) {
        loop {
            let mut work = self.lock();
            while !work.quit && work.watched.is_none() {
                work = self.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
            }
            if !work.quit {
                let waited = self.changed.wait_timeout(work, interval);
                work = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            if work.quit {
                return;
            }
            let Some(paths) = work.watched.as_ref().map(Watched::paths) else { continue };
            // A drive that answers slowly must not hold up the window.
            drop(work);
            let now: Vec<FileStamp> = paths.iter().map(|path| FileStamp::of(path)).collect();
            let mut work = self.lock();
            let Some(watched) = work.watched.as_mut().filter(|watched| watched.paths() == paths) else { continue };
            if let Some(change) = watched.look(now) {
                work.change = Some(change);
                drop(work);
                wake();
            }
        }
    }
}

impl Watched {
    fn paths(&self) -> Vec<PathBuf> {
        self.known.iter().map(|file| file.path.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skinscope-watch-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn look(watched: &mut Watched) -> Option<FileChange> {
        let now = watched.paths().iter().map(|path| FileStamp::of(path)).collect();
        watched.look(now)
    }

    fn of(paths: &[&Path]) -> Watched {
        Watched::new(paths.iter().map(|path| StampedFile::now(path)).collect())
    }

    #[test]
    fn a_change_is_told_once_it_rests_and_only_once() {
        let folder = folder("rests");
        let path = folder.join("a.glb");
        std::fs::write(&path, "one").unwrap();
        let mut watched = of(&[&path]);
        assert_eq!(look(&mut watched), None);
        std::fs::write(&path, "longer").unwrap();
        assert_eq!(look(&mut watched), None, "it may still grow");
        std::fs::write(&path, "still longer").unwrap();
        assert_eq!(look(&mut watched), None);
        assert_eq!(look(&mut watched), Some(FileChange::Changed));
        assert_eq!(look(&mut watched), None, "told already");
        std::fs::write(&path, "longer again, after it was told").unwrap();
        assert_eq!([look(&mut watched), look(&mut watched)], [None, Some(FileChange::Changed)]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_rename_over_the_file_is_a_change_and_a_missing_file_is_named() {
        let folder = folder("renamed");
        let (path, other) = (folder.join("a.gltf"), folder.join("a.bin"));
        let never = folder.join("never.png");
        std::fs::write(&path, "one").unwrap();
        std::fs::write(&other, "bytes").unwrap();
        let mut watched = of(&[&path, &other, &never]);
        std::fs::write(folder.join("part"), "two").unwrap();
        std::fs::rename(folder.join("part"), &path).unwrap();
        assert_eq!([look(&mut watched), look(&mut watched)], [None, Some(FileChange::Changed)]);
        std::fs::remove_file(&other).unwrap();
        let missing = Some(FileChange::Missing(other.clone()));
        assert_eq!([look(&mut watched), look(&mut watched), look(&mut watched)], [None, missing, None]);
        std::fs::write(&other, "bytes again").unwrap();
        assert_eq!([look(&mut watched), look(&mut watched)], [None, Some(FileChange::Changed)]);
        std::fs::write(&never, "an image that a new file names").unwrap();
        assert_eq!([look(&mut watched), look(&mut watched)], [None, Some(FileChange::Changed)]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_thread_tells_and_ends() {
        let folder = folder("thread");
        let path = folder.join("a.glb");
        std::fs::write(&path, "one").unwrap();
        let (sender, woken) = std::sync::mpsc::channel();
        let watch = FileWatch::new(Arc::new(move || {
            let _ = sender.send(());
        }));
        watch.watch(vec![StampedFile::now(&path)]);
        std::fs::write(&path, "another").unwrap();
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        assert_eq!((watch.take_change(), watch.take_change()), (Some(FileChange::Changed), None));
        drop(watch);
        let ended = woken.recv_timeout(Duration::from_secs(60));
        assert_eq!(ended, Err(std::sync::mpsc::RecvTimeoutError::Disconnected), "the thread has let go of its wake");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
