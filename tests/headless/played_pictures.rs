//! Pages draw what the program draws. The player here makes the same calls for a recorded picture as that of pages,
//! `assets/pages/pictures.js`.

use super::gpu_support::{bar, context, twisted};
use super::materials::{material, model, plate};
use super::pictures::{request, settings};
use bytemuck::bytes_of;
use glam::{Mat4, Quat, Vec3, Vec4};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::gpu::mirrors::mirrors;
use skinscope::gpu::{Composition, DEPTH_FORMAT, GpuModel, Recipe, mip_levels, read_rgba};
use skinscope::model::{Material, MaterialSurface, Pose, Texture, TextureUse};
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::view::{
    Camera, CameraPreset, Diagram, Ghost, Overlay, Overlays, PaneLook, PictureSettings, Quality, Shading, SkinPaint,
};
use skinscope::viewport::draw_list::{
    DrawList, FrameOf, ListBuffer, ListDraw, ListPass, ListResource, ListSampler, ListSize, ListTexture, PoseData,
    record_draw_list,
};
use skinscope::viewport::{PaneRenderer, PictureRequest};
use std::collections::HashMap;

/// Draws recorded pictures. Keeps the pipelines.
#[derive(Default)]
pub struct Player {
    pipelines: Vec<((Composition, Recipe), wgpu::RenderPipeline)>,
}

/// A recorded picture with its data.
struct Recorded<'a> {
    request: &'a PictureRequest<'a>,
    list: DrawList,
    pose: PoseData,
}

impl Player {
    /// Draws a picture both ways, and asserts that they agree in every bit but for the mean of samples, which devices
    /// round as they like. Returns its pixels.
    pub fn check(&mut self, name: &str, request: &PictureRequest<'_>) -> Vec<u8> {
        let drawn = drawn(request);
        self.assert_same(name, &drawn, &Recorded::of(request));
        drawn
    }

    fn assert_same(&mut self, name: &str, drawn: &[u8], recorded: &Recorded<'_>) {
        let (differing, most) = apart(drawn, &self.play(recorded));
        let allowed = u8::from(recorded.request.quality.samples > 1);
        assert!(most <= allowed, "{name}: {differing} bytes differ, by at most {most}");
    }

    fn play(&mut self, recorded: &Recorded<'_>) -> Vec<u8> {
        let list = &recorded.list;
        let of_materials =
            list.groups.iter().flat_map(|group| &group.resources).filter_map(|resource| match resource {
                ListResource::Texture(texture @ ListTexture::Material(..)) => Some(*texture),
                _ => None,
            });
        let used = ListTexture::ALL.into_iter().chain(of_materials);
        let textures: HashMap<ListTexture, wgpu::Texture> = used.map(|own| (own, recorded.texture(own))).collect();
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let views = textures.iter().map(|(own, texture)| (*own, view(texture))).collect();
        let buffers = recorded.buffers();
        let groups = recorded.groups(&buffers, &views);
        let pipelines: Vec<wgpu::RenderPipeline> = list.pipelines.iter().map(|own| self.pipeline(own)).collect();
        let mut encoder = context().device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for pass in &list.passes {
            let mut render_pass = begin(&mut encoder, pass, &views);
            for ListDraw { pipeline, groups: bound, indices, count, instances } in &pass.draws {
                render_pass.set_pipeline(&pipelines[*pipeline]);
                for (index, group) in (0..).zip(bound) {
                    render_pass.set_bind_group(index, &groups[*group], &[]);
                }
                match indices {
                    Some(indices) => {
                        render_pass.set_index_buffer(buffers[*indices].slice(..), wgpu::IndexFormat::Uint32);
                        render_pass.draw_indexed(0..*count, 0, 0..*instances);
                    }
                    None => render_pass.draw(0..*count, 0..*instances),
                }
            }
        }
        context().queue.submit([encoder.finish()]);
        read_rgba(context(), &textures[&ListTexture::Picture]).unwrap()
    }

