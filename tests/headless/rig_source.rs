//! `rig` changes a file and keeps everything in it that skinscope does not read.

use crate::command_line::{Folder, largest_difference, npy, succeed};
use crate::import_fixtures::good_path;
use crate::import_models::{deformed, samples};
use serde_json::{Value, json};
use skinscope::files::open_model;
use skinscope::model::{Model, Pose, PoseOverrides, ScaleKind, TwistKind};
use skinscope::rigging::{TwistSplit, has_bone, has_own_twist, likely_twist_kind, with_twist_joints};
use skinscope::skinning::SkinningMethod;
use std::path::{Path, PathBuf};

/// Two arms of one mesh under two skins. Everything that skinscope does not show is there too.
fn foreign_file(folder: &Folder) -> String {
    let mut binary: Vec<u8> = Vec::new();
    let mut views = Vec::new();
    let mut accessors = Vec::new();
    let mut add = |bytes: Vec<u8>, component: u32, element: &str, count: usize| {
        views.push(json!({"buffer": 1, "byteOffset": binary.len(), "byteLength": bytes.len()}));
        binary.extend(&bytes);
        binary.resize(binary.len().next_multiple_of(4), 0);
        let view = views.len() - 1;
        accessors.push(json!({
            "bufferView": view, "componentType": component, "type": element, "count": count,
            "extras": {"made by": "hand"},
        }));
        accessors.len() - 1
    };
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    // A strip along X from the first joint to the second.
    let positions: Vec<f32> = (0..6).flat_map(|i| [(i / 2) as f32 * 0.5, (i % 2) as f32 * 0.2, 0.1]).collect();
    let position = add(floats(&positions), 5126, "VEC3", 6);
    let joints = add([0u8, 1, 0, 0].repeat(6), 5121, "VEC4", 6);
    let weights: Vec<f32> =
        (0..6).flat_map(|i| [1.0 - (i / 2) as f32 * 0.25, (i / 2) as f32 * 0.25, 0.0, 0.0]).collect();
    let weights = add(floats(&weights), 5126, "VEC4", 6);
    let shift = add(floats(&[0.0, 0.0, 0.25].repeat(6)), 5126, "VEC3", 6);
    let tint = add(floats(&[0.1, 0.2, 0.3, 1.0].repeat(6)), 5126, "VEC4", 6);
    let times = add(floats(&[0.0, 1.0]), 5126, "SCALAR", 2);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turns = add(floats(&[0.0, 0.0, 0.0, 1.0, half, 0.0, 0.0, half]), 5126, "VEC4", 2);
    let arm = |x: f32| {
        [
            json!({"name": format!("upper{x}"), "translation": [0.0, x, 0.0], "children": [if x == 0.0 { 1 } else { 4 }],
                "extras": {"ik": {"chain": 2}}}),
            json!({"name": format!("lower{x}"), "translation": [1.0, 0.0, 0.0], "camera": 0,
                "extensions": {"KHR_lights_punctual": {"light": 0}}}),
        ]
    };
    let [upper, lower] = arm(0.0);
    let [other_upper, other_lower] = arm(2.0);
    let document = json!({
        "asset": {"version": "2.0", "generator": "hand", "copyright": "nobody"},
        "extensionsUsed": ["KHR_lights_punctual", "KHR_animation_pointer", "EXT_other"],
        "extensions": {"KHR_lights_punctual": {"lights": [{"type": "point", "intensity": 7.5}]}, "EXT_other": [1, 2]},
        "extras": {"note": "kept"},
        "scene": 0,
        "scenes": [{"name": "stage", "nodes": [0, 2, 3, 5]}],
        "nodes": [
            upper, lower, {"name": "skin a", "mesh": 0, "skin": 0, "weights": [0.5]},
            other_upper, other_lower, {"name": "skin b", "mesh": 0, "skin": 1},
        ],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.01}, "name": "eye"}],
        "skins": [
            {"name": "a", "joints": [0, 1], "skeleton": 0, "extras": 4},
            {"name": "b", "joints": [3, 4]},
        ],
        "meshes": [{
            "name": "arm", "weights": [0.0], "extras": {"targetNames": ["thick"]},
            "primitives": [{
                "attributes": {"POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights, "_HEAT": tint},
                "mode": 5, "material": 0,
                "targets": [{"POSITION": shift, "COLOR_0": tint}],
                "extensions": {"EXT_other": {"deep": [{"x": 1}]}},
            }],
        }],
        "materials": [{
            "name": "skin", "pbrMetallicRoughness": {"metallicFactor": 0.3, "baseColorTexture": {"index": 0}},
            "normalTexture": {"index": 0, "scale": 0.5}, "extensions": {"KHR_materials_sheen": {}},
        }],
        "textures": [{"source": 0}],
        "images": [{"uri": "dot%20one.png", "name": "dot"}],
        "animations": [{
            "name": "turn",
            "channels": [
                {"sampler": 0, "target": {"node": 1, "path": "rotation"}},
                {"sampler": 0, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/x"}}}},
            ],
            "samplers": [{"input": times, "output": turns, "extras": 1}],
        }],
        "buffers": [{"byteLength": 3, "uri": "data:;base64,AQID"}, {"byteLength": binary.len(), "uri": "arm.bin"}],
        "bufferViews": views,
        "accessors": accessors,
    });
    std::fs::write(folder.file("arm.bin"), &binary).unwrap();
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(1, 1, image::Rgba([200, 100, 50, 255]))
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    std::fs::write(folder.file("dot one.png"), png.into_inner()).unwrap();
    let file = folder.file("foreign.gltf");
    std::fs::write(&file, document.to_string()).unwrap();
    file
}

