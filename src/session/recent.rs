//! The files that were opened last, for the menu and the empty window.

use super::saved::merged;
use super::state::State;
use crate::files::ModelSource;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Limit of kept files.
pub(super) const MOST_RECENT: usize = 10;

/// Interval at which the files' existence is checked while a list of them is shown.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Models and session files, the newest first. Bundled models have lists of their own.
#[derive(Clone, Debug, Default)]
pub struct RecentFiles {
    files: Vec<PathBuf>,
    missing: BTreeSet<PathBuf>,
    /// Files that the user removed from the list. Another window may still have them.
    removed: BTreeSet<PathBuf>,
    looked: Option<Instant>,
    /// Whether there is something to save.
    pub(super) is_changed: bool,
}

impl RecentFiles {
    /// Creates the list from saved paths. Paths that are not absolute are dropped.
    pub fn of_saved(saved: &[String]) -> Self {
        let files = saved.iter().map(PathBuf::from).filter(|path| path.is_absolute()).take(MOST_RECENT);
        Self { files: files.collect(), ..Self::default() }
    }

    /// All files, the newest first.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Whether a file was missing at the last check.
    pub fn is_missing(&self, path: &Path) -> bool {
        self.missing.contains(path)
    }

    pub(super) fn add(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.missing.remove(&path);
        self.removed.remove(&path);
        if self.files.first() != Some(&path) {
            self.files.retain(|other| *other != path);
            self.files.insert(0, path);
            self.files.truncate(MOST_RECENT);
            self.is_changed = true;
        }
    }

    pub(super) fn remove(&mut self, path: &Path) {
        self.files.retain(|other| other != path);
        self.is_changed |= self.removed.insert(path.to_owned());
    }

    /// The paths to save: these files, then those that another window has saved. A path that is not UTF-8 cannot be
    /// saved.
    pub(super) fn to_save(&self, stored: &[String]) -> Vec<String> {
        let own = self.files.iter().filter_map(|path| path.to_str());
        let others = stored.iter().map(String::as_str).filter(|path| !self.removed.contains(Path::new(path)));
        merged(own, others, PartialEq::eq, MOST_RECENT).into_iter().map(str::to_owned).collect()
    }
}

impl State {
    /// Puts the open model's file at the top of the list.
    pub(super) fn note_recent(&mut self) {
        if let Some(ModelSource::File(path)) = self.documents.first.as_ref().map(|document| &document.origin) {
            self.documents.recent.add(&path.clone());
        }
    }

    /// Checks in the background which files still exist. Sent in every frame while a list of them is shown.
    pub(super) fn look_for_recent(&mut self) {
        let looked_just_now = self.documents.recent.looked.is_some_and(|looked| looked.elapsed() < LOOK_AGAIN);
        if self.jobs.loader.missing.is_running() || looked_just_now || self.documents.recent.files.is_empty() {
            return;
        }
        self.jobs.loader.look_for(self.documents.recent.files.clone());
    }

    pub(super) fn take_missing(&mut self, missing: BTreeSet<PathBuf>) {
        (self.documents.recent.missing, self.documents.recent.looked) = (missing, Some(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(name)
    }

    fn names(recent: &RecentFiles) -> Vec<String> {
        recent.files().iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_newest_ten_are_kept_each_once() {
        let mut recent = RecentFiles::default();
        for index in 0..12 {
            recent.add(&path(&format!("{index}.glb")));
        }
        recent.add(&path("5.glb"));
        assert_eq!(names(&recent)[..3], ["5.glb", "11.glb", "10.glb"]);
        assert_eq!((names(&recent).len(), names(&recent)[9].as_str()), (10, "2.glb"));
    }

    #[test]
    fn what_another_window_opened_stays_and_what_was_removed_goes() {
        let stored: Vec<String> =
            ["a.glb", "b.glb"].iter().map(|name| path(name).to_str().unwrap().to_owned()).collect();
        let mut recent = RecentFiles::of_saved(&stored[..1]);
        recent.add(&path("c.glb"));
        recent.remove(&path("a.glb"));
        let saved = recent.to_save(&stored);
        assert_eq!(names(&RecentFiles::of_saved(&saved)), ["c.glb", "b.glb"]);
        assert!(RecentFiles::of_saved(&["not absolute".to_owned()]).files().is_empty());
    }
}
