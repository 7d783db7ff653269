//! Drawing the scenes of a talk once, out of sight, so that no step of the talk waits for an upload or a shader.

use super::pictures::Pictures;
use crate::gpu::GpuError;
use crate::model::Pose;
use crate::panes::{PaneSettings, Scene};
use crate::session::{Document, Stage, State, TalkDesk};
use crate::skinning::SkinningSettings;
use crate::style::Palette;
use crate::view::{PictureSettings, Quality};
use crate::viewport::{PaneRenderer, PictureRequest};
use std::sync::Arc;

/// Size of the picture of the next scene, for the speaker.
const PREVIEW_PIXELS: [u32; 2] = [480, 270];

/// Size of a picture that nobody sees.
const UNSEEN_PIXELS: [u32; 2] = [64, 48];

/// Scenes that were already drawn.
#[derive(Default)]
pub struct Rehearsed {
    /// Drawn scenes, each with the id of its document.
    scenes: Vec<(u64, Arc<Scene>)>,
    renderer: Option<PaneRenderer>,
    /// Pictures of scenes that were the next one while the speaker's notes were shown.
    previews: Vec<(Arc<Scene>, Arc<egui::ColorImage>)>,
}

impl Rehearsed {
    fn is_drawn(&self, document: &Document, scene: &Arc<Scene>) -> bool {
        self.scenes.iter().any(|(id, drawn)| *id == document.id && Arc::ptr_eq(drawn, scene))
    }
}

impl Pictures {
    /// Forgets all drawn scenes, because their models are uploaded again.
    pub(super) fn forget_rehearsal(&mut self) {
        self.rehearsed = Rehearsed::default();
    }

    /// Draws the next scene of the talk that was not drawn yet and whose model and centers of rotation are available.
    /// Returns whether there was one, so that it is called again.
    ///
    /// # Errors
    /// If memory runs out, or the device is lost.
    pub fn rehearse(&mut self, state: &State) -> Result<bool, GpuError> {
        let Some(stage) = &state.talk.stage else {
            self.rehearsed = Rehearsed::default();
            return Ok(false);
        };
        let unseen = self.scene_without_preview(stage);
        if self.rehearsed.scenes.len() == stage.scenes().len() && unseen.is_none() {
            self.rehearsed.renderer = None;
            return Ok(false);
        }
        let ready = stage.ready_scenes(state);
        if let Some((document, scene)) =
            ready.iter().find(|(_, scene)| unseen.as_ref().is_some_and(|unseen| Arc::ptr_eq(unseen, scene)))
        {
            let preview = self.draw_preview(state, document, scene)?;
            self.rehearsed.previews.push((Arc::clone(scene), Arc::new(preview)));
            return Ok(true);
        }
        let next = ready.into_iter().find(|(document, scene)| !self.rehearsed.is_drawn(document, scene));
        let Some((document, scene)) = next else {
            self.rehearsed.renderer = None;
            return Ok(false);
        };
        self.rehearsed.scenes.push((document.id, Arc::clone(&scene)));
        self.draw_unseen(state, &document, &scene)?;
        Ok(true)
    }

    /// The picture of the next scene, if it was drawn.
    pub fn preview_of_next(&self, talk: &TalkDesk) -> Option<Arc<egui::ColorImage>> {
        let next = talk.stage.as_ref()?.next_scene()?;
        let found = self.rehearsed.previews.iter().find(|(scene, _)| Arc::ptr_eq(scene, next));
        found.map(|(_, preview)| Arc::clone(preview))
    }

    /// The next scene, if the speaker would see its picture and it is not drawn yet.
    fn scene_without_preview(&self, stage: &Stage) -> Option<Arc<Scene>> {
        let next = stage.next_scene().filter(|_| stage.shows_notes)?;
        let is_drawn = self.rehearsed.previews.iter().any(|(scene, _)| Arc::ptr_eq(scene, next));
        (!is_drawn).then(|| Arc::clone(next))
    }

