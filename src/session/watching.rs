//! Following the files of the open models: when they change on disk, the model is read again.

use super::document::Document;
use super::file_commands::file_name;
use super::opening_job::ReadModel;
use super::state::State;
use crate::files::{FileChange, FileWatch, ModelSource, OpenOptions, StampedFile};
use crate::panes::PaneModel;
use crate::work::Wake;
use std::sync::Arc;

/// The watched files of both models.
#[derive(Default)]
pub struct Watching {
    pub(super) first: WatchedModel,
    pub(super) second: WatchedModel,
    /// Options with which the user wants the open model to be read, while it is not shown with them.
    wanted: Option<OpenOptions>,
}

/// The watched files of a model, and the problem to report about them.
#[derive(Default)]
pub(super) struct WatchedModel {
    /// The watch; `None` until something is watched.
    watch: Option<FileWatch>,
    /// The files that are watched, with the model that they belong to.
    files: Vec<StampedFile>,
    origin: Option<ModelSource>,
    /// A version that was read while it could not be shown.
    waits: Option<Box<Document>>,
    /// Reason why the model on the screen differs from the one on disk, while it does.
    pub problem: Option<String>,
}

impl Watching {
    /// The problems with the files of both models, in one notice.
    pub fn problems(&self) -> Option<String> {
        let problems: Vec<&str> =
            [&self.first, &self.second].into_iter().filter_map(|of| of.problem.as_deref()).collect();
        (!problems.is_empty()).then(|| problems.join(" "))
    }

    /// Forgets the problems until the files change again.
    pub(super) fn dismiss_problems(&mut self) {
        (self.first.problem, self.second.problem) = (None, None);
    }

    fn of(&mut self, model: PaneModel) -> &mut WatchedModel {
        match model {
            PaneModel::First => &mut self.first,
            PaneModel::Second => &mut self.second,
        }
    }
}

impl WatchedModel {
    /// Forgets the files, so that those of another model are watched from now on.
    pub fn forget(&mut self) {
        (self.origin, self.waits) = (None, None);
    }

    fn watch(&mut self, files: Vec<StampedFile>, wake: Wake) {
        if !files.is_empty() || self.watch.is_some() {
            self.watch.get_or_insert_with(|| FileWatch::new(wake)).watch(files.clone());
        }
        self.files = files;
    }

    /// The files that could not be read, and those that were watched: a file that is named only in the part that was
    /// not read yet may change before the rest is readable.
    fn with_known(&mut self, read: Vec<StampedFile>) -> Vec<StampedFile> {
        let known = std::mem::take(&mut self.files);
        let others = known.into_iter().filter(|file| !read.iter().any(|other| other.path == file.path));
        let others: Vec<StampedFile> = others.map(|file| StampedFile::now(&file.path)).collect();
        read.into_iter().chain(others).collect()
    }

    /// The files that are watched.
    #[cfg(test)]
    pub fn files(&self) -> &[StampedFile] {
        &self.files
    }
}

/// How sentences name a model that stays as it was read.
fn noun(model: PaneModel) -> &'static str {
    match model {
        PaneModel::First => "The model",
        PaneModel::Second => "The second model",
    }
}

impl State {
    /// Cancels rereading the model that was open, so that the files of another one are watched from now on.
    pub(super) fn forget_files(&mut self) {
        self.documents.watching.first.forget();
        self.documents.watching.wanted = None;
        self.jobs.loader.rereading.cancel();
    }

    /// Reads the open model again, with the options that the user wants.
    pub(super) fn read_again(&mut self) {
        let Some(document) = self.documents.first.clone() else { return };
        let options = self.documents.watching.wanted.clone().unwrap_or_else(|| OpenOptions::clone(&document.options));
        self.jobs.loader.reread(PaneModel::First, document, options);
    }

    /// The document of a model as it was read.
    fn read_document(&self, model: PaneModel) -> Option<&Arc<Document>> {
        match model {
            PaneModel::First => self.documents.first.as_ref(),
            PaneModel::Second => self.second_of_file().map(|second| &second.read),
        }
    }

    /// Watches the files of the open models, and reads them again when they have changed.
    pub(super) fn follow_files(&mut self) {
        for model in [PaneModel::First, PaneModel::Second] {
            self.follow_files_of(model);
        }
    }

