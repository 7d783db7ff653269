use super::{GpuContext, GpuError, OverlayPass};

/// Format of pictures: shaders write linear color.
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// The same bytes in the format that egui needs, because it blends encoded colors.
pub const EGUI_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Reverse-Z: one at the near plane, zero at infinity.
pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Color and depth of one picture.
#[derive(Debug)]
pub struct Target {
    size: [u32; 2],
    samples: u32,
    multisampled: Option<Samples>,
    depth: wgpu::TextureView,
    color: wgpu::Texture,
    color_view: wgpu::TextureView,
    egui_view: wgpu::TextureView,
    /// Copy shown by `egui_view` if that cannot show the picture itself.
    copy: Option<EncodedCopy>,
}

/// The samples of a picture.
#[derive(Debug)]
struct Samples {
    view: wgpu::TextureView,
    /// Binding with which our shader resolves the samples. `None` if the device resolves them.
    read: Option<wgpu::BindGroup>,
}

/// A copy of the picture's bytes in egui's format, for devices that can view textures only in their own format.
#[derive(Debug)]
struct EncodedCopy {
    texture: wgpu::Texture,
    /// Intermediate buffer: it copies raw bytes, whereas a copy between textures may convert them.
    bytes: wgpu::Buffer,
    bytes_per_row: u32,
}

impl Target {
    /// Creates a target. `size` is in pixels and at least one per side; `samples` is 1 or 4.
    ///
    /// # Errors
    /// If the target is too large, or out of memory.
    pub fn new(context: &GpuContext, size: [u32; 2], samples: u32) -> Result<Self, GpuError> {
        let size = size.map(|side| side.max(1));
        let limit = context.largest_picture_side();
        if size[0] > limit || size[1] > limit {
            return Err(GpuError::PictureTooLarge { width: size[0], height: size[1], limit });
        }
        context.checked("the picture's memory", || Self::allocate(context, size, samples))
    }

    fn allocate(context: &GpuContext, size: [u32; 2], samples: u32) -> Self {
        let device = &context.device;
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
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let view_formats: &[_] = if context.view_formats { &[EGUI_FORMAT] } else { &[] };
        let color = texture("picture", COLOR_FORMAT, 1, shown, view_formats);
        let copy = (!context.view_formats).then(|| {
            let usage = wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING;
            EncodedCopy::allocate(device, texture("picture for egui", EGUI_FORMAT, 1, usage, &[]))
        });
        let egui_view = match &copy {
            Some(copy) => view(&copy.texture),
            None => color.create_view(&wgpu::TextureViewDescriptor {
                format: Some(EGUI_FORMAT),
                usage: Some(wgpu::TextureUsages::TEXTURE_BINDING),
                ..wgpu::TextureViewDescriptor::default()
            }),
        };
        Self {
            size,
            samples,
            multisampled: (samples > 1).then(|| {
                let read = wgpu::TextureUsages::TEXTURE_BINDING;
                let usage = if context.resolves_in_shader { attachment | read } else { attachment };
                let view = view(&texture("picture samples", COLOR_FORMAT, samples, usage, &[]));
                Samples { read: context.resolves_in_shader.then(|| Samples::binding(context, &view)), view }
            }),
            depth: view(&texture("picture depth", DEPTH_FORMAT, samples, attachment, &[])),
            color_view: view(&color),
            egui_view,
            color,
            copy,
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Samples per pixel: 1 without antialiasing.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// The finished picture.
    pub fn color(&self) -> &wgpu::Texture {
        &self.color
    }

    /// View for `egui_wgpu::Renderer::register_native_texture`.
    pub fn egui_view(&self) -> &wgpu::TextureView {
        &self.egui_view
    }

    /// View for a shader that writes to a window's surface: linear if the surface encodes, encoded if it does not.
    pub fn view_for(&self, surface: wgpu::TextureFormat) -> &wgpu::TextureView {
        if surface.is_srgb() { &self.color_view } else { &self.egui_view }
    }

    /// Completes the picture; call it after the pass that drew its last part, with the same encoder.
    ///
    /// # Errors
    /// If the device rejects the pipeline that resolves the samples.
    pub fn finish(&self, context: &GpuContext, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        if let Some(read) = self.multisampled.as_ref().and_then(|samples| samples.read.as_ref()) {
            let pipeline = context.pipelines.overlay(context, OverlayPass::Resolve { samples: self.samples })?;
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("resolve"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.color_view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, read, &[]);
            pass.draw(0..3, 0..1);
        }
        if let Some(copy) = &self.copy {
            copy.record(encoder, &self.color);
        }
        Ok(())
    }

    /// Starts a pass that draws a part of the picture. The first one clears it to transparent black.
    pub fn begin_part<'e>(&self, encoder: &'e mut wgpu::CommandEncoder, part: TargetPart) -> wgpu::RenderPass<'e> {
        let TargetPart { is_first, is_last } = part;
        let kept = if is_last { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store };
        let (view, resolve_target, store) = match &self.multisampled {
            Some(Samples { view, read: None }) => (view, is_last.then_some(&self.color_view), kept),
            Some(Samples { view, read: Some(_) }) => (view, None, wgpu::StoreOp::Store),
            None => (&self.color_view, None, wgpu::StoreOp::Store),
        };
        let color = if is_first { wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT) } else { wgpu::LoadOp::Load };
        let depth = if is_first { wgpu::LoadOp::Clear(0.0) } else { wgpu::LoadOp::Load };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load: color, store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations { load: depth, store: kept }),
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        })
    }
}

/// Position of a pass among those that draw a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetPart {
    pub is_first: bool,
    pub is_last: bool,
}

impl Samples {
    fn binding(context: &GpuContext, view: &wgpu::TextureView) -> wgpu::BindGroup {
        context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("picture samples"),
            layout: &context.layouts.samples,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(view) }],
        })
    }
}

impl EncodedCopy {
    fn allocate(device: &wgpu::Device, texture: wgpu::Texture) -> Self {
        let bytes_per_row = (texture.width() * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let bytes = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture for egui"),
            size: u64::from(bytes_per_row) * u64::from(texture.height()),
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self { texture, bytes, bytes_per_row }
    }

    fn record(&self, encoder: &mut wgpu::CommandEncoder, color: &wgpu::Texture) {
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(self.bytes_per_row), rows_per_image: None };
        let bytes = wgpu::TexelCopyBufferInfo { buffer: &self.bytes, layout };
        encoder.copy_texture_to_buffer(color.as_image_copy(), bytes, color.size());
        encoder.copy_buffer_to_texture(bytes, self.texture.as_image_copy(), color.size());
    }
}
