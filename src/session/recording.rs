//! Recording from the window: the choices of the card, and a recording in progress. The window draws and writes it.

use super::file_commands::file_name;
use super::file_request::FileRequest;
use super::handout::HandoutKind;
use super::interface::{NoticeLink, WindowRequest};
use super::state::State;
use crate::files::{Access, FileError, existing_frame, numbered};
use crate::model::{ROTATION_KEYS, find_clip};
use crate::panes::{Ease, Motion, MotionKind, RecordFormat, Scene};
use crate::view::Theme;
use crate::work::Progress;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Subject of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingSubject {
    /// The motion of the shown scene.
    Motion,
    /// The selected joint, from one angle to another and back.
    Joint,
    /// The clip, from its beginning to its end.
    Clip,
    Turntable,
    /// All scenes of the talk.
    Talk,
}

/// The choices for the next recording.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordingCard {
    pub subject: RecordingSubject,
    pub format: RecordFormat,
    /// Size in pixels.
    pub size: [u32; 2],
    pub frames_per_second: f32,
    pub transparent: bool,
    /// Duration of a turn, or of the joint's rotation in one direction.
    pub seconds: f32,
    /// Axis of the moving slider: 0, 1 or 2.
    pub axis: usize,
    /// First angle in degrees.
    pub from: f32,
    pub to: f32,
}

/// A film for the window to make.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordingRequest {
    /// The scenes, each with its motion.
    pub scenes: Vec<(Arc<Scene>, Option<Motion>)>,
    pub card: RecordingCard,
    pub theme: Theme,
    /// Whether to draw from vertices in full precision.
    pub full_precision: bool,
    /// Files that the models may read: the same as for the open model.
    pub access: Access,
    pub path: PathBuf,
}

/// A recording or a handout in progress: one file at a time is made in the background.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Name of the file.
    pub name: String,
    pub progress: Arc<Progress>,
    /// Kind of the handout; `None` for a film.
    pub handout: Option<HandoutKind>,
}

/// Durations in seconds of a turn and of a joint's rotation in one direction.
const TURN: f32 = 6.0;
const WAY: f32 = 2.0;

/// The title of errors.
const FAILED: &str = "Could not record";

impl Recording {
    /// Creates a recording that begins now.
    pub fn new(name: String, handout: Option<HandoutKind>) -> Self {
        Self { name, progress: Arc::default(), handout }
    }

    /// The reason why another recording cannot begin.
    pub fn in_the_way(&self) -> String {
        let verb = if self.handout.is_some() { "written" } else { "recorded" };
        format!("{} is being {verb}. Wait for it, or cancel it.", self.name)
    }
}

/// Time in seconds that a joint rests at both ends.
const REST: f32 = 0.5;

impl RecordingSubject {
    pub const ALL: [Self; 5] = [Self::Motion, Self::Joint, Self::Clip, Self::Turntable, Self::Talk];

    pub fn label(self) -> &'static str {
        match self {
            Self::Motion => "The scene's motion",
            Self::Joint => "The selected joint",
            Self::Clip => "The clip",
            Self::Turntable => "A turntable",
            Self::Talk => "The whole talk",
        }
    }

    /// Whether the card sets its duration.
    pub fn has_duration(self) -> bool {
        matches!(self, Self::Joint | Self::Turntable)
    }
}

impl RecordingCard {
    /// The same choices for another subject, with its duration.
    #[must_use]
    pub fn showing(self, subject: RecordingSubject) -> Self {
        Self { subject, seconds: if subject == RecordingSubject::Turntable { TURN } else { WAY }, ..self }
    }
}

impl RecordingRequest {
    /// The name of the file, or the first and the last name if each frame has its own.
    pub fn file_names(&self, frames: u32) -> String {
        if self.card.format != RecordFormat::Png {
            return file_name(&self.path);
        }
        let name = |number: u32| file_name(&numbered(&self.path, number as usize, frames));
        if frames == 1 { name(1) } else { format!("{} to {}", name(1), name(frames)) }
    }
}

