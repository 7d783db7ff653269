use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::math::Bounds;
use crate::model::{Pose, PoseOverrides, ScaleKind};
use crate::session::{Document, State};
use crate::view::{Camera, CameraPreset, Overlays, PictureSettings, Quality, Theme, joint_bounds};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use glam::Vec3;
use std::collections::HashMap;
use std::sync::Arc;

/// Thumbnails of the poses in the library. Each is drawn once, one per frame.
pub struct Thumbnails {
    /// By the index of the pose. `None` if drawing failed, so that it is not retried.
    drawn: HashMap<usize, Option<egui::TextureId>>,
    /// Draws all thumbnails. Created for the first one and kept while the library is shown.
    renderer: Option<PaneRenderer>,
    /// What all of them show.
    of: Option<Subject>,
    /// A thumbnail was drawn in this frame. The next one waits, so that the window stays responsive.
    busy: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Subject {
    document: u64,
    library: u64,
    theme: Theme,
    pixels: u32,
}

/// The GPU resources that draw them.
pub struct ThumbnailGpu<'a> {
    pub context: &'a GpuContext,
    pub egui_renderer: &'a Arc<egui::mutex::RwLock<egui_wgpu::Renderer>>,
    pub model: &'a GpuModel,
    pub rest: &'a RestCache,
}

impl Thumbnails {
    pub fn new() -> Self {
        Self { drawn: HashMap::new(), renderer: None, of: None, busy: false }
    }

    /// Begins a frame.
    pub fn begin_frame(&mut self) {
        self.busy = false;
    }

    /// Whether a thumbnail had to wait for the next frame.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    pub fn clear(&mut self, egui_renderer: &Arc<egui::mutex::RwLock<egui_wgpu::Renderer>>) {
        for texture in self.drawn.drain().filter_map(|(_, texture)| texture) {
            egui_renderer.write().free_texture(&texture);
        }
        self.renderer = None;
        self.of = None;
    }

    /// The square thumbnail of a pose of the library, `pixels` wide. `None` until its turn comes.
    pub fn texture(
        &mut self,
        gpu: &ThumbnailGpu<'_>,
        state: &State,
        pose_index: usize,
        pixels: u32,
    ) -> Result<Option<egui::TextureId>, GpuError> {
        let Some(document) = &state.document else { return Ok(None) };
        let theme = state.transient.theme;
        let subject = Subject { document: document.id, library: state.library.generation(), theme, pixels };
        if self.of != Some(subject) {
            self.clear(gpu.egui_renderer);
            self.of = Some(subject);
        }
        if let Some(texture) = self.drawn.get(&pose_index) {
            return Ok(*texture);
        }
        let Some(pose) = state.library.poses().get(pose_index).filter(|_| !self.busy) else { return Ok(None) };
        self.busy = true;
        self.drawn.insert(pose_index, None);
        let mut renderer = match self.renderer.take() {
            Some(renderer) => renderer,
            None => PaneRenderer::new(gpu.context)?,
        };
        draw(gpu, state, document, &pose.overrides, pixels, &mut renderer)?;
        let view = renderer.target().egui_view();
        let filter = wgpu::FilterMode::Linear;
        // The view registered with egui keeps the texture alive.
        let texture = gpu.egui_renderer.write().register_native_texture(&gpu.context.device, view, filter);
        self.drawn.insert(pose_index, Some(texture));
        renderer.release_picture(gpu.context)?;
        self.renderer = Some(renderer);
        Ok(Some(texture))
    }
}

/// The visible bounds: the joints that the pose moves, since a wrist is too small in a full figure, but at least a good
/// part of the model. A model with few joints is shown whole.
fn bounds(document: &Document, overrides: &PoseOverrides, pose: &Pose) -> Bounds {
    const FEW_JOINTS: usize = 6;
    const LEAST_SHARE: f32 = 0.62;
    let skeleton = &document.model.skeleton;
    if document.joints.count <= FEW_JOINTS || overrides.is_empty() {
        return document.rest_bounds;
    }
    let extent = document.rest_bounds.extent();
    let scene_from_node = pose.scene_from_node(skeleton, ScaleKind::Inherited);
    let boxes = overrides.iter().map(|(node, _)| joint_bounds(skeleton, &scene_from_node, node, extent));
    let Some(mut bounds) = boxes.reduce(Bounds::union) else { return document.rest_bounds };
    let missing = (extent * LEAST_SHARE - bounds.extent()).max(0.0) / 2.0;
    bounds.min -= Vec3::splat(missing);
    bounds.max += Vec3::splat(missing);
    bounds
}

/// Draws the pose on top of rest, independent of the playing clip, so that a thumbnail always looks the same.
fn draw(
    gpu: &ThumbnailGpu<'_>,
    state: &State,
    document: &Document,
    overrides: &PoseOverrides,
    pixels: u32,
    renderer: &mut PaneRenderer,
) -> Result<(), GpuError> {
    let skeleton = &document.model.skeleton;
    let mut pose = Pose::rest(skeleton);
    overrides.apply(skeleton, &mut pose);
    let size = [pixels, pixels];
    let bounds = bounds(document, overrides, &pose);
    let mut camera = Camera::framing(bounds, size, CameraPreset::ThreeQuarter);
    camera.turn_to(CameraPreset::ThreeQuarter, document.front_yaw);
    let camera = camera.framed(bounds, size);
    let settings = PictureSettings {
        theme: state.transient.theme,
        overlays: Overlays { grid: false, ..Overlays::default() },
        ..PictureSettings::default()
    };
    renderer.draw(
        gpu.context,
        &PictureRequest {
            model: gpu.model,
            pose: &pose,
            camera: &camera,
            settings: &settings,
            size,
            pixels_per_point: 1.0,
            quality: Quality::FINE,
            rest: gpu.rest,
        },
    )?;
    Ok(())
}
