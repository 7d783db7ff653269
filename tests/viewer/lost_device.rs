//! The graphics device is lost in the middle of the work, and all that the user made and sees comes back.

use crate::harness::{settle, wait_for_centers, wait_for_figures};
use crate::posing::{joint, on_ring};
use egui::mutex::{Mutex, RwLock};
use egui::{Context, FullOutput, TexturesDelta, vec2};
use egui_kittest::{Harness, TestRenderer};
use skinscope::files::{CenterStore, ModelSource, open_model};
use skinscope::gpu::{GpuContext, GpuError, read_rgba};
use skinscope::session::{Command, State};
use skinscope::skinning::SkinningMethod;
use skinscope::view::Theme;
use skinscope::viewer::{Viewer, WindowFrame, WindowPainter, WindowSurface};
use std::sync::Arc;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Paints as the window does.
pub struct Device {
    context: Arc<GpuContext>,
    renderer: Arc<RwLock<egui_wgpu::Renderer>>,
    painter: WindowPainter,
}

impl Device {
    fn new() -> Self {
        let context = Arc::new(pollster::block_on(GpuContext::headless()).unwrap());
        let renderer = egui_wgpu::Renderer::new(&context.device, FORMAT, egui_wgpu::RendererOptions::PREDICTABLE);
        let renderer = Arc::new(RwLock::new(renderer));
        Self { painter: WindowPainter::new(Arc::clone(&renderer), true), context, renderer }
    }

    fn surface(&self) -> WindowSurface {
        WindowSurface { egui_renderer: Arc::clone(&self.renderer), format: FORMAT }
    }

    fn paint(&mut self, ctx: &Context, output: &FullOutput) -> Result<image::RgbaImage, GpuError> {
        let size = (ctx.content_rect().size() * ctx.pixels_per_point()).round();
        let size = [size.x as u32, size.y as u32];
        let frame = WindowFrame {
            shapes: output.shapes.clone(),
            background: egui::Color32::from_rgb(20, 60, 30),
            size_in_pixels: size,
            pixels_per_point: ctx.pixels_per_point(),
        };
        use wgpu::TextureUsages as Usages;
        let target = self.context.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("window"),
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: Usages::RENDER_ATTACHMENT | Usages::COPY_SRC | Usages::COPY_DST,
            view_formats: &[],
        });
        let context = Arc::clone(&self.context);
        context.guarded("the window", || self.painter.paint(&context, ctx, frame, &target))?;
        let rgba = read_rgba(&context, &target)?;
        Ok(image::RgbaImage::from_raw(size[0], size[1], rgba).unwrap())
    }
}

/// Shared with the test, which replaces it.
struct Painter(Arc<Mutex<Device>>);

impl TestRenderer for Painter {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let device = &mut *self.0.lock();
        let context = Arc::clone(&device.context);
        device.painter.take_textures(&context, delta);
        device.painter.free_textures(delta);
        delta.clear();
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<image::RgbaImage, String> {
        self.0.lock().paint(ctx, output).map_err(|error| error.to_string())
    }
}

/// A viewer with a model open, on a device that can be lost.
pub fn open(model: &str) -> (Harness<'static, Viewer>, Arc<Mutex<Device>>) {
    let device = Device::new();
    let (context, surface) = (Arc::clone(&device.context), device.surface());
    let store = CenterStore::none();
    let mut viewer = Viewer::new(context, surface, Arc::new(|| {}), SkinningMethod::Lbs, Theme::Dark, store);
    viewer.show(open_model(model).unwrap());
    let device = Arc::new(Mutex::new(device));
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(30)
        .renderer(Painter(Arc::clone(&device)))
        .build_ui_state(|ui, viewer: &mut Viewer| viewer.frame(ui), viewer);
    settle(&mut harness);
    (harness, device)
}

pub fn lose(device: &Mutex<Device>) {
    device.lock().context.device.destroy();
}

/// Another device, as the window takes one.
pub fn recover(harness: &mut Harness<'_, Viewer>, device: &Mutex<Device>) {
    let mut other = Device::new();
    let context = Arc::clone(&other.context);
    other.painter.take_fonts(&context, &harness.ctx);
    let surface = other.surface();
    *device.lock() = other;
    harness.state_mut().replace_gpu(context, surface);
}

/// All that the user made and chose.
fn work_of(state: &State) -> impl PartialEq + std::fmt::Debug + use<> {
    let steps: Vec<String> = state.history.steps().iter().map(|step| step.name.clone()).collect();
    (
        (state.documents.first.as_ref().map(|document| document.id), state.edit.clone(), state.pose.clone()),
        (state.view.clone(), state.playback),
        (state.selection.clone(), state.hand.gizmo_drag.clone(), state.interface.poses_shown),
        (steps, state.history.current(), state.interface.settings),
    )
}

