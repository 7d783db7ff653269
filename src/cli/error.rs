use crate::export::ExportError;
use crate::files::{FileError, OpenError};
use crate::gpu::GpuError;
use crate::model::{FindJointError, PoseFileError, SetError};
use crate::panes::SceneError;
use crate::rigging::TwistError;
use std::path::PathBuf;

/// Why a headless command failed: one line that says what happened and what to do, with paths last.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("--set {0}")]
    Set(#[from] SetError),
    #[error("{cause}: {}", .path.display())]
    PoseFile { cause: PoseFileError, path: PathBuf },
    #[error("no file and no pose of {model} has this name; {known}: {given}")]
    NoSuchPose { given: String, model: &'static str, known: String },
    #[error("the pose does not fit the model: {0}")]
    BundledPose(#[from] FindJointError),
    #[error("--paint: {cause}")]
    PaintJoint { cause: FindJointError },
    #[error("the model has no clip \"{given}\"; {known}")]
    NoSuchClip { given: String, known: String },
    #[error("--joint {given}: {cause}")]
    Joint { cause: FindJointError, given: String },
    #[error("--isolate {given}: {cause}")]
    IsolatedJoint { cause: FindJointError, given: String },
    #[error("--isolate: no skin follows these joints or the joints below them: {joints}")]
    NothingIsolated { joints: String },
    #[error("--twist {given}: {cause}")]
    TwistJoint { cause: FindJointError, given: String },
    #[error("--twist: {0}")]
    Twist(#[from] TwistError),
    #[error("this node is not a joint of a skin; `skinscope info --json` lists the joints: {given}")]
    NotAJoint { given: String },
    #[error("the model has no skinned mesh to measure")]
    NothingToMeasure,
    #[error("no joint has a {measure} under these methods, so there is nothing to draw; leave out -o to see the lists")]
    NothingStressed { measure: &'static str },
    #[error("--range clips: no clip of the model rotates a joint; give degrees to either side, such as --range 90")]
    NoClipRange,
    #[error("the model has no skinned mesh to deform; only ply, obj and glb take rigid meshes")]
    NothingSkinned,
    #[error("the output must be named {wanted}: {}", .path.display())]
    OutputFormat { wanted: &'static str, path: PathBuf },
    #[error(
        "standard output is a terminal, and the output is not text; redirect it to a file or another program, as in \
         `-o - | gzip`"
    )]
    BinaryToTerminal,
    #[error("this is the input file; write to another file: {}", .path.display())]
    OverInput { path: PathBuf },
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the picture cannot be encoded: {0}")]
    Picture(#[from] png::EncodingError),
    #[error("no bundled model is called \"{given}\"; choose one of {known}")]
    NoSuchBundled { given: String, known: String },
    #[error("no scene is called \"{given}\"; {known}")]
    NoSuchScene { given: String, known: String },
    #[error("{0}")]
    Talk(String),
    #[error("the talk has no scenes: {}", .path.display())]
    EmptyTalk { path: PathBuf },
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("cannot print: {0}")]
    Print(#[from] std::io::Error),
}

impl CliError {
    /// The exit status of the program: 2 for errors that do not depend on any file, like the flags that clap rejects,
    /// otherwise 1.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::File(FileError::Ending { .. })
            | Self::OutputFormat { .. }
            | Self::NoSuchBundled { .. }
            | Self::NoSuchScene { .. } => 2,
            _ => 1,
        }
    }
}
