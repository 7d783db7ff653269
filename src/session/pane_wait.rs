/// Reason why a pane shows no picture yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PaneWait {
    /// Centers of rotation are computed. Progress from 0 to 1.
    Computing(f32),
    /// The user stopped computing them.
    Canceled,
    /// The surroundings of vertices are smoothed. Progress from 0 to 1.
    Smoothing(f32),
    /// They could not be smoothed.
    NotSmoothed,
    /// A method is a file that a scene, a picture or the last session named, and nobody said that it may run.
    NotRun,
}

impl PaneWait {
    /// What the pane waits for, without a period.
    pub fn words(self) -> &'static str {
        match self {
            Self::Computing(_) => "Computing centers of rotation",
            Self::Canceled => "Centers of rotation are not computed",
            Self::Smoothing(_) => "Smoothing the surroundings of vertices",
            Self::NotSmoothed => "The surroundings of vertices are not smoothed",
            Self::NotRun => "This method is a file that is not run yet",
        }
    }

    /// The progress from 0 to 1 of what ends by itself.
    pub fn progress(self) -> Option<f32> {
        match self {
            Self::Computing(fraction) | Self::Smoothing(fraction) => Some(fraction),
            Self::Canceled | Self::NotSmoothed | Self::NotRun => None,
        }
    }
}
