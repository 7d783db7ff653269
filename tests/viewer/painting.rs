//! A window of which only what changed is painted looks in every frame as one that is painted whole.

use egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, TouchPhase, pos2,
    vec2,
};
use skinscope::files::{CenterStore, open_model};
use skinscope::gpu::{GpuContext, read_rgba};
use skinscope::panes::{Comparison, ComparisonKind};
use skinscope::session::Command;
use skinscope::skinning::SkinningMethod;
use skinscope::view::Theme;
use skinscope::viewer::{Viewer, WindowFrame, WindowPainter, WindowSurface};
use std::sync::Arc;

/// The same frames, painted in both ways.
struct TwoWindows {
    context: Arc<GpuContext>,
    ctx: egui::Context,
    viewer: Viewer,
    kept: WindowPainter,
    whole: WindowPainter,
    targets: [wgpu::Texture; 2],
    pixels_per_point: f32,
    time: f64,
    frames: usize,
    /// Frames of which less than a third of the pixels differ from the frame before.
    small_changes: usize,
    before: Vec<u8>,
}

impl TwoWindows {
    fn new(model: &str, size: [u32; 2], pixels_per_point: f32, format: wgpu::TextureFormat) -> Self {
        let context = Arc::new(pollster::block_on(GpuContext::headless()).unwrap());
        let renderer = egui_wgpu::Renderer::new(&context.device, format, egui_wgpu::RendererOptions::PREDICTABLE);
        let egui_renderer = Arc::new(egui::mutex::RwLock::new(renderer));
        let surface = WindowSurface { egui_renderer: Arc::clone(&egui_renderer), format };
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(|| {});
        let store = CenterStore::none();
        let mut viewer = Viewer::new(Arc::clone(&context), surface, wake, SkinningMethod::Lbs, Theme::Dark, store);
        viewer.show(open_model(model).unwrap());
        let targets = [(); 2].map(|()| target(&context, size, format));
        Self {
            kept: WindowPainter::new(Arc::clone(&egui_renderer), true),
            whole: WindowPainter::new(egui_renderer, false),
            ctx: egui::Context::default(),
            viewer,
            targets,
            pixels_per_point,
            context,
            time: 0.0,
            frames: 0,
            small_changes: 0,
            before: Vec::new(),
        }
    }

    fn size_in_pixels(&self) -> [u32; 2] {
        [self.targets[0].width(), self.targets[0].height()]
    }

    fn resize(&mut self, size: [u32; 2]) {
        let format = self.targets[0].format();
        self.targets = [(); 2].map(|()| target(&self.context, size, format));
    }

    /// One frame with these events; `painted` says whether it reaches the screen.
    fn frame(&mut self, events: Vec<Event>, painted: bool) {
        self.time += 0.05;
        let [width, height] = self.size_in_pixels();
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(width as f32, height as f32) / self.pixels_per_point);
        let mut input = RawInput { screen_rect: Some(screen), events, time: Some(self.time), ..RawInput::default() };
        input.viewports.entry(egui::ViewportId::ROOT).or_default().native_pixels_per_point =
            Some(self.pixels_per_point);
        let viewer = &mut self.viewer;
        let mut output = self.ctx.run_ui(input, |ui| viewer.frame(ui));
        self.kept.take_textures(&self.context, &output.textures_delta);
        if painted {
            self.compare(std::mem::take(&mut output.shapes), output.pixels_per_point);
        }
        self.kept.free_textures(&output.textures_delta);
        output.textures_delta.clear();
    }

    fn compare(&mut self, shapes: Vec<egui::epaint::ClippedShape>, pixels_per_point: f32) {
        let frame = WindowFrame {
            shapes,
            background: egui::Color32::from_rgb(20, 60, 30),
            size_in_pixels: self.size_in_pixels(),
            pixels_per_point,
        };
        let [kept_target, whole_target] = &self.targets;
        self.kept.paint(&self.context, &self.ctx, frame.clone(), kept_target);
        self.whole.paint(&self.context, &self.ctx, frame, whole_target);
        let kept = read_rgba(&self.context, kept_target).unwrap();
        let whole = read_rgba(&self.context, whole_target).unwrap();
        let width = kept_target.width() as usize;
        let wrong = kept.as_chunks::<4>().0.iter().zip(whole.as_chunks::<4>().0.iter()).position(|(a, b)| a != b);
        if let Some(pixel) = wrong {
            panic!("frame {}: the pixel at {}, {} differs", self.frames, pixel % width, pixel / width);
        }
        let changed =
            kept.as_chunks::<4>().0.iter().zip(self.before.as_chunks::<4>().0.iter()).filter(|(a, b)| a != b).count();
        self.small_changes += usize::from(self.before.len() == kept.len() && changed * 3 < kept.len() / 4);
        self.frames += 1;
        self.before = kept;
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame(Vec::new(), true);
        }
    }

    fn hover(&mut self, at: Pos2) {
        self.frame(vec![Event::PointerMoved(at)], true);
    }

    fn press(&mut self, at: Pos2, pressed: bool) {
        let button = PointerButton::Primary;
        self.frame(vec![Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE }], true);
    }

    fn click(&mut self, at: Pos2) {
        self.hover(at);
        self.press(at, true);
        self.press(at, false);
        self.frames(3);
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        self.hover(from);
        self.press(from, true);
        for step in 1..=4 {
            self.hover(from.lerp(to, step as f32 / 4.0));
        }
        self.press(to, false);
        self.frames(2);
    }

    fn key(&mut self, key: Key) {
        for pressed in [true, false] {
            let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
            self.frame(vec![event], true);
        }
        self.frames(3);
    }

    fn apply(&mut self, command: Command) {
        self.viewer.state.apply(command);
        self.frames(2);
    }
}

