use super::PictureRequest;
use super::frame::FrameBinding;
use super::ghost_masks::GhostMasks;
use super::layers::{PictureLayer, StrokeScene, layers};
use super::maps::{ContactMap, KeyShadowMap};
use super::occlusion_map::OcclusionMap;
use super::posed::Posed;
use super::runs::{Run, grouped_runs};
use super::tiles::Tile;
use crate::gpu::mirrors::{Frame, Stroke};
use crate::gpu::{
    GpuChunk, GpuContext, GpuError, GpuMaterial, GpuModel, GpuPalettes, GpuPrimitive, Layer, Lookups, MaskChannel,
    MeshLook, MeshOverlay, MeshPass, MethodPipeline, OverlayPass, Target, TargetPart, largest_storage_binding,
};
use crate::view::{Overlay, Shading};
use skinscope_core::skinning::SkinningSettings;

/// The resources that one drawing uses.
pub(super) struct Passes<'a> {
    pub context: &'a GpuContext,
    pub request: &'a PictureRequest<'a>,
    pub tile: Tile,
    pub target: &'a Target,
    pub key_shadow: Option<&'a KeyShadowMap>,
    pub occlusion: Option<&'a OcclusionMap>,
    pub ghost_masks: Option<&'a GhostMasks>,
    pub contact: &'a ContactMap,
    pub picture_frame: &'a FrameBinding,
    pub light_frame: &'a FrameBinding,
    pub footprint_frame: &'a FrameBinding,
    pub depth_frame: &'a FrameBinding,
}

