use super::theme::color;
use glam::Vec4;

/// Viridis by S. van der Walt and N. Smith (public domain): lightness grows evenly, also in print and for eyes that see
/// few hues.
const ANCHORS: [u32; 10] =
    [0x44_0154, 0x48_2878, 0x3E_4A89, 0x31_688E, 0x26_828E, 0x1F_9E89, 0x35_B779, 0x6D_CD59, 0xB4_DE2C, 0xFD_E725];

/// Linear, for a value from 0 to 1; values beyond take the ends, and what is no number the low one.
pub fn palette_color(value: f32) -> Vec4 {
    let known = if value.is_nan() { 0.0 } else { value };
    let place = known.clamp(0.0, 1.0) * (ANCHORS.len() - 1) as f32;
    let first = (place as usize).min(ANCHORS.len() - 2);
    color(ANCHORS[first]).lerp(color(ANCHORS[first + 1]), place - first as f32)
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
