//! The speaker's time compared with the plan.

use super::Stage;
use std::time::Duration;

/// Plan of a talk. Times are since its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TalkPlan {
    pub whole: Duration,
    /// Time at which the scene after the shown one is due.
    pub next: Duration,
}

/// State of a talk relative to its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    OnTime,
    /// The next scene is due.
    Late,
    /// Late by more than a tenth of the whole talk, or beyond its end.
    Over,
}

/// Delay beyond which the talk counts as over time, as a fraction of the whole talk.
const SLACK: f32 = 0.1;

impl Stage {
    /// The plan, if there is one. Scenes without planned minutes take no time in it.
    pub fn plan(&self) -> Option<TalkPlan> {
        let minutes: Vec<Option<f32>> = self.scenes.iter().map(|scene| scene.minutes).collect();
        TalkPlan::of(&minutes, self.number().unwrap_or(0))
    }
}

impl TalkPlan {
    /// Creates the plan from the minutes of each scene. The first `begun` scenes have begun.
    fn of(minutes: &[Option<f32>], begun: usize) -> Option<Self> {
        let planned = |minutes: &[Option<f32>]| {
            let minutes: f32 = minutes.iter().flatten().sum();
            Duration::try_from_secs_f32(60.0 * minutes).unwrap_or_default()
        };
        minutes
            .iter()
            .any(Option::is_some)
            .then(|| Self { whole: planned(minutes), next: planned(minutes.get(..begun).unwrap_or(minutes)) })
    }

    pub fn pace(&self, elapsed: Duration) -> Pace {
        let late = elapsed.saturating_sub(self.next);
        if elapsed > self.whole || late > self.whole.mul_f32(SLACK) {
            Pace::Over
        } else if late > Duration::ZERO {
            Pace::Late
        } else {
            Pace::OnTime
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_talk_of_ten_minutes_by_hand() {
        let minutes = [Some(2.0), None, Some(3.0), Some(5.0)];
        let plan = |begun| TalkPlan::of(&minutes, begun).unwrap();
        let seconds = |plan: TalkPlan| [plan.whole, plan.next].map(|time| time.as_secs());
        assert_eq!([0, 1, 2, 3, 4].map(|begun| seconds(plan(begun))[1]), [0, 120, 120, 300, 600]);
        assert_eq!(seconds(plan(3))[0], 600);
        let pace = |seconds| plan(3).pace(Duration::from_secs(seconds));
        assert_eq!([0, 300, 301, 360, 361, 601].map(pace), {
            use Pace::{Late, OnTime, Over};
            [OnTime, OnTime, Late, Late, Over, Over]
        });
        assert_eq!(plan(4).pace(Duration::from_secs(601)), Pace::Over, "the talk is over");
        assert_eq!(TalkPlan::of(&[None, None], 1), None, "nothing is planned");
    }
}