fn json_of(glb: &str) -> Value {
    let bytes = std::fs::read(glb).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

/// Asserts that `after` holds all that `before` holds: members may be added to objects and elements to the end of lists.
fn assert_kept(before: &Value, after: &Value, path: &str, may_change: &[&str]) {
    if may_change.iter().any(|part| path.ends_with(part)) {
        return;
    }
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                let path = format!("{path}/{name}");
                if may_change.iter().any(|part| path.ends_with(part)) {
                    continue;
                }
                assert_kept(value, after.get(name).unwrap_or_else(|| panic!("{path} is gone")), &path, may_change);
            }
        }
        (Value::Array(before), Value::Array(after)) => {
            assert!(before.len() <= after.len(), "{path} is shorter");
            for (index, (before, after)) in before.iter().zip(after).enumerate() {
                assert_kept(before, after, &format!("{path}/{index}"), may_change);
            }
        }
        _ => assert_eq!(before, after, "{path}"),
    }
}

fn skin(folder: &Folder, model: &str, more: &[&str]) -> Vec<[f32; 3]> {
    let output = folder.file("skin.npy");
    let arguments = ["deform", model, "-o", &output, "--backend", "cpu", "--no-cache"];
    succeed(&[&arguments[..], more].concat());
    npy(&output)
}

#[test]
fn what_skinscope_does_not_read_survives() {
    let folder = Folder::new("rig-foreign");
    let (file, rig) = (foreign_file(&folder), folder.file("rig.glb"));
    succeed(&["rig", &file, "--twist", "upper0:2", "-o", &rig]);
    let before: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let after = json_of(&rig);
    // Where bytes lie, and the influences of the split skin's mesh.
    let moved =
        ["/buffer", "/byteOffset", "/buffers", "/images/0/uri", "/skins/0/inverseBindMatrices", "/nodes/2/mesh"];
    assert_kept(&before, &after, "", &moved);
    assert_eq!(after["buffers"].as_array().unwrap().len(), 1);
    assert_eq!(after["images"][0]["mimeType"], "image/png");
    assert_eq!(after["nodes"].as_array().unwrap().len(), 8);
    assert_eq!(after["skins"][0]["joints"], json!([0, 1, 6, 7]));
    // The mesh is shown under another skin too, which keeps its influences.
    assert_eq!((&after["nodes"][2]["mesh"], &after["nodes"][5]["mesh"]), (&json!(1), &json!(0)));
    assert_eq!(after["meshes"][1]["primitives"][0]["targets"], before["meshes"][0]["primitives"][0]["targets"]);
    assert_eq!(after["animations"][0]["channels"].as_array().unwrap().len(), 4);

    let posed = ["--set", "lower0:rx=80,rz=30"];
    let driven = skin(&folder, &file, &[&posed[..], &["--twist", "upper0:2"]].concat());
    let named = ["--set", "upper0_twist_1:rx=40", "--set", "upper0_twist_2:rx=80"];
    let error = largest_difference(&driven, &skin(&folder, &rig, &[&posed[..], &named].concat()));
    assert!(error < 1e-6, "{error}");
    let asset = open_model(Path::new(&rig)).unwrap().asset;
    assert_eq!((asset.morph_target_count, asset.model.textures.len()), (2, 1));
}

#[test]
fn files_without_a_split_keep_their_bytes_of_data() {
    let folder = Folder::new("rig-as-is");
    let (file, rig) = (foreign_file(&folder), folder.file("rig.glb"));
    succeed(&["rig", &file, "-o", &rig]);
    let before: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_kept(&before, &json_of(&rig), "", &["/buffer", "/byteOffset", "/buffers", "/images/0/uri"]);
    assert_eq!(skin(&folder, &file, &[]), skin(&folder, &rig, &[]));
}

