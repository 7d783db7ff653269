use super::center_overlay::center_strokes;
use super::frame::{FrameBinding, Stage};
use super::maps::{ContactMap, KeyShadowMap};
use super::skeleton_overlay::skeleton_strokes;
use super::skin_paint::skin_colors;
use super::{Camera, PaintScale, PictureSettings, Quality, SkinPaint};
use crate::gpu::mirrors::Stroke;
use crate::gpu::{
    GpuContext, GpuError, GpuModel, GpuPaint, GpuPalettes, MeshPass, MethodPipeline, OverlayPass, Target,
};
use crate::math::Bounds;
use crate::model::Pose;
use crate::skinning::{JointPalette, PosedCenter, SkinningMethod, SkinningSettings, posed_centers};
use glam::DAffine3;
use wgpu::util::DeviceExt as _;

/// One picture to draw.
#[derive(Clone, Copy, Debug)]
pub struct PictureRequest<'a> {
    pub model: &'a GpuModel,
    /// Of the same model.
    pub pose: &'a Pose,
    pub camera: &'a Camera,
    pub settings: &'a PictureSettings,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Pixels of the screen for each logical one: widths of lines grow with it.
    pub pixels_per_point: f32,
    pub quality: Quality,
}

/// What [`PaneRenderer::draw`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redraw {
    /// Something had changed.
    Drawn,
    /// The picture was still right.
    Kept,
}

/// Draws one pane into its own texture, and only when what it shows has changed.
#[derive(Debug)]
pub struct PaneRenderer {
    target: Target,
    target_generation: u64,
    /// Made when first wanted.
    key_shadow: Option<KeyShadowMap>,
    contact: ContactMap,
    picture_frame: FrameBinding,
    light_frame: FrameBinding,
    footprint_frame: FrameBinding,
    posed: Option<Posed>,
    drawn: Option<PictureKey>,
}

/// Everything a picture depends on.
#[derive(Clone, Debug, PartialEq)]
struct PictureKey {
    pose: PoseKey,
    camera: Camera,
    settings: PictureSettings,
    size: [u32; 2],
    pixels_per_point: f32,
    quality: Quality,
}

/// Everything the deformed skin depends on.
#[derive(Clone, Debug, PartialEq)]
struct PoseKey {
    model: u64,
    pose: Pose,
    skinning: SkinningSettings,
}

/// A posed model on the GPU, with its contact shadow.
#[derive(Debug)]
struct Posed {
    key: PoseKey,
    palettes: GpuPalettes,
    scene_from_node: Vec<DAffine3>,
    stage: Stage,
    /// Whether the contact map shows this pose.
    contact_drawn: bool,
    joint_palettes: Vec<JointPalette>,
    /// The skin's colors, where they are not those of its materials.
    paint: Option<Paint>,
    /// Where centers of rotation lie in this pose, made when first shown.
    centers: Option<Vec<PosedCenter>>,
}

impl PaneRenderer {
    /// # Errors
    /// Out of memory.
    pub fn new(context: &GpuContext) -> Result<Self, GpuError> {
        let no_shadow = KeyShadowMap::placeholder(context)?;
        let frame = || context.checked("the frame", || FrameBinding::new(context, &no_shadow.view));
        Ok(Self {
            target: Target::new(context, [1, 1], 1)?,
            target_generation: 0,
            contact: ContactMap::new(context)?,
            picture_frame: frame()?,
            light_frame: frame()?,
            footprint_frame: frame()?,
            key_shadow: None,
            posed: None,
            drawn: None,
        })
    }

    /// What the colors of the skin stand for, where they are not those of its materials.
    pub fn paint_scale(&self) -> Option<PaintScale> {
        self.posed.as_ref()?.paint.as_ref()?.scale
    }

    /// Where the centers of rotation lie in the picture, if it shows them.
    pub fn posed_centers(&self) -> Option<&[PosedCenter]> {
        let shown = self.drawn.as_ref().is_some_and(|drawn| drawn.settings.overlays.centers);
        self.posed.as_ref().filter(|_| shown)?.centers.as_deref()
    }

    /// The texture that holds the picture.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Grows when the texture is replaced by one of another size or quality: then [`Target::egui_view`] must be
    /// registered anew.
    pub fn target_generation(&self) -> u64 {
        self.target_generation
    }

