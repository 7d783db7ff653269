use super::filling::WindowSurface;
use super::painted_window::WindowGpu;
use super::painting::{WindowFrame, WindowPainter};
use super::run_error::RunError;
use crate::gpu::{GpuContext, GpuError};
use crate::work::catch_panic;
use std::sync::Arc;
use std::time::Duration;
use winit::window::Window;

/// Parts of a window that belong to a device, and are lost with it.
pub struct OnDevice {
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    context: Arc<GpuContext>,
    painter: WindowPainter,
    renderer: Arc<egui::mutex::RwLock<egui_wgpu::Renderer>>,
    /// Frames in a row for which the surface had no texture.
    missed: u32,
    /// Whether the window has no pixels. Some systems minimize windows to that size.
    is_empty: bool,
}

/// Outcome of a frame.
#[derive(Debug)]
pub enum Presented {
    Shown,
    /// The window is not visible.
    Hidden,
    /// The surface had no texture for the frame. Try again after this time.
    Missed(Duration),
    /// The device failed. Only another one helps.
    Failed(GpuError),
}

/// Number of frames without a texture after which a surface is given up.
const MOST_MISSED: u32 = 10;

/// Wait before asking again when a compositor holds back textures, as for a window that it does not show.
const HELD_BACK: Duration = Duration::from_millis(250);

/// A texture for a frame, or what to do without one.
enum Texture {
    Frame(wgpu::SurfaceTexture),
    None(Presented),
}

impl OnDevice {
    pub fn new(window: &Window, surface: wgpu::Surface<'static>, gpu: &WindowGpu) -> Result<Self, RunError> {
        let context = Arc::clone(&gpu.context);
        let size = window.inner_size();
        let configuration = configuration(&surface, &gpu.adapter, &context, size).ok_or(RunError::Format)?;
        let software = context.is_software();
        // The panels have few gradients, and on a CPU the dithering noise of each pixel costs time.
        let options = egui_wgpu::RendererOptions { dithering: !software, ..egui_wgpu::RendererOptions::default() };
        let format = configuration.format;
        let renderer = context.guarded("the window", || egui_wgpu::Renderer::new(&context.device, format, options))?;
        let renderer = Arc::new(egui::mutex::RwLock::new(renderer));
        // Frames are kept on a software GPU if the surface can be a copy destination.
        let keeps = software && configuration.usage.contains(wgpu::TextureUsages::COPY_DST);
        let painter = WindowPainter::new(Arc::clone(&renderer), keeps);
        let is_empty = size.width == 0 || size.height == 0;
        let on_device = Self { surface, configuration, context, painter, renderer, missed: 0, is_empty };
        on_device.configure()?;
        Ok(on_device)
    }

    pub fn window_surface(&self) -> WindowSurface {
        WindowSurface { egui_renderer: Arc::clone(&self.renderer), format: self.configuration.format }
    }

    /// Takes over the glyphs that egui has drawn for an earlier device.
    pub fn take_fonts(&mut self, ctx: &egui::Context) {
        self.painter.take_fonts(&self.context, ctx);
    }

    /// Adapts to the window's new size. An error appears with the next frame.
    pub fn resize(&mut self, size: winit::dpi::PhysicalSize<u32>) {
        self.is_empty = size.width == 0 || size.height == 0;
        if self.is_empty {
            return;
        }
        let most = self.context.limits.max_texture_dimension_2d;
        [self.configuration.width, self.configuration.height] = surface_size(size, most);
        if let Err(error) = self.configure() {
            tracing::warn!("the window could not follow its new size: {error}");
        }
    }

    /// Paints a frame and shows it.
    pub fn present(
        &mut self,
        window: &Window,
        ctx: &egui::Context,
        output: &mut egui::FullOutput,
        background: egui::Color32,
    ) -> Presented {
        let context = Arc::clone(&self.context);
        // egui's renderer panics if a device fails to create a resource. Other errors are recorded, and shown with the
        // next frame.
        let presented = catch_panic(|| {
            self.painter.take_textures(&context, &output.textures_delta);
            let presented = match self.next_texture() {
                Texture::None(presented) => presented,
                Texture::Frame(target) => {
                    let frame = WindowFrame {
                        shapes: std::mem::take(&mut output.shapes),
                        background,
                        size_in_pixels: [self.configuration.width, self.configuration.height],
                        pixels_per_point: output.pixels_per_point,
                    };
                    self.painter.paint(&context, ctx, frame, &target.texture);
                    window.pre_present_notify();
                    context.queue.present(target);
                    // Frames per second are counted from these lines.
                    tracing::trace!("frame presented");
                    Presented::Shown
                }
            };
            self.painter.free_textures(&output.textures_delta);
            presented
        });
        match (presented, context.loss()) {
            (_, Some(loss)) => Presented::Failed(loss),
            (Ok(presented), None) => presented,
            (Err(panic), None) => {
                Presented::Failed(GpuError::Refused { what: "the window", description: panic.message })
            }
        }
    }

