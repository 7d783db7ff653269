//! The positions of every method, mode and scale kind on every model of the repository, as they were when they were
//! frozen (`tests/data/frozen`). Change them only on purpose: `FREEZE_POSITIONS=1 cargo test frozen` rewrites them, and
//! the difference in the repository shows what moved.
//!
//! Each line holds a method, a hash of all positions, three of the vertices, and the modes and scale kinds that give
//! these very positions.

use glam::Vec3;
use skinscope::bundled;
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::model::{JointOverride, Model, Pose, PoseOverrides, RotationOverride, ScaleKind};
use skinscope::skinning::{Antipodality, SkinningMethod, SkinningSettings, deform_model};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How far a vertex may lie from where it was, over the extent, on systems whose sine differs in the last bits.
const TOLERANCE: f32 = 1e-5;

/// The hash covers every bit. Other systems round sines and cosines differently, so there only the vertices count.
const BITS_ARE_COMPARED: bool = cfg!(all(target_os = "linux", target_arch = "x86_64"));

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// Every model that the repository holds, with a name for its file.
fn models() -> Vec<(String, Arc<Model>)> {
    let open = |name: &str, path: &str| (name.to_owned(), open_model(path).unwrap().asset.model);
    let mut models: Vec<_> = bundled::MODELS.iter().map(|bundled| open(bundled.name, bundled.name)).collect();
    for folder in ["oracle/models", "rigs"] {
        let entries = std::fs::read_dir(data().join(folder)).into_iter().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "glb")) {
            let stem = file.file_stem().unwrap().to_str().unwrap();
            let name = format!("{}-{stem}", folder.split('/').next().unwrap());
            models.push(open(&name, file.to_str().unwrap()));
        }
    }
    models
}

