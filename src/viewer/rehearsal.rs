//! Drawing the scenes of a talk once, out of sight, so that no step of the talk waits for an upload or a shader.

use super::pictures::Pictures;
use crate::gpu::GpuError;
use crate::model::Pose;
use crate::panes::Scene;
use crate::session::{Document, State};
use crate::view::{PictureSettings, Quality, posed_bounds};
use crate::viewport::{PaneRenderer, PictureRequest};
use std::sync::Arc;

/// Size of a picture that nobody sees.
const UNSEEN_PIXELS: [u32; 2] = [64, 48];

/// Which scenes were drawn.
#[derive(Default)]
pub struct Rehearsed {
    /// Document and scene.
    scenes: Vec<(u64, Arc<Scene>)>,
    renderer: Option<PaneRenderer>,
}

impl Rehearsed {
    fn is_drawn(&self, document: &Document, scene: &Arc<Scene>) -> bool {
        self.scenes.iter().any(|(id, drawn)| *id == document.id && Arc::ptr_eq(drawn, scene))
    }
}

impl Pictures {
    /// Draws all scenes again, because their models are uploaded anew.
    pub(super) fn forget_rehearsal(&mut self) {
        self.rehearsed = Rehearsed::default();
    }

    /// Draws the next scene of the talk that was not drawn yet and whose model and centers of rotation are there.
    /// Returns whether there was one, so that it is called again.
    ///
    /// # Errors
    /// Out of memory, or a lost device.
    pub fn rehearse(&mut self, state: &State) -> Result<bool, GpuError> {
        let Some(stage) = &state.stage else {
            self.rehearsed = Rehearsed::default();
            return Ok(false);
        };
        if self.rehearsed.scenes.len() == stage.scenes().len() {
            self.rehearsed.renderer = None;
            return Ok(false);
        }
        let ready = stage.ready_scenes(state);
        let next = ready.into_iter().find(|(document, scene)| !self.rehearsed.is_drawn(document, scene));
        let Some((document, scene)) = next else {
            self.rehearsed.renderer = None;
            return Ok(false);
        };
        self.rehearsed.scenes.push((document.id, Arc::clone(&scene)));
        self.draw_unseen(state, &document, &scene)?;
        Ok(true)
    }

    fn draw_unseen(&mut self, state: &State, document: &Arc<Document>, scene: &Scene) -> Result<(), GpuError> {
        // A scene that does not fit its model is reported when it is shown.
        let (Ok(pose), panes) = (scene.pose(&document.model), scene.panes()) else { return Ok(()) };
        let skinning = panes.first().map_or_else(Default::default, |pane| pane.skinning);
        let Ok(bounds) = scene.bounds(&document.model, posed_bounds(&document.model, &pose, skinning)) else {
            return Ok(());
        };
        let camera = scene.camera(bounds, UNSEEN_PIXELS);
        let second = state.stage.as_ref().and_then(|stage| stage.shown_second(scene));
        // Its pose does not matter for uploads and shaders.
        let second = second.map(|document| (Pose::rest(&document.model.skeleton), document));
        for pane in &panes {
            let (document, pose) = match &second {
                Some((rest, second)) if !pane.model.is_first() => (second, rest),
                _ => (document, &pose),
            };
            for skinning in [Some(pane.skinning), pane.compared_with()].into_iter().flatten() {
                let Some(index) = self.model_for(state, document, pane)? else { continue };
                let settings = PictureSettings {
                    skinning,
                    theme: state.transient.theme,
                    hall: state.hall(),
                    overlays: pane.look.overlays,
                    paint: pane.look.paint,
                    paint_range: pane.look.paint_range,
                    similar_to: pane.similar_to(scene.vertex),
                    shading: pane.look.shading,
                    diagram: pane.look.diagram,
                    diagram_vertex: scene.vertex,
                    ghost: super::pictures::ghost(state, pane),
                    ..PictureSettings::default()
                };
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
