//! Models of a scene with the data that its panes need.

use crate::centers::{CenterCounts, CenterParts, CenterPath, CenterSettings, Centers};
use crate::files::CenterStore;
use crate::gpu::{GpuContext, GpuError, GpuModel, ModelLook};
use crate::model::Model;
use crate::panes::{PaneModel, PaneSettings, Scene, SceneError, ScenePair};
use crate::session::SceneMeter;
use crate::sheets::{SceneModels, UploadedModel};
use crate::work::Progress;
use std::sync::Arc;

/// Uploads the models of a scene, each once for each of the panes' settings of centers of rotation, with the centers
/// where a pane needs them, from this cache or computed. `look` is what [`ModelLook::ahead`] returned for the first
/// model, if it was called. The progress counts the computation of centers.
///
/// # Errors
/// If memory runs out, or the progress is canceled.
pub fn upload(
    context: &GpuContext,
    (model, look): (&Arc<Model>, Option<ModelLook>),
    pair: Option<&ScenePair>,
    panes: &[PaneSettings],
    store: &CenterStore,
    progress: &Progress,
) -> Result<SceneModels, GpuError> {
    for pane in panes {
        let shown = [(PaneModel::First, Some(model)), (PaneModel::Second, pair.map(|pair| &pair.model))];
        for model in shown
            .into_iter()
            .filter(|(of, _)| *of == pane.model || pane.shows_other_model())
            .filter_map(|(_, model)| model)
        {
            for smoothed in pane.models_to_smooth(model) {
                store.moments(&smoothed, progress).ok_or(GpuError::Canceled)?;
            }
        }
    }
    upload_with(context, (model, look), pair, panes, |of, settings, parts| {
        let of = pair.filter(|_| !of.is_first()).map_or(model, |pair| &pair.model);
        let computed = store.centers(of, &settings, parts, CenterPath::Fast, progress);
        let (centers, _) = computed.ok_or(GpuError::Canceled)?;
        Ok(Some(Arc::new(centers)))
    })
}

/// Like [`upload`], with centers of rotation from elsewhere: `centers` returns those of a model for each setting that a
/// pane needs.
///
/// # Errors
/// If memory runs out, or `centers` fails.
pub fn upload_with(
    context: &GpuContext,
    (model, mut look): (&Arc<Model>, Option<ModelLook>),
    pair: Option<&ScenePair>,
    panes: &[PaneSettings],
    centers: impl Fn(PaneModel, CenterSettings, CenterParts) -> Result<Option<Arc<Centers>>, GpuError>,
) -> Result<SceneModels, GpuError> {
    let shown = |model: PaneModel| {
        let shows = move |pane: &PaneSettings| pane.model == model || pane.shows_other_model();
        panes.iter().copied().filter(shows).collect::<Vec<_>>()
    };
    let mut upload_model = |model: &Arc<Model>, of: PaneModel, panes: &[PaneSettings]| {
        let mut models = UploadedModel::new();
        for pane in panes {
            if models.iter().any(|(centers, _)| *centers == pane.centers) {
                continue;
            }
            let mut gpu_model = GpuModel::with_look(context, model, look.take_if(|_| of.is_first()))?;
            let sharing = panes.iter().filter(|other| other.centers == pane.centers);
            let needed = sharing.filter_map(PaneSettings::center_parts).max();
            if let Some(centers) = needed.map(|parts| centers(of, pane.centers, parts)).transpose()?.flatten() {
                gpu_model.set_centers(&centers.of_primitives);
            }
            models.push((pane.centers, gpu_model));
        }
        Ok::<_, GpuError>(models)
    };
    let Some(pair) = pair else {
        return Ok(SceneModels { first: upload_model(model, PaneModel::First, panes)?, second: Vec::new() });
    };
    Ok(SceneModels {
        first: upload_model(model, PaneModel::First, &shown(PaneModel::First))?,
        second: upload_model(&pair.model, PaneModel::Second, &shown(PaneModel::Second))?,
    })
}

/// Determines the marks and figures that the panes show over their pictures.
///
/// # Errors
/// If the scene does not fit the model.
pub fn meter(
    scene: &Scene,
    model: &Arc<Model>,
    pair: Option<&ScenePair>,
    models: &SceneModels,
) -> Result<SceneMeter, SceneError> {
    let centers = |model, settings| {
        let of_primitives = models.with_centers(model, settings)?.centers_of_primitives()?.to_vec();
        Some(Arc::new(Centers { of_primitives, counts: CenterCounts::default() }))
    };
    SceneMeter::new(scene, model, pair, centers)
}
