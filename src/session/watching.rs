//! Following the files of the open model: when they change on disk, the model is read again.

use super::document::Document;
use super::file_commands::file_name;
use super::opening_job::ReadModel;
use super::state::State;
use crate::files::{FileChange, FileWatch, ModelSource, OpenOptions, StampedFile};
use std::sync::Arc;

/// The watched files, and the problems to report about them.
#[derive(Default)]
pub struct Watching {
    /// The watch; `None` until something is watched.
    watch: Option<FileWatch>,
    /// The files that are watched, with the model that they belong to.
    files: Vec<StampedFile>,
    origin: Option<ModelSource>,
    /// A model that was read again while it could not be shown.
    waits: Option<Box<Document>>,
    /// Options with which the user wants the open model to be read, while it is not shown with them.
    wanted: Option<OpenOptions>,
    /// Reason why the model on the screen differs from the one on disk, while it does.
    pub problem: Option<String>,
    pub(super) second: WatchedSecond,
    /// Like `problem`, for the second model.
    pub second_problem: Option<String>,
}

/// The watched files of a second model.
#[derive(Default)]
pub(super) struct WatchedSecond {
    watch: Option<FileWatch>,
    files: Vec<StampedFile>,
    origin: Option<ModelSource>,
    /// A version that was read while it could not be shown.
    waits: Option<Box<Document>>,
}

impl Watching {
    /// The problems with the files of both models, in one notice.
    pub fn problems(&self) -> Option<String> {
        match (&self.problem, &self.second_problem) {
            (Some(first), Some(second)) => Some(format!("{first} {second}")),
            (first, second) => first.clone().or_else(|| second.clone()),
        }
    }

    /// Forgets the files of the second model, so that the files of another one are watched from now on.
    pub(super) fn forget_second(&mut self) {
        (self.second.origin, self.second.waits) = (None, None);
    }

    /// The files that are watched.
    #[cfg(test)]
    pub(super) fn files(&self) -> &[StampedFile] {
        &self.files
    }
}

impl State {
    /// Cancels rereading the model that was open, so that the files of another one are watched from now on.
    pub(super) fn forget_files(&mut self) {
        (self.watching.origin, self.watching.waits, self.watching.wanted) = (None, None, None);
        self.loader.rereading.cancel();
    }

    /// Reads the open model again, with the options that the user wants.
    pub(super) fn read_again(&mut self) {
        let Some(document) = self.document.clone() else { return };
        let options = self.watching.wanted.clone().unwrap_or_else(|| OpenOptions::clone(&document.options));
        self.loader.reread(document, options);
    }

    /// Watches the files of the open model, and reads them again when they have changed.
    pub(super) fn follow_files(&mut self) {
        let open = self.document.as_ref().filter(|_| self.interface.watches_files && self.stage.is_none());
        if self.watching.origin.as_ref() != open.map(|document| &document.origin) {
            self.watching.origin = open.map(|document| document.origin.clone());
            let files = open.map(|document| document.files.clone()).unwrap_or_default();
            (self.watching.waits, self.watching.wanted, self.watching.problem) = (None, None, None);
            self.loader.rereading.cancel();
            self.watch(files);
        }
        match self.watching.watch.as_ref().and_then(FileWatch::take_change) {
            Some(FileChange::Changed) => self.read_again(),
            Some(FileChange::Missing(path)) => {
                let text = format!("{} is missing on disk. The model stays as it was read.", file_name(&path));
                self.watching.problem = Some(text);
            }
            None => {}
        }
        self.follow_second();
        let is_open = |waits: &Document| self.document.as_ref().is_some_and(|document| document.origin == waits.origin);
        if let Some(document) = self.watching.waits.take().filter(|waits| is_open(waits)) {
            self.show_reread(document);
        }
    }

    /// Watches the files of the second model, and reads them again when they have changed.
    fn follow_second(&mut self) {
        let open = self.second().filter(|_| self.interface.watches_files).map(|second| Arc::clone(&second.read));
        if self.watching.second.origin.as_ref() != open.as_ref().map(|read| &read.origin) {
            self.watching.second.origin = open.as_ref().map(|read| read.origin.clone());
            (self.watching.second.waits, self.watching.second_problem) = (None, None);
            self.loader.rereading_second.cancel();
            self.watch_second(open.as_ref().map(|read| read.files.clone()).unwrap_or_default());
        }
        match (self.watching.second.watch.as_ref().and_then(FileWatch::take_change), open) {
            (Some(FileChange::Changed), Some(read)) => {
                let options = OpenOptions::clone(&read.options);
                self.loader.reread_second(read, options);
            }
            (Some(FileChange::Missing(path)), Some(_)) => {
                let text = format!("{} is missing on disk. The second model stays as it was read.", file_name(&path));
                self.watching.second_problem = Some(text);
            }
            _ => {}
        }
        if let Some(waits) = self.watching.second.waits.take() {
            self.show_second_again(waits);
        }
    }

    fn watch_second(&mut self, files: Vec<StampedFile>) {
        let second = &mut self.watching.second;
        if !files.is_empty() || second.watch.is_some() {
            let wake = self.loader.wake();
            second.watch.get_or_insert_with(|| FileWatch::new(wake)).watch(files.clone());
        }
        second.files = files;
    }

