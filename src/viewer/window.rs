use super::crash::CrashDesk;
use super::frame_schedule::FrameSchedule;
use super::notes_window::NotesWindow;
use super::on_device::Presented;
use super::open_gpu::{Wanted, open_gpu};
use super::painted_window::{PaintedWindow, WindowGpu, WindowRole};
use super::planned_faults::PlannedFaults;
use super::program::Viewer;
use super::recovery::Recovery;
use super::run_error::RunError;
use super::widget_log::WidgetLog;
use super::window_identity::identified;
use super::window_placement::{placed, placement_of};
use crate::session::{Command, SessionKey, StageKey, Start, State};
use crate::style;
use crate::work::Wake;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::{Fullscreen, Window, WindowId};

/// The window title until the session sets another.
const PROGRAM: &str = "skinscope";

/// Interval at which the session is kept while it changes: the amount of work that a crash may cost.
const KEEP_STEP: std::time::Duration = std::time::Duration::from_millis(500);

/// Longest time that the window stays hidden until the first model is uploaded. A small one takes less, and its progress
/// would only flash.
const UPLOAD_WAIT: std::time::Duration = std::time::Duration::from_millis(100);

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
/// `log` is the file that the log is written to. From now on, a panic of this thread saves the session.
///
/// # Errors
/// If the machine has no display or no graphics, or loses them for good, or if there is a defect in the program.
pub fn run(start: Start, log: Option<PathBuf>) -> Result<(), RunError> {
    let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
    tracing::info!("skinscope {} starts on {system} {machine}", env!("CARGO_PKG_VERSION"));
    let crash_desk = CrashDesk::open(log);
    let ended = catch_unwind(AssertUnwindSafe(|| run_window(start, Arc::clone(&crash_desk))));
    let ended = ended.unwrap_or_else(|_| Err(RunError::Panic(crash_desk.report())));
    tracing::info!("skinscope ends");
    ended
}

fn run_window(start: Start, crash_desk: Arc<CrashDesk>) -> Result<(), RunError> {
    let event_loop = EventLoop::<UserEvent>::with_user_event().build()?;
    event_loop.set_control_flow(ControlFlow::Wait);
    let (proxy, waker) = (event_loop.create_proxy(), event_loop.create_proxy());
    let wake: Wake = Arc::new(move || drop(waker.send_event(UserEvent::Wake)));
    let mut application = Application {
        proxy,
        // The first model is read while the window opens.
        started: Some(State::start(start, wake)),
        window: None,
        notes: None,
        failure: None,
        schedule: FrameSchedule::default(),
        recovery: Recovery::default(),
        crash_desk,
        faults: PlannedFaults::of_environment(),
    };
    event_loop.run_app(&mut application)?;
    application.failure.map_or(Ok(()), Err)
}

pub(super) struct Application {
    proxy: EventLoopProxy<UserEvent>,
    /// The session, until it has a window.
    started: Option<State>,
    pub(super) window: Option<ViewerWindow>,
    /// The speaker's notes, while a talk shows them.
    pub(super) notes: Option<NotesWindow>,
    failure: Option<RunError>,
    schedule: FrameSchedule,
    pub(super) recovery: Recovery,
    pub(super) crash_desk: Arc<CrashDesk>,
    pub(super) faults: PlannedFaults,
}

impl Application {
    pub(super) fn fail(&mut self, event_loop: &ActiveEventLoop, error: RunError) {
        self.failure = Some(error);
        event_loop.exit();
    }

