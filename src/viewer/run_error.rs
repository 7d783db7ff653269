use crate::gpu::GpuError;

/// Reason why the window could not open, or had to close.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(
        "no window can be opened, because there is no display; `skinscope render` and `skinscope compare` make pictures \
         without one"
    )]
    EventLoop(#[from] winit::error::EventLoopError),
    #[error("the window could not be created: {0}")]
    Window(#[from] winit::error::OsError),
    #[error(
        "no graphics driver can draw in this window; on Debian or Ubuntu install the package mesa-vulkan-drivers, or set \
         WGPU_BACKEND"
    )]
    Surface(#[from] wgpu::CreateSurfaceError),
    #[error(
        "no graphics adapter can draw in this window; update its driver, on Debian or Ubuntu install the package \
         mesa-vulkan-drivers, or set WGPU_BACKEND: {0}"
    )]
    Adapter(#[from] wgpu::RequestAdapterError),
    #[error("the graphics adapter provides no device: {0}")]
    Device(#[from] wgpu::RequestDeviceError),
    #[error("the graphics adapter and the window share no format")]
    Format,
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(
        "the graphics driver failed again and again, and {tries} tries to start it anew did not help; update it, or \
         choose another one with WGPU_ADAPTER_NAME or WGPU_BACKEND; {session}"
    )]
    LostDevice {
        tries: usize,
        /// Sentence that says whether the session was saved.
        session: String,
    },
    /// A panic, as one line for the user.
    #[error("{0}")]
    Panic(String),
}