    fn pipeline(&mut self, own: &(Composition, Recipe)) -> wgpu::RenderPipeline {
        if let Some((_, known)) = self.pipelines.iter().find(|(known, _)| known == own) {
            return known.clone();
        }
        let (composition, recipe) = own;
        let device = &context().device;
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(composition.wgsl().into()),
        });
        let layouts: Vec<_> = recipe.layouts.iter().map(|name| Some(context().layouts.get(*name))).collect();
        let compilation_options = wgpu::PipelineCompilationOptions {
            constants: &recipe.constants,
            ..wgpu::PipelineCompilationOptions::default()
        };
        let target = |(_, format, blend)| [Some(wgpu::ColorTargetState { format, blend, write_mask: recipe.writes })];
        let targets = recipe.fragment.map(target);
        let made = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: Some(&device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &layouts,
                immediate_size: 0,
            })),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some(recipe.vertex),
                buffers: &[],
                compilation_options: compilation_options.clone(),
            },
            primitive: wgpu::PrimitiveState { topology: recipe.topology, ..wgpu::PrimitiveState::default() },
            depth_stencil: recipe.depth.map(|(compare, write)| wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(write),
                depth_compare: Some(compare),
                stencil: wgpu::StencilState::default(),
                bias: wgpu::DepthBiasState::default(),
            }),
            multisample: wgpu::MultisampleState { count: recipe.samples, ..wgpu::MultisampleState::default() },
            fragment: recipe.fragment.zip(targets.as_ref()).map(|((entry_point, ..), targets)| wgpu::FragmentState {
                module: &module,
                entry_point: Some(entry_point),
                targets,
                compilation_options,
            }),
            multiview_mask: None,
            cache: None,
        });
        self.pipelines.push((own.clone(), made.clone()));
        made
    }
}

impl<'a> Recorded<'a> {
    fn of(request: &'a PictureRequest<'a>) -> Self {
        let (list, poses) = record_draw_list(context(), request, std::slice::from_ref(request.pose)).unwrap();
        let [pose] = <[PoseData; 1]>::try_from(poses).unwrap();
        Self { request, list, pose }
    }

    fn texture(&self, texture: ListTexture) -> wgpu::Texture {
        let source = self.request.model.model();
        let levels = match texture {
            ListTexture::Material(index, content) => mip_levels(&source.textures[index as usize], content),
            ListTexture::White => vec![(1, 1, vec![255; 4])],
            _ => Vec::new(),
        };
        let [width, height] = match texture.size() {
            ListSize::Square(side) => [side; 2],
            ListSize::Picture => self.request.size,
            ListSize::HalfPicture => self.request.size.map(|side| side.div_ceil(2)),
            ListSize::Own => [levels[0].0, levels[0].1],
        };
        let samples = texture.samples(self.request.quality.samples);
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let others =
            wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::COPY_DST;
        let made = context().device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: levels.len().max(1) as u32,
            sample_count: samples,
            dimension: wgpu::TextureDimension::D2,
            format: texture.format(),
            usage: if samples > 1 { drawn } else { drawn | others },
            view_formats: &[],
        });
        for (mip_level, (width, height, pixels)) in (0..).zip(&levels) {
            let layout =
                wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width * 4), rows_per_image: None };
            let size = wgpu::Extent3d { width: *width, height: *height, depth_or_array_layers: 1 };
            let to = wgpu::TexelCopyTextureInfo { mip_level, ..made.as_image_copy() };
            context().queue.write_texture(to, pixels, layout, size);
        }
        made
    }

    fn buffers(&self) -> Vec<wgpu::Buffer> {
        let mut posed = self.pose.buffers.iter();
        let contents = self.list.buffers.iter().map(|buffer| match buffer {
            ListBuffer::Fixed(bytes) => bytes.clone(),
            ListBuffer::Frame(of) => self.frame(*of),
            ListBuffer::Posed(_) => posed.next().unwrap().clone(),
        });
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::INDEX
            | wgpu::BufferUsages::UNIFORM
            | wgpu::BufferUsages::COPY_DST;
        let made = contents.map(|bytes| {
            let size = bytes.len().max(48) as u64;
            let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            let buffer = context().device.create_buffer(&descriptor);
            context().queue.write_buffer(&buffer, 0, &bytes);
            buffer
        });
        made.collect()
    }

    /// The bytes of a frame: that of the picture, from another view.
    fn frame(&self, of: FrameOf) -> Vec<u8> {
        let mut bytes = bytes_of(&self.pose.frame).to_vec();
        let frame = mirrors().into_iter().find(|mirror| mirror.wgsl_name == "Frame").unwrap();
        let offset = |name| frame.fields.iter().find(|(field, _)| *field == name).unwrap().1;
        let clip_from_world = match of {
            FrameOf::Picture => return bytes,
            FrameOf::Footprint => self.pose.footprint_clip_from_world,
            FrameOf::Light => {
                let start = offset("key_direction_in_view");
                self.light(bytemuck::pod_read_unaligned(&bytes[start..start + size_of::<Vec3>()]))
            }
        };
        let start = offset("clip_from_world");
        bytes[start..start + size_of::<Mat4>()].copy_from_slice(bytes_of(&clip_from_world));
        bytes
    }

    /// View of the key light.
    fn light(&self, direction_in_view: Vec3) -> Mat4 {
        let PoseData { light_center: center, light_radius: radius, .. } = self.pose;
        let to_light = self.request.camera.world_from_view_rotation() * direction_in_view;
        let (right, up) = to_light.any_orthonormal_pair();
        let row = |axis: Vec3, scale: f32, shift: f32| (axis * scale).extend(shift - axis.dot(center) * scale);
        let across = [right, up].map(|axis| row(axis, 1.0 / radius, 0.0));
        Mat4::from_cols(across[0], across[1], row(to_light, -0.5 / radius, 0.5), Vec4::W).transpose()
    }

    fn groups(
        &self,
        buffers: &[wgpu::Buffer],
        views: &HashMap<ListTexture, wgpu::TextureView>,
    ) -> Vec<wgpu::BindGroup> {
        let samplers = ListSampler::ALL.map(|own| (own, sampler(own)));
        let resource = |resource: &ListResource| match resource {
            ListResource::Buffer(index) => buffers[*index].as_entire_binding(),
            ListResource::Texture(texture) => wgpu::BindingResource::TextureView(&views[texture]),
            ListResource::Sampler(sampler) => {
                let (_, made) = samplers.iter().find(|(own, _)| own == sampler).unwrap();
                wgpu::BindingResource::Sampler(made)
            }
        };
        let made = self.list.groups.iter().map(|group| {
            let resources = (0..).zip(group.resources.iter().map(resource));
            let entries: Vec<_> =
                resources.map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }).collect();
            let layout = context().layouts.get(group.layout);
            let descriptor = wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
            context().device.create_bind_group(&descriptor)
        });
        made.collect()
    }
}

