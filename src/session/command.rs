use super::choices::Choice;
use super::clip_check::{ClipChoice, ClipFinding};
use super::file_browser::BrowseStep;
use super::file_request::FileRequest;
use super::framing::Framing;
use super::gizmo_drag::{GizmoGrip, GizmoPointer, GizmoSettings};
use super::handout::{HandoutCard, HandoutKind};
use super::joint_channel::JointChannel;
use super::panels::{InspectorTab, Panels, Section, SidePanel};
use super::pictures::{PictureOptions, ShownPanes};
use super::playback::Repeat;
use super::probe::WorstKind;
use super::recording::{RecordingCard, RecordingSubject};
use super::rig_options::RigOptions;
use super::stage::{StageKey, StrokeStep};
use super::stress::StressChoice;
use super::talk::{KeptTalkId, TalkEdit};
use super::weights::{WeightOperation, WeightSettings};
use crate::centers::CenterSettings;
use crate::files::ModelSource;
use crate::measure::{Figure, StressEntry, VertexId};
use crate::mending::Remedy;
use crate::model::{AngleLimit, ScaleKind, StoredSkin, TwistKind};
use crate::pairs::PairFit;
use crate::panes::{Arrangement, Border, Comparison, PaneLook, PaneModel, PanePreset, Scene};
use crate::posing::Limb;
use crate::rigging::{HelperJoints, TwistSplit};
use crate::skinning::{Antipodality, BlendFactor, Phases, SkinningMethod};
use crate::view::{Camera, CameraPreset, GizmoTool, Hall, SkinPaint, Theme};
use glam::Vec3;
use std::path::PathBuf;
use std::sync::Arc;

