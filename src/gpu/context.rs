use super::{GpuError, Layouts, Pipelines};

/// A device with everything that is made once for it. Shared by all panes and commands.
#[derive(Debug)]
pub struct GpuContext {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    pub adapter_info: wgpu::AdapterInfo,
    /// What the device was made with.
    pub limits: wgpu::Limits,
    pub layouts: Layouts,
    pub pipelines: Pipelines,
}

impl GpuContext {
    /// A device without a window. `WGPU_BACKEND`, `WGPU_ADAPTER_NAME` and the like are honored.
    ///
    /// # Errors
    /// No adapter, or one that gives no device.
    pub async fn headless() -> Result<Self, GpuError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
        if wgpu::Backends::from_env().is_none() {
            // Not GL: Mesa offers its software renderer there a second time, and old ones cannot pull vertices.
            descriptor.backends = wgpu::Backends::PRIMARY;
        }
        let instance = wgpu::Instance::new(descriptor);
        let adapter = Self::headless_adapter(&instance).await?;
        let descriptor = Self::device_descriptor(&adapter);
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|reason| GpuError::NoDevice { adapter: adapter.get_info().name, reason })?;
        Self::from_parts(device, queue, adapter.get_info())
    }

    async fn headless_adapter(instance: &wgpu::Instance) -> Result<wgpu::Adapter, GpuError> {
        if let Ok(adapter) = wgpu::util::initialize_adapter_from_env(instance, None).await {
            return Ok(adapter);
        }
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::from_env().unwrap_or(wgpu::PowerPreference::HighPerformance),
            ..wgpu::RequestAdapterOptions::default()
        };
        instance.request_adapter(&options).await.map_err(|reason| GpuError::NoAdapter { reason })
    }

    /// The device to ask an adapter for: all it can hold, timestamps where there are any, nothing special needed.
    /// A window's device should be made from this too.
    pub fn device_descriptor(adapter: &wgpu::Adapter) -> wgpu::DeviceDescriptor<'static> {
        wgpu::DeviceDescriptor {
            label: Some("skinscope"),
            required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        }
    }

    /// For a device that a window made. On a GPU in software the process keeps memory that it frees.
    ///
    /// # Errors
    /// The device refuses the layouts of the bindings.
    pub fn from_parts(
        device: wgpu::Device,
        queue: wgpu::Queue,
        adapter_info: wgpu::AdapterInfo,
    ) -> Result<Self, GpuError> {
        tracing::debug!(adapter = adapter_info.name, backend = ?adapter_info.backend, "device made");
        if adapter_info.device_type == wgpu::DeviceType::Cpu {
            super::freed_memory::keep_freed_memory();
        }
        let limits = device.limits();
        let layouts = super::error::checked(&device, "the layouts of the bindings", || Layouts::new(&device))?;
        Ok(Self { device, queue, adapter_info, limits, layouts, pipelines: Pipelines::default() })
    }

    /// Runs `work` and turns what the device reports about it into an error.
    pub fn checked<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        super::error::checked(&self.device, what, work)
    }
}
