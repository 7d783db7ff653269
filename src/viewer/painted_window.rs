//! A window of the system whose content egui lays out and the GPU paints.

use super::filling::WindowSurface;
use super::painting::{WindowFrame, WindowPainter};
use super::window::{RunError, UserEvent};
use crate::gpu::GpuContext;
use std::sync::Arc;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window, WindowId};

/// Which of the program's windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowRole {
    Viewer,
    /// The speaker's notes.
    Notes,
}

/// The GPU, as all windows share it.
#[derive(Clone)]
pub struct WindowGpu {
    pub instance: wgpu::Instance,
    pub adapter: wgpu::Adapter,
    pub context: Arc<GpuContext>,
}

pub struct PaintedWindow {
    pub window: Arc<Window>,
    pub egui: egui_winit::State,
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    context: Arc<GpuContext>,
    painter: WindowPainter,
    renderer: Arc<egui::mutex::RwLock<egui_wgpu::Renderer>>,
}

impl PaintedWindow {
    /// Prepares a window that was just created. `surface` is its own.
    pub fn new(
        event_loop: &ActiveEventLoop,
        proxy: &EventLoopProxy<UserEvent>,
        role: WindowRole,
        (window, surface): (Arc<Window>, wgpu::Surface<'static>),
        gpu: &WindowGpu,
    ) -> Result<Self, RunError> {
        let context = Arc::clone(&gpu.context);
        let configuration = configure(&surface, &gpu.adapter, &context, &window)?;
        let ctx = egui::Context::default();
        let repaint = proxy.clone();
        ctx.set_request_repaint_callback(move |info| {
            // The event loop is gone when the window is closing, and then no frame is needed.
            let pass = info.current_cumulative_pass_nr;
            let _ = repaint.send_event(UserEvent::Repaint { role, delay: info.delay, pass });
        });
        let largest = context.limits.max_texture_dimension_2d as usize;
        let scale = Some(window.scale_factor() as f32);
        let mut egui = egui_winit::State::new(ctx, egui::ViewportId::ROOT, &window, scale, None, Some(largest));
        egui.init_accesskit(event_loop, &window, proxy.clone());
        let software = context.adapter_info.device_type == wgpu::DeviceType::Cpu;
        // The panels have few gradients, and on a CPU the dithering noise of each pixel costs time.
        let options = egui_wgpu::RendererOptions { dithering: !software, ..egui_wgpu::RendererOptions::default() };
        let renderer = egui_wgpu::Renderer::new(&context.device, configuration.format, options);
        let renderer = Arc::new(egui::mutex::RwLock::new(renderer));
        // Frames are kept on a software GPU if the surface can be a copy destination.
        let keeps = software && configuration.usage.contains(wgpu::TextureUsages::COPY_DST);
        let painter = WindowPainter::new(Arc::clone(&renderer), keeps);
        Ok(Self { window, egui, surface, configuration, context, painter, renderer })
    }

    pub fn id(&self) -> WindowId {
        self.window.id()
    }

    /// What paints pictures into this window.
    pub fn window_surface(&self) -> WindowSurface {
        WindowSurface { egui_renderer: Arc::clone(&self.renderer), format: self.configuration.format }
    }

    pub fn resize(&mut self, size: winit::dpi::PhysicalSize<u32>) {
        self.configuration.width = size.width.max(1);
        self.configuration.height = size.height.max(1);
        self.surface.configure(&self.context.device, &self.configuration);
        self.window.request_redraw();
    }

    pub fn accessibility(&mut self, event: egui_winit::accesskit_winit::WindowEvent) {
        use egui_winit::accesskit_winit::WindowEvent as Accessibility;
        match event {
            Accessibility::InitialTreeRequested => self.egui.egui_ctx().enable_accesskit(),
            Accessibility::ActionRequested(request) => self.egui.on_accesskit_action_request(request),
            Accessibility::AccessibilityDeactivated => self.egui.egui_ctx().disable_accesskit(),
        }
        self.window.request_redraw();
    }

    /// Shows what egui laid out.
    pub fn present(&mut self, mut output: egui::FullOutput, background: egui::Color32) {
        self.egui.handle_platform_output(&self.window, output.platform_output);
        self.painter.take_textures(&self.context, &output.textures_delta);
        let configuration = &self.configuration;
        if let Some(target) = next_frame(&self.surface, &self.context.device, configuration, &self.window) {
            let frame = WindowFrame {
                shapes: output.shapes,
                background,
                size_in_pixels: [configuration.width, configuration.height],
                pixels_per_point: output.pixels_per_point,
            };
            self.painter.paint(&self.context, self.egui.egui_ctx(), frame, &target.texture);
            self.window.pre_present_notify();
            self.context.queue.present(target);
            // Frames per second are counted from these lines.
            tracing::trace!("frame presented");
        }
        self.painter.free_textures(&output.textures_delta);
        output.textures_delta.clear();
    }
}

fn configure(
    surface: &wgpu::Surface<'_>,
    adapter: &wgpu::Adapter,
    context: &GpuContext,
    window: &Window,
) -> Result<wgpu::SurfaceConfiguration, RunError> {
    let size = window.inner_size();
    let configuration = surface.get_default_config(adapter, size.width.max(1), size.height.max(1));
    let mut configuration = configuration.ok_or(RunError::Format)?;
    // egui blends in gamma space and needs a target that does not convert.
    let capabilities = surface.get_capabilities(adapter);
    let formats = &capabilities.formats;
    let plain = formats
        .iter()
        .copied()
        .find(|format| matches!(format, wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Rgba8Unorm));
    configuration.format = plain.unwrap_or(configuration.format);
    configuration.present_mode = wgpu::PresentMode::AutoVsync;
    // Not on a graphics card: it never copies to the surface, and may present faster without this usage.
    if context.adapter_info.device_type == wgpu::DeviceType::Cpu {
        configuration.usage |= capabilities.usages & wgpu::TextureUsages::COPY_DST;
    }
    surface.configure(&context.device, &configuration);
    Ok(configuration)
}

/// The texture to draw the next frame into. `None` if the frame must be skipped.
fn next_frame(
    surface: &wgpu::Surface<'_>,
    device: &wgpu::Device,
    configuration: &wgpu::SurfaceConfiguration,
    window: &Window,
) -> Option<wgpu::SurfaceTexture> {
    match surface.get_current_texture() {
        wgpu::CurrentSurfaceTexture::Success(frame) => Some(frame),
        wgpu::CurrentSurfaceTexture::Suboptimal(frame) => Some(frame),
        wgpu::CurrentSurfaceTexture::Occluded => None,
        wgpu::CurrentSurfaceTexture::Timeout => {
            window.request_redraw();
            None
        }
        wgpu::CurrentSurfaceTexture::Outdated
        | wgpu::CurrentSurfaceTexture::Lost
        | wgpu::CurrentSurfaceTexture::Validation => {
            surface.configure(device, configuration);
            window.request_redraw();
            None
        }
    }
}
