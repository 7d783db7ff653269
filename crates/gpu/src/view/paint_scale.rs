use super::heat_palette::{UNKNOWN, magnitude_color, ratio_color};
use super::theme::color;
use glam::Vec4;

/// Largest count with a color of its own. Larger counts get the same color.
pub const MOST_INFLUENCES: usize = 8;

/// Ratios above this, and below its reciprocal, are clamped to the ends of the palette.
pub const LARGEST_RATIO: f32 = 2.0;

/// Normal errors above this angle are clamped to the end of the palette. Usual poses stay below it; a range up to a
/// right angle would keep them all near the start.
pub const LARGEST_NORMAL_ERROR: f32 = 45.0;

/// The meaning of the ends of the palette.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PaintScale {
    /// Weights from 0 to 1.
    Weight,
    /// Counts from 1 to the largest one of the model, at most [`MOST_INFLUENCES`].
    Influences(usize),
    /// Distances from 0 to this one, in scene units.
    Distance(f32),
    /// Ratios from one over [`LARGEST_RATIO`] to [`LARGEST_RATIO`], with 1 in the middle: equal steps are equal
    /// factors.
    Ratio,
    /// Angles from 0 to [`LARGEST_NORMAL_ERROR`], in degrees.
    NormalError,
    /// Number of vertices with invalid signs; `None` if the method blends no quaternions.
    InvalidSigns(Option<usize>),
    /// Similarities from 0 to the largest one on the skin, which is 0 if the vertex is similar to none; `None` without
    /// a vertex.
    Similarity(Option<f32>),
}

impl PaintScale {
    /// Linear color at a fraction of the palette from 0 to 1.
    pub fn color_at(self, share: f32) -> Vec4 {
        match self {
            Self::Weight | Self::Distance(_) | Self::NormalError | Self::Similarity(_) => magnitude_color(share),
            Self::Influences(_) => super::palette_color(share),
            Self::Ratio => ratio_color(share),
            // Magenta: not used for any method, and easy to distinguish from skin.
            Self::InvalidSigns(_) => color(UNKNOWN).lerp(color(0xE0_2890), share.clamp(0.0, 1.0)),
        }
    }

    /// Linear color of a value, with a neutral color for unknown values.
    pub fn color_of(self, value: f32) -> Vec4 {
        if value.is_nan() { color(UNKNOWN) } else { self.color_at(self.share_of(value)) }
    }

    /// Count of colors for a count of influences.
    pub fn influence_steps(self) -> usize {
        if let Self::Influences(largest) = self { largest.clamp(1, MOST_INFLUENCES) } else { 0 }
    }

    /// A value's position along the palette, not clamped to 0 and 1.
    fn share_of(self, value: f32) -> f32 {
        match self {
            Self::Weight | Self::InvalidSigns(_) => value,
            Self::Influences(_) => (value - 1.0) / self.influence_steps().saturating_sub(1).max(1) as f32,
            Self::Distance(end) => value / end,
            Self::Similarity(largest) => value / largest.unwrap_or(0.0).max(f32::MIN_POSITIVE),
            Self::NormalError => value / LARGEST_NORMAL_ERROR,
            // An inverted volume is treated as the smallest.
            Self::Ratio if value <= 0.0 => 0.0,
            Self::Ratio => 0.5 + 0.5 * value.log2() / LARGEST_RATIO.log2(),
        }
    }
}

/// Meaning of the colors of a picture, and the values found on the skin.
#[derive(Clone, Debug, PartialEq)]
pub enum PaintSummary {
    /// Values along a palette, with the smallest and the largest on the skin; `None` if none is known.
    Scaled {
        /// The palette and its range.
        scale: PaintScale,
        /// The smallest and the largest value on the skin; `None` if none is known.
        found: Option<[f32; 2]>,
    },
    /// The joints that are the heaviest of some vertex, by descending vertex count.
    Joints(Vec<PaintedJoint>),
}

/// A joint with a color of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintedJoint {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// Number of vertices whose heaviest joint is this one.
    pub vertices: usize,
    /// Linear color.
    pub color: [f32; 3],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_even_in_factors_and_neutral_at_one() {
        let at = |value: f32| PaintScale::Ratio.share_of(value);
        assert_eq!([0.5, 1.0, 2.0].map(at), [0.0, 0.5, 1.0]);
        assert!((at(2f32.sqrt()) - 0.75).abs() < 1e-6);
        assert_eq!(PaintScale::Ratio.color_of(1.0), color(0xD9_D6D0));
        assert_eq!(PaintScale::Ratio.color_of(8.0), color(0xB2_341B));
        assert_eq!(PaintScale::Ratio.color_of(-1.0), color(0x2B_6CB8));
        assert_eq!(PaintScale::Ratio.color_of(f32::NAN), color(UNKNOWN));
    }

    #[test]
    fn counts_of_influences_use_the_whole_palette() {
        let ends = |largest: usize| [1.0, largest as f32].map(|count| PaintScale::Influences(largest).share_of(count));
        assert_eq!([ends(4), ends(8), ends(1)], [[0.0, 1.0], [0.0, 1.0], [0.0, 0.0]]);
        assert_eq!(PaintScale::Influences(12).share_of(8.0), 1.0, "more than eight look like eight");
    }

    #[test]
    fn no_difference_looks_like_skin() {
        let scale = PaintScale::Distance(0.5);
        assert_eq!(scale.color_of(0.0), color(UNKNOWN));
        assert_eq!(scale.color_of(0.5), super::super::palette_color(1.0));
        // Above 6 percent of the range the color is the palette's own.
        assert_eq!(scale.color_of(0.04), super::super::palette_color(0.08));
        assert_ne!(scale.color_of(0.02), super::super::palette_color(0.04));
    }
}
