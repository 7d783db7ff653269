//! The user's work on one model, without a window: the open model, its pose, the comparisons, and the commands that
//! change them.
//!
//! Every change is a [`Command`], and [`State::apply`] carries it out. The viewer reads the state and pushes commands.
//! Tests do the same.

mod apply;
mod baking;
mod before;
mod cameras;
mod choices;
mod clip_check;
mod clip_commands;
mod command;
mod demo;
mod document;
mod document_centers;
mod documents;
mod doubled_panes;
mod edit_name;
mod edit_state;
pub mod figures;
mod file_browser;
mod file_commands;
mod file_request;
mod found_pose;
mod framing;
mod gesture;
mod gizmo_drag;
mod hand;
mod handout;
mod history;
mod interface;
mod interface_settings;
mod isolation;
mod jobs;
mod joint_channel;
mod joint_commands;
mod limb_pose;
mod limits;
mod loader;
mod mending;
mod modes;
mod moment_jobs;
pub mod palette_entries;
mod opening;
mod opening_job;
mod pane_commands;
mod pane_edit_name;
mod own_methods;
mod pane_wait;
mod panels;
mod pictures;
mod playback;
mod plot_saving;
mod pose_clipboard;
mod pose_library;
mod preview;
mod probe;
mod recent;
mod recording;
mod replacing;
mod report_order;
mod results;
mod rig;
mod rig_options;
mod saved;
mod scenes;
mod second_model;
mod selection;
mod session_file;
mod skin_picking;
mod stage;
mod start;
mod skin_export;
mod state;
mod state_figures;
mod state_probe;
mod stored_cost;
mod stress;
mod talk;
mod tour;
mod turn_watch;
mod twists;
mod undo;
pub mod user_commands;
#[cfg(test)]
mod recording_tests;
#[cfg(test)]
mod scene_round_trip_tests;
#[cfg(test)]
mod second_model_tests;
#[cfg(test)]
mod second_scene_tests;
#[cfg(test)]
mod session_file_tests;
#[cfg(test)]
mod undo_tests;
mod view;
mod visit;
mod watching;
mod weights;
mod written_file;
#[cfg(test)]
mod test_support;
#[cfg(test)]
mod watching_tests;
#[cfg(test)]
mod visit_tests;

pub use before::{BeforeDesk, SinceBefore};
pub use choices::{Choice, Choices};
pub use clip_check::{ClipChoice, ClipFinding, ClipFindingKind, ClipGap, ClipList, ClipResult};
pub use command::Command;
pub use demo::{DEMO_MODEL, Demo};
pub use document::{Document, JointForest};
pub use documents::{Documents, DocumentsKey};
pub use edit_state::{EditState, MOST_PANES, Pane};
pub use file_browser::{BrowseStep, FileBrowser};
pub use file_request::FileRequest;
pub use framing::Framing;
pub use gizmo_drag::{GizmoAmount, GizmoDrag, GizmoGrip, GizmoPointer, GizmoSettings};
pub use hand::{Hand, HandKey};
pub use handout::{HandoutCard, HandoutKind, HandoutRequest};
pub use history::History;
pub use interface::{ErrorNotice, Interface, NoticeLink, PassingNotice, WindowRequest};
pub use interface_settings::InterfaceSettings;
pub use isolation::Isolation;
pub use jobs::{Jobs, JobsKey};
pub use joint_channel::{JointChannel, scale_unit};
pub use limits::RingLimit;
pub use loader::{Loader, ShowDialog};
pub use mending::Mending;
pub use opening_job::{AddingModel, Opening, OpeningModel, PrepareModel, Then};
pub use own_methods::OwnMethods;
pub use pane_wait::PaneWait;
pub use panels::{InspectorTab, PanelLayout, PanelShape, Panels, Section, SidePanel};
pub use pictures::{
    DrawPicture, NoPicture, PanePixels, PictureDesk, PictureGoal, PictureOf, PictureOptions, PictureOrder,
    PictureResult, PictureSize, RawPicture, ShownPanes,
};
pub use playback::{FRAMES_PER_SECOND, Playback, Repeat};
pub use pose_library::{LibraryPose, PoseBlend, PoseLibrary};
pub use preview::PreviewState;
pub use probe::{PinnedProbe, ProbeReading, ProbeRow, ProbedSide, WorstKind};
pub use recent::RecentFiles;
pub use recording::{Recording, RecordingCard, RecordingEnd, RecordingRequest, RecordingSubject};
pub use report_order::ReportOrder;
pub use rig_options::RigOptions;
pub use saved::{
    CloseQuestion, ReadSession, Restoring, SavedModel, SavedSession, SavedWindow, SessionCopy, SessionError,
    SessionKey, UnfinishedFile, UnsavedWork,
};
pub use scenes::SceneChanges;
pub use second_model::SecondModel;
pub use selection::Selection;
pub use session_file::{PendingSession, SessionFile};
pub use skin_picking::SkinWait;
pub use stage::{
    Glide, Pace, Stage, StageKey, StageMotion, StagePoint, StageSettings, StrokeStep, Strokes, TRANSITION_SECONDS,
    TalkPlan, missing_model_words,
};
pub use start::{FirstModel, FirstPose, GivenSettings, Start, StartFit};
pub use state::State;
pub use state_figures::length_decimals;
pub use stored_cost::ShownCost;
pub use stress::{
    LinePlace, RangeChoice, SecondStress, StressChoice, StressGap, StressGroup, StressLine, StressResult, StressSort,
    beside_the_window,
};
pub use talk::{
    EditedTalk, KeptTalkId, SavedTalk, SceneEdit, SceneMeter, SceneProblem, TalkDesk, TalkEdit, TalkFile, TalkKey,
    problems_of,
};
pub use tour::{TOUR, Tour, TourMark, TourStep};
pub use view::View;
pub use watching::Watching;
pub use weights::{WeightOperation, WeightSettings};
