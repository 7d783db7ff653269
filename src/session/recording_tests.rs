use super::{Command, Loader, RecordingCard, RecordingRequest, RecordingSubject, State, WindowRequest};
use crate::files::{CenterStore, open_model};
use crate::panes::RecordFormat;
use crate::skinning::SkinningMethod;
use crate::view::Theme;
use std::path::PathBuf;
use std::sync::Arc;

/// A state with an open card for a turntable.
fn state_with_card(format: RecordFormat) -> State {
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, Loader::new(Arc::new(|| {}), CenterStore::none()));
    state.show_document(open_model("bar").unwrap());
    state.interface.pane_pixels = [400, 300];
    show_card(&mut state, format);
    state
}

fn show_card(state: &mut State, format: RecordFormat) {
    state.apply(Command::ShowRecordingCard(Some(RecordingSubject::Turntable)));
    let card = state.interface.recording_card.unwrap();
    state.apply(Command::EditRecording(Some(RecordingCard { format, ..card })));
}

/// The film that the window was asked to make.
fn requested(state: &mut State) -> Box<RecordingRequest> {
    let request = state.jobs.take_request(|request| matches!(request, WindowRequest::Record(_)));
    let Some(WindowRequest::Record(request)) = request else { panic!("{:?}", state.interface.error) };
    request
}

/// Takes the error of a film that was not begun.
fn refusal(state: &mut State) -> String {
    assert!(state.jobs.recording.is_none() && state.jobs.window_requests.is_empty());
    let error = state.interface.error.take().unwrap();
    assert_eq!(error.title, "Could not record");
    error.details
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("skinscope-recording-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn an_added_extension_replaces_no_file() {
    let folder = Folder::new("extension");
    let mut state = state_with_card(RecordFormat::Gif);
    std::fs::write(folder.0.join("turn.gif"), "old").unwrap();
    state.apply(Command::Record(folder.0.join("turn")));
    assert!(refusal(&mut state).ends_with("turn.gif"));
    assert!(state.interface.recording_card.is_some(), "another name can be chosen");
    // The dialog asked about this one.
    state.apply(Command::Record(folder.0.join("turn.gif")));
    assert_eq!(requested(&mut state).path, folder.0.join("turn.gif"));

    let mut state = state_with_card(RecordFormat::Gif);
    state.apply(Command::Record(folder.0.join("new.APNG")));
    let request = requested(&mut state);
    assert_eq!((request.card.format, request.path), (RecordFormat::Apng, folder.0.join("new.APNG")));
}

#[test]
fn numbered_frames_are_named_and_replace_none() {
    let folder = Folder::new("frames");
    let mut state = state_with_card(RecordFormat::Png);
    std::fs::write(folder.0.join("turn-0007.png"), "old").unwrap();
    state.apply(Command::Record(folder.0.join("turn.png")));
    let details = refusal(&mut state);
    assert!(details.starts_with("Frames with this name exist") && details.ends_with("turn-0007.png"), "{details}");
    state.apply(Command::Record(folder.0.join("side")));
    let request = requested(&mut state);
    assert_eq!(request.file_names(180), "side-0001.png to side-0180.png");
    assert_eq!(request.file_names(1), "side-0001.png");
    // Other formats make one file.
    let mut state = state_with_card(RecordFormat::Gif);
    state.apply(Command::Record(folder.0.join("turn.gif")));
    assert_eq!(requested(&mut state).file_names(180), "turn.gif");
}

/// The window stays usable while the system's dialog is open.
#[test]
fn a_file_that_is_chosen_too_late_is_an_error() {
    let folder = Folder::new("late");
    let mut state = state_with_card(RecordFormat::Gif);
    state.apply(Command::EditRecording(None));
    state.apply(Command::Record(folder.0.join("turn.gif")));
    assert!(refusal(&mut state).starts_with("Its choices were closed"));

    show_card(&mut state, RecordFormat::Gif);
    state.show_document(open_model("limb").unwrap());
    assert!(state.interface.recording_card.is_none());
    state.apply(Command::Record(folder.0.join("turn.gif")));
    assert!(refusal(&mut state).starts_with("Its choices were closed"));

    let mid = state.documents.first.as_ref().unwrap().model.skeleton.shown_joints().next();
    state.apply(Command::SelectJoint(mid));
    state.apply(Command::ShowRecordingCard(Some(RecordingSubject::Joint)));
    assert_eq!(state.interface.recording_card.unwrap().subject, RecordingSubject::Joint);
    state.apply(Command::SelectJoint(None));
    state.apply(Command::Record(folder.0.join("turn.gif")));
    assert!(refusal(&mut state).starts_with("What it would show is gone"));
}

#[test]
fn a_copy_and_a_recording_in_one_frame_both_reach_the_window() {
    let folder = Folder::new("both");
    let mut state = state_with_card(RecordFormat::Gif);
    state.apply(Command::Record(folder.0.join("turn.gif")));
    state.apply(Command::CopyPose);
    state.apply(Command::ShowFolder(folder.0.clone()));
    let is_copy = |request: &WindowRequest| matches!(request, WindowRequest::Copy(_));
    assert!(state.jobs.take_request(is_copy).is_some() && state.jobs.take_request(is_copy).is_none());
    assert!(state.jobs.recording.is_some());
    assert_eq!(requested(&mut state).path, folder.0.join("turn.gif"));
    assert_eq!(state.jobs.window_requests, [WindowRequest::ShowFolder(folder.0.clone())]);
}
