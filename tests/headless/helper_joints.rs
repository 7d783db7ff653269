//! Joints that move no vertex. Rigs have them between joints that do (Rigify's helpers), and exporters write any inverse
//! bind matrix for them. Inserting one changes no method's result.

use crate::glb_edit::{Glb, Placement};
use crate::skips::skip;
use glam::{DQuat, DVec3, Quat, Vec3};
use serde_json::{Value, json};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::model::{JointOverride, Model, Pose, PoseOverrides, RotationOverride, ScaleKind};
use skinscope::skinning::{Antipodality, PrimitiveCenters, SkinningMethod, SkinningSettings, deform_model};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Fraction of the extent: below each helper, the child's transform is rewritten in single precision.
const TOLERANCE: f32 = 1e-5;

/// Helpers above every joint whose parent is in the skin, turned, moved, and with rest scales near 1. Returns the
/// nodes that now have a helper below them.
fn insert_helpers(glb: &mut Glb) -> Vec<u32> {
    // Clips would have to be rewritten.
    glb.json.as_object_mut().unwrap().remove("animations");
    let joints: Vec<u64> = serde_json::from_value(glb.json["skins"][0]["joints"].clone()).unwrap();
    let parent = |json: &Value, child: u64| {
        let nodes = json["nodes"].as_array().unwrap();
        nodes.iter().position(|node| node["children"].as_array().into_iter().flatten().any(|c| *c == json!(child)))
    };
    let mut parents = Vec::new();
    for (number, &joint) in joints.iter().enumerate() {
        let Some(parent) = parent(&glb.json, joint).filter(|&node| joints.contains(&(node as u64))) else {
            continue;
        };
        let length = glb.placement(joint as usize).translation.length();
        // Sines and cosines of 3 : 4 : 5 and 5 : 12 : 13 are the same on every system.
        let offset = Placement {
            translation: DVec3::new(0.25, 0.5, -0.125) * length,
            rotation: [DQuat::from_xyzw(0.6, 0.0, 0.0, 0.8), DQuat::from_xyzw(0.0, 5.0, 0.0, 12.0).normalize()]
                [number % 2],
            scale: DVec3::splat([1.0, 1.0625, 0.9375][number % 3]),
        };
        let bind_scale = [100.0, 0.01, 0.0][number % 3];
        let mut inverse_bind = [0.0; 16];
        inverse_bind[0] = bind_scale;
        inverse_bind[5] = -bind_scale;
        inverse_bind[10] = bind_scale;
        inverse_bind[12] = 7.0;
        inverse_bind[15] = 1.0;
        glb.insert_above(joint as usize, offset, inverse_bind);
        parents.push(parent as u32);
    }
    parents
}

/// Angles on all joints but `helpers`. Without `unstretched`, inherited scale on some; with it, local stretch on joints
/// that are not in it: a joint's local stretch moves the origins of its children, which the helpers are now.
fn pose(model: &Model, joint_count: usize, unstretched: Option<&[u32]>) -> Pose {
    let mut overrides = PoseOverrides::default();
    for (number, node) in model.skeleton.shown_joints().filter(|&node| (node as usize) < joint_count).enumerate() {
        let step = |modulus: usize| (number * 37 % modulus) as f32 - (modulus / 2) as f32;
        let angles = Vec3::new(4.0 * step(13), 3.0 * step(17), 2.0 * step(19));
        let local = unstretched.is_some_and(|nodes| !nodes.contains(&node));
        let rest = model.skeleton.node(node).rest.scale;
        overrides.set(
            node,
            JointOverride {
                rotation: Some(RotationOverride::AnglesDegrees(angles)),
                scale: (unstretched.is_none() && number % 2 == 0).then_some(rest * Vec3::new(1.25, 0.875, 1.0)),
                local_scale: local.then_some(Vec3::new(0.75, 1.125, 1.5)),
                local_shear: local.then_some(Vec3::new(0.25, -0.125, 0.0)),
                ..JointOverride::default()
            },
        );
    }
    let mut pose = Pose::rest(&model.skeleton);
    overrides.apply(&model.skeleton, &mut pose);
    pose
}

