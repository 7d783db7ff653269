//! Opening and saving talks.

use super::super::file_commands::saved_text;
use super::super::file_request::FileRequest;
use super::super::state::State;
use super::EditedTalk;
use crate::files::{ModelSource, read_scene_of_picture, read_text, write_file};
use crate::math::counted;
use crate::panes::{Talk, parse_talk, slug, write_talk};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that a talk was read from or saved in.
#[derive(Clone, Debug, Default)]
pub struct TalkFile {
    /// Absolute. `None` until the talk is saved.
    pub path: Option<PathBuf>,
    /// What the file says, with its comments.
    text: String,
    /// The talk that it says.
    pub(super) saved: Arc<Talk>,
}

/// A talk for the next start, saved or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTalk {
    #[serde(default)]
    path: Option<String>,
    /// The talk as it was left, with absolute paths. Empty if the file says the same.
    #[serde(default)]
    text: String,
}

/// An unsaved talk that another one took the place of. The next start has it, unless the one in its place is unsaved.
#[derive(Clone, Debug)]
pub struct KeptTalk {
    pub(in super::super) talk: SavedTalk,
    /// Index of its file in this session. `None` if it was never edited here.
    pub(in super::super) file: Option<usize>,
}

/// A talk is text that people write. Larger files are mistakes.
const LARGEST_TALK_BYTES: u64 = 16 << 20;

