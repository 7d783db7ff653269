//! Draws the passes of a picture on the GPU.

use super::PictureRequest;
use super::draw_list::{FrameOf, ListedSkin, Strokes};
use super::layers::StrokeScene;
use super::maps::Maps;
use super::passes::{MeshDraw, PassFrame, PassPlan, PictureDraw, PicturePass};
use super::posed::Posed;
use super::runs::grouped_runs;
use super::tiles::Tile;
use crate::gpu::mirrors::{Frame, Stroke};
use crate::gpu::{
    GpuContext, GpuError, IndexBuffer, MeshLook, OverlayPass, Target, TargetPart, largest_storage_binding,
};
use crate::view::Overlay;
use std::ops::Range;

/// The resources that one drawing uses.
pub(super) struct PassEncoder<'a> {
    pub context: &'a GpuContext,
    pub request: &'a PictureRequest<'a>,
    pub tile: Tile,
    pub target: &'a Target,
    pub maps: &'a mut Maps,
}

impl PassEncoder<'_> {
    pub fn draw(&mut self, posed: &mut Posed) -> Result<(), GpuError> {
        let (context, request) = (self.context, self.request);
        posed.show_centers(request);
        posed.paint(context, request)?;
        posed.show_ghost(context, request)?;
        let has_contact = request.settings.look.overlays.has(Overlay::Shadow)
            && !posed.contact_drawn
            && (request.quality.contact_follows || posed.contact_stage.is_none());
        let plan = PassPlan {
            request,
            is_painted: posed.paint.is_some(),
            has_contact,
            ghost: posed.ghost.as_ref().map(|ghost| ghost.model(request)),
            palettes: &posed.joint_palettes,
        };
        if plan.look().has_pattern() {
            request.model.prepare_patterns(context)?;
        }
        let passes = plan.passes();
        self.maps.prepare(context, &passes, self.tile.size, request.quality.samples)?;
        if has_contact {
            posed.contact_stage = Some(posed.stage);
        }
        self.submit(posed, &passes)?;
        posed.contact_drawn |= has_contact;
        Ok(())
    }

    fn submit(&self, posed: &Posed, passes: &[PicturePass]) -> Result<(), GpuError> {
        let own = posed.stage.frame(self.request, self.tile, posed.contact_stage.unwrap_or(posed.stage));
        let mut encoder = self.encoder();
        let mut compiled = self.context.pipelines.count();
        let mut written = None;
        for pass in passes {
            if let Some(frame) = pass.frame.filter(|_| pass.frame != written) {
                self.write_frame(posed, frame, own);
                written = pass.frame;
            }
            if pass.draws_picture() {
                self.draw_in_parts(&mut encoder, posed, pass)?;
            } else {
                let mut render_pass = self.maps.begin_pass(&mut encoder, pass);
                self.set_frame(&mut render_pass, pass);
                for draw in &pass.draws {
                    self.draw_one(&mut render_pass, posed, pass, draw, None)?;
                }
            }
            // llvmpipe translates the shaders of new pipelines to machine code when it draws. It can then do this while
            // the next ones are compiled.
            let count = self.context.pipelines.count();
            if std::mem::replace(&mut compiled, count) != count {
                self.submit_part(&mut encoder);
            }
        }
        self.target.finish(self.context, &mut encoder)?;
        self.context.queue.submit([encoder.finish()]);
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

    /// Writes a frame for the next pass, from that of the picture.
    fn write_frame(&self, posed: &Posed, frame: PassFrame, own: Frame) {
        let clip_from_world = match frame.of {
            FrameOf::Picture => own.clip_from_world,
            FrameOf::Light => posed.stage.light_clip_from_world(self.request.camera),
            FrameOf::Footprint => posed.stage.footprint_clip_from_world(),
        };
        self.maps.frame(frame).write(self.context, &Frame { clip_from_world, ..own });
    }

    fn set_frame(&self, render_pass: &mut wgpu::RenderPass<'_>, pass: &PicturePass) {
        if let Some(frame) = pass.frame {
            render_pass.set_bind_group(0, &self.maps.frame(frame).bind_group, &[]);
        }
    }

    /// Draws the picture: at once, unless its triangles are too many for the device.
    fn draw_in_parts(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        posed: &Posed,
        pass: &PicturePass,
    ) -> Result<(), GpuError> {
        let opaque_indices = |draw: &PictureDraw| match draw {
            PictureDraw::Mesh(mesh) if mesh.is_opaque() => {
                Some(self.request.model.primitives()[mesh.primitive].chunks[mesh.chunk].index_count())
            }
            _ => None,
        };
        let groups = grouped_runs(&pass.draws, opaque_indices, self.context.triangles_at_once);
        let last = groups.len() - 1;
        let mut unfinished = None;
        for (index, group) in groups.into_iter().enumerate() {
            let part = TargetPart { is_first: index == 0, is_last: index == last };
            let mut render_pass = self.target.begin_part(encoder, part);
            self.set_frame(&mut render_pass, pass);
            for (draw, indices) in group {
                self.draw_one(&mut render_pass, posed, pass, draw, indices)?;
            }
            drop(render_pass);
            if index < last {
                let submitted = self.submit_part(encoder);
                // While this waits, the device still has one part to draw.
                if let Some(before) = unfinished.replace(submitted) {
                    self.context.wait_for(before)?;
                }
            }
        }
        Ok(())
    }

    /// Draws. `indices` are those of a mesh to draw; `None` is all of them.
    fn draw_one(
        &self,
        render_pass: &mut wgpu::RenderPass<'_>,
        posed: &Posed,
        pass: &PicturePass,
        draw: &PictureDraw,
        indices: Option<Range<u32>>,
    ) -> Result<(), GpuError> {
        match draw {
            PictureDraw::Mesh(mesh) => self.draw_mesh(render_pass, posed, mesh, indices),
            PictureDraw::Overlay { pass: overlay, vertices, reads } => {
                render_pass.set_pipeline(&self.context.pipelines.overlay(self.context, *overlay)?);
                let first = u32::from(pass.frame.is_some());
                for (group, &texture) in (first..).zip(*reads) {
                    render_pass.set_bind_group(group, self.maps.group(texture), &[]);
                }
                render_pass.draw(0..*vertices, 0..1);
                Ok(())
            }
            PictureDraw::Strokes(strokes) => self.draw_strokes(render_pass, posed, *strokes),
        }
    }

    fn draw_mesh(
        &self,
        render_pass: &mut wgpu::RenderPass<'_>,
        posed: &Posed,
        mesh: &MeshDraw,
        range: Option<Range<u32>>,
    ) -> Result<(), GpuError> {
        let (model, palettes) = match (mesh.skin, &posed.ghost) {
            (ListedSkin::Ghost, Some(ghost)) => (ghost.model(self.request), &ghost.palettes),
            _ => (self.request.model, &posed.palettes),
        };
        let Some(IndexBuffer { indices, index_count }) = mesh.indices(self.context, model)? else { return Ok(()) };
        let primitive = &model.primitives()[mesh.primitive];
        let chunk = &primitive.chunks[mesh.chunk];
        let skinning = mesh.skinning(self.request);
        let method = mesh.method(primitive, skinning, palettes.is_rigid(primitive.skin));
        render_pass.set_pipeline(&self.context.pipelines.mesh(self.context, mesh.pass, method)?);
        let look = mesh.look();
        let paint = posed.paint.as_ref().map(|paint| &paint.gpu).filter(|_| look == Some(MeshLook::Painted));
        let painted = paint.and_then(|paint| paint.chunk(mesh.primitive, mesh.chunk));
        let is_patterned = look.is_some_and(MeshLook::has_pattern);
        let data = primitive.rest_data(skinning.method);
        let own = || chunk.bind_group(self.context, data, is_patterned, skinning.stored);
        render_pass.set_bind_group(1, &painted.cloned().unwrap_or_else(own), &[]);
        render_pass.set_bind_group(2, palettes.bind_group(primitive.skin), &[]);
        if look.is_some() {
            let material = paint.map_or(&primitive.material.bind_group, |paint| &paint.material);
            render_pass.set_bind_group(3, material, &[]);
        }
        render_pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        render_pass.draw_indexed(range.unwrap_or(0..*index_count), 0, 0..1);
        Ok(())
    }

    /// Draws strokes over the picture, in as many batches as the limit of a storage binding requires.
    fn draw_strokes(
        &self,
        render_pass: &mut wgpu::RenderPass<'_>,
        posed: &Posed,
        strokes: Strokes,
    ) -> Result<(), GpuError> {
        let model = self.request.model.model();
        let strokes = strokes.of(
            self.request,
            &StrokeScene {
                settings: self.request.settings,
                skeleton: &model.skeleton,
                scene_from_node: &posed.scene_from_node,
                extent: posed.stage.rest.extent(),
                part: self.request.model.part().map(|part| &**part),
                centers: posed.centers.as_deref().unwrap_or_default(),
            },
        );
        let pass = OverlayPass::Skeleton { samples: self.request.quality.samples };
        let most = largest_storage_binding(&self.context.limits) / size_of::<Stroke>() as u64;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        for part in strokes.chunks(most.max(1)) {
            render_pass.set_pipeline(&self.context.pipelines.overlay(self.context, pass)?);
            render_pass.set_bind_group(1, &self.stroke_binding(part), &[]);
            render_pass.draw(0..4, 0..part.len() as u32);
        }
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
