//! Pictures larger than the device draws at once, in tiles that join without a seam.

use super::{PaneRenderer, PictureRequest};
use crate::gpu::{GpuContext, GpuError};
use glam::{DMat4, DVec4, Mat4};
use image::RgbaImage;

/// Longest side of a picture that is drawn at once, in pixels. With four samples, a square with this side takes about
/// 700 MB.
const LARGEST_WHOLE: u32 = 4096;
/// Side of a tile of a larger picture. Small enough for a computation to be canceled between two tiles.
const TILE: u32 = 2048;
/// Width in pixels of the border that is drawn around a tile and thrown away, because ambient occlusion depends on the
/// surroundings: 48 texels of its map for the disk and a few for smoothing, of two pixels each.
const APRON: u32 = 128;
/// Smallest side of a tile. No device has so low a limit.
const SMALLEST_TILE: u32 = 16;

/// A rectangle of a picture, in pixels from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The upper left corner.
    pub origin: [u32; 2],
    /// Width and height.
    pub size: [u32; 2],
}

/// Whether a picture or page of this size is drawn in tiles.
pub fn is_tiled(context: &GpuContext, size: [u32; 2]) -> bool {
    size[0].max(size[1]) > LARGEST_WHOLE.min(context.largest_picture_side())
}

/// The tiles of a picture: a single one if the device can draw it at once.
pub fn tiles_of(context: &GpuContext, size: [u32; 2]) -> Vec<Tile> {
    if is_tiled(context, size) { Tile::grid(size, tile_side(context)) } else { vec![Tile::whole(size)] }
}

/// Side of the tiles of a picture that is too large to be drawn at once.
pub fn tile_side(context: &GpuContext) -> u32 {
    let limit = context.largest_picture_side().saturating_sub(2 * APRON);
    (TILE.min(limit) / 2 * 2).max(SMALLEST_TILE)
}

impl Tile {
    /// The tile that covers a whole picture.
    pub fn whole(size: [u32; 2]) -> Self {
        Self { origin: [0, 0], size: size.map(|side| side.max(1)) }
    }

    /// Tiles with sides of at most `side` pixels that cover a picture, in rows from the top.
    pub fn grid(size: [u32; 2], side: u32) -> Vec<Self> {
        let side = side.max(1);
        let starts = |length: u32| (0..length).step_by(side as usize);
        let tile = |x: u32, y: u32| Self { origin: [x, y], size: [side.min(size[0] - x), side.min(size[1] - y)] };
        starts(size[1]).flat_map(|y| starts(size[0]).map(move |x| tile(x, y))).collect()
    }

    /// The tile with its surroundings, within the picture. Its origin and size are even, because derivatives are taken
    /// from blocks of two pixels, and the map of ambient occlusion has half the size.
    fn with_apron(self, picture: [u32; 2]) -> Self {
        let range = |axis: usize| {
            let from = self.origin[axis].saturating_sub(APRON) / 2 * 2;
            let to = (self.origin[axis] + self.size[axis] + APRON).min(picture[axis]);
            (from, (to - from).next_multiple_of(2))
        };
        let (x, y) = (range(0), range(1));
        Self { origin: [x.0, y.0], size: [x.1, y.1] }
    }

    /// Clip space of the tile, from the clip space of a picture of this size.
    pub(super) fn clip_from_world(self, clip_from_world: Mat4, picture: [u32; 2]) -> Mat4 {
        if self == Self::whole(picture) {
            return clip_from_world;
        }
        // In normalized device coordinates, y points up.
        let [scale_x, shift_x] = self.scale_and_shift(0, picture);
        let [scale_y, shift_y] = self.scale_and_shift(1, picture);
        let tile_from_picture =
            DMat4::from_cols(DVec4::X * scale_x, DVec4::Y * scale_y, DVec4::Z, DVec4::new(shift_x, -shift_y, 0.0, 1.0));
        // The product is rounded once, so that tiles agree about where a vertex is.
        (tile_from_picture * clip_from_world.as_dmat4()).as_mat4()
    }

    fn scale_and_shift(self, axis: usize, picture: [u32; 2]) -> [f64; 2] {
        let [origin, size, whole] = [self.origin[axis], self.size[axis], picture[axis]].map(f64::from);
        [whole / size, (whole - 2.0 * origin - size) / size]
    }
}

