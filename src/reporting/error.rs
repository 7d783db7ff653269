use crate::films::FilmFailure;
use crate::gpu::GpuError;
use crate::plots::PlotError;

/// Reason why a report was not made.
#[derive(Debug, thiserror::Error)]
pub enum ReportFailure {
    #[error(transparent)]
    Gpu(GpuError),
    #[error(transparent)]
    Plot(#[from] PlotError),
    #[error(transparent)]
    Picture(#[from] png::EncodingError),
    #[error(transparent)]
    Film(FilmFailure),
    #[error("stopped; nothing was written")]
    Stopped,
}

impl From<GpuError> for ReportFailure {
    fn from(error: GpuError) -> Self {
        match error {
            GpuError::Canceled => Self::Stopped,
            error => Self::Gpu(error),
        }
    }
}

impl From<FilmFailure> for ReportFailure {
    fn from(failure: FilmFailure) -> Self {
        match failure {
            FilmFailure::Stopped => Self::Stopped,
            failure => Self::Film(failure),
        }
    }
}
