//! Estimates of the duration and size of a film, before it is made.

use crate::panes::{Motion, RecordFormat};
use crate::sheets::FrameTimes;

/// Estimated bytes of a film, to within a factor of two: the size depends on how much of the picture moves.
pub fn estimated_film_bytes(format: RecordFormat, size: [u32; 2], frames: u32) -> u64 {
    // Measured with a figure that moves in front of a still ground.
    let bytes_per_pixel = match format {
        RecordFormat::Mp4 => 0.02,
        RecordFormat::Gif => 0.04,
        RecordFormat::Apng => 0.07,
        RecordFormat::Png => 0.32,
    };
    (f64::from(size[0]) * f64::from(size[1]) * f64::from(frames) * bytes_per_pixel) as u64
}

/// Duration of scenes with their motions, without the transitions from one to the next. `still_seconds` is the duration
/// of a scene in which nothing moves. If there are other scenes, a motion that repeats fills that time, as in a film.
/// Whole frames count.
pub fn seconds_without_glides<'a>(
    motions: impl Iterator<Item = Option<&'a Motion>>,
    still_seconds: f32,
    frames_per_second: f64,
) -> f32 {
    let motions: Vec<Option<&Motion>> = motions.collect();
    let still = FrameTimes::still(still_seconds, frames_per_second);
    let times = |motion: &Motion| match motions.len() {
        1 => FrameTimes::of(motion, frames_per_second, false),
        _ => FrameTimes::filling(still.count, motion, frames_per_second),
    };
    let frames: u64 = motions.iter().map(|motion| u64::from(motion.map_or(still, times).count)).sum();
    (frames as f64 / frames_per_second) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panes::{Ease, MotionKind};

    #[test]
    fn still_scenes_and_motions_add_up() {
        let kind = MotionKind::Turntable { degrees: 360.0 };
        let turn =
            Motion { kind, seconds: 6.0, ease: Ease::Linear, rest_seconds: 0.0, there_and_back: false, repeats: false };
        let seconds = |motions: &[Option<&Motion>]| seconds_without_glides(motions.iter().copied(), 4.0, 30.0);
        assert_eq!(seconds(&[Some(&turn), None, None]), 14.0);
        let walk = Motion { seconds: 1.5, repeats: true, ..turn };
        assert_eq!(seconds(&[Some(&walk), None]), 8.5, "three rounds");
        assert_eq!(seconds(&[Some(&walk)]), 1.5);
        let flash = Motion { seconds: 1e-3, ..walk };
        assert_eq!(seconds(&[Some(&flash), None]), 8.0, "a round takes a frame");
        // 150 frames of 854 x 480 pixels in mp4 were 1.3 MB.
        let bytes = estimated_film_bytes(RecordFormat::Mp4, [854, 480], 150);
        assert!((650_000..2_600_000).contains(&bytes), "{bytes}");
    }
}