/// Every change a user can make. Menus, shortcuts, sliders, dropped files and scripts all send these.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Shows the file dialog.
    RequestFile(FileRequest),
    /// Opens a model or, depending on the extension of the file, a pose, a talk, a session or a picture with a scene.
    Open(ModelSource),
    /// Opens the model among several files and folders. The model may name the others.
    OpenGiven(Vec<PathBuf>),
    /// Opens a second model, which takes the pose of the open one.
    AddModel(ModelSource),
    /// Gives panes to the second model, if none shows it.
    ShowBothModels,
    /// Keeps the open model as it is now as second model, in place of the one that was kept so.
    PinBefore,
    /// Compares the open model with the one that is pinned as before again.
    CompareBefore,
    CancelCompareBefore,
    /// Goes to the worst pose of a joint that changed since the pin, under one of the compared methods.
    JumpToChange {
        skin: usize,
        entry: StressEntry,
    },
    /// Sets the colors of all panes.
    PaintAll(SkinPaint),
    /// Closes the second model, with its panes.
    RemoveSecondModel,
    /// Sets the partner of a joint of the first model in the second one; `None` leaves the joint without a partner.
    SetPartner {
        joint: u32,
        partner: Option<u32>,
    },
    /// Matches a joint of the first model by its name again.
    MatchByName(u32),
    /// Matches all joints by their names again.
    MatchAllByName,
    /// Fits the second model to the first.
    FitSecond(PairFit),
    /// Matches joints by a table.
    OpenJoints(PathBuf),
    /// Writes the joints of both models as a table.
    SaveJoints(PathBuf),
    /// Sets which model a pane shows.
    SetPaneModel {
        pane: usize,
        model: PaneModel,
    },
    /// Shows the open model with the material variant of this name, or with its default materials.
    ShowVariant(Option<String>),
    /// Gives up the model that is being opened. An open one stays.
    CancelOpening,
    /// Goes back to the empty window.
    CloseModel,
    DismissError,
    /// Shows a short message that disappears by itself.
    Notify(&'static str),
    DismissNotice,
    /// Shows a folder in the system's file manager.
    ShowFolder(PathBuf),
    /// Shows a page in the system's browser.
    ShowPage(PathBuf),
    /// Opens the card with the choices for a recording, of this subject or of the one that is most likely wanted.
    ShowRecordingCard(Option<RecordingSubject>),
    /// Changes the choices, or closes the card.
    EditRecording(Option<RecordingCard>),
    /// Asks where to write the recording of the card.
    ChooseRecordingFile,
    /// Records to a file, in the background.
    Record(PathBuf),
    CancelRecording,
    /// Opens the card with the choices for a handout of the whole talk or of the shown scene.
    ShowHandoutCard {
        kind: HandoutKind,
        whole_talk: bool,
    },
    /// Changes the choices, or closes the card.
    EditHandout(Option<HandoutCard>),
    /// Asks where to write the handout of the card.
    ChooseHandoutFile,
    /// Writes a handout of this kind, in the background. [`Self::CancelRecording`] cancels it.
    HandOut(HandoutKind, PathBuf),
    /// A step in the program's own file dialog.
    Browse(BrowseStep),

    SelectJoint(Option<u32>),
    /// Adds a joint to the selection or removes it. Panels show the joint that was added last.
    ToggleJoint(u32),
    /// Replaces the selection. Panels show the first joint.
    SelectJoints(Vec<u32>),
    HoverJoint(Option<u32>),
    /// Hides all skin except the skin of the selected joints and of all joints below them.
    IsolateSelected,
    /// Shows all skin again.
    ShowAllSkin,
    /// Shows only joints whose names contain this text.
    SearchJoints(String),
    FoldJoint {
        node: u32,
        folded: bool,
    },
    /// Intrinsic X, Y, Z angles in degrees after the rest rotation, including full turns.
    SetAngles {
        node: u32,
        angles_degrees: Vec3,
    },
    /// Sets the weight of a morph target by its index; `None` returns it to the clip or to rest.
    SetMorph {
        target: u32,
        weight: Option<f32>,
    },
    /// Returns all morph targets to the clip or to rest.
    ResetMorphs,
    /// Sets one component, 0, 1 or 2, of all selected joints.
    SetChannel {
        channel: JointChannel,
        axis: usize,
        value: f32,
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
    /// The diagonal of Kavan's S_i.
    SetLocalScale {
        node: u32,
        local_scale: Vec3,
    },
    /// The xy, xz and yz shear of Kavan's S_i.
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
    /// Grabs a handle of the selected joint.
    BeginGizmo {
        grip: GizmoGrip,
        pointer: GizmoPointer,
    },
    DragGizmo {
        pointer: GizmoPointer,
        snap: bool,
    },
    /// Replaces the amount dragged with the pointer. In degrees, scene units or as a factor.
    TypeGizmo(f32),
    EndGizmo,
    CancelGizmo,
    /// Reverts everything that the mouse did since its button was pressed.
    CancelGesture,
    /// Sets whether the next drag in a picture selects the joints in a box.
    ArmBox(bool),
    /// Sets the twist joints of the bone that begins at a joint. A `count` of 0 removes them. Their kind stays; a bone
    /// without any gets the likely kind.
    SetTwistJoints {
        joint: u32,
        count: u32,
    },
    /// Gives a bone of the model as opened these twist joints, in place of any twist joints that it has.
    SplitBone(TwistSplit),
    /// Mends a joint, and its partner on the other side, with the first remedy that was found for the joint.
    Mend(Remedy),
    /// Shows the model with a remedy in a pane next to the selected one, until the remedy is applied or the preview ends.
    PreviewRemedy(Remedy),
    EndPreview,
    /// Sets which twist the twist joints of a bone spread. Does nothing for a bone without twist joints.
    SetTwistKind {
        joint: u32,
        kind: TwistKind,
    },
    /// Edits the weights around the selected joints and, if edits are mirrored, around those on the other side.
    EditWeights(WeightOperation),
    /// Takes back the edits of the weights of the selected joints, or all of them.
    ResetWeights {
        all: bool,
    },
    /// Sets what the next edits of weights remove and keep.
    SetWeightSettings(WeightSettings),
    /// Sets or removes a limit of a joint's X, Y or Z angle, and of all selected joints if it is one of them.
    SetLimit {
        node: u32,
        axis: usize,
        limit: Option<AngleLimit>,
    },
    /// Limits every joint that the clips turn to its range in the clips.
    TakeLimitsOfClips,
    /// Removes the limits of all joints.
    ClearLimits,
    /// Makes one of the settings that undo restores.
    Choose(Choice),
    // The commands below reset all selected joints if the joint is one of them.
    ResetRotation(u32),
    ResetTranslation(u32),
    ResetScale(u32),
    /// Moves the whole mesh by the blend of a joint and its parent; `None` gives the vertices their own weights again.
    SetWholeMesh {
        node: u32,
        weight: Option<f32>,
    },
    ResetLocalScale(u32),
    ResetLocalShear(u32),
    ResetJoint(u32),
    ResetPose,
    /// Resets the joint and all joints below it.
    ResetBranch(u32),
    /// Clears the rotation, translation or scale of all selected joints, depending on the tool.
    ClearSelected(GizmoTool),
    /// Replaces all overrides with a pose of the library, given by its index.
    TakePose(usize),
    /// Replaces all overrides with the pose in which the file binds its skins, where it is not the rest pose.
    TakeBindPose,
    /// Sets whether edits of a joint are also applied, mirrored, to the joint of the other side.
    MirrorPosing(bool),
    /// Blends between the pose before (0) and the pose that was taken (1).
    BlendPoses(f32),
    /// Saves the visible pose to the library under this name.
    KeepPose(String),
    /// Saves the visible pose in place of the pose of this name.
    ReplacePose(String),
    /// Closes the question whether to replace a pose.
    CancelReplace,
    RenamePose {
        pose: usize,
        name: String,
    },
    /// Deletes the file of a pose.
    DeletePose(usize),
    OpenPose(PathBuf),
    ShowPoses(bool),

    SelectPane(usize),
    SetPaneCount(usize),
    /// Adds a copy of the pane next to it.
    DuplicatePane(usize),
    RemovePane(usize),
    SwapPanes(usize, usize),
    TakePreset(PanePreset),
    /// Shows a figure of a paper: its model, pose, panes and view.
    TakeScene(Arc<Scene>),
    /// Removes the caption and keeps the panes.
    CloseScene,
    /// Changes the list of kept scenes.
    EditTalk(TalkEdit),
    OpenTalk(PathBuf),
    /// Reads the file of the talk again.
    ReadTalkAgain,
    /// Returns to an unsaved talk that another one has replaced.
    ReturnToTalk(KeptTalkId),
    /// Forgets a replaced, unsaved talk.
    ForgetTalk(KeptTalkId),
    /// Saves the talk in its file, or asks for one.
    SaveTalk,
    SaveTalkAs(PathBuf),
    /// Reports the size in pixels of the narrowest pane with the shared camera.
    NotePaneSize([u32; 2]),
    /// Reports the sizes of all panes.
    NoteShownPanes(ShownPanes),
    SetArrangement(Arrangement),
    /// Moves a border to a fraction from 0 to 1 of the whole width or height.
    MoveBorder {
        border: Border,
        fraction: f32,
    },
    /// Makes all panes of a row the same size again.
    MakePanesEven,
    SetComparison {
        pane: usize,
        comparison: Comparison,
    },
    /// Swaps A and B.
    SwapCompared(usize),
    /// Shows B in panes that compare by flicker.
    HoldFlicker(bool),
    /// Sets overlays and colors, in all panes if they are linked.
    SetLook {
        pane: usize,
        look: PaneLook,
    },
    LinkLooks(bool),
    /// Moves the selected pane this many places through the methods of the menu.
    StepMethod(isize),
    SetMethod {
        pane: usize,
        method: SkinningMethod,
    },
    /// Opens a file as a method: a shader, or positions.
    OpenMethod(PathBuf),
    /// Loads the files of methods that panes show, which a scene or the last session named.
    RunOwnMethods,
    /// Chooses a number of the method of a pane, or leaves it to the method.
    SetNumber {
        pane: usize,
        place: usize,
        value: Option<f32>,
    },
    SetAntipodality {
        pane: usize,
        /// Mode to set; `None` for the default of the method.
        antipodality: Option<Antipodality>,
    },
    SetBlend {
        pane: usize,
        blend: BlendFactor,
    },
    SetScaleKind {
        pane: usize,
        scale_kind: ScaleKind,
    },
    SetPhases {
        pane: usize,
        phases: Phases,
    },
    /// Sets the influences, weights and positions that are kept of a pane's skin.
    SetStored {
        pane: usize,
        stored: StoredSkin,
    },

    SetCenterSettings {
        pane: usize,
        settings: CenterSettings,
    },
    /// Announces the settings that a pane will have when the drag of a slider ends, or `None` once it has ended. Colors
    /// of similarity already follow; the centers wait.
    HoldCenterSettings(Option<(usize, CenterSettings)>),
    CancelCenters(CenterSettings),
    ComputeCenters(CenterSettings),

    SetClip(Option<usize>),
    SetPlaying(bool),
    /// Chooses the first clip if none is chosen.
    PlayOrPause,
    Seek(f32),
    SetRepeat(Repeat),
    /// Steps forward or back by some frames and stops the clip.
    StepFrames(i32),
    SetSpeed(f32),

    /// Shows the stage: only the panes, in full screen, and the scenes step by step.
    EnterStage,
    /// Handles a key of the stage. Does nothing off the stage.
    PressOnStage(StageKey),
    /// Holds the motion of the scene at a phase from 0 (start) to 1 (end).
    HoldStageMotion(f32),
    /// Draws freehand over the stage. Does nothing off the stage.
    DrawOnStage(StrokeStep),
    /// Shows the stage if it is not shown yet, and its window with the speaker's notes.
    ShowNotes,
    SetHall(Hall),
    /// Sets whether scenes follow each other without a transition.
    ReduceMotion(bool),
    SetFullScreen(bool),

    /// Sets the shared camera, or the pane's own camera if it has one.
    SetCamera {
        pane: usize,
        camera: Camera,
    },
    /// Switches a pane between the shared camera and a camera of its own.
    LinkCamera {
        pane: usize,
        linked: bool,
    },
    /// Gives all panes the camera of this one.
    MatchCamera(usize),
    /// Fulfills a framing for the current size in pixels of the narrowest pane that shares the camera.
    TakeFraming {
        framing: Framing,
        pane_size: [u32; 2],
    },
    /// Fulfills the framing of a pane with a camera of its own, for its current size in pixels.
    TakeOwnFraming {
        pane: usize,
        pane_size: [u32; 2],
    },
    View(CameraPreset),
    /// Frames the selected joint with its bones, or everything if no joint is selected.
    Frame,
    FrameAll,

    /// Sets the vertex under the pointer, and its pane.
    HoverVertex(Option<(usize, VertexId)>),
    /// Keeps a vertex probed while the pose changes, or releases it.
    PinProbe(Option<VertexId>),
    /// Pins the vertex that stands out most under a pane's method, looks at it and says why it stands out.
    PinWorst {
        pane: usize,
        kind: WorstKind,
    },
    /// Requests figures again after they could not be computed.
    MeasureAgain,
    SetSweepFigure(Figure),
    /// Sets the swept axis: 0, 1 or 2.
    SetSweepAxis(usize),
    /// Checks every frame of all clips, in the background.
    CheckClips,
    CancelClipCheck,
    SetClipChoice(ClipChoice),
    /// Shows a frame of a clip that a check found, and the vertex that shows it.
    JumpToClip {
        /// Index of the result's method.
        skin: usize,
        finding: ClipFinding,
    },
    /// Turns every joint through its range, in the background.
    StartStress,
    CancelStress,
    SetStressChoice(StressChoice),
    /// Lists only the stressed joints whose names contain this text.
    SearchStress(String),
    /// Takes a pose that a stress test found and looks at its worst vertex. `skin` is the index of the result's method.
    JumpToStress {
        skin: usize,
        entry: StressEntry,
    },
    /// Takes the pose in which the stored skin of the selected pane is farthest from the full one, and looks there.
    JumpToStored,
    FoldSection {
        section: Section,
        folded: bool,
    },

    SetTheme(Theme),
    /// Shows or hides everything except the panes.
    SetPanels(Panels),
    /// Shows a tab of the inspector, and unfolds it.
    ShowTab(InspectorTab),
    FoldPanel {
        panel: SidePanel,
        folded: bool,
    },
    SetPanelWidth {
        panel: SidePanel,
        width_points: f32,
    },
    ToggleShortcuts,
    /// Goes to a step of the tour, or ends it.
    GoToTourStep(Option<usize>),
    /// Shows or hides the command palette.
    ShowPalette(bool),
    /// Closes the window. Asks first if work would be lost.
    Quit,
    /// Closes the window and loses unsaved work.
    QuitWithoutSaving,
    /// Closes the question and keeps the window open.
    CancelQuit,
    /// Sets whether the next start restores the session.
    SetRestoring(bool),
    /// Sets whether files that change on disk are read again.
    SetWatching(bool),
    /// Draws from vertices in full precision instead of packed ones.
    SetFullPrecision(bool),
    /// Looks up which of the recent files are still there. Sent while a list of them is shown.
    LookForRecent,
    /// Takes a file out of the list of recent files.
    ForgetRecent(PathBuf),
    /// Saves the session in its file, or asks for one.
    SaveSession,
    SaveSessionAs(PathBuf),
    Undo,
    Redo,
    /// Goes to a step of the history, given by its index.
    GoToStep(usize),
    /// Copies the pose of the selected joints to the clipboard, or of all joints if none is selected.
    CopyPose,
    /// Asks the window for the contents of the clipboard, to paste the pose in it.
    RequestPaste {
        mirrored: bool,
    },
    /// Applies a pose file from the clipboard to the joints that it names, or to their mirrored joints.
    PastePose {
        json: String,
        mirrored: bool,
    },
    /// Swaps left and right.
    FlipPose,
    SavePose(PathBuf),
    /// Copies a picture of the panes to the clipboard.
    CopyPicture(PictureOptions),
    /// Shows or hides the dialog for pictures.
    ShowPictureDialog(bool),
    /// Sets how pictures are saved.
    SetPictureOptions(PictureOptions),
    /// Saves a picture of the panes.
    SavePicture(PathBuf),
    /// Stops the picture that is being drawn.
    CancelPicture,
    /// Shows or hides the dialog for exporting the model.
    ShowRigDialog(bool),
    /// Sets how models are exported.
    SetRigOptions(RigOptions),
    /// Exports the model at rest, with the edits of its rig and its clips, and with the look of a pane if the options say so.
    ExportRig(PathBuf),
    /// Writes a rig for linear blending with the look of the selected pane, and adds it as the second model.
    BakeLook(PathBuf),
    /// Writes the model with helper joints at a joint and at its partner on the other side, and adds it as the second model.
    AddHelpers {
        helpers: HelperJoints,
        document: u64,
        path: PathBuf,
    },
    /// Stops the bake.
    CancelBake,
    /// Exports the skin as the selected pane's method deforms it.
    ExportSkin(PathBuf),
    /// Writes the sweep that is shown as a plot.
    SavePlot(PathBuf),
}

impl Command {
    /// Whether the command belongs to the held handle. Any other edit finishes the handle first.
    pub fn drives_handle(&self) -> bool {
        matches!(
            self,
            Self::BeginGizmo { .. } | Self::DragGizmo { .. } | Self::TypeGizmo(_) | Self::EndGizmo | Self::CancelGizmo
        )
    }

    /// Whether it edits single joints, which the joints of the other side can follow.
    pub fn edits_joints(&self) -> bool {
        matches!(
            self,
            Self::SetAngles { .. }
                | Self::SetChannel { .. }
                | Self::SetTranslation { .. }
                | Self::SetScale { .. }
                | Self::SetLocalScale { .. }
                | Self::SetLocalShear { .. }
                | Self::DragGizmo { .. }
                | Self::TypeGizmo(_)
                | Self::SwingLimb { .. }
                | Self::ResetRotation(_)
                | Self::ResetTranslation(_)
                | Self::ResetScale(_)
                | Self::ResetLocalScale(_)
                | Self::ResetLocalShear(_)
                | Self::ResetJoint(_)
                | Self::ResetBranch(_)
                | Self::ClearSelected(_)
        )
    }

    /// Whether it changes which joints are selected.
    pub fn selects_joints(&self) -> bool {
        matches!(self, Self::SelectJoint(_) | Self::ToggleJoint(_) | Self::SelectJoints(_))
    }

    /// Whether the panels send the command in every frame, regardless of the mouse.
    pub fn follows_by_itself(&self) -> bool {
        matches!(
            self,
            Self::TakeFraming { .. }
                | Self::TakeOwnFraming { .. }
                | Self::HoverJoint(_)
                | Self::HoverVertex(_)
                | Self::HoldFlicker(_)
                | Self::NotePaneSize(_)
                | Self::NoteShownPanes(_)
                | Self::LookForRecent
        )
    }

    /// Whether it is a key of the stage that does not leave it.
    pub fn stays_on_stage(&self) -> bool {
        matches!(self, Self::PressOnStage(key) if !matches!(key, StageKey::Leave | StageKey::GoBack))
    }
}
