use std::time::{Duration, Instant};

/// Schedules the window's next frame. Nothing is drawn before it is due. The earliest request counts, and a frame that
/// begins fulfills all requests made before it.
#[derive(Debug, Default)]
pub struct FrameSchedule {
    at: Option<Instant>,
}

impl FrameSchedule {
    /// Requests a frame `delay` after `now`. A delay too large for an `Instant` requests nothing.
    pub fn request(&mut self, now: Instant, delay: Duration) {
        if let Some(at) = now.checked_add(delay) {
            self.at = Some(self.at.map_or(at, |earlier| earlier.min(at)));
        }
    }

    /// Begins a frame and clears all requests. Callers that need another frame must request it again.
    pub fn begin_frame(&mut self) {
        self.at = None;
    }

    /// Whether a frame is due now. True once per frame.
    pub fn take_due(&mut self, now: Instant) -> bool {
        self.at.take_if(|at| *at <= now).is_some()
    }

    /// The time to wake for the next frame. `None` if no frame is requested.
    pub fn next(&self) -> Option<Instant> {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Duration = Duration::from_millis(100);

    #[test]
    fn the_earliest_request_counts_and_is_due_once() {
        let (now, mut schedule) = (Instant::now(), FrameSchedule::default());
        schedule.request(now, 3 * STEP);
        schedule.request(now, STEP);
        schedule.request(now, 2 * STEP);
        assert_eq!(schedule.next(), Some(now + STEP));
        assert!(!schedule.take_due(now));
        assert!(schedule.take_due(now + STEP));
        assert!(!schedule.take_due(now + 9 * STEP) && schedule.next().is_none());
    }

    #[test]
    fn a_frame_fulfills_all_earlier_requests() {
        let (now, mut schedule) = (Instant::now(), FrameSchedule::default());
        schedule.request(now, STEP);
        schedule.begin_frame();
        assert_eq!(schedule.next(), None, "the delay of a tooltip that is gone");
        schedule.request(now, 2 * STEP);
        assert_eq!(schedule.next(), Some(now + 2 * STEP));
    }

    #[test]
    fn an_endless_delay_requests_nothing() {
        let (now, mut schedule) = (Instant::now(), FrameSchedule::default());
        schedule.request(now, Duration::MAX);
        assert_eq!(schedule.next(), None);
        schedule.request(now, STEP);
        schedule.request(now, Duration::MAX);
        assert_eq!(schedule.next(), Some(now + STEP));
    }
}