    /// Brings the picture up to date.
    ///
    /// # Errors
    /// Out of memory, a lost device, or a method that needs centers of rotation on a model without; the next call
    /// tries again.
    pub fn draw(&mut self, context: &GpuContext, request: &PictureRequest<'_>) -> Result<Redraw, GpuError> {
        let key = PictureKey {
            pose: PoseKey {
                model: request.model.id(),
                pose: request.pose.clone(),
                skinning: request.settings.skinning,
            },
            camera: *request.camera,
            settings: *request.settings,
            size: request.size,
            pixels_per_point: request.pixels_per_point,
            quality: request.quality,
        };
        if self.drawn.as_ref() == Some(&key) {
            return Ok(Redraw::Kept);
        }
        self.drawn = None;
        let size = request.size.map(|side| side.max(1));
        if self.target.size() != size || self.target.samples() != request.quality.samples {
            self.target = Target::new(context, size, request.quality.samples)?;
            self.target_generation += 1;
        }
        if request.quality.key_shadow && self.key_shadow.is_none() {
            let map = KeyShadowMap::new(context)?;
            self.picture_frame = context.checked("the frame", || FrameBinding::new(context, &map.view))?;
            self.key_shadow = Some(map);
        }
        let posed = match self.posed.take() {
            Some(posed) if posed.key == key.pose => posed,
            stale => Posed::new(context, request, key.pose.clone(), stale)?,
        };
        let posed = self.posed.insert(posed);
        let passes = Passes {
            context,
            request,
            target: &self.target,
            key_shadow: self.key_shadow.as_ref().filter(|_| request.quality.key_shadow),
            contact: &self.contact,
            picture_frame: &self.picture_frame,
            light_frame: &self.light_frame,
            footprint_frame: &self.footprint_frame,
        };
        context.checked("a picture", || passes.draw(posed))??;
        self.drawn = Some(key);
        Ok(Redraw::Drawn)
    }
}

/// Colors on the skin, and what they were made for.
#[derive(Debug)]
struct Paint {
    kind: SkinPaint,
    selected_joint: Option<u32>,
    gpu: GpuPaint,
    scale: Option<PaintScale>,
}

impl Posed {
    /// Brings the colors of the skin up to date.
    fn paint(&mut self, context: &GpuContext, request: &PictureRequest<'_>) -> Result<(), GpuError> {
        let PictureSettings { paint: kind, selected_joint, skinning, .. } = *request.settings;
        let selected_joint = selected_joint.filter(|_| kind == SkinPaint::JointWeights);
        if self.paint.as_ref().is_some_and(|paint| paint.kind == kind && paint.selected_joint == selected_joint) {
            return Ok(());
        }
        if let SkinPaint::DifferenceTo(other) = kind {
            request.model.check_method(other)?;
        }
        self.paint = match skin_colors(request.model, request.pose, skinning, kind, selected_joint) {
            Some((colors, scale)) => {
                Some(Paint { kind, selected_joint, gpu: GpuPaint::new(context, request.model, &colors)?, scale })
            }
            None => None,
        };
        Ok(())
    }

    /// Where the picture shows centers of rotation.
    fn show_centers(&mut self, request: &PictureRequest<'_>) {
        let skinning = request.settings.skinning;
        let shows = request.settings.overlays.centers && skinning.method == SkinningMethod::Cor;
        if let (true, None, Some(centers)) = (shows, &self.centers, request.model.centers_of_primitives()) {
            let sign_mode = skinning.antipodality.sign_mode();
            self.centers = Some(posed_centers(request.model.model(), &self.joint_palettes, sign_mode, centers));
        }
    }

    fn new(
        context: &GpuContext,
        request: &PictureRequest<'_>,
        key: PoseKey,
        stale: Option<Self>,
    ) -> Result<Self, GpuError> {
        let model = request.model.model();
        let skinning = request.settings.skinning;
        request.model.check_method(skinning.method)?;
        let joint_palettes = JointPalette::all(model, request.pose, skinning);
        // The buffers only depend on the model.
        let mut palettes = match stale {
            Some(stale) if stale.key.model == key.model => stale.palettes,
            _ => GpuPalettes::new(context, request.model)?,
        };
        palettes.write(context, &joint_palettes, skinning)?;
        let scene_from_node = request.pose.scene_from_node(&model.skeleton, skinning.scale_kind);
        let origins = model.skeleton.shown_joints().map(|n| scene_from_node[n as usize].translation.as_vec3());
        let mut posed = request.model.posed_bounds(&joint_palettes);
        if posed.is_empty() {
            posed = Bounds::of(origins);
        }
        let stage = Stage { rest: model.rest_bounds(), posed };
        Ok(Self {
            key,
            palettes,
            scene_from_node,
            stage,
            contact_drawn: false,
            joint_palettes,
            paint: None,
            centers: None,
        })
    }
}

/// All that one drawing needs at hand.
struct Passes<'a> {
    context: &'a GpuContext,
    request: &'a PictureRequest<'a>,
    target: &'a Target,
    key_shadow: Option<&'a KeyShadowMap>,
    contact: &'a ContactMap,
    picture_frame: &'a FrameBinding,
    light_frame: &'a FrameBinding,
    footprint_frame: &'a FrameBinding,
}