impl State {
    /// Subjects that can be recorded now.
    pub fn recording_subjects(&self) -> Vec<RecordingSubject> {
        let has_model = self.documents.first.is_some();
        let applies = |subject: &RecordingSubject| match subject {
            RecordingSubject::Motion => self.edit.scene.as_ref().is_some_and(|scene| scene.motion.is_some()),
            RecordingSubject::Joint => self.selection.joint.is_some(),
            RecordingSubject::Clip => self.edit.clip.is_some(),
            RecordingSubject::Turntable => true,
            RecordingSubject::Talk => !self.talk().scenes.is_empty(),
        };
        RecordingSubject::ALL.into_iter().filter(|subject| has_model && applies(subject)).collect()
    }

    /// Opens the card with a subject, or with the one that is most likely wanted.
    pub(super) fn show_recording_card(&mut self, wanted: Option<RecordingSubject>) {
        let subjects = self.recording_subjects();
        let wanted = wanted.filter(|wanted| subjects.contains(wanted));
        let Some(subject) = wanted.or(subjects.first().copied()) else { return };
        let node = self.selection.joint;
        let axis = node.map_or(0, |node| self.sweep_axis(node));
        let angle = node.map_or(0.0, |node| self.angles_degrees(node)[axis]);
        let card = RecordingCard {
            subject,
            format: RecordFormat::default(),
            size: [1280, 720],
            frames_per_second: 30.0,
            transparent: false,
            seconds: 0.0,
            axis,
            from: 0.0,
            to: if angle.abs() < 1.0 { 90.0 } else { angle.round() },
        };
        self.interface.recording_card = Some(card.showing(subject));
    }

    /// Asks for the file of the recording.
    pub(super) fn ask_for_recording_file(&mut self) {
        if self.interface.recording_card.is_some() && self.jobs.recording.is_none() {
            self.request_file(FileRequest::SaveRecording);
        }
    }

    /// The name to suggest for the recording.
    pub(super) fn recording_file_name(&self) -> String {
        let Some(card) = self.interface.recording_card else { return String::new() };
        let model = self.documents.first.as_ref().map_or("", |document| document.model.name.as_str());
        let (stem, kind) = match card.subject {
            RecordingSubject::Talk => (self.talk_file_name().trim_end_matches(".toml").to_owned(), "talk"),
            RecordingSubject::Motion => (model.to_owned(), "motion"),
            RecordingSubject::Joint => (model.to_owned(), "joint"),
            RecordingSubject::Clip => (model.to_owned(), "clip"),
            RecordingSubject::Turntable => (model.to_owned(), "turn"),
        };
        format!("{stem}.{kind}.{}", card.format.id())
    }

    /// Begins a recording. An extension in the file's name determines the format.
    pub(super) fn record_to(&mut self, path: &Path) {
        match self.recording_request(path) {
            Ok(request) => {
                self.interface.recording_card = None;
                self.jobs.recording = Some(Recording::new(file_name(&request.path), None));
                self.jobs.window_requests.push_back(WindowRequest::Record(Box::new(request)));
            }
            Err(details) => self.show_error(FAILED.to_owned(), details),
        }
    }

    /// The film of the card. An error is phrased for the user.
    fn recording_request(&self, path: &Path) -> Result<RecordingRequest, String> {
        if let Some(recording) = &self.jobs.recording {
            return Err(recording.in_the_way());
        }
        // The card may have been closed while the system's dialog was open.
        let closed = "Its choices were closed before a file was chosen. Open \"Record a film\" again.";
        let card = self.interface.recording_card.ok_or(closed)?;
        let path = FileRequest::SaveRecording.complete(path, card.format.id())?;
        let format = RecordFormat::of_path(&path).unwrap_or(card.format);
        let checked = format.check(f64::from(card.frames_per_second), card.transparent);
        checked.map_err(|refusal| format!("{refusal}."))?;
        // The dialog asks only about the chosen name, which none of the frames has.
        if let Some(frame) = existing_frame(&path).filter(|_| format == RecordFormat::Png) {
            return Err(format!("Frames with this name exist already. Choose another name: {}", frame.display()));
        }
        let scenes = self.recorded_scenes(&card);
        if scenes.is_empty() {
            return Err("What it would show is gone. Open \"Record a film\" again.".to_owned());
        }
        let card = RecordingCard { format, ..card };
        let full_precision = self.interface.settings.full_precision;
        let access = self.access_of_scenes();
        Ok(RecordingRequest { scenes, card, theme: self.interface.theme, full_precision, access, path })
    }

