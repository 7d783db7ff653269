/// Frames per second, in thousandths, so that 23.976 is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRate {
    frames_per_1000_seconds: u32,
}

impl FrameRate {
    /// Creates a rate. `None` if it is not between 0.1 and 1000 frames per second.
    pub fn new(frames_per_second: f64) -> Option<Self> {
        let thousandths = (frames_per_second * 1000.0).round();
        (100.0..=1_000_000.0).contains(&thousandths).then_some(Self { frames_per_1000_seconds: thousandths as u32 })
    }

    pub fn per_second(self) -> f64 {
        f64::from(self.frames_per_1000_seconds) / 1000.0
    }

    /// Units of time per second, of which a frame lasts exactly [`Self::UNITS_PER_FRAME`].
    #[cfg(feature = "film")]
    pub(super) fn units_per_second(self) -> u32 {
        self.frames_per_1000_seconds
    }

    pub(super) const UNITS_PER_FRAME: u32 = 1000;

    /// The duration of one frame in seconds, as a fraction in lowest terms.
    pub(super) fn frame_seconds(self) -> (u32, u32) {
        let divisor = greatest_common_divisor(Self::UNITS_PER_FRAME, self.frames_per_1000_seconds);
        (Self::UNITS_PER_FRAME / divisor, self.frames_per_1000_seconds / divisor)
    }

    /// Duration of a frame in whole ticks. It is rounded so that the film keeps its pace: frames may differ by a tick.
    pub(super) fn ticks_of(self, frame: u32, ticks_per_second: u32) -> u32 {
        let at = |frame: u64| {
            let (num, den) = (frame * 1000 * u64::from(ticks_per_second), u64::from(self.frames_per_1000_seconds));
            (num + den / 2) / den
        };
        (at(u64::from(frame) + 1) - at(u64::from(frame))) as u32
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thirtieth of a second is 3 1/3 hundredths: 3, 4, 3.
    #[test]
    fn ticks_keep_the_pace() {
        let rate = FrameRate::new(30.0).unwrap();
        assert_eq!([0, 1, 2, 3, 4, 5].map(|frame| rate.ticks_of(frame, 100)), [3, 4, 3, 3, 4, 3]);
        assert_eq!((0..300).map(|frame| rate.ticks_of(frame, 100)).sum::<u32>(), 1000);
        assert_eq!(FrameRate::new(25.0).unwrap().ticks_of(7, 100), 4);
    }

    #[test]
    fn a_frame_lasts_a_fraction_of_a_second() {
        let seconds = |rate| FrameRate::new(rate).unwrap().frame_seconds();
        assert_eq!([30.0, 12.5, 23.976, 0.5].map(seconds), [(1, 30), (2, 25), (125, 2997), (2, 1)]);
        for wrong in [0.0, -30.0, 0.05, 1001.0, f64::NAN, f64::INFINITY] {
            assert_eq!(FrameRate::new(wrong), None);
        }
    }
}
