use super::state::State;
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::skinning::{PosedCenter, SkinningSettings};
use crate::viewport::{Camera, PaintScale, PaneRenderer, PictureRequest, PictureSettings, Quality, Redraw, RestCache};
use std::sync::Arc;
use std::time::Instant;

/// The GPU's side of the panes: only what can be made again from the state.
pub struct Pictures {
    context: Arc<GpuContext>,
    egui_renderer: Arc<egui::mutex::RwLock<egui_wgpu::Renderer>>,
    model: Option<(u64, GpuModel)>,
    /// Generation of the centers that the model has.
    centers: Option<u64>,
    panes: Vec<PanePicture>,
    last_frame_milliseconds: f32,
    rest: RestCache,
}

struct PanePicture {
    renderer: PaneRenderer,
    texture: Option<egui::TextureId>,
}

impl Pictures {
    /// `egui_renderer` shows the textures and must be of the same device.
    pub fn new(context: Arc<GpuContext>, egui_renderer: Arc<egui::mutex::RwLock<egui_wgpu::Renderer>>) -> Self {
        let (model, centers, panes, rest) = (None, None, Vec::new(), RestCache::default());
        Self { context, egui_renderer, model, centers, panes, last_frame_milliseconds: 0.0, rest }
    }

    /// How long the processor took for the last picture that was drawn.
    pub fn last_frame_milliseconds(&self) -> f32 {
        self.last_frame_milliseconds
    }

    /// What the colors of a pane stand for.
    pub fn paint_scale(&self, pane: usize) -> Option<PaintScale> {
        self.panes.get(pane)?.renderer.paint_scale()
    }

    /// Where the centers of rotation lie in a pane that shows them.
    pub fn posed_centers(&self, pane: usize) -> Option<&[PosedCenter]> {
        self.panes.get(pane)?.renderer.posed_centers()
    }

    /// Drops panes that are no longer shown.
    pub fn keep_panes(&mut self, count: usize) {
        for pane in self.panes.drain(count.min(self.panes.len())..) {
            if let Some(texture) = pane.texture {
                self.egui_renderer.write().free_texture(&texture);
            }
        }
    }

    /// Brings one pane's picture up to date and returns its texture.
    pub fn draw(
        &mut self,
        state: &State,
        pane: usize,
        skinning: SkinningSettings,
        camera: &Camera,
        size: [u32; 2],
        pixels_per_point: f32,
    ) -> Result<Option<egui::TextureId>, GpuError> {
        let Some(document) = &state.document else { return Ok(None) };
        if self.model.as_ref().is_none_or(|(id, _)| *id != document.id) {
            (self.model, self.centers) = (None, None);
            self.model = Some((document.id, GpuModel::new(&self.context, &document.model)?));
        }
        if let (Some((_, model)), Some((centers, generation))) = (&mut self.model, state.centers.get(document.id))
            && self.centers != Some(generation)
        {
            model.set_centers(&self.context, &centers.of_primitives)?;
            self.centers = Some(generation);
        }
        while self.panes.len() <= pane {
            self.panes.push(PanePicture { renderer: PaneRenderer::new(&self.context)?, texture: None });
        }
        let (Some((_, model)), Some(picture)) = (&self.model, self.panes.get_mut(pane)) else { return Ok(None) };
        let settings = PictureSettings {
            skinning,
            theme: state.transient.theme,
            overlays: state.transient.overlays,
            paint: state.transient.paint,
            selected_joint: state.transient.selected_joint,
            hovered_joint: state.transient.hovered_joint,
            ..PictureSettings::default()
        };
        let request = PictureRequest {
            model,
            pose: &state.pose,
            camera,
            settings: &settings,
            size,
            pixels_per_point,
            quality: if state.transient.busy { Quality::DRAFT } else { Quality::FINE },
            rest: &self.rest,
        };
        let started = Instant::now();
        if picture.renderer.draw(&self.context, &request)? == Redraw::Drawn || picture.texture.is_none() {
            self.last_frame_milliseconds = started.elapsed().as_secs_f32() * 1000.0;
            let view = picture.renderer.target().egui_view();
            let mut egui_renderer = self.egui_renderer.write();
            let filter = wgpu::FilterMode::Linear;
            match picture.texture {
                Some(texture) => {
                    egui_renderer.update_egui_texture_from_wgpu_texture(&self.context.device, view, filter, texture);
                }
                None => {
                    picture.texture = Some(egui_renderer.register_native_texture(&self.context.device, view, filter));
                }
            }
        }
        Ok(picture.texture)
    }
}
