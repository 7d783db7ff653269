//! The textures that the passes of a picture draw and read, besides the picture itself.

use super::draw_list::{ListSize, ListTexture};
use super::frame::FrameBinding;
use super::passes::{PassFrame, PicturePass};
use crate::gpu::{GpuContext, GpuError};
use std::collections::HashMap;

/// Side of the key light's depth map in texels: a few millimeters per texel on a person, and cheap without a graphics
/// card.
pub(super) const KEY_SHADOW_SIZE: u32 = 1024;
/// Side of the contact shadow's map in texels; the blur spans several of them.
pub(super) const FOOTPRINT_SIZE: u32 = 256;

/// A texture that a pass draws. One with a single sample can be read by shaders.
pub(super) fn map_texture(
    context: &GpuContext,
    texture: ListTexture,
    [width, height]: [u32; 2],
    samples: u32,
) -> wgpu::TextureView {
    let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
    let texture = context.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(&texture.id()),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format: texture.format(),
        usage: if samples > 1 { drawn } else { drawn | wgpu::TextureUsages::TEXTURE_BINDING },
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// The maps of a picture, each made when a pass first needs it, and the groups that bind them.
#[derive(Debug, Default)]
pub(super) struct Maps {
    made: HashMap<ListTexture, Map>,
    frames: HashMap<PassFrame, FrameBinding>,
}

#[derive(Debug)]
struct Map {
    size: [u32; 2],
    samples: u32,
    view: wgpu::TextureView,
    /// The group by which passes read it, if they read it alone.
    group: Option<wgpu::BindGroup>,
}

impl Maps {
    /// Makes what passes need for a picture of this size. Maps of another size are replaced.
    ///
    /// # Errors
    /// Out of memory.
    pub fn prepare(
        &mut self,
        context: &GpuContext,
        passes: &[PicturePass],
        size: [u32; 2],
        samples: u32,
    ) -> Result<(), GpuError> {
        let placeholders = [ListTexture::NoShadow, ListTexture::NoOcclusion].into_iter();
        for texture in placeholders.chain(passes.iter().flat_map(PicturePass::textures)) {
            let Some(what) = name_in_messages(texture) else { continue };
            let size = match texture.size() {
                ListSize::Square(side) => [side; 2],
                ListSize::HalfPicture => size.map(|side| side.div_ceil(2).max(1)),
                ListSize::Picture | ListSize::Own => size,
            };
            let samples = texture.samples(samples);
            if self.made.get(&texture).is_none_or(|map| map.size != size || map.samples != samples) {
                let map = context.checked(what, || Map::new(context, texture, size, samples))?;
                self.made.insert(texture, map);
                if matches!(texture, ListTexture::KeyShadow | ListTexture::Occlusion) {
                    self.frames.retain(|frame, _| !frame.has_maps);
                }
            }
        }
        for frame in passes.iter().filter_map(|pass| pass.frame) {
            if !self.frames.contains_key(&frame) {
                let shadow = self.map_or(frame, ListTexture::KeyShadow, ListTexture::NoShadow);
                let occlusion = self.map_or(frame, ListTexture::Occlusion, ListTexture::NoOcclusion);
                let binding = context.checked("the frame", || FrameBinding::new(context, shadow, occlusion))?;
                self.frames.insert(frame, binding);
            }
        }
        Ok(())
    }

    fn map_or(&self, frame: PassFrame, map: ListTexture, placeholder: ListTexture) -> &wgpu::TextureView {
        let made = self.made.get(&map).filter(|_| frame.has_maps);
        &made.unwrap_or_else(|| &self.made[&placeholder]).view
    }

    /// A frame that was prepared.
    pub fn frame(&self, frame: PassFrame) -> &FrameBinding {
        &self.frames[&frame]
    }

    /// The group by which passes read a texture alone.
    pub fn group(&self, texture: ListTexture) -> Option<&wgpu::BindGroup> {
        self.made[&texture].group.as_ref()
    }

    /// Begins a pass that was prepared.
    pub fn begin_pass<'e>(&self, encoder: &'e mut wgpu::CommandEncoder, pass: &PicturePass) -> wgpu::RenderPass<'e> {
        let color = pass.color.map(|color| {
            let [r, g, b, a] = color.clear;
            let store = if color.resolve.is_some() { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store };
            wgpu::RenderPassColorAttachment {
                view: &self.made[&color.texture].view,
                depth_slice: None,
                resolve_target: color.resolve.map(|texture| &self.made[&texture].view),
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a }), store },
            }
        });
        let depth = pass.depth.map(|(texture, clear)| wgpu::RenderPassDepthStencilAttachment {
            view: &self.made[&texture].view,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store: wgpu::StoreOp::Store }),
            stencil_ops: None,
        });
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(pass.label),
            color_attachments: if color.is_some() { std::slice::from_ref(&color) } else { &[] },
            depth_stencil_attachment: depth,
            ..wgpu::RenderPassDescriptor::default()
        })
    }
}

impl Map {
    fn new(context: &GpuContext, texture: ListTexture, size: [u32; 2], samples: u32) -> Self {
        let view = map_texture(context, texture, size, samples);
        let group = texture.read_by().map(|(layout, sampler)| {
            let sampler = sampler.map(|_| linear_sampler(context));
            let sampler = sampler.as_ref().map(wgpu::BindingResource::Sampler);
            let resources = std::iter::once(wgpu::BindingResource::TextureView(&view)).chain(sampler);
            let entries: Vec<_> =
                (0..).zip(resources).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }).collect();
            context.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(&texture.id()),
                layout: context.layouts.get(layout),
                entries: &entries,
            })
        });
        Self { size, samples, view, group }
    }
}

/// A linear sampler, clamped at the edges.
pub(super) fn linear_sampler(context: &GpuContext) -> wgpu::Sampler {
    context.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("linear"),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        ..wgpu::SamplerDescriptor::default()
    })
}

/// The words for a map in error messages. `None` if the texture belongs to the picture itself or to a material.
fn name_in_messages(texture: ListTexture) -> Option<&'static str> {
    match texture {
        ListTexture::KeyShadow | ListTexture::NoShadow => Some("the shadow map"),
        ListTexture::OcclusionDepth
        | ListTexture::NoisyOcclusion
        | ListTexture::Occlusion
        | ListTexture::NoOcclusion => Some("the map of ambient occlusion"),
        ListTexture::Contact | ListTexture::HalfBlurredContact => Some("the contact shadow"),
        ListTexture::Masks | ListTexture::MaskSamples => Some("the other method's outline"),
        ListTexture::Picture
        | ListTexture::PictureSamples
        | ListTexture::PictureDepth
        | ListTexture::White
        | ListTexture::Material(..) => None,
    }
}
