use crate::view::Quality;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Measures the perceived frame time of the panes: from one frame that draws pictures to the next, including everything
/// in between and the screen.
#[derive(Debug, Default)]
pub struct FramePace {
    frame: Option<Instant>,
    /// Quality of the pictures in this frame, if it draws any.
    quality: Option<Quality>,
    /// The previous frame, if it drew pictures.
    before: Option<(Instant, Quality)>,
    /// Recent frame times, the newest last.
    paces: VecDeque<Duration>,
}

/// Count of remembered frame times: enough to ignore a single late frame.
const REMEMBERED: usize = 7;

/// Longest frame time; longer gaps are pauses.
const LONGEST: Duration = Duration::from_secs(3);

impl FramePace {
    /// Begins a frame of the window. Only frames that begin while something `moves` count, so that opening a model does
    /// not.
    pub fn begin(&mut self, now: Instant, moves: bool) {
        self.before = self.frame.zip(self.quality.take());
        self.frame = moves.then_some(now);
    }

    /// Records that this frame draws a picture. The fine picture after a pause does not follow a movement.
    pub fn draws(&mut self, quality: Quality) {
        if self.quality.replace(quality).is_some() {
            return;
        }
        let (Some((before, quality_before)), Some(frame)) = (self.before, self.frame) else { return };
        if quality != quality_before {
            return;
        }
        let pace = frame.saturating_duration_since(before);
        if pace > LONGEST {
            return;
        }
        if self.paces.len() == REMEMBERED {
            self.paces.pop_front();
        }
        self.paces.push_back(pace);
    }

    /// Median of the last few frame times in milliseconds. `None` before anything moved.
    pub fn milliseconds(&self) -> Option<f32> {
        let mut sorted: Vec<Duration> = self.paces.iter().copied().collect();
        sorted.sort_unstable();
        Some(sorted.get(sorted.len() / 2)?.as_secs_f32() * 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs frames at these times in milliseconds; the flag says whether a frame draws.
    fn pace(frames: &[(u64, bool)]) -> Option<f32> {
        let start = Instant::now();
        let mut pace = FramePace::default();
        for &(milliseconds, draws) in frames {
            pace.begin(start + Duration::from_millis(milliseconds), true);
            if draws {
                // Several panes draw in one frame.
                pace.draws(Quality::DRAFT);
                pace.draws(Quality::DRAFT);
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
    fn the_fine_picture_after_a_rest_is_no_frame_of_the_motion() {
        let start = Instant::now();
        let mut pace = FramePace::default();
        let frames = [(0, Quality::DRAFT), (90, Quality::DRAFT), (300, Quality::FINE)];
        for (milliseconds, quality) in frames {
            pace.begin(start + Duration::from_millis(milliseconds), true);
            pace.draws(quality);
        }
        assert_eq!(pace.paces, [Duration::from_millis(90)]);
    }

    #[test]
    fn what_is_drawn_while_nothing_moves_is_no_frame_of_a_motion() {
        let start = Instant::now();
        let mut pace = FramePace::default();
        for (milliseconds, moves) in [(0, false), (800, false), (900, true), (990, true), (1500, false)] {
            pace.begin(start + Duration::from_millis(milliseconds), moves);
            pace.draws(Quality::FINE);
        }
        assert_eq!(pace.paces, [Duration::from_millis(90)]);
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
