use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::math::Bounds;
use crate::model::{Pose, PoseOverrides, SkinPart};
use crate::session::{Document, Interface, State};
use crate::skinning::SkinningSettings;
use crate::view::{
    Camera, CameraPreset, Overlay, Overlays, PaneLook, PictureSettings, Quality, Theme, joint_skin_outline,
};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use glam::Vec3;
use std::collections::HashMap;
use std::sync::Arc;

/// Thumbnails of the poses in the library. Each is drawn once, at most one per frame.
pub struct Thumbnails {
    /// Textures by the index of the pose. `None` if drawing failed, so that it is not retried.
    drawn: HashMap<usize, Option<egui::TextureId>>,
    /// Draws all thumbnails. Created for the first one and kept while the library is shown.
    renderer: Option<PaneRenderer>,
    /// The document and settings that all of them show.
    of: Option<Subject>,
    /// The isolated skin in all of them.
    part: Option<Arc<SkinPart>>,
    /// Whether a thumbnail was drawn in this frame. The next one waits, so that the window stays responsive.
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
        Self { drawn: HashMap::new(), renderer: None, of: None, part: None, busy: false }
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
        let Some(document) = &state.documents.first else { return Ok(None) };
        let theme = state.interface.theme;
        let subject = Subject { document: document.id, library: state.documents.library.generation(), theme, pixels };
        let part = gpu.model.part();
        if self.of != Some(subject) || self.part.as_ref().map(Arc::as_ptr) != part.map(Arc::as_ptr) {
            self.clear(gpu.egui_renderer);
            self.of = Some(subject);
            self.part = part.cloned();
        }
        if let Some(texture) = self.drawn.get(&pose_index) {
            return Ok(*texture);
        }
        let Some(pose) = state.documents.library.poses().get(pose_index).filter(|_| !self.busy) else {
            return Ok(None);
        };
        self.busy = true;
        self.drawn.insert(pose_index, None);
        let mut renderer = match self.renderer.take() {
            Some(renderer) => renderer,
            None => PaneRenderer::new(gpu.context)?,
        };
        draw(gpu, &state.interface, document, &pose.overrides, pixels, &mut renderer)?;
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

/// The points that a thumbnail shows: the skin of the joints that the pose moves, with some of its surroundings, since
/// a wrist is too small in a full figure. If the pose moves much of the figure, all of it.
fn subject(document: &Document, overrides: &PoseOverrides, pose: &Pose, skinning: SkinningSettings) -> Vec<Vec3> {
    const FEW_JOINTS: usize = 6;
    /// Largest part that is shown alone, as a fraction of the model's extent. A larger part is shown with the whole
    /// figure.
    const MOST_OF_A_PART: f32 = 0.5;
    /// Margin shown around a part, as a fraction of the model's extent.
    const SURROUNDINGS: f32 = 0.08;
    let model = &document.model;
    let extent = document.rest_bounds.extent();
    let whole = || {
        let nodes: Vec<u32> = (0..model.skeleton.len() as u32).collect();
        let posed = joint_skin_outline(model, pose, skinning, &nodes);
        if posed.is_empty() { document.rest_outline.clone() } else { posed }
    };
    if document.joints.count <= FEW_JOINTS {
        return whole();
    }
    let moved = overrides.iter().flat_map(|(node, _)| [Some(node), model.skeleton.node(node).parent]);
    let moved: Vec<u32> = moved.flatten().collect();
    let mut bounds = Bounds::of(joint_skin_outline(model, pose, skinning, &moved));
    if bounds.is_empty() || bounds.extent() > MOST_OF_A_PART * extent {
        return whole();
    }
    let around = Vec3::splat(SURROUNDINGS * extent);
    bounds.min -= around;
    bounds.max += around;
    bounds.corners().to_vec()
}

/// Draws the pose on top of rest, independent of the playing clip, so that a thumbnail always looks the same.
fn draw(
    gpu: &ThumbnailGpu<'_>,
    interface: &Interface,
    document: &Document,
    overrides: &PoseOverrides,
    pixels: u32,
    renderer: &mut PaneRenderer,
) -> Result<(), GpuError> {
    let skeleton = &document.model.skeleton;
    let mut pose = Pose::rest(skeleton);
    overrides.apply(skeleton, &mut pose);
    let size = [pixels, pixels];
    let mut camera = Camera::framing(document.rest_bounds, size, CameraPreset::ThreeQuarter);
    camera.turn_to(CameraPreset::ThreeQuarter, document.front_yaw);
    let settings = PictureSettings {
        theme: interface.theme,
        look: PaneLook::of_overlays(Overlays::default().with(Overlay::Grid, false)),
        ..PictureSettings::default()
    };
    let camera = camera.framed_around(&subject(document, overrides, &pose, settings.skinning), size);
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
            beside: None,
        },
    )?;
    Ok(())
}
