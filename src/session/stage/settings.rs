use super::super::state::State;
use crate::view::Hall;
use serde::{Deserialize, Serialize};

/// Look and motion of the stage. The next start restores them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StageSettings {
    pub hall: Hall,
    /// Whether scenes follow each other without a transition.
    pub reduced_motion: bool,
}

impl State {
    /// The hall that the stage is shown in. `None` off the stage.
    pub fn hall(&self) -> Option<Hall> {
        self.talk.stage.as_ref().map(|_| self.interface.settings.stage.hall)
    }
}
