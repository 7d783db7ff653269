use super::adapters::can_skin;
use super::{GpuError, Layouts, Pipelines};

/// A device with all the objects that are created once for it. Shared by all panes and commands.
#[derive(Debug)]
pub struct GpuContext {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    pub adapter_info: wgpu::AdapterInfo,
    /// The limits that the device was created with.
    pub limits: wgpu::Limits,
    /// Whether textures can be viewed in a format other than their own; not possible with OpenGL.
    pub view_formats: bool,
    pub layouts: Layouts,
    pub pipelines: Pipelines,
}

impl GpuContext {
    /// The longest side of a picture that can be drawn and read back: a square of it fits into one buffer.
    pub fn largest_picture_side(&self) -> u32 {
        // Rows are padded to 64 pixels.
        let of_buffer = ((self.limits.max_buffer_size / 4).isqrt() / 64 * 64).min(u64::from(u32::MAX)) as u32;
        self.limits.max_texture_dimension_2d.min(of_buffer)
    }

    /// Creates a device without a window. Honors `WGPU_BACKEND`, `WGPU_ADAPTER_NAME` and similar variables.
    ///
    /// # Errors
    /// There is no adapter, or it provides no device.
    pub async fn headless() -> Result<Self, GpuError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
        if wgpu::Backends::from_env().is_none() {
            // Exclude GL: Mesa lists its software renderer there a second time, and old drivers do not support vertex
            // pulling.
            descriptor.backends = wgpu::Backends::PRIMARY;
        }
        let instance = wgpu::Instance::new(descriptor);
        let adapter = Self::headless_adapter(&instance).await?;
        let descriptor = Self::device_descriptor(&adapter);
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|reason| GpuError::NoDevice { adapter: adapter.get_info().name, reason })?;
        Self::from_parts(&adapter, device, queue)
    }

    /// The adapter whose name contains the value of `WGPU_ADAPTER_NAME`, if set. Considers only adapters that can draw
    /// on the surface, if there is one.
    ///
    /// # Errors
    /// There are adapters, but none with that name.
    pub async fn named_adapter(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
    ) -> Result<Option<wgpu::Adapter>, GpuError> {
        let wanted = std::env::var("WGPU_ADAPTER_NAME").unwrap_or_default();
        if wanted.is_empty() {
            return Ok(None);
        }
        let mut adapters = instance.enumerate_adapters(wgpu::Backends::all()).await;
        adapters.retain(|adapter| surface.is_none_or(|surface| adapter.is_surface_supported(surface)));
        if adapters.is_empty() {
            return Ok(None);
        }
        let known = adapters.iter().map(|adapter| adapter.get_info().name).collect::<Vec<_>>().join(", ");
        let is_wanted =
            |adapter: &wgpu::Adapter| adapter.get_info().name.to_lowercase().contains(&wanted.to_lowercase());
        let found = adapters.into_iter().find(is_wanted);
        found.map(Some).ok_or(GpuError::NoSuchAdapter { wanted, known })
    }

    async fn headless_adapter(instance: &wgpu::Instance) -> Result<wgpu::Adapter, GpuError> {
        if let Some(adapter) = Self::named_adapter(instance, None).await? {
            return Ok(adapter);
        }
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::from_env().unwrap_or(wgpu::PowerPreference::HighPerformance),
            ..wgpu::RequestAdapterOptions::default()
        };
        instance.request_adapter(&options).await.map_err(|reason| {
            tracing::debug!("no adapter: {reason}");
            GpuError::no_adapter()
        })
    }

    /// The descriptor for requesting a device: the adapter's full limits, timestamps if available, no other special
    /// features. Also to be used for a window's device.
    pub fn device_descriptor(adapter: &wgpu::Adapter) -> wgpu::DeviceDescriptor<'static> {
        wgpu::DeviceDescriptor {
            label: Some("skinscope"),
            required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        }
    }

    /// Creates a context from a window's device. On a software GPU, the process keeps memory that it frees.
    ///
    /// # Errors
    /// The device rejects the bind group layouts.
    pub fn from_parts(adapter: &wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Result<Self, GpuError> {
        let adapter_info = adapter.get_info();
        if !can_skin(adapter) {
            return Err(GpuError::TooOld { adapter: adapter_info.name });
        }
        tracing::debug!(adapter = adapter_info.name, backend = ?adapter_info.backend, "device made");
        let limits = device.limits();
        let layouts = super::error::checked(&device, "the layouts of the bindings", || Layouts::new(&device))?;
        let downlevel = adapter.get_downlevel_capabilities().flags;
        let view_formats = downlevel.contains(wgpu::DownlevelFlags::VIEW_FORMATS);
        Ok(Self { device, queue, adapter_info, limits, view_formats, layouts, pipelines: Pipelines::default() })
    }

    /// Runs `work` and converts errors that the device reports about it.
    pub fn checked<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        super::error::checked(&self.device, what, work)
    }
}
