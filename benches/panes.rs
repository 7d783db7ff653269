//! How fast panes follow a slider: four pictures of the mannequin, each under its own method, drawn until the GPU is
//! done. On a computer without a graphics card this is what a person feels.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench may fail loudly and says what it measures")]

use criterion::{Criterion, criterion_group, criterion_main};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use glam::Quat;
use skinscope::files::{CenterStore, open_model};
use skinscope::gpu::{GpuContext, GpuModel};
use skinscope::model::Pose;
use skinscope::session::{Command, InspectorTab};
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::view::{Camera, CameraPreset, Overlay, Overlays, PaneLook, PictureSettings, Quality, Theme};
use skinscope::viewer::{Viewer, WindowSurface};
use skinscope::viewport::{PaneRenderer, PictureRequest, RestCache};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SIZE: [u32; 2] = [480, 400];
const METHODS: [SkinningMethod; 4] =
    [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs, SkinningMethod::LogMatrix];

fn four_panes(criterion: &mut Criterion) {
    // As the program does.
    skinscope::work::keep_freed_memory();
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    println!("{} on {}", context.adapter_info.name, context.adapter_info.backend);
    // The second has less than half the vertices: what a vertex costs, and what a pixel.
    for (model, joint) in [("mannequin", "forearm.L"), ("hand", "index_1")] {
        panes_of(criterion, &context, model, joint);
    }
}

fn panes_of(criterion: &mut Criterion, context: &GpuContext, model_name: &str, joint: &str) {
    let model = open_model(model_name).unwrap().asset.model;
    println!("{model_name}: {} vertices", model.vertex_count());
    let gpu_model = GpuModel::for_pictures(context, &model).unwrap();
    let camera = Camera::framing(model.rest_bounds(), SIZE, CameraPreset::ThreeQuarter);
    let turned = model.skeleton.find(joint).unwrap() as usize;
    let mut renderers: Vec<PaneRenderer> = METHODS.iter().map(|_| PaneRenderer::new(context).unwrap()).collect();
    let rest = RestCache::default();
    let mut group = criterion.benchmark_group(format!("four panes of {model_name}"));
    group.sample_size(20);
    for (name, quality) in [("dragged, 1x", Quality::DRAFT), ("at rest, 4x", Quality::FINE)] {
        let mut step = 0u32;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                step += 1;
                let mut pose = Pose::rest(&model.skeleton);
                pose.joints[turned].rotation *= Quat::from_rotation_y((step % 120) as f32 * -0.01);
                for (renderer, method) in renderers.iter_mut().zip(METHODS) {
                    let settings = PictureSettings {
                        skinning: SkinningSettings { method, ..SkinningSettings::default() },
                        look: PaneLook::of_overlays(Overlays::default().with(Overlay::Skeleton, true)),
                        ..PictureSettings::default()
                    };
                    let request = PictureRequest {
                        model: &gpu_model,
                        pose: &pose,
                        camera: &camera,
                        settings: &settings,
                        size: SIZE,
                        pixels_per_point: 1.0,
                        quality,
                        rest: &rest,
                        beside: None,
                    };
                    renderer.draw(context, &request).unwrap();
                }
                context.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
            });
        });
    }
    group.finish();
}

/// The whole window with its panels and live figures, four panes of about the same size: a slider is dragged. Painted as
/// in a window, and read back besides. Also says how long frames take from the movement of the pointer.
fn whole_window(criterion: &mut Criterion) {
    let render_state = create_render_state(default_wgpu_setup(), egui_wgpu::RendererOptions::PREDICTABLE);
    let context =
        GpuContext::from_parts(&render_state.adapter, render_state.device.clone(), render_state.queue.clone());
    let surface =
        WindowSurface { egui_renderer: Arc::clone(&render_state.renderer), format: render_state.target_format };
    let store = CenterStore::none();
    let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(|| {});
    let mut viewer = Viewer::new(Arc::new(context.unwrap()), surface, wake, SkinningMethod::Lbs, Theme::Dark, store);
    viewer.show(open_model("mannequin").unwrap());
    let forearm = viewer.state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    for command in [Command::SelectJoint(Some(forearm)), Command::SetPaneCount(4)] {
        viewer.state.apply(command);
    }
    for (pane, method) in METHODS.into_iter().enumerate() {
        viewer.state.apply(Command::SetMethod { pane, method });
    }
    let mut harness = Harness::builder()
        .with_size([1580.0, 1120.0])
        .renderer(WgpuTestRenderer::from_render_state(render_state))
        .build_ui_state(|ui, viewer: &mut Viewer| viewer.frame(ui), viewer);
    harness.state_mut().state.apply(Command::ShowTab(InspectorTab::Pose));
    harness.run_steps(20);
    // A pointer that is dragged makes the panes draw as they do for a person.
    let slider = harness.get_by_role_and_label(Role::Slider, "Rotate Y").rect();
    harness.drag_at(slider.center());
    let mut step = 0u32;
    let mut group = criterion.benchmark_group("the window with four panes of the mannequin");
    group.sample_size(20);
    let mut frames = Vec::new();
    group.bench_function("a slider is dragged", |bencher| {
        bencher.iter_custom(|count| {
            let mut frame = || {
                step += 1;
                let across = ((step % 60) as f32 / 60.0 - 0.5) * 0.8;
                let began = Instant::now();
                harness.hover_at(slider.center() + egui::vec2(across * slider.width(), 0.0));
                harness.run_steps(1);
                harness.render().unwrap();
                began.elapsed()
            };
            let new: Vec<Duration> = (0..count).map(|_| frame()).collect();
            frames.extend(&new);
            new.iter().sum()
        });
    });
    group.finish();
    print_percentiles(frames);
}

/// How long frames took from the movement of the pointer until they were finished, in the form that `scripts/bench` reads.
fn print_percentiles(mut frames: Vec<Duration>) {
    frames.sort();
    let at = |percent: usize| frames.get((frames.len() * percent / 100).min(frames.len().saturating_sub(1)));
    if let (Some(median), Some(high)) = (at(50), at(95)) {
        let [median, high] = [median, high].map(|time| time.as_secs_f64() * 1000.0);
        println!("pointer to frame: median {median:.1} ms, 95th percentile {high:.1} ms, {} frames", frames.len());
    }
}

criterion_group!(benches, four_panes, whole_window);
criterion_main!(benches);