impl TalkFile {
    /// Reads a talk. A picture that holds a scene is a talk of that scene, without a file: the picture stays as it is.
    ///
    /// # Errors
    /// One line that ends with the path.
    pub fn read(path: &Path) -> Result<(Talk, Self), String> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if ModelSource::File(path.clone()).picture_file().is_some() {
            let text = read_scene_of_picture(&path).map_err(|error| error.to_string())?;
            let talk = parse_talk(&text, folder_of(&path)).map_err(|error| format!("{error}: {}", path.display()))?;
            let saved = Arc::new(talk.clone());
            return Ok((talk, Self { saved, ..Self::default() }));
        }
        let text = read_text(&path, "talk", LARGEST_TALK_BYTES).map_err(|error| error.to_string())?;
        let talk = parse_talk(&text, folder_of(&path)).map_err(|error| format!("{error}: {}", path.display()))?;
        let saved = Arc::new(talk.clone());
        Ok((talk, Self { path: Some(path), text, saved }))
    }

    /// The file's name, or what to call a talk without one.
    pub fn label(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        name.map_or_else(|| "Untitled talk".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

impl State {
    /// Makes this the edited talk. Undo brings the one before back, with its file.
    pub(in super::super) fn begin_talk(&mut self, talk: Talk, file: TalkFile) {
        if self.is_talk_lost() {
            // Undo leads back to it until the program closes, and then the next start has it.
            let file = Some(self.edit.talk.file);
            self.kept_talk = self.talk_to_save().map(|talk| KeptTalk { talk, file });
        }
        self.talk_files.push(file);
        self.edit.talk = EditedTalk { talk: Arc::new(talk), file: self.talk_files.len() - 1 };
    }

    pub(in super::super) fn open_talk(&mut self, path: &Path) {
        match TalkFile::read(path) {
            Ok((talk, file)) => {
                self.leave_stage();
                let first = talk.scenes.first().cloned();
                self.begin_talk(talk, file);
                if let Some(first) = first {
                    self.take_scene(&first);
                }
            }
            Err(details) => self.show_error("Could not open the talk".to_owned(), details),
        }
    }

    /// Shows the scene that a picture holds.
    pub(in super::super) fn open_picture(&mut self, path: &Path) {
        match TalkFile::read(path) {
            Ok((talk, _)) => match talk.scenes.first() {
                Some(scene) => {
                    self.leave_stage();
                    self.take_scene(scene);
                }
                None => {
                    let details = format!("This picture holds a talk without scenes: {}", path.display());
                    self.show_error("Could not open the picture".to_owned(), details);
                }
            },
            Err(details) => self.show_error("Could not open the picture".to_owned(), details),
        }
    }

    /// Saves the talk in its file, or asks for one.
    pub(in super::super) fn save_talk(&mut self) {
        match self.talk_file().path.clone() {
            Some(path) if self.is_file_changed(&path) => {
                let details = format!(
                    "The file has changed since it was opened. Save the talk under another name, or open the file \
                     again: {}",
                    path.display()
                );
                self.show_error("Could not save the talk".to_owned(), details);
            }
            Some(path) => self.save_talk_as(&path),
            None => self.request_file(FileRequest::SaveTalk),
        }
    }

    /// Whether somebody else wrote into the talk's file. A file that is gone can be written again.
    fn is_file_changed(&self, path: &Path) -> bool {
        read_text(path, "talk", LARGEST_TALK_BYTES).is_ok_and(|text| text != self.talk_file().text)
    }

    pub(in super::super) fn save_talk_as(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let talk = Arc::clone(&self.edit.talk.talk);
        let text = write_talk(&talk, &self.talk_file().text, folder_of(&path));
        match write_file(&path, text.as_bytes()) {
            Ok(()) => {
                let scenes = counted(talk.scenes.len(), "scene", "scenes");
                self.talk_files[self.edit.talk.file] = TalkFile { path: Some(path.clone()), text, saved: talk };
                let saved = Some(self.edit.talk.file);
                self.kept_talk.take_if(|kept| kept.file == saved);
                self.notify(saved_text(&path, &scenes), Some(&path));
                self.close_if_saved();
            }
            Err(error) => self.show_error("Could not save the talk".to_owned(), error.to_string()),
        }
    }

    /// What to call the file of the talk.
    pub(in super::super) fn talk_file_name(&self) -> String {
        let named = self.talk_file().path.as_deref().and_then(Path::file_name);
        let titled =
            || format!("{}.toml", slug(if self.talk().title.is_empty() { "talk" } else { &self.talk().title }));
        named.map_or_else(titled, |name| name.to_string_lossy().into_owned())
    }

    /// The talk for the next start.
    pub(in super::super) fn next_talk(&self) -> Option<SavedTalk> {
        let kept = self.kept_talk.as_ref().filter(|_| !self.is_talk_lost());
        kept.map(|kept| kept.talk.clone()).or_else(|| self.talk_to_save())
    }

    /// The edited talk for the next start. `None` if there is none.
    fn talk_to_save(&self) -> Option<SavedTalk> {
        if self.talk().scenes.is_empty() {
            return None;
        }
        let path = self.talk_file().path.as_deref().and_then(Path::to_str).map(str::to_owned);
        let is_in_file = path.is_some() && !self.is_talk_unsaved();
        let text = if is_in_file { String::new() } else { write_talk(self.talk(), "", Path::new("")) };
        Some(SavedTalk { path, text })
    }

    /// Brings back the talk of the last session. Its file is read again, so that its comments are known.
    pub(in super::super) fn restore_talk(&mut self, saved: &SavedTalk) {
        let file = saved.path.as_ref().map(|path| TalkFile::read(Path::new(path)));
        let restored = match file {
            Some(Ok((talk, file))) if saved.text.is_empty() => Ok((talk, file)),
            Some(Err(error)) if saved.text.is_empty() => Err(error),
            file => {
                let file = file.and_then(Result::ok).map(|(_, file)| file).unwrap_or_default();
                let talk = parse_talk(&saved.text, Path::new(""));
                talk.map(|talk| (talk, file)).map_err(|error| error.to_string())
            }
        };
        match restored {
            Ok((talk, file)) => self.begin_talk(talk, file),
            Err(details) => {
                self.kept_talk = Some(KeptTalk { talk: saved.clone(), file: None });
                self.show_error("Could not restore the talk".to_owned(), details);
            }
        }
    }
}
