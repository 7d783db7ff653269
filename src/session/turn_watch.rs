//! Watches whether the pose turns joints further apart than `continuous` antipodality can count.

use super::state::State;
use crate::panes::TurnLimit;

/// The last answer, and the pose that it is for.
#[derive(Debug, Default)]
pub struct TurnWatch {
    /// Document and pose generation of the last answer.
    of: Option<(u64, u64)>,
    limit: Option<TurnLimit>,
}

impl State {
    /// Checks again if the pose changed. Nothing is computed while no pane counts turns.
    pub fn refresh_turn_limit(&mut self) {
        let counts = self.edit.panes.iter().any(|pane| TurnLimit::concerns_pane(&pane.settings));
        let (Some(document), true, None) = (&self.documents.first, counts, &self.talk.stage) else {
            self.turn_watch = TurnWatch::default();
            return;
        };
        let of = Some((document.id, self.pose_generation));
        if self.turn_watch.of != of {
            let limit = TurnLimit::find(&document.model, &self.pose, &self.edit.overrides);
            self.turn_watch = TurnWatch { of, limit };
        }
    }

    /// The joints that are turned too far apart for a pane with `continuous` antipodality.
    pub fn turn_limit(&self) -> Option<&TurnLimit> {
        self.turn_watch.limit.as_ref()
    }
}
