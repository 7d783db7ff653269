//! Centers of rotation for the commands: computed where a method wants them, before anything is drawn.

use crate::centers::{CenterSettings, compute_centers};
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::model::Model;
use crate::skinning::SkinningMethod;
use glam::Vec3;
use std::sync::Arc;

/// For every primitive its centers, or none where no method asks for them.
pub(super) fn centers_for(model: &Model, methods: &[SkinningMethod]) -> Vec<Vec<Vec3>> {
    if methods.iter().any(|method| method.needs_centers()) {
        compute_centers(model, &CenterSettings::default())
    } else {
        vec![Vec::new(); model.primitives.len()]
    }
}

/// A model on the GPU with all that the methods want.
pub(super) fn upload(
    context: &GpuContext,
    model: &Arc<Model>,
    methods: &[SkinningMethod],
) -> Result<GpuModel, GpuError> {
    let mut gpu_model = GpuModel::new(context, model)?;
    if methods.iter().any(|method| method.needs_centers()) {
        gpu_model.set_centers(context, &centers_for(model, methods))?;
    }
    Ok(gpu_model)
}