    /// Draws the panes of a scene, side by side as on the stage. Panes of a second model stay empty: their pose would
    /// need the partners of all joints.
    fn draw_preview(
        &mut self,
        state: &State,
        document: &Arc<Document>,
        scene: &Scene,
    ) -> Result<egui::ColorImage, GpuError> {
        let [width, height] = PREVIEW_PIXELS;
        let ground = state.hall().map_or_else(|| Palette::of(state.interface.theme), Palette::in_hall).app;
        let mut preview = egui::ColorImage::filled([width as usize, height as usize], ground);
        let Ok(pose) = scene.pose(&document.model) else { return Ok(preview) };
        let panes = scene.panes();
        let whole = scene.skin_bounds(&document.model, &pose);
        let Ok(views) = scene.pane_views(&document.model, whole) else { return Ok(preview) };
        let joint = scene.selected_joint(&document.model).ok().flatten();
        let mut renderer = PaneRenderer::new(self.context())?;
        for ((pane, (view, bounds)), share) in panes.iter().zip(views).zip(scene.layout().filled_rects(panes.len())) {
            if !pane.model.is_first() {
                continue;
            }
            let Some(index) = self.model_for(state, document, pane)? else { continue };
            let [left, top, right, bottom] = share;
            let edge = |share: f32, side: u32| (share * side as f32).round() as u32;
            let at = [edge(left, width), edge(top, height)];
            let size =
                [edge(right, width) - at[0], edge(bottom, height) - at[1]].map(|side| side.saturating_sub(2).max(1));
            let settings = PictureSettings { selected_joint: joint, ..picture_of(state, scene, pane, pane.skinning) };
            let request = PictureRequest {
                model: self.gpu_model(index),
                pose: &pose,
                camera: &view.camera(bounds, size),
                settings: &settings,
                size,
                pixels_per_point: 0.5,
                quality: Quality::FINE,
                rest: self.rest(),
                beside: None,
            };
            renderer.draw(self.context(), &request)?;
            let picture = renderer.read_image(self.context())?;
            for (x, y, pixel) in picture.enumerate_pixels() {
                let [red, green, blue, _] = pixel.0;
                let (x, y) = ((at[0] + x) as usize, (at[1] + y) as usize);
                if x < width as usize && y < height as usize {
                    preview[(x, y)] = egui::Color32::from_rgb(red, green, blue);
                }
            }
        }
        Ok(preview)
    }

    fn draw_unseen(&mut self, state: &State, document: &Arc<Document>, scene: &Scene) -> Result<(), GpuError> {
        // A scene that does not fit its model is reported when it is shown.
        let (Ok(pose), panes) = (scene.pose(&document.model), scene.panes()) else { return Ok(()) };
        let whole = scene.skin_bounds(&document.model, &pose);
        let Ok(bounds) = scene.bounds(&document.model, whole) else { return Ok(()) };
        let camera = scene.camera(bounds, UNSEEN_PIXELS);
        let second = state.talk.stage.as_ref().and_then(|stage| stage.shown_second(scene));
        // The pose of the second model does not matter for uploads and shaders.
        let second = second.map(|document| (Pose::rest(&document.model.skeleton), document));
        for pane in &panes {
            let (document, pose) = match &second {
                Some((rest, second)) if !pane.model.is_first() => (second, rest),
                _ => (document, &pose),
            };
            for skinning in [Some(pane.skinning), pane.compared_with()].into_iter().flatten() {
                let Some(index) = self.model_for(state, document, pane)? else { continue };
                let settings = picture_of(state, scene, pane, skinning);
                let mut renderer = match self.rehearsed.renderer.take() {
                    Some(renderer) => renderer,
                    None => PaneRenderer::new(self.context())?,
                };
                let request = PictureRequest {
                    model: self.gpu_model(index),
                    pose,
                    camera: &camera,
                    settings: &settings,
                    size: UNSEEN_PIXELS,
                    pixels_per_point: 1.0,
                    quality: Quality::FINE,
                    rest: self.rest(),
                    beside: None,
                };
                renderer.draw(self.context(), &request)?;
                self.rehearsed.renderer = Some(renderer);
            }
        }
        Ok(())
    }
}

/// The settings of a pane's picture on the stage, under one of its methods.
fn picture_of(state: &State, scene: &Scene, pane: &PaneSettings, skinning: SkinningSettings) -> PictureSettings {
    PictureSettings {
        skinning,
        theme: state.interface.theme,
        hall: state.hall(),
        look: pane.look,
        similar_to: pane.similar_to(scene.vertex),
        diagram_vertex: scene.vertex,
        ghost: super::pictures::ghost(state, pane),
        ..PictureSettings::default()
    }
}
