//! Draws the pictures that the session orders, on the session's picture thread.

use crate::films::upload_with;
use crate::gpu::{GpuContext, GpuError, VertexFormat};
use crate::model::Pose;
use crate::panes::{PaneMarks, SceneError};
use crate::session::{PictureOrder, RawPicture, SceneMeter};
use crate::sheets::{SceneOptions, SceneSheet};
use crate::work::Progress;
use std::sync::{Arc, Mutex, PoisonError};

/// Draws with its own device, created for the first picture, so that a large picture neither delays the window's frames
/// nor takes the window down if the graphics card has too little memory.
pub struct PicturePainter {
    own: Mutex<Option<Arc<GpuContext>>>,
    /// The window's device, used if no device can be had without a window.
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
            Err(Failure::Gpu(GpuError::Canceled)) => Ok(None),
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

/// A separate device for work in the background, or the window's device if none can be had without a window.
fn device_beside(window: &Arc<GpuContext>) -> Result<Arc<GpuContext>, GpuError> {
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
        pane: order.pane,
        theme: order.theme,
        labels: order.labels,
        transparent: order.transparent,
        ..SceneOptions::default()
    };
    let pair = order.pair.as_deref();
    let sheet = SceneSheet::new(&order.scene, &order.model, pair, options).map_err(Failure::Scene)?;
    let centers = |model, settings, _| match progress.is_canceled() {
        true => Err(GpuError::Canceled),
        false => Ok(order.centers_of(model, settings).cloned()),
    };
    let mut models = upload_with(context, (&order.model, None), pair, &sheet.panes(), centers)?;
    models.show_parts(context, order.parts.clone())?;
    let marks = if order.labels { marks(order, sheet.pose()).map_err(Failure::Scene)? } else { Vec::new() };
    let picture = sheet.draw(context, &models, &marks, progress)?.picture;
    Ok(RawPicture { size: [picture.width(), picture.height()], rgba: picture.into_raw() })
}

/// The marks that the panes of the scene show over their pictures.
fn marks(order: &PictureOrder, pose: &Pose) -> Result<Vec<PaneMarks>, SceneError> {
    let of = |model, settings| order.centers_of(model, settings).cloned();
    Ok(SceneMeter::new(&order.scene, &order.model, order.pair.as_deref(), of)?.marks(pose))
}
