//! Represents many colors by few: each pixel takes one of two colors of the palette, by a fixed pattern.

use crate::encode::palette::{nearest, oklab_from_rgb};
use glam::Vec3;
use rayon::prelude::*;

/// Bits of each channel that are distinguished.
const BITS: u32 = 7;

/// A Bayer matrix: the order in which the pixels of a tile take the second color.
const ORDER: [[u8; 8]; 8] = [
    [0, 32, 8, 40, 2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44, 4, 36, 14, 46, 6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [3, 35, 11, 43, 1, 33, 9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47, 7, 39, 13, 45, 5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

/// A fixed threshold between 0 and 1. Rounding down after adding it keeps the mean of an area.
#[cfg(feature = "film")]
pub(super) fn threshold(x: usize, y: usize) -> f32 {
    (f32::from(ORDER[y % 8][x % 8]) + 0.5) / 64.0
}

/// Representation of a color: the nearest entry of the palette, another one beyond the color, and the number of pixels
/// out of 64 that take the latter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Blend {
    near: u8,
    far: u8,
    of_64: u8,
}

/// A palette with the tables for looking up colors.
pub(super) struct Ditherer {
    blends: Vec<Blend>,
}

impl Ditherer {
    /// Creates a ditherer for a palette of at most 256 colors.
    pub fn new(palette: &[[u8; 3]]) -> Self {
        let colors: Vec<Vec3> = palette.iter().map(|&rgb| oklab_from_rgb(rgb)).collect();
        let side = 1u32 << BITS;
        let blend = |cell: u32| {
            let channel = |shift: u32| {
                let level = cell >> (shift * BITS) & (side - 1);
                // The end cells represent the end colors.
                (level * 255 / (side - 1)) as u8
            };
            Blend::of(&colors, oklab_from_rgb([channel(2), channel(1), channel(0)]))
        };
        Self { blends: (0..side * side * side).into_par_iter().map(blend).collect() }
    }

    /// Palette entry for a color at a position.
    pub fn index(&self, [red, green, blue]: [u8; 3], x: u32, y: u32) -> u8 {
        let cell = [red, green, blue].iter().fold(0, |cell, &channel| {
            let level = (u32::from(channel) * ((1 << BITS) - 1) + 127) / 255;
            cell << BITS | level as usize
        });
        let Blend { near, far, of_64 } = self.blends[cell];
        if ORDER[y as usize % 8][x as usize % 8] < of_64 { far } else { near }
    }
}

impl Blend {
    fn of(colors: &[Vec3], wanted: Vec3) -> Self {
        let near = nearest(colors, wanted);
        let beyond = wanted - colors[near];
        let alone = Self { near: near as u8, far: near as u8, of_64: 0 };
        // Mirroring the nearest color at the wanted one finds a color on its other side.
        let far = nearest(colors, wanted + beyond);
        let step = colors[far] - colors[near];
        let length_squared = step.length_squared();
        if far == near || length_squared == 0.0 {
            return alone;
        }
        let share = beyond.dot(step) / length_squared;
        // A mix does not help if it misses the color by more than the nearest entry alone.
        let mixed = colors[near] + step * share;
        if share <= 0.0 || mixed.distance_squared(wanted) > 0.8 * beyond.length_squared() {
            return alone;
        }
        Self { near: near as u8, far: far as u8, of_64: (share.min(0.5) * 64.0).round() as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_of(palette: &[[u8; 3]], rgb: [u8; 3]) -> f32 {
        let ditherer = Ditherer::new(palette);
        let reds = (0..64).map(|k| f32::from(palette[ditherer.index(rgb, k % 8, k / 8) as usize][0]));
        reds.sum::<f32>() / 64.0
    }

    #[test]
    fn the_order_holds_each_place_once() {
        let mut all: Vec<u8> = ORDER.into_iter().flatten().collect();
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<u8>>());
    }

    #[test]
    fn a_color_of_the_palette_is_shown_alone_and_others_are_mixed() {
        let grays = [[0; 3], [100; 3], [120; 3], [255; 3]];
        assert_eq!(mean_of(&grays, [255; 3]), 255.0);
        assert_eq!(mean_of(&grays, [0; 3]), 0.0);
        let between = mean_of(&grays, [106; 3]);
        assert!((104.0..=108.0).contains(&between), "{between}");
    }
}
