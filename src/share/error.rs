use crate::films::SceneFailure;
use crate::gpu::GpuError;
use crate::panes::{MotionError, SceneError};

/// Reason why a page was not made.
#[derive(Debug, thiserror::Error)]
pub enum ShareFailure {
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error("the scene's motion does not fit the model: {0}")]
    Motion(#[from] MotionError),
    #[error(
        "a page shows two models beside each other or on both sides of a divider, not one's outline or distance on the \
         other"
    )]
    BothModelsInOne,
    /// The only scene cannot be shown.
    #[error(transparent)]
    NoScene(#[from] SceneFailure),
    #[error("cannot encode a picture: {0}")]
    Picture(#[from] image::ImageError),
    #[error("cannot write the page's data: {0}")]
    Data(#[from] serde_json::Error),
    #[error("cannot compress the page's data: {0}")]
    Compress(#[from] std::io::Error),
}
