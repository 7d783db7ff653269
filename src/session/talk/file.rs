//! Opening and saving talks.

use super::super::file_commands::saved_text;
use super::super::file_request::FileRequest;
use super::super::state::State;
use super::super::written_file::{folder_of, is_changed_since, read_written};
use super::EditedTalk;
use crate::files::{ModelSource, read_scene_of_picture, write_file};
use crate::math::counted;
use crate::panes::{Talk, parse_talk, slug, write_talk};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that a talk was read from or saved in.
#[derive(Clone, Debug, Default)]
pub struct TalkFile {
    /// Absolute path. `None` until the talk is saved.
    pub path: Option<PathBuf>,
    /// Text of the file, with its comments.
    text: String,
    /// The talk in the file.
    pub(super) saved: Arc<Talk>,
}

/// A talk for the next start, saved or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SavedTalk {
    #[serde(default)]
    path: Option<String>,
    /// The talk as it was left, with absolute paths. Empty if it equals the file.
    #[serde(default)]
    text: String,
    /// Hash of the file's text when the talk was read or saved. Empty without a file.
    #[serde(default)]
    file_said: String,
}

/// Hash in hexadecimal digits. Another version of the program may compute a different one; saving then asks first.
fn hash_of(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl SavedTalk {
    /// The talk and its file. The file is read again, so that its comments are known.
    pub(super) fn read(&self) -> Result<(Talk, TalkFile), String> {
        let file = self.path.as_ref().map(|path| TalkFile::read(Path::new(path)));
        if self.text.is_empty() {
            return file.unwrap_or_else(|| Ok((Talk::default(), TalkFile::default())));
        }
        let talk = parse_talk(&self.text, Path::new("")).map_err(|error| error.to_string())?;
        let mut file = file.and_then(Result::ok).map(|(_, file)| file).unwrap_or_default();
        if hash_of(&file.text) != self.file_said {
            // Somebody has changed the file since. Saving asks.
            file.text.clear();
        }
        Ok((talk, file))
    }

    /// Whether its last state is not saved in a file.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.text.is_empty()
    }

    pub(super) fn label(&self) -> String {
        TalkFile { path: self.path.as_ref().map(PathBuf::from), ..TalkFile::default() }.label()
    }
}

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
        let text = read_written(&path, "talk").map_err(|error| error.to_string())?;
        let talk = parse_talk(&text, folder_of(&path)).map_err(|error| format!("{error}: {}", path.display()))?;
        let saved = Arc::new(talk.clone());
        Ok((talk, Self { path: Some(path), text, saved }))
    }

    /// The talk of a paper, which is in no file.
    pub fn of_paper(talk: &Talk) -> Self {
        Self { saved: Arc::new(talk.clone()), ..Self::default() }
    }

    /// The file's name, or a general name for a talk without one.
    pub fn label(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        name.map_or_else(|| "Untitled talk".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

impl State {
    /// Makes this the edited talk. Undo brings back the previous one, with its file.
    pub(in super::super) fn begin_talk(&mut self, talk: Talk, file: TalkFile) {
        self.talk.files.push(file);
        self.put_talk(EditedTalk { talk: Arc::new(talk), file: self.talk.files.len() - 1 });
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
                self.check_talk(true);
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
            Some(path) if self.is_file_changed(&path) => self.ask_about_talk(&path),
            Some(path) => self.save_talk_as(&path),
            None => self.request_file(FileRequest::SaveTalk),
        }
    }

    /// Whether somebody else changed the talk's file.
    pub(super) fn is_file_changed(&self, path: &Path) -> bool {
        is_changed_since(path, &self.talk_file().text)
    }

    pub(in super::super) fn save_talk_as(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let talk = Arc::clone(&self.edit.talk.talk);
        // Comments that somebody added to the file meanwhile stay too.
        let on_disk = || {
            let text = read_written(&path, "talk").ok()?;
            parse_talk(&text, folder_of(&path)).is_ok().then_some(text)
        };
        let own = self.talk_file();
        let before = if own.path.as_ref() == Some(&path) { on_disk() } else { None };
        let text = write_talk(&talk, before.as_ref().unwrap_or(&own.text), folder_of(&path));
        match write_file(&path, text.as_bytes()) {
            Ok(()) => {
                let scenes = counted(talk.scenes.len(), "scene", "scenes");
                // Other versions of the same file, to which undo leads, no longer match it.
                for file in self.talk.files.iter_mut().filter(|file| file.path.as_ref() == Some(&path)) {
                    file.saved = Arc::clone(&talk);
                }
                self.talk.files[self.edit.talk.file] = TalkFile { path: Some(path.clone()), text, saved: talk };
                self.talk.kept.forget_file(self.edit.talk.file);
                self.notify(saved_text(&path, &scenes), Some(&path));
                self.close_if_saved();
            }
            Err(error) => self.show_error("Could not save the talk".to_owned(), error.to_string()),
        }
    }

    /// The name to suggest for the file of the talk.
    pub(in super::super) fn talk_file_name(&self) -> String {
        let named = self.talk_file().path.as_deref().and_then(Path::file_name);
        let titled =
            || format!("{}.toml", slug(if self.talk().title.is_empty() { "talk" } else { &self.talk().title }));
        named.map_or_else(titled, |name| name.to_string_lossy().into_owned())
    }

    /// The edited talk for the next start. `None` if there is none.
    pub(in super::super) fn talk_to_save(&self) -> Option<SavedTalk> {
        // A talk of a paper that nobody has changed is always there.
        let is_of_no_file = self.talk_file().path.is_none() && !self.is_talk_unsaved();
        if self.talk().scenes.is_empty() || is_of_no_file {
            return None;
        }
        let path = self.talk_file().path.as_deref().and_then(Path::to_str).map(str::to_owned);
        let is_in_file = path.is_some() && !self.is_talk_unsaved();
        let text = if is_in_file { String::new() } else { write_talk(self.talk(), "", Path::new("")) };
        let file_said = if path.is_some() { hash_of(&self.talk_file().text) } else { String::new() };
        Some(SavedTalk { path, text, file_said })
    }

    /// Brings back the talk of the last session.
    pub(in super::super) fn restore_talk(&mut self, saved: &SavedTalk) {
        self.know_talks([saved]);
        match saved.read() {
            Ok((talk, file)) => {
                self.begin_talk(talk, file);
                self.check_talk(false);
            }
            Err(details) => {
                self.keep_talks(vec![saved.clone()]);
                self.show_error("Could not restore the talk".to_owned(), details);
            }
        }
    }
}
