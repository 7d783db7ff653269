use crate::vulkan::Device;
use crate::{ALTERNATIVES, Alternative, AlternativeRow, Cost, CostError, GpuCosts, Row, Variant, spirv, variants};
use skinscope::gpu::SkinningShader;
use std::path::Path;
use std::process::{Command, Stdio};

/// RDNA 2, RDNA 3 and GCN 4, by RADV's names.
pub const DEFAULT_GPUS: [&str; 3] = ["navi21", "gfx1100", "polaris10"];

/// Exit status of the process for one GPU if there is no driver for it.
pub const NO_DRIVER: u8 = 3;

/// Reason why there are no figures for a GPU.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("the process for the GPU \"{gpu}\" does not start: {reason}")]
    NoProcess { gpu: String, reason: std::io::Error },
    /// There is no Vulkan loader, no RADV, or RADV does not know the GPU.
    #[error("no figures for the GPU \"{gpu}\": {message}")]
    NoDriver { gpu: String, message: String },
    #[error("no figures for the GPU \"{gpu}\": {message}")]
    Failed { gpu: String, message: String },
    #[error("the process for the GPU \"{gpu}\" wrote no figures: {reason}")]
    NoFigures { gpu: String, reason: serde_json::Error },
}

/// The cost of all shaders on the GPU that the environment of this process names.
///
/// # Errors
/// If there is no such device, or it refuses a shader.
pub fn compile_here(gpu: &str, influences: &[u32]) -> Result<GpuCosts, CostError> {
    let device = Device::open(gpu)?;
    let cost = |shader: SkinningShader, name: &str| {
        let executable = device.executable(&spirv::compile(shader, name)?)?;
        Cost::new(&executable, name)
    };
    let row = |variant: Variant| Ok(Row::new(variant, cost(variant.shader(), &variant.name())?));
    let rows = variants(influences).into_iter().map(row).collect::<Result<_, CostError>>()?;
    let alternative =
        |one: Alternative| Ok(AlternativeRow { name: one.name.to_owned(), cost: cost(one.shader()?, one.name)? });
    let alternatives = ALTERNATIVES.into_iter().map(alternative).collect::<Result<_, CostError>>()?;
    Ok(GpuCosts { gpu: gpu.to_owned(), driver: device.driver().to_owned(), rows, alternatives })
}

/// The cost of all shaders, measured in a separate process, because RADV reads the environment when the first instance
/// is made.
///
/// # Errors
/// If the process fails.
pub fn measure_elsewhere(program: &Path, gpu: &str, influences: &[u32]) -> Result<GpuCosts, RunError> {
    let influences = influences.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let output = Command::new(program)
        .args(["--here", gpu, "--influences", &influences])
        .env("RADV_FORCE_FAMILY", gpu)
        // Mesa's device chooser requires a desktop session, and there is nothing to choose.
        .env("NODEVICE_SELECT", "1")
        // The cache stores code without its statistics.
        .env("MESA_SHADER_CACHE_DISABLE", "true")
        .stdin(Stdio::null())
        .output()
        .map_err(|reason| RunError::NoProcess { gpu: gpu.to_owned(), reason })?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        // The driver's own warnings come first.
        let message = message.trim().lines().last().unwrap_or("the compiler crashed");
        let message = message.strip_prefix("shadercost: ").unwrap_or(message).to_owned();
        let gpu = gpu.to_owned();
        // RADV itself ends the process for a chip that it does not know.
        return Err(if output.status.code() == Some(NO_DRIVER.into()) || message.contains("Unknown family") {
            RunError::NoDriver { gpu, message }
        } else {
            RunError::Failed { gpu, message }
        });
    }
    serde_json::from_slice(&output.stdout).map_err(|reason| RunError::NoFigures { gpu: gpu.to_owned(), reason })
}
