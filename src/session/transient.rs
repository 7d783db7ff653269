use super::command::Command;
use super::demo::Demo;
use super::file_browser::FileBrowser;
use super::framing::Framing;
use super::gesture::Gesture;
use super::gizmo_drag::{GizmoDrag, GizmoSettings};
use super::handout::{HandoutCard, HandoutRequest};
use super::isolation::Isolation;
use super::panels::{Panels, Section};
use super::pictures::{RawPicture, ShownPanes};
use super::pose_library::PoseBlend;
use super::probe::PinnedProbe;
use super::recording::{RecordingCard, RecordingRequest};
use super::saved::CloseQuestion;
use super::talk::KeptTalkId;
use crate::centers::CenterSettings;
use crate::measure::VertexId;
use crate::model::one_line;
use crate::view::Theme;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

/// Selections, switches and messages. Neither restored by undo nor saved.
pub struct Transient {
    pub theme: Theme,
    /// The joint that panels show.
    pub selected_joint: Option<u32>,
    /// Joints that are turned, moved and scaled together with the selected joint.
    pub also_selected: BTreeSet<u32>,
    /// Size of the narrowest pane with the shared camera.
    pub pane_pixels: [u32; 2],
    pub shown_panes: ShownPanes,
    /// Whether the dialog for pictures is open.
    pub picture_dialog: bool,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// The isolated skin. `None` shows all.
    pub isolation: Option<Isolation>,
    pub gizmo: GizmoSettings,
    /// The held handle.
    pub gizmo_drag: Option<GizmoDrag>,
    /// The gesture in progress, from the press of a mouse button to its release.
    pub gesture: Option<Gesture>,
    /// Whether edits of a joint are also applied, mirrored, to the joint of the other side.
    pub mirrors_posing: bool,
    /// Whether the next drag in a picture selects the joints in a box.
    pub box_armed: bool,
    pub hovered_joint: Option<u32>,
    pub selected_pane: usize,
    /// Whether a change of overlays or colors applies to all panes.
    pub looks_linked: bool,
    /// The pane and the value of a slider of center settings that is being dragged.
    pub held_centers: Option<(usize, CenterSettings)>,
    /// Whether panes that compare by flicker show B.
    pub flicker_held: bool,
    /// Nodes whose branch is folded in the tree.
    pub folded: BTreeSet<u32>,
    /// Target that the camera frames at the current size of the panes: the model until the user moves the camera, or a
    /// joint once.
    pub frame: Option<Framing>,
    /// Like `frame`, for panes with a camera of their own, by their ids.
    pub frame_own: BTreeMap<u64, Framing>,
    /// The joint that the tree scrolls to in the next frame.
    pub reveal: Option<u32>,
    /// Filter for the names of the tree's rows. Empty shows all.
    pub joint_search: String,
    /// Id of the scene of the talk that was requested last and cannot be shown.
    pub scene_in_hand: Option<String>,
    pub error: Option<ErrorNotice>,
    pub notice: Option<PassingNotice>,
    pub panels: Panels,
    /// Folded sections of the inspector.
    pub folded_sections: BTreeSet<Section>,
    pub pinned: Option<PinnedProbe>,
    /// The hovered vertex and its pane. `None` once the pointer has left the panes.
    pub hovered_vertex: Option<(usize, VertexId)>,
    /// Swept axis: 0, 1 or 2. `None` for the axis about which the joint is turned most.
    pub sweep_axis: Option<usize>,
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
    /// The question whether to close the window although work would be lost.
    pub close_question: Option<CloseQuestion>,
    /// Whether the window should close.
    pub quit: bool,
    pub file_hovers: bool,
    /// Requests that the window handles next, in order.
    pub window_requests: VecDeque<WindowRequest>,
    /// Whether something moves or just did, on a software GPU. Panes then draw at draft quality.
    pub busy: bool,
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

impl Transient {
    /// Takes the oldest request of a kind.
    pub fn take_request(&mut self, is_wanted: impl Fn(&WindowRequest) -> bool) -> Option<WindowRequest> {
        let index = self.window_requests.iter().position(is_wanted)?;
        self.window_requests.remove(index)
    }

    pub(super) fn new(theme: Theme) -> Self {
        Self {
            theme,
            selected_joint: None,
            also_selected: BTreeSet::new(),
            full_screen: false,
            isolation: None,
            gizmo: GizmoSettings::default(),
            gizmo_drag: None,
            gesture: None,
            mirrors_posing: false,
            box_armed: false,
            hovered_joint: None,
            selected_pane: 0,
            looks_linked: true,
            held_centers: None,
            flicker_held: false,
            folded: BTreeSet::new(),
            frame: None,
            frame_own: BTreeMap::new(),
            reveal: None,
            joint_search: String::new(),
            scene_in_hand: None,
            error: None,
            notice: None,
            panels: Panels::default(),
            folded_sections: [Section::AllFigures, Section::Stress].into(),
            pinned: None,
            hovered_vertex: None,
            sweep_axis: None,
            shortcuts_shown: false,
            palette_shown: false,
            poses_shown: false,
            pane_pixels: [1, 1],
            shown_panes: ShownPanes::default(),
            picture_dialog: false,
            blend: None,
            close_question: None,
            quit: false,
            file_hovers: false,
            window_requests: VecDeque::new(),
            demo: None,
            replace_question: None,
            recording_card: None,
            handout_card: None,
            file_browser: None,
            busy: false,
        }
    }
}
