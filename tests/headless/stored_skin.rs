//! Skins of which a file stores fewer influences or bits: on the GPU, in pages and on the command line.

use super::gpu_support::{context, random_model, random_pose};
use super::morphs::{morphing, posed};
use super::pictures::request;
use super::played_pictures::Player;
use crate::command_line::{Folder, fail, npy, succeed};
use glam::{DVec3, Vec4};
use serde_json::Value;
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::gpu::{GpuModel, VertexFormat, deform};
use skinscope::math::Bounds;
use skinscope::model::{Model, Pose, StoredSkin};
use skinscope::skinning::{Deformed, JointPalette, PrimitiveCenters, SkinningMethod, SkinningSettings, deform_model};
use skinscope::view::{Camera, CameraPreset, PaneLook, PictureSettings, SkinPaint};
use std::sync::Arc;

fn stored(influences: Option<u8>, weights: Option<u8>, positions: Option<u8>) -> StoredSkin {
    StoredSkin {
        most_influences: influences.map(|most| most.try_into().unwrap()),
        weight_bits: weights.map(|bits| bits.try_into().unwrap()),
        position_bits: positions.map(|bits| bits.try_into().unwrap()),
        most_surrounding_joints: None,
    }
}

fn kinds() -> [StoredSkin; 5] {
    [
        stored(Some(1), None, None),
        stored(Some(2), None, None),
        stored(Some(4), Some(8), None),
        stored(None, Some(16), Some(12)),
        stored(Some(3), Some(8), Some(9)),
    ]
}

fn on_gpu(gpu_model: &GpuModel, pose: &Pose, settings: SkinningSettings) -> Vec<Deformed> {
    gpu_model.take_shape_of(context(), pose).unwrap();
    let palettes = JointPalette::all(&gpu_model.model(), pose, settings);
    deform(context(), gpu_model, &palettes, settings).unwrap()
}

/// The fraction of vertices whose positions are farther apart than a part of the extent.
fn apart(a: &[Deformed], b: &[Deformed], tolerance: f32) -> f32 {
    let positions = || a.iter().flatten().map(|vertex| vertex.position);
    let most = tolerance * Bounds::of(positions()).extent();
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    let far = pairs.filter(|(a, b)| a.position.distance(b.position) > most).count();
    far as f32 / positions().count() as f32
}

/// What a chunk keeps of a stored skin is what an upload of the stored model holds, to the bit, and agrees with the twin.
fn check(model: &Arc<Model>, pose: &Pose, centers: Option<&[PrimitiveCenters]>) {
    for format in [VertexFormat::Full, VertexFormat::Packed] {
        let upload = |model: &Arc<Model>| {
            let made = match format {
                VertexFormat::Full => GpuModel::new(context(), model),
                VertexFormat::Packed => GpuModel::for_pictures(context(), model),
            };
            let mut made = made.unwrap();
            made.set_centers(centers.unwrap_or_default());
            made
        };
        let gpu_model = upload(model);
        let full = on_gpu(&gpu_model, pose, SkinningSettings::default());
        for kind in kinds() {
            let alone = upload(&model.stored(kind));
            for method in SkinningMethod::ALL {
                if method.needs_centers() && centers.is_none() {
                    continue;
                }
                let whole = SkinningSettings { method, ..SkinningSettings::default() };
                let settings = SkinningSettings { stored: kind, ..whole };
                let found = on_gpu(&gpu_model, pose, settings);
                // Bones of vertices and what is smoothed are those of the full skin.
                if ![SkinningMethod::BulgeFreeDqs, SkinningMethod::DeltaMush].contains(&method) {
                    assert_eq!(found, on_gpu(&alone, pose, whole), "{settings:?} {format:?}");
                }
                let twin = deform_model(model, pose, settings, centers.unwrap_or_default()).unwrap();
                // Some methods choose by the last bit at a few vertices.
                let far = apart(&found, &twin, 2e-4);
                assert!(far < 0.02, "{settings:?} {format:?}: {far} of the vertices are apart from the twin");
            }
        }
        assert_eq!(on_gpu(&gpu_model, pose, SkinningSettings::default()), full, "the full skin is untouched");
    }
}

#[test]
fn every_method_draws_the_stored_skin() {
    let model = random_model(5, 7, 400);
    check(&model, &random_pose(&model, 2), None);
    let model = open_model("limb").unwrap().asset.model;
    let mut pose = Pose::rest(&model.skeleton);
    for (index, joint) in pose.joints.iter_mut().enumerate() {
        joint.rotation *= glam::Quat::from_rotation_z(0.3 + 0.1 * index as f32);
    }
    check(&model, &pose, Some(&compute_centers(&model, &CenterSettings::default())));
}