    fn next_texture(&mut self) -> Texture {
        if self.is_empty {
            return Texture::None(Presented::Hidden);
        }
        match self.surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(frame) | wgpu::CurrentSurfaceTexture::Suboptimal(frame) => {
                self.missed = 0;
                Texture::Frame(frame)
            }
            wgpu::CurrentSurfaceTexture::Occluded => Texture::None(Presented::Hidden),
            wgpu::CurrentSurfaceTexture::Timeout => Texture::None(Presented::Missed(HELD_BACK)),
            wgpu::CurrentSurfaceTexture::Outdated
            | wgpu::CurrentSurfaceTexture::Lost
            | wgpu::CurrentSurfaceTexture::Validation => Texture::None(self.miss()),
        }
    }

    /// Configures the surface again for the next try.
    fn miss(&mut self) -> Presented {
        self.missed += 1;
        let wait = wait_after(self.missed);
        match (wait, self.configure()) {
            (Some(wait), Ok(())) => Presented::Missed(wait),
            (None, Ok(())) => Presented::Failed(GpuError::NoSurface { frames: self.missed }),
            (_, Err(error)) => Presented::Failed(error),
        }
    }

    fn configure(&self) -> Result<(), GpuError> {
        self.context.checked("the window's surface", || {
            self.surface.configure(&self.context.device, &self.configuration);
        })
    }
}

/// Time to wait after this many missed frames. `None` to give up.
fn wait_after(missed: u32) -> Option<Duration> {
    // A window that is being resized misses one frame, which is tried again at once.
    let milliseconds = if missed <= 1 { 0 } else { 8 << missed.min(6) };
    (missed < MOST_MISSED).then_some(Duration::from_millis(milliseconds))
}

/// The size of a surface: the size of its window, but no side longer than `most`, the limit of the device. The rest is
/// cut off.
fn surface_size(size: winit::dpi::PhysicalSize<u32>, most: u32) -> [u32; 2] {
    [size.width, size.height].map(|side| side.clamp(1, most.max(1)))
}

/// The configuration of a surface. `None` if the adapter cannot show anything in this window.
fn configuration(
    surface: &wgpu::Surface<'_>,
    adapter: &wgpu::Adapter,
    context: &GpuContext,
    size: winit::dpi::PhysicalSize<u32>,
) -> Option<wgpu::SurfaceConfiguration> {
    let [width, height] = surface_size(size, context.limits.max_texture_dimension_2d);
    let mut configuration = surface.get_default_config(adapter, width, height)?;
    // egui blends in gamma space and needs a target that does not convert.
    let capabilities = surface.get_capabilities(adapter);
    let formats = &capabilities.formats;
    let plain = formats
        .iter()
        .copied()
        .find(|format| matches!(format, wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Rgba8Unorm));
    configuration.format = plain.unwrap_or(configuration.format);
    configuration.present_mode = wgpu::PresentMode::AutoVsync;
    // A graphics card does not need this usage: it never copies to the surface, and may present faster without it.
    if context.is_software() {
        configuration.usage |= capabilities.usages & wgpu::TextureUsages::COPY_DST;
    }
    Some(configuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surface_has_at_least_a_pixel_and_at_most_what_the_device_holds() {
        let of = |width, height| surface_size(winit::dpi::PhysicalSize { width, height }, 4096);
        assert_eq!((of(0, 600), of(1280, 800), of(7680, 4320)), ([1, 600], [1280, 800], [4096, 4096]));
    }

    #[test]
    fn a_surface_is_tried_again_ever_later_and_then_given_up() {
        let waits: Vec<Option<Duration>> = (1..=MOST_MISSED).map(wait_after).collect();
        assert_eq!(waits[0], Some(Duration::ZERO));
        assert!(waits.windows(2).all(|pair| pair[1].is_none() || pair[0] <= pair[1]), "{waits:?}");
        assert!(waits[1] >= Some(Duration::from_millis(16)), "not busy: {waits:?}");
        assert_eq!(waits.last(), Some(&None));
    }
}
