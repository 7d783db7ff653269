use super::CliError;
use super::arguments::{Backend, CenterArguments};
use super::provenance::CPU;
use crate::gpu::{self, GpuContext, GpuModel};
use crate::model::{Model, Pose};
use crate::skinning::{Deformed, JointPalette, SkinningMethod, SkinningSettings, deform_model};
use glam::Vec3;
use std::sync::Arc;

/// A model ready to be deformed, pose after pose, where a person asked for it.
pub(super) struct Deformer {
    model: Arc<Model>,
    place: Place,
}

enum Place {
    Cpu { centers: Vec<Vec<Vec3>> },
    Gpu { context: Box<GpuContext>, gpu_model: Box<GpuModel> },
}

impl Deformer {
    /// With all that the methods want.
    pub fn new(
        model: &Arc<Model>,
        backend: Backend,
        methods: &[SkinningMethod],
        centers: &CenterArguments,
    ) -> Result<Self, CliError> {
        let place = match backend {
            Backend::Cpu => Place::Cpu { centers: super::centers::centers_for(model, methods, centers) },
            Backend::Gpu => {
                let context = pollster::block_on(GpuContext::headless())?;
                let gpu_model = super::centers::upload(&context, model, methods, centers)?;
                Place::Gpu { context: Box::new(context), gpu_model: Box::new(gpu_model) }
            }
        };
        Ok(Self { model: Arc::clone(model), place })
    }

    /// The name of the graphics adapter that deforms, or "cpu".
    pub fn adapter(&self) -> &str {
        match &self.place {
            Place::Cpu { .. } => CPU,
            Place::Gpu { context, .. } => &context.adapter_info.name,
        }
    }

    /// All primitives, in node order; rigid ones follow their nodes.
    pub fn deform(&self, pose: &Pose, settings: SkinningSettings) -> Result<Vec<Deformed>, CliError> {
        match &self.place {
            Place::Cpu { centers } => Ok(deform_model(&self.model, pose, settings, Some(centers))),
            Place::Gpu { context, gpu_model } => {
                let palettes = JointPalette::all(&self.model, pose, settings);
                Ok(gpu::deform(context, gpu_model, &palettes, settings)?)
            }
        }
    }
}
