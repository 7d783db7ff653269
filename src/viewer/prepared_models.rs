use crate::gpu::{GpuContext, GpuModel};
use crate::model::Model;
use crate::session::PrepareModel;
use crate::work::Progress;
use std::sync::{Arc, Mutex, PoisonError};

/// The model that the loading thread uploaded last, until the window shows it. For large models, uploading takes
/// seconds.
#[derive(Clone, Debug, Default)]
pub struct PreparedModels {
    newest: Arc<Mutex<Option<Prepared>>>,
}

#[derive(Debug)]
struct Prepared {
    context: Arc<GpuContext>,
    gpu: GpuModel,
}

impl PreparedModels {
    /// The work of the loading thread on a model.
    pub fn preparer(&self, context: Arc<GpuContext>) -> Arc<PrepareModel> {
        let newest = Arc::clone(&self.newest);
        Arc::new(move |model, progress| match GpuModel::if_wanted(&context, model, &|| step_is_wanted(progress)) {
            Ok(Some(gpu)) => {
                let prepared = Prepared { context: Arc::clone(&context), gpu };
                *newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(prepared);
            }
            Ok(None) => {}
            // The window tries again, and a pane reports the failure.
            Err(error) => tracing::warn!("a model could not be prepared: {error}"),
        })
    }

    /// The upload of a model on this device, if there is one.
    pub fn take(&self, context: &Arc<GpuContext>, model: &Arc<Model>) -> Option<GpuModel> {
        let fits = |prepared: &mut Prepared| {
            // The shape is updated when the model is drawn.
            Arc::ptr_eq(prepared.gpu.model().in_default_shape(), model.in_default_shape())
                && Arc::ptr_eq(&prepared.context, context)
        };
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let prepared = newest.take_if(fits)?;
        // The setting for full precision may have changed since.
        (prepared.gpu.format() == context.picture_format()).then_some(prepared.gpu)
    }
}

/// Counts a finished step, and returns whether to go on.
fn step_is_wanted(progress: &Progress) -> bool {
    progress.advance(1);
    !progress.is_canceled()
}
