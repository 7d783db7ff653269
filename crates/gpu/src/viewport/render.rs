use super::{PaneRenderer, PictureRequest};
use crate::gpu::{GpuContext, GpuError, read_rgba};
use image::RgbaImage;
use skinscope_core::math::{linear_from_srgb, srgb_from_linear};

/// Draws one picture and reads it back: sRGB with straight alpha, opaque unless the settings request transparency.
///
/// # Errors
/// Out of memory or a lost device.
pub fn render_to_image(context: &GpuContext, request: &PictureRequest<'_>) -> Result<RgbaImage, GpuError> {
    PaneRenderer::new(context)?.draw_image(context, request)
}

impl PaneRenderer {
    /// Reads back the last drawn picture.
    ///
    /// # Errors
    /// Out of memory or a lost device.
    pub fn read_image(&self, context: &GpuContext) -> Result<RgbaImage, GpuError> {
        let mut rgba = read_rgba(context, self.target().color())?;
        rgba.as_chunks_mut::<4>().0.iter_mut().for_each(unpremultiply);
        let [width, height] = self.target().size();
        RgbaImage::from_raw(width, height, rgba).ok_or_else(|| GpuError::Readback {
            what: "the picture",
            reason: "it came back with the wrong size".to_owned(),
        })
    }
}

/// Converts encoded premultiplied color to straight alpha.
fn unpremultiply(pixel: &mut [u8; 4]) {
    let alpha = pixel[3];
    if alpha == 255 || alpha == 0 {
        return;
    }
    let alpha = f32::from(alpha) / 255.0;
    for channel in &mut pixel[..3] {
        let light = linear_from_srgb(f32::from(*channel) / 255.0) / alpha;
        *channel = (srgb_from_linear(light.min(1.0)) * 255.0).round() as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_covered_white_is_white_with_half_the_alpha() {
        // Half the light of white is encoded as 188.
        let mut pixel = [188, 188, 188, 128];
        unpremultiply(&mut pixel);
        assert!(pixel[0] >= 254 && pixel[3] == 128, "{pixel:?}");
    }
}