    fn follow_files_of(&mut self, model: PaneModel) {
        // On the stage, the talk decides which model is shown first.
        let is_followed = self.interface.settings.watches_files && (!model.is_first() || self.talk.stage.is_none());
        let open = self.read_document(model).filter(|_| is_followed).cloned();
        let wake = self.jobs.loader.wake();
        let origin = open.as_ref().map(|read| &read.origin);
        if self.documents.watching.of(model).origin.as_ref() != origin {
            let files = open.as_ref().map(|read| read.files.clone()).unwrap_or_default();
            if model.is_first() {
                self.documents.watching.wanted = None;
            }
            self.jobs.loader.rereading_of(model).cancel();
            let watched = self.documents.watching.of(model);
            (watched.origin, watched.waits, watched.problem) = (origin.cloned(), None, None);
            watched.watch(files, wake);
        }
        let watched = self.documents.watching.of(model);
        match (watched.watch.as_ref().and_then(FileWatch::take_change), open) {
            (Some(FileChange::Changed), Some(_)) if model.is_first() => self.read_again(),
            (Some(FileChange::Changed), Some(read)) => {
                let options = OpenOptions::clone(&read.options);
                self.jobs.loader.reread(model, read, options);
            }
            (Some(FileChange::Missing(path)), Some(_)) => {
                let text = format!("{} is missing on disk. {} stays as it was read.", file_name(&path), noun(model));
                watched.problem = Some(text);
            }
            _ => {}
        }
        if let Some(waits) = self.documents.watching.of(model).waits.take() {
            self.show_again(model, waits);
        }
    }

    /// Takes the result of reading the files of a model again. In any case, the next change is relative to these files.
    pub(super) fn take_reread(&mut self, model: PaneModel, ReadModel { result, files }: ReadModel) {
        let Some(shown) = self.read_document(model).cloned() else { return };
        let wake = self.jobs.loader.wake();
        let watched = self.documents.watching.of(model);
        let is_watched = watched.origin.as_ref() == Some(&shown.origin);
        let name = shown.origin.label();
        match result {
            Ok(read) if read.origin == shown.origin => {
                // Files that are not watched are read again only for a variant.
                let is_variant = model.is_first() && read.options.variant != shown.options.variant;
                if !is_watched && !is_variant {
                    return;
                }
                // A version that waited for the mouse is no longer the newest.
                watched.waits = None;
                if is_watched {
                    watched.watch(files, wake);
                }
                if read.lost_images > shown.lost_images && !is_variant {
                    // The image is most likely half-written: the file itself is complete and names it.
                    let text = format!("An image of {name} cannot be read now. {} stays as it was read.", noun(model));
                    watched.problem = Some(text);
                    return;
                }
                watched.problem = None;
                if !read.is_same_read(&shown) {
                    self.show_again(model, read);
                } else if model.is_first() {
                    self.documents.watching.wanted = None;
                }
            }
            Ok(_) => {}
            Err(error) if is_watched => {
                let files = watched.with_known(files);
                watched.watch(files, wake);
                tracing::warn!("{error}");
                let noun = noun(model);
                let text = format!("{name} cannot be read now. {noun} stays as it was read, until the file is whole.");
                watched.problem = Some(text);
            }
            Err(error) if model.is_first() => {
                self.documents.watching.wanted = None;
                self.show_error("Could not show the variant".to_owned(), error);
            }
            Err(_) => {}
        }
    }

    /// Shows a model as it is on disk now, unless the mouse holds something of the previous version.
    fn show_again(&mut self, model: PaneModel, read: Box<Document>) {
        if self.read_document(model).is_none_or(|shown| shown.origin != read.origin) {
            return;
        }
        let is_held = self.hand.gesture.is_some() || self.hand.gizmo_drag.is_some();
        if is_held || model.is_first() && self.talk.stage.is_some() {
            self.documents.watching.of(model).waits = Some(read);
            return;
        }
        match model {
            PaneModel::First => {
                self.documents.watching.wanted = None;
                self.replace_document(*read);
            }
            PaneModel::Second => self.replace_second(*read),
        }
    }

    /// Shows another version of the second model, with its table of joints and its fit.
    fn replace_second(&mut self, read: Document) {
        let Some(second) = self.second() else { return };
        let (table, fit) = (second.table.clone(), second.fit);
        let text = format!("Read {} again", read.origin.label());
        self.place_second(read, table, fit);
        self.hand.hovered_vertex = None;
        let pinned = self.selection.pinned.take();
        self.selection.pinned = pinned.filter(|pinned| self.has_vertex(pinned.model, pinned.vertex_id));
        self.notify(text, None);
    }

    /// Reads the open model again with the materials of a variant, or with the default ones.
    pub(super) fn show_variant(&mut self, name: Option<String>) {
        let Some(document) = &self.documents.first else { return };
        // The read in progress counts, so that the last choice wins.
        let options = self.documents.watching.wanted.as_ref().unwrap_or(&document.options);
        if options.variant != name {
            self.documents.watching.wanted = Some(OpenOptions { variant: name, ..options.clone() });
            self.read_again();
        }
    }

    /// Turns the watching of files on or off.
    pub(super) fn set_watching(&mut self, watches: bool) {
        self.interface.settings.watches_files = watches;
        self.follow_files();
    }
}
