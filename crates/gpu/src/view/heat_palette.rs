use super::theme::color;
use glam::Vec4;

/// Viridis by S. van der Walt and N. Smith (public domain): lightness increases evenly, which also works in print and
/// for color-blind viewers.
const VIRIDIS: [u32; 10] =
    [0x44_0154, 0x48_2878, 0x3E_4A89, 0x31_688E, 0x26_828E, 0x1F_9E89, 0x35_B779, 0x6D_CD59, 0xB4_DE2C, 0xFD_E725];

/// Palette of ratios: blue for less, red for more, light for no change.
const RATIOS: [u32; 5] = [0x2B_6CB8, 0x85_B1DA, 0xD9_D6D0, 0xE3_9A6F, 0xB2_341B];

/// Color for unknown and negligible values: looks like skin.
pub const UNKNOWN: u32 = 0x8B_867E;

/// Fraction of the range below which a magnitude fades to [`UNKNOWN`].
const FADE: f32 = 0.06;

/// Linear color for a value from 0 to 1; values outside are clamped, and NaN gives the low end.
pub fn palette_color(value: f32) -> Vec4 {
    along(&VIRIDIS, value)
}

/// Like [`palette_color`], but fades to the color of skin near zero.
pub(super) fn magnitude_color(value: f32) -> Vec4 {
    let known = if value.is_nan() { 0.0 } else { value };
    color(UNKNOWN).lerp(palette_color(known), (known / FADE).clamp(0.0, 1.0))
}

/// Linear color for a ratio; 0.5 means no change.
pub(super) fn ratio_color(value: f32) -> Vec4 {
    along(&RATIOS, value)
}

fn along(anchors: &[u32], value: f32) -> Vec4 {
    let known = if value.is_nan() { 0.0 } else { value };
    let position = known.clamp(0.0, 1.0) * (anchors.len() - 1) as f32;
    let first = (position as usize).min(anchors.len() - 2);
    color(anchors[first]).lerp(color(anchors[first + 1]), position - first as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lightness_grows_evenly() {
        let lightness = |value: f32| {
            let color = palette_color(value);
            (0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z).cbrt()
        };
        let steps: Vec<f32> =
            (0..20).map(|step| lightness((step + 1) as f32 / 20.0) - lightness(step as f32 / 20.0)).collect();
        assert!(steps.iter().all(|step| (0.01..0.08).contains(step)), "{steps:?}");
        assert_eq!(palette_color(-1.0), palette_color(0.0));
        assert_eq!(palette_color(f32::NAN), palette_color(0.0));
    }
}
