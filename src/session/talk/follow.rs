//! Following the file of the talk on disk: changes by others are read again, as with models.

use super::super::file_request::FileRequest;
use super::super::interface::ErrorNotice;
use super::super::scenes::SceneChanges;
use super::super::state::State;
use super::TalkFile;
use crate::files::{FileChange, FileWatch, StampedFile};
use crate::panes::Talk;
use crate::session::Command;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The watched file.
#[derive(Default)]
pub struct TalkWatch {
    /// The watch; `None` until a talk has a file.
    watch: Option<FileWatch>,
    path: Option<PathBuf>,
}

/// The title of the message about a file that cannot be read.
const UNREADABLE: &str = "Could not read the talk again";

impl State {
    /// Watches the file of the talk, and reads it again when it has changed. Changes wait while the stage is shown.
    pub(in super::super) fn follow_talk(&mut self) {
        let path = self.talk_file().path.clone().filter(|_| self.interface.settings.watches_files);
        if self.talk.watch.path != path {
            self.talk.watch.path = path;
            self.watch_talk();
        }
        if self.talk.stage.is_some() || self.hand.gesture.is_some() {
            return;
        }
        match self.talk.watch.watch.as_ref().and_then(FileWatch::take_change) {
            Some(FileChange::Changed) => {
                self.watch_talk();
                self.look_at_talk();
            }
            Some(FileChange::Missing(_)) => {
                let text = format!("{} is missing on disk. Saving writes it again.", self.talk_file().label());
                self.notify(text, None);
            }
            None => {}
        }
    }

    fn watch_talk(&mut self) {
        let files: Vec<StampedFile> = self.talk.watch.path.iter().map(|path| StampedFile::now(path)).collect();
        if !files.is_empty() || self.talk.watch.watch.is_some() {
            let wake = self.jobs.loader.wake();
            self.talk.watch.watch.get_or_insert_with(|| FileWatch::new(wake)).watch(files);
        }
    }

    /// Takes the current contents of the file, or asks if the talk has changes that are not in it.
    fn look_at_talk(&mut self) {
        let Some(path) = self.talk_file().path.clone().filter(|path| self.is_file_changed(path)) else { return };
        match TalkFile::read(&path) {
            Err(details) => self.show_error(UNREADABLE.to_owned(), format!("The talk stays as it was: {details}")),
            Ok(_) if self.is_talk_unsaved() => self.ask_about_talk(&path),
            Ok((talk, file)) => self.take_read_talk(talk, file),
        }
    }

    /// Asks what to do if the file and the talk both have changes.
    pub(super) fn ask_about_talk(&mut self, path: &Path) {
        let details = format!(
            "The file was changed by another program, and the talk has changes too. Read the file again, save the talk \
             under another name, or keep the talk and replace the file: {}",
            path.display()
        );
        let choices = vec![
            ("Read again", Command::ReadTalkAgain),
            ("Save as", Command::RequestFile(FileRequest::SaveTalk)),
            ("Keep mine", Command::SaveTalkAs(path.to_owned())),
        ];
        self.show_choice(format!("{} has changed on disk", self.talk_file().label()), details, choices);
    }

    /// Reads the file of the talk again. Changes that are not in it are kept as another talk.
    pub(in super::super) fn read_talk_again(&mut self) {
        let Some(path) = self.talk_file().path.clone() else { return };
        match TalkFile::read(&path) {
            Ok((talk, file)) => self.take_read_talk(talk, file),
            Err(details) => self.show_error(UNREADABLE.to_owned(), details),
        }
    }

    /// Replaces the edited talk with one that was read again. The shown scene stays shown, in its new version.
    fn take_read_talk(&mut self, talk: Talk, file: TalkFile) {
        self.settle_history();
        let shown = self.shown_talk_scene().map(|index| Arc::clone(&self.talk().scenes[index]));
        let is_as_kept = self.scene_changes() == SceneChanges::default();
        let loses = self.is_talk_lost();
        let old = self.edit.talk.file;
        let on_disk = Arc::clone(&file.saved);
        self.begin_talk(talk, file);
        // Undo leads back to a talk that no longer matches the file.
        self.talk.files[old].saved = on_disk;
        if !loses {
            self.notify(format!("Read {} again", self.talk_file().label()), None);
        }
        self.interface.error.take_if(|error| error.title == UNREADABLE);
        self.history.did("Read talk again".to_owned());
        self.edit_generation += 1;
        let now = shown.as_ref().and_then(|shown| self.talk().find(&shown.id)).cloned();
        if let (Some(before), Some(now)) = (shown, now) {
            if is_as_kept && *now != *before && !before.differs_only_in_words(&now) {
                self.take_scene(&now);
            } else {
                self.replace_shown_scene(&before, now);
            }
        }
        self.check_talk(true);
    }

    /// The talk's file index, and the files that the choices of a message would write: those of the talk and of the
    /// session.
    pub(in super::super) fn subjects_of_choices(&self) -> (usize, Option<PathBuf>, Option<PathBuf>) {
        let session = self.documents.session_file.as_ref().map(|file| file.path.clone());
        (self.edit.talk.file, self.talk_file().path.clone(), session)
    }

    /// Reports something and lets the user choose what to do.
    pub(in super::super) fn show_choice(
        &mut self,
        title: String,
        details: String,
        choices: Vec<(&'static str, Command)>,
    ) {
        self.interface.error = Some(ErrorNotice { choices, ..ErrorNotice::new(title, details) });
    }
}
