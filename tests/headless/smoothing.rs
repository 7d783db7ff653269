//! The compute passes that smooth a skin for `delta-mush`, against the twin in double precision.

use super::gpu_support::{context, random_model, random_pose};
use super::morphs::{morphing, parts_of, posed};
use crate::small_models::chain;
use glam::{DMat3, Quat, Vec3};
use skinscope::bundled;
use skinscope::files::open_model;
use skinscope::gpu::{GpuModel, deform};
use skinscope::model::{Influence, Model, Pose, StoredSkin};
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_model};
use std::sync::Arc;

fn settings(stored: StoredSkin) -> SkinningSettings {
    SkinningSettings { method: SkinningMethod::DeltaMush, stored, ..SkinningSettings::default() }
}

/// The distances of the vertices from the twin, over the extent, and the angles between the normals in radians; both sorted.
fn apart(gpu_model: &GpuModel, model: &Model, pose: &Pose, stored: StoredSkin) -> [Vec<f32>; 2] {
    gpu_model.take_shape_of(context(), pose).unwrap();
    let palettes = JointPalette::all_for_gpu(&gpu_model.model(), pose, settings(stored));
    assert!(palettes.iter().all(|palette| palette.posed_vertices.is_empty()), "the processor smooths nothing");
    let drawn = deform(context(), gpu_model, &palettes, settings(stored)).unwrap().concat();
    let twin = deform_model(model, pose, settings(stored), &[]).unwrap().concat();
    assert_eq!(drawn.len(), twin.len());
    let extent = model.rest_bounds().extent();
    let pairs = || drawn.iter().zip(&twin);
    let mut distances: Vec<f32> = pairs().map(|(a, b)| a.position.distance(b.position) / extent).collect();
    let mut angles: Vec<f32> = pairs().map(|(a, b)| a.normal.distance(b.normal)).collect();
    for values in [&mut distances, &mut angles] {
        assert!(values.iter().all(|value| value.is_finite()));
        values.sort_by(f32::total_cmp);
    }
    [distances, angles]
}

fn last(sorted: &[f32]) -> f32 {
    *sorted.last().unwrap()
}

/// All joints turned, so that every blend shows.
fn turned(model: &Model, radians: f32) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    for (index, joint) in pose.joints.iter_mut().enumerate() {
        let axis = [Vec3::X, Vec3::Y, Vec3::Z][index % 3];
        joint.rotation *= Quat::from_axis_angle(axis, radians);
    }
    pose
}

#[test]
fn every_bundled_model_is_smoothed_as_the_twin_does() {
    for name in bundled::MODELS.map(|model| model.name) {
        let model = open_model(name).unwrap().asset.model;
        let gpu_model = GpuModel::new(context(), &model).unwrap();
        let mut far = turned(&model, 0.3);
        far.joints[0].translation += Vec3::new(30.0, -5.0, 8.0) * model.rest_bounds().extent();
        let mut mirrored = turned(&model, 0.3);
        let last_joint = model.skins[0].joints.last().unwrap().node as usize;
        mirrored.joints[last_joint].scale.x *= -1.0;
        let poses = [
            ("rest", Pose::rest(&model.skeleton), 2e-6),
            ("turned", turned(&model, 0.5), 2e-6),
            ("far", far, 2e-5), // Where the skin turns inside out, it has hardly a frame.
            ("mirrored", mirrored, 2e-5),
        ];
        for (what, pose, most) in poses {
            let [distances, angles] = apart(&gpu_model, &model, &pose, StoredSkin::FULL);
            println!("{name} {what}: {:.1e} of the extent, normals {:.1e}", last(&distances), last(&angles));
            assert!(last(&distances) < most, "{name} {what}: {:e}", last(&distances));
            assert!(last(&angles) < 1e3 * most, "{name} {what}: {:e}", last(&angles));
        }
    }
}

