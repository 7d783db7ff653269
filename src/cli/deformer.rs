use super::CliError;
use super::provenance::CPU;
use super::shared_arguments::{Backend, CenterArguments};
use super::warnings::Warnings;
use crate::gpu::{self, GpuContext, GpuError, GpuModel};
use crate::model::{Model, Pose};
use crate::report::WarningCode;
use crate::skinning::{Deformed, JointPalette, PrimitiveCenters, SkinningMethod, SkinningSettings, deform_model};
use std::sync::Arc;

/// Deforms a model pose after pose, on the requested backend.
pub(super) struct Deformer {
    model: Arc<Model>,
    processor: Processor,
}

enum Processor {
    Cpu { centers: Vec<PrimitiveCenters> },
    Gpu { context: Box<GpuContext>, gpu_model: Box<GpuModel> },
}

impl Deformer {
    /// Prepares a model with everything that the methods need. If no backend was requested and the machine has no
    /// graphics driver, uses the CPU and warns of that.
    pub fn new(
        warnings: &mut Warnings,
        model: &Arc<Model>,
        backend: Option<Backend>,
        methods: &[SkinningMethod],
        centers: &CenterArguments,
    ) -> Result<Self, CliError> {
        let processor = match context(warnings, backend)? {
            None => Processor::Cpu { centers: super::centers::centers_for(model, methods, centers) },
            Some(context) => {
                let gpu_model = GpuModel::for_deforming(&context, model)?;
                let gpu_model = super::centers::with_centers(gpu_model, methods, centers);
                Processor::Gpu { context: Box::new(context), gpu_model: Box::new(gpu_model) }
            }
        };
        Ok(Self { model: Arc::clone(model), processor })
    }

    /// Name of the graphics adapter that deforms, or "cpu".
    pub fn adapter(&self) -> &str {
        match &self.processor {
            Processor::Cpu { .. } => CPU,
            Processor::Gpu { context, .. } => &context.adapter_info.name,
        }
    }

    /// Deforms all primitives, in node order. Rigid ones follow their nodes.
    pub fn deform(&self, pose: &Pose, settings: SkinningSettings) -> Result<Vec<Deformed>, CliError> {
        match &self.processor {
            Processor::Cpu { centers } => Ok(deform_model(&self.model, pose, settings, centers)?),
            Processor::Gpu { context, gpu_model } => {
                gpu_model.take_shape_of(context, pose)?;
                let palettes = JointPalette::all_for_gpu(&self.model, pose, settings);
                let deformed = gpu::deform(context, gpu_model, &palettes, settings)?;
                if let SkinningMethod::Own(own) = settings.method {
                    own.check_finite(&deformed)?;
                }
                Ok(deformed)
            }
        }
    }
}

/// Device for a backend. `None` for the CPU.
fn context(warnings: &mut Warnings, backend: Option<Backend>) -> Result<Option<GpuContext>, GpuError> {
    if backend == Some(Backend::Cpu) {
        return Ok(None);
    }
    match pollster::block_on(GpuContext::headless()) {
        Ok(context) => Ok(Some(context)),
        Err(error) if backend.is_none() && error.is_no_driver() => {
            warnings.add(WarningCode::OnCpu, format!("skinning on the CPU, because {error}"));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
