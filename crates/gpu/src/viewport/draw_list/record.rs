//! Records the passes of a picture with the settings of [`super::super::passes`], which draws them.

use super::poses::{ListPalettes, pose_data};
use super::{
    DrawList, FrameOf, ListBuffer, ListColor, ListDraw, ListGroup, ListPass, ListResource, ListSampler, ListTexture,
    ListedSkin, PoseData, PosedBuffer, Strokes,
};
use crate::gpu::mirrors::{MethodParameters, Stroke};
use crate::gpu::{
    Composition, GpuContext, GpuError, GpuMaterial, GpuPrimitive, IndexBuffer, Layer, LayoutName, Lookups, MaskChannel,
    MaterialContent, MeshLook, MeshPass, MethodPipeline, OverlayPass, Recipe, SMALLEST_LIST, mesh_recipe,
    overlay_recipe, read_buffer,
};
use crate::view::{Overlay, PaneLook, PictureSettings, SkinPaint};
use crate::viewport::PictureRequest;
use crate::viewport::layers::{PictureLayer, layers};
use crate::viewport::passes::mesh_look;
use skinscope_core::model::Pose;
use skinscope_core::skinning::{JointPalette, LISTS, PaletteList, SkinningSettings};

const BLACK: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
const WHITE: [f64; 4] = [1.0; 4];
const TRANSPARENT: [f64; 4] = [0.0; 4];

/// Records how a picture is drawn, with the data of each pose. Blended materials are drawn in the order that suits the
/// request's own pose and camera.
///
/// # Errors
/// Out of memory, a lost device, or a method that needs centers of rotation on a model without them.
pub fn record_draw_list(
    context: &GpuContext,
    request: &PictureRequest<'_>,
    poses: &[Pose],
) -> Result<(DrawList, Vec<PoseData>), GpuError> {
    request.model.take_shape_of(context, request.pose)?;
    request.model.prepare(context, request.settings.skinning.method)?;
    let own = ListPalettes::of(request, request.pose);
    let of_poses: Vec<ListPalettes> = poses.iter().map(|pose| ListPalettes::of(request, pose)).collect();
    let painted = request.settings.look.paint != SkinPaint::Materials;
    let look = mesh_look(request.settings.look.shading, painted);
    if look.has_pattern() {
        request.model.prepare_patterns(context)?;
    }
    if let Some(ghost) = request.settings.ghost.filter(|_| own.ghost.is_some()) {
        request.model.prepare(context, ghost.skinning.method)?;
    }
    let is_rigid = |of: ListedSkin, skin: u32| {
        let is_rigid = |palettes: &ListPalettes| palettes.of_skin(of).get(skin as usize).map(JointPalette::is_rigid);
        std::iter::once(&own).chain(&of_poses).filter_map(is_rigid).all(|is_rigid| is_rigid)
    };
    let mut recorder = Recorder {
        context,
        request,
        look,
        painted,
        is_rigid: &is_rigid,
        most_strokes: Vec::new(),
        list: DrawList::default(),
        read: Vec::new(),
    };
    recorder.count_strokes(poses)?;
    recorder.record(&own)?;
    let list = recorder.list;
    let posed: Vec<PosedBuffer> = list.posed_buffers().collect();
    let data = poses.iter().zip(&of_poses).map(|(pose, palettes)| {
        let request = PictureRequest { pose, ..*request };
        pose_data(context, &request, palettes, &posed)
    });
    let data = data.collect::<Result<_, _>>()?;
    Ok((list, data))
}

struct Recorder<'a> {
    context: &'a GpuContext,
    request: &'a PictureRequest<'a>,
    look: MeshLook,
    painted: bool,
    /// Whether no joint of a skin has scale or shear in any pose.
    is_rigid: &'a dyn Fn(ListedSkin, u32) -> bool,
    /// Largest counts of strokes in any pose.
    most_strokes: Vec<(Strokes, u32)>,
    list: DrawList,
    /// Buffers that were read back.
    read: Vec<(wgpu::Buffer, usize)>,
}

