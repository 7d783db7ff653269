//! The shaders against their twins on the CPU, over random models and poses.

use super::gpu_support::{bar, context, random_model, random_pose, twisted};
use glam::{Quat, Vec3, Vec4};
use skinscope::gpu::{ChunkLimits, GpuModel, InfluencePath, deform};
use skinscope::math::Bounds;
use skinscope::model::{Influence, Model, Pose};
use skinscope::skinning::{
    Antipodality, JointPalette, SHORTEST_BLEND, SignMode, SkinnedVertex, SkinningMethod, SkinningSettings,
    deform_primitive,
};
use std::sync::Arc;

/// A product this close to zero may have either sign on the GPU.
const NEAR_A_SIGN_CHANGE: f32 = 1e-5;

/// Of the extent, where nothing cancels.
const TOLERANCE: f32 = 2e-5;

/// How well a vertex is conditioned, or `None` where the result hangs on the last bit.
struct Condition {
    position: f32,
    normal: f32,
}

fn condition(influences: &[Influence], palette: &JointPalette, settings: SkinningSettings) -> Option<Condition> {
    match settings.method {
        SkinningMethod::Lbs => {
            let mut rows = [Vec4::ZERO; 3];
            for influence in influences {
                for (sum, row) in rows.iter_mut().zip(palette.matrices[influence.joint as usize].rows) {
                    *sum += row * influence.weight;
                }
            }
            let [r0, r1, r2] = rows.map(Vec4::truncate);
            let cofactors = [r1.cross(r2), r2.cross(r0), r0.cross(r1)];
            let smallest = cofactors.map(Vec3::length).into_iter().fold(f32::INFINITY, f32::min);
            let determinant = r0.dot(cofactors[0]);
            let size = r0.length().max(r1.length()).max(r2.length());
            let well = (determinant.abs() / size.powi(3)).max(1e-9).min(smallest / size.powi(2));
            Some(Condition { position: 1.0, normal: well })
        }
        _ => {
            let sign_mode = settings.antipodality.sign_mode();
            let heaviest = palette.motions[influences[0].joint as usize].real;
            let mut blended = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
            for (i, influence) in influences.iter().enumerate() {
                let motion = palette.motions[influence.joint as usize].real;
                let dot = match sign_mode {
                    SignMode::AsGiven => 1.0,
                    SignMode::AgainstHeaviest => motion.dot(heaviest),
                    SignMode::AgainstRunningSum if i == 0 => 1.0,
                    SignMode::AgainstRunningSum => motion.dot(blended),
                };
                if dot.abs() < NEAR_A_SIGN_CHANGE {
                    return None;
                }
                blended += motion * (dot.signum() * influence.weight);
            }
            let length = blended.length();
            (length > 10.0 * SHORTEST_BLEND).then_some(Condition { position: length, normal: length })
        }
    }
}

/// Compares all vertices of a model; returns how many were too close to a sign change to tell.
fn assert_twins(model: &Arc<Model>, gpu_model: &GpuModel, pose: &Pose, settings: SkinningSettings) -> usize {
    let palettes = JointPalette::all(model, pose, settings);
    let on_gpu = deform(context(), gpu_model, &palettes, settings).unwrap();
    let mut skipped = 0;
    for (primitive, on_gpu) in model.primitives.iter().zip(on_gpu) {
        let palette = &palettes[primitive.skin as usize];
        let on_cpu = deform_primitive(model, primitive, palette, settings);
        assert_eq!(on_gpu.len(), on_cpu.len());
        let all = primitive.positions.iter().copied().chain(on_cpu.iter().map(|vertex| vertex.position));
        let extent = Bounds::of(all).extent();
        for (index, (gpu, cpu)) in on_gpu.iter().zip(&on_cpu).enumerate() {
            match condition(primitive.influences.of(index), palette, settings) {
                Some(condition) => assert_near(index, gpu, cpu, extent, &condition, settings),
                None => skipped += 1,
            }
        }
    }
    skipped
}

