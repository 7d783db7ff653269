//! Records the passes of a picture.

use super::poses::{ListPalettes, pose_data};
use super::{
    DrawList, FrameOf, ListBuffer, ListDraw, ListGroup, ListPass, ListResource, ListSampler, ListTexture, ListedSkin,
    PoseData, PosedBuffer, Strokes,
};
use crate::gpu::mirrors::Stroke;
use crate::gpu::{
    Composition, GpuContext, GpuError, GpuPrimitive, IndexBuffer, LayoutName, MaterialContent, MeshLook, OverlayPass,
    Recipe, SMALLEST_LIST, mesh_recipe, method_parameters, overlay_recipe, read_buffer,
};
use crate::view::{Overlay, PaneLook, PictureSettings, SkinPaint};
use crate::viewport::PictureRequest;
use crate::viewport::layers::{PictureLayer, layers};
use crate::viewport::passes::{MeshDraw, PassFrame, PassPlan, PictureDraw, PicturePass};
use skinscope_core::model::Pose;
use skinscope_core::skinning::{JointPalette, LISTS, PaletteList, SkinningSettings};

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
    request.model.prepare(context, request.settings.skinning)?;
    let own = ListPalettes::of(request, request.pose);
    let of_poses: Vec<ListPalettes> = poses.iter().map(|pose| ListPalettes::of(request, pose)).collect();
    let plan = PassPlan {
        request,
        is_painted: request.settings.look.paint != SkinPaint::Materials,
        has_contact: request.settings.look.overlays.has(Overlay::Shadow),
        ghost: own.ghost.as_ref().map(|_| request.model),
        palettes: &own.shown,
    };
    if plan.look().has_pattern() {
        request.model.prepare_patterns(context)?;
    }
    if let Some(ghost) = request.settings.ghost.filter(|_| own.ghost.is_some()) {
        request.model.prepare(context, ghost.skinning)?;
    }
    let is_rigid = |of: ListedSkin, skin: u32| {
        let is_rigid = |palettes: &ListPalettes| palettes.of_skin(of).get(skin as usize).map(JointPalette::is_rigid);
        std::iter::once(&own).chain(&of_poses).filter_map(is_rigid).all(|is_rigid| is_rigid)
    };
    let mut recorder = Recorder {
        context,
        request,
        is_rigid: &is_rigid,
        most_strokes: Vec::new(),
        list: DrawList::default(),
        read: Vec::new(),
    };
    recorder.count_strokes(poses)?;
    recorder.record(plan.passes())?;
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

    fn record(&mut self, passes: Vec<PicturePass>) -> Result<(), GpuError> {
        for pass in passes {
            let mut groups = Vec::new();
            if let Some(frame) = pass.frame {
                // Pages number the contact shadow before everything that can show it.
                if frame.of == FrameOf::Footprint || frame.has_maps {
                    self.read(ListTexture::Contact);
                }
                groups.push(self.frame(frame));
            }
            let mut draws = Vec::new();
            for draw in pass.draws {
                draws.extend(match draw {
                    PictureDraw::Mesh(mesh) => self.mesh(&groups, mesh)?,
                    PictureDraw::Overlay { pass, vertices, reads } => {
                        let reads = reads.iter().filter_map(|texture| self.read(*texture));
                        let groups = groups.iter().copied().chain(reads).collect();
                        Some(self.overlay(pass, groups, vertices, 1))
                    }
                    PictureDraw::Strokes(strokes) => self.strokes(&groups, strokes),
                });
            }
            self.list.passes.push(ListPass { label: pass.label, color: pass.color, depth: pass.depth, draws });
        }
        Ok(())
    }

    fn strokes(&mut self, frame: &[usize], strokes: Strokes) -> Option<ListDraw> {
        let &(_, count) = self.most_strokes.iter().find(|(of, count)| *of == strokes && *count > 0)?;
        let buffer = self.buffer(ListBuffer::Posed(PosedBuffer::Strokes(strokes)));
        let group = self.group(LayoutName::Strokes, vec![ListResource::Buffer(buffer)]);
        let pass = OverlayPass::Skeleton { samples: self.request.quality.samples };
        Some(self.overlay(pass, [frame, &[group]].concat(), 4, count))
    }

    /// The draw of a chunk, if there is anything in it to draw.
    fn mesh(&mut self, frame: &[usize], mesh: MeshDraw) -> Result<Option<ListDraw>, GpuError> {
        let model = self.request.model;
        let primitive = &model.primitives()[mesh.primitive];
        let skinning = mesh.skinning(self.request);
        let method = mesh.method(primitive, skinning, (self.is_rigid)(mesh.skin, primitive.skin));
        let pipeline = self.pipeline(mesh_recipe(mesh.pass, method));
        let Some(IndexBuffer { indices, index_count: count }) = mesh.indices(self.context, model)? else {
            return Ok(None);
        };
        let look = mesh.look();
        let is_painted = look == Some(MeshLook::Painted);
        let is_patterned = look.is_some_and(MeshLook::has_pattern);
        let mut resources = Vec::new();
        for buffer in primitive.chunks[mesh.chunk].buffers(method.method.rest_data(), is_patterned, skinning.stored) {
            resources.push(ListResource::Buffer(self.fixed(&buffer)?));
        }
        if is_painted {
            let looks = PosedBuffer::Looks { primitive: mesh.primitive, chunk: mesh.chunk };
            resources[3] = ListResource::Buffer(self.buffer(ListBuffer::Posed(looks)));
        }
        let mut groups = frame.to_vec();
        groups.push(self.group(LayoutName::Chunk, resources));
        groups.push(self.palette(primitive, skinning, mesh.skin));
        if look.is_some() {
            let material = if is_painted { &MaterialContent::WHITE } else { &primitive.material.content };
            groups.push(self.material(material));
        }
        let indices = Some(self.fixed(indices)?);
        Ok(Some(ListDraw { pipeline, groups, indices, count: *count, instances: 1 }))
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
        let parameters = method_parameters(skinning).unwrap_or_default();
        let parameters = bytemuck::bytes_of(&parameters).to_vec();
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

    /// Group 0 of a pass.
    fn frame(&mut self, frame: PassFrame) -> usize {
        let quality = self.request.quality;
        let map = |drawn: bool, map, placeholder| if drawn && frame.has_maps { map } else { placeholder };
        let buffer = self.buffer(ListBuffer::Frame(frame.of));
        let resources = vec![
            ListResource::Buffer(buffer),
            ListResource::Texture(map(quality.key_shadow, ListTexture::KeyShadow, ListTexture::NoShadow)),
            ListResource::Sampler(ListSampler::Comparison),
            ListResource::Texture(map(quality.occlusion, ListTexture::Occlusion, ListTexture::NoOcclusion)),
            ListResource::Sampler(ListSampler::Linear),
        ];
        self.group(LayoutName::Frame, resources)
    }

    /// The group by which passes read a texture alone.
    fn read(&mut self, texture: ListTexture) -> Option<usize> {
        let (layout, sampler) = texture.read_by()?;
        let texture = std::iter::once(ListResource::Texture(texture));
        Some(self.group(layout, texture.chain(sampler.map(ListResource::Sampler)).collect()))
    }

    fn overlay(&mut self, pass: OverlayPass, groups: Vec<usize>, count: u32, instances: u32) -> ListDraw {
        ListDraw { pipeline: self.pipeline(overlay_recipe(pass)), groups, indices: None, count, instances }
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

/// Index of an element in a list, to which it is added if it is missing.
fn index_in<T: PartialEq>(list: &mut Vec<T>, element: T) -> usize {
    list.iter().position(|known| *known == element).unwrap_or_else(|| {
        list.push(element);
        list.len() - 1
    })
}
