use super::file_dialogs;
use super::filling::WindowSurface;
use super::fingerprint::Fingerprint;
use super::handouts;
use super::picture_painter::PicturePainter;
use super::pictures::Pictures;
use super::recorder::{self, FilmJob};
use super::ui;
use crate::files::{CenterStore, ModelSource, OpenedModel};
use crate::gpu::GpuContext;
use crate::session::{Command, Loader, StageMotion, State, WindowRequest};
use crate::skinning::SkinningMethod;
use crate::style;
use crate::view::Theme;
use crate::work::Wake;
use std::path::Path;
use std::sync::Arc;

/// The program without its window: state, pictures and panels. Tests use this same type.
pub struct Viewer {
    pub state: State,
    pictures: Pictures,
    installed_theme: Option<Theme>,
    /// Time of the frame, the same each time that it is laid out.
    frame_seconds: f64,
    /// Time of the last movement. Panes are drawn coarsely until it has stopped.
    last_motion_seconds: f64,
    /// Whether a field had keyboard focus after the last frame.
    was_typing: bool,
    /// Time of the last input of any kind.
    last_input_seconds: f64,
    software_gpu: bool,
    /// Whether the interface is scaled to the stage.
    on_stage: bool,
    /// A film or a handout that is being made in the background.
    film: FilmJob,
    /// The last error of the device that was reported.
    last_fault: Option<String>,
}

/// Counts of compiled shaders and drawn pictures of a device. Frames in which nothing changed leave them as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawCounts {
    pub pipelines: usize,
    /// Pictures of panes.
    pub pictures: usize,
}

/// Title of the message about an error of the graphics device that no pane shows.
const DEVICE_ERROR: &str = "The graphics card reported an error";

/// Time in seconds that panes stay coarse after the last movement, so that a pause in a drag does not stutter.
const REST_SECONDS: f64 = 0.15;

/// Time in seconds that a text cursor blinks after the last input, as is usual on desktops. Then it stays lit and the
/// window is idle.
const BLINK_SECONDS: f64 = 10.0;

/// Time in seconds that a notice stays visible.
const NOTICE_SECONDS: f64 = 5.0;

/// Interval at which a pending history change is checked.
const HISTORY_STEP: std::time::Duration = std::time::Duration::from_millis(200);

/// Interval at which the progress of a background job is redrawn.
const PROGRESS_STEP: std::time::Duration = std::time::Duration::from_millis(100);

/// One pass for the user's commands, and two for egui, which measures what is new before it shows it.
const MOST_PASSES: std::num::NonZeroUsize = std::num::NonZeroUsize::new(3).unwrap();

/// Whether this is the first time that the frame is laid out.
fn is_first_pass(ctx: &egui::Context) -> bool {
    ctx.current_pass_index() == 0
}

/// Time in seconds since the last frame, at most a quarter, so that nothing jumps after a pause. A frame that is laid
/// out again takes no time.
fn elapsed_seconds(ctx: &egui::Context) -> f32 {
    if is_first_pass(ctx) { ctx.input(|input| input.stable_dt).min(0.25) } else { 0.0 }
}

impl Viewer {
    /// Creates a viewer with an empty session. `wake` requests another frame and is callable from any thread.
    pub fn new(
        context: Arc<GpuContext>,
        surface: WindowSurface,
        wake: Wake,
        first_method: SkinningMethod,
        theme: Theme,
        center_store: CenterStore,
    ) -> Self {
        Self::of(context, surface, State::new(first_method, theme, Loader::new(wake, center_store)))
    }

    /// Creates a viewer for an existing session.
    pub fn of(context: Arc<GpuContext>, surface: WindowSurface, mut state: State) -> Self {
        state.jobs.loader.show_dialogs_with(Box::new(file_dialogs::show));
        let film = recorder::film_job(state.jobs.loader.wake());
        let mut viewer = Self {
            software_gpu: false,
            state,
            pictures: Pictures::new(context, surface),
            installed_theme: None,
            frame_seconds: 0.0,
            last_motion_seconds: f64::NEG_INFINITY,
            was_typing: false,
            last_input_seconds: f64::NEG_INFINITY,
            on_stage: false,
            film,
            last_fault: None,
        };
        viewer.connect_gpu();
        viewer
    }