    /// Files that the models of scenes may read: the same as for the open model.
    pub(super) fn access_of_scenes(&self) -> Access {
        let open = self.documents.first.as_ref().map(|document| document.options.access.clone());
        let mut access = open.unwrap_or_default();
        access.outside |= self.jobs.loader.allows_outside;
        access
    }

    /// The scenes of a film, each with its motion. Empty if the subject of the card is gone.
    pub fn recorded_scenes(&self, card: &RecordingCard) -> Vec<(Arc<Scene>, Option<Motion>)> {
        if card.subject == RecordingSubject::Talk {
            return self.talk().scenes.iter().map(|scene| (Arc::clone(scene), scene.motion.clone())).collect();
        }
        let Some(scene) = self.scene_of_now() else { return Vec::new() };
        let own = self.edit.scene.as_ref().and_then(|scene| scene.motion.clone());
        let motion = if card.subject == RecordingSubject::Motion { own } else { self.recorded_motion(card) };
        motion.map(|motion| (Arc::new(scene), Some(motion))).into_iter().collect()
    }

    fn recorded_motion(&self, card: &RecordingCard) -> Option<Motion> {
        let document = self.documents.first.as_ref()?;
        let still = |kind, seconds, ease| Motion { ease, ..Motion::once(kind, seconds) };
        Some(match card.subject {
            RecordingSubject::Turntable => still(MotionKind::Turntable { degrees: 360.0 }, card.seconds, Ease::Linear),
            RecordingSubject::Clip => {
                let clips = &document.model.clips;
                let index = self.edit.clip?;
                let clip = clips.get(index)?;
                // Names may repeat.
                let is_first = find_clip(clips, &clip.name) == Some(index);
                let name = if is_first { clip.name.clone() } else { index.to_string() };
                let (from, to) = (0.0, clip.duration_seconds);
                still(MotionKind::Clip { name, from, to }, to / self.playback.speed.max(0.05), Ease::Linear)
            }
            RecordingSubject::Joint => {
                let joint = document.model.skeleton.address(self.selection.joint?);
                let channel = ROTATION_KEYS.get(card.axis)?.to_string();
                let kind = MotionKind::Joint { joint, channel, from: card.from, to: card.to };
                Motion { rest_seconds: REST, there_and_back: true, ..still(kind, card.seconds, Ease::Smooth) }
            }
            RecordingSubject::Motion | RecordingSubject::Talk => return None,
        })
    }

    pub(super) fn cancel_recording(&mut self) {
        if let Some(recording) = &self.jobs.recording {
            recording.progress.cancel();
        }
    }

    /// Reports how a recording ended: a description of the saved file, or the reason why none was saved.
    pub fn finish_recording(&mut self, path: &Path, result: Result<String, RecordingEnd>) {
        let handout = self.jobs.recording.take().and_then(|recording| recording.handout);
        match result {
            Ok(saved) => {
                let text = format!("Saved {saved}");
                match handout {
                    Some(HandoutKind::Page | HandoutKind::Report) => {
                        self.notify_with(text, NoticeLink::Page(path.to_owned()));
                    }
                    Some(HandoutKind::Slides) | None => self.notify(text, Some(path)),
                }
                self.close_if_saved();
            }
            Err(RecordingEnd::Stopped) => {
                let what = if handout.is_some() { "Writing" } else { "The recording" };
                self.notify(format!("{what} was stopped, and nothing was written"), None);
                self.stay_open_after_failure();
            }
            Err(RecordingEnd::Failed(details)) => {
                self.show_error(handout.map_or(FAILED, HandoutKind::failed).to_owned(), details);
                self.stay_open_after_failure();
            }
        }
    }
}

/// Reason why a recording wrote no file.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordingEnd {
    Stopped,
    /// Error message for the user.
    Failed(String),
}

impl From<FileError> for RecordingEnd {
    fn from(error: FileError) -> Self {
        Self::Failed(error.to_string())
    }
}
