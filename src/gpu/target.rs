use super::{GpuContext, GpuError};

/// What pictures are drawn in: shaders write linear color.
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// The same bytes as egui wants them: it blends encoded colors.
pub const EGUI_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Reverse-Z: one at the near plane, zero infinitely far.
pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Color and depth of one picture.
#[derive(Debug)]
pub struct Target {
    size: [u32; 2],
    samples: u32,
    multisampled: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
    color: wgpu::Texture,
    color_view: wgpu::TextureView,
    egui_view: wgpu::TextureView,
}

impl Target {
    /// `size` in pixels, at least one a side; `samples` is 1 or 4.
    ///
    /// # Errors
    /// Too large, or out of memory.
    pub fn new(context: &GpuContext, size: [u32; 2], samples: u32) -> Result<Self, GpuError> {
        let size = size.map(|side| side.max(1));
        let limit = context.limits.max_texture_dimension_2d;
        if size[0] > limit || size[1] > limit {
            return Err(GpuError::PictureTooLarge { width: size[0], height: size[1], limit });
        }
        context.checked("the picture's memory", || Self::allocate(&context.device, size, samples))
    }

    fn allocate(device: &wgpu::Device, size: [u32; 2], samples: u32) -> Self {
        let texture = |label, format, sample_count, usage, view_formats: &[wgpu::TextureFormat]| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats,
            })
        };
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let shown = attachment | wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
        let color = texture("picture", COLOR_FORMAT, 1, shown, &[EGUI_FORMAT]);
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let egui_view = color.create_view(&wgpu::TextureViewDescriptor {
            format: Some(EGUI_FORMAT),
            usage: Some(wgpu::TextureUsages::TEXTURE_BINDING),
            ..wgpu::TextureViewDescriptor::default()
        });
        Self {
            size,
            samples,
            multisampled: (samples > 1)
                .then(|| view(&texture("picture samples", COLOR_FORMAT, samples, attachment, &[]))),
            depth: view(&texture("picture depth", DEPTH_FORMAT, samples, attachment, &[])),
            color_view: view(&color),
            egui_view,
            color,
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// The finished picture.
    pub fn color(&self) -> &wgpu::Texture {
        &self.color
    }

    /// For `egui_wgpu::Renderer::register_native_texture`.
    pub fn egui_view(&self) -> &wgpu::TextureView {
        &self.egui_view
    }

    /// As a shader that writes to a window's surface reads it: linear where the surface encodes, encoded where it does not.
    pub fn view_for(&self, surface: wgpu::TextureFormat) -> &wgpu::TextureView {
        if surface.is_srgb() { &self.color_view } else { &self.egui_view }
    }

    /// Starts a pass that clears the picture to `clear` (linear, premultiplied).
    pub fn begin_pass<'e>(&self, encoder: &'e mut wgpu::CommandEncoder, clear: wgpu::Color) -> wgpu::RenderPass<'e> {
        let (view, resolve_target, store) = match &self.multisampled {
            Some(samples) => (samples, Some(&self.color_view), wgpu::StoreOp::Discard),
            None => (&self.color_view, None, wgpu::StoreOp::Store),
        };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Discard }),
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        })
    }
}
