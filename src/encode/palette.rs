//! A few colors for many: the palette of a picture, or of a whole film, so that still areas keep their color.

use crate::math::{linear_from_srgb, srgb_from_linear};
use glam::Vec3;
use image::RgbaImage;
use std::collections::HashMap;

/// Approximate count of pixels of the samples that are examined.
const PIXELS: usize = 400_000;

/// Rounds in which each color moves to the mean of the colors nearest to it.
const ROUNDS: usize = 6;

/// A color of the samples in a space where equal distances look alike, and its weight.
#[derive(Clone, Copy, Debug)]
struct Seen {
    color: Vec3,
    weight: f32,
}

/// At most `count` colors that come near to all colors of the samples. Transparent pixels do not count.
pub(super) fn palette_of(samples: &[RgbaImage], count: usize) -> Vec<[u8; 3]> {
    let seen = seen_in(samples);
    if seen.is_empty() {
        return vec![[0; 3]];
    }
    let mut boxes = vec![seen.clone()];
    while boxes.len() < count {
        let Some(widest) = widest(&boxes) else { break };
        let [low, high] = split(boxes.swap_remove(widest));
        boxes.extend([low, high]);
    }
    let mut colors: Vec<Vec3> = boxes.iter().map(|seen| mean(seen)).collect();
    for _ in 0..ROUNDS {
        refine(&mut colors, &seen);
    }
    let mut colors: Vec<[u8; 3]> = colors.into_iter().map(rgb_from_oklab).collect();
    colors.sort_unstable();
    colors.dedup();
    colors
}

/// The distinct colors. A color of a large area counts more than others, but not in proportion: the background must not
/// take the entries that the skin's shades need.
fn seen_in(samples: &[RgbaImage]) -> Vec<Seen> {
    let total: usize = samples.iter().map(|sample| sample.len() / 4).sum();
    // Odd, so that not only some columns are examined.
    let step = (total / PIXELS) | 1;
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    for pixel in samples.iter().flat_map(|sample| sample.pixels().step_by(step)) {
        let [red, green, blue, alpha] = pixel.0;
        if alpha >= 128 {
            *counts.entry([red, green, blue]).or_default() += 1;
        }
    }
    let mut counts: Vec<([u8; 3], u32)> = counts.into_iter().collect();
    // The order of a hash map is random, and sums depend on the order.
    counts.sort_unstable();
    counts.into_iter().map(|(rgb, count)| Seen { color: oklab_from_rgb(rgb), weight: (count as f32).sqrt() }).collect()
}

fn mean(seen: &[Seen]) -> Vec3 {
    let (sum, weight) = seen
        .iter()
        .fold((Vec3::ZERO, 0.0), |(sum, weight), seen| (sum + seen.color * seen.weight, weight + seen.weight));
    sum / weight.max(f32::MIN_POSITIVE)
}

/// Weighted variance along each axis, not divided by the weight.
fn spread(seen: &[Seen]) -> Vec3 {
    let mean = mean(seen);
    seen.iter().map(|seen| (seen.color - mean) * (seen.color - mean) * seen.weight).sum()
}

/// Box whose colors differ most. `None` if each box has a single color.
fn widest(boxes: &[Vec<Seen>]) -> Option<usize> {
    let spreads = boxes.iter().map(|seen| if seen.len() > 1 { spread(seen).max_element() } else { 0.0 });
    let (index, spread) = spreads.enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (spread > 0.0).then_some(index)
}

/// Splits a box at its mean, across its longest axis.
fn split(seen: Vec<Seen>) -> [Vec<Seen>; 2] {
    let axis = spread(&seen).max_position();
    let at = mean(&seen)[axis];
    let (low, high): (Vec<Seen>, Vec<Seen>) = seen.into_iter().partition(|seen| seen.color[axis] < at);
    [low, high]
}

/// Moves each color to the mean of the seen colors that are nearest to it.
fn refine(colors: &mut [Vec3], seen: &[Seen]) {
    use rayon::prelude::*;
    let nearest: Vec<usize> = seen.par_iter().map(|seen| nearest(colors, seen.color)).collect();
    let mut sums = vec![(Vec3::ZERO, 0.0); colors.len()];
    for (seen, index) in seen.iter().zip(nearest) {
        sums[index].0 += seen.color * seen.weight;
        sums[index].1 += seen.weight;
    }
    for (color, (sum, weight)) in colors.iter_mut().zip(sums) {
        if weight > 0.0 {
            *color = sum / weight;
        }
    }
}

pub(super) fn nearest(colors: &[Vec3], wanted: Vec3) -> usize {
    let distances = colors.iter().map(|color| color.distance_squared(wanted)).enumerate();
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
}

/// Color in Oklab (B. Ottosson 2020).
pub(super) fn oklab_from_rgb(rgb: [u8; 3]) -> Vec3 {
    let [r, g, b] = rgb.map(|channel| linear_from_srgb(f32::from(channel) / 255.0));
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    Vec3::new(
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    )
}

fn rgb_from_oklab(color: Vec3) -> [u8; 3] {
    let cube = |value: f32| value * value * value;
    let l = cube(color.x + 0.396_337_78 * color.y + 0.215_803_76 * color.z);
    let m = cube(color.x - 0.105_561_346 * color.y - 0.063_854_17 * color.z);
    let s = cube(color.x - 0.089_484_18 * color.y - 1.291_485_5 * color.z);
    let linear = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ];
    linear.map(|channel| (srgb_from_linear(channel.clamp(0.0, 1.0)) * 255.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn colors_survive_the_way_there_and_back() {
        for rgb in [[0, 0, 0], [255, 255, 255], [255, 0, 0], [12, 200, 97], [44, 48, 56]] {
            assert_eq!(rgb_from_oklab(oklab_from_rgb(rgb)), rgb);
        }
        let white = oklab_from_rgb([255; 3]);
        assert!((white - Vec3::X).length() < 1e-3, "{white}");
    }

    #[test]
    fn few_colors_are_kept_as_they_are() {
        let colors = [[10, 20, 30], [200, 10, 10], [250, 250, 250]];
        let sample = RgbaImage::from_fn(30, 3, |_, y| {
            let [r, g, b] = colors[y as usize];
            Rgba([r, g, b, 255])
        });
        assert_eq!(palette_of(&[sample], 255), colors);
        assert_eq!(palette_of(&[RgbaImage::new(4, 4)], 255), [[0; 3]], "nothing but transparent pixels");
    }

    /// A color on a thousandth of the pixels has an entry of its own.
    #[test]
    fn small_spots_keep_their_color() {
        let sample = RgbaImage::from_fn(200, 200, |x, y| match (x, y) {
            (0..8, 0..5) => Rgba([230, 60, 40, 255]),
            _ => Rgba([20 + (x / 10) as u8, 22 + (x / 10) as u8, 28 + (y / 10) as u8, 255]),
        });
        let palette = palette_of(&[sample], 16);
        assert!(palette.len() <= 16 && palette.contains(&[230, 60, 40]), "{palette:?}");
    }
}