fn target(context: &GpuContext, [width, height]: [u32; 2], format: wgpu::TextureFormat) -> wgpu::Texture {
    use wgpu::TextureUsages as Usages;
    context.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("window"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: Usages::RENDER_ATTACHMENT | Usages::COPY_SRC | Usages::COPY_DST,
        view_formats: &[],
    })
}

/// Typical work in a window. Every frame of it is compared.
fn work_in(windows: &mut TwoWindows) {
    let points = |x: f32, y: f32| pos2(x, y);
    windows.frames(4);
    // Hovered things light up and go out; a tooltip comes and goes.
    for x in [40.0, 130.0, 230.0, 400.0, 520.0] {
        windows.hover(points(x, 22.0));
    }
    windows.frames(16);
    // A joint in the tree, then its slider.
    windows.click(points(90.0, 140.0));
    windows.drag(points(90.0, 470.0), points(120.0, 470.0));
    windows.drag(points(500.0, 300.0), points(560.0, 330.0));
    // Over the picture: names, probes, the wheel.
    for step in 0..6 {
        windows.hover(points(430.0 + 15.0 * step as f32, 260.0 + 8.0 * step as f32));
    }
    let wheel = Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, 2.0),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    };
    windows.frame(vec![wheel], true);
    windows.frames(4);
    // Two methods in one pane, the divider dragged, then flickering.
    for kind in [ComparisonKind::Wipe, ComparisonKind::Flicker, ComparisonKind::Off] {
        let comparison = Comparison { kind, ..windows.viewer.state.edit.panes[0].settings.comparison };
        windows.apply(Command::SetComparison { pane: 0, comparison });
        windows.hover(points(400.0, 300.0));
        windows.drag(points(400.0, 300.0), points(430.0, 300.0));
    }
    windows.apply(Command::SetPaneCount(3));
    windows.drag(points(500.0, 300.0), points(530.0, 320.0));
    // Frames that are never shown must not be forgotten.
    windows.viewer.state.apply(Command::SetPaneCount(2));
    windows.frame(Vec::new(), false);
    windows.drag(points(460.0, 260.0), points(480.0, 280.0));
    windows.frame(Vec::new(), false);
    windows.frames(2);
    // Sheets over everything, with letters that were not seen before.
    windows.key(Key::P);
    windows.key(Key::Questionmark);
    windows.frame(vec![Event::Text("twist".to_owned())], true);
    windows.frames(2);
    windows.key(Key::Escape);
    windows.key(Key::P);
    windows.apply(Command::SetTheme(Theme::Light));
    windows.hover(points(60.0, 22.0));
    windows.frames(3);
}

#[test]
fn a_kept_window_looks_like_one_that_is_painted_whole() {
    let mut windows = TwoWindows::new("limb", [960, 620], 1.0, wgpu::TextureFormat::Rgba8Unorm);
    work_in(&mut windows);
    windows.resize([1001, 577]);
    windows.frames(3);
    windows.hover(pos2(500.0, 300.0));
    windows.frames(2);
    assert!(windows.frames > 100 && windows.small_changes * 3 > windows.frames, "{} frames", windows.frames);
}

#[test]
fn a_kept_window_is_right_where_points_are_no_whole_pixels_and_the_surface_encodes() {
    let mut windows = TwoWindows::new("bar", [1203, 777], 1.25, wgpu::TextureFormat::Bgra8UnormSrgb);
    work_in(&mut windows);
}
