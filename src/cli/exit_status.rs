//! Exit statuses of the program: their table, and the status of every error.

use super::CliError;
use crate::files::{FileError, OpenError};
use crate::gpu::GpuError;
use crate::share::ShareFailure;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitStatus {
    Fine = 0,
    NotMet = 1,
    Usage = 2,
    Failed = 3,
    /// Ended by Ctrl+C. Shells expect this number.
    Interrupted = 130,
}

impl ExitStatus {
    pub const ALL: [Self; 5] = [Self::Fine, Self::NotMet, Self::Usage, Self::Failed, Self::Interrupted];

    pub fn code(self) -> u8 {
        self as u8
    }

    /// Meaning, for the table in the docs.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Fine => "success",
            Self::NotMet => {
                "a check that was asked for is not met: `--fail-over`, `--fail-under`, `claims --check`, `check`, `doctor`; the output \
                 is complete"
            }
            Self::Usage => {
                "wrong usage: something on the command line is wrong for this program or for this model, such as an \
                 unknown method, or a joint that the model does not have"
            }
            Self::Failed => {
                "a file or the machine failed: a file is missing, broken or refused, or lacks what the command needs; \
                 there is no graphics driver, no display or no space"
            }
            Self::Interrupted => "stopped by Ctrl+C",
        }
    }
}

impl CliError {
    /// Returns the exit status. A wrong name inside a file, such as a joint in a pose file, is the fault of the file.
    pub fn exit_status(&self) -> ExitStatus {
        use ExitStatus::{Failed, Interrupted, NotMet, Usage};
        match self {
            Self::TooDifferent { .. }
            | Self::LimitMissed { .. }
            | Self::FilesFailed { .. }
            | Self::ChecksFailed { .. }
            | Self::Unwell { .. } => NotMet,

            Self::Set(_)
            | Self::NoSuchPose { .. }
            | Self::FlatSlides(_)
            | Self::WholeMesh { .. }
            | Self::WithoutFeature { .. }
            | Self::PictureOfAllScenes { .. }
            | Self::CameraJoint { .. }
            | Self::DiagramJoint { .. }
            | Self::DiagramOfNoSkin { .. }
            | Self::NoPartner { .. }
            | Self::TwoJoints { .. }
            | Self::PaintJoint { .. }
            | Self::PaintVertex { .. }
            | Self::SimilarToNothing
            | Self::NoSuchClip { .. }
            | Self::NoSuchLimit { .. }
            | Self::CheckToStdout { .. }
            | Self::ResultsOfOtherRules { .. }
            | Self::NotAllMeasured { .. }
            | Self::PlotOfSeveralClips { .. }
            | Self::Joint { .. }
            | Self::IsolatedJoint { .. }
            | Self::NothingIsolated { .. }
            | Self::NoSuchVariant { .. }
            | Self::WeightJoint { .. }
            | Self::Weights(_)
            | Self::TwistJoint { .. }
            | Self::Twist(_)
            | Self::OtherTwistJoint { .. }
            | Self::OtherTwist(_)
            | Self::SweptJoint { .. }
            | Self::NotAJoint { .. }
            | Self::NoSuchPrimitive { .. }
            | Self::NoSuchVertex { .. }
            | Self::FlagsOfTubes { .. }
            | Self::Tube { .. }
            | Self::NoSections
            | Self::NoClosedSections { .. }
            | Self::NoSuchFigure { .. }
            | Self::SeveralStoredSkins
            | Self::NeedsSecondModel { .. }
            | Self::JsonOfNothing
            | Self::RangeOfNoDistance
            | Self::SetAndSwept { .. }
            | Self::FlagsOfPicture { .. }
            | Self::TwoToStdout { .. }
            | Self::NothingStressed { .. }
            | Self::NoClips { .. }
            | Self::NothingPlotted { .. }
            | Self::NoClipRange
            | Self::NoClipsToBake
            | Self::NoClipsToDrive
            | Self::DrivenByClips { .. }
            | Self::NothingToJudge { .. }
            | Self::NothingApart
            | Self::BakedJoint { .. }
            | Self::BendsNothing { .. }
            | Self::FileToStdout { .. }
            | Self::Helpers(_)
            | Self::LimitsOfOtherRange { .. }
            | Self::NoClipLimits
            | Self::Morph { .. }
            | Self::LimitJoint { .. }
            | Self::SearchTooLarge { .. }
            | Self::FlagsOfSearch { .. }
            | Self::OutputFormat { .. }
            | Self::BinaryToTerminal
            | Self::BinaryWithoutFile { .. }
            | Self::OverInput { .. }
            | Self::NoSuchBundled { .. }
            | Self::NothingMoves
            | Self::Motion { .. }
            | Self::TimeOfPlayedClip
            | Self::NoFrame { .. }
            | Self::TooManyFrames { .. }
            | Self::FilmFormat { .. }
            | Self::NotStreamed
            | Self::NoFormat
            | Self::NoSuchTalk { .. }
            | Self::NoSuchScene { .. }
            | Self::BackwardScenes { .. }
            | Self::FlagsOfModel { .. }
            | Self::FlagsOfTalk { .. }
            | Self::SceneOfModel { .. }
            | Self::NoClaim { .. }
            | Self::NoDeformer
            | Self::UnusedDeformer
            | Self::NoSuchNumber { .. }
            | Self::NumberOutOfRange { .. }
            | Self::ShaderOfOwn { .. }
            | Self::MethodExists { .. }
            | Self::NoSuchPane { .. } => Usage,

            Self::SceneModel(_)
            | Self::PoseFile { .. }
            | Self::NothingToCheck { .. }
            | Self::NoResults { .. }
            | Self::NoGoodFiles
            | Self::NoFolder { .. }
            | Self::Rules { .. }
            | Self::Results { .. }
            | Self::BundledPose(_)
            | Self::Slide { .. }
            | Self::Plot(_)
            | Self::Shader(_)
            | Self::OwnMethod(_)
            | Self::OtherSize { .. }
            | Self::JointTable { .. }
            | Self::NoDistance { .. }
            | Self::NothingToMeasure { .. }
            | Self::NothingSkinned
            | Self::Picture(_)
            | Self::Film(_)
            | Self::ChecksNotMade { .. }
            | Self::FramesExist { .. }
            | Self::TooLargeToDraw { .. }
            | Self::Talk(_)
            | Self::Session(_)
            | Self::EmptyTalk { .. }
            | Self::Scene(_)
            | Self::NothingToShare
            | Self::MissingInput(_)
            | Self::Export(_)
            | Self::Print(_) => Failed,

            Self::Interrupted => Interrupted,
            Self::Open(error) => of_model(error),
            Self::File(error) => of_file(error),
            Self::Gpu(error) => of_gpu(error),
            Self::Share(failure) => of_share(failure),
        }
    }
}

