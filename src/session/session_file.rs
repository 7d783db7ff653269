//! Session files: the complete state of the editor, in the format of a talk with a single scene.

use super::command::Command;
use super::edit_state::EditState;
use super::file_commands::{file_name, saved_text};
use super::file_request::FileRequest;
use super::saved::StoredEdits;
use super::state::State;
use super::talk::retaken;
use super::written_file::{folder_of, is_changed_since, read_written};
use crate::files::{ModelSource, SESSION_ENDING, SourceVariant, write_file};
use crate::math::counted;
use crate::model::LimitExpression;
use crate::pairs::{JointTable, PairFit};
use crate::panes::{Scene, SceneSecond, Talk, parse_talk, write_talk};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A session's file and its contents.
#[derive(Clone, Debug)]
pub struct SessionFile {
    /// Absolute path.
    pub path: PathBuf,
    /// Text of the file, with its comments.
    text: String,
    /// The scene of the file when it was last opened or saved. Its words, marks and motion stay.
    scene: Arc<Scene>,
    /// The edit in the file. Moving the camera or selecting makes no session unsaved.
    edit: EditState,
    second: Option<SavedPair>,
}

/// A second model, its fit to the first and its table of joints.
type SavedPair = (SourceVariant, PairFit, JointTable);

/// The id of the scene in a session file.
const SCENE_ID: &str = "session";

impl SessionFile {
    /// The same file for another version of the model. `stored` and `clip` map its edits and its clip to that version.
    pub(super) fn matched(
        &self,
        stored: impl Fn(&StoredEdits) -> StoredEdits,
        clip: impl Fn(Option<usize>) -> Option<usize>,
    ) -> Self {
        let StoredEdits { overrides, rig, limits } = stored(&StoredEdits::from(&self.edit));
        let edit = EditState { overrides, rig, limits, clip: clip(self.edit.clip), ..self.edit.clone() };
        Self { edit, ..self.clone() }
    }
}

/// A session that was read and waits for its model.
#[derive(Clone, Debug)]
pub struct PendingSession {
    pub path: PathBuf,
    text: String,
    pub scene: Arc<Scene>,
}

fn saved_pair(second: SceneSecond) -> SavedPair {
    (SourceVariant::from(&second.wanted_model()), second.fit(), second.joints)
}

impl PendingSession {
    /// Reads a session file.
    ///
    /// # Errors
    /// One line that ends with the path.
    pub fn read(path: &Path) -> Result<Self, String> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let text = read_written(&path, "session").map_err(|error| error.to_string())?;
        let talk = parse_talk(&text, folder_of(&path));
        let talk = talk.map_err(|error| format!("not a session file: {error}: {}", path.display()))?;
        match <[Arc<Scene>; 1]>::try_from(talk.scenes) {
            Ok([scene]) => Ok(Self { path, text, scene }),
            Err(scenes) => {
                let scenes = counted(scenes.len(), "scene", "scenes");
                let shown = path.display();
                Err(format!("a session file has one scene, not {scenes}; open it as a talk, named .toml: {shown}"))
            }
        }
    }
}

impl State {
    /// The file of the session, if it has one.
    pub fn session_file(&self) -> Option<&SessionFile> {
        self.documents.session_file.as_deref()
    }

    /// Whether some work is not saved in a file.
    pub fn is_unsaved(&self) -> bool {
        match &self.documents.session_file {
            Some(file) => {
                !file.edit.is_same_work(&self.edit_to_keep()) || file.second != self.scene_second().map(saved_pair)
            }
            None => self.unsaved_of_document().is_some(),
        }
    }

    /// The title of the window. An asterisk means that some work is not saved in a file.
    pub fn title(&self) -> String {
        const PROGRAM: &str = "skinscope";
        let Some(document) = &self.documents.first else { return PROGRAM.to_owned() };
        let file = self.documents.session_file.as_ref().and_then(|file| file.path.file_name());
        let name = file.map_or_else(|| document.model.name.clone(), |name| name.to_string_lossy().into_owned());
        let mark = if self.is_unsaved() { "* " } else { "" };
        format!("{mark}{name} - {PROGRAM}")
    }

    pub(super) fn open_session(&mut self, path: &Path) {
        match PendingSession::read(path) {
            Ok(session) => {
                self.leave_stage();
                self.take_session(session);
            }
            Err(details) => self.show_error("Could not open the session".to_owned(), details),
        }
    }

    /// Shows a session, immediately if its model is open, otherwise once it is.
    pub(super) fn take_session(&mut self, session: PendingSession) {
        let scene = Arc::clone(&session.scene);
        self.documents.pending_session = Some(session);
        self.take_scene(&scene);
    }

    /// Takes over the parts of a session other than its scene, which was just shown. Returns the name of the step.
    pub(super) fn finish_session(&mut self, scene: &Arc<Scene>) -> Option<String> {
        let PendingSession { path, text, scene } =
            self.documents.pending_session.take_if(|session| Arc::ptr_eq(&session.scene, scene))?;
        let document = self.documents.first.clone()?;
        let (limits, misfits) = scene.joint_limits(&document.model);
        for (limit, error) in misfits {
            self.show_error("A limit was left out".to_owned(), format!("{limit}: {error}"));
        }
        self.edit.limits = limits;
        self.edit.choices.stops_at_limits = scene.stops_at_limits;
        // A session has no caption, unlike a figure.
        self.edit.scene = None;
        self.keep_session_file(path.clone(), text, Arc::clone(&scene));
        self.documents.recent.add(&path);
        Some(format!("Open {}", file_name(&path)))
    }

