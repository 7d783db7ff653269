//! A scene as one picture.

use super::FilmFailure;
use super::scene_panes::{meter, upload};
use crate::files::CenterStore;
use crate::gpu::GpuContext;
use crate::model::{Model, SkinPart};
use crate::panes::{Scene, ScenePair};
use crate::sheets::{DrawnSheet, SceneOptions, SceneSheet};
use crate::work::Progress;
use std::sync::Arc;

/// Draws the sheet of a scene. `model` has the scene's twist joints, and `isolated` replaces the scene's own choice of
/// skin that is shown alone. `store` has or gets the centers of rotation. The progress counts pictures.
///
/// # Errors
/// If the scene does not fit its model, memory runs out, the device is lost, or the progress is canceled.
pub fn draw_scene(
    (context, store): (&GpuContext, &CenterStore),
    (scene, model, pair): (&Scene, &Arc<Model>, Option<&ScenePair>),
    options: SceneOptions,
    isolated: Option<Arc<SkinPart>>,
    progress: &Progress,
) -> Result<DrawnSheet, FilmFailure> {
    let labels = options.labels;
    let sheet = SceneSheet::new(scene, model, pair, options)?;
    let parts = match isolated {
        Some(part) => [Some(part), None],
        None => scene.shown_parts(model, pair)?,
    };
    // Figures compare all panes, including those that are not drawn.
    let measured = if labels { scene.panes() } else { sheet.panes() };
    let uncounted = progress.uncounted_part();
    let mut models = upload(context, (model, None), pair, &measured, store, &uncounted)?;
    models.show_parts(context, parts)?;
    let marks = if labels { meter(scene, model, pair, &models)?.marks(sheet.pose()) } else { Vec::new() };
    Ok(sheet.draw(context, &models, &marks, progress)?)
}