/// Status of an error about a model that the command line names.
fn of_model(error: &OpenError) -> ExitStatus {
    match error {
        OpenError::NoSuchModel { .. } => ExitStatus::Usage,
        OpenError::NotAFile { .. }
        | OpenError::Read { .. }
        | OpenError::TooLarge { .. }
        | OpenError::Changed { .. }
        | OpenError::Foreign { .. }
        | OpenError::Archive { .. }
        | OpenError::Import { .. } => ExitStatus::Failed,
    }
}

fn of_file(error: &FileError) -> ExitStatus {
    match error {
        FileError::Ending { .. } | FileError::FolderInUse { .. } => ExitStatus::Usage,
        FileError::ReadText { .. }
        | FileError::ReadSession { .. }
        | FileError::SetSessionAside { .. }
        | FileError::NoSessionFolder
        | FileError::ReadFolder { .. }
        | FileError::Write { .. }
        | FileError::Changed { .. }
        | FileError::NotAsWritten
        | FileError::NotReadAgain(_)
        | FileError::Open(_)
        | FileError::NoScene { .. }
        | FileError::NothingToWrite
        | FileError::Export(_)
        | FileError::Picture(_) => ExitStatus::Failed,
    }
}

fn of_gpu(error: &GpuError) -> ExitStatus {
    match error {
        GpuError::Canceled => ExitStatus::Interrupted,
        GpuError::NoAdapter { .. }
        | GpuError::NoSuchAdapter { .. }
        | GpuError::TooOld { .. }
        | GpuError::NoDevice { .. }
        | GpuError::OutOfMemory { .. }
        | GpuError::Lost { .. }
        | GpuError::NoSurface { .. }
        | GpuError::Refused { .. }
        | GpuError::TooManyInfluences { .. }
        | GpuError::TooManyMorphTargets { .. }
        | GpuError::TooMuchData { .. }
        | GpuError::PaletteTooLarge { .. }
        | GpuError::MissingInput(_)
        | GpuError::PictureTooLarge { .. }
        | GpuError::Readback { .. } => ExitStatus::Failed,
    }
}

fn of_share(failure: &ShareFailure) -> ExitStatus {
    match failure {
        ShareFailure::Gpu(error) => of_gpu(error),
        ShareFailure::Scene(_)
        | ShareFailure::Motion(_)
        | ShareFailure::BothModelsInOne
        | ShareFailure::NoScene(_)
        | ShareFailure::Picture(_)
        | ShareFailure::Data(_)
        | ShareFailure::Compress(_) => ExitStatus::Failed,
    }
}
