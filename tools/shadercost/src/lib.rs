//! Cost of skinscope's skinning shaders on GPUs that this machine does not have.
//!
//! RADV, Mesa's driver for AMD's GPUs, contains the complete compiler and opens a device without hardware if
//! `RADV_FORCE_FAMILY` names a chip. Pipelines made there carry the compiler's statistics: instructions, registers, and
//! its estimate of throughput. Nothing is drawn and nothing is timed.
//!
//! The WGSL and its constants are those of the program (`skinscope::gpu::SkinningShader`), and SPIR-V is generated from
//! them in the same way as by wgpu.

mod alternative;
mod cost;
mod error;
mod gpu;
mod markdown;
mod papers;
mod plot;
mod report;
mod spirv;
mod table;
mod variant;
#[allow(unsafe_code, reason = "wgpu does not open a device without hardware, so Vulkan is called directly")]
mod vulkan;

pub use alternative::{ALTERNATIVES, Alternative};
pub use cost::Cost;
pub use error::CostError;
pub use gpu::{DEFAULT_GPUS, NO_DRIVER, RunError, compile_here, measure_elsewhere};
pub use markdown::markdown;
pub use plot::{has_plotted_rows, plot};
pub use report::{AlternativeRow, GpuCosts, Report, Row};
pub use table::table;
pub use variant::{Variant, variants};
