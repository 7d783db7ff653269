//! How fast panes follow a slider: four pictures of the mannequin, each under its own method, drawn until the GPU is
//! done. On a computer without a graphics card this is what a person feels.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench may fail loudly and says what it measures")]

use criterion::{Criterion, criterion_group, criterion_main};
use glam::Quat;
use skinscope::cli::open_model;
use skinscope::gpu::{GpuContext, GpuModel};
use skinscope::model::Pose;
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::viewport::{
    Camera, CameraPreset, Overlays, PaneRenderer, PictureRequest, PictureSettings, Quality, RestCache,
};

const SIZE: [u32; 2] = [480, 400];
const METHODS: [SkinningMethod; 4] =
    [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs, SkinningMethod::LogMatrix];

fn four_panes(criterion: &mut Criterion) {
    let model = open_model("mannequin").unwrap().asset.model;
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    println!("{} on {}", context.adapter_info.name, context.adapter_info.backend);
    let gpu_model = GpuModel::new(&context, &model).unwrap();
    let camera = Camera::framing(model.rest_bounds(), SIZE, CameraPreset::ThreeQuarter);
    let forearm = model.skeleton.find("forearm.L").unwrap() as usize;
    let mut renderers: Vec<PaneRenderer> = METHODS.iter().map(|_| PaneRenderer::new(&context).unwrap()).collect();
    let rest = RestCache::default();
    let mut group = criterion.benchmark_group("four panes of the mannequin");
    group.sample_size(20);
    for (name, quality) in [("dragged, 1x", Quality::DRAFT), ("at rest, 4x", Quality::FINE)] {
        let mut step = 0u32;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                step += 1;
                let mut pose = Pose::rest(&model.skeleton);
                pose.joints[forearm].rotation *= Quat::from_rotation_y((step % 120) as f32 * -0.01);
                for (renderer, method) in renderers.iter_mut().zip(METHODS) {
                    let settings = PictureSettings {
                        skinning: SkinningSettings { method, ..SkinningSettings::default() },
                        overlays: Overlays { skeleton: true, ..Overlays::default() },
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
                    };
                    renderer.draw(&context, &request).unwrap();
                }
                context.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
            });
        });
    }
    group.finish();
}

criterion_group!(benches, four_panes);
criterion_main!(benches);
