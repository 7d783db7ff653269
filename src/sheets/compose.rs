//! Work on finished pictures: means of several pixels, and pages with transparent parts.

use super::sheet_renderer::Mix;
use crate::math::{linear_from_srgb, srgb_from_linear};
use image::{Rgba, RgbaImage};
use rayon::prelude::*;

/// Mean light of each block of `factor` x `factor` pixels, weighted by alpha; straight alpha.
pub(super) fn downsampled(picture: RgbaImage, factor: u32) -> RgbaImage {
    if factor <= 1 {
        return picture;
    }
    let light: [f32; 256] = std::array::from_fn(|value| linear_from_srgb(value as f32 / 255.0));
    let (width, height) = (picture.width() / factor, picture.height() / factor);
    let mut mean = RgbaImage::new(width, height);
    mean.par_chunks_exact_mut(4 * width as usize).enumerate().for_each(|(y, row)| {
        for (x, pixel) in row.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            pixel.copy_from_slice(&block_mean(&picture, [x as u32, y as u32], factor, &light));
        }
    });
    mean
}

fn block_mean(picture: &RgbaImage, [x, y]: [u32; 2], factor: u32, light: &[f32; 256]) -> [u8; 4] {
    let mut sum = [0.0f32; 4];
    for row in 0..factor {
        for column in 0..factor {
            let Rgba([red, green, blue, alpha]) = *picture.get_pixel(x * factor + column, y * factor + row);
            let weight = f32::from(alpha) / 255.0;
            for (sum, value) in sum.iter_mut().zip([red, green, blue]) {
                *sum += light[value as usize] * weight;
            }
            sum[3] += weight;
        }
    }
    let [red, green, blue, weight] = sum;
    if weight == 0.0 {
        return [0; 4];
    }
    let encoded = |sum: f32| (srgb_from_linear((sum / weight).min(1.0)) * 255.0).round() as u8;
    let alpha = weight / (factor * factor) as f32;
    [encoded(red), encoded(green), encoded(blue), (alpha * 255.0).round() as u8]
}

/// Converts egui's pixels to straight alpha: they are encoded colors, multiplied by alpha.
pub(super) fn straight_from_page(mut page: RgbaImage) -> RgbaImage {
    for Rgba([red, green, blue, alpha]) in page.pixels_mut() {
        if *alpha == 255 || *alpha == 0 {
            continue;
        }
        for channel in [red, green, blue] {
            *channel = (u32::from(*channel) * 255 / u32::from(*alpha)).min(255) as u8;
        }
    }
    page
}

/// Paints egui's pixels over an opaque picture, in the same way as egui: they are encoded colors, multiplied by alpha.
pub(super) fn paint_over(picture: &mut RgbaImage, page: &RgbaImage) {
    let pixels = picture.par_chunks_exact_mut(4).zip(page.par_chunks_exact(4));
    pixels.filter(|(_, above)| above[3] > 0).for_each(|(below, above)| {
        let rest = 255 - u32::from(above[3]);
        for (below, above) in below.iter_mut().zip(above) {
            let mixed = u32::from(*above) + (u32::from(*below) * rest + 127) / 255;
            *below = mixed.min(255) as u8;
        }
    });
}

/// Puts the mix of a pane's pictures into an empty part of a page. All have straight alpha.
pub(super) fn compose(page: &mut RgbaImage, pictures: &[RgbaImage], mix: Mix, [left, top]: [u32; 2]) {
    let Some(a) = pictures.first() else { return };
    let b = pictures.get(1).unwrap_or(a);
    let divider = match mix {
        Mix::Divider(divider) => (divider.clamp(0.0, 1.0) * a.width() as f32).round() as u32,
        Mix::Fade(_) => a.width(),
    };
    let (page_width, page_height) = page.dimensions();
    for (x, y, pixel) in a.enumerate_pixels().filter(|(x, y, _)| x + left < page_width && y + top < page_height) {
        let other = b.get_pixel(x, y);
        *page.get_pixel_mut(x + left, y + top) = match mix {
            Mix::Divider(_) if x >= divider => *other,
            Mix::Divider(_) => *pixel,
            Mix::Fade(share) => faded(*pixel, *other, share.clamp(0.0, 1.0)),
        };
    }
}

/// Mixes encoded colors, as egui does on opaque pages.
fn faded(Rgba(a): Rgba<u8>, Rgba(b): Rgba<u8>, share: f32) -> Rgba<u8> {
    let alphas = [f32::from(a[3]) * (1.0 - share), f32::from(b[3]) * share];
    let alpha = alphas[0] + alphas[1];
    if alpha <= 0.0 {
        return Rgba([0; 4]);
    }
    let channel = |index: usize| (f32::from(a[index]) * alphas[0] + f32::from(b[index]) * alphas[1]) / alpha;
    Rgba([channel(0), channel(1), channel(2), alpha].map(|value| value.round() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_white_and_nothing_is_white_with_part_of_the_alpha() {
        let mut picture = RgbaImage::new(4, 2);
        picture.put_pixel(0, 0, Rgba([255; 4]));
        picture.put_pixel(2, 0, Rgba([255, 255, 255, 255]));
        for y in 0..2 {
            picture.put_pixel(3, y, Rgba([0, 0, 0, 255]));
        }
        picture.put_pixel(2, 1, Rgba([255; 4]));
        let mean = downsampled(picture, 2);
        assert_eq!(mean.dimensions(), (2, 1));
        assert_eq!(mean.get_pixel(0, 0).0, [255, 255, 255, 64]);
        // Half the light of white is encoded as 188.
        assert_eq!(mean.get_pixel(1, 0).0, [188, 188, 188, 255]);
    }

    #[test]
    fn what_is_painted_covers_by_its_alpha() {
        let mut picture = RgbaImage::from_pixel(3, 1, Rgba([100, 200, 0, 255]));
        let mut page = RgbaImage::new(3, 1);
        page.put_pixel(1, 0, Rgba([10, 20, 30, 255]));
        page.put_pixel(2, 0, Rgba([128, 0, 0, 128]));
        paint_over(&mut picture, &page);
        let pixels = [0, 1, 2].map(|x| picture.get_pixel(x, 0).0);
        assert_eq!(pixels, [[100, 200, 0, 255], [10, 20, 30, 255], [178, 100, 0, 255]]);
    }

    #[test]
    fn pictures_are_divided_or_faded() {
        let of = |color: [u8; 4]| RgbaImage::from_pixel(4, 1, Rgba(color));
        let pictures = [of([200, 0, 0, 255]), of([0, 100, 0, 0])];
        let mut page = RgbaImage::new(6, 2);
        compose(&mut page, &pictures, Mix::Divider(0.5), [1, 1]);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|x| page.get_pixel(x, 1).0[3]), [0, 255, 255, 0, 0, 0]);
        compose(&mut page, &pictures, Mix::Fade(0.5), [1, 1]);
        assert_eq!(page.get_pixel(2, 1).0, [200, 0, 0, 128], "what is not there adds no color");
        assert_eq!(page.get_pixel(0, 1).0, [0; 4]);
    }
}
