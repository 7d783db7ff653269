//! The same rig, written otherwise: under a scaled and turned root, or with its joints in another order. Every method
//! gives the same skin, or the same skin scaled and turned.

use crate::glb_edit::{Glb, Placement};
use crate::helper_joints::{open, positions};
use crate::import_against_gltf::samples;
use crate::skips::skip;
use glam::{DAffine3, DQuat, DVec3, Vec3};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::model::{Model, Pose, ScaleKind};
use skinscope::skinning::{Antipodality, SkinningMethod, SkinningSettings};
use std::path::{Path, PathBuf};

/// Fraction of the extent: the heaviest joint may give the bind frame with different rounding.
const TOLERANCE: f64 = 2e-5;

/// Tolerance for methods that choose: `spherical` takes a center on the axis of a hinge or far from it,
/// `direct-quaternion` the nearest joint. Where the choice is close, single precision decides it, and the vertex
/// moves by a little.
const TOLERANCE_OF_CHOICES: f64 = 1e-3;
const CHOOSE: [SkinningMethod; 2] = [SkinningMethod::Spherical, SkinningMethod::DirectQuaternion];

/// Files with one skin whose nodes have no matrices.
fn files() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<PathBuf> =
        ["oracle/models/bar.glb", "oracle/models/bindrest.glb", "oracle/models/ybranch.glb", "rigs/helpers.glb"]
            .map(|name| data.join(name))
            .into();
    for name in ["Fox.glb", "greenman.glb", "mannequiny.glb", "godot_platformer_player.glb"] {
        let path = samples().join(name);
        if path.exists() {
            files.push(path);
        } else {
            skip(format_args!("{} is not there", path.display()));
        }
    }
    files
}

/// In the middle of the first clip, or with every joint turned a little.
fn pose(model: &Model) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    match model.clips.first() {
        Some(clip) => clip.sample(clip.duration_seconds / 2.0, &mut pose),
        None => {
            for (number, node) in model.skeleton.shown_joints().enumerate() {
                let joint = &mut pose.joints[node as usize];
                joint.rotation *= glam::Quat::from_rotation_z(0.3 + 0.1 * (number % 5) as f32);
                joint.scale *= Vec3::new(1.0, 1.25, 0.875);
            }
        }
    }
    pose
}

/// The largest distance, over the extent, of a vertex of `rewritten` from where `scene_from_before` takes it, in units of
/// what is tolerated.
fn compare(before: &Model, rewritten: &Model, scene_from_before: DAffine3) -> (f64, String) {
    let extent = f64::from(rewritten.rest_bounds().extent());
    let settings = CenterSettings::default();
    let centers = [compute_centers(before, &settings), compute_centers(rewritten, &settings)];
    let mut largest = (0.0f64, String::new());
    for method in SkinningMethod::ALL {
        let tolerance = if CHOOSE.contains(&method) { TOLERANCE_OF_CHOICES } else { TOLERANCE };
        for antipodality in Antipodality::ALL {
            for scale_kind in ScaleKind::ALL {
                let settings = SkinningSettings {
                    method,
                    chosen_antipodality: Some(antipodality),
                    scale_kind,
                    ..SkinningSettings::default()
                };
                let a = positions(before, &pose(before), settings, &centers[0]);
                let b = positions(rewritten, &pose(rewritten), settings, &centers[1]);
                for (a, b) in a.iter().zip(&b) {
                    let far =
                        scene_from_before.transform_point3(a.as_dvec3()).distance(b.as_dvec3()) / extent / tolerance;
                    if far.is_nan() || far > largest.0 {
                        largest = (far, format!("{} {} {}", method.id(), antipodality.id(), scale_kind.id()));
                    }
                }
            }
        }
    }
    largest
}

fn check(change: impl Fn(&mut Glb), scene_from_before: DAffine3, what: &str) {
    for path in files() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let mut glb = Glb::read(&bytes);
        change(&mut glb);
        let (far, of) = compare(&open(&bytes, name), &open(&glb.write(), name), scene_from_before);
        println!("{name} {what}: {far:.1e} of what is tolerated, {of}");
        assert!(far < 1.0, "{name} {what}: {far:e} of what is tolerated, under {of}");
    }
}

#[test]
fn a_root_that_scales_and_turns_carries_the_skin_along() {
    let turn = DQuat::from_xyzw(-0.6, 0.0, 0.0, 0.8);
    let root = Placement { translation: DVec3::ZERO, rotation: turn, scale: DVec3::splat(0.015625) };
    let scene_from_before = DAffine3::from_scale_rotation_translation(root.scale, turn, root.translation);
    check(|glb| glb.insert_root(root), scene_from_before, "under a root");
}

#[test]
fn the_order_of_joints_does_not_matter() {
    check(Glb::reverse_joints, DAffine3::IDENTITY, "reversed");
}
