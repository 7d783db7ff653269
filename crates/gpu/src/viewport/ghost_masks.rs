use crate::gpu::{GpuContext, GpuError, MASK_FORMAT};

/// The coverage of two methods' skins in one picture.
#[derive(Debug)]
pub(super) struct GhostMasks {
    size: [u32; 2],
    samples: u32,
    multisampled: Option<wgpu::TextureView>,
    view: wgpu::TextureView,
    /// The bindings of the shader that draws the outline.
    pub binding: wgpu::BindGroup,
}

impl GhostMasks {
    /// # Errors
    /// Out of memory.
    pub fn new(context: &GpuContext, size: [u32; 2], samples: u32) -> Result<Self, GpuError> {
        context.checked("the other method's outline", || {
            let texture = |sample_count, usage| {
                let texture = context.device.create_texture(&wgpu::TextureDescriptor {
                    label: Some("ghost masks"),
                    size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
                    mip_level_count: 1,
                    sample_count,
                    dimension: wgpu::TextureDimension::D2,
                    format: MASK_FORMAT,
                    usage,
                    view_formats: &[],
                });
                texture.create_view(&wgpu::TextureViewDescriptor::default())
            };
            let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
            let view = texture(1, attachment | wgpu::TextureUsages::TEXTURE_BINDING);
            let multisampled = (samples > 1).then(|| texture(samples, attachment));
            Self { size, samples, multisampled, binding: bind(context, &view), view }
        })
    }

    pub fn fits(&self, size: [u32; 2], samples: u32) -> bool {
        self.size == size && self.samples == samples
    }

    /// Begins the pass that draws both skins.
    pub fn begin_pass<'e>(&self, encoder: &'e mut wgpu::CommandEncoder) -> wgpu::RenderPass<'e> {
        let (view, resolve_target, store) = match &self.multisampled {
            Some(samples) => (samples, Some(&self.view), wgpu::StoreOp::Discard),
            None => (&self.view, None, wgpu::StoreOp::Store),
        };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("ghost masks"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT), store },
            })],
            ..wgpu::RenderPassDescriptor::default()
        })
    }
}

fn bind(context: &GpuContext, view: &wgpu::TextureView) -> wgpu::BindGroup {
    let sampler = context.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("ghost masks"),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        ..wgpu::SamplerDescriptor::default()
    });
    context.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("ghost masks"),
        layout: &context.layouts.texture,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(view) },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&sampler) },
        ],
    })
}
