//! Checks that are tried on this machine.

use crate::centers::{CenterSettings, compute_centers};
use crate::files::open_model;
use crate::gpu::{self, GpuContext, GpuError, GpuModel, VertexFormat};
use crate::model::{Model, Pose, PoseOverrides, parse_set};
use crate::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_model};
use glam::Vec3;
use serde::Serialize;
use std::sync::Arc;

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Check {
    pub what: &'static str,
    pub ok: bool,
    /// The finding, or the fault and its remedy.
    pub details: String,
}

impl Check {
    fn of(what: &'static str, found: Result<String, String>) -> Self {
        let ok = found.is_ok();
        Self { what, ok, details: found.unwrap_or_else(|problem| problem) }
    }
}

/// Largest distance of vertices on the GPU from those on the CPU, as a fraction of the model's extent: both compute in
/// single precision.
const TOLERANCE: f32 = 1e-4;

/// The same for packed vertices, whose weights are rounded.
const PACKED_TOLERANCE: f32 = 1e-3;

type Upload = fn(&GpuContext, &Arc<Model>) -> Result<GpuModel, GpuError>;

pub(super) fn checks(context: Result<&GpuContext, &GpuError>) -> Vec<Check> {
    let device = context.map(|context| format!("{} can be used", context.adapter_info.name));
    let device = device.map_err(ToString::to_string);
    let mut checks = vec![Check::of("graphics", device)];
    if let Ok(context) = context {
        checks.push(Check::of("shaders", shaders_agree(context)));
    }
    checks
}

/// Compares every method on the bundled bar between GPU and CPU.
fn shaders_agree(context: &GpuContext) -> Result<String, String> {
    let model = open_model("bar").map_err(|error| error.to_string())?.asset.model;
    let pose = twisted(&model).map_err(|error| error.to_string())?;
    let centers = compute_centers(&model, &CenterSettings::default());
    let extent = model.rest_bounds().extent();
    let upload = |upload: Upload| -> Result<GpuModel, String> {
        let mut gpu_model = upload(context, &model).map_err(|error| error.to_string())?;
        gpu_model.set_centers(&centers);
        Ok(gpu_model)
    };
    let (deformed, drawn) = (upload(GpuModel::for_deforming)?, upload(GpuModel::for_pictures)?);
    let mut largest = 0.0f32;
    for method in SkinningMethod::ALL {
        let settings = SkinningSettings { method, ..SkinningSettings::default() };
        let palettes = JointPalette::all_for_gpu(&model, &pose, settings);
        let on_cpu = deform_model(&model, &pose, settings, &centers).map_err(|error| error.to_string())?;
        for (gpu_model, tolerance) in [(&deformed, TOLERANCE), (&drawn, PACKED_TOLERANCE)] {
            let on_gpu = gpu::deform(context, gpu_model, &palettes, settings).map_err(|error| error.to_string())?;
            let both = on_gpu.iter().flatten().zip(on_cpu.iter().flatten());
            let apart = both.map(|(gpu, cpu)| distance(gpu.position, cpu.position)).fold(0.0, f32::max) / extent;
            if apart > tolerance {
                let name = method.short_name();
                return Err(format!("{name} is off by {apart:.1e} of the model's size; update the graphics driver"));
            }
            if gpu_model.format() == VertexFormat::Full {
                largest = largest.max(apart);
            }
        }
    }
    let count = SkinningMethod::ALL.len();
    Ok(format!("{count} methods agree with the CPU to {largest:.1e} of the model's size"))
}

/// Distance of two positions. Infinite for positions that are not numbers.
fn distance(a: Vec3, b: Vec3) -> f32 {
    let distance = a.distance(b);
    if distance.is_finite() { distance } else { f32::INFINITY }
}

/// The bar, twisted and bent so that all methods differ.
fn twisted(model: &Model) -> Result<Pose, crate::model::SetError> {
    let (mut pose, mut overrides) = (Pose::rest(&model.skeleton), PoseOverrides::default());
    parse_set("mid:rx=120,rz=40", &model.skeleton, &pose, &mut overrides)?;
    overrides.apply(&model.skeleton, &mut pose);
    Ok(pose)
}