    /// Draws with another device, after the last one was lost. The user's work and the visible content stay the same.
    pub fn replace_gpu(&mut self, context: Arc<GpuContext>, surface: WindowSurface) {
        self.pictures.replace_gpu(context, surface);
        self.connect_gpu();
        self.last_fault = None;
    }

    /// Connects background drawing and uploading to the device that draws the pictures.
    fn connect_gpu(&mut self) {
        let context = self.pictures.shared_context();
        self.software_gpu = context.is_software();
        context.set_full_precision(self.state.interface.settings.full_precision);
        let painter = PicturePainter::new(context);
        self.state.jobs.pictures.draw_with(Arc::new(move |order, progress| painter.draw(order, progress)));
        self.state.jobs.loader.prepare_with(self.pictures.preparer());
    }

    /// Counts of shaders compiled and pictures drawn so far.
    pub fn draw_counts(&self) -> DrawCounts {
        DrawCounts { pipelines: self.pictures.context().pipelines.count(), pictures: self.pictures.drawn() }
    }

    /// Shows a model that is already open.
    pub fn show(&mut self, opened: OpenedModel) {
        self.state.show_document(opened);
    }

    /// Runs one frame: results of background jobs and time; panels and their commands; what the user does in the panes,
    /// and its commands; and last the panes and their pictures, which so show the frame's own edits.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.install_style(&ctx);
        self.rest_text_cursor(&ctx);
        self.pictures.context().set_full_precision(self.state.interface.settings.full_precision);
        self.state.take_results();
        self.take_fault();
        self.take_film();
        self.take_dropped_files(&ctx);
        self.advance_time(&ctx);
        self.advance_stage(&ctx);
        let demonstrates = self.advance_demo(&ctx);
        let moves = self.notice_motion(&ctx, demonstrates);
        if is_first_pass(&ctx) {
            self.pictures.begin_pace(std::time::Instant::now(), moves);
        }
        self.state.interface.settings.inspector_open = ui::inspector_is_open(&ctx, &self.state);
        self.follow_edits(&ctx);
        let jobs = &self.state.jobs;
        let is_computing = self.state.documents.centers.computing()
            || jobs.stress.fraction().is_some()
            || jobs.clips.fraction().is_some()
            || jobs.before.fraction().is_some()
            || jobs.stored_cost.is_running()
            || jobs.preview.is_running();
        let reads = jobs.loader.opening.is_running() || jobs.loader.rereading.is_running();
        if is_computing || reads || jobs.pictures.is_drawing() || jobs.baking.is_running() || self.film.is_running() {
            ctx.request_repaint_after(PROGRESS_STEP);
        }
        if ctx.input(|input| input.pointer.any_pressed()) {
            self.state.begin_gesture();
        }
        if is_first_pass(&ctx) {
            self.frame_seconds = ctx.input(|input| input.time);
        }
        let now = self.frame_seconds;
        let mut shortcuts = ui::read_shortcuts(&ctx, &self.state, self.was_typing);
        let before = Fingerprint::of(&self.state);
        // Other keys could open a field or a dialog that reads the same key again, or leave the stage, whose interface has
        // another size.
        if shortcuts.iter().all(Command::stays_on_stage) {
            shortcuts.drain(..).for_each(|command| self.state.apply(command));
        }
        let on_stage = self.state.talk.stage.is_some();
        let arrangement = ui::Arrangement::of(&ctx, &self.state);
        let of_panels = ui::show_panels(ui, &self.state, &mut self.pictures);
        let tree_points = of_panels.iter().any(|command| matches!(command, Command::HoverJoint(_)));
        shortcuts.into_iter().for_each(|command| self.state.apply(command));
        self.obey(of_panels);
        // A transition starts at the frame of its key, even if that frame takes long.
        self.state.advance_transition(now);
        let has_edited_late = if ui::Arrangement::of(&ctx, &self.state) == arrangement || !is_first_pass(&ctx) {
            self.show_panes(ui, tree_points)
        } else {
            // What the pointer did in this frame is not told again.
            if self.state.talk.stage.is_some() == on_stage {
                let of_hand = ui::react(ui, &self.state, tree_points);
                self.obey(of_hand);
            }
            true
        };
        self.was_typing = ctx.text_edit_focused();
        let held = ctx.input(|input| input.pointer.any_down());
        if !held {
            self.state.end_gesture();
        }
        self.scale_interface(&ctx);
        self.copy_requested(&ctx);
        self.start_film();
        self.save_plot();
        self.pass_notice(&ctx);
        self.rehearse(&ctx);
        if let Some(seconds) = self.state.autosave(now) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(seconds));
        }
        if self.state.feed_history(now, held) {
            ctx.request_repaint_after(HISTORY_STEP);
        }
        if has_edited_late && is_first_pass(&ctx) {
            // Rare: a click in a menu of a pane, or on what shows and hides panels.
            ctx.request_discard("a command changed what was laid out before it");
        } else if Fingerprint::of(&self.state) != before {
            // The panels show the change in the next frame.
            ctx.request_repaint();
        }
    }

    /// Carries out the commands of the user's hand in the panes, and draws the panes. Returns whether a command of the
    /// widgets among the panes changed what was drawn.
    fn show_panes(&mut self, ui: &mut egui::Ui, tree_points: bool) -> bool {
        let ctx = ui.ctx().clone();
        let of_hand = ui::react(ui, &self.state, tree_points);
        self.obey(of_hand);
        self.follow_edits(&ctx);
        let shown_format = self.pictures.is_packed(&self.state.documents);
        let of_widgets = ui::show_panes(ui, &self.state, &mut self.pictures);
        if self.pictures.is_packed(&self.state.documents) != shown_format {
            // The inspector, which displays it, is laid out before the pictures.
            ctx.request_repaint();
        }
        if of_widgets.is_empty() {
            return false;
        }
        let drawn = Fingerprint::of(&self.state);
        self.obey(of_widgets);
        Fingerprint::of(&self.state) != drawn
    }

    /// Applies commands. After Escape, ignores what the mouse still holds until it is released, including the frame of
    /// the release.
    fn obey(&mut self, commands: Vec<Command>) {
        for command in commands {
            if !self.state.gesture_is_over() || command.follows_by_itself() {
                self.state.apply(command);
            }
        }
    }

    /// Updates what derives from the edited state: requests of centers and figures, the probe, the limit of turns.
    fn follow_edits(&mut self, ctx: &egui::Context) {
        self.state.request_centers();
        self.state.request_figures(ctx.input(|input| input.time));
        self.state.request_remedies();
        self.state.request_stored_cost();
        self.state.refresh_probe();
        self.state.refresh_turn_limit();
    }

    /// Answers the oldest request of the state to the window. `clipboard` reads the clipboard's text, and `open` shows a
    /// folder or a page in the system's program for it. Returns whether anything was requested.
    pub fn answer_requests(
        &mut self,
        clipboard: impl FnOnce() -> Option<String>,
        open: impl FnOnce(&Path) -> std::io::Result<()>,
    ) -> bool {
        let is_answered_here = |request: &WindowRequest| {
            use WindowRequest::{Paste, ShowFolder, ShowPage};
            matches!(request, Paste { .. } | ShowFolder(_) | ShowPage(_))
        };
        match self.state.jobs.take_request(is_answered_here) {
            Some(WindowRequest::Paste { mirrored }) => self.state.apply(match clipboard() {
                Some(json) => Command::PastePose { json, mirrored },
                None => Command::Notify("The clipboard is empty. Copy a pose with Ctrl+C first."),
            }),
            Some(WindowRequest::ShowFolder(folder)) => {
                if let Err(error) = open(&folder) {
                    let details = format!("No file manager could be started ({error}): {}", folder.display());
                    self.state.show_error("Could not show the folder".to_owned(), details);
                }
            }
            Some(WindowRequest::ShowPage(page)) => {
                if let Err(error) = open(&page) {
                    let details = format!("No browser could be started ({error}): {}", page.display());
                    self.state.show_error("Could not show the page".to_owned(), details);
                }
            }
            // The frame answers other requests.
            _ => return false,
        }
        true
    }

    /// Puts copied text or a copied picture on the clipboard.
    fn copy_requested(&mut self, ctx: &egui::Context) {
        let is_copy =
            |request: &WindowRequest| matches!(request, WindowRequest::Copy(_) | WindowRequest::CopyPicture(_));
        while let Some(request) = self.state.jobs.take_request(is_copy) {
            match request {
                WindowRequest::Copy(text) => ctx.copy_text(text),
                WindowRequest::CopyPicture(picture) => {
                    let size = picture.size.map(|side| side as usize);
                    ctx.copy_image(egui::ColorImage::from_rgba_unmultiplied(size, &picture.rgba));
                }
                _ => {}
            }
        }
    }

    pub(super) fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// Starts the requested film or handout.
    fn start_film(&mut self) {
        let is_asked =
            |request: &WindowRequest| matches!(request, WindowRequest::Record(_) | WindowRequest::HandOut(_));
        let request = self.state.jobs.take_request(is_asked);
        let (Some(request), Some(recording)) = (request, &self.state.jobs.recording) else { return };
        let progress = Arc::clone(&recording.progress);
        match request {
            WindowRequest::Record(request) => {
                self.film.start_watched(request.path.clone(), progress, move |by| recorder::make(&request, by));
            }
            WindowRequest::HandOut(request) => {
                self.film.start_watched(request.path.clone(), progress, move |by| handouts::make(&request, by));
            }
            _ => {}
        }
    }

    /// Shows an error of the device that no pane shows, once.
    fn take_fault(&mut self) {
        let Some(fault) = self.pictures.context().take_fault().map(|fault| fault.to_string()) else { return };
        if self.last_fault.as_ref() != Some(&fault) {
            self.state.show_error(DEVICE_ERROR.to_owned(), fault.clone());
            self.last_fault = Some(fault);
        }
    }

    /// Writes the requested plot.
    fn save_plot(&mut self) {
        let request = self.state.jobs.take_request(|request| matches!(request, WindowRequest::SavePlot(_)));
        if let Some(WindowRequest::SavePlot(path)) = request {
            let saved = super::plot_saver::save(&self.state, &path);
            self.state.finish_plot(&path, saved);
        }
    }

    /// Reports how a film ended.
    fn take_film(&mut self) {
        if let Some((path, result)) = self.film.poll() {
            self.state.finish_recording(&path, recorder::film_end(result));
        }
    }

    fn install_style(&mut self, ctx: &egui::Context) {
        let theme = self.state.interface.theme;
        match self.installed_theme {
            Some(installed) if installed == theme => return,
            Some(_) => style::apply_theme(ctx, theme),
            None => {
                style::install(ctx, theme);
                ctx.options_mut(|options| options.max_passes = MOST_PASSES);
                ctx.set_zoom_factor(self.state.interface.settings.zoom);
            }
        }
        self.installed_theme = Some(theme);
        // New fonts and colors apply from the next frame on.
        ctx.request_repaint();
    }

    /// Scales the interface to the stage, and back to the user's setting.
    fn scale_interface(&mut self, ctx: &egui::Context) {
        if self.state.talk.stage.is_some() {
            let wanted = ui::stage_zoom(ctx);
            if (wanted / ctx.zoom_factor() - 1.0).abs() > 1e-3 {
                ctx.set_zoom_factor(wanted);
                ctx.request_repaint();
            }
            self.on_stage = true;
        } else if std::mem::take(&mut self.on_stage) {
            ctx.set_zoom_factor(self.state.interface.settings.zoom);
        } else {
            self.state.interface.settings.zoom = ctx.zoom_factor();
        }
    }

    /// Draws scenes of the talk out of sight while the window is idle.
    fn rehearse(&mut self, ctx: &egui::Context) {
        // A frame that is laid out again had input, or edits.
        if self.state.interface.busy || !is_first_pass(ctx) || ctx.input(|input| !input.raw.events.is_empty()) {
            return;
        }
        match self.pictures.rehearse(&self.state) {
            Ok(true) => ctx.request_repaint(),
            Ok(false) => {}
            // The pane reports it when the scene is shown.
            Err(error) => tracing::warn!("a scene of the talk could not be drawn ahead: {error}"),
        }
    }

    fn rest_text_cursor(&mut self, ctx: &egui::Context) {
        let (now, has_input) = ctx.input(|input| (input.time, !input.raw.events.is_empty()));
        if has_input {
            self.last_input_seconds = now;
        }
        let blinks = now - self.last_input_seconds < BLINK_SECONDS;
        if ctx.global_style().visuals.text_cursor.blink != blinks {
            ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = blinks);
        }
    }

    /// Removes a notice some time after it is first seen.
    fn pass_notice(&mut self, ctx: &egui::Context) {
        let Some(notice) = &mut self.state.interface.notice else { return };
        let now = ctx.input(|input| input.time);
        let left = NOTICE_SECONDS - (now - *notice.since_seconds.get_or_insert(now));
        if left > 0.0 {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
        } else {
            self.state.interface.notice = None;
        }
    }

    fn take_dropped_files(&mut self, ctx: &egui::Context) {
        let (dropped, hovering, adds) = ctx.input(|input| {
            let dropped: Vec<_> = input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect();
            (dropped, !input.raw.hovered_files.is_empty(), input.modifiers.shift)
        });
        self.state.interface.file_hovers = hovering;
        if !dropped.is_empty() {
            let command = match dropped.as_slice() {
                [path] if !path.is_dir() && adds => Command::AddModel(ModelSource::File(path.clone())),
                [path] if !path.is_dir() => Command::Open(ModelSource::File(path.clone())),
                _ => Command::OpenGiven(dropped),
            };
            self.state.apply(command);
        }
    }

    fn advance_time(&mut self, ctx: &egui::Context) {
        if !self.state.playback.playing {
            return;
        }
        let elapsed = elapsed_seconds(ctx);
        let duration = self.state.clip_duration_seconds();
        self.state.playback.advance(elapsed, duration);
        self.state.refresh_pose();
        ctx.request_repaint();
    }

    /// Advances a transition between scenes.
    fn advance_stage(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        let glides = self.state.advance_transition(now);
        if self.state.advance_stage_motion(now) || glides {
            ctx.request_repaint();
        }
    }

    /// Runs the demonstration of a first start until the window is touched, and only while it has the focus: a window
    /// in the background stays idle. Returns whether it moves.
    fn advance_demo(&mut self, ctx: &egui::Context) -> bool {
        if self.state.interface.demo.is_none() {
            return false;
        }
        let (touched, focused) = ctx.input(|input| {
            let touches = |event: &egui::Event| {
                matches!(
                    event,
                    egui::Event::PointerButton { .. }
                        | egui::Event::Key { .. }
                        | egui::Event::MouseWheel { .. }
                        | egui::Event::Touch { .. }
                )
            };
            (input.raw.events.iter().any(touches), input.focused)
        });
        if touched {
            self.state.end_demo();
            return false;
        }
        let moves = focused && self.state.advance_demo(elapsed_seconds(ctx));
        if moves {
            ctx.request_repaint();
        }
        moves
    }

    /// Switches to coarse pictures while something moves, on a software GPU only. Other GPUs keep up without it.
    /// Returns whether something moves or just did.
    fn notice_motion(&mut self, ctx: &egui::Context, demonstrates: bool) -> bool {
        let now = ctx.input(|input| input.time);
        let scrolls = ctx.input(|input| input.smooth_scroll_delta() != egui::Vec2::ZERO);
        // A paused drag counts as stopped: the user is waiting for the fine pictures and the figures.
        let drags = ctx.input(|i| i.pointer.is_decidedly_dragging() && i.pointer.delta() != egui::Vec2::ZERO);
        // Each vertex under the pointer recolors the skin.
        let follows = self.state.colors_follow_pointer()
            && self.state.hand.hovered_vertex.is_some()
            && ctx.input(|input| input.pointer.delta() != egui::Vec2::ZERO);
        let glides = self.state.is_in_transition() || self.state.stage_motion().is_some_and(StageMotion::is_playing);
        if scrolls || drags || follows || glides || demonstrates || self.state.playback.playing {
            self.last_motion_seconds = now;
        }
        let moves = now - self.last_motion_seconds < REST_SECONDS;
        self.state.interface.busy = self.software_gpu && moves;
        if self.state.interface.busy {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(REST_SECONDS));
        }
        moves
    }
}
