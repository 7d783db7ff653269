//! Settings of the work on a model: undone like a pose, named in the history, and kept in scenes and sessions. A new
//! one is a field of [`Choices`], a case of [`Choice`] and its arms here.

/// The chosen settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Whether turning a joint stops at its limits. Poses, clips and scenes are shown as they are.
    pub stops_at_limits: bool,
}

/// One setting, as chosen by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    StopAtLimits(bool),
}

impl Choice {
    /// The name of the step in the history.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::StopAtLimits(true) => "Stop at limits",
            Self::StopAtLimits(false) => "Turn beyond limits",
        }
    }
}

impl Choices {
    pub(super) fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::StopAtLimits(stops) => self.stops_at_limits = stops,
        }
    }
}
