use super::adapters::can_skin;
use super::health::DeviceHealth;
use super::{GpuError, Layouts, Pipelines, VertexFormat};
use skinscope_core::work::catch_panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A device with all the objects that are created once for it. Shared by all panes and commands.
#[derive(Debug)]
pub struct GpuContext {
    /// The device, with all features and limits that pictures need.
    pub device: wgpu::Device,
    /// The queue of the device.
    pub queue: wgpu::Queue,
    /// Name, backend and driver of the adapter.
    pub adapter_info: wgpu::AdapterInfo,
    /// The limits that the device was created with.
    pub limits: wgpu::Limits,
    /// Whether textures can be viewed in a format other than their own; not possible with OpenGL.
    pub view_formats: bool,
    /// Most triangles that are drawn at once. A picture with more is drawn in consecutive parts, as software GPUs need.
    pub triangles_at_once: u32,
    /// Whether our own shader resolves the samples of a picture, instead of the device. Mesa's llvmpipe compiles its
    /// own shader for this in every process, and keeps ours on disk.
    pub resolves_in_shader: bool,
    /// The bind group layouts of all shaders.
    pub layouts: Layouts,
    /// The compiled pipelines.
    pub pipelines: Pipelines,
    /// Whether pictures are drawn from vertices in full precision, see [`Self::set_full_precision`].
    full_precision: AtomicBool,
    health: Arc<DeviceHealth>,
}

/// Limit on storage buffers per stage, see [`Layouts::palette`].
const STORAGE_BUFFERS_PER_STAGE: u32 = 8;

/// Count of triangles that a software GPU is given at once. Mesa's llvmpipe sorts them in memory, a few hundred bytes
/// each, faster than it fills them: eight million took 1.4 GB. Fewer at once take less, but every part costs a pass
/// over the picture.
const SOFTWARE_TRIANGLES: u32 = 1 << 18;

/// Size of the pieces in which large buffers are written: small compared with the buffers, large enough that the cost
/// of a submission does not matter.
const PIECE_BYTES: usize = 32 << 20;

impl GpuContext {
    /// Longest side of a picture that can be drawn and read back: a square picture with this side fits into one buffer.
    pub fn largest_picture_side(&self) -> u32 {
        // Rows are padded to 64 pixels.
        let of_buffer = ((self.limits.max_buffer_size / 4).isqrt() / 64 * 64).min(u64::from(u32::MAX)) as u32;
        self.limits.max_texture_dimension_2d.min(of_buffer)
    }

    /// Creates a device without a window. Honors `WGPU_BACKEND`, `WGPU_ADAPTER_NAME` and similar variables.
    ///
    /// # Errors
    /// If there is no adapter, or it provides no device.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn headless() -> Result<Self, GpuError> {
        let adapter = Self::headless_adapter().await?;
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
    /// If there are adapters, but none with that name.
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