fn sampler(own: ListSampler) -> wgpu::Sampler {
    let address = |repeat| if repeat { wgpu::AddressMode::Repeat } else { wgpu::AddressMode::ClampToEdge };
    let nearest = wgpu::SamplerDescriptor::default();
    let linear = wgpu::SamplerDescriptor {
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        ..nearest.clone()
    };
    context().device.create_sampler(&match own {
        ListSampler::Nearest => nearest,
        ListSampler::Linear => linear,
        ListSampler::Comparison => {
            wgpu::SamplerDescriptor { compare: Some(wgpu::CompareFunction::LessEqual), ..linear }
        }
        ListSampler::Material([u, v]) => wgpu::SamplerDescriptor {
            address_mode_u: address(u),
            address_mode_v: address(v),
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            anisotropy_clamp: if context().is_software() { 1 } else { 8 },
            ..linear
        },
    })
}

fn begin<'e>(
    encoder: &'e mut wgpu::CommandEncoder,
    pass: &ListPass,
    views: &HashMap<ListTexture, wgpu::TextureView>,
) -> wgpu::RenderPass<'e> {
    let color = pass.color.map(|color| {
        let [r, g, b, a] = color.clear;
        let store = if color.resolve.is_some() { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store };
        wgpu::RenderPassColorAttachment {
            view: &views[&color.texture],
            depth_slice: None,
            resolve_target: color.resolve.map(|texture| &views[&texture]),
            ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a }), store },
        }
    });
    let store = if color.is_some() { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: if color.is_some() { std::slice::from_ref(&color) } else { &[] },
        depth_stencil_attachment: pass.depth.map(|(texture, clear)| wgpu::RenderPassDepthStencilAttachment {
            view: &views[&texture],
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store }),
            stencil_ops: None,
        }),
        ..wgpu::RenderPassDescriptor::default()
    })
}

/// The pixels of a picture as the program draws it.
fn drawn(request: &PictureRequest<'_>) -> Vec<u8> {
    let mut renderer = PaneRenderer::new(context()).unwrap();
    renderer.draw(context(), request).unwrap();
    read_rgba(context(), renderer.target().color()).unwrap()
}

/// Count of bytes that differ, and the largest difference.
fn apart(a: &[u8], b: &[u8]) -> (usize, u8) {
    assert_eq!(a.len(), b.len());
    let apart = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
    (apart.clone().filter(|apart| *apart > 0).count(), apart.max().unwrap())
}

/// Everything that a picture of one model can have, by the method with most data.
fn everything() -> PictureSettings {
    let lbs = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
    PictureSettings {
        look: PaneLook {
            overlays: Overlay::ALL.into_iter().collect(),
            diagram: Some(Diagram::Screw),
            ..PaneLook::default()
        },
        ghost: Some(Ghost { skinning: lbs, other_model: false, color: [255, 160, 0] }),
        ..settings(SkinningMethod::Cor)
    }
}