#[test]
fn shapes_of_a_stored_skin_are_morphed_with_it() {
    let model = morphing(&random_model(3, 6, 300), 3);
    check(&model, &posed(&model, 1), None);
    // A skin that is stored while another shape is shown, and a shape that comes after it.
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    let settings = SkinningSettings { stored: stored(Some(2), None, Some(10)), ..SkinningSettings::default() };
    for seed in [1, 2, 1] {
        let pose = posed(&model, seed);
        let twin = deform_model(&model, &pose, settings, &[]).unwrap();
        assert!(apart(&on_gpu(&gpu_model, &pose, settings), &twin, 2e-5) == 0.0, "{seed}");
    }
}

#[test]
fn a_stored_skin_that_is_asked_for_after_many_others_is_uploaded_again() {
    let model = random_model(5, 8, 100);
    let pose = random_pose(&model, 1);
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    let with = |kind| SkinningSettings { stored: kind, ..SkinningSettings::default() };
    let first = on_gpu(&gpu_model, &pose, with(stored(Some(1), None, None)));
    for bits in 8..=16 {
        on_gpu(&gpu_model, &pose, with(stored(None, None, Some(bits))));
    }
    assert_eq!(on_gpu(&gpu_model, &pose, with(stored(Some(1), None, None))), first);
}

#[test]
fn pages_draw_the_stored_skin() {
    let model = open_model("limb").unwrap().asset.model;
    let mut pose = Pose::rest(&model.skeleton);
    for joint in &mut pose.joints {
        joint.rotation *= glam::Quat::from_rotation_z(0.5);
    }
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let camera = Camera::framing(gpu_model.rest_bounds(), [64, 48], CameraPreset::Front);
    let mut player = Player::default();
    let mut drawn = Vec::new();
    for paint in [SkinPaint::Materials, SkinPaint::DifferenceTo(SkinningMethod::Lbs)] {
        for kind in [StoredSkin::FULL, stored(Some(1), None, None)] {
            let skinning = SkinningSettings { stored: kind, ..SkinningSettings::default() };
            let look = PaneLook { paint, ..PaneLook::default() };
            let settings = PictureSettings { skinning, look, ..PictureSettings::default() };
            drawn.push(player.check("a stored skin", &request(&gpu_model, &pose, &camera, &settings)));
        }
    }
    assert!(drawn[0] != drawn[1] && drawn[2] != drawn[3], "the stored skin and its distance from the full one show");
}

fn points(file: &std::path::Path) -> Vec<DVec3> {
    npy(file.to_str().unwrap()).into_iter().map(|point| glam::Vec3::from_array(point).as_dvec3()).collect()
}

/// Positions computed from the file of `palette` by eq. 1, with the heaviest influences divided by their sum.
fn by_hand(flags: &[&str], most: usize) -> Vec<DVec3> {
    let printed = succeed(&[&["palette"], flags, &["--vertices", "-o", "-"]].concat());
    let file: Value = serde_json::from_str(&printed).unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let mut skinned = Vec::new();
    for primitive in list(&file["primitives"]) {
        let joints = &file["skins"][primitive["skin"].as_u64().unwrap() as usize]["joints"];
        for (position, influences) in list(&primitive["positions"]).iter().zip(list(&primitive["influences"])) {
            let rest = DVec3::from_array([0, 1, 2].map(|axis| number(&position[axis])));
            let kept: Vec<Value> = list(&influences).into_iter().take(most).collect();
            let sum: f64 = kept.iter().map(|pair| number(&pair[1])).sum();
            let moved = |pair: &Value| {
                let rows = &joints[pair[0].as_u64().unwrap() as usize]["matrix"];
                let row =
                    |index: usize| Vec4::from_array([0, 1, 2, 3].map(|i| number(&rows[index][i]) as f32)).as_dvec4();
                let image = DVec3::from_array([0, 1, 2].map(|index| row(index).dot(rest.extend(1.0))));
                image * (number(&pair[1]) / sum)
            };
            skinned.push(kept.iter().map(moved).sum());
        }
    }
    skinned
}