/// A picture that is drawn tile by tile, so that the caller can show progress or stop.
#[derive(Debug)]
pub struct TiledPicture {
    picture: RgbaImage,
    waiting: std::vec::IntoIter<Tile>,
    is_whole: bool,
}

impl TiledPicture {
    /// Plans a picture: one tile if the device can draw a picture of this size at once.
    pub fn new(context: &GpuContext, size: [u32; 2]) -> Self {
        let waiting = tiles_of(context, size).into_iter();
        Self { picture: RgbaImage::new(size[0], size[1]), waiting, is_whole: !is_tiled(context, size) }
    }

    /// Plans a picture with tiles of this side, whatever the device can draw.
    pub fn in_tiles_of(size: [u32; 2], side: u32) -> Self {
        let tiles = Tile::grid(size, side);
        Self { picture: RgbaImage::new(size[0], size[1]), waiting: tiles.into_iter(), is_whole: false }
    }

    /// Count of tiles that are not drawn yet.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Draws the next tile. `request` is for the whole picture.
    ///
    /// # Errors
    /// Out of memory or a lost device.
    pub fn draw_next(
        &mut self,
        renderer: &mut PaneRenderer,
        context: &GpuContext,
        request: &PictureRequest<'_>,
    ) -> Result<(), GpuError> {
        let Some(tile) = self.waiting.next() else { return Ok(()) };
        if self.is_whole {
            renderer.draw(context, request)?;
            self.picture = renderer.read_image(context)?;
            return Ok(());
        }
        let drawn = tile.with_apron(request.size);
        renderer.draw_tile(context, request, drawn)?;
        let image = renderer.read_image(context)?;
        let [left, top] = [0, 1].map(|axis| tile.origin[axis] - drawn.origin[axis]);
        let kept = image::imageops::crop_imm(&image, left, top, tile.size[0], tile.size[1]);
        image::imageops::replace(&mut self.picture, &*kept, tile.origin[0].into(), tile.origin[1].into());
        Ok(())
    }

    /// The finished picture: sRGB with straight alpha.
    pub fn finish(self) -> RgbaImage {
        self.picture
    }
}

impl PaneRenderer {
    /// Draws a picture of any size and reads it back.
    ///
    /// # Errors
    /// Out of memory or a lost device.
    pub fn draw_image(&mut self, context: &GpuContext, request: &PictureRequest<'_>) -> Result<RgbaImage, GpuError> {
        let mut picture = TiledPicture::new(context, request.size.map(|side| side.max(1)));
        while picture.waiting() > 0 {
            picture.draw_next(self, context, request)?;
        }
        Ok(picture.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn tiles_cover_a_picture_once() {
        let tiles = Tile::grid([5, 3], 2);
        let mut covered = [[0; 5]; 3];
        for Tile { origin: [x, y], size: [width, height] } in tiles {
            for row in &mut covered[y as usize..(y + height) as usize] {
                row[x as usize..(x + width) as usize].iter_mut().for_each(|count| *count += 1);
            }
        }
        assert_eq!(covered, [[1; 5]; 3]);
    }

    #[test]
    fn what_is_drawn_around_a_tile_lies_within_the_picture() {
        let picture = [1000, 301];
        let tile = Tile { origin: [400, 200], size: [200, 101] };
        assert_eq!(tile.with_apron(picture), Tile { origin: [272, 72], size: [456, 230] });
        let corner = Tile { origin: [0, 0], size: [200, 200] };
        assert_eq!(corner.with_apron(picture), Tile { origin: [0, 0], size: [328, 302] });
    }

    /// A point at pixel (620, 240) of the picture is at (220, 40) of a tile that begins at (400, 200).
    #[test]
    fn a_point_is_at_its_own_pixel_in_a_tile() {
        let picture = [1000, 400];
        let tile = Tile { origin: [400, 200], size: [250, 100] };
        let ndc = Vec3::new(620.0 / 500.0 - 1.0, 1.0 - 240.0 / 200.0, 0.5);
        let moved = tile.clip_from_world(Mat4::IDENTITY, picture).project_point3(ndc);
        let pixel = [(moved.x + 1.0) * 125.0, (1.0 - moved.y) * 50.0];
        assert!((pixel[0] - 220.0).abs() < 1e-3 && (pixel[1] - 40.0).abs() < 1e-3, "{pixel:?}");
        assert_eq!(Tile::whole(picture).clip_from_world(Mat4::IDENTITY, picture), Mat4::IDENTITY);
    }
}