    /// Opens or closes the window with the speaker's notes, and brings it up to date.
    fn follow_talk(&mut self, event_loop: &ActiveEventLoop) {
        let Some(window) = &mut self.window else { return };
        let state = &mut window.viewer.state;
        let shows_notes = state.talk.stage.as_ref().is_some_and(|stage| stage.shows_notes);
        if !shows_notes {
            self.notes = None;
        } else if let Some(notes) = &mut self.notes {
            notes.follow(&window.viewer.state.talk, window.viewer.pictures());
        } else if window.painted.has_device() {
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
    fn notes_event(&mut self, event_loop: &ActiveEventLoop, event: &WindowEvent) {
        let (Some(window), Some(notes)) = (&mut self.window, &mut self.notes) else { return };
        let (commands, presented) = notes.on_event(event, &window.viewer.state, window.viewer.pictures());
        if !commands.is_empty() {
            window.painted.window.request_redraw();
        }
        for command in commands {
            window.viewer.state.apply(command);
        }
        self.follow_presented(event_loop, WindowRole::Notes, presented);
    }

    /// Draws again later if a surface had no texture for a frame, and takes another device if that is needed.
    fn follow_presented(&mut self, event_loop: &ActiveEventLoop, role: WindowRole, presented: Presented) {
        match (presented, role, &mut self.notes) {
            (Presented::Shown | Presented::Hidden, ..) => {}
            (Presented::Missed(wait), WindowRole::Notes, Some(notes)) => notes.parts().1.request(Instant::now(), wait),
            (Presented::Missed(wait), ..) => self.schedule.request(Instant::now(), wait),
            (Presented::Failed(error), ..) => self.lose_device(event_loop, &error.to_string()),
        }
    }
}

impl ApplicationHandler<UserEvent> for Application {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let Some(state) = self.started.take() else { return };
        match ViewerWindow::open(event_loop, &self.proxy, state) {
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
            // A later pass has already handled the request or made another one.
            UserEvent::Repaint { pass, .. } if pass + 1 < painted.egui.egui_ctx().cumulative_pass_nr() => {}
            UserEvent::Repaint { delay, .. } if delay.is_zero() => painted.window.request_redraw(),
            UserEvent::Repaint { delay, .. } => schedule.request(Instant::now(), delay),
            // An event of a window that was closed meanwhile would go to the wrong window.
            UserEvent::AccessKit(event) if event.window_id == painted.id() => painted.accessibility(event.window_event),
            UserEvent::AccessKit(_) => {}
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        let Some(window) = &mut self.window else { return };
        if id != window.painted.id() {
            self.notes_event(event_loop, &event);
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
                if window.viewer.state.interface.quit {
                    event_loop.exit();
                } else {
                    window.painted.window.request_redraw();
                }
            }
            WindowEvent::Resized(size) => window.resize(size),
            WindowEvent::ScaleFactorChanged { .. } => window.resize(window.painted.window.inner_size()),
            WindowEvent::Occluded(false) => window.painted.window.request_redraw(),
            WindowEvent::Moved(_) => window.report_placement(),
            WindowEvent::RedrawRequested => {
                self.schedule.begin_frame();
                let presented = window.draw();
                if window.viewer.state.interface.quit {
                    event_loop.exit();
                }
                self.follow_presented(event_loop, WindowRole::Viewer, presented);
                self.follow_talk(event_loop);
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        self.commit_planned_faults();
        self.recover_if_due(event_loop);
        let now = Instant::now();
        let kept = self.window.as_mut().and_then(|window| window.keep_session(&self.crash_desk, now));
        let viewer = self.window.as_mut().map(|window| (&mut window.painted, &mut self.schedule));
        let notes = self.notes.as_mut().map(NotesWindow::parts);
        let mut next = [self.recovery.next(), self.faults.next(), kept].into_iter().flatten().min();
        for (painted, schedule) in viewer.into_iter().chain(notes) {
            if schedule.take_due(now) {
                painted.window.request_redraw();
            }
            next = [next, schedule.next()].into_iter().flatten().min();
        }
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

pub(super) struct ViewerWindow {
    pub(super) painted: PaintedWindow,
    pub(super) gpu: WindowGpu,
    pub(super) viewer: Viewer,
    /// The title set last, to avoid setting the same title again without querying the window system.
    title: String,
    covers_screen: bool,
    widgets: WidgetLog,
    /// Key of the session that is kept for a crash, and the time since which it is kept.
    kept: Option<(SessionKey, Instant)>,
}

impl ViewerWindow {
    fn open(event_loop: &ActiveEventLoop, proxy: &EventLoopProxy<UserEvent>, state: State) -> Result<Self, RunError> {
        let attributes = Window::default_attributes()
            .with_title(PROGRAM)
            .with_min_inner_size(winit::dpi::LogicalSize::new(500.0, 400.0))
            .with_visible(false);
        let attributes = placed(identified(attributes), event_loop, state.interface.settings.window);
        let window = Arc::new(event_loop.create_window(attributes)?);
        let (surface, gpu) = open_gpu(event_loop, &window, Wanted::Usual)?;
        let painted = PaintedWindow::new(event_loop, proxy, WindowRole::Viewer, (window, surface), &gpu)?;
        if WidgetLog::is_wanted() {
            painted.egui.egui_ctx().enable_accesskit();
        }
        let surface = painted.window_surface().ok_or(RunError::Format)?;
        let mut viewer = Viewer::of(Arc::clone(&gpu.context), surface, state);
        let shown_from = Instant::now() + UPLOAD_WAIT;
        while viewer.state.jobs.loader.opened_now().is_some_and(|opening| opening.is_almost_open())
            && Instant::now() < shown_from
        {
            std::thread::sleep(std::time::Duration::from_millis(1));
            viewer.state.take_results();
        }
        painted.window.set_visible(true);
        painted.window.request_redraw();
        let (title, widgets, kept) = (PROGRAM.to_owned(), WidgetLog::default(), None);
        Ok(Self { painted, gpu, viewer, title, covers_screen: false, widgets, kept })
    }

    fn resize(&mut self, size: winit::dpi::PhysicalSize<u32>) {
        self.painted.resize(size);
        self.report_placement();
    }

    /// Reports the window's current placement to the session, for the next start.
    fn report_placement(&mut self) {
        // The next start shows a normal window again.
        if self.covers_screen {
            return;
        }
        let placement = &mut self.viewer.state.interface.settings.window;
        *placement = Some(placement_of(&self.painted.window, *placement));
    }

    /// Keeps the session in case the program crashes, at intervals during a drag. Returns the time to keep it again, if
    /// it has changed.
    fn keep_session(&mut self, desk: &CrashDesk, now: Instant) -> Option<Instant> {
        let key = self.viewer.state.session_key()?;
        if let Some((kept, since)) = &self.kept {
            let due = *since + KEEP_STEP;
            if *kept == key || now < due {
                return (*kept != key).then_some(due);
            }
        }
        desk.keep(self.viewer.state.session_copy()?);
        self.kept = Some((key, now));
        None
    }

    fn draw(&mut self) -> Presented {
        if !self.painted.has_device() {
            // The next device draws the next frame. Input waits until then.
            return Presented::Hidden;
        }
        if let Some(loss) = self.gpu.context.loss() {
            return Presented::Failed(loss);
        }
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
        let background = style::window_background(self.viewer.state.interface.theme);
        self.painted.present(output, background)
    }

    /// Covers the screen that the window is on, or returns to a normal window.
    fn set_full_screen(&mut self) {
        let wanted = self.viewer.state.interface.full_screen;
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
