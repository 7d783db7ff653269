use super::frame_schedule::FrameSchedule;
use super::notes_window::NotesWindow;
use super::painted_window::{PaintedWindow, WindowGpu, WindowRole};
use super::program::Viewer;
use super::widget_log::WidgetLog;
use super::window_placement::{placed, placement_of};
use crate::gpu::{GpuContext, GpuError};
use crate::session::{Command, StageKey, Start, State};
use crate::style;
use std::sync::Arc;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::{Fullscreen, Window, WindowId};

/// The window title until the session says another.
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

pub enum UserEvent {
    AccessKit(egui_winit::accesskit_winit::Event),
    /// A background job has a result.
    Wake,
    /// egui needs a frame, from this pass on.
    Repaint {
        role: WindowRole,
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
        notes: None,
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
    /// The speaker's notes, while a talk shows them.
    notes: Option<NotesWindow>,
    failure: Option<RunError>,
    schedule: FrameSchedule,
}

impl Application {
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: RunError) {
        self.failure = Some(error);
        event_loop.exit();
    }

    /// Opens or closes the window with the speaker's notes, and brings it up to date.
    fn follow_talk(&mut self, event_loop: &ActiveEventLoop) {
        let Some(window) = &mut self.window else { return };
        let state = &mut window.viewer.state;
        let shows_notes = state.stage.as_ref().is_some_and(|stage| stage.shows_notes);
        if !shows_notes {
            self.notes = None;
        } else if let Some(notes) = &mut self.notes {
            notes.follow(state);
        } else {
            match NotesWindow::open(event_loop, &self.proxy, &window.gpu, &window.painted.window) {
                Ok(notes) => self.notes = Some(notes),
                // The talk goes on without them.
                Err(error) => {
                    tracing::warn!("the window with the speaker's notes could not open: {error}");
                    state.apply(Command::PressOnStage(StageKey::ToggleNotes));
                }
            }
        }
    }

