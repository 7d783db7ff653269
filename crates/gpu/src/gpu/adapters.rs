use super::{GpuContext, GpuError};

/// A graphics adapter of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdapterSummary {
    /// The name that the driver gives the adapter.
    pub name: String,
    /// "vulkan", "metal", "dx12" or "gl".
    pub backend: &'static str,
    /// "discrete GPU", "integrated GPU", "virtual GPU", "software" or "other".
    pub kind: &'static str,
    /// Name and version as the driver reports them. May be empty.
    pub driver: String,
    /// Whether its vertex shaders can read storage buffers, which skinning needs.
    pub can_skin: bool,
}

impl AdapterSummary {
    /// Describes an adapter.
    pub fn of(adapter: &wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        Self {
            name: info.name,
            backend: info.backend.to_str(),
            kind: match info.device_type {
                wgpu::DeviceType::DiscreteGpu => "discrete GPU",
                wgpu::DeviceType::IntegratedGpu => "integrated GPU",
                wgpu::DeviceType::VirtualGpu => "virtual GPU",
                wgpu::DeviceType::Cpu => "software",
                wgpu::DeviceType::Other => "other",
            },
            driver: [info.driver, info.driver_info].join(" ").trim().to_owned(),
            can_skin: can_skin(adapter),
        }
    }
}

/// Storage buffers of a skinning shader: four of the chunk and four of the joint palette. `deform` has one more.
const STORAGE_BUFFERS: u32 = 8;

/// Whether vertex shaders can read enough storage buffers, and compute shaders run.
pub(super) fn can_skin(adapter: &wgpu::Adapter) -> bool {
    let needed = wgpu::DownlevelFlags::VERTEX_STORAGE | wgpu::DownlevelFlags::COMPUTE_SHADERS;
    adapter.get_downlevel_capabilities().flags.contains(needed)
        && adapter.limits().max_storage_buffers_per_shader_stage >= STORAGE_BUFFERS
}

/// Every adapter of every backend. One driver may appear under several backends.
pub async fn adapters() -> Vec<AdapterSummary> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    instance.enumerate_adapters(wgpu::Backends::all()).await.iter().map(AdapterSummary::of).collect()
}

/// The adapter that [`GpuContext::headless`] takes, without a device of it.
///
/// # Errors
/// If there is none.
pub async fn headless_adapter() -> Result<AdapterSummary, GpuError> {
    GpuContext::headless_adapter().await.map(|adapter| AdapterSummary::of(&adapter))
}
