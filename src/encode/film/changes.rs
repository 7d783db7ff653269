//! Differences between two frames.

use image::{Rgba, RgbaImage, imageops};

/// A rectangle of pixels: left, top, width, height.
pub(super) type PixelRect = [u32; 4];

/// Smallest rectangle that contains all pixels for which `differs` is true.
pub(super) fn changed_rect([width, height]: [u32; 2], differs: impl Fn(u32, u32) -> bool) -> Option<PixelRect> {
    let row_differs = |&y: &u32| (0..width).any(|x| differs(x, y));
    let top = (0..height).find(row_differs)?;
    let bottom = (top..height).rev().find(row_differs)?;
    let mut left = width;
    let mut right = 0;
    for y in top..=bottom {
        if let Some(x) = (0..left).find(|&x| differs(x, y)) {
            left = x;
        }
        if let Some(x) = (right..width).rev().find(|&x| differs(x, y)) {
            right = x;
        }
    }
    Some([left, top, right + 1 - left, bottom + 1 - top])
}

/// Part of a frame that has to be painted over the last one, and its position.
pub(super) struct Change {
    pub rect: PixelRect,
    pub picture: RgbaImage,
    /// Whether transparent pixels keep the old color instead of replacing it.
    pub keeps: bool,
}

impl Change {
    /// Change from nothing to a frame.
    pub fn whole(frame: &RgbaImage) -> Self {
        Self { rect: [0, 0, frame.width(), frame.height()], picture: frame.clone(), keeps: false }
    }

    /// Change between two frames. Pixels of an opaque film that stay the same become transparent, which packs better
    /// than any color.
    pub fn between(before: &RgbaImage, frame: &RgbaImage, transparent: bool) -> Self {
        let (width, height) = frame.dimensions();
        let rect = changed_rect([width, height], |x, y| before.get_pixel(x, y) != frame.get_pixel(x, y));
        // A format may not have empty frames.
        let rect = rect.unwrap_or([0, 0, 1, 1]);
        let [left, top, rect_width, rect_height] = rect;
        let mut picture = imageops::crop_imm(frame, left, top, rect_width, rect_height).to_image();
        if !transparent {
            for (x, y, pixel) in picture.enumerate_pixels_mut() {
                if before.get_pixel(left + x, top + y) == pixel {
                    *pixel = Rgba([0; 4]);
                }
            }
        }
        Self { rect, picture, keeps: !transparent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rectangle_is_the_smallest() {
        let rect = |points: &[(u32, u32)]| changed_rect([6, 5], |x, y| points.contains(&(x, y)));
        assert_eq!(rect(&[]), None);
        assert_eq!(rect(&[(3, 2)]), Some([3, 2, 1, 1]));
        assert_eq!(rect(&[(4, 1), (2, 3), (3, 3)]), Some([2, 1, 3, 3]));
        assert_eq!(rect(&[(0, 0), (5, 4)]), Some([0, 0, 6, 5]));
    }

    #[test]
    fn what_stays_is_transparent_in_an_opaque_film_alone() {
        let before = RgbaImage::from_pixel(4, 4, Rgba([9, 9, 9, 255]));
        let mut frame = before.clone();
        frame.put_pixel(1, 1, Rgba([1, 2, 3, 255]));
        frame.put_pixel(3, 1, Rgba([4, 5, 6, 255]));
        let change = Change::between(&before, &frame, false);
        assert_eq!((change.rect, change.keeps), ([1, 1, 3, 1], true));
        assert_eq!((change.picture.get_pixel(0, 0).0, change.picture.get_pixel(1, 0).0), ([1, 2, 3, 255], [0; 4]));
        let change = Change::between(&before, &frame, true);
        assert_eq!((change.rect, change.keeps), ([1, 1, 3, 1], false));
        assert_eq!(change.picture.get_pixel(1, 0).0, [9, 9, 9, 255]);
        assert_eq!(Change::between(&before, &before, false).rect, [0, 0, 1, 1]);
    }
}