/// The matrices of the file's own joints and those of the twist joints must be of one kind.
#[test]
fn odd_inverse_binds_are_written_as_they_were_meant() {
    let folder = Folder::new("rig-odd-binds");
    let rig = folder.file("rig.glb");
    for file in ["inverse-binds-by-rows.glb", "inverse-binds-fewer.glb"] {
        let file = good_path(file).to_string_lossy().into_owned();
        let bent = ["--set", "elbow:ry=40,rz=-30"];
        let driven = skin(&folder, &file, &[&bent[..], &["--twist", "root:2"]].concat());
        succeed(&["rig", &file, "--twist", "root:2", "-o", &rig]);
        let error = largest_difference(&driven, &skin(&folder, &rig, &bent));
        assert!(error < 1e-6, "{file}: {error}");
        assert!(open_model(Path::new(&rig)).unwrap().asset.warnings.is_empty(), "{file}");
    }
}

#[test]
fn a_model_of_another_file_is_refused() {
    let folder = Folder::new("rig-other");
    let file = foreign_file(&folder);
    let opened = open_model(Path::new(&file)).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("lower0", "lower1")).unwrap();
    let source = skinscope::files::ModelSource::named(&file);
    let error = skinscope::files::rig_glb(
        &source,
        &opened.options.access,
        &opened.asset.model,
        &skinscope::work::Progress::default(),
    )
    .unwrap_err();
    assert!(error.to_string().contains("changed since it was opened"), "{error}");
}

fn models_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_model = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "glb" || ending == "gltf");
    files.into_iter().filter(is_model).chain(folders.iter().flat_map(|folder| models_in(folder))).collect()
}

/// Every bone, split for its own twist and for both, leaves the rest pose as it is.
fn kinds_keep_the_rest_pose(model: &Model, name: &str) {
    let rest = Pose::rest(&model.skeleton);
    let before = rest.scene_from_node(&model.skeleton, ScaleKind::Inherited);
    for joint in (0..model.skeleton.len() as u32).filter(|&node| has_bone(model, node)) {
        likely_twist_kind(&model.skeleton, joint);
        for kind in [TwistKind::Own, TwistKind::Both] {
            let Ok(split) = with_twist_joints(model, &[TwistSplit { joint, count: 2, kind }]) else {
                assert!(!has_own_twist(&model.skeleton, joint), "{name}: #{joint}");
                continue;
            };
            let mut pose = Pose::rest(&split.skeleton);
            PoseOverrides::default().apply(&split.skeleton, &mut pose);
            let after = pose.scene_from_node(&split.skeleton, ScaleKind::Inherited);
            for driver in split.skeleton.twist_drivers().iter().filter(|driver| driver.joint == joint) {
                // A twist joint lies on the bone and turns as the joint does.
                let (twist, bone) = (after[driver.node as usize], before[joint as usize]);
                assert!(
                    twist.matrix3.abs_diff_eq(bone.matrix3, 1e-6 * bone.matrix3.x_axis.length()),
                    "{name}: #{joint}"
                );
            }
        }
    }
}

/// Real files, with the first bone that can be split.
#[test]
fn samples_keep_their_parts_and_their_shape() {
    let Some(folder) = samples("samples_keep_their_parts_and_their_shape") else { return };
    let output = Folder::new("rig-samples");
    let mut compared = 0;
    for file in models_in(&folder.join("good")) {
        let Ok(opened) = open_model(&file) else { continue };
        let model = opened.asset.model;
        let Some(bone) = (0..model.skeleton.len() as u32).find(|&node| has_bone(&model, node)) else { continue };
        let name = file.to_string_lossy();
        let rig = output.file("rig.glb");
        let twist = format!("{}:2", model.skeleton.label(bone));
        kinds_keep_the_rest_pose(&model, &name);
        succeed(&["rig", &name, "--twist", &twist, "-o", &rig]);
        let written = open_model(Path::new(&rig)).unwrap().asset;
        assert!(written.morph_target_count >= opened.asset.morph_target_count, "{name}");
        assert_eq!(written.model.clips.len(), model.clips.len(), "{name}");
        assert_eq!(written.model.materials, model.materials, "{name}");
        // The bind frame follows the heaviest joint, which a split can change. The posed skin is compared instead.
        let at_rest = |model: &Model| deformed(model, None, SkinningMethod::Lbs);
        let (before, after) = (at_rest(&model), at_rest(&written.model));
        let extent = before.iter().fold(0.0f32, |largest, position| largest.max(position.length()));
        assert_eq!(before.len(), after.len(), "{name}");
        for (a, b) in before.iter().zip(&after) {
            assert!(a.distance(*b) <= 4e-6 * extent, "{name}: {a} became {b}");
        }
        compared += 1;
    }
    assert!(compared > 5, "{compared}");
}
