//! Negative weights, from file to picture. Kavan 2007 and 2008, section 2.2: weights are convex, "however, this
//! non-negativity is not exploited".
//!
//! That holds for the formulas: every method deforms with negative weights as with others. Only the lower bound
//! of the blend's length needs weights of one sign. Without it, the blend may vanish, and the program follows the
//! heaviest joint.

use super::program::{all_settings, centers_of_primitives, on_cpu, on_gpu};
use super::{bundled, turn};
use crate::command_line::{Folder, run};
use crate::glb_edit::Glb;
use crate::gpu_support::context;
use crate::reference::{self, Settings};
use crate::small_models::{Vertex, small_model};
use glam::{DAffine3, DVec3, Quat, Vec3};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::gpu::GpuModel;
use skinscope::model::{Influence, Model, Node, Pose, Trs};
use skinscope::skinning::{Antipodality, SkinningMethod, SkinningSettings};
use std::collections::BTreeMap;
use std::f32::consts::FRAC_1_SQRT_2;
use std::sync::Arc;

/// Fraction of the extent, the same as for weights of one sign.
const TOLERANCE: f64 = 2e-5;

/// The bundled bar with weights that overshoot: `w + 2.4 w (1 - w)(2 w - 1)`, from -0.073 to 1.073, still smooth, and
/// still summing to one for two joints.
fn overshooting_bar() -> Vec<u8> {
    let mut glb = Glb::read(skinscope::bundled::glb_bytes("bar").unwrap());
    glb.change_weights(|weights| weights.map(|w| w + 2.4 * w * (1.0 - w) * (2.0 * w - 1.0)));
    glb.write()
}

fn open(folder: &Folder) -> (String, skinscope::files::OpenedModel) {
    let path = folder.file("overshooting.glb");
    std::fs::write(&path, overshooting_bar()).unwrap();
    let opened = open_model(&path).unwrap();
    (path, opened)
}

