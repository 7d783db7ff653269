//! The shaders on imported files: influences of every count, several skins, mirrored frames, rigid meshes.

use super::{good_entries, good_path, pose};
use crate::gpu_support::context;
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::gpu::{GpuModel, deform};
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_model};

const FILES: &[&str] = &[
    "plain.glb",
    "four-influences-split.glb",
    "ten-influences.glb",
    "quantized-i16-normalized.glb",
    "sparse-over-zeros.glb",
    "bind-unlike-rest.glb",
    "armature-in-centimeters.glb",
    "helper-joint.glb",
    "two-skins.glb",
    "mirrored-armature.glb",
    "mesh-under-joint.glb",
    "clip-channels.glb",
];

/// In scene units, of models about 2 units long.
const TOLERANCE: f32 = 1e-5;

#[test]
fn good_fixtures_deform_on_the_gpu_as_on_the_cpu() {
    let entries = good_entries();
    let methods = [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs, SkinningMethod::Cor];
    let mut largest = 0.0f32;
    for file in FILES {
        let entry = entries.iter().find(|entry| entry.file == *file).unwrap_or_else(|| panic!("no {file}"));
        let model = open_model(&good_path(file)).unwrap().asset.model;
        let centers = compute_centers(&model, &CenterSettings::default());
        let mut gpu_model = GpuModel::new(context(), &model).unwrap();
        gpu_model.set_centers(&centers);
        for (posed, method) in entry.poses.iter().flat_map(|posed| methods.map(|method| (posed, method))) {
            let settings = SkinningSettings { method, ..SkinningSettings::default() };
            let pose = pose(&model, posed);
            let palettes = JointPalette::all(&model, &pose, settings);
            let on_gpu = deform(context(), &gpu_model, &palettes, settings).unwrap();
            let on_cpu = deform_model(&model, &pose, settings, &centers).unwrap();
            assert_eq!(on_gpu.iter().map(Vec::len).sum::<usize>(), entry.vertices, "{file}");
            for (gpu, cpu) in on_gpu.iter().flatten().zip(on_cpu.iter().flatten()) {
                let distance = gpu.position.distance(cpu.position);
                assert!(distance <= TOLERANCE, "{file}, {}: {} and {}", method.id(), gpu.position, cpu.position);
                largest = largest.max(distance);
            }
        }
    }
    println!("{largest:e} scene units at most");
}
