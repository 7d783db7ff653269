use super::painted_window::WindowGpu;
use super::run_error::RunError;
use crate::gpu::GpuContext;
use std::sync::Arc;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

/// Kind of adapter to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The fastest adapter, or the one that the environment names.
    Usual,
    /// An adapter that draws on the processor, if there is one.
    Software,
}

/// Opens a device that can draw in the window, with the window's surface.
///
/// # Errors
/// If there is no adapter for the window, or it provides no device.
pub fn open_gpu(
    event_loop: &ActiveEventLoop,
    window: &Arc<Window>,
    wanted: Wanted,
) -> Result<(wgpu::Surface<'static>, WindowGpu), RunError> {
    pollster::block_on(open(event_loop, window, wanted))
}

async fn open(
    event_loop: &ActiveEventLoop,
    window: &Arc<Window>,
    wanted: Wanted,
) -> Result<(wgpu::Surface<'static>, WindowGpu), RunError> {
    let display = Box::new(event_loop.owned_display_handle());
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display));
    let surface = instance.create_surface(Arc::clone(window))?;
    let usual = wgpu::RequestAdapterOptions {
        compatible_surface: Some(&surface),
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..wgpu::RequestAdapterOptions::default()
    };
    let adapter = match wanted {
        Wanted::Software => {
            let software = wgpu::RequestAdapterOptions { force_fallback_adapter: true, ..usual };
            match instance.request_adapter(&software).await {
                Ok(adapter) => adapter,
                Err(_) => instance.request_adapter(&usual).await?,
            }
        }
        Wanted::Usual => match GpuContext::named_adapter(&instance, Some(&surface)).await? {
            Some(adapter) => adapter,
            None => instance.request_adapter(&usual).await?,
        },
    };
    let (device, queue) = adapter.request_device(&GpuContext::device_descriptor(&adapter)).await?;
    let context = Arc::new(GpuContext::from_parts(&adapter, device, queue)?);
    let info = &context.adapter_info;
    let limits = &context.limits;
    tracing::info!(
        backend = info.backend.to_str(),
        kind = ?info.device_type,
        driver = format!("{} {}", info.driver, info.driver_info).trim(),
        texture_side = limits.max_texture_dimension_2d,
        storage_binding = limits.max_storage_buffer_binding_size,
        "drawing with {}",
        info.name
    );
    Ok((surface, WindowGpu { instance, adapter, context }))
}