#[test]
fn stored_and_morphed_skins_are_smoothed_as_the_twin_does() {
    let model = open_model("hand").unwrap().asset.model;
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let stored = StoredSkin {
        most_influences: 2.try_into().ok(),
        weight_bits: 8.try_into().ok(),
        position_bits: 12.try_into().ok(),
        ..StoredSkin::FULL
    };
    let pose = turned(&model, 0.4);
    let [full, less] = [StoredSkin::FULL, stored].map(|stored| apart(&gpu_model, &model, &pose, stored));
    assert!(last(&full[0]) < 2e-6 && last(&less[0]) < 2e-6, "{:e}, {:e}", last(&full[0]), last(&less[0]));

    // Triangles at random leave frames that hang on the last bit, but few.
    let model = morphing(&random_model(3, 6, 300), 3);
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    for seed in [1, 2, 1] {
        let [distances, _] = apart(&gpu_model, &model, &posed(&model, seed), StoredSkin::FULL);
        assert!(distances[distances.len() * 9 / 10] < 1e-4, "{seed}: {:e}", distances[distances.len() * 9 / 10]);
    }
}

#[test]
fn poses_of_one_skin_do_not_mix() {
    let model: Arc<Model> = random_model(4, 5, 200);
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    let skinned = |seed| {
        let palettes = JointPalette::all_for_gpu(&model, &random_pose(&model, seed), settings(StoredSkin::FULL));
        deform(context(), &gpu_model, &palettes, settings(StoredSkin::FULL)).unwrap()
    };
    let (first, second) = (skinned(1), skinned(2));
    assert_ne!(first, second);
    assert_eq!([skinned(1), skinned(2)], [first, second]);
}

/// Smoothing all but removes small closed pieces. What is left must still hold their frames.
#[test]
fn small_pieces_far_from_the_middle_keep_their_shape() {
    let influence = vec![Influence { joint: 0, weight: 1.0 }];
    let (mut vertices, mut indices) = (Vec::new(), Vec::<u32>::new());
    for (center, radius) in [(Vec3::ZERO, 0.5), (Vec3::new(0.9, 0.7, 0.8), 0.01), (Vec3::new(0.1, 0.3, 1.0), 0.002)] {
        let first = vertices.len() as u32;
        for ring in 0..6_u8 {
            for side in 0..8_u8 {
                let (latitude, longitude) =
                    (0.5 * f32::from(ring) - 1.25, f32::from(side) * std::f32::consts::FRAC_PI_4);
                let around = Vec3::new(longitude.cos(), 0.0, longitude.sin()) * latitude.cos();
                vertices.push((center + (around + Vec3::Y * latitude.sin()) * radius, influence.clone()));
            }
        }
        for ring in 0..5 {
            for side in 0..8 {
                let at = |ring: u32, side: u32| first + 8 * ring + side % 8;
                let [a, b, c, d] = [at(ring, side), at(ring + 1, side), at(ring + 1, side + 1), at(ring, side + 1)];
                indices.extend([a, b, c, a, c, d]);
            }
        }
    }
    let mut parts = parts_of(&chain(&vertices));
    parts.primitives[0].indices = indices;
    let model = Arc::new(Model::new(parts).unwrap());
    let detail = model.smooth_surface(0).unwrap().rest_detail();
    assert!((0..vertices.len()).all(|point| detail.frame(point) != DMat3::ZERO), "smoothing leaves frames");
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    let rest = Pose::rest(&model.skeleton);
    for (what, pose) in [("rest", rest.clone()), ("turned", turned(&model, 0.4))] {
        let [distances, angles] = apart(&gpu_model, &model, &pose, StoredSkin::FULL);
        println!("{what}: {:.1e} of the extent, normals {:.1e}", last(&distances), last(&angles));
        assert!(last(&distances) < 1e-6 && last(&angles) < 1e-4, "{what}: {:e}", last(&distances));
    }
}
