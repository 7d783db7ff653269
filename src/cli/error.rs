use crate::baking::BakeError;
use crate::checks::{ResultsError, RulesError};
use crate::encode::{FilmError, SlideError};
use crate::export::ExportError;
use crate::files::{FileError, OpenError, OwnMethodError};
use crate::films::{FilmFailure, FlatSlides};
use crate::gpu::GpuError;
use crate::gpu::standalone::StandaloneError;
use crate::mending::WeightEditError;
use crate::model::{FindJointError, FindMorphError, PoseFileError, SetError};
use crate::pairs::JointTableError;
use crate::panes::{FormatRefusal, SceneError};
use crate::reporting::ReportFailure;
use crate::rigging::{HelperError, PlacementError, TwistError};
use crate::share::ShareFailure;
use crate::skinning::MissingInput;
use std::path::PathBuf;

/// Reason why a headless command failed: one line with the error and the remedy, with paths last.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A model that the command line names.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A model that a scene names.
    #[error(transparent)]
    SceneModel(OpenError),
    #[error("--set {0}")]
    Set(#[from] SetError),
    #[error("{cause}: {}", .path.display())]
    PoseFile { cause: PoseFileError, path: PathBuf },
    #[error("no file and no pose of {model} has this name; {known}: {given}")]
    NoSuchPose { given: String, model: &'static str, known: String },
    #[error("the pose does not fit the model: {0}")]
    BundledPose(#[from] FindJointError),
    #[error("{cause}")]
    Slide { cause: SlideError },
    #[error("--size: {0}")]
    FlatSlides(#[from] FlatSlides),
    #[error("several scenes are written as slides, to *.pdf; name one scene to draw it as a picture: {}", path.display())]
    PictureOfAllScenes { path: PathBuf },
    #[error("--camera: {cause}")]
    CameraJoint { cause: FindJointError },
    #[error("--diagram: {cause}")]
    DiagramJoint { cause: FindJointError },
    #[error("--diagram: no skin follows this joint, so there is nothing to draw: {joint}")]
    DiagramOfNoSkin { joint: String },
    #[error("{joint} has no partner in {second}; name one in the table of --joints")]
    NoPartner { joint: String, second: String },
    #[error("--paint weights:{painted} and --diagram of {drawn}: a picture has one selected joint; name the same one")]
    TwoJoints { painted: String, drawn: String },
    #[error("--paint: {cause}")]
    PaintJoint { cause: FindJointError },
    #[error("--paint similarity:{given}: {known}")]
    PaintVertex { given: u32, known: String },
    #[error(
        "--paint similarity: similar to which vertex? Write similarity:VERTEX; `skinscope probe` counts them alike"
    )]
    SimilarToNothing,
    #[error("the model has no clip {given:?}; {known}")]
    NoSuchClip { given: String, known: String },
    #[error("--joint {given}: {cause}")]
    Joint { cause: FindJointError, given: String },
    #[error("--isolate {given}: {cause}")]
    IsolatedJoint { cause: FindJointError, given: String },
    #[error("--isolate: no skin follows these joints or the joints below them: {joints}")]
    NothingIsolated { joints: String },
    #[error("--variant {given}: {known}")]
    NoSuchVariant { given: String, known: String },
    #[error("--weights {given}: {cause}")]
    WeightJoint { cause: FindJointError, given: String },
    #[error("--weights: {0}")]
    Weights(WeightEditError),
    #[error("--twist {given}: {cause}")]
    TwistJoint { cause: FindJointError, given: String },
    #[error("--twist: {0}")]
    Twist(#[from] TwistError),
    #[error("--other-twist {given}: {cause}")]
    OtherTwistJoint { cause: FindJointError, given: String },
    #[error("--other-twist: {0}")]
    OtherTwist(TwistError),
    #[error("--sweep {given}: {cause}")]
    SweptJoint { cause: FindJointError, given: String },
    #[error("this node is not a joint of a skin; `skinscope info --json` lists the joints: {given}")]
    NotAJoint { given: String },
    #[error("--primitive {given}: the model has {known}")]
    NoSuchPrimitive { given: u32, known: String },
    #[error("--vertex {given}: {known}")]
    NoSuchVertex { given: u32, known: String },
    #[error("{flags} needs a MODEL: tubes have a pose and centers of rotation of their own")]
    FlagsOfTubes { flags: String },
    #[error("a tube cannot be made: {reason}")]
    Tube { reason: String },
    #[error(transparent)]
    Plot(#[from] crate::plots::PlotError),
    #[error("no cross sections were cut, because no joint with a blend zone is measured; choose one with --joint")]
    NoSections,
    #[error(
        "no plane across the bones at {joint} cuts the skin in a closed loop, so there is nothing to draw; leave out -o to \
         see the other figures"
    )]
    NoClosedSections { joint: String },
    #[error("--figure {given}: without a sweep, choose one of {known}")]
    NoSuchFigure { given: &'static str, known: String },
    #[error(
        "two models are compared as one stored skin; give one value to --influences, --weight-bits, --position-bits and --surrounding-joints"
    )]
    SeveralStoredSkins,
    #[error(
        "--json is about two models, or about what one stores; give a second model, --influences, --weight-bits, --position-bits or --surrounding-joints"
    )]
    JsonOfNothing,
    #[error("{flag} is for `compare` with two models; give it a second one, or leave {flag} out")]
    NeedsSecondModel { flag: &'static str },
    #[error(
        "--paint-range is for distances: add --paint difference:METHOD or, with two models, difference:model; or leave \
         --paint-range out"
    )]
    RangeOfNoDistance,
    #[error("--sweep {joint}:{key} replaces the {key} of --set {set}; leave one of them out")]
    SetAndSwept { joint: String, key: String, set: String },
    #[error("{flags} {} for a picture (*.png), and the output is {output}; leave {flags} out", is_or_are(.flags))]
    FlagsOfPicture { flags: String, output: &'static str },
    #[error("the second model does not fit the size of the first: {cause}: {}", .path.display())]
    OtherSize { cause: PlacementError, path: PathBuf },
    #[error("{cause}: {}", .path.display())]
    JointTable { cause: JointTableError, path: PathBuf },
    #[error("{first} and --save-joints - both write to standard output; name a file for one of them")]
    TwoToStdout { first: &'static str },
    #[error(
        "under {method} the models lie up to {found}% of the first one's extent apart, more than the {limit}% of \
         --fail-over{at}"
    )]
    TooDifferent { method: &'static str, found: String, limit: String, at: String },
    #[error("{found}, which does not meet {limit}")]
    LimitMissed { found: String, limit: String },
    #[error("--figure {figure}: it was measured in no frame; choose another one, or --intersected-frames all")]
    NothingPlotted { figure: &'static str },
    #[error("no number here is called {given:?}; --fail-under and --fail-over know {known}")]
    NoSuchLimit { given: String, known: String },
    #[error("not all files pass: {failed} of {files} failed or could not be opened")]
    FilesFailed { failed: usize, files: String },
    #[error("no .glb, .gltf or .vrm file is in this folder: {}", .path.display())]
    NothingToCheck { path: PathBuf },
    #[error("{cause}: {}", .path.display())]
    Rules { cause: RulesError, path: PathBuf },
    #[error("{cause}: {}", .path.display())]
    Results { cause: ResultsError, path: PathBuf },
    #[error("the results are of other rules or another version of this program; give the rules with which they were made, or check again: {}", .path.display())]
    ResultsOfOtherRules { path: PathBuf },
    #[error("there are no results to join: {}", .path.display())]
    NoResults { path: PathBuf },
    #[error("these results lack numbers without a limit; check the files with --write-rules first: {}", .path.display())]
    NotAllMeasured { path: PathBuf },
    #[error("no file could be measured, so there is nothing to propose rules from")]
    NoGoodFiles,
    #[error("there is no such folder to write to: {}", .path.display())]
    NoFolder { path: PathBuf },
    #[error("the list is written to standard output; name a file ({wanted}) for the other output")]
    CheckToStdout { wanted: &'static str },
    #[error("a plot is of one clip, and {count} are checked; choose one with --clip")]
    PlotOfSeveralClips { count: usize },
    #[error("the model has no clips to check: {}", .path.display())]
    NoClips { path: PathBuf },
    #[error("under {method} no distance between the models is known, because one has no surface or is not finite")]
    NoDistance { method: &'static str },
    #[error("the model has no skinned mesh to measure: {}", .path.display())]
    NothingToMeasure { path: PathBuf },
    #[error(
        "--measure {measure}: no joint has this defect under these methods, so there is nothing to draw; leave out -o to see the lists"
    )]
    NothingStressed { measure: &'static str },
    #[error(
        "--range clips: no clip of the model rotates a joint; leave it out for natural ranges, or give degrees to either side, such as --range 90"
    )]
    NoClipRange,
    #[error("--poses clips: the model has no clips; use --poses limits")]
    NoClipsToBake,
    #[error("--drive clips: the model has no clips; use --drive constraints")]
    NoClipsToDrive,
    #[error(
        "{flag}: --drive clips fits helper joints to the clips alone; leave {flag} out, or use --drive constraints"
    )]
    DrivenByClips { flag: &'static str },
    #[error("{flag}: there are no poses to judge the result in; add limits or clips to --poses")]
    NothingToJudge { flag: &'static str },
    #[error("--picture: linear blending is nowhere away from the look, so there is nothing to draw")]
    NothingApart,
    #[error("--joints {given}: {cause}")]
    BakedJoint { cause: FindJointError, given: String },
    #[error("--joints: no vertex blends across this joint, so a helper would bend nothing: {joint}")]
    BendsNothing { joint: String },
    #[error("{flag} is a file, {wanted}: standard output is for the model and the report")]
    FileToStdout { flag: &'static str, wanted: &'static str },
    #[error("--joints: {0}")]
    Helpers(#[from] HelperError),
    #[error("--limit: --range {range} turns joints without regard to limits; leave out one of the two")]
    LimitsOfOtherRange { range: String },
    #[error("{failed} of the checks failed; their lines say what to do")]
    Unwell { failed: usize },
    #[error("--limits clips: no clip of the model turns a joint; write --limit JOINT:KEY=LEAST..MOST for each joint")]
    NoClipLimits,
    #[error("--morph {given}: {cause}")]
    Morph { cause: FindMorphError, given: String },
    #[error("--limit {given}: {cause}")]
    LimitJoint { cause: FindJointError, given: String },
    #[error(
        "`{command}` does not take the key whole of --set: all joints then have one motion, and each method another"
    )]
    WholeMesh { command: &'static str },
    #[error("the model has no skinned mesh to deform; only ply, obj and glb take rigid meshes")]
    NothingSkinned,
    #[error(
        "--search breadth-first keeps about {triangles} small triangles in memory, and at most {most} are allowed; write a \
         larger --epsilon than {epsilon}"
    )]
    SearchTooLarge { triangles: u64, most: u64, epsilon: f64 },
    #[error("{flags} {} for --search breadth-first; add that, or leave {flags} out", is_or_are(.flags))]
    FlagsOfSearch { flags: String },
    #[error("the output must be named {wanted}: {}", .path.display())]
    OutputFormat { wanted: &'static str, path: PathBuf },
    #[error(
        "standard output is a terminal, and the output is not text; redirect it to a file or another program, as in \
         `-o - | gzip`"
    )]
    BinaryToTerminal,
    #[error("SPIR-V is not text; name the file with -o, such as -o {method}.spv")]
    BinaryWithoutFile { method: &'static str },
    #[error(transparent)]
    Shader(#[from] StandaloneError),
    #[error(transparent)]
    OwnMethod(#[from] OwnMethodError),
    #[error("the shader of a method of your own is that file: {id}")]
    ShaderOfOwn { id: &'static str },
    #[error("the method `deformer` is a command; give it with --deformer COMMAND")]
    NoDeformer,
    #[error("--deformer is the method `deformer`; name it in --methods or --method")]
    UnusedDeformer,
    #[error("--number: no number is called {given:?}; {known}")]
    NoSuchNumber { given: String, known: String },
    #[error("--number: {name} is {value}, outside its range from {least} to {most}")]
    NumberOutOfRange { name: String, value: f32, least: f32, most: f32 },
    #[error("the file exists, and a method is not written over it; give another name: {}", .path.display())]
    MethodExists { path: PathBuf },
    #[error("this is the input file; write to another file: {}", .path.display())]
    OverInput { path: PathBuf },
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the picture cannot be encoded: {0}")]
    Picture(#[from] png::EncodingError),
    #[error("no bundled model is called {given:?}; choose one of {known}")]
    NoSuchBundled { given: String, known: String },
    #[error(transparent)]
    Film(#[from] FilmError),
    #[error(
        "nothing moves; add --turntable, --sweep JOINT:KEY=FROM..TO, --clip NAME, --wipe METHOD --divider FROM..TO or \
         --cross-fade METHOD"
    )]
    NothingMoves,
    #[error("--{flag} {given}: {cause}")]
    Motion { flag: &'static str, given: String, cause: String },
    #[error("--time is one moment of the clip; to play the clip, write --from and --to")]
    TimeOfPlayedClip,
    #[error("{seconds} s at {rate} frames a second is less than one frame; make it longer, or raise --fps")]
    NoFrame { seconds: f32, rate: f64 },
    #[error("a recording has at most {most} frames, and this one would have {frames}; make it shorter, or lower --fps")]
    TooManyFrames { frames: u64, most: u32 },
    #[error("{cause}; {}", way_around(.cause))]
    FilmFormat { cause: FormatRefusal },
    #[error("a sequence of png files cannot be written to standard output or a pipe; write mp4, gif or apng")]
    NotStreamed,
    #[error("frames with this name exist already; choose another name, or add --overwrite: {}", .path.display())]
    FramesExist { path: PathBuf },
    #[error("-o - says no format; add --format mp4, gif or apng")]
    NoFormat,
    #[error(
        "a picture of {width} x {height} pixels is drawn for this size and --supersample, and this adapter draws at most \
         {limit} on a side; lower one of them"
    )]
    TooLargeToDraw { width: u32, height: u32, limit: u32 },
    #[error("stopped; nothing was written")]
    Interrupted,
    #[error("no talk is called {given:?}; name a .toml file, or choose one of {known}")]
    NoSuchTalk { given: String, known: String },
    #[error("no scene is called {given:?}; {known}")]
    NoSuchScene { given: String, known: String },
    #[error("--scene {given}: the range ends before it begins")]
    BackwardScenes { given: String },
    #[error(
        "{flags}: a scene does not take this, because it says itself what is shown; leave it out, or name a model instead"
    )]
    FlagsOfModel { flags: String },
    #[error("{flags}: this is for the scenes of a talk; leave it out for a model: {}", .path.display())]
    FlagsOfTalk { flags: String, path: PathBuf },
    #[error("--scene is for a talk, and this is a model; leave one of them out: {}", .path.display())]
    SceneOfModel { path: PathBuf },
    #[error("no claim {}; leave out a word or a filter", if *.check { "with a check fits" } else { "fits" })]
    NoClaim { check: bool },
    #[error("{failed} of {checks} checks found something else than the list says")]
    ChecksFailed { failed: usize, checks: usize },
    #[error("{unmeasured} of {checks} checks could not be made; what they found instead is above")]
    ChecksNotMade { unmeasured: usize, checks: usize },
    #[error("this program was built without {format}: build it with the feature {feature}, or choose another format")]
    WithoutFeature { feature: &'static str, format: &'static str },
    #[error("{0}")]
    Talk(String),
    #[error("{0}")]
    Session(String),
    #[error("the talk has no scenes: {}", .path.display())]
    EmptyTalk { path: PathBuf },
    #[error("--pane {pane}: the scene's panes are counted from 1 to {count}")]
    NoSuchPane { pane: usize, count: usize },
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error(transparent)]
    Share(#[from] ShareFailure),
    #[error("no scene can be shared; the warnings say why")]
    NothingToShare,
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    MissingInput(#[from] MissingInput),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("cannot print: {0}")]
    Print(#[from] std::io::Error),
}

/// The verb for one flag, or for several with commas.
fn is_or_are(flags: &str) -> &'static str {
    if flags.contains(',') { "are" } else { "is" }
}

/// Advice about a format that does not hold a film.
fn way_around(refusal: &FormatRefusal) -> &'static str {
    match refusal {
        FormatRefusal::Transparency => "write apng, png or gif, or leave out --transparent",
        FormatRefusal::RateOfGif { .. } => "lower --fps, or write apng or mp4",
        FormatRefusal::RateOfApng { .. } => "lower --fps, or write mp4",
    }
}

impl From<FilmFailure> for CliError {
    fn from(failure: FilmFailure) -> Self {
        match failure {
            FilmFailure::Gpu(error) => error.into(),
            FilmFailure::Film(error) => error.into(),
            FilmFailure::File(error) => error.into(),
            FilmFailure::Scene(error) => error.into(),
            FilmFailure::Slide(cause) => Self::Slide { cause },
            FilmFailure::FlatSlides(cause) => cause.into(),
            FilmFailure::NoScene(failure) => super::record::no_scene(*failure),
            FilmFailure::Stopped => Self::Interrupted,
        }
    }
}

impl From<ReportFailure> for CliError {
    fn from(failure: ReportFailure) -> Self {
        match failure {
            ReportFailure::Gpu(error) => error.into(),
            ReportFailure::Plot(error) => error.into(),
            ReportFailure::Picture(error) => error.into(),
            ReportFailure::Film(failure) => failure.into(),
            ReportFailure::Stopped => Self::Interrupted,
        }
    }
}

impl From<BakeError> for CliError {
    fn from(error: BakeError) -> Self {
        match error {
            BakeError::Look(missing) => missing.into(),
            BakeError::Helpers(cause) => cause.into(),
        }
    }
}
