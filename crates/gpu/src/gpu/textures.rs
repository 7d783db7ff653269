use super::GpuContext;
use skinscope_core::math::{linear_from_srgb, srgb_from_linear};
use skinscope_core::model::Texture;

/// Content of a texture's pixels, apart from alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureContent {
    /// Colors in sRGB.
    Color,
    /// Linear values: normals, roughness, occlusion.
    Values,
}

impl TextureContent {
    /// The texture format, which converts sRGB to linear for colors.
    pub fn format(self) -> wgpu::TextureFormat {
        match self {
            Self::Color => wgpu::TextureFormat::Rgba8UnormSrgb,
            Self::Values => wgpu::TextureFormat::Rgba8Unorm,
        }
    }

    fn to_linear(self, encoded: f32) -> f32 {
        if self == Self::Color { linear_from_srgb(encoded) } else { encoded }
    }

    fn encoded(self, linear: f32) -> f32 {
        if self == Self::Color { srgb_from_linear(linear) } else { linear }
    }
}

/// The mip levels of a texture, each half the width and height of the previous one, down to one pixel. Colors are
/// averaged in linear light, so that fine patterns keep their brightness.
pub fn mip_levels(texture: &Texture, content: TextureContent) -> Vec<(u32, u32, Vec<u8>)> {
    let mut levels = vec![(texture.width, texture.height, texture.rgba.clone())];
    while let Some((width, height, pixels)) = levels.last().filter(|(width, height, _)| *width > 1 || *height > 1) {
        levels.push(halved(*width, *height, pixels, content));
    }
    levels
}

fn halved(width: u32, height: u32, pixels: &[u8], content: TextureContent) -> (u32, u32, Vec<u8>) {
    let to_linear: Vec<f32> = (0..=255u8).map(|byte| content.to_linear(f32::from(byte) / 255.0)).collect();
    let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
    let mut half = Vec::with_capacity((half_width * half_height * 4) as usize);
    for y in 0..half_height {
        for x in 0..half_width {
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| {
                let (x, y) = ((2 * x + dx).min(width - 1), (2 * y + dy).min(height - 1));
                (y * width + x) as usize * 4
            });
            for channel in 0..3 {
                let sum: f32 = corners.iter().map(|&corner| to_linear[usize::from(pixels[corner + channel])]).sum();
                half.push((content.encoded(sum / 4.0) * 255.0).round() as u8);
            }
            let alpha: u32 = corners.iter().map(|&corner| u32::from(pixels[corner + 3])).sum();
            half.push(((alpha + 2) / 4) as u8);
        }
    }
    (half_width, half_height, half)
}

/// The value that a shader or a clear must write so that a surface shows an sRGB color: surfaces that encode need it
/// linear.
pub fn color_on_surface(rgb: [u8; 3], surface: wgpu::TextureFormat) -> [f64; 3] {
    let encoded = rgb.map(|byte| f32::from(byte) / 255.0);
    let written = if surface.is_srgb() { encoded.map(linear_from_srgb) } else { encoded };
    written.map(f64::from)
}

/// Uploads a texture with all its mip levels, omitting the first ones if the device cannot hold them.
pub(super) fn upload(context: &GpuContext, texture: &Texture, content: TextureContent) -> wgpu::TextureView {
    let limit = context.limits.max_texture_dimension_2d;
    let levels: Vec<_> =
        mip_levels(texture, content).into_iter().filter(|(w, h, _)| *w <= limit && *h <= limit).collect();
    let (width, height) = levels.first().map_or((1, 1), |(width, height, _)| (*width, *height));
    let uploaded = context.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("texture"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: levels.len().max(1) as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: content.format(),
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (level, (width, height, pixels)) in levels.iter().enumerate() {
        let mut destination = uploaded.as_image_copy();
        destination.mip_level = level as u32;
        context.queue.write_texture(
            destination,
            pixels,
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width * 4), rows_per_image: None },
            wgpu::Extent3d { width: *width, height: *height, depth_or_array_layers: 1 },
        );
    }
    uploaded.create_view(&wgpu::TextureViewDescriptor::default())
}

/// Trilinear sampler, with anisotropic filtering on graphics cards, where it is cheap.
pub(super) fn sampler(context: &GpuContext, repeat: [bool; 2]) -> wgpu::Sampler {
    let address = |repeat| if repeat { wgpu::AddressMode::Repeat } else { wgpu::AddressMode::ClampToEdge };
    let in_software = context.is_software();
    context.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("texture"),
        address_mode_u: address(repeat[0]),
        address_mode_v: address(repeat[1]),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        anisotropy_clamp: if in_software { 1 } else { 8 },
        ..wgpu::SamplerDescriptor::default()
    })
}

/// White texture for materials without one, together with the cheapest sampler.
pub(super) fn white(context: &GpuContext) -> (wgpu::TextureView, wgpu::Sampler) {
    let texture = Texture { width: 1, height: 1, rgba: vec![255; 4], repeat: [true; 2] };
    (
        upload(context, &texture, TextureContent::Color),
        context.device.create_sampler(&wgpu::SamplerDescriptor::default()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_average_light_and_reach_one_pixel() {
        let checker = |x: u32, y: u32| if (x ^ y) & 1 == 0 { [255, 255, 255, 255] } else { [0, 0, 0, 255] };
        let rgba = (0..4).flat_map(|y| (0..6).flat_map(move |x| checker(x, y))).collect();
        let texture = Texture { width: 6, height: 4, rgba, repeat: [true; 2] };
        let levels = mip_levels(&texture, TextureContent::Color);
        let sizes: Vec<_> = levels.iter().map(|(width, height, _)| (*width, *height)).collect();
        assert_eq!(sizes, [(6, 4), (3, 2), (1, 1)]);
        // Half the light is encoded as 188, not as 128.
        assert_eq!(levels[1].2[..4], [188, 188, 188, 255]);
        assert_eq!(mip_levels(&texture, TextureContent::Values)[1].2[..4], [128, 128, 128, 255]);
    }
}
