use crate::gpu::{DEPTH_FORMAT, FOOTPRINT_FORMAT, GpuContext, GpuError, OverlayPass};

/// Side of the key light's depth map in texels: a few millimeters per texel on a person, and cheap without a graphics
/// card.
pub(super) const KEY_SHADOW_SIZE: u32 = 1024;
/// Side of the contact shadow's map in texels; the blur spans several of them.
pub(super) const FOOTPRINT_SIZE: u32 = 256;

fn square(context: &GpuContext, label: &str, side: u32, format: wgpu::TextureFormat) -> wgpu::TextureView {
    map_texture(context, label, [side, side], format)
}

/// A texture that a pass draws and a shader reads.
pub(super) fn map_texture(
    context: &GpuContext,
    label: &str,
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
) -> wgpu::TextureView {
    let texture = context.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// The depth of the surface nearest to the key light.
#[derive(Debug)]
pub(super) struct KeyShadowMap {
    pub view: wgpu::TextureView,
}

impl KeyShadowMap {
    pub fn new(context: &GpuContext) -> Result<Self, GpuError> {
        let view =
            context.checked("the shadow map", || square(context, "key shadow", KEY_SHADOW_SIZE, DEPTH_FORMAT))?;
        Ok(Self { view })
    }

    /// Placeholder if no shadow is drawn.
    pub fn placeholder(context: &GpuContext) -> Result<Self, GpuError> {
        let view = context.checked("the shadow map", || square(context, "no shadow", 1, DEPTH_FORMAT))?;
        Ok(Self { view })
    }

    pub fn begin_pass<'e>(&self, encoder: &'e mut wgpu::CommandEncoder) -> wgpu::RenderPass<'e> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("key shadow"),
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.view,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Store }),
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        })
    }
}

/// Map of how close the skin comes to the ground: drawn from above, then blurred in both directions.
#[derive(Debug)]
pub(super) struct ContactMap {
    map: wgpu::TextureView,
    scratch: wgpu::TextureView,
    pub map_binding: wgpu::BindGroup,
    scratch_binding: wgpu::BindGroup,
}

impl ContactMap {
    pub fn new(context: &GpuContext) -> Result<Self, GpuError> {
        context.checked("the contact shadow", || {
            let map = square(context, "contact shadow", FOOTPRINT_SIZE, FOOTPRINT_FORMAT);
            let scratch = square(context, "contact shadow, half blurred", FOOTPRINT_SIZE, FOOTPRINT_FORMAT);
            let sampler = context.device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("contact shadow"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..wgpu::SamplerDescriptor::default()
            });
            let bind = |view: &wgpu::TextureView| {
                context.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("contact shadow"),
                    layout: &context.layouts.texture,
                    entries: &[
                        wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(view) },
                        wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&sampler) },
                    ],
                })
            };
            Self { map_binding: bind(&map), scratch_binding: bind(&scratch), map, scratch }
        })
    }

    /// Begins the pass that draws the footprint.
    pub fn begin_pass<'e>(&self, encoder: &'e mut wgpu::CommandEncoder) -> wgpu::RenderPass<'e> {
        Self::begin(encoder, &self.map)
    }

    pub fn blur(&self, context: &GpuContext, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let steps = [
            (OverlayPass::BlurAlongU, &self.map_binding, &self.scratch),
            (OverlayPass::BlurAlongV, &self.scratch_binding, &self.map),
        ];
        for (pass, from, to) in steps {
            let pipeline = context.pipelines.overlay(context, pass)?;
            let mut pass = Self::begin(encoder, to);
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, from, &[]);
            pass.draw(0..3, 0..1);
        }
        Ok(())
    }

    fn begin<'e>(encoder: &'e mut wgpu::CommandEncoder, view: &wgpu::TextureView) -> wgpu::RenderPass<'e> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("contact shadow"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            })],
            ..wgpu::RenderPassDescriptor::default()
        })
    }
}