    /// Takes the result of reading the files of the second model again.
    pub(super) fn take_second_reread(&mut self, ReadModel { result, files }: ReadModel) {
        let Some(before) = self.second().map(|second| Arc::clone(&second.read)) else { return };
        if self.watching.second.origin.as_ref() != Some(&before.origin) {
            return;
        }
        let name = before.origin.label();
        match result {
            Ok(read) if read.origin == before.origin => {
                self.watching.second.waits = None;
                self.watch_second(files);
                if read.lost_images > before.lost_images {
                    let text = format!("An image of {name} cannot be read now. The second model stays as it was read.");
                    self.watching.second_problem = Some(text);
                } else {
                    self.watching.second_problem = None;
                    if !read.is_same_read(&before) {
                        self.show_second_again(read);
                    }
                }
            }
            Ok(_) => {}
            Err(error) => {
                let mut all = files;
                let known = std::mem::take(&mut self.watching.second.files);
                let others = known.into_iter().filter(|file| !all.iter().any(|other| other.path == file.path));
                let others: Vec<StampedFile> = others.map(|file| StampedFile::now(&file.path)).collect();
                all.extend(others);
                self.watch_second(all);
                tracing::warn!("{error}");
                let text = format!("{name} cannot be read now. The second model stays as it was read.");
                self.watching.second_problem = Some(text);
            }
        }
    }

    /// Shows the second model as it is on disk now, with its table of joints and its fit, unless the mouse holds
    /// something.
    fn show_second_again(&mut self, read: Box<Document>) {
        let Some(second) = self.second().filter(|second| second.read.origin == read.origin) else { return };
        if self.transient.gesture.is_some() || self.transient.gizmo_drag.is_some() {
            self.watching.second.waits = Some(read);
            return;
        }
        let (table, fit) = (second.table.clone(), second.fit);
        let text = format!("Read {} again", read.origin.label());
        self.place_second(*read, table, fit);
        self.transient.hovered_vertex = None;
        let pinned = self.transient.pinned.take();
        self.transient.pinned = pinned.filter(|pinned| self.has_vertex(pinned.model, pinned.vertex_id));
        self.notify(text, None);
    }

    fn watch(&mut self, files: Vec<StampedFile>) {
        if !files.is_empty() || self.watching.watch.is_some() {
            let wake = self.loader.wake();
            self.watching.watch.get_or_insert_with(|| FileWatch::new(wake)).watch(files.clone());
        }
        self.watching.files = files;
    }

    /// Takes the result of reading the files again. In any case, the next change is relative to these files.
    pub(super) fn take_reread(&mut self, ReadModel { result, files }: ReadModel) {
        let Some(document) = self.document.clone() else { return };
        let is_watched = self.watching.origin.as_ref() == Some(&document.origin);
        let name = document.origin.label();
        match result {
            Ok(read) if read.origin == document.origin => {
                // A version that waited for the mouse is no longer the newest.
                self.watching.waits = None;
                let is_variant = read.options.variant != document.options.variant;
                if is_watched {
                    self.watch(files);
                } else if !is_variant {
                    return;
                }
                if read.lost_images > document.lost_images && !is_variant {
                    // The image is most likely half-written: the file itself is complete and names it.
                    let text = format!("An image of {name} cannot be read now. The model stays as it was read.");
                    self.watching.problem = Some(text);
                } else {
                    self.watching.problem = None;
                    if read.is_same_read(&document) {
                        self.watching.wanted = None;
                    } else {
                        self.show_reread(read);
                    }
                }
            }
            Ok(_) => {}
            Err(error) if is_watched => {
                // A file that is named only in the part that was not read yet may change before the rest is readable.
                let mut all = files;
                let known = std::mem::take(&mut self.watching.files);
                let others = known.into_iter().filter(|file| !all.iter().any(|other| other.path == file.path));
                let others: Vec<StampedFile> = others.map(|file| StampedFile::now(&file.path)).collect();
                all.extend(others);
                self.watch(all);
                tracing::warn!("{error}");
                let text =
                    format!("{name} cannot be read now. The model stays as it was read, until the file is whole.");
                self.watching.problem = Some(text);
            }
            // Files that are not watched are read again only for a variant.
            Err(error) => {
                self.watching.wanted = None;
                self.show_error("Could not show the variant".to_owned(), error);
            }
        }
    }

    /// Shows the model as it is on disk now, unless the mouse holds something of the previous version.
    fn show_reread(&mut self, document: Box<Document>) {
        if self.transient.gesture.is_some() || self.transient.gizmo_drag.is_some() || self.stage.is_some() {
            self.watching.waits = Some(document);
        } else {
            self.watching.wanted = None;
            self.replace_document(*document);
        }
    }

    /// Reads the open model again with the materials of a variant, or with the default ones.
    pub(super) fn show_variant(&mut self, name: Option<String>) {
        let Some(document) = &self.document else { return };
        // The read in progress counts, so that the last choice wins.
        let options = self.watching.wanted.as_ref().unwrap_or(&document.options);
        if options.variant != name {
            self.watching.wanted = Some(OpenOptions { variant: name, ..options.clone() });
            self.read_again();
        }
    }

    /// Turns the watching of files on or off.
    pub(super) fn set_watching(&mut self, watches: bool) {
        self.interface.watches_files = watches;
        self.follow_files();
    }
}
