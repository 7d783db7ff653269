use super::compose::compose;
use super::legend::shown_part;
use super::sheet::{PaneView, SheetPane};
use super::sheet_renderer::Mix;
use crate::gpu::{GpuContext, GpuError};
use crate::view::{PaneLook, PictureSettings, Quality, SkinPaint};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use egui::{Align2, Rect, Vec2, vec2};
use image::RgbaImage;

/// Distance from legends and notes to the edges of the picture, with some room around them, in points.
const MARGIN: f32 = 16.0;

/// Points for each pixel of the small picture that determines the covered area. A legend takes a thousand of such
/// pixels.
const POINTS_PER_PIXEL: f32 = 4.0;

/// Corners in the order of preference.
const CORNERS: [Align2; 4] = [Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM, Align2::LEFT_TOP, Align2::RIGHT_TOP];

/// A picture with words over it.
pub(super) struct WordyPicture {
    /// The shown objects, small, on a transparent ground.
    pub shown: RgbaImage,
    /// Size of the words in points.
    pub words: Vec2,
}

/// Finds the corner in which words cover the least. It is the same for all panes, so that the words are found in one
/// place. The lower left wins if no other corner is better. Words over pictures with a legend stay at the top or the
/// bottom, where the legend is not: a narrow picture has no room for both side by side.
pub(super) fn free_corner(pictures: &[WordyPicture], legend: Option<Align2>) -> Align2 {
    let is_free = |corner: &Align2| legend.is_none_or(|legend| legend.y() != corner.y());
    // The first of equals wins.
    let corners = CORNERS.into_iter().filter(is_free);
    corners.min_by_key(|corner| covered(pictures, *corner)).unwrap_or(Align2::LEFT_BOTTOM)
}

/// Fraction of the words in a corner that would cover shown objects, from 0 to 1.
pub(super) fn share_covered(pictures: &[WordyPicture], corner: Align2) -> f32 {
    let pixels = |picture: &WordyPicture| picture.words_area() / POINTS_PER_PIXEL;
    let area: f32 = pictures.iter().map(pixels).map(|size| size.x * size.y).sum();
    if area > 0.0 { covered(pictures, corner) as f32 / area } else { 0.0 }
}

/// Count of pixels in all pictures that words in a corner would cover.
fn covered(pictures: &[WordyPicture], corner: Align2) -> usize {
    pictures.iter().map(|picture| picture.covered_in(corner)).sum()
}

impl WordyPicture {
    /// Draws the view of a pane in a picture of this size in points.
    pub fn draw(
        context: &GpuContext,
        (pane, view, mix): (&SheetPane<'_>, &PaneView<'_>, Mix),
        [points, words]: [Vec2; 2],
        rest: &RestCache,
    ) -> Result<Self, GpuError> {
        let size = [points.x, points.y].map(|side| (side / POINTS_PER_PIXEL).ceil().max(1.0) as u32);
        let mut renderer = PaneRenderer::new(context)?;
        let mut images = Vec::new();
        for side in pane.pictures() {
            let settings = PictureSettings {
                look: PaneLook { paint: SkinPaint::Materials, ..side.settings.look },
                ..side.settings
            };
            let request = PictureRequest {
                model: side.model,
                pose: view.pose,
                camera: &view.camera,
                settings: &settings,
                size,
                pixels_per_point: POINTS_PER_PIXEL.recip(),
                quality: Quality::DRAFT,
                rest,
                beside: None,
            };
            images.push(shown_part(context, &mut renderer, &side.request(view, request))?);
        }
        let mut shown = RgbaImage::new(size[0], size[1]);
        compose(&mut shown, &images, mix, [0, 0]);
        Ok(Self { shown, words })
    }

    /// Size of the words with the room around them, in points.
    fn words_area(&self) -> Vec2 {
        self.words + Vec2::splat(MARGIN)
    }

    /// Count of pixels that words would cover.
    fn covered_in(&self, corner: Align2) -> usize {
        let size = vec2(self.shown.width() as f32, self.shown.height() as f32);
        let picture = Rect::from_min_size(egui::Pos2::ZERO, size);
        let words = self.words_area() / POINTS_PER_PIXEL;
        let words = corner.align_size_within_rect(words.min(size), picture);
        let columns = words.left() as u32..(words.right().ceil() as u32).min(self.shown.width());
        let rows = words.top() as u32..(words.bottom().ceil() as u32).min(self.shown.height());
        rows.flat_map(|y| columns.clone().map(move |x| (x, y)))
            .filter(|&(x, y)| self.shown.get_pixel(x, y).0[3] > 0)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    /// A picture of 400 x 300 points that shows something at these points.
    fn showing(places: &[[u32; 2]], words: Vec2) -> WordyPicture {
        let mut shown = RgbaImage::new(100, 75);
        for [x, y] in places {
            shown.put_pixel(x / 4, y / 4, Rgba([9, 9, 9, 255]));
        }
        WordyPicture { shown, words }
    }

    #[test]
    fn words_are_where_they_cover_the_least() {
        let words = vec2(150.0, 60.0);
        let [left_bottom, right_bottom, left_top] = [[9, 290], [390, 290], [9, 9]];
        let corner = |pictures: &[&[[u32; 2]]]| {
            free_corner(&pictures.iter().map(|places| showing(places, words)).collect::<Vec<_>>(), None)
        };
        assert_eq!(corner(&[]), Align2::LEFT_BOTTOM);
        assert_eq!(corner(&[&[[200, 150]]]), Align2::LEFT_BOTTOM, "a model in the middle is in nobody's way");
        assert_eq!(corner(&[&[left_bottom], &[]]), Align2::RIGHT_BOTTOM);
        assert_eq!(corner(&[&[left_bottom], &[right_bottom]]), Align2::LEFT_TOP, "one corner for all panes");
        assert_eq!(corner(&[&[left_bottom, right_bottom, left_top]]), Align2::RIGHT_TOP);
        // If everything is covered, the usual corner is chosen.
        assert_eq!(free_corner(&[showing(&[left_top], vec2(400.0, 300.0))], None), Align2::LEFT_BOTTOM);
        // A figure stays clear of a legend.
        let clear = |legend| free_corner(&[showing(&[left_top], words)], Some(legend));
        assert_eq!([clear(Align2::RIGHT_TOP), clear(Align2::LEFT_BOTTOM)], [Align2::LEFT_BOTTOM, Align2::RIGHT_TOP]);
    }

    #[test]
    fn what_words_cover_is_a_share_of_them() {
        // 24 x 16 points with the room around them, 6 x 4 pixels, of which 3 show something.
        let pictures = [showing(&[[1, 299], [5, 299], [9, 299], [90, 90]], vec2(8.0, 0.0))];
        assert_eq!(share_covered(&pictures, Align2::LEFT_BOTTOM), 0.125);
        assert_eq!(share_covered(&[], Align2::LEFT_BOTTOM), 0.0);
    }

    #[test]
    fn large_words_need_more_room() {
        let at = |words| free_corner(&[showing(&[[60, 180]], words)], None);
        assert_eq!([at(vec2(150.0, 60.0)), at(vec2(150.0, 140.0))], [Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM]);
    }
}