    /// The adapter that [`Self::headless`] takes.
    pub(super) async fn headless_adapter() -> Result<wgpu::Adapter, GpuError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
        if wgpu::Backends::from_env().is_none() {
            // Exclude GL: Mesa lists its software renderer there a second time, and old drivers do not support vertex
            // pulling.
            descriptor.backends = wgpu::Backends::PRIMARY;
        }
        let instance = wgpu::Instance::new(descriptor);
        if let Some(adapter) = Self::named_adapter(&instance, None).await? {
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
            required_limits: required_limits(&adapter.limits()),
            ..wgpu::DeviceDescriptor::default()
        }
    }

    /// Creates a context from a window's device, and listens to the device's errors: none of them panics from now on.
    ///
    /// # Errors
    /// If the device rejects the bind group layouts.
    pub fn from_parts(adapter: &wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Result<Self, GpuError> {
        let adapter_info = adapter.get_info();
        if !can_skin(adapter) {
            return Err(GpuError::TooOld { adapter: adapter_info.name });
        }
        tracing::debug!(adapter = adapter_info.name, backend = ?adapter_info.backend, "device made");
        let health = DeviceHealth::of(&device);
        let limits = device.limits();
        let layouts = super::error::checked(&device, "the layouts of the bindings", || Layouts::new(&device))?;
        let downlevel = adapter.get_downlevel_capabilities().flags;
        let view_formats = downlevel.contains(wgpu::DownlevelFlags::VIEW_FORMATS);
        let pipelines = Pipelines::default();
        let full_precision = AtomicBool::new(false);
        let in_software = adapter_info.device_type == wgpu::DeviceType::Cpu;
        let backend = adapter_info.backend;
        Ok(Self {
            device,
            queue,
            adapter_info,
            limits,
            view_formats,
            triangles_at_once: if in_software { SOFTWARE_TRIANGLES } else { u32::MAX },
            resolves_in_shader: in_software && backend == wgpu::Backend::Vulkan,
            layouts,
            pipelines,
            full_precision,
            health,
        })
    }

    /// Whether the GPU is emulated on the CPU.
    pub fn is_software(&self) -> bool {
        self.adapter_info.device_type == wgpu::DeviceType::Cpu
    }

    /// Whether models that are uploaded for pictures from now on keep their vertices in full precision.
    pub fn set_full_precision(&self, full: bool) {
        self.full_precision.store(full, Ordering::Relaxed);
    }

    /// Format in which pictures are drawn, where the vertices fit it.
    pub fn picture_format(&self) -> VertexFormat {
        if self.full_precision.load(Ordering::Relaxed) { VertexFormat::Full } else { VertexFormat::Packed }
    }

    /// Runs `work` and converts errors that the device reports about it.
    ///
    /// # Errors
    /// These errors, or the loss of the device, which wgpu does not report for any particular work.
    pub fn checked<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        if let Some(loss) = self.health.loss() {
            return Err(loss);
        }
        let made = super::error::checked(&self.device, what, work);
        match self.health.loss() {
            Some(loss) => Err(loss),
            None => made,
        }
    }

    /// Like [`Self::checked`], for libraries that panic if the device gives them nothing.
    ///
    /// # Errors
    /// The same as [`Self::checked`], or such a panic.
    pub fn guarded<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        let done = self.checked(what, || catch_panic(work))?;
        done.map_err(|panic| GpuError::Refused { what, description: panic.message })
    }

    /// Loss of the device with its reason, if it was lost. Everything made with it is lost too.
    pub fn loss(&self) -> Option<GpuError> {
        // A destroyed device reports its loss only when asked for its progress.
        let polled = self.poll(wgpu::PollType::Poll).err().filter(GpuError::is_loss);
        self.health.loss().or(polled)
    }

    /// Takes the first error since the last call that was reported outside [`Self::checked`].
    pub fn take_fault(&self) -> Option<GpuError> {
        self.health.take_fault()
    }

    /// Lets the device make progress.
    ///
    /// # Errors
    /// The loss of the device.
    pub(super) fn poll(&self, how: wgpu::PollType) -> Result<(), GpuError> {
        if let Some(loss) = self.health.loss() {
            return Err(loss);
        }
        // wgpu panics if the device is lost meanwhile.
        match catch_panic(|| self.device.poll(how)) {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(GpuError::Readback { what: "the results", reason: error.to_string() }),
            Err(panic) => Err(self.health.lose(&panic.message)),
        }
    }

    /// Waits until the device has finished a submission.
    ///
    /// # Errors
    /// The loss of the device.
    pub fn wait_for(&self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        self.poll(wgpu::PollType::Wait { submission_index: Some(submission), timeout: None })
    }

    /// Creates a buffer with these contents, padded to a multiple of four bytes. It can be read back. To be called within [`Self::checked`],
    /// which reports a lack of memory; wgpu's own function panics then.
    pub(crate) fn buffer_of(&self, label: &str, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let alignment = wgpu::COPY_BUFFER_ALIGNMENT;
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: (contents.len() as u64).next_multiple_of(alignment).max(alignment),
            usage: usage | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        });
        // An error has been reported about a buffer that cannot be mapped.
        if let Ok(mut mapped) = buffer.get_mapped_range_mut(..) {
            mapped.slice(..contents.len()).copy_from_slice(contents);
            drop(mapped);
            buffer.unmap();
        }
        buffer
    }

    /// Creates a buffer of `count` elements. Large ones are made and written in pieces, so that no second copy of them is
    /// in memory; this waits for the device. To be called within [`Self::checked`].
    pub(crate) fn buffer_of_elements<T: bytemuck::Pod>(
        &self,
        label: &str,
        count: usize,
        usage: wgpu::BufferUsages,
        element: impl Fn(usize) -> T,
    ) -> wgpu::Buffer {
        let in_piece = (PIECE_BYTES / size_of::<T>()).max(1);
        if count <= in_piece {
            let elements: Vec<T> = (0..count).map(element).collect();
            return self.buffer_of(label, bytemuck::cast_slice(&elements), usage);
        }
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: ((count * size_of::<T>()) as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT),
            usage: usage | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let mut piece: Vec<T> = Vec::with_capacity(in_piece);
        for first in (0..count).step_by(in_piece) {
            piece.clear();
            piece.extend((first..count.min(first + in_piece)).map(&element));
            self.queue.write_buffer(&buffer, (first * size_of::<T>()) as u64, bytemuck::cast_slice(&piece));
            self.queue.submit([]);
            // Frees the piece's staging memory. A loss of the device is reported when the buffer is used.
            let _ = self.poll(wgpu::PollType::wait_indefinitely());
        }
        buffer
    }
}

/// The adapter's limits, but no more storage buffers per stage than every device and browser offers: a pipeline that
/// needs more then fails everywhere, not only on some devices.
fn required_limits(of_adapter: &wgpu::Limits) -> wgpu::Limits {
    let storage_buffers = of_adapter.max_storage_buffers_per_shader_stage;
    wgpu::Limits {
        max_storage_buffers_per_shader_stage: storage_buffers.min(STORAGE_BUFFERS_PER_STAGE),
        ..of_adapter.clone()
    }
}
