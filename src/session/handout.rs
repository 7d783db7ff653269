//! Handouts for others: a page for a browser, slides, and the report on the model. The window draws and writes them.

use super::file_commands::file_name;
use super::file_request::FileRequest;
use super::interface::WindowRequest;
use super::recording::Recording;
use super::report_order::ReportOrder;
use super::state::State;
use crate::files::Access;
use crate::panes::Scene;
use crate::view::Theme;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandoutKind {
    /// A page for a browser.
    Page,
    /// A page of a PDF for each scene.
    Slides,
    /// A page about the model: its health and its worst joints.
    Report,
}

/// The choices for the next handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandoutCard {
    pub kind: HandoutKind,
    /// Whether to include all scenes of the talk, instead of only the shown one.
    pub whole_talk: bool,
    /// Whether a report begins with the user's own poses.
    pub own_poses: bool,
    /// Theme of slides. A page follows the reader's system.
    pub theme: Theme,
}

/// A handout for the window to make.
#[derive(Clone, Debug, PartialEq)]
pub struct HandoutRequest {
    pub title: String,
    pub scenes: Vec<Arc<Scene>>,
    pub card: HandoutCard,
    /// What a report is about. `None` for other handouts.
    pub report: Option<ReportOrder>,
    /// Whether to draw from vertices in full precision.
    pub full_precision: bool,
    /// Files that the models may read.
    pub access: Access,
    pub path: PathBuf,
}

impl HandoutRequest {
    /// Name of the file, for messages.
    pub fn file_name(&self) -> String {
        file_name(&self.path)
    }
}

impl HandoutKind {
    /// The name of its command.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Page => "Share as a web page",
            Self::Slides => "Save slides as PDF",
            Self::Report => "Report on the model",
        }
    }

    pub(super) fn file_request(self) -> FileRequest {
        match self {
            Self::Page => FileRequest::SavePage,
            Self::Slides => FileRequest::SaveSlides,
            Self::Report => FileRequest::SaveReport,
        }
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Page | Self::Report => "html",
            Self::Slides => "pdf",
        }
    }

    /// The title of errors.
    pub(super) fn failed(self) -> &'static str {
        match self {
            Self::Page => "Could not make the page",
            Self::Slides => "Could not make the slides",
            Self::Report => "Could not make the report",
        }
    }
}

impl State {
    /// Opens the card, for the whole talk if that is requested and there is one.
    pub(super) fn show_handout_card(&mut self, kind: HandoutKind, whole_talk: bool) {
        if self.documents.first.is_some() {
            let whole_talk = whole_talk && !self.talk().scenes.is_empty();
            self.interface.handout_card = Some(HandoutCard { kind, whole_talk, own_poses: true, theme: Theme::Dark });
        }
    }

    /// Asks for the file of the handout.
    pub(super) fn ask_for_handout_file(&mut self) {
        if let Some(card) = self.interface.handout_card.filter(|_| self.jobs.recording.is_none()) {
            self.request_file(card.kind.file_request());
        }
    }

    /// The name to suggest for a handout.
    pub(super) fn handout_file_name(&self, kind: HandoutKind) -> String {
        let whole_talk = self.interface.handout_card.is_some_and(|card| card.whole_talk);
        let model = self.documents.first.as_ref().map_or("", |document| document.model.name.as_str());
        let talk = self.talk_file_name();
        let stem = if whole_talk { talk.trim_end_matches(".toml") } else { model };
        let part = if kind == HandoutKind::Report { ".report" } else { "" };
        format!("{stem}{part}.{}", kind.extension())
    }

    /// The scenes that a handout shows.
    pub fn handout_scenes(&self, card: HandoutCard) -> Vec<Arc<Scene>> {
        if card.kind == HandoutKind::Report {
            return if card.own_poses { self.own_poses() } else { Vec::new() };
        }
        if card.whole_talk {
            return self.talk().scenes.clone();
        }
        self.scene_of_now().map(Arc::new).into_iter().collect()
    }

    /// Begins a handout.
    pub(super) fn hand_out(&mut self, kind: HandoutKind, path: &Path) {
        match self.handout_request(kind, path) {
            Ok(request) => {
                self.interface.handout_card = None;
                self.jobs.recording = Some(Recording::new(file_name(&request.path), Some(kind)));
                self.jobs.window_requests.push_back(WindowRequest::HandOut(Box::new(request)));
            }
            Err(details) => self.show_error(kind.failed().to_owned(), details),
        }
    }

