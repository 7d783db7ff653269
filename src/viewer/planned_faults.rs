//! Intentional faults, for tests of the window: SKINSCOPE_FAULTS names them with the seconds after the start, for
//! example `lose-device@3,panic@5`.

use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The graphics device is lost.
    LoseDevice,
    /// The window's thread panics.
    Panic,
    /// Another thread panics.
    PanicBeside,
}

/// The remaining faults, the next one last.
#[derive(Debug, Default)]
pub struct PlannedFaults(Vec<(Instant, Fault)>);

impl PlannedFaults {
    pub fn of_environment() -> Self {
        std::env::var("SKINSCOPE_FAULTS").map(|text| Self::parse(&text, Instant::now())).unwrap_or_default()
    }

    fn parse(text: &str, start: Instant) -> Self {
        let one = |text: &str| {
            let (name, seconds) = text.trim().split_once('@')?;
            let fault = match name {
                "lose-device" => Fault::LoseDevice,
                "panic" => Fault::Panic,
                "panic-beside" => Fault::PanicBeside,
                _ => return None,
            };
            let after = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
            Some((start.checked_add(after)?, fault))
        };
        let mut faults: Vec<(Instant, Fault)> = text.split(',').filter_map(one).collect();
        faults.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        Self(faults)
    }

    /// Time at which the next fault is due.
    pub fn next(&self) -> Option<Instant> {
        self.0.last().map(|(at, _)| *at)
    }

    /// A fault that is due. Each is returned once.
    pub fn take_due(&mut self, now: Instant) -> Option<Fault> {
        self.0.pop_if(|(at, _)| *at <= now).map(|(_, fault)| fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_in_their_order_and_nonsense_is_none() {
        let start = Instant::now();
        let mut faults = PlannedFaults::parse("panic@5, lose-device@2.5,quit@1,panic@-1,panic@x,panic", start);
        assert_eq!(faults.next(), Some(start + Duration::from_millis(2500)));
        assert_eq!(faults.take_due(start), None);
        let late = start + Duration::from_secs(9);
        assert_eq!(faults.take_due(late), Some(Fault::LoseDevice));
        assert_eq!((faults.take_due(late), faults.take_due(late)), (Some(Fault::Panic), None));
    }
}
