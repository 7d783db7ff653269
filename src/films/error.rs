use crate::encode::{FilmError, SlideError};
use crate::files::{FileError, ModelSource, OpenError};
use crate::gpu::GpuError;
use crate::panes::{MotionError, MotionKind, SceneError, SceneModel};
use crate::session::missing_model_words;

/// Reason why a film was not made.
#[derive(Debug, thiserror::Error)]
pub enum FilmFailure {
    #[error(transparent)]
    Gpu(GpuError),
    #[error(transparent)]
    Film(#[from] FilmError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error(transparent)]
    Slide(#[from] SlideError),
    #[error(transparent)]
    FlatSlides(#[from] FlatSlides),
    /// No scene can be shown.
    #[error(transparent)]
    NoScene(Box<SceneFailure>),
    #[error("stopped; nothing was written")]
    Stopped,
}

/// Slides that have no room for a title, a caption and a picture.
#[derive(Debug, thiserror::Error)]
#[error("slides of {}x{} pixels are too flat for their titles; make them at least {least} pixels high", .size[0], .size[1])]
pub struct FlatSlides {
    /// Requested size, in pixels.
    pub size: [u32; 2],
    /// Least height in pixels for that width.
    pub least: u32,
}

/// Reason why a scene cannot be filmed.
#[derive(Debug, thiserror::Error)]
pub enum SceneFailure {
    #[error("{cause}")]
    Open { model: Box<SceneModel>, cause: OpenError },
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error("its motion does not fit the model: {cause}")]
    Motion { kind: Box<MotionKind>, cause: Box<MotionError> },
    #[error("stopped; nothing was written")]
    Stopped,
}

impl SceneFailure {
    /// Text that is shown in place of the scene.
    pub fn words(&self) -> String {
        match self {
            Self::Open { model, .. } => missing_model_words(&ModelSource::from(&model.file)),
            error => format!("This scene cannot be shown:\n{error}"),
        }
    }
}

impl From<GpuError> for FilmFailure {
    fn from(error: GpuError) -> Self {
        match error {
            GpuError::Canceled => Self::Stopped,
            error => Self::Gpu(error),
        }
    }
}
