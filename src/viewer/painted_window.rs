//! A system window whose content egui lays out and the GPU paints.

use super::filling::WindowSurface;
use super::on_device::{OnDevice, Presented};
use super::run_error::RunError;
use super::window::UserEvent;
use crate::gpu::GpuContext;
use std::sync::Arc;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window, WindowId};

/// The program's windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowRole {
    Viewer,
    /// The speaker's notes.
    Notes,
}

/// The GPU that all windows share.
#[derive(Clone)]
pub struct WindowGpu {
    pub instance: wgpu::Instance,
    pub adapter: wgpu::Adapter,
    pub context: Arc<GpuContext>,
}

/// A window that survives the loss of the device: it keeps its place, and egui its memory of open menus and held
/// widgets.
pub struct PaintedWindow {
    pub window: Arc<Window>,
    pub egui: egui_winit::State,
    /// Parts on the device. `None` after it was lost, until there is another one.
    on_device: Option<OnDevice>,
}

impl PaintedWindow {
    /// Prepares a window that was just created. `surface` belongs to it.
    pub fn new(
        event_loop: &ActiveEventLoop,
        proxy: &EventLoopProxy<UserEvent>,
        role: WindowRole,
        (window, surface): (Arc<Window>, wgpu::Surface<'static>),
        gpu: &WindowGpu,
    ) -> Result<Self, RunError> {
        let ctx = egui::Context::default();
        let repaint = proxy.clone();
        ctx.set_request_repaint_callback(move |info| {
            // The event loop is gone when the window closes, and then no frame is needed.
            let pass = info.current_cumulative_pass_nr;
            let _ = repaint.send_event(UserEvent::Repaint { role, delay: info.delay, pass });
        });
        let scale = Some(window.scale_factor() as f32);
        let mut egui = egui_winit::State::new(ctx, egui::ViewportId::ROOT, &window, scale, None, None);
        egui.init_accesskit(event_loop, &window, proxy.clone());
        let mut painted = Self { window, egui, on_device: None };
        painted.use_device(surface, gpu)?;
        Ok(painted)
    }

    /// Paints with this device from now on. `surface` belongs to the window and to the same instance.
    pub fn use_device(&mut self, surface: wgpu::Surface<'static>, gpu: &WindowGpu) -> Result<(), RunError> {
        // A window can only have one surface at a time.
        self.on_device = None;
        let mut on_device = OnDevice::new(&self.window, surface, gpu)?;
        self.egui.set_max_texture_side(gpu.context.limits.max_texture_dimension_2d as usize);
        on_device.take_fonts(self.egui.egui_ctx());
        self.on_device = Some(on_device);
        self.window.request_redraw();
        Ok(())
    }

    /// Drops everything that belongs to a lost device.
    pub fn leave_device(&mut self) {
        self.on_device = None;
    }

    /// Whether there is a device to paint with.
    pub fn has_device(&self) -> bool {
        self.on_device.is_some()
    }

    pub fn id(&self) -> WindowId {
        self.window.id()
    }

    /// The resources for painting pictures into this window. `None` without a device.
    pub fn window_surface(&self) -> Option<WindowSurface> {
        self.on_device.as_ref().map(OnDevice::window_surface)
    }

    /// Adapts to the window's new size, also after a move to a monitor with another scale.
    pub fn resize(&mut self, size: winit::dpi::PhysicalSize<u32>) {
        if let Some(on_device) = &mut self.on_device {
            on_device.resize(size);
        }
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

    /// Shows the frame that egui laid out.
    pub fn present(&mut self, mut output: egui::FullOutput, background: egui::Color32) -> Presented {
        self.egui.handle_platform_output(&self.window, std::mem::take(&mut output.platform_output));
        let ctx = self.egui.egui_ctx().clone();
        let presented = match &mut self.on_device {
            Some(on_device) => on_device.present(&self.window, &ctx, &mut output, background),
            None => Presented::Hidden,
        };
        output.textures_delta.clear();
        presented
    }
}
