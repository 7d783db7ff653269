//! How long and how large a film will be, before it is made.

use crate::panes::{Motion, RecordFormat};

/// About how many bytes a film takes, to within a factor of two: it depends on how much of the picture moves.
pub fn estimated_film_bytes(format: RecordFormat, size: [u32; 2], frames: u32) -> u64 {
    // Of a figure that moves before a still ground.
    let bytes_per_pixel = match format {
        RecordFormat::Mp4 => 0.02,
        RecordFormat::Gif => 0.04,
        RecordFormat::Apng => 0.07,
        RecordFormat::Webp => 0.13,
        RecordFormat::Png => 0.32,
    };
    (f64::from(size[0]) * f64::from(size[1]) * f64::from(frames) * bytes_per_pixel) as u64
}

/// The duration of scenes with what moves in them, without the ways from one to the next. `still_seconds` is that of a scene
/// in which nothing moves. Beside other scenes, a motion that repeats fills that time, as in a film.
pub fn seconds_without_glides<'a>(motions: impl Iterator<Item = Option<&'a Motion>>, still_seconds: f32) -> f32 {
    let motions: Vec<Option<&Motion>> = motions.collect();
    let rounds = |motion: &Motion| if motions.len() > 1 { motion.rounds_in(still_seconds) } else { 1 };
    let of_motion = |motion: &Motion| rounds(motion) as f32 * motion.total_seconds();
    motions.iter().map(|motion| motion.map_or(still_seconds, of_motion)).sum()
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
        assert_eq!(seconds_without_glides([Some(&turn), None, None].into_iter(), 4.0), 14.0);
        let walk = Motion { seconds: 1.5, repeats: true, ..turn };
        assert_eq!(seconds_without_glides([Some(&walk), None].into_iter(), 4.0), 8.5, "three rounds");
        assert_eq!(seconds_without_glides([Some(&walk)].into_iter(), 4.0), 1.5);
        // 150 frames of 854 x 480 pixels in mp4 were 1.3 MB.
        let bytes = estimated_film_bytes(RecordFormat::Mp4, [854, 480], 150);
        assert!((650_000..2_600_000).contains(&bytes), "{bytes}");
    }
}
