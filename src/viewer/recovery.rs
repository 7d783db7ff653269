use std::time::{Duration, Instant};

/// Decides when to look for another device after one was lost, and when to give up.
#[derive(Debug, Default)]
pub struct Recovery {
    /// Tries since the device last worked for a while.
    tries: usize,
    /// Time at which the last device was found.
    recovered: Option<Instant>,
    /// Time of the next try.
    due: Option<Instant>,
}

/// Wait before each try: a driver that is being replaced takes some seconds.
const WAITS: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(300), Duration::from_secs(1), Duration::from_secs(3)];

/// Time after which a working device resets the count of tries.
const STEADY: Duration = Duration::from_secs(30);

impl Recovery {
    /// Records that the device was lost, or that the last try failed. Returns whether there is another try; otherwise
    /// it is time to give up.
    pub fn fail(&mut self, now: Instant) -> bool {
        if self.recovered.take().is_some_and(|since| now.saturating_duration_since(since) >= STEADY) {
            self.tries = 0;
        }
        self.due = WAITS.get(self.tries).map(|wait| now + *wait);
        self.tries += 1;
        self.due.is_some()
    }

    /// Whether to try now. True once for each try.
    pub fn take_due(&mut self, now: Instant) -> bool {
        self.due.take_if(|due| *due <= now).is_some()
    }

    /// The time to wake for the next try.
    pub fn next(&self) -> Option<Instant> {
        self.due
    }

    /// Whether the current try is the last one: a driver that fails again and again is not asked again.
    pub fn is_last_try(&self) -> bool {
        self.tries >= WAITS.len()
    }

    /// Records that another device was found.
    pub fn succeed(&mut self, now: Instant) {
        self.recovered = Some(now);
    }

    /// Number of tries so far.
    pub fn tries(&self) -> usize {
        self.tries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_in_a_row_are_limited() {
        let (start, mut recovery) = (Instant::now(), Recovery::default());
        let mut now = start;
        for (index, wait) in WAITS.iter().enumerate() {
            assert!(recovery.fail(now));
            assert_eq!(recovery.is_last_try(), index + 1 == WAITS.len());
            assert_eq!(recovery.take_due(now), wait.is_zero());
            now += *wait;
            assert_eq!(recovery.take_due(now), !wait.is_zero());
            assert!(!recovery.take_due(now), "once");
            recovery.succeed(now);
            now += STEADY / 2;
        }
        assert!(!recovery.fail(now) && recovery.next().is_none(), "it gives up");
    }

    #[test]
    fn losses_far_apart_are_not_counted_together() {
        let (mut now, mut recovery) = (Instant::now(), Recovery::default());
        for _ in 0..3 * WAITS.len() {
            assert!(recovery.fail(now) && recovery.take_due(now));
            recovery.succeed(now);
            now += STEADY;
        }
    }

    #[test]
    fn tries_that_fail_are_counted_however_long_they_take() {
        let (mut now, mut recovery) = (Instant::now(), Recovery::default());
        let tries = (0..10).take_while(|_| {
            now += STEADY;
            recovery.fail(now)
        });
        assert_eq!(tries.count(), WAITS.len());
    }
}