#[test]
fn a_file_keeps_its_negative_weights_with_a_warning() {
    let folder = Folder::new("negative-weights-import");
    let (_, opened) = open(&folder);
    let (model, bar) = (&opened.asset.model, bundled("bar"));
    let least = model.primitives[0].influences.flat().iter().map(|i| i.weight).fold(f32::INFINITY, f32::min);
    let negative = (0..model.primitives[0].positions.len())
        .filter(|&vertex| model.primitives[0].influences.of(vertex).iter().any(|i| i.weight < 0.0))
        .count();
    println!("{negative} vertices of the bar have negative weights, down to {least:.4}");
    // By hand at w = 0.11: 0.11 + 2.4 * 0.11 * 0.89 * -0.78 = -0.0733.
    assert!((1000..9999).contains(&negative) && (least + 0.0733).abs() < 1e-3);
    let warnings: Vec<String> = opened.asset.warnings.iter().map(ToString::to_string).collect();
    let expected = format!("{},{:03} vertices had negative weights; they are kept", negative / 1000, negative % 1000);
    assert!(warnings.iter().any(|warning| warning.ends_with(&expected)), "{warnings:?}");
    for (vertex, of_bar) in bar.primitives[0].influences.iter().enumerate() {
        let found = model.primitives[0].influences.of(vertex);
        assert_eq!(found.len(), of_bar.len());
        assert!((found.iter().map(|i| i.weight).sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(found[0].weight > 0.0, "the heaviest comes first");
    }
}

/// Weights of 1.5 and -0.5 by hand, two joints 90 degrees apart: LBS swells to `sqrt(2.5)`; DQS turns by
/// `2 atan2(1.5 sin 45, -0.5 + 1.5 cos 45) = 124.28` degrees, and DIB by exactly 135: what blends for weights below one
/// goes on beyond.
#[test]
fn weights_beyond_one_go_on_along_the_same_path() {
    let nodes = vec![Node::new("first", None, Trs::IDENTITY), Node::new("second", None, Trs::IDENTITY)];
    let influences = [(1, 1.5), (0, -0.5)].map(|(joint, weight)| Influence { joint, weight });
    let vertex = Vertex { position: Vec3::X, normal: Vec3::X, influences: &influences };
    let model = small_model(nodes, &[DAffine3::IDENTITY; 2], &[vertex]);
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[1].rotation = Quat::from_rotation_z(90f32.to_radians());
    for (method, degrees, radius) in [
        (SkinningMethod::Lbs, 1.5f64.atan2(-0.5).to_degrees(), 2.5f64.sqrt()),
        (SkinningMethod::Dqs, 124.279, 1.0),
        (SkinningMethod::Cor, 1.5f64.atan2(-0.5).to_degrees(), 2.5f64.sqrt()),
        (SkinningMethod::LogMatrix, 135.0, 1.0),
        (SkinningMethod::Dib, 135.0, 1.0),
    ] {
        let settings = SkinningSettings { method, ..SkinningSettings::default() };
        let found = on_cpu(&model, &pose, settings, &[])[0].position.as_dvec3();
        let angle = found.y.atan2(found.x).to_degrees();
        println!("{}: {angle:.3} degrees, radius {:.4}", method.id(), found.length());
        assert!((angle - degrees).abs() < 1e-3 && (found.length() - radius).abs() < 1e-5, "{}", method.id());
    }
}

/// Every method with every setting, shader and twin, against the formulas in double precision.
#[test]
fn every_method_deforms_with_negative_weights() {
    let folder = Folder::new("negative-weights-methods");
    let (_, opened) = open(&folder);
    let model = &opened.asset.model;
    let extent = f64::from(model.rest_bounds().extent());
    let centers = reference::centers::centers(model, 1);
    let of_primitives = centers_of_primitives(model, &centers);
    let mut gpu_model = GpuModel::new(context(), model).unwrap();
    gpu_model.set_centers(&of_primitives);
    let mut pose = Pose::rest(&model.skeleton);
    turn(model, &mut pose, "mid", [100.0, 30.0, -50.0]);
    let mut of_method: BTreeMap<&str, (f64, f64, usize)> = BTreeMap::new();
    for settings in all_settings() {
        let exact = reference::deform_about(model, &pose, Settings::from(settings), &centers);
        let cpu = on_cpu(model, &pose, settings, &of_primitives);
        let gpu = on_gpu(context(), &gpu_model, model, &pose, settings);
        let entry = of_method.entry(settings.method.id()).or_default();
        for ((exact, cpu), gpu) in exact.iter().zip(&cpu).zip(&gpu) {
            if exact.sign_margin < 1e-5 {
                entry.2 += 1;
                continue;
            }
            let error = |found: Vec3| found.as_dvec3().distance(exact.position) / extent * exact.blend_length;
            *entry = (entry.0.max(error(cpu.position)), entry.1.max(error(gpu.position)), entry.2);
            assert!(cpu.normal.is_finite() && gpu.normal.is_finite());
        }
    }
    println!("{:<24}{:>10}{:>10}  left out", "negative weights", "cpu", "gpu");
    for (method, (cpu, gpu, left_out)) in of_method {
        println!("{method:<24}{cpu:>10.1e}{gpu:>10.1e}  {left_out}");
        assert!(cpu < TOLERANCE && gpu < TOLERANCE, "{method}: {cpu:e} {gpu:e}");
        assert!(left_out < 20, "{method}: {left_out} left out");
    }
}

/// The centers of a skin with negative weights: the program finds those of the plain sum.
#[test]
fn centers_of_a_skin_with_negative_weights() {
    let folder = Folder::new("negative-weights-centers");
    let (_, opened) = open(&folder);
    let model = &opened.asset.model;
    let extent = f64::from(model.rest_bounds().extent());
    let found = compute_centers(model, &CenterSettings::default());
    let exact = centers_of_primitives(model, &reference::centers::centers(model, 1));
    let (mut largest, mut off_axis) = (0.0f64, 0.0f64);
    for (found, exact) in
        found[0].iter().zip(&exact[0]).zip(&model.primitives[0].positions).filter_map(|(pair, rest)| {
            // Those without a center are at their own position.
            (pair.1 != rest).then_some(pair)
        })
    {
        largest = largest.max(f64::from(found.distance(*exact)) / extent);
        off_axis = off_axis.max(exact.as_dvec3().distance(DVec3::X * f64::from(exact.x)) / extent);
    }
    println!("centers to {largest:.1e} of the extent, {off_axis:.1e} off the axis");
    assert!(largest < 1e-5 && off_axis < 1e-4);
}

/// Three joints turned by 0, 180 and 90 degrees about x with weights a, a and `-a sqrt 2`, `a = 1 / (2 - sqrt 2)`: the
/// quaternions 1, i and `(1 + i) / sqrt 2` cancel. No direction is left, and the vertex follows its heaviest joint. A
/// thousandth beside it there is one again, and the three computations agree.
#[test]
fn a_blend_that_vanishes_follows_the_heaviest_joint() {
    let heavy = 1.0 / (2.0 - 2.0 * FRAC_1_SQRT_2);
    let lists: Vec<[Influence; 3]> = [0.0, 1e-3]
        .map(|more| {
            let weights = [heavy + more, heavy, 1.0 - 2.0 * heavy - more];
            std::array::from_fn(|joint| Influence { joint: joint as u32, weight: weights[joint] })
        })
        .into();
    let vertices: Vec<Vertex<'_>> =
        lists.iter().map(|influences| Vertex { position: Vec3::Y, normal: Vec3::Y, influences }).collect();
    let nodes = ["rest", "half turn", "quarter turn"].map(|name| Node::new(name, None, Trs::IDENTITY)).into();
    let model: Arc<Model> = Arc::new(small_model(nodes, &[DAffine3::IDENTITY; 3], &vertices));
    let mut pose = Pose::rest(&model.skeleton);
    // Just inside the half turn, so that the signs are those of the angles.
    pose.joints[1].rotation = Quat::from_rotation_x(std::f32::consts::PI - 1e-6);
    pose.joints[2].rotation = Quat::from_rotation_x(90f32.to_radians());
    let mut gpu_model = GpuModel::new(context(), &model).unwrap();
    gpu_model.set_centers(&[model.primitives[0].positions.clone().into()]);
    for method in [SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs, SkinningMethod::Cor, SkinningMethod::LbsDqs] {
        for mode in [Antipodality::PerVertex, Antipodality::None, Antipodality::PerBone] {
            let settings = SkinningSettings { method, chosen_antipodality: Some(mode), ..SkinningSettings::default() };
            let exact = reference::deform(&model, &pose, settings);
            assert!(exact[0].blend_length < 1e-6 && exact[1].blend_length > 2e-4, "{}", exact[1].blend_length);
            for skin in [on_cpu(&model, &pose, settings, &[]), on_gpu(context(), &gpu_model, &model, &pose, settings)] {
                assert!(skin.iter().all(|vertex| vertex.position.is_finite() && vertex.normal.is_finite()));
                if method == SkinningMethod::Dqs {
                    // The heaviest is at rest.
                    assert!(skin[0].position.distance(Vec3::Y) < 1e-5, "{mode:?}: {}", skin[0].position);
                }
                let error = skin[1].position.as_dvec3().distance(exact[1].position) * exact[1].blend_length;
                assert!(error < 2e-6, "{method:?} {mode:?}: {error:e}");
            }
        }
    }
}

/// The whole way: the command draws the file. At rest weights do not matter, and it looks like the bar itself; posed, it
/// looks different.
#[test]
fn a_file_with_negative_weights_is_drawn() {
    let folder = Folder::new("negative-weights-picture");
    let (path, _) = open(&folder);
    let draw = |model: &str, angle: &str, name: &str| {
        let (out, set) = (folder.file(name), format!("mid:rx={angle}"));
        let drawn =
            run(&["compare", model, "--methods", "lbs,dqs,cor", "--set", &set, "--size", "900x300", "-o", &out]);
        let stderr = String::from_utf8(drawn.stderr).unwrap();
        assert!(drawn.status.success(), "{stderr}");
        (image::open(&out).unwrap().to_rgba8(), stderr)
    };
    let apart = |a: &image::RgbaImage, b: &image::RgbaImage| {
        let far = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| (0..3).any(|k| a.0[k].abs_diff(b.0[k]) > 24);
        // The line below the panes has the file's name.
        let panes = 900 * 268;
        a.pixels().zip(b.pixels()).take(panes).filter(far).count()
    };
    let (rest, stderr) = draw(&path, "0", "rest.png");
    assert!(stderr.contains("had negative weights; they are kept"), "{stderr}");
    let (rest_of_bar, quiet) = draw("bar", "0", "bar-rest.png");
    assert!(!quiet.contains("negative"), "{quiet}");
    let (posed, _) = draw(&path, "120", "posed.png");
    let (posed_bar, _) = draw("bar", "120", "bar-posed.png");
    let (at_rest, when_posed) = (apart(&rest, &rest_of_bar), apart(&posed, &posed_bar));
    println!("pixels that differ from the bar: {at_rest} at rest, {when_posed} posed");
    assert!(at_rest < 20 && when_posed > 500);
    if let Some(kept) = std::env::var_os("KEEP_PICTURES") {
        posed.save(std::path::Path::new(&kept).join("negative-weights.png")).unwrap();
    }
}