    /// Builds the request. The error is phrased for the user.
    fn handout_request(&self, kind: HandoutKind, path: &Path) -> Result<HandoutRequest, String> {
        if let Some(recording) = &self.jobs.recording {
            return Err(recording.in_the_way());
        }
        // The card may have been closed while the system's dialog was open.
        let card = self.interface.handout_card.filter(|card| card.kind == kind);
        let closed = || format!("Its choices were closed before a file was chosen. Open \"{}\" again.", kind.label());
        let card = card.ok_or_else(closed)?;
        let path = kind.file_request().complete(path, kind.extension())?;
        let scenes = self.handout_scenes(card);
        let report = (kind == HandoutKind::Report).then(|| self.report_order()).flatten();
        if scenes.is_empty() && report.is_none() {
            return Err(format!("What it would show is gone. Open \"{}\" again.", kind.label()));
        }
        let title = match scenes.as_slice() {
            _ if report.is_some() => String::new(),
            [scene] if !card.whole_talk && !scene.title.is_empty() => scene.label(),
            [_] if !card.whole_talk => {
                self.documents.first.as_ref().map_or("", |document| &document.model.name).to_owned()
            }
            _ if self.talk().title.is_empty() => self.talk_file_name().trim_end_matches(".toml").to_owned(),
            _ => self.talk().title.clone(),
        };
        let full_precision = self.interface.settings.full_precision;
        Ok(HandoutRequest { title, scenes, card, report, full_precision, access: self.access_of_scenes(), path })
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::bar_in_panes;
    use super::super::{Command, TalkEdit};
    use super::*;

    fn requested(state: &mut State) -> Box<HandoutRequest> {
        let request = state.jobs.take_request(|request| matches!(request, WindowRequest::HandOut(_)));
        let Some(WindowRequest::HandOut(request)) = request else { panic!("{:?}", state.interface.error) };
        request
    }

    #[test]
    fn a_card_becomes_a_request_with_its_extension() {
        let mut state = bar_in_panes();
        for (kind, name) in [(HandoutKind::Page, "elbow.html"), (HandoutKind::Slides, "elbow.pdf")] {
            state.apply(Command::ShowHandoutCard { kind, whole_talk: true });
            assert!(!state.interface.handout_card.unwrap().whole_talk, "there is no talk");
            let folder = std::env::temp_dir().join("skinscope-no-such-folder");
            state.apply(Command::HandOut(kind, folder.join("elbow")));
            let request = requested(&mut state);
            assert_eq!((request.file_name().as_str(), request.title.as_str(), request.scenes.len()), (name, "bar", 1));
            assert!(state.jobs.recording.as_ref().unwrap().in_the_way().contains("is being written"));
            // Another handout is refused until this one has ended.
            state.apply(Command::ShowHandoutCard { kind, whole_talk: false });
            state.apply(Command::HandOut(kind, folder.join("again")));
            let error = state.interface.error.take().unwrap();
            assert!(error.details.contains("Wait for it") && error.title.starts_with("Could not make"), "{error:?}");
            state.finish_recording(&request.path, Ok("elbow".to_owned()));
            assert!(state.jobs.recording.is_none());
        }
    }

    #[test]
    fn a_talk_is_handed_out_whole_under_its_own_name() {
        let mut state = bar_in_panes();
        for _ in 0..2 {
            state.apply(Command::EditTalk(TalkEdit::Keep));
        }
        state.apply(Command::ShowHandoutCard { kind: HandoutKind::Slides, whole_talk: true });
        assert_eq!(state.handout_file_name(HandoutKind::Slides), "talk.pdf");
        state.apply(Command::HandOut(HandoutKind::Slides, "talk.pdf".into()));
        let request = requested(&mut state);
        assert_eq!((request.scenes.len(), request.title.as_str()), (2, "talk"));
    }

    #[test]
    fn a_card_that_was_closed_meanwhile_writes_nothing() {
        let mut state = bar_in_panes();
        state.apply(Command::ShowHandoutCard { kind: HandoutKind::Page, whole_talk: false });
        state.apply(Command::EditHandout(None));
        state.apply(Command::HandOut(HandoutKind::Page, "page.html".into()));
        assert!(state.interface.error.take().unwrap().details.contains("Share as a web page"));
        assert!(state.jobs.recording.is_none() && state.jobs.window_requests.is_empty());
    }
}