pub fn positions(model: &Model, pose: &Pose, settings: SkinningSettings, centers: &[PrimitiveCenters]) -> Vec<Vec3> {
    let skins = deform_model(model, pose, settings, centers).unwrap();
    skins.into_iter().flatten().map(|vertex| vertex.position).collect()
}

/// The largest distance of any vertex between the two models, over the extent, and what gave it.
fn compare(plain: &Model, helped: &Model, parents: &[u32]) -> (f32, String) {
    let extent = plain.rest_bounds().extent();
    let centers = compute_centers(plain, &CenterSettings::default());
    let joint_count = plain.skeleton.len();
    let mut largest = (0.0f32, String::new());
    for (name, unstretched, kinds) in
        [("inherited", None, &ScaleKind::ALL[..1]), ("local", Some(parents), &ScaleKind::ALL[..])]
    {
        let poses = [pose(plain, joint_count, unstretched), pose(helped, joint_count, unstretched)];
        for method in SkinningMethod::ALL {
            for antipodality in Antipodality::ALL {
                for &scale_kind in kinds {
                    let settings = SkinningSettings {
                        method,
                        chosen_antipodality: Some(antipodality),
                        scale_kind,
                        ..SkinningSettings::default()
                    };
                    let before = positions(plain, &poses[0], settings, &centers);
                    let after = positions(helped, &poses[1], settings, &centers);
                    let far = before.iter().zip(&after).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max) / extent;
                    if far.is_nan() || far > largest.0 {
                        let says = format!("{} {} {} {name}", method.id(), antipodality.id(), scale_kind.id());
                        largest = (far, says);
                    }
                }
            }
        }
    }
    largest
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

pub fn open(bytes: &[u8], name: &str) -> Arc<Model> {
    let folder = crate::command_line::Folder::new(&format!("helper-joints-{name}"));
    let path = folder.file("model.glb");
    std::fs::write(&path, bytes).unwrap();
    open_model(&path).unwrap().asset.model
}

#[test]
fn inserting_a_joint_that_moves_nothing_changes_no_method() {
    let mut files: Vec<PathBuf> =
        ["bar", "ybranch", "rotrest", "bindrest"].map(|name| data().join(format!("oracle/models/{name}.glb"))).into();
    let samples = crate::import_against_gltf::samples();
    for name in ["CesiumMan.glb", "Fox.glb", "RiggedSimple.glb"] {
        let path = samples.join(name);
        if path.exists() {
            files.push(path);
        } else {
            skip(format_args!("{} is not there", path.display()));
        }
    }
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&path).unwrap();
        let mut glb = Glb::read(&bytes);
        let parents = insert_helpers(&mut glb);
        assert!(!parents.is_empty(), "{name} got no helper");
        let (plain, helped) = (open(&bytes, &name), open(&glb.write(), &name));
        assert_eq!(helped.skins[0].joints.len(), plain.skins[0].joints.len() + parents.len());
        let (far, of) = compare(&plain, &helped, &parents);
        println!("{name}: {} helpers, {far:.1e} of the extent, {of}", parents.len());
        assert!(far < TOLERANCE, "{name}: {far:e} of the extent under {of}");
    }
}

/// `tests/data/rigs/helpers.glb` is the oracle's branched rig with helpers. `UPDATE_RIGS=1 cargo test helpers` writes it.
#[test]
fn the_rig_with_helpers_is_what_this_file_makes() {
    let path = data().join("rigs/helpers.glb");
    let mut glb = Glb::read(&std::fs::read(data().join("oracle/models/ybranch.glb")).unwrap());
    insert_helpers(&mut glb);
    let made = glb.write();
    if std::env::var_os("UPDATE_RIGS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(std::fs::read(&path).unwrap() == made, "the file and what is made here differ");
    let asset = open_model(path.to_str().unwrap()).unwrap().asset;
    let told: Vec<String> = asset.warnings.iter().map(ToString::to_string).collect();
    assert!(told.iter().all(|line| line.contains("cannot be inverted")), "only the flat matrices are told: {told:?}");
    assert!(asset.model.skeleton.nodes().iter().any(|node| node.rest.rotation != Quat::IDENTITY));
}
