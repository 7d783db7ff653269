use super::file_question::FileQuestion;
use super::gizmo_drag::{GizmoGrip, GizmoPointer, GizmoSettings};
use super::playback::Repeat;
use super::probe::WorstKind;
use super::state::{Framing, Panels, Section};
use super::stress::StressChoice;
use crate::centers::CenterSettings;
use crate::files::ModelSource;
use crate::measure::{Figure, StressEntry, VertexPlace};
use crate::model::ScaleKind;
use crate::panes::{Arrangement, Border, Comparison, PaneLook, PanePreset, Scene};
use crate::posing::Limb;
use crate::skinning::{Antipodality, BlendFactor, SkinningMethod};
use crate::view::{Camera, CameraPreset, GizmoTool, Theme};
use glam::Vec3;
use std::path::PathBuf;

/// Every change a person can make. Menus, shortcuts, sliders, dropped files and scripts all make these.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Show the file dialog.
    AskForFile(FileQuestion),
    /// A model; a file whose name ends in .json is a pose of the model that is open.
    Open(ModelSource),
    /// Back to the empty window.
    CloseModel,
    DismissError,
    /// A few words that go away by themselves.
    Notify(&'static str),
    DismissWarnings,
    ToggleWarnings,

    SelectJoint(Option<u32>),
    /// In or out of the selection; the last one that came in is the one that panels show.
    ToggleJoint(u32),
    /// In place of the selection; the first one is shown by panels.
    SelectJoints(Vec<u32>),
    HoverJoint(Option<u32>),
    /// Show only joints that have this in their names.
    SearchJoints(String),
    FoldJoint {
        node: u32,
        folded: bool,
    },
    /// Intrinsic X, Y, Z in degrees after the rest rotation, with their full turns.
    SetAngles {
        node: u32,
        angles_degrees: Vec3,
    },
    /// Local translation in the parent's frame.
    SetTranslation {
        node: u32,
        translation: Vec3,
    },
    SetScale {
        node: u32,
        scale: Vec3,
    },
    /// Kavan's S_i, diagonal.
    SetLocalScale {
        node: u32,
        local_scale: Vec3,
    },
    /// Kavan's S_i: xy, xz, yz.
    SetLocalShear {
        node: u32,
        local_shear: Vec3,
    },
    SetGizmo(GizmoSettings),
    /// Turns a limb about the line from its root to its end.
    SwingLimb {
        limb: Limb,
        degrees: f32,
    },
    /// Takes hold of a handle over the selected joint.
    BeginGizmo {
        grip: GizmoGrip,
        pointer: GizmoPointer,
    },
    DragGizmo {
        pointer: GizmoPointer,
        snap: bool,
    },
    /// Degrees, scene units or a factor in place of what the pointer did.
    TypeGizmo(f32),
    EndGizmo,
    CancelGizmo,
    /// Takes back what the mouse did since its button went down.
    CancelGesture,
    /// Whether the next drag in a picture selects the joints in a box.
    ArmBox(bool),
    /// Of the bone that begins at a joint; none where `count` is 0.
    SetTwistJoints {
        joint: u32,
        count: u32,
    },
    ResetRotation(u32),
    ResetTranslation(u32),
    ResetScale(u32),
    ResetLocalScale(u32),
    ResetLocalShear(u32),
    ResetJoint(u32),
    ResetPose,
    /// The joint and all below it.
    ResetBranch(u32),
    /// Rotation, translation or scale of all selected joints, as the tool says.
    ClearSelected(GizmoTool),
    /// A pose of the library, by its number, in place of all overrides.
    TakePose(usize),
    /// A place on the way from the pose before (0) to the pose that was taken (1).
    BlendPoses(f32),
    /// Puts what is seen into the library under this name.
    KeepPose(String),
    RenamePose {
        pose: usize,
        name: String,
    },
    /// Deletes its file.
    DeletePose(usize),
    OpenPose(PathBuf),
    ShowPoses(bool),

    SelectPane(usize),
    SetPaneCount(usize),
    /// The same once more beside it.
    DuplicatePane(usize),
    RemovePane(usize),
    SwapPanes(usize, usize),
    TakePreset(PanePreset),
    /// A figure of a paper: its model, pose, panes and view.
    TakeScene(&'static Scene),
    /// The panes stay, their caption goes.
    CloseScene,
    SetArrangement(Arrangement),
    /// To a place from 0 to 1 of the whole width or height.
    MoveBorder {
        border: Border,
        place: f32,
    },
    /// All panes of a row alike again.
    MakePanesEven,
    SetComparison {
        pane: usize,
        comparison: Comparison,
    },
    /// A becomes B.
    SwapCompared(usize),
    /// Show B where panes compare by flicker.
    HoldFlicker(bool),
    /// Overlays and colors: of all panes where they are linked.
    SetLook {
        pane: usize,
        look: PaneLook,
    },
    LinkLooks(bool),
    SetMethod {
        pane: usize,
        method: SkinningMethod,
    },
    SetAntipodality {
        pane: usize,
        antipodality: Antipodality,
    },
    SetBlend {
        pane: usize,
        blend: BlendFactor,
    },
    SetScaleKind {
        pane: usize,
        scale_kind: ScaleKind,
    },

    SetCenterSettings {
        pane: usize,
        settings: CenterSettings,
    },
    CancelCenters(CenterSettings),
    ComputeCenters(CenterSettings),

    SetClip(Option<usize>),
    SetPlaying(bool),
    Seek(f32),
    SetRepeat(Repeat),
    /// Some frames on, or back; stops the clip.
    StepFrames(i32),
    SetSpeed(f32),

    /// Of all panes that share a camera, or of this one where it has its own.
    SetCamera {
        pane: usize,
        camera: Camera,
    },
    /// Back to the shared camera, or to a camera of its own.
    LinkCamera {
        pane: usize,
        linked: bool,
    },
    /// All panes look as this one does.
    MatchCamera(usize),
    /// The camera that frames what was asked for, in panes of the size that they have now.
    TakeFraming {
        framing: Framing,
        camera: Camera,
    },
    View(CameraPreset),
    /// The selected joint with its bones, or everything where none is selected.
    Frame,
    FrameAll,

    /// The vertex under the pointer, and in which pane.
    HoverVertex(Option<(usize, VertexPlace)>),
    /// Keep a vertex probed while the pose changes, or let it go.
    PinProbe(Option<VertexPlace>),
    /// Pin the vertex that stands out most under a pane's method, look at it and say why.
    PinWorst {
        pane: usize,
        kind: WorstKind,
    },
    /// Ask once more for figures that could not be computed.
    MeasureAgain,
    SetSweepFigure(Figure),
    /// 0, 1 or 2.
    SetSweepAxis(usize),
    /// Turn every joint through its range, in the background.
    StartStress,
    CancelStress,
    SetStressChoice(StressChoice),
    /// The pose that a stress test found, and a look at its worst vertex; the number of the result's method.
    JumpToStress {
        skin: usize,
        entry: StressEntry,
    },
    FoldSection {
        section: Section,
        folded: bool,
    },

    SetTheme(Theme),
    SetPanels(Panels),
    ToggleShortcuts,
    /// Everything by its name.
    ShowPalette(bool),
    Quit,
    Undo,
    Redo,
    /// To a step of the history by its number.
    GoToStep(usize),
    /// A pose file from the clipboard, onto the joints that it names, or onto those of the other side.
    PastePose {
        json: String,
        mirrored: bool,
    },
    /// Left and right exchanged.
    FlipPose,
    SavePose(PathBuf),
    /// The model as it is split, at rest, with its clips.
    ExportRig(PathBuf),
    /// The skin as the selected pane's method makes it.
    ExportSkin(PathBuf),
}

impl Command {
    /// What a handle that is held answers to. Any other edit finishes it first.
    pub fn drives_handle(&self) -> bool {
        matches!(
            self,
            Self::BeginGizmo { .. } | Self::DragGizmo { .. } | Self::TypeGizmo(_) | Self::EndGizmo | Self::CancelGizmo
        )
    }

    /// What the panels say of themselves in every frame, whatever the mouse does.
    pub fn follows_by_itself(&self) -> bool {
        matches!(self, Self::TakeFraming { .. } | Self::HoverJoint(_) | Self::HoverVertex(_) | Self::HoldFlicker(_))
    }
}
