//! The second window of a talk, with the speaker's notes.

use super::frame_schedule::FrameSchedule;
use super::on_device::Presented;
use super::painted_window::{PaintedWindow, WindowGpu, WindowRole};
use super::pictures::Pictures;
use super::run_error::RunError;
use super::ui::{SpeakerNotes, commands_of_keys};
use super::window::UserEvent;
use super::window_identity::identified;
use crate::session::user_commands::Context;
use crate::session::{Command, StageKey, State, TalkDesk};
use crate::style;
use crate::view::Theme;
use std::sync::Arc;
use std::time::Duration;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window, WindowId};

const TITLE: &str = "Speaker notes - skinscope";
/// Size of the window in logical points.
const SIZE: [f64; 2] = [900.0, 600.0];
/// Interval of the clock, in seconds.
const SECOND: f64 = 1.0;

pub struct NotesWindow {
    painted: PaintedWindow,
    schedule: FrameSchedule,
    /// Content that was drawn last, without the clocks.
    shown: Option<SpeakerNotes>,
    installed_theme: Option<Theme>,
}

impl NotesWindow {
    /// Opens the window on another screen than the stage, if there is one.
    pub fn open(
        event_loop: &ActiveEventLoop,
        proxy: &EventLoopProxy<UserEvent>,
        gpu: &WindowGpu,
        stage: &Window,
    ) -> Result<Self, RunError> {
        let [width, height] = SIZE;
        let mut attributes = identified(Window::default_attributes())
            .with_title(TITLE)
            .with_inner_size(winit::dpi::LogicalSize::new(width, height))
            .with_min_inner_size(winit::dpi::LogicalSize::new(480.0, 320.0))
            .with_visible(false);
        let of_stage = stage.current_monitor();
        let free = event_loop.available_monitors().find(|monitor| Some(monitor) != of_stage.as_ref());
        if let Some(monitor) = free {
            attributes = attributes.with_position(monitor.position()).with_maximized(true);
        }
        let window = Arc::new(event_loop.create_window(attributes)?);
        let surface = gpu.instance.create_surface(Arc::clone(&window))?;
        let painted = PaintedWindow::new(event_loop, proxy, WindowRole::Notes, (window, surface), gpu)?;
        painted.window.set_visible(true);
        painted.window.request_redraw();
        Ok(Self { painted, schedule: FrameSchedule::default(), shown: None, installed_theme: None })
    }

    pub fn id(&self) -> WindowId {
        self.painted.id()
    }

    pub fn parts(&mut self) -> (&mut PaintedWindow, &mut FrameSchedule) {
        (&mut self.painted, &mut self.schedule)
    }

    /// Draws again if the talk went on.
    pub fn follow(&self, talk: &TalkDesk, pictures: &Pictures) {
        if self.shown != SpeakerNotes::of(talk, pictures.preview_of_next(talk)) {
            self.painted.window.request_redraw();
        }
    }

    /// Handles an event, and returns the stage's keys in it and the outcome of a frame.
    pub fn on_event(&mut self, event: &WindowEvent, state: &State, pictures: &Pictures) -> (Vec<Command>, Presented) {
        // egui would answer a redraw by requesting the next one.
        let is_redraw = matches!(event, WindowEvent::RedrawRequested);
        if !is_redraw && self.painted.egui.on_window_event(&self.painted.window, event).repaint {
            self.painted.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested => {
                return (vec![Command::PressOnStage(StageKey::ToggleNotes)], Presented::Hidden);
            }
            WindowEvent::Resized(size) => self.painted.resize(*size),
            WindowEvent::ScaleFactorChanged { .. } => self.painted.resize(self.painted.window.inner_size()),
            WindowEvent::Occluded(false) => self.painted.window.request_redraw(),
            WindowEvent::RedrawRequested if self.painted.has_device() => return self.draw(state, pictures),
            _ => {}
        }
        (Vec::new(), Presented::Hidden)
    }

    fn draw(&mut self, state: &State, pictures: &Pictures) -> (Vec<Command>, Presented) {
        self.schedule.begin_frame();
        let theme = state.interface.theme;
        let ctx = self.painted.egui.egui_ctx().clone();
        match self.installed_theme.replace(theme) {
            None => style::install(&ctx, theme),
            Some(installed) if installed != theme => style::apply_theme(&ctx, theme),
            Some(_) => {}
        }
        let input = self.painted.egui.take_egui_input(&self.painted.window);
        self.shown = SpeakerNotes::of(&state.talk, pictures.preview_of_next(&state.talk));
        let elapsed = state.talk.stage.as_ref().map_or(Duration::ZERO, |stage| stage.since.elapsed());
        let clock = chrono::Local::now().format("%H:%M").to_string();
        let mut commands = Vec::new();
        let output = ctx.run_ui(input, |ui| {
            commands = commands_of_keys(ui.ctx(), state, Context::Notes);
            if let Some(notes) = &self.shown {
                notes.show(ui, theme, elapsed, &clock);
            }
        });
        let to_next_second = SECOND - elapsed.as_secs_f64().fract();
        self.schedule.request(std::time::Instant::now(), Duration::from_secs_f64(to_next_second));
        let presented = self.painted.present(output, style::window_background(theme));
        (commands, presented)
    }
}
