use super::filling::WindowSurface;
use super::frame_schedule::FrameSchedule;
use super::painting::{WindowFrame, WindowPainter};
use super::program::Viewer;
use super::widget_log::WidgetLog;
use super::window_placement::{placed, placement_of};
use crate::gpu::{GpuContext, GpuError};
use crate::session::{Command, Start, State};
use crate::style;
use std::sync::Arc;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::{Fullscreen, Window, WindowId};

/// The window title while no model is open.
const PROGRAM: &str = "skinscope";

/// Why the window could not open.
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
}

enum UserEvent {
    AccessKit(egui_winit::accesskit_winit::Event),
    /// A background job has a result.
    Wake,
    /// egui needs a frame, from this pass on.
    Repaint {
        delay: std::time::Duration,
        pass: u64,
    },
}

impl From<egui_winit::accesskit_winit::Event> for UserEvent {
    fn from(event: egui_winit::accesskit_winit::Event) -> Self {
        Self::AccessKit(event)
    }
}

/// Opens the window and runs until it is closed.
///
/// # Errors
/// If the machine has no display or no graphics.
pub fn run(start: Start) -> Result<(), RunError> {
    let event_loop = EventLoop::<UserEvent>::with_user_event().build()?;
    event_loop.set_control_flow(ControlFlow::Wait);
    let mut application = Application {
        proxy: event_loop.create_proxy(),
        start: Some(start),
        window: None,
        failure: None,
        schedule: FrameSchedule::default(),
    };
    event_loop.run_app(&mut application)?;
    application.failure.map_or(Ok(()), Err)
}

struct Application {
    proxy: EventLoopProxy<UserEvent>,
    start: Option<Start>,
    window: Option<ViewerWindow>,
    failure: Option<RunError>,
    schedule: FrameSchedule,
}

impl Application {
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: RunError) {
        self.failure = Some(error);
        event_loop.exit();
    }
}