    /// Reconnects a restored session to its file, which may have changed. If the file is gone or no longer fits, the
    /// session has none.
    pub(super) fn return_to_session_file(&mut self, path: &Path) {
        let Some(document) = self.documents.first.clone() else { return };
        let Ok(PendingSession { path, text, scene }) = PendingSession::read(path) else { return };
        let Ok(mut resolved) = self.resolved(&scene, &document, &mut self.pane_ids.clone()) else { return };
        let (limits, misfits) = scene.joint_limits(&resolved.document.model);
        if misfits.is_empty() {
            (resolved.edit.limits, resolved.edit.choices.stops_at_limits) = (limits, scene.stops_at_limits);
            let second = scene.second.clone().map(saved_pair);
            self.documents.session_file =
                Some(Arc::new(SessionFile { path, text, scene, edit: resolved.edit, second }));
        }
    }

    /// Saves the session in its file, or asks for one.
    pub(super) fn save_session_file(&mut self) {
        if self.documents.first.is_none() {
            return;
        }
        match self.documents.session_file.clone() {
            Some(file) if is_changed_since(&file.path, &file.text) => {
                let details = format!(
                    "The file was changed by another program. Read it again, save the session under another name, or keep \
                     the session and replace the file: {}",
                    file.path.display()
                );
                let choices = vec![
                    ("Read again", Command::Open(ModelSource::File(file.path.clone()))),
                    ("Save as", Command::RequestFile(FileRequest::SaveSession)),
                    ("Keep mine", Command::SaveSessionAs(file.path.clone())),
                ];
                self.show_choice(format!("{} has changed on disk", file_name(&file.path)), details, choices);
            }
            Some(file) => self.save_session_as(&file.path),
            None => self.request_file(FileRequest::SaveSession),
        }
    }

    pub(super) fn save_session_as(&mut self, path: &Path) {
        let path = match FileRequest::SaveSession.complete(path, SESSION_ENDING) {
            Ok(path) => std::path::absolute(&path).unwrap_or(path),
            Err(details) => return self.show_error("Could not save the session".to_owned(), details),
        };
        let Some(scene) = self.scene_of_session() else { return };
        let before = self.documents.session_file.as_ref().map_or("", |file| file.text.as_str());
        let scene = Arc::new(scene);
        let title = parse_talk(before, folder_of(&path)).map(|talk| talk.title).unwrap_or_default();
        let talk = Talk { title, scenes: vec![Arc::clone(&scene)] };
        let text = write_talk(&talk, before, folder_of(&path));
        match write_file(&path, text.as_bytes()) {
            Ok(()) => {
                let panes = counted(self.edit_to_keep().panes.len(), "pane", "panes");
                let joints = counted(self.edit.overrides.len(), "posed joint", "posed joints");
                let targets = self.edit.overrides.morphs().count();
                let morphed = format!(", {}", counted(targets, "morphed target", "morphed targets"));
                let morphed = if targets == 0 { "" } else { &morphed };
                let saved = self.with_left_out(saved_text(&path, &format!("{panes}, {joints}{morphed}")));
                self.notify(saved, Some(&path));
                self.documents.recent.add(&path);
                self.keep_session_file(path, text, scene);
                self.close_if_saved();
            }
            Err(error) => self.show_error("Could not save the session".to_owned(), error.to_string()),
        }
    }

    /// The name to suggest for the file of the session.
    pub(super) fn session_file_name(&self) -> String {
        let model = || self.documents.first.as_ref().map_or("session", |document| document.model.name.as_str());
        match &self.documents.session_file {
            Some(file) => file_name(&file.path),
            None => format!("{}.{SESSION_ENDING}", model()),
        }
    }

    /// The scene with the limits of the edit, which only sessions keep.
    pub(super) fn with_limits(&self, scene: Scene) -> Scene {
        let Some(document) = &self.documents.first else { return scene };
        let skeleton = &document.model.skeleton;
        let limits = self.edit.limits.iter();
        Scene {
            limits: limits.map(|(node, angles)| LimitExpression::of_joint(&skeleton.address(node), angles)).collect(),
            stops_at_limits: self.edit.choices.stops_at_limits,
            ..scene
        }
    }

    fn scene_of_session(&self) -> Option<Scene> {
        let document = self.documents.first.as_ref()?;
        let seen = self.seen_scene(document, None);
        // Parts that the editor does not show stay as in the file.
        let seen = match &self.documents.session_file {
            Some(file) => self.edit.choices.written(retaken(&file.scene, seen)),
            None => Scene { id: SCENE_ID.to_owned(), ..seen },
        };
        Some(self.with_limits(Scene { second: self.scene_second(), ..seen }))
    }

    /// Notes that the session is in this file now.
    fn keep_session_file(&mut self, path: PathBuf, text: String, scene: Arc<Scene>) {
        self.documents.stored = StoredEdits::from(&self.edit);
        let second = self.scene_second().map(saved_pair);
        self.documents.session_file =
            Some(Arc::new(SessionFile { path, text, scene, edit: self.edit_to_keep().into_owned(), second }));
        // The next start has the same file.
        self.edit_generation += 1;
    }
}