fn assert_near(
    index: usize,
    gpu: &SkinnedVertex,
    cpu: &SkinnedVertex,
    extent: f32,
    condition: &Condition,
    settings: SkinningSettings,
) {
    let away = gpu.position.distance(cpu.position);
    let allowed = TOLERANCE * extent / condition.position;
    assert!(away <= allowed, "{settings:?}, vertex {index}: {away} apart, {allowed} allowed\n{gpu:?}\n{cpu:?}");
    let turned = gpu.normal.distance(cpu.normal);
    let allowed = TOLERANCE / condition.normal;
    assert!(turned <= allowed, "{settings:?}, vertex {index}: normals {turned} apart, {allowed} allowed");
}

fn all_settings() -> Vec<SkinningSettings> {
    let with =
        |method| Antipodality::ALL.map(|antipodality| SkinningSettings { method, antipodality, ..Default::default() });
    SkinningMethod::ALL.into_iter().flat_map(with).collect()
}

#[test]
fn every_method_and_mode_equals_its_twin_on_both_influence_paths() {
    for max_influences in [1, 4, 12] {
        let model = random_model(7 + max_influences as u64, max_influences, 3000);
        let gpu_model = GpuModel::new(context(), &model).unwrap();
        let path = if max_influences <= 4 { InfluencePath::FixedFour } else { InfluencePath::Listed };
        assert_eq!(gpu_model.primitives()[0].influence_path, path);
        for seed in 0..4 {
            let pose = random_pose(&model, seed);
            for settings in all_settings() {
                let skipped = assert_twins(&model, &gpu_model, &pose, settings);
                assert!(skipped < 15, "{settings:?}: {skipped} vertices skipped");
            }
        }
    }
}

#[test]
fn chunks_give_the_same_bits_as_the_whole() {
    for max_influences in [4, 12] {
        let model = random_model(91, max_influences, 1000);
        let whole = GpuModel::new(context(), &model).unwrap();
        let limits = ChunkLimits { vertices: 70, influences: 400 };
        let chunked = GpuModel::with_chunk_limits(context(), &model, limits).unwrap();
        assert_eq!(whole.primitives()[0].chunks.len(), 1);
        assert!(chunked.primitives()[0].chunks.len() > 14);
        let pose = random_pose(&model, 5);
        for method in SkinningMethod::ALL {
            let settings = SkinningSettings { method, ..Default::default() };
            let palettes = JointPalette::all(&model, &pose, settings);
            let deformed = |gpu_model| deform(context(), gpu_model, &palettes, settings).unwrap();
            assert_eq!(deformed(&whole), deformed(&chunked));
        }
    }
}

#[test]
fn threads_can_share_the_device() {
    let model = random_model(3, 4, 200);
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    let settings = SkinningSettings::default();
    let palettes = JointPalette::all(&model, &random_pose(&model, 1), settings);
    let deformed = || deform(context(), &gpu_model, &palettes, settings).unwrap();
    let expected = deformed();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..50).for_each(|_| assert!(deformed() == expected)));
        }
    });
}

#[test]
fn rigid_meshes_follow_their_node_whatever_the_method() {
    let model = bar();
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    let mut pose = twisted(&model, 170.0);
    pose.joints[3].scale = Vec3::new(2.0, 1.0, -0.5);
    for settings in all_settings() {
        assert_eq!(assert_twins(&model, &gpu_model, &pose, settings), 0);
    }
    let settings = SkinningSettings { method: SkinningMethod::Dqs, ..Default::default() };
    let palettes = JointPalette::all(&model, &pose, settings);
    let plate = &deform(context(), &gpu_model, &palettes, settings).unwrap()[2];
    let width = |a: usize, b: usize| plate[a].position.distance(plate[b].position);
    assert!((width(0, 1) / 0.45 - 2.0).abs() < 0.1, "stretched along x: {}", width(0, 1));
}
