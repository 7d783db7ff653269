//! The panes of a scene as sheets draw them.

use crate::centers::{CenterCounts, CenterPath, CenterSettings, Centers};
use crate::files::CenterStore;
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::model::Model;
use crate::panes::{PaneSettings, Scene, SceneError};
use crate::session::SceneMeter;
use crate::sheets::{SheetPane, scene_picture};
use crate::view::Theme;
use crate::work::Progress;
use std::sync::Arc;

/// The panes of a scene, each with the model that has its centers of rotation.
pub fn sheet_panes<'m>(
    settings: &[PaneSettings],
    models: &'m [(CenterSettings, GpuModel)],
    theme: Theme,
    selected_joint: Option<u32>,
) -> Vec<SheetPane<'m>> {
    let pane = |settings: &PaneSettings| {
        let model = models.iter().find(|(centers, _)| *centers == settings.centers).map(|(_, model)| model)?;
        let picture = scene_picture(settings, theme, selected_joint);
        Some(SheetPane { model, settings: *settings, picture, beside: None })
    };
    settings.iter().filter_map(pane).collect()
}

/// Uploads a model once for each of the panes' settings of centers of rotation, with the centers where a pane needs
/// them. Progress is that of computing centers.
///
/// # Errors
/// If memory runs out, or the progress is canceled.
pub fn upload(
    context: &GpuContext,
    model: &Arc<Model>,
    panes: &[PaneSettings],
    progress: &Progress,
) -> Result<Vec<(CenterSettings, GpuModel)>, GpuError> {
    let mut models: Vec<(CenterSettings, GpuModel)> = Vec::new();
    for pane in panes {
        if models.iter().any(|(centers, _)| *centers == pane.centers) {
            continue;
        }
        let mut gpu_model = GpuModel::for_pictures(context, model)?;
        let sharing = panes.iter().filter(|other| other.centers == pane.centers);
        if let Some(parts) = sharing.filter_map(PaneSettings::center_parts).max() {
            let computed = CenterStore::of_user().centers(model, &pane.centers, parts, CenterPath::Fast, progress);
            let (centers, _) = computed.ok_or(GpuError::Cancelled)?;
            gpu_model.set_centers(&centers.of_primitives);
        }
        models.push((pane.centers, gpu_model));
    }
    Ok(models)
}

/// Says what the panes show over their pictures.
///
/// # Errors
/// If the model is not the scene's.
pub fn meter(
    scene: &Scene,
    model: &Arc<Model>,
    models: &[(CenterSettings, GpuModel)],
) -> Result<SceneMeter, SceneError> {
    let centers = |settings: CenterSettings| {
        let (_, gpu_model) = models.iter().find(|(of, _)| *of == settings)?;
        let of_primitives = gpu_model.centers_of_primitives()?.to_vec();
        Some(Arc::new(Centers { of_primitives, counts: CenterCounts::default() }))
    };
    SceneMeter::new(scene, model, centers)
}