    /// Handles an event of the window with the speaker's notes, whose keys step through the talk too.
    fn notes_event(&mut self, event: &WindowEvent) {
        let (Some(window), Some(notes)) = (&mut self.window, &mut self.notes) else { return };
        let commands = notes.on_event(event, &window.viewer.state);
        if !commands.is_empty() {
            window.painted.window.request_redraw();
        }
        for command in commands {
            window.viewer.state.apply(command);
        }
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
        let (painted, schedule) = match (&event, &mut self.notes) {
            (UserEvent::Repaint { role: WindowRole::Notes, .. }, None) => return,
            (UserEvent::Repaint { role: WindowRole::Notes, .. }, Some(notes)) => notes.parts(),
            (UserEvent::AccessKit(event), Some(notes)) if notes.id() == event.window_id => notes.parts(),
            _ => (&mut window.painted, &mut self.schedule),
        };
        match event {
            UserEvent::Wake => painted.window.request_redraw(),
            // A later pass has already handled it or requested another frame.
            UserEvent::Repaint { pass, .. } if pass + 1 < painted.egui.egui_ctx().cumulative_pass_nr() => {}
            UserEvent::Repaint { delay, .. } if delay.is_zero() => painted.window.request_redraw(),
            UserEvent::Repaint { delay, .. } => schedule.request(std::time::Instant::now(), delay),
            // One of a window that was closed meanwhile would go to the wrong one.
            UserEvent::AccessKit(event) if event.window_id == painted.id() => painted.accessibility(event.window_event),
            UserEvent::AccessKit(_) => {}
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        let Some(window) = &mut self.window else { return };
        if id != window.painted.id() {
            self.notes_event(&event);
            return self.follow_talk(event_loop);
        }
        // egui would answer a redraw by requesting the next one, and the window would never be idle.
        let is_redraw = matches!(event, WindowEvent::RedrawRequested);
        if !is_redraw && window.painted.egui.on_window_event(&window.painted.window, &event).repaint {
            window.painted.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested => {
                window.viewer.state.apply(Command::Quit);
                // Otherwise, the window shows why it stays open.
                if window.viewer.state.transient.quit {
                    event_loop.exit();
                } else {
                    window.painted.window.request_redraw();
                }
            }
            WindowEvent::Resized(size) => window.resize(size),
            WindowEvent::Moved(_) => window.report_placement(),
            WindowEvent::RedrawRequested => {
                self.schedule.begin_frame();
                window.draw();
                if window.viewer.state.transient.quit {
                    event_loop.exit();
                }
                self.follow_talk(event_loop);
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let now = std::time::Instant::now();
        let viewer = self.window.as_mut().map(|window| (&mut window.painted, &mut self.schedule));
        let notes = self.notes.as_mut().map(NotesWindow::parts);
        let mut next = None;
        for (painted, schedule) in viewer.into_iter().chain(notes) {
            if schedule.take_due(now) {
                painted.window.request_redraw();
            }
            next = [next, schedule.next()].into_iter().flatten().min();
        }
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

struct ViewerWindow {
    painted: PaintedWindow,
    gpu: WindowGpu,
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
        let (surface, gpu) = pollster::block_on(open_gpu(event_loop, &window))?;
        let painted = PaintedWindow::new(event_loop, proxy, WindowRole::Viewer, (window, surface), &gpu)?;
        if WidgetLog::is_wanted() {
            painted.egui.egui_ctx().enable_accesskit();
        }
        let wake = proxy.clone();
        let wake = Arc::new(move || drop(wake.send_event(UserEvent::Wake)));
        let viewer = Viewer::of(Arc::clone(&gpu.context), painted.window_surface(), State::start(start, wake));
        painted.window.set_visible(true);
        painted.window.request_redraw();
        let (title, widgets) = (PROGRAM.to_owned(), WidgetLog::default());
        Ok(Self { painted, gpu, viewer, title, covers_screen: false, widgets })
    }

    fn resize(&mut self, size: winit::dpi::PhysicalSize<u32>) {
        self.painted.resize(size);
        self.report_placement();
    }

    /// Tells the session where the window is now, for the next start.
    fn report_placement(&mut self) {
        // The next start shows a window again.
        if self.covers_screen {
            return;
        }
        let placement = &mut self.viewer.state.interface.window;
        *placement = Some(placement_of(&self.painted.window, *placement));
    }

    fn draw(&mut self) {
        let Self { painted, viewer, .. } = self;
        let input = painted.egui.take_egui_input(&painted.window);
        let ctx = painted.egui.egui_ctx().clone();
        let output = ctx.run_ui(input, |ui| viewer.frame(ui));
        if viewer.answer_requests(|| painted.egui.clipboard_text(), |folder| open_with_system::that_detached(folder)) {
            painted.window.request_redraw();
        }
        self.set_title();
        self.set_full_screen();
        self.widgets.log(output.platform_output.accesskit_update.as_ref(), output.pixels_per_point);
        let background = style::window_background(self.viewer.state.transient.theme);
        self.painted.present(output, background);
    }

    /// Covers the screen that the window is on, or returns to the window.
    fn set_full_screen(&mut self) {
        let wanted = self.viewer.state.transient.full_screen;
        if self.covers_screen != wanted {
            self.painted.window.set_fullscreen(wanted.then_some(Fullscreen::Borderless(None)));
            self.covers_screen = wanted;
        }
    }

    fn set_title(&mut self) {
        let title = self.viewer.state.title();
        if self.title != title {
            self.painted.window.set_title(&title);
            self.title = title;
        }
    }
}

async fn open_gpu(
    event_loop: &ActiveEventLoop,
    window: &Arc<Window>,
) -> Result<(wgpu::Surface<'static>, WindowGpu), RunError> {
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
    let context = Arc::new(GpuContext::from_parts(&adapter, device, queue)?);
    Ok((surface, WindowGpu { instance, adapter, context }))
}
