/// Largest number of frames of a clip: eleven minutes at 30 a second. Longer clips have frames that are farther apart.
pub(super) const MOST_FRAMES: usize = 20_000;

/// The times at which a clip is checked: evenly from 0, and its end.
pub(super) fn frame_times(duration_seconds: f32, frames_per_second: f32) -> Vec<f32> {
    let wanted = f64::from(duration_seconds) * f64::from(frames_per_second);
    // Durations are rounded to single precision: an end that is that near to a frame is that frame.
    let gaps = ((wanted - 1e-3).ceil().max(0.0) as usize).min(MOST_FRAMES - 1);
    let step = if wanted > gaps as f64 + 1.0 {
        f64::from(duration_seconds) / gaps as f64
    } else {
        1.0 / f64::from(frames_per_second)
    };
    let inner = (0..gaps).map(|frame| (frame as f64 * step) as f32);
    inner.chain([duration_seconds]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_even_and_end_with_the_clip() {
        assert_eq!(frame_times(0.0, 30.0), [0.0]);
        assert_eq!(frame_times(0.1, 30.0).len(), 4);
        assert_eq!(frame_times(0.11, 30.0), [0.0, 1.0 / 30.0, 2.0 / 30.0, 0.1, 0.11]);
        let long = frame_times(1e6, 30.0);
        assert_eq!((long.len(), long[MOST_FRAMES - 1]), (MOST_FRAMES, 1e6));
        assert!((long[1] - 1e6 / (MOST_FRAMES - 1) as f32).abs() < 1e-3);
    }
}
