use super::command::Command;
use super::demo::Demo;
use super::file_browser::{BrowseStep, FileBrowser};
use super::handout::{HandoutCard, HandoutRequest};
use super::interface_settings::InterfaceSettings;
use super::panels::{Panels, Section};
use super::pictures::{RawPicture, ShownPanes};
use super::pose_library::PoseBlend;
use super::recording::{RecordingCard, RecordingRequest};
use super::saved::CloseQuestion;
use super::talk::KeptTalkId;
use super::tour::Tour;
use crate::model::one_line;
use crate::view::Theme;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Panels, cards, dialogs and messages around the panes. Only the settings and the theme are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    /// Layout and settings that the next start restores, kept up to date by the window.
    pub settings: InterfaceSettings,
    pub theme: Theme,
    pub panels_shown: Panels,
    /// Folded sections of the inspector.
    pub folded_sections: BTreeSet<Section>,
    /// Size of the narrowest pane with the shared camera.
    pub pane_pixels: [u32; 2],
    pub shown_panes: ShownPanes,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// Whether something moves or just did, on a software GPU. Panes then draw at draft quality.
    pub busy: bool,
    /// Whether a change of overlays or colors applies to all panes.
    pub looks_linked: bool,
    /// The joint that the tree scrolls to in the next frame.
    pub reveal: Option<u32>,
    /// Filter for the names of the tree's rows. Empty shows all.
    pub joint_search: String,
    pub error: Option<ErrorNotice>,
    pub notice: Option<PassingNotice>,
    /// Whether the dialog for pictures is open.
    pub picture_dialog: bool,
    /// Whether the dialog for exporting the model is open.
    pub rig_dialog: bool,
    pub shortcuts_shown: bool,
    /// Whether the command palette is open.
    pub palette_shown: bool,
    /// Whether the pose library is shown.
    pub poses_shown: bool,
    /// The blend between two poses that the slider controls.
    pub blend: Option<PoseBlend>,
    /// The name of a kept pose that is already taken, and the question whether to replace that pose.
    pub replace_question: Option<String>,
    /// The choices for the next recording, while their card is open.
    pub recording_card: Option<RecordingCard>,
    /// The choices for the next handout, while their card is open.
    pub handout_card: Option<HandoutCard>,
    /// The program's own file dialog, where the system has none.
    pub file_browser: Option<FileBrowser>,
    /// The demonstration of a first start, while it runs.
    pub demo: Option<Demo>,
    /// The tour, while it is offered or under way.
    pub tour: Option<Tour>,
    /// The question whether to close the window although work would be lost.
    pub close_question: Option<CloseQuestion>,
    /// Whether the window should close.
    pub quit: bool,
    pub file_hovers: bool,
}

/// Request that only the window can handle, because it has access to the clipboard and other programs.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowRequest {
    /// Copy this text to the clipboard.
    Copy(String),
    /// Copy this picture to the clipboard.
    CopyPicture(Arc<RawPicture>),
    /// Paste the clipboard's text as a pose.
    Paste { mirrored: bool },
    /// Write the sweep to this file as a plot, drawn with the colors of the window.
    SavePlot(PathBuf),
    /// Make this film in the background.
    Record(Box<RecordingRequest>),
    /// Make this page, or these slides, in the background.
    HandOut(Box<HandoutRequest>),
    /// Show this folder in the system's file manager.
    ShowFolder(PathBuf),
    /// Show this page in the system's browser.
    ShowPage(PathBuf),
}

/// A short message that disappears by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct PassingNotice {
    pub text: String,
    pub link: Option<NoticeLink>,
    /// Whether it reports the outcome of a picture, which may show the stage.
    pub is_of_picture: bool,
    /// Time since which it is shown; `None` before that.
    pub since_seconds: Option<f64>,
}

/// Action offered by a passing message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeLink {
    /// Show the folder of the file that the message is about.
    Folder(PathBuf),
    /// Show the page that the message is about in a browser.
    Page(PathBuf),
    /// Go back to an unsaved talk, identified as by [`super::State::kept_talks`].
    ReturnToTalk(KeptTalkId),
}

/// Report of a failure: what failed, where, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorNotice {
    pub title: String,
    pub details: String,
    /// Choices offered to the user. Empty for the choices of any failure.
    pub choices: Vec<(&'static str, Command)>,
}

impl ErrorNotice {
    /// Creates a report. Escapes the control characters that a path or a name in the texts may have.
    pub fn new(title: String, details: String) -> Self {
        let escaped = |text: String| if text.contains(char::is_control) { one_line(&text) } else { text };
        Self { title: escaped(title), details: escaped(details), choices: Vec::new() }
    }
}

impl Interface {
    /// The command that closes the dialog in front, if one is open.
    pub fn cancels_dialog(&self) -> Option<Command> {
        // A file dialog may be open in front of the question whether to close the window.
        if self.file_browser.is_some() {
            Some(Command::Browse(BrowseStep::Cancel))
        } else if self.close_question.is_some() {
            Some(Command::CancelQuit)
        } else if self.picture_dialog {
            Some(Command::ShowPictureDialog(false))
        } else if self.rig_dialog {
            Some(Command::ShowRigDialog(false))
        } else if self.recording_card.is_some() {
            Some(Command::EditRecording(None))
        } else if self.handout_card.is_some() {
            Some(Command::EditHandout(None))
        } else {
            self.replace_question.as_ref().map(|_| Command::CancelReplace)
        }
    }

    pub fn new(theme: Theme) -> Self {
        Self {
            settings: InterfaceSettings::default(),
            theme,
            panels_shown: Panels::default(),
            folded_sections: [Section::AllFigures, Section::Mend, Section::Stress, Section::Clips].into(),
            pane_pixels: [1, 1],
            shown_panes: ShownPanes::default(),
            full_screen: false,
            busy: false,
            looks_linked: true,
            reveal: None,
            joint_search: String::new(),
            error: None,
            notice: None,
            picture_dialog: false,
            rig_dialog: false,
            shortcuts_shown: false,
            palette_shown: false,
            poses_shown: false,
            blend: None,
            replace_question: None,
            recording_card: None,
            handout_card: None,
            file_browser: None,
            demo: None,
            tour: None,
            close_question: None,
            quit: false,
            file_hovers: false,
        }
    }
}