/// The bar with its centers of rotation, twisted, and a camera that fits it.
pub fn twisted_bar() -> (GpuModel, Pose, Camera) {
    let model = bar();
    let mut gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    gpu_model.set_centers(&compute_centers(&model, &CenterSettings::default()));
    let pose = twisted(&model, 100.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::ThreeQuarter);
    (gpu_model, pose, camera)
}

#[test]
fn every_look_is_the_same_on_a_page() {
    let (gpu_model, pose, camera) = twisted_bar();
    let mut player = Player::default();
    let all = everything();
    let plain = PictureSettings { ghost: None, look: PaneLook::default(), ..settings(SkinningMethod::Dqs) };
    let bare = PictureSettings { look: PaneLook::of_overlays(Overlays::NONE), transparent: true, ..plain };
    let looks = |look: PaneLook| PictureSettings { look, ..plain };
    let painted = looks(PaneLook { paint: SkinPaint::AreaStretch, ..plain.look });
    for (name, settings) in [("all", all), ("plain", plain), ("bare", bare), ("painted", painted)] {
        let fine = PictureRequest { quality: Quality::FINE, ..request(&gpu_model, &pose, &camera, &settings) };
        for quality in [Quality::FINE, Quality { samples: 1, ..Quality::FINE }, Quality::DRAFT] {
            player.check(name, &PictureRequest { quality, ..fine });
        }
    }
    for shading in Shading::ALL {
        let settings = looks(PaneLook { shading, ..plain.look });
        player.check(shading.id(), &request(&gpu_model, &pose, &camera, &settings));
    }
}

#[test]
fn materials_are_the_same_on_a_page() {
    let texture = |colors: [[u8; 4]; 4]| Texture { width: 2, height: 2, rgba: colors.concat(), repeat: [true, false] };
    let checker = texture([[255, 80, 20, 255], [40, 90, 200, 255], [90, 200, 60, 90], [255, 255, 255, 255]]);
    let bumps = texture([[128, 128, 255, 255], [70, 186, 220, 255], [186, 70, 220, 255], [128, 128, 255, 255]]);
    let surface = MaterialSurface {
        normal_texture: Some(TextureUse { texture: 1, uses_second_texcoords: false }),
        metallic: 0.2,
        ..MaterialSurface::default()
    };
    let textured = Material { base_color_texture: Some(0), surface, ..material([1.0, 0.9, 0.8, 1.0]) };
    let glass = |red| Material { is_blended: true, ..material([red, 0.5, 0.3, 0.5]) };
    let at = |z: f32| plate(Vec3::new(0.2 * z, 0.0, z), Quat::from_rotation_y(0.3));
    let blended = Material { is_blended: true, ..textured.clone() };
    // From near to far, which is not how they are drawn.
    let parts = vec![(at(0.4), glass(0.9)), (at(0.2), glass(0.1)), (at(0.0), textured), (at(-0.3), blended)];
    let model = model(parts, vec![checker, bumps]);
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = Pose::rest(&model.skeleton);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::ThreeQuarter);
    let mut player = Player::default();
    for transparent in [false, true] {
        let settings = PictureSettings { transparent, ..PictureSettings::default() };
        player.check("materials", &request(&gpu_model, &pose, &camera, &settings));
    }
}

/// Every pass and every draw counts, so the tests above fail if a page lacks one.
#[test]
fn a_picture_without_a_pass_or_one_of_its_draws_is_another_picture() {
    let (gpu_model, pose, camera) = twisted_bar();
    let settings = everything();
    let quality = Quality { samples: 1, ..Quality::FINE };
    let request = PictureRequest { quality, ..request(&gpu_model, &pose, &camera, &settings) };
    let mut recorded = Recorded::of(&request);
    let drawn = drawn(&request);
    let mut player = Player::default();
    player.assert_same("whole", &drawn, &recorded);
    let picture = recorded.list.passes.len() - 1;
    for pass in 0..picture {
        let left_out = std::mem::take(&mut recorded.list.passes[pass].draws);
        let label = recorded.list.passes[pass].label;
        assert_ne!(apart(&drawn, &player.play(&recorded)).1, 0, "{label} is not seen");
        recorded.list.passes[pass].draws = left_out;
    }
    for draw in 0..recorded.list.passes[picture].draws.len() {
        let left_out = recorded.list.passes[picture].draws.remove(draw);
        assert_ne!(apart(&drawn, &player.play(&recorded)).1, 0, "draw {draw} of the picture is not seen");
        recorded.list.passes[picture].draws.insert(draw, left_out);
    }
    player.assert_same("whole again", &drawn, &recorded);
}