impl ApplicationHandler<UserEvent> for Application {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let Some(start) = self.start.take() else { return };
        match ViewerWindow::open(event_loop, &self.proxy, start) {
            Ok(window) => self.window = Some(window),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn user_event(&mut self, _event_loop: &ActiveEventLoop, event: UserEvent) {
        let Some(window) = &mut self.window else { return };
        match event {
            UserEvent::Wake => window.window.request_redraw(),
            // A later pass has already handled it or requested another frame.
            UserEvent::Repaint { pass, .. } if pass + 1 < window.egui.egui_ctx().cumulative_pass_nr() => {}
            UserEvent::Repaint { delay, .. } if delay.is_zero() => window.window.request_redraw(),
            UserEvent::Repaint { delay, .. } => self.schedule.request(std::time::Instant::now(), delay),
            UserEvent::AccessKit(event) => window.accessibility(event),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        let Some(window) = &mut self.window else { return };
        // egui would answer a redraw by requesting the next one, and the window would never be idle.
        let is_redraw = matches!(event, WindowEvent::RedrawRequested);
        if !is_redraw && window.egui.on_window_event(&window.window, &event).repaint {
            window.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested => {
                window.viewer.state.apply(Command::Quit);
                // Otherwise, the window shows why it stays open.
                if window.viewer.state.transient.quit {
                    event_loop.exit();
                } else {
                    window.window.request_redraw();
                }
            }
            WindowEvent::Resized(size) => window.resize(size),
            WindowEvent::Moved(_) => window.report_placement(),
            WindowEvent::RedrawRequested => {
                self.schedule.begin_frame();
                if let Err(error) = window.draw() {
                    self.fail(event_loop, error);
                } else if window.viewer.state.transient.quit {
                    event_loop.exit();
                }
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(window) = &self.window
            && self.schedule.take_due(std::time::Instant::now())
        {
            window.window.request_redraw();
        }
        event_loop.set_control_flow(self.schedule.next().map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

struct ViewerWindow {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    surface_configuration: wgpu::SurfaceConfiguration,
    context: Arc<GpuContext>,
    egui: egui_winit::State,
    painter: WindowPainter,
    viewer: Viewer,
    /// The title set last, to avoid setting the same title again without querying the window system.
    title: String,
    covers_screen: bool,
    widgets: WidgetLog,
}

impl ViewerWindow {
    fn open(event_loop: &ActiveEventLoop, proxy: &EventLoopProxy<UserEvent>, start: Start) -> Result<Self, RunError> {
        let attributes = Window::default_attributes()
            .with_title(PROGRAM)
            .with_min_inner_size(winit::dpi::LogicalSize::new(500.0, 400.0))
            .with_visible(false);
        let attributes = placed(attributes, event_loop, start.saved.window);
        let window = Arc::new(event_loop.create_window(attributes)?);
        let (surface, adapter, context) = pollster::block_on(open_gpu(event_loop, &window))?;
        let surface_configuration = configure(&surface, &adapter, &context, &window)?;
        let ctx = egui::Context::default();
        let repaint = proxy.clone();
        ctx.set_request_repaint_callback(move |info| {
            // The event loop is gone when the window is closing, and then no frame is needed.
            let pass = info.current_cumulative_pass_nr;
            let _ = repaint.send_event(UserEvent::Repaint { delay: info.delay, pass });
        });
        let largest = context.limits.max_texture_dimension_2d as usize;
        let scale = Some(window.scale_factor() as f32);
        let mut egui = egui_winit::State::new(ctx, egui::ViewportId::ROOT, &window, scale, None, Some(largest));
        egui.init_accesskit(event_loop, &window, proxy.clone());
        if WidgetLog::is_wanted() {
            egui.egui_ctx().enable_accesskit();
        }
        let software = context.adapter_info.device_type == wgpu::DeviceType::Cpu;
        // The panels have few gradients, and on a CPU the dithering noise of each pixel costs time.
        let options = egui_wgpu::RendererOptions { dithering: !software, ..egui_wgpu::RendererOptions::default() };
        let renderer = egui_wgpu::Renderer::new(&context.device, surface_configuration.format, options);
        let egui_renderer = Arc::new(egui::mutex::RwLock::new(renderer));
        let wake = proxy.clone();
        let wake = Arc::new(move || drop(wake.send_event(UserEvent::Wake)));
        // Frames are kept on a software GPU if the surface can be a copy destination.
        let keeps = software && surface_configuration.usage.contains(wgpu::TextureUsages::COPY_DST);
        let painter = WindowPainter::new(Arc::clone(&egui_renderer), keeps);
        let shown = WindowSurface { egui_renderer, format: surface_configuration.format };
        let viewer = Viewer::of(Arc::clone(&context), shown, State::start(start, wake));
        window.set_visible(true);
        window.request_redraw();
        let title = PROGRAM.to_owned();
        Ok(Self {
            window,
            surface,
            surface_configuration,
            context,
            egui,
            painter,
            viewer,
            title,
            covers_screen: false,
            widgets: WidgetLog::default(),
        })
    }

    fn resize(&mut self, size: winit::dpi::PhysicalSize<u32>) {
        self.surface_configuration.width = size.width.max(1);
        self.surface_configuration.height = size.height.max(1);
        self.surface.configure(&self.context.device, &self.surface_configuration);
        self.report_placement();
        self.window.request_redraw();
    }

    /// Tells the session where the window is now, for the next start.
    fn report_placement(&mut self) {
        // The next start shows a window again.
        if self.covers_screen {
            return;
        }
        let placement = &mut self.viewer.state.interface.window;
        *placement = Some(placement_of(&self.window, *placement));
    }

    fn accessibility(&mut self, event: egui_winit::accesskit_winit::Event) {
        use egui_winit::accesskit_winit::WindowEvent as Accessibility;
        match event.window_event {
            Accessibility::InitialTreeRequested => self.egui.egui_ctx().enable_accesskit(),
            Accessibility::ActionRequested(request) => self.egui.on_accesskit_action_request(request),
            Accessibility::AccessibilityDeactivated => self.egui.egui_ctx().disable_accesskit(),
        }
        self.window.request_redraw();
    }

    fn draw(&mut self) -> Result<(), RunError> {
        let input = self.egui.take_egui_input(&self.window);
        let ctx = self.egui.egui_ctx().clone();
        let viewer = &mut self.viewer;
        let mut output = ctx.run_ui(input, |ui| viewer.frame(ui));
        if viewer.answer_requests(|| self.egui.clipboard_text(), |folder| open_with_system::that_detached(folder)) {
            self.window.request_redraw();
        }
        self.set_title();
        self.set_full_screen();
        self.widgets.log(output.platform_output.accesskit_update.as_ref(), output.pixels_per_point);
        self.egui.handle_platform_output(&self.window, output.platform_output);
        self.painter.take_textures(&self.context, &output.textures_delta);
        let (surface, configuration) = (&self.surface, &self.surface_configuration);
        if let Some(target) = next_frame(surface, &self.context.device, configuration, &self.window) {
            let frame = WindowFrame {
                shapes: output.shapes,
                background: style::window_background(self.viewer.state.transient.theme),
                size_in_pixels: [configuration.width, configuration.height],
                pixels_per_point: output.pixels_per_point,
            };
            self.painter.paint(&self.context, &ctx, frame, &target.texture);
            self.window.pre_present_notify();
            self.context.queue.present(target);
            // Frames per second are counted from these lines.
            tracing::trace!("frame presented");
        }
        self.painter.free_textures(&output.textures_delta);
        output.textures_delta.clear();
        Ok(())
    }

    /// Covers the screen that the window is on, or returns to the window.
    fn set_full_screen(&mut self) {
        let wanted = self.viewer.state.transient.full_screen;
        if self.covers_screen != wanted {
            self.window.set_fullscreen(wanted.then_some(Fullscreen::Borderless(None)));
            self.covers_screen = wanted;
        }
    }

    fn set_title(&mut self) {
        let title = match &self.viewer.state.document {
            Some(document) => format!("{} - {PROGRAM}", document.model.name),
            None => PROGRAM.to_owned(),
        };
        if self.title != title {
            self.window.set_title(&title);
            self.title = title;
        }
    }
}

async fn open_gpu(
    event_loop: &ActiveEventLoop,
    window: &Arc<Window>,
) -> Result<(wgpu::Surface<'static>, wgpu::Adapter, Arc<GpuContext>), RunError> {
    let display = Box::new(event_loop.owned_display_handle());
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display));
    let surface = instance.create_surface(Arc::clone(window))?;
    let adapter = match GpuContext::named_adapter(&instance, Some(&surface)).await? {
        Some(adapter) => adapter,
        None => {
            let options = wgpu::RequestAdapterOptions {
                compatible_surface: Some(&surface),
                power_preference: wgpu::PowerPreference::HighPerformance,
                ..wgpu::RequestAdapterOptions::default()
            };
            instance.request_adapter(&options).await?
        }
    };
    let (device, queue) = adapter.request_device(&GpuContext::device_descriptor(&adapter)).await?;
    let context = GpuContext::from_parts(&adapter, device, queue)?;
    Ok((surface, adapter, Arc::new(context)))
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