impl Recorder<'_> {
    /// Counts the strokes of the pictures.
    fn count_strokes(&mut self, poses: &[Pose]) -> Result<(), GpuError> {
        let settings = self.request.settings;
        let unpainted =
            PictureSettings { look: PaneLook { paint: SkinPaint::Materials, ..settings.look }, ..*settings };
        let strokes_of = |layer| if let PictureLayer::Strokes(strokes) = layer { Some(strokes) } else { None };
        self.most_strokes = layers(settings).into_iter().filter_map(strokes_of).map(|strokes| (strokes, 0)).collect();
        let buffers: Vec<PosedBuffer> =
            self.most_strokes.iter().map(|(strokes, _)| PosedBuffer::Strokes(*strokes)).collect();
        if buffers.is_empty() {
            return Ok(());
        }
        for pose in std::iter::once(self.request.pose).chain(poses) {
            let request = PictureRequest { pose, settings: &unpainted, ..*self.request };
            let data = pose_data(self.context, &request, &ListPalettes::of(&request, pose), &buffers)?;
            for ((_, most), bytes) in self.most_strokes.iter_mut().zip(&data.buffers) {
                *most = (*most).max((bytes.len() / size_of::<Stroke>()) as u32);
            }
        }
        Ok(())
    }

    fn record(&mut self, palettes: &ListPalettes) -> Result<(), GpuError> {
        let quality = self.request.quality;
        if quality.key_shadow {
            let frame = self.frame(FrameOf::Light, false);
            let draws = self.all(frame, |material| material.casts_shadow.then_some(MeshPass::KeyShadow))?;
            self.pass("key shadow", None, Some((ListTexture::KeyShadow, 1.0)), draws);
        }
        if quality.occlusion {
            let frame = self.frame(FrameOf::Picture, false);
            let draws = self.all(frame, |material| material.casts_shadow.then_some(MeshPass::Depth))?;
            self.pass("occlusion depth", None, Some((ListTexture::OcclusionDepth, 0.0)), draws);
            let depth = self.textures(LayoutName::Depth, &[ListTexture::OcclusionDepth], None);
            let noisy = self.textures(LayoutName::Picture, &[ListTexture::NoisyOcclusion], None);
            let first = self.overlay(OverlayPass::Occlusion, vec![frame, depth], 3, 1);
            self.pass("occlusion", color(ListTexture::NoisyOcclusion, WHITE), None, vec![first]);
            let second = self.overlay(OverlayPass::SmoothOcclusion, vec![frame, depth, noisy], 3, 1);
            self.pass("smooth occlusion", color(ListTexture::Occlusion, WHITE), None, vec![second]);
        }
        let linear = Some(ListSampler::Linear);
        let contact = self.textures(LayoutName::Texture, &[ListTexture::Contact], linear);
        if self.request.settings.look.overlays.has(Overlay::Shadow) {
            let frame = self.frame(FrameOf::Footprint, false);
            let draws = self.all(frame, |_| Some(MeshPass::Footprint))?;
            self.pass("contact", color(ListTexture::Contact, BLACK), None, draws);
            let half = self.textures(LayoutName::Texture, &[ListTexture::HalfBlurredContact], linear);
            let along_u = self.overlay(OverlayPass::BlurAlongU, vec![contact], 3, 1);
            self.pass("blur along u", color(ListTexture::HalfBlurredContact, BLACK), None, vec![along_u]);
            let along_v = self.overlay(OverlayPass::BlurAlongV, vec![half], 3, 1);
            self.pass("blur along v", color(ListTexture::Contact, BLACK), None, vec![along_v]);
        }
        let frame = self.frame(FrameOf::Picture, true);
        if palettes.ghost.is_some() {
            self.masks(frame)?;
        }
        self.picture(frame, contact, palettes)
    }

    fn masks(&mut self, frame: usize) -> Result<(), GpuError> {
        let samples = self.request.quality.samples;
        let mut draws = Vec::new();
        for (channel, of) in [(MaskChannel::Shown, ListedSkin::Shown), (MaskChannel::Ghost, ListedSkin::Ghost)] {
            for index in 0..self.request.model.primitives().len() {
                draws.extend(self.primitive(frame, index, MeshPass::Mask { samples, channel }, of)?);
            }
        }
        let color = self.sampled(ListTexture::Masks, ListTexture::MaskSamples);
        self.pass("masks", Some(color), None, draws);
        Ok(())
    }

    fn picture(&mut self, frame: usize, contact: usize, palettes: &ListPalettes) -> Result<(), GpuError> {
        let (settings, samples) = (self.request.settings, self.request.quality.samples);
        let mut draws = Vec::new();
        if !settings.transparent {
            draws.push(self.overlay(OverlayPass::Background { samples }, vec![frame], 3, 1));
        }
        for (index, primitive) in self.request.model.primitives().iter().enumerate() {
            let layer = if self.blends(&primitive.material) { Layer::OpaqueParts } else { Layer::Opaque };
            draws.extend(self.primitive(frame, index, self.shaded(&primitive.material, layer), ListedSkin::Shown)?);
        }
        for layer in layers(settings) {
            match layer {
                PictureLayer::Mesh(overlay) => {
                    for index in 0..self.request.model.primitives().len() {
                        let pass = MeshPass::Overlay { samples, overlay };
                        draws.extend(self.primitive(frame, index, pass, ListedSkin::Shown)?);
                    }
                }
                PictureLayer::Ground => {
                    draws.push(self.overlay(OverlayPass::Ground { samples }, vec![frame, contact], 4, 1));
                }
                PictureLayer::Blended => {
                    for index in self.blended_far_to_near(palettes) {
                        let shaded = self.shaded(&self.request.model.primitives()[index].material, Layer::Blended);
                        draws.extend(self.primitive(frame, index, shaded, ListedSkin::Shown)?);
                    }
                }
                PictureLayer::Ghost => {
                    if palettes.ghost.is_some() {
                        let linear = Some(ListSampler::Linear);
                        let masks = self.textures(LayoutName::Texture, &[ListTexture::Masks], linear);
                        draws.push(self.overlay(OverlayPass::Ghost { samples }, vec![frame, masks], 3, 1));
                    }
                }
                PictureLayer::Strokes(strokes) => {
                    let most = self.most_strokes.iter().find(|(of, count)| *of == strokes && *count > 0);
                    if let Some(&(_, count)) = most {
                        let buffer = self.buffer(ListBuffer::Posed(PosedBuffer::Strokes(strokes)));
                        let group = self.group(LayoutName::Strokes, vec![ListResource::Buffer(buffer)]);
                        draws.push(self.overlay(OverlayPass::Skeleton { samples }, vec![frame, group], 4, count));
                    }
                }
            }
        }
        let color = self.sampled(ListTexture::Picture, ListTexture::PictureSamples);
        self.pass("picture", Some(color), Some((ListTexture::PictureDepth, 0.0)), draws);
        Ok(())
    }

    /// The attachment of a texture that may have several samples.
    fn sampled(&self, texture: ListTexture, samples: ListTexture) -> ListColor {
        match self.request.quality.samples {
            1 => ListColor { texture, clear: TRANSPARENT, resolve: None },
            _ => ListColor { texture: samples, clear: TRANSPARENT, resolve: Some(texture) },
        }
    }

    fn blends(&self, material: &GpuMaterial) -> bool {
        material.is_blended && self.look == MeshLook::MATERIALS
    }

    fn shaded(&self, material: &GpuMaterial, layer: Layer) -> MeshPass {
        let quality = self.request.quality;
        let (key_shadow, occlusion) = (quality.key_shadow, quality.occlusion);
        let lookups = Lookups { key_shadow, occlusion, material: material.lookups };
        MeshPass::Shaded { samples: quality.samples, look: self.look, layer, lookups }
    }

    fn blended_far_to_near(&self, palettes: &ListPalettes) -> Vec<usize> {
        let eye = self.request.camera.eye_in_world();
        let middle = |primitive: &GpuPrimitive| {
            let palette = palettes.shown.get(primitive.skin as usize);
            palette.map_or(primitive.anchor.center, |palette| primitive.anchor.posed(palette))
        };
        let primitives = self.request.model.primitives().iter().enumerate();
        let mut blended: Vec<(f32, usize)> = primitives
            .filter(|(_, primitive)| self.blends(&primitive.material))
            .map(|(index, primitive)| (middle(primitive).distance(eye), index))
            .collect();
        blended.sort_by(|a, b| b.0.total_cmp(&a.0));
        blended.into_iter().map(|(_, index)| index).collect()
    }

    /// Draws of the primitives whose material has a pass.
    fn all(
        &mut self,
        frame: usize,
        mesh_pass: impl Fn(&GpuMaterial) -> Option<MeshPass>,
    ) -> Result<Vec<ListDraw>, GpuError> {
        let mut draws = Vec::new();
        for (index, primitive) in self.request.model.primitives().iter().enumerate() {
            if let Some(mesh_pass) = mesh_pass(&primitive.material) {
                draws.extend(self.primitive(frame, index, mesh_pass, ListedSkin::Shown)?);
            }
        }
        Ok(draws)
    }

    /// Draws of the chunks of a primitive.
    fn primitive(
        &mut self,
        frame: usize,
        index: usize,
        mesh_pass: MeshPass,
        of: ListedSkin,
    ) -> Result<Vec<ListDraw>, GpuError> {
        let primitive = &self.request.model.primitives()[index];
        let skinning = match (of, self.request.settings.ghost) {
            (ListedSkin::Ghost, Some(ghost)) => ghost.skinning,
            _ => self.request.settings.skinning,
        };
        let method = primitive.method(skinning.method);
        let recipe = mesh_recipe(
            mesh_pass,
            MethodPipeline {
                method,
                sign_mode: skinning.antipodality().sign_mode(),
                influence_path: primitive.influence_path,
                palette_is_rigid: (self.is_rigid)(of, primitive.skin),
            },
        );
        let layouts = recipe.1.layouts.clone();
        let pipeline = self.pipeline(recipe);
        let is_shaded = matches!(mesh_pass, MeshPass::Shaded { .. });
        let mut draws = Vec::new();
        for (chunk_index, chunk) in primitive.chunks.iter().enumerate() {
            let drawn = match mesh_pass {
                MeshPass::Overlay { overlay, .. } => {
                    self.request.model.overlay(self.context, overlay, index)?[chunk_index].as_ref()
                }
                _ => chunk.triangles(),
            };
            let Some(IndexBuffer { indices, index_count: count }) = drawn else { continue };
            let buffers = chunk.buffers(method.rest_data(), is_shaded && self.look.has_pattern());
            let mut resources = Vec::new();
            for buffer in buffers {
                resources.push(ListResource::Buffer(self.fixed(buffer)?));
            }
            if self.painted && is_shaded {
                let looks = PosedBuffer::Looks { primitive: index, chunk: chunk_index };
                resources[3] = ListResource::Buffer(self.buffer(ListBuffer::Posed(looks)));
            }
            let chunk_group = self.group(LayoutName::Chunk, resources);
            let mut groups = Vec::new();
            for layout in &layouts {
                groups.push(match layout {
                    LayoutName::Frame => frame,
                    LayoutName::Palette => self.palette(primitive, skinning, of),
                    LayoutName::Material if self.painted => self.material(&MaterialContent::WHITE),
                    LayoutName::Material => self.material(&primitive.material.content),
                    _ => chunk_group,
                });
            }
            draws.push(ListDraw { pipeline, groups, indices: Some(self.fixed(indices)?), count: *count, instances: 1 });
        }
        Ok(draws)
    }

    /// The palette of a primitive's skin, as [`crate::gpu::GpuPalettes`] binds it.
    fn palette(&mut self, primitive: &GpuPrimitive, skinning: SkinningSettings, of: ListedSkin) -> usize {
        let read = PaletteList::read_by(skinning.method, primitive.kind);
        let mut resources = Vec::with_capacity(LISTS + 1);
        for list in read {
            let buffer = match list {
                Some(list) => ListBuffer::Posed(PosedBuffer::Palette { of, skin: primitive.skin, list }),
                None => ListBuffer::Fixed(vec![0; SMALLEST_LIST as usize]),
            };
            resources.push(ListResource::Buffer(self.buffer(buffer)));
        }
        let blend = if skinning.method.takes_blend() { skinning.blend.get() } else { 0.0 };
        let parameters = bytemuck::bytes_of(&MethodParameters { blend }).to_vec();
        resources.push(ListResource::Buffer(self.buffer(ListBuffer::Fixed(parameters))));
        self.group(LayoutName::Palette, resources)
    }

    fn material(&mut self, content: &MaterialContent) -> usize {
        let model = self.request.model.model();
        let values = self.buffer(ListBuffer::Fixed(bytemuck::bytes_of(&content.values).to_vec()));
        let textures = content.textures.iter().flat_map(|texture| match texture {
            Some((index, content)) => {
                let repeat = model.textures[*index as usize].repeat;
                [
                    ListResource::Texture(ListTexture::Material(*index, *content)),
                    ListResource::Sampler(ListSampler::Material(repeat)),
                ]
            }
            None => [ListResource::Texture(ListTexture::White), ListResource::Sampler(ListSampler::Nearest)],
        });
        let resources = std::iter::once(ListResource::Buffer(values)).chain(textures).collect();
        self.group(LayoutName::Material, resources)
    }

    /// Group 0 of the mesh's shaders, with or without the maps that are drawn for the picture.
    fn frame(&mut self, of: FrameOf, with_maps: bool) -> usize {
        let quality = self.request.quality;
        let map = |drawn: bool, map, placeholder| if drawn && with_maps { map } else { placeholder };
        let buffer = self.buffer(ListBuffer::Frame(of));
        let resources = vec![
            ListResource::Buffer(buffer),
            ListResource::Texture(map(quality.key_shadow, ListTexture::KeyShadow, ListTexture::NoShadow)),
            ListResource::Sampler(ListSampler::Comparison),
            ListResource::Texture(map(quality.occlusion, ListTexture::Occlusion, ListTexture::NoOcclusion)),
            ListResource::Sampler(ListSampler::Linear),
        ];
        self.group(LayoutName::Frame, resources)
    }

    fn textures(&mut self, layout: LayoutName, textures: &[ListTexture], sampler: Option<ListSampler>) -> usize {
        let textures = textures.iter().copied().map(ListResource::Texture);
        self.group(layout, textures.chain(sampler.map(ListResource::Sampler)).collect())
    }

    fn overlay(&mut self, pass: OverlayPass, groups: Vec<usize>, count: u32, instances: u32) -> ListDraw {
        ListDraw { pipeline: self.pipeline(overlay_recipe(pass)), groups, indices: None, count, instances }
    }

    fn pass(
        &mut self,
        label: &'static str,
        color: Option<ListColor>,
        depth: Option<(ListTexture, f32)>,
        draws: Vec<ListDraw>,
    ) {
        self.list.passes.push(ListPass { label, color, depth, draws });
    }

    /// Contents of a buffer, which is read back only once.
    fn fixed(&mut self, buffer: &wgpu::Buffer) -> Result<usize, GpuError> {
        if let Some((_, index)) = self.read.iter().find(|(read, _)| read == buffer) {
            return Ok(*index);
        }
        let contents = read_buffer(self.context, buffer, "the model's memory")?;
        let index = self.buffer(ListBuffer::Fixed(contents));
        self.read.push((buffer.clone(), index));
        Ok(index)
    }

    fn buffer(&mut self, buffer: ListBuffer) -> usize {
        index_in(&mut self.list.buffers, buffer)
    }

    fn group(&mut self, layout: LayoutName, resources: Vec<ListResource>) -> usize {
        index_in(&mut self.list.groups, ListGroup { layout, resources })
    }

    fn pipeline(&mut self, recipe: (Composition, Recipe)) -> usize {
        index_in(&mut self.list.pipelines, recipe)
    }
}

fn color(texture: ListTexture, clear: [f64; 4]) -> Option<ListColor> {
    Some(ListColor { texture, clear, resolve: None })
}

/// Index of an element in a list, to which it is added if it is missing.
fn index_in<T: PartialEq>(list: &mut Vec<T>, element: T) -> usize {
    list.iter().position(|known| *known == element).unwrap_or_else(|| {
        list.push(element);
        list.len() - 1
    })
}