impl Passes<'_> {
    pub fn draw(&self, posed: &mut Posed) -> Result<(), GpuError> {
        posed.show_centers(self.request);
        posed.paint(self.context, self.request)?;
        posed.show_ghost(self.context, self.request)?;
        if self.is_patterned(posed) {
            self.request.model.prepare_patterns(self.context)?;
        }
        let contact = self.request.settings.look.overlays.has(Overlay::Shadow)
            && !posed.contact_drawn
            && (self.request.quality.contact_follows || posed.contact_stage.is_none());
        if contact {
            posed.contact_stage = Some(posed.stage);
        }
        let frame = posed.stage.frame(self.request, self.tile, posed.contact_stage.unwrap_or(posed.stage));
        self.picture_frame.write(self.context, &frame);
        let mut encoder = self.encoder();
        let mut compiled = self.context.pipelines.count();
        if let Some(map) = self.key_shadow {
            let clip_from_world = posed.stage.light_clip_from_world(self.request.camera);
            self.light_frame.write(self.context, &Frame { clip_from_world, ..frame });
            let mut pass = map.begin_pass(&mut encoder);
            self.draw_all(&mut pass, posed, self.light_frame, |material| {
                material.casts_shadow.then_some(MeshPass::KeyShadow)
            })?;
            drop(pass);
            self.submit_if_compiled(&mut encoder, &mut compiled);
        }
        if let Some(map) = self.occlusion {
            self.depth_frame.write(self.context, &frame);
            let mut pass = map.begin_depth_pass(&mut encoder);
            self.draw_all(&mut pass, posed, self.depth_frame, |material| {
                material.casts_shadow.then_some(MeshPass::Depth)
            })?;
            drop(pass);
            map.compute(self.context, &mut encoder, &self.depth_frame.bind_group)?;
            self.submit_if_compiled(&mut encoder, &mut compiled);
        }
        if contact {
            let clip_from_world = posed.stage.footprint_clip_from_world();
            self.footprint_frame.write(self.context, &Frame { clip_from_world, ..frame });
            let mut pass = self.contact.begin_pass(&mut encoder);
            self.draw_all(&mut pass, posed, self.footprint_frame, |_| Some(MeshPass::Footprint))?;
            drop(pass);
            self.contact.blur(self.context, &mut encoder)?;
            self.submit_if_compiled(&mut encoder, &mut compiled);
        }
        if let (Some(ghost), Some(masks)) = (&posed.ghost, self.ghost_masks) {
            let mut pass = masks.begin_pass(&mut encoder);
            pass.set_bind_group(0, &self.picture_frame.bind_group, &[]);
            let model = self.request.model;
            let ghost_model = self.request.beside.filter(|_| ghost.other_model).map_or(model, |beside| beside.model);
            let shown = (self.request.settings.skinning, &posed.palettes);
            self.draw_mask(&mut pass, MaskChannel::Shown, model, shown)?;
            self.draw_mask(&mut pass, MaskChannel::Ghost, ghost_model, (ghost.skinning, &ghost.palettes))?;
        }
        self.draw_picture(&mut encoder, posed)?;
        self.submit_if_compiled(&mut encoder, &mut compiled);
        self.target.finish(self.context, &mut encoder)?;
        self.context.queue.submit([encoder.finish()]);
        posed.contact_drawn |= contact;
        Ok(())
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        self.context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("picture") })
    }

    /// Submits the passes that were recorded so far.
    fn submit_part(&self, encoder: &mut wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let part = std::mem::replace(encoder, self.encoder());
        self.context.queue.submit([part.finish()])
    }

    /// Submits the passes that were recorded so far if new pipelines were compiled for them: llvmpipe translates their
    /// shaders to machine code when it draws. It can then do this while the next ones are compiled.
    fn submit_if_compiled(&self, encoder: &mut wgpu::CommandEncoder, compiled: &mut usize) {
        let count = self.context.pipelines.count();
        if std::mem::replace(compiled, count) != count {
            self.submit_part(encoder);
        }
    }

    fn is_patterned(&self, posed: &Posed) -> bool {
        self.look(posed).has_pattern()
    }

    fn draw_picture(&self, encoder: &mut wgpu::CommandEncoder, posed: &Posed) -> Result<(), GpuError> {
        let groups = self.groups_of_triangles();
        let last = groups.len() - 1;
        let mut unfinished = None;
        for (index, group) in groups.iter().enumerate() {
            let mut pass = self.target.begin_part(encoder, TargetPart { is_first: index == 0, is_last: index == last });
            pass.set_bind_group(0, &self.picture_frame.bind_group, &[]);
            if index == 0 {
                self.draw_background(&mut pass)?;
            }
            self.draw_opaque(&mut pass, posed, group)?;
            if index == last {
                self.draw_over(&mut pass, posed)?;
                break;
            }
            drop(pass);
            let submitted = self.submit_part(encoder);
            // While this waits, the device still has one part to draw.
            if let Some(before) = unfinished.replace(submitted) {
                self.context.wait_for(before)?;
            }
        }
        Ok(())
    }

    /// Groups of triangles: all in one group, unless these are too many for the device to draw at once.
    fn groups_of_triangles(&self) -> Vec<Vec<Run>> {
        let primitives = self.request.model.primitives().iter().enumerate();
        let chunks = primitives.flat_map(|(primitive, own)| {
            own.chunks.iter().enumerate().map(move |(chunk, own)| (primitive, chunk, own.index_count()))
        });
        grouped_runs(chunks, self.context.triangles_at_once)
    }

    fn draw_background(&self, pass: &mut wgpu::RenderPass<'_>) -> Result<(), GpuError> {
        if !self.request.settings.transparent {
            let background = OverlayPass::Background { samples: self.request.quality.samples };
            pass.set_pipeline(&self.context.pipelines.overlay(self.context, background)?);
            pass.draw(0..3, 0..1);
        }
        Ok(())
    }

    fn look(&self, posed: &Posed) -> MeshLook {
        mesh_look(self.request.settings.look.shading, posed.paint.is_some())
    }

    fn blends(&self, posed: &Posed, material: &GpuMaterial) -> bool {
        material.is_blended && self.look(posed) == MeshLook::MATERIALS
    }

    fn shaded(&self, posed: &Posed, material: &GpuMaterial, layer: Layer) -> MeshPass {
        MeshPass::Shaded {
            samples: self.request.quality.samples,
            look: self.look(posed),
            layer,
            lookups: Lookups {
                key_shadow: self.key_shadow.is_some(),
                occlusion: self.occlusion.is_some(),
                material: material.lookups,
            },
        }
    }

    /// Draws the opaque triangles among these.
    fn draw_opaque(&self, pass: &mut wgpu::RenderPass<'_>, posed: &Posed, group: &[Run]) -> Result<(), GpuError> {
        for run in group {
            let primitive = &self.request.model.primitives()[run.primitive];
            let material = &primitive.material;
            let layer = if self.blends(posed, material) { Layer::OpaqueParts } else { Layer::Opaque };
            self.set_primitive(pass, posed, primitive, self.shaded(posed, material, layer))?;
            self.draw_run(pass, posed, run, true);
        }
        Ok(())
    }

    /// Draws the layers over the opaque triangles.
    fn draw_over(&self, pass: &mut wgpu::RenderPass<'_>, posed: &Posed) -> Result<(), GpuError> {
        let pipelines = &self.context.pipelines;
        let samples = self.request.quality.samples;
        let model = self.request.model.model();
        let scene = StrokeScene {
            settings: self.request.settings,
            skeleton: &model.skeleton,
            scene_from_node: &posed.scene_from_node,
            extent: posed.stage.rest.extent(),
            part: self.request.model.part().map(|part| &**part),
            centers: posed.centers.as_deref().unwrap_or_default(),
        };
        for layer in layers(self.request.settings) {
            match layer {
                PictureLayer::Mesh(overlay) => self.draw_mesh_overlay(pass, posed, overlay)?,
                PictureLayer::Ground => {
                    pass.set_pipeline(&pipelines.overlay(self.context, OverlayPass::Ground { samples })?);
                    pass.set_bind_group(1, &self.contact.map_binding, &[]);
                    pass.draw(0..4, 0..1);
                }
                PictureLayer::Blended => {
                    for index in self.blended_far_to_near(posed) {
                        let primitive = &self.request.model.primitives()[index];
                        let shaded = self.shaded(posed, &primitive.material, Layer::Blended);
                        self.draw_primitive(pass, posed, index, shaded)?;
                    }
                }
                PictureLayer::Ghost => {
                    if let (Some(_), Some(masks)) = (&posed.ghost, self.ghost_masks) {
                        pass.set_pipeline(&pipelines.overlay(self.context, OverlayPass::Ghost { samples })?);
                        pass.set_bind_group(1, &masks.binding, &[]);
                        pass.draw(0..3, 0..1);
                    }
                }
                PictureLayer::Strokes(strokes) => self.draw_strokes(pass, &strokes.of(self.request, &scene))?,
            }
        }
        Ok(())
    }

    /// Draws strokes over the picture, in as many batches as the limit of a storage binding requires.
    fn draw_strokes(&self, pass: &mut wgpu::RenderPass<'_>, strokes: &[Stroke]) -> Result<(), GpuError> {
        let samples = self.request.quality.samples;
        let most = largest_storage_binding(&self.context.limits) / size_of::<Stroke>() as u64;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        for part in strokes.chunks(most.max(1)) {
            pass.set_pipeline(&self.context.pipelines.overlay(self.context, OverlayPass::Skeleton { samples })?);
            pass.set_bind_group(1, &self.stroke_binding(part), &[]);
            pass.draw(0..4, 0..part.len() as u32);
        }
        Ok(())
    }

    /// Draws the primitives whose material has a pass.
    fn draw_all(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        posed: &Posed,
        frame: &FrameBinding,
        mesh_pass: impl Fn(&GpuMaterial) -> Option<MeshPass>,
    ) -> Result<(), GpuError> {
        pass.set_bind_group(0, &frame.bind_group, &[]);
        for (index, primitive) in self.request.model.primitives().iter().enumerate() {
            if let Some(mesh_pass) = mesh_pass(&primitive.material) {
                self.draw_primitive(pass, posed, index, mesh_pass)?;
            }
        }
        Ok(())
    }

    fn draw_primitive(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        posed: &Posed,
        index: usize,
        mesh_pass: MeshPass,
    ) -> Result<(), GpuError> {
        let primitive = &self.request.model.primitives()[index];
        self.set_primitive(pass, posed, primitive, mesh_pass)?;
        for (chunk, own) in primitive.chunks.iter().enumerate() {
            let run = Run { primitive: index, chunk, indices: 0..own.index_count() };
            self.draw_run(pass, posed, &run, matches!(mesh_pass, MeshPass::Shaded { .. }));
        }
        Ok(())
    }

    /// Sets the state that all triangles of a primitive share.
    fn set_primitive(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        posed: &Posed,
        primitive: &GpuPrimitive,
        mesh_pass: MeshPass,
    ) -> Result<(), GpuError> {
        let shaded = matches!(mesh_pass, MeshPass::Shaded { .. });
        let paint = posed.paint.as_ref().filter(|_| shaded).map(|paint| &paint.gpu);
        self.set_method(pass, primitive, mesh_pass, self.request.settings.skinning, &posed.palettes)?;
        pass.set_bind_group(3, paint.map_or(&primitive.material.bind_group, |paint| &paint.material), &[]);
        Ok(())
    }

    /// Draws triangles of the primitive that was set.
    fn draw_run(&self, pass: &mut wgpu::RenderPass<'_>, posed: &Posed, run: &Run, shaded: bool) {
        let primitive = &self.request.model.primitives()[run.primitive];
        let chunk = &primitive.chunks[run.chunk];
        let data = primitive.rest_data(self.request.settings.skinning.method);
        let paint = posed.paint.as_ref().filter(|_| shaded).map(|paint| &paint.gpu);
        let painted = paint.and_then(|paint| paint.chunk(run.primitive, run.chunk));
        let own = || chunk.bind_group(self.context, data, shaded && self.is_patterned(posed));
        draw_triangles(pass, chunk, painted.unwrap_or_else(own), run.indices.clone());
    }

    /// The primitives whose material blends, by falling distance of their middles from the eye.
    fn blended_far_to_near(&self, posed: &Posed) -> Vec<usize> {
        let eye = self.request.camera.eye_in_world();
        let primitives = self.request.model.primitives().iter().enumerate();
        let mut blended: Vec<(f32, usize)> = primitives
            .filter(|(_, primitive)| self.blends(posed, &primitive.material))
            .map(|(index, primitive)| (posed.middle_of(primitive).distance(eye), index))
            .collect();
        blended.sort_by(|a, b| b.0.total_cmp(&a.0));
        blended.into_iter().map(|(_, index)| index).collect()
    }

    /// Draws lines of the mesh over the shaded skin.
    fn draw_mesh_overlay(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        posed: &Posed,
        overlay: MeshOverlay,
    ) -> Result<(), GpuError> {
        let mesh_pass = MeshPass::Overlay { samples: self.request.quality.samples, overlay };
        let model = self.request.model;
        for (index, primitive) in model.primitives().iter().enumerate() {
            self.set_method(pass, primitive, mesh_pass, self.request.settings.skinning, &posed.palettes)?;
            let data = primitive.rest_data(self.request.settings.skinning.method);
            let lines = model.overlay(self.context, overlay, index)?;
            for (chunk, lines) in primitive.chunks.iter().zip(lines) {
                if let Some(lines) = lines {
                    pass.set_bind_group(1, chunk.bind_group(self.context, data, false), &[]);
                    pass.set_index_buffer(lines.indices.slice(..), wgpu::IndexFormat::Uint32);
                    pass.draw_indexed(0..lines.index_count, 0, 0..1);
                }
            }
        }
        Ok(())
    }

    /// Draws the coverage of a skin.
    fn draw_mask(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        channel: MaskChannel,
        model: &GpuModel,
        (skinning, palettes): (SkinningSettings, &GpuPalettes),
    ) -> Result<(), GpuError> {
        let mesh_pass = MeshPass::Mask { samples: self.request.quality.samples, channel };
        for primitive in model.primitives() {
            self.set_method(pass, primitive, mesh_pass, skinning, palettes)?;
            let data = primitive.rest_data(skinning.method);
            for chunk in &primitive.chunks {
                draw_triangles(pass, chunk, chunk.bind_group(self.context, data, false), 0..chunk.index_count());
            }
        }
        Ok(())
    }

    /// Sets the pipeline and the joint palette for drawing a primitive by a method.
    fn set_method(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        primitive: &GpuPrimitive,
        mesh_pass: MeshPass,
        skinning: SkinningSettings,
        palettes: &GpuPalettes,
    ) -> Result<(), GpuError> {
        let method = MethodPipeline {
            method: primitive.method(skinning.method),
            sign_mode: skinning.antipodality().sign_mode(),
            influence_path: primitive.influence_path,
            palette_is_rigid: palettes.is_rigid(primitive.skin),
        };
        pass.set_pipeline(&self.context.pipelines.mesh(self.context, mesh_pass, method)?);
        pass.set_bind_group(2, palettes.bind_group(primitive.skin), &[]);
        Ok(())
    }

    fn stroke_binding(&self, strokes: &[Stroke]) -> wgpu::BindGroup {
        let buffer = self.context.buffer_of("skeleton", bytemuck::cast_slice(strokes), wgpu::BufferUsages::STORAGE);
        self.context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("skeleton"),
            layout: &self.context.layouts.strokes,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
        })
    }
}

/// Look of the mesh.
pub(super) fn mesh_look(shading: Shading, painted: bool) -> MeshLook {
    if painted { MeshLook::Painted } else { MeshLook::Shaded(shading) }
}

/// Draws triangles. `vertices` is group 1 of the shaders.
fn draw_triangles(
    pass: &mut wgpu::RenderPass<'_>,
    chunk: &GpuChunk,
    vertices: &wgpu::BindGroup,
    indices: std::ops::Range<u32>,
) {
    if let Some(triangles) = chunk.triangles().filter(|_| !indices.is_empty()) {
        pass.set_bind_group(1, vertices, &[]);
        pass.set_index_buffer(triangles.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(indices, 0, 0..1);
    }
}
