use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How fast the panes follow, as a person sees it: from one frame that draws pictures to the next one, with all that
/// happens between, the screen included.
#[derive(Debug, Default)]
pub struct FramePace {
    frame: Option<Instant>,
    /// The frame before, if it drew pictures.
    before: Option<Instant>,
    draws: bool,
    /// The newest last.
    paces: VecDeque<Duration>,
}

/// Enough to leave out a single late frame.
const REMEMBERED: usize = 7;

/// Longer pauses are rests, not frames.
const LONGEST: Duration = Duration::from_secs(3);

impl FramePace {
    /// A frame of the window begins.
    pub fn begin(&mut self, now: Instant) {
        self.before = self.frame.filter(|_| self.draws);
        self.frame = Some(now);
        self.draws = false;
    }

    /// This frame draws a picture.
    pub fn draws(&mut self) {
        if std::mem::replace(&mut self.draws, true) {
            return;
        }
        let (Some(before), Some(frame)) = (self.before, self.frame) else { return };
        let pace = frame.saturating_duration_since(before);
        if pace > LONGEST {
            return;
        }
        if self.paces.len() == REMEMBERED {
            self.paces.pop_front();
        }
        self.paces.push_back(pace);
    }

    /// Median of the last few, in milliseconds; `None` before anything moved.
    pub fn milliseconds(&self) -> Option<f32> {
        let mut sorted: Vec<Duration> = self.paces.iter().copied().collect();
        sorted.sort_unstable();
        Some(sorted.get(sorted.len() / 2)?.as_secs_f32() * 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames at these milliseconds, and whether they draw.
    fn pace(frames: &[(u64, bool)]) -> Option<f32> {
        let start = Instant::now();
        let mut pace = FramePace::default();
        for &(milliseconds, draws) in frames {
            pace.begin(start + Duration::from_millis(milliseconds));
            if draws {
                // Several panes in one frame.
                pace.draws();
                pace.draws();
            }
        }
        pace.milliseconds()
    }

    #[test]
    fn it_is_the_time_between_frames_that_draw() {
        assert_eq!(pace(&[(0, true), (100, true)]), Some(100.0));
        assert_eq!(pace(&[(0, true), (100, true), (220, true), (320, true)]), Some(100.0));
    }

    #[test]
    fn rests_do_not_count() {
        assert_eq!(pace(&[]), None);
        assert_eq!(pace(&[(0, true)]), None);
        assert_eq!(pace(&[(0, true), (50, false), (400, true)]), None);
        assert_eq!(pace(&[(0, true), (9000, true)]), None);
        assert_eq!(pace(&[(0, true), (80, true), (500, false), (9000, true), (9080, true)]), Some(80.0));
    }
}
