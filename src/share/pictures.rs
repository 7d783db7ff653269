//! Recorded pictures, for browsers without WebGPU and until the GPU has drawn.

use super::ShareFailure;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::RgbaImage;
use image::codecs::jpeg::JpegEncoder;

/// Most pictures of a slider that are recorded.
pub(super) const MOST_RECORDED: usize = 7;

/// Most panes of a page on which each has that many. With more panes, each has fewer, and at least two.
pub(super) const MANY_PANES: usize = 12;

/// Quality of JPEG, from 1 to 100, and its value on pages with many panes.
const QUALITY: u8 = 84;
const QUALITY_OF_MANY: u8 = 74;

/// Count of pictures of each slider that are recorded on a page with this many panes.
pub(super) fn recorded_of_each(panes: usize) -> usize {
    (MANY_PANES * MOST_RECORDED / panes.max(1)).clamp(2, MOST_RECORDED)
}

/// Steps that are recorded, at most `most`: the scene's own, and others spread from the first to the last. If there is
/// a single other one, it is the end that is farther from the own step.
pub(super) fn recorded_steps(steps: usize, start: usize, most: usize) -> Vec<usize> {
    let last = steps.saturating_sub(1);
    let own = start.min(last);
    let others = most.saturating_sub(1).min(steps);
    let farther_end = if 2 * own > last { 0 } else { last };
    let spread = (0..others).map(|index| (index * last).checked_div(others - 1).unwrap_or(farther_end));
    let mut recorded: Vec<usize> = spread.chain([own]).collect();
    recorded.sort_unstable();
    recorded.dedup();
    recorded
}

/// An opaque picture as a data address. A page may have many panes.
pub(super) fn data_address(picture: &RgbaImage, is_large: bool) -> Result<String, ShareFailure> {
    let rgb: Vec<u8> = picture.pixels().flat_map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2]]).collect();
    let mut jpeg = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut jpeg, if is_large { QUALITY_OF_MANY } else { QUALITY });
    encoder.encode(&rgb, picture.width(), picture.height(), image::ExtendedColorType::Rgb8)?;
    Ok(format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_and_the_own_pose_are_recorded() {
        assert_eq!(recorded_steps(41, 27, 7), [0, 8, 16, 24, 27, 32, 40]);
        assert_eq!(recorded_steps(41, 40, 7), [0, 8, 16, 24, 32, 40]);
        assert_eq!((recorded_steps(1, 0, 7), recorded_steps(2, 1, 7)), (vec![0], vec![0, 1]));
        assert_eq!((recorded_steps(41, 27, 2), recorded_steps(41, 0, 2)), (vec![0, 27], vec![0, 40]));
        assert_eq!((recorded_steps(41, 40, 2), recorded_steps(1, 0, 2)), (vec![0, 40], vec![0]));
    }

    #[test]
    fn many_panes_have_fewer_pictures_each() {
        assert_eq!([1, 12, 24, 70, 1000].map(recorded_of_each), [7, 7, 3, 2, 2]);
    }
}