#[test]
fn deformed_skins_follow_the_kept_influences() {
    let folder = Folder::new("stored-skins");
    let flags = ["hand", "--set", "wrist:ry=60,rz=30"];
    for most in [1usize, 2, 4] {
        let output = folder.path().join("out.npy");
        let count = most.to_string();
        for backend in ["cpu", "gpu"] {
            let more = ["--influences", &count, "--backend", backend, "-o", output.to_str().unwrap()];
            succeed(&[&["deform"], &flags[..], &more].concat());
            let found = points(&output);
            let expected = by_hand(&flags, most);
            assert_eq!(found.len(), expected.len());
            let far = found.iter().zip(&expected).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
            assert!(far < 1e-5, "{most} {backend}: {far}");
        }
    }
}

#[test]
fn the_cost_that_is_told_is_there_in_the_pose_that_is_told() {
    let folder = Folder::new("stored-costs");
    let told = succeed(&["compare", "hand", "--methods", "lbs", "--influences", "all,2"]);
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.starts_with("lbs, 2 influences: up to "), "{told}");
    let between = |start: &str, end: &str| -> String {
        let rest = &told[told.find(start).unwrap() + start.len()..];
        rest[..rest.find(end).unwrap()].to_owned()
    };
    let json = succeed(&["compare", "hand", "--methods", "lbs", "--influences", "all,2", "--json"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    let [skin] = &report["skins"].as_array().unwrap()[..] else { panic!("one skin stores less: {report}") };
    assert_eq!((&skin["influences"], &skin["weight_bits"]), (&2.into(), &Value::Null));
    assert_eq!(format!("{:.3}", 100.0 * skin["largest"].as_f64().unwrap()), between("up to ", " %"));
    assert_eq!(skin["worst"]["set"], between(" with ", ";"));
    let percent: f64 = between("up to ", " %").parse().unwrap();
    let vertex: usize = between("at vertex ", " of primitive 0").parse().unwrap();
    let pose = between(" with ", ";");
    let flags = ["hand", "--set", &pose];
    let deformed = |more: &[&str]| {
        let output = folder.path().join("out.npy");
        succeed(&[&["deform"], &flags[..], more, &["--backend", "cpu", "-o", output.to_str().unwrap()]].concat());
        points(&output)
    };
    let (full, two) = (deformed(&[]), deformed(&["--influences", "2"]));
    let rest = {
        let output = folder.path().join("rest.npy");
        succeed(&["deform", "hand", "--backend", "cpu", "-o", output.to_str().unwrap()]);
        points(&output)
    };
    let extent = f64::from(Bounds::of(rest.iter().map(|point| point.as_vec3())).extent());
    let distances: Vec<f64> = full.iter().zip(&two).map(|(a, b)| 100.0 * a.distance(*b) / extent).collect();
    let largest = distances.iter().copied().fold(0.0, f64::max);
    assert!((largest - percent).abs() < 2e-3, "{largest} {told}");
    assert!((distances[vertex] - percent).abs() < 2e-3, "{} {told}", distances[vertex]);
}

/// Only the method that reads surroundings has panes with fewer of them.
#[test]
fn surroundings_are_a_setting_of_the_method_that_reads_them() {
    let told = succeed(&["compare", "hand", "--methods", "lbs,direct-delta-mush", "--surrounding-joints", "all,8,4"]);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("direct-delta-mush, 8 surrounding joints: up to "), "{told}");
    assert!(lines[1].starts_with("direct-delta-mush, 4 surrounding joints: up to ") && lines.len() == 2, "{told}");
    let percent = |line: &str| -> f64 { line.split(' ').nth(6).unwrap().parse().unwrap() };
    assert!(percent(lines[0]) < 0.3 * percent(lines[1]), "{told}");
}

#[test]
fn values_are_refused_where_they_have_no_meaning() {
    for (line, told) in [
        ("compare bar --influences 9", "\"9\" is not a whole number from 1 to 8, all or full"),
        ("compare bar --weight-bits 12", "\"12\" is not 8 or 16, all or full"),
        ("deform bar -o x.npy --position-bits 4", "\"4\" is not a whole number from 8 to 16, all or full"),
        ("deform bar -o x.npy --influences 2,1", "\"2,1\" is not a whole number from 1 to 8, all or full"),
        ("compare bar --surrounding-joints 33", "\"33\" is not a whole number from 1 to 32, all or full"),
        ("compare bar bar --influences 2,1", "two models are compared as one stored skin"),
    ] {
        let stderr = fail(&line.split(' ').collect::<Vec<_>>(), 2);
        assert!(stderr.contains(told), "{line}: {stderr}");
    }
}
