/// Reason why a plot could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    #[error("the plot cannot be drawn: {0}")]
    Draw(String),
    #[error("the plot cannot be written: {0}")]
    Write(String),
    #[error("this program was built without pdf: write an svg, or build it with the feature pdf")]
    WithoutPdf,
}
