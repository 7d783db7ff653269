use crate::encode::{FilmError, SlideError};
use crate::files::{FileError, OpenError};
use crate::gpu::GpuError;
use crate::panes::{MotionError, MotionKind, SceneError, SceneModel};

/// Why a film was not made.
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
    /// None of the scenes can be shown.
    #[error(transparent)]
    NoScene(Box<SceneFailure>),
    #[error("stopped; nothing was written")]
    Stopped,
}

/// Why a scene cannot be filmed.
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

impl From<GpuError> for FilmFailure {
    fn from(error: GpuError) -> Self {
        match error {
            GpuError::Cancelled => Self::Stopped,
            error => Self::Gpu(error),
        }
    }
}
