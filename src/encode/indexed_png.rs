//! Small PNG files: a palette instead of a color in every pixel.

use super::palette::{nearest, oklab_from_rgb, palette_of};
use glam::Vec3;
use image::{Rgba, RgbaImage};
use std::collections::HashMap;

/// Entries of the palette for opaque colors. The rest is for soft edges, and one for full transparency.
const OPAQUE: usize = 190;
/// Entries for the colors of soft edges, each with all steps of alpha.
const SOFT: usize = 4;
const ALPHA_STEPS: usize = 16;

/// Encodes a picture with at most 256 colors, which are chosen for it: sRGB with straight alpha. A shaded surface of one
/// material looks the same in a third to a fifth of the bytes.
///
/// # Errors
/// If the picture has no pixels.
pub fn encode_indexed_png(picture: &RgbaImage) -> Result<Vec<u8>, png::EncodingError> {
    let mut palette = Palette::of(picture);
    let indices: Vec<u8> = picture.pixels().map(|pixel| palette.index(*pixel)).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.entries.iter().flat_map(|entry| entry[..3].to_vec()).collect::<Vec<u8>>());
    encoder.set_trns(palette.entries.iter().map(|entry| entry[3]).collect::<Vec<u8>>());
    encoder.set_deflate_compression(png::DeflateCompression::Level(9));
    // Indices of neighbors are unrelated.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(bytes)
}

/// Palette: full transparency first, then opaque colors, then each soft color with each step of alpha.
struct Palette {
    entries: Vec<[u8; 4]>,
    opaque: Vec<Vec3>,
    soft: Vec<Vec3>,
    known: HashMap<[u8; 4], u8>,
}

impl Palette {
    fn of(picture: &RgbaImage) -> Self {
        let only = |is_wanted: fn(u8) -> bool| {
            let mut part = picture.clone();
            part.pixels_mut().for_each(|pixel| pixel.0[3] = if is_wanted(pixel.0[3]) { 255 } else { 0 });
            part
        };
        let opaque = palette_of(&[only(|alpha| alpha == 255)], OPAQUE);
        let soft = palette_of(&[only(|alpha| alpha > 0 && alpha < 255)], SOFT);
        let with_alpha = |[red, green, blue]: [u8; 3], alpha: u8| [red, green, blue, alpha];
        let mut entries = vec![[0; 4]];
        entries.extend(opaque.iter().map(|&color| with_alpha(color, 255)));
        for &color in &soft {
            entries.extend((1..ALPHA_STEPS).map(|step| with_alpha(color, alpha_of(step))));
        }
        let oklab = |colors: Vec<[u8; 3]>| colors.into_iter().map(oklab_from_rgb).collect();
        Self { entries, opaque: oklab(opaque), soft: oklab(soft), known: HashMap::new() }
    }

    fn index(&mut self, Rgba(pixel): Rgba<u8>) -> u8 {
        let (opaque, soft) = (&self.opaque, &self.soft);
        *self.known.entry(pixel).or_insert_with(|| {
            let [red, green, blue, alpha] = pixel;
            let color = oklab_from_rgb([red, green, blue]);
            let step = (usize::from(alpha) * ALPHA_STEPS + 127) / 255;
            let index = match step {
                0 => 0,
                ALPHA_STEPS => 1 + nearest(opaque, color),
                _ => opaque.len() + step + nearest(soft, color) * (ALPHA_STEPS - 1),
            };
            index as u8
        })
    }
}

/// Alpha of a step below the last one, which is opaque.
fn alpha_of(step: usize) -> u8 {
    ((step * 255 + ALPHA_STEPS / 2) / ALPHA_STEPS) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn read(bytes: &[u8]) -> RgbaImage {
        image::load_from_memory_with_format(bytes, image::ImageFormat::Png).unwrap().to_rgba8()
    }

    /// A shaded disk with a soft edge.
    fn disk() -> RgbaImage {
        RgbaImage::from_fn(200, 200, |x, y| {
            let [x, y] = [x, y].map(|at| (at as f32 - 99.5) / 90.0);
            let radius = x.hypot(y);
            let shade = (1.0 - 0.5 * radius + 0.3 * x).clamp(0.0, 1.0);
            let alpha = ((1.0 - radius) * 60.0 + 0.5).clamp(0.0, 1.0);
            Rgba([200.0 * shade, 190.0 * shade, 175.0 * shade, 255.0 * alpha].map(|value| value.round() as u8))
        })
    }

    #[test]
    fn a_shaded_picture_looks_the_same_and_is_small() {
        let picture = disk();
        let bytes = encode_indexed_png(&picture).unwrap();
        let back = read(&bytes);
        assert_eq!(back.dimensions(), picture.dimensions());
        let differs = |(a, b): (&Rgba<u8>, &Rgba<u8>)| {
            let shown = |pixel: &Rgba<u8>, channel: usize| i32::from(pixel.0[channel]) * i32::from(pixel.0[3]) / 255;
            (0..3).map(|channel| (shown(a, channel) - shown(b, channel)).abs()).max().unwrap()
        };
        let pairs = || picture.pixels().zip(back.pixels());
        let opaque = pairs().filter(|(pixel, _)| pixel.0[3] == 255).map(differs).max().unwrap();
        assert!(opaque <= 4, "{opaque}");
        assert!(pairs().all(|(a, b)| a.0[3].abs_diff(b.0[3]) <= 9 && (a.0[3] > 0 || b.0[3] == 0)));
        let mut whole = Cursor::new(Vec::new());
        picture.write_to(&mut whole, image::ImageFormat::Png).unwrap();
        assert!(3 * bytes.len() < 2 * whole.get_ref().len(), "{} of {}", bytes.len(), whole.get_ref().len());
    }

    #[test]
    fn few_colors_and_nothing_at_all_are_kept() {
        let colors = [[0, 0, 0, 0], [12, 200, 97, 255], [255, 255, 255, 255]];
        let picture = RgbaImage::from_fn(3, 2, |x, _| Rgba(colors[x as usize]));
        assert_eq!(read(&encode_indexed_png(&picture).unwrap()), picture);
        let empty = RgbaImage::new(4, 4);
        assert_eq!(read(&encode_indexed_png(&empty).unwrap()), empty);
        assert!(encode_indexed_png(&RgbaImage::new(0, 0)).is_err());
    }
}