#[test]
fn a_lost_device_takes_nothing_with_it() {
    let (mut harness, device) = open("bar");
    let mid = joint(&harness, "mid");
    let commands = [
        Command::SetPaneCount(3),
        Command::SetMethod { pane: 1, method: SkinningMethod::Dqs },
        Command::SetMethod { pane: 2, method: SkinningMethod::Cor },
        Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 50.0 },
        Command::SelectJoint(Some(mid)),
    ];
    for command in commands {
        harness.state_mut().state.apply(command);
    }
    let mut look = harness.state().state.edit.pane(2).look;
    look.overlays = look.overlays.with(skinscope::view::Overlay::Centers, true);
    harness.state_mut().state.apply(Command::SetLook { pane: 2, look });
    wait_for_centers(&mut harness);
    harness.run_steps(60);
    let before_drag = harness.state().state.angles_degrees(mid);
    // A ring is held while it happens.
    let from = on_ring(&harness, 1, 0.3);
    harness.hover_at(from);
    harness.run_steps(2);
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + vec2(30.0, 0.0));
    harness.run_steps(60);
    wait_for_figures(&mut harness);
    harness.run_steps(60);
    let (work, picture) = (work_of(&harness.state().state), harness.render().unwrap());
    let held = harness.state().state.angles_degrees(mid);
    assert!(harness.state().state.hand.gizmo_drag.is_some() && held != before_drag);

    lose(&device);
    harness.run_steps(3);
    let loss = device.lock().context.loss().expect("it is noticed");
    assert!(loss.is_loss() && loss.to_string().starts_with("the graphics device was lost"), "{loss}");
    assert!(harness.render().is_err(), "nothing can be painted");
    assert_eq!(work_of(&harness.state().state), work);

    recover(&mut harness, &device);
    harness.run_steps(60);
    assert_eq!(work_of(&harness.state().state), work);
    let again = harness.render().unwrap();
    let differing = picture.enumerate_pixels().filter(|(x, y, pixel)| again.get_pixel(*x, *y) != *pixel);
    assert_eq!(differing.map(|(x, y, _)| (x, y)).next(), None, "the first pixel that differs");

    // The drag goes on, and is one step.
    harness.hover_at(from + vec2(80.0, 0.0));
    harness.run_steps(2);
    harness.drop_at(from + vec2(80.0, 0.0));
    harness.run_steps(60);
    let turned = harness.state().state.angles_degrees(mid);
    assert!((turned - held).length() > 5.0, "{before_drag} {held} {turned}");
    assert!(harness.render().unwrap() != again);
    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    assert!((harness.state().state.angles_degrees(mid) - before_drag).length() < 1e-3);
    // The same drag without a loss ends at the same angles.
    harness.hover_at(from);
    harness.run_steps(2);
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + vec2(30.0, 0.0));
    harness.run_steps(2);
    harness.hover_at(from + vec2(80.0, 0.0));
    harness.run_steps(2);
    harness.drop_at(from + vec2(80.0, 0.0));
    settle(&mut harness);
    let uninterrupted = harness.state().state.angles_degrees(mid);
    assert!((uninterrupted - turned).length() < 1e-2, "{uninterrupted} {turned}");
}

#[test]
fn small_pictures_of_poses_come_back_too() {
    let (mut harness, device) = open("bar");
    harness.state_mut().state.apply(Command::ShowPoses(true));
    harness.run_steps(90);
    let picture = harness.render().unwrap();
    lose(&device);
    harness.run_steps(2);
    recover(&mut harness, &device);
    harness.run_steps(90);
    assert!(harness.render().unwrap() == picture);
}

/// An error that no drawing asks about used to end the program.
#[test]
fn an_error_of_the_device_is_a_message() {
    let (mut harness, device) = open("bar");
    {
        let device = &device.lock().context.device;
        let limit = device.limits().max_buffer_size;
        let _too_large = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("too large"),
            size: limit + 4,
            usage: wgpu::BufferUsages::STORAGE,
            mapped_at_creation: false,
        });
    }
    harness.run_steps(2);
    let error = harness.state().state.interface.error.clone().expect("a message");
    assert_eq!(error.title, "The graphics card reported an error");
    assert!(error.details.starts_with("the graphics card rejected a command: "), "{}", error.details);
    assert!(!error.details.contains('\n'));
    harness.state_mut().state.apply(Command::DismissError);
    harness.run_steps(3);
    assert!(harness.state().state.interface.error.is_none(), "it is shown once");
    assert!(harness.render().is_ok());
}

/// Those who draw and upload in the background have the new device, and let go of the old one.
#[test]
fn nothing_holds_on_to_a_lost_device() {
    let (mut harness, device) = open("bar");
    let old = Arc::downgrade(&device.lock().context);
    lose(&device);
    harness.run_steps(2);
    recover(&mut harness, &device);
    harness.state_mut().state.apply(Command::Open(ModelSource::Bundled("limb")));
    let shown =
        |harness: &Harness<'_, Viewer>| harness.state().state.documents.first.as_ref().unwrap().model.name.clone();
    for _ in 0..3000 {
        harness.run_steps(1);
        if shown(&harness) == "limb" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(shown(&harness), "limb");
    settle(&mut harness);
    assert!(old.upgrade().is_none(), "the context of the lost device is still in use");
}