/// Rest; every joint turned; every joint turned, and some stretched in either way.
fn poses(model: &Model) -> [(&'static str, Pose); 3] {
    let mut turned = PoseOverrides::default();
    let mut stretched = PoseOverrides::default();
    for (number, node) in model.skeleton.shown_joints().enumerate() {
        let step = |modulus: usize| (number * 37 % modulus) as f32 - (modulus / 2) as f32;
        let angles = Vec3::new(4.0 * step(23), 3.0 * step(17), 2.0 * step(29));
        let joint =
            JointOverride { rotation: Some(RotationOverride::AnglesDegrees(angles)), ..JointOverride::default() };
        turned.set(node, joint);
        let rest = model.skeleton.node(node).rest.scale;
        let third = |of: usize, value: Vec3| (number % 3 == of).then_some(value);
        let joint = JointOverride {
            scale: third(0, rest * Vec3::new(1.25, 0.875, 1.0)),
            local_scale: third(1, Vec3::new(0.75, 1.125, 1.5)),
            local_shear: third(2, Vec3::new(0.25, -0.125, 0.0)),
            ..joint
        };
        stretched.set(node, joint);
    }
    let posed = |overrides: PoseOverrides| {
        let mut pose = Pose::rest(&model.skeleton);
        overrides.apply(&model.skeleton, &mut pose);
        pose
    };
    [("rest", Pose::rest(&model.skeleton)), ("turned", posed(turned)), ("stretched", posed(stretched))]
}

fn hash(positions: &[Vec3]) -> String {
    blake3::hash(bytemuck::cast_slice(positions)).to_hex()[..16].to_owned()
}

fn three_of(positions: &[Vec3]) -> [Vec3; 3] {
    let last = positions.len() - 1;
    [positions[last / 7], positions[last / 2], positions[last - last / 7]]
}

/// The text of a model's file: one line for each pose, method and distinct result.
fn describe(model: &Model) -> String {
    let centers = compute_centers(model, &CenterSettings::default());
    let mut text = String::new();
    for (pose_name, pose) in poses(model) {
        for method in SkinningMethod::ALL {
            let mut results: Vec<(Vec<Vec3>, Vec<String>)> = Vec::new();
            for scale_kind in ScaleKind::ALL {
                for antipodality in Antipodality::ALL {
                    let settings = SkinningSettings {
                        method,
                        chosen_antipodality: Some(antipodality),
                        scale_kind,
                        ..SkinningSettings::default()
                    };
                    let positions: Vec<Vec3> = deform_model(model, &pose, settings, &centers)
                        .unwrap()
                        .into_iter()
                        .flatten()
                        .map(|vertex| vertex.position)
                        .collect();
                    let label = format!("{}/{}", antipodality.id(), scale_kind.id());
                    match results.iter_mut().find(|(known, _)| *known == positions) {
                        Some((_, labels)) => labels.push(label),
                        None => results.push((positions, vec![label])),
                    }
                }
            }
            for (positions, labels) in results {
                let _ = write!(text, "{pose_name} {} {}", method.id(), hash(&positions));
                for vertex in three_of(&positions) {
                    let _ = write!(text, " {:.7},{:.7},{:.7}", vertex.x, vertex.y, vertex.z);
                }
                let _ = writeln!(text, " {}", labels.join(" "));
            }
        }
    }
    text
}

/// A line taken apart: what it is of, the hash, the vertices.
fn parts(line: &str) -> (String, &str, Vec<Vec3>) {
    let words: Vec<&str> = line.split(' ').collect();
    let vertices = words[3..6].iter().map(|word| {
        let numbers: Vec<f32> = word.split(',').map(|number| number.parse().unwrap()).collect();
        Vec3::from_slice(&numbers)
    });
    (format!("{} {} {}", words[0], words[1], words[6..].join(" ")), words[2], vertices.collect())
}

/// One line for each result that moved.
fn differences(frozen: &str, found: &str, extent: f32) -> Vec<String> {
    let mut faults = Vec::new();
    if frozen.lines().count() != found.lines().count() {
        faults.push(format!("{} results are {} now", frozen.lines().count(), found.lines().count()));
    }
    for (frozen, found) in frozen.lines().zip(found.lines()) {
        let ((before, before_hash, before_vertices), (now, now_hash, now_vertices)) = (parts(frozen), parts(found));
        let moved = before_vertices.iter().zip(&now_vertices).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        // Two modes that give the same bits here may differ in the last bit elsewhere: labels then group differently.
        if BITS_ARE_COMPARED && (before != now || before_hash != now_hash) || moved > TOLERANCE * extent {
            faults.push(format!("{before}: {before_hash} is {now_hash} now ({now}), and a vertex moved by {moved:e}"));
        }
    }
    faults
}

#[test]
fn frozen_positions_did_not_move() {
    let write_anew = std::env::var_os("FREEZE_POSITIONS").is_some();
    let mut faults = Vec::new();
    let mut files = Vec::new();
    for (name, model) in models() {
        let found = describe(&model);
        let path = data().join("frozen").join(format!("{name}.txt"));
        if write_anew {
            std::fs::write(&path, &found).unwrap();
        }
        let frozen = std::fs::read_to_string(&path).unwrap_or_default();
        let extent = model.rest_bounds().extent();
        faults.extend(differences(&frozen, &found, extent).into_iter().map(|fault| format!("{name} {fault}")));
        files.push(format!("{name}.txt"));
    }
    let mut there: Vec<String> = std::fs::read_dir(data().join("frozen"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    there.sort();
    files.sort();
    assert_eq!(there, files, "one file of frozen positions for each model");
    assert!(faults.is_empty(), "{} results moved:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_moved_vertex_is_seen() {
    let frozen = "rest lbs 0123456789abcdef 0,0,0 1,0,0 0,1,0 none/inherited\n";
    assert!(differences(frozen, frozen, 1.0).is_empty());
    assert_eq!(differences(frozen, &frozen.replace("1,0,0", "1.001,0,0"), 1.0).len(), 1);
    assert_eq!(differences(frozen, "", 1.0).len(), 1);
    let other_hash = frozen.replace("0123", "3210");
    assert_eq!(differences(frozen, &other_hash, 1.0).len(), usize::from(BITS_ARE_COMPARED));
}
