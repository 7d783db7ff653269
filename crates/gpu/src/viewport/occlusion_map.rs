use super::maps::map_texture;
use crate::gpu::{DEPTH_FORMAT, GpuContext, GpuError, OCCLUSION_FORMAT, OverlayPass};

/// Fraction of the light that neighboring surfaces leave to each point of a picture, at half its size.
#[derive(Debug)]
pub(super) struct OcclusionMap {
    picture: [u32; 2],
    depth: wgpu::TextureView,
    noisy: wgpu::TextureView,
    /// View that the shaders of the mesh read.
    pub view: wgpu::TextureView,
    depth_binding: wgpu::BindGroup,
    noisy_binding: wgpu::BindGroup,
}

impl OcclusionMap {
    /// Creates the map for a picture of this size in pixels.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(context: &GpuContext, picture: [u32; 2]) -> Result<Self, GpuError> {
        context.checked("the map of ambient occlusion", || {
            let size = picture.map(|side| side.div_ceil(2).max(1));
            let texture = |label, format| map_texture(context, label, size, format);
            let (depth, noisy) = (texture("occlusion depth", DEPTH_FORMAT), texture("occlusion", OCCLUSION_FORMAT));
            let bind = |layout, view: &wgpu::TextureView| {
                context.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("occlusion"),
                    layout,
                    entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(view) }],
                })
            };
            Self {
                picture,
                depth_binding: bind(&context.layouts.depth, &depth),
                noisy_binding: bind(&context.layouts.picture, &noisy),
                view: texture("smooth occlusion", OCCLUSION_FORMAT),
                depth,
                noisy,
            }
        })
    }

    /// Placeholder if no occlusion is drawn.
    pub fn placeholder(context: &GpuContext) -> Result<wgpu::TextureView, GpuError> {
        context
            .checked("the map of ambient occlusion", || map_texture(context, "no occlusion", [1, 1], OCCLUSION_FORMAT))
    }

    pub fn fits(&self, picture: [u32; 2]) -> bool {
        self.picture == picture
    }

    /// Begins the pass that draws the depth of the mesh.
    pub fn begin_depth_pass<'e>(&self, encoder: &'e mut wgpu::CommandEncoder) -> wgpu::RenderPass<'e> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("occlusion depth"),
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        })
    }

    /// Computes the map from the depth. `frame` is group 0 of the shaders, without this map.
    pub fn compute(
        &self,
        context: &GpuContext,
        encoder: &mut wgpu::CommandEncoder,
        frame: &wgpu::BindGroup,
    ) -> Result<(), GpuError> {
        for (pass, to) in [(OverlayPass::Occlusion, &self.noisy), (OverlayPass::SmoothOcclusion, &self.view)] {
            let pipeline = context.pipelines.overlay(context, pass)?;
            let mut render_pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("occlusion"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: to,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::WHITE),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            render_pass.set_pipeline(&pipeline);
            render_pass.set_bind_group(0, frame, &[]);
            render_pass.set_bind_group(1, &self.depth_binding, &[]);
            if pass == OverlayPass::SmoothOcclusion {
                render_pass.set_bind_group(2, &self.noisy_binding, &[]);
            }
            render_pass.draw(0..3, 0..1);
        }
        Ok(())
    }
}