impl Passes<'_> {
    fn draw(&self, posed: &mut Posed) -> Result<(), GpuError> {
        posed.show_centers(self.request);
        posed.paint(self.context, self.request)?;
        let frame = posed.stage.frame(self.request);
        self.picture_frame.write(self.context, &frame);
        let mut encoder =
            self.context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("picture") });
        if let Some(map) = self.key_shadow {
            let clip_from_world = posed.stage.light_clip_from_world(self.request.camera);
            self.light_frame.write(self.context, &crate::gpu::mirrors::Frame { clip_from_world, ..frame });
            let mut pass = map.begin_pass(&mut encoder);
            self.draw_mesh(&mut pass, posed, MeshPass::KeyShadow, self.light_frame)?;
        }
        let contact = self.request.settings.overlays.contact_shadow;
        if contact && !posed.contact_drawn {
            let clip_from_world = posed.stage.footprint_clip_from_world();
            self.footprint_frame.write(self.context, &crate::gpu::mirrors::Frame { clip_from_world, ..frame });
            let mut pass = self.contact.begin_pass(&mut encoder);
            self.draw_mesh(&mut pass, posed, MeshPass::Footprint, self.footprint_frame)?;
            drop(pass);
            self.contact.blur(self.context, &mut encoder)?;
        }
        self.draw_picture(&mut encoder, posed)?;
        self.context.queue.submit([encoder.finish()]);
        posed.contact_drawn |= contact;
        Ok(())
    }

    fn draw_picture(&self, encoder: &mut wgpu::CommandEncoder, posed: &Posed) -> Result<(), GpuError> {
        let pipelines = &self.context.pipelines;
        let samples = self.request.quality.samples;
        let settings = self.request.settings;
        let mut pass = self.target.begin_pass(encoder, wgpu::Color::TRANSPARENT);
        pass.set_bind_group(0, &self.picture_frame.bind_group, &[]);
        if !settings.transparent {
            pass.set_pipeline(&pipelines.overlay(self.context, OverlayPass::Background { samples })?);
            pass.draw(0..3, 0..1);
        }
        self.draw_mesh(&mut pass, posed, MeshPass::Shaded { samples }, self.picture_frame)?;
        if settings.overlays.grid || settings.overlays.contact_shadow {
            pass.set_pipeline(&pipelines.overlay(self.context, OverlayPass::Ground { samples })?);
            pass.set_bind_group(1, &self.contact.map_binding, &[]);
            pass.draw(0..4, 0..1);
        }
        if let Some(centers) = posed.centers.as_ref().filter(|_| settings.overlays.centers) {
            self.draw_strokes(&mut pass, &center_strokes(centers))?;
        }
        if settings.overlays.skeleton {
            let skeleton = &self.request.model.model().skeleton;
            let extent = posed.stage.rest.extent();
            let strokes = skeleton_strokes(skeleton, &posed.scene_from_node, extent, settings);
            self.draw_strokes(&mut pass, &strokes)?;
        }
        Ok(())
    }

    /// Over what is drawn, in as many parts as a storage binding can hold.
    fn draw_strokes(&self, pass: &mut wgpu::RenderPass<'_>, strokes: &[Stroke]) -> Result<(), GpuError> {
        let samples = self.request.quality.samples;
        let most = self.context.limits.max_storage_buffer_binding_size as usize / size_of::<Stroke>();
        for part in strokes.chunks(most.max(1)) {
            pass.set_pipeline(&self.context.pipelines.overlay(self.context, OverlayPass::Skeleton { samples })?);
            pass.set_bind_group(1, &self.stroke_binding(part), &[]);
            pass.draw(0..4, 0..part.len() as u32);
        }
        Ok(())
    }

    fn draw_mesh(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        posed: &Posed,
        mesh_pass: MeshPass,
        frame: &FrameBinding,
    ) -> Result<(), GpuError> {
        let skinning = self.request.settings.skinning;
        pass.set_bind_group(0, &frame.bind_group, &[]);
        let shaded = matches!(mesh_pass, MeshPass::Shaded { .. });
        let paint = posed.paint.as_ref().filter(|_| shaded).map(|paint| &paint.gpu);
        for (number, primitive) in self.request.model.primitives().iter().enumerate() {
            let method = MethodPipeline {
                method: primitive.method(skinning.method),
                sign_mode: skinning.antipodality.sign_mode(),
                influence_path: primitive.influence_path,
            };
            pass.set_pipeline(&self.context.pipelines.mesh(self.context, mesh_pass, method)?);
            pass.set_bind_group(2, posed.palettes.bind_group(primitive.skin), &[]);
            pass.set_bind_group(3, paint.map_or(&primitive.material.bind_group, |paint| &paint.material), &[]);
            for (place, chunk) in primitive.chunks.iter().enumerate() {
                if let Some(indices) = &chunk.indices {
                    let painted = paint.and_then(|paint| paint.chunk(number, place));
                    pass.set_bind_group(1, painted.unwrap_or(&chunk.bind_group), &[]);
                    pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
                    pass.draw_indexed(0..chunk.index_count, 0, 0..1);
                }
            }
        }
        Ok(())
    }

    fn stroke_binding(&self, strokes: &[Stroke]) -> wgpu::BindGroup {
        let device = &self.context.device;
        let buffer = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("skeleton"),
            contents: bytemuck::cast_slice(strokes),
            usage: wgpu::BufferUsages::STORAGE,
        });
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("skeleton"),
            layout: &self.context.layouts.strokes,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
        })
    }
}
