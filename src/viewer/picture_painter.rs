//! Draws the pictures that the session orders, on the session's thread for them.

use crate::gpu::{GpuContext, GpuError, GpuModel, VertexFormat};
use crate::model::Pose;
use crate::panes::{PaneMarks, PaneSettings, SceneError};
use crate::session::{PictureOrder, RawPicture, SceneMeter};
use crate::sheets::{SceneOptions, SceneSheet};
use crate::work::Progress;
use std::sync::{Arc, Mutex, PoisonError};

/// Has a device of its own, so that a large picture neither delays the window's frames nor takes the window down if the
/// graphics card has too little memory. Made for the first picture.
pub struct PicturePainter {
    own: Mutex<Option<Arc<GpuContext>>>,
    /// Used where there is no device without a window.
    window: Arc<GpuContext>,
}

enum Failure {
    Gpu(GpuError),
    Scene(SceneError),
}

impl PicturePainter {
    pub fn new(window: Arc<GpuContext>) -> Self {
        Self { own: Mutex::new(None), window }
    }

    /// Draws a picture, see [`crate::session::DrawPicture`].
    pub fn draw(&self, order: &PictureOrder, progress: &Progress) -> Result<Option<RawPicture>, String> {
        let context = self.context().map_err(|error| error.to_string())?;
        match draw(&context, order, progress) {
            Ok(picture) => Ok(Some(picture)),
            Err(Failure::Gpu(GpuError::Cancelled)) => Ok(None),
            Err(Failure::Scene(error)) => Err(error.to_string()),
            Err(Failure::Gpu(error)) => {
                // The device may be lost. The next picture gets a new one.
                *self.own.lock().unwrap_or_else(PoisonError::into_inner) = None;
                Err(error.to_string())
            }
        }
    }

    fn context(&self) -> Result<Arc<GpuContext>, GpuError> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let context = match own.take() {
            Some(context) => context,
            None => device_beside(&self.window)?,
        };
        context.set_full_precision(self.window.picture_format() == VertexFormat::Full);
        Ok(Arc::clone(own.insert(context)))
    }
}

/// A device of its own for work beside the window, or the window's where there is no device without a window.
pub fn device_beside(window: &Arc<GpuContext>) -> Result<Arc<GpuContext>, GpuError> {
    match pollster::block_on(GpuContext::headless()) {
        Ok(context) => Ok(Arc::new(context)),
        Err(error) if error.is_no_driver() => Ok(Arc::clone(window)),
        Err(error) => Err(error),
    }
}

impl From<GpuError> for Failure {
    fn from(error: GpuError) -> Self {
        Self::Gpu(error)
    }
}

fn draw(context: &GpuContext, order: &PictureOrder, progress: &Progress) -> Result<RawPicture, Failure> {
    let options = SceneOptions {
        size: Some(order.size),
        columns: None,
        pane: order.pane,
        theme: order.theme,
        labels: order.labels,
        transparent: order.transparent,
    };
    let sheet = SceneSheet::new(&order.scene, &order.model, options).map_err(Failure::Scene)?;
    let panes = sheet.panes();
    let models = upload(context, order, &panes, progress)?;
    let of_pane = |pane: &PaneSettings| models.iter().find(|(like, _)| like.centers == pane.centers);
    let models: Vec<&GpuModel> = panes.iter().filter_map(of_pane).map(|(_, model)| model).collect();
    let marks = if order.labels { marks(order, sheet.pose()).map_err(Failure::Scene)? } else { Vec::new() };
    let picture = sheet.draw(context, &models, &marks, progress)?.picture;
    Ok(RawPicture { size: [picture.width(), picture.height()], rgba: picture.into_raw() })
}

/// What the panes of the scene show over their pictures.
fn marks(order: &PictureOrder, pose: &Pose) -> Result<Vec<PaneMarks>, SceneError> {
    let of = |settings| order.centers.iter().find(|(of, _)| *of == settings).map(|(_, centers)| Arc::clone(centers));
    Ok(SceneMeter::new(&order.scene, &order.model, of)?.marks(pose))
}

/// The model once for each setting of centers of rotation, with the first pane that has it.
fn upload(
    context: &GpuContext,
    order: &PictureOrder,
    panes: &[PaneSettings],
    progress: &Progress,
) -> Result<Vec<(PaneSettings, GpuModel)>, GpuError> {
    let mut models: Vec<(PaneSettings, GpuModel)> = Vec::new();
    for pane in panes {
        if models.iter().any(|(like, _)| like.centers == pane.centers) {
            continue;
        }
        if progress.is_cancelled() {
            return Err(GpuError::Cancelled);
        }
        let mut model = GpuModel::for_pictures(context, &order.model)?;
        if let Some((_, centers)) = order.centers.iter().find(|(settings, _)| *settings == pane.centers) {
            model.set_centers(&centers.of_primitives);
        }
        model.show_part(context, order.part.clone())?;
        models.push((*pane, model));
    }
    Ok(models)
}
