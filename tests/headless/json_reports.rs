//! The `--json` output of the commands is enough to repeat them.

use super::command_line::{Folder, succeed};
use serde_json::{Value, json};
use skinscope::bundled;
use skinscope::panes::Scene;
use std::collections::BTreeSet;

fn print(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[arguments, &["--json"]].concat())).unwrap()
}

/// A scene of the report is read as the scene itself.
#[test]
fn a_scene_can_be_made_again_from_its_report() {
    let report = print(&["scenes"]);
    assert_eq!(report["program_version"], env!("CARGO_PKG_VERSION"));
    let told = report["scenes"].as_array().unwrap();
    assert_eq!(told.len(), Scene::of_papers().count());
    for (told, scene) in told.iter().zip(Scene::of_papers()) {
        let mut keys = told.as_object().unwrap().clone();
        let (columns, rows) = scene.layout().shape(scene.panes.len());
        let methods: Vec<&str> = scene.panes().iter().map(|pane| pane.skinning.method.id()).collect();
        let computed = ["methods", "columns", "rows"].map(|key| keys.remove(key).unwrap());
        assert_eq!(computed, [json!(methods), json!(columns), json!(rows)], "{}", scene.id);
        assert_eq!(serde_json::from_value::<Scene>(keys.into()).unwrap(), **scene, "{}", scene.id);
    }
}

/// The paint in the form that `--paint` takes, where the scene has the joint and the vertex.
#[test]
fn the_paint_of_every_pane_is_drawn_from_the_report() {
    let report = print(&["scenes"]);
    let folder = Folder::new("scene-paint");
    let paints: BTreeSet<(String, String, String)> = report["scenes"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|scene| {
            let model = scene["model"].as_str().unwrap().to_owned();
            let split = |twist: &Value| {
                let kind = twist["kind"].as_str().unwrap_or("end");
                format!("{}:{}:{kind}", twist["joint"].as_str().unwrap(), twist["count"])
            };
            let twists: Vec<String> = scene["twists"].as_array().into_iter().flatten().map(split).collect();
            let paints = scene["panes"].as_array().unwrap().iter().filter_map(|pane| pane["paint"].as_str());
            paints.map(move |paint| {
                let paint = match paint {
                    "weights" => format!("weights:{}", scene["joint"].as_str().unwrap()),
                    // `--paint` counts vertices over all primitives.
                    "similarity" => "similarity:0".to_owned(),
                    paint => paint.to_owned(),
                };
                (model.clone(), twists.join(" "), paint)
            })
        })
        .collect();
    assert!(paints.len() > 3, "{paints:?}");
    for (model, twists, paint) in paints {
        let twists: Vec<&str> = twists.split_whitespace().flat_map(|twist| ["--twist", twist]).collect();
        let out = folder.file("out.png");
        succeed(&[&["render", &model, "--paint", &paint, "--size", "40x40", "-o", &out], &twists[..]].concat());
    }
}

#[test]
fn bundled_models_are_listed_with_their_poses() {
    let report = print(&["models"]);
    assert_eq!(report["skinscope_models"], 1);
    for (told, model) in report["models"].as_array().unwrap().iter().zip(bundled::MODELS) {
        assert_eq!((&told["name"], &told["description"]), (&json!(model.name), &json!(model.description)));
        assert_eq!(told["blake3"], blake3::hash(model.glb).to_hex().as_str());
        let poses: Vec<&str> =
            told["poses"].as_array().unwrap().iter().map(|pose| pose["name"].as_str().unwrap()).collect();
        assert_eq!(poses, model.poses.iter().map(|pose| pose.name).collect::<Vec<_>>());
    }
    assert_eq!(report["models"].as_array().unwrap().len(), bundled::MODELS.len());
}

/// From a report of `measure` alone, the same figures are measured again.
#[test]
fn a_measurement_can_be_made_again_from_its_report() {
    let folder = Folder::new("again");
    let file = folder.file("bar.glb");
    succeed(&["models", "bar", "-o", &file]);
    let flags = ["--scale", "local", "--antipodality", "running-sum", "--blend", "0.25", "--sigma", "0.2"];
    let fixed = ["measure", &file, "--methods", "lbs-dqs", "--backend", "cpu"];
    let first = print(&[&fixed[..], &flags, &["--set", "mid:rx=70,sx=1.1", "--set", "mid:ry=5"]].concat());
    assert_eq!((&first["program_version"], &first["adapter"]), (&json!(env!("CARGO_PKG_VERSION")), &json!("cpu")));
    let bytes = std::fs::read(&file).unwrap();
    let model =
        json!({"bundled": null, "path": file, "blake3": blake3::hash(&bytes).to_hex().as_str(), "resources": []});
    assert_eq!(first["model"], model);
    let options = &first["options"];
    assert_eq!(
        *options,
        json!({"antipodality": "running-sum", "scale": "local", "blend": 0.25, "sigma": 0.2, "epsilon": 0.1,
               "similarity": "joint-pairs"})
    );
    let pose = folder.file("pose.json");
    std::fs::write(&pose, first["pose"]["overrides"].to_string()).unwrap();
    let text = |field: &str| options[field].as_str().unwrap_or("").to_owned();
    let number = |field: &str| options[field].to_string();
    let (scale, signs) = (text("scale"), text("antipodality"));
    let (blend, sigma) = (number("blend"), number("sigma"));
    let again = ["--scale", &scale, "--antipodality", &signs, "--blend", &blend, "--sigma", &sigma, "--pose", &pose];
    let second = print(&[&fixed[..], &again].concat());
    assert_eq!(first["methods"], second["methods"]);
    assert_eq!((&first["pose"]["file"], &second["pose"]["file"]), (&Value::Null, &json!(pose)));
    assert_eq!(first["pose"]["overrides"], second["pose"]["overrides"]);
}

#[test]
fn reports_say_pose_twist_joints_and_adapter() {
    let report = print(&["measure", "mannequin", "--methods", "lbs", "--pose", "elbow-120", "--twist", "forearm.L:2"]);
    let pose = &report["pose"];
    assert_eq!((&pose["named"], &pose["twist"]), (&json!("elbow-120"), &json!(["forearm.L:2"])));
    assert!(pose["overrides"]["joints"]["forearm.L"]["angles"].is_array(), "{pose}");
    let adapter = report["adapter"].as_str().unwrap();
    assert!(!adapter.is_empty() && adapter != "cpu", "{adapter}");
    assert_eq!((&report["model"]["bundled"], &report["model"]["path"]), (&json!("mannequin"), &Value::Null));
    let clip = print(&["measure", "mannequin", "--methods", "lbs", "--backend", "cpu", "--clip", "0", "--time", "0.3"]);
    assert!(clip["pose"]["clip"]["index"] == 0 && clip["pose"]["clip"]["name"].is_string());
    assert!((clip["pose"]["clip"]["seconds"].as_f64().unwrap() - 0.3).abs() < 1e-6);
    let sweep = print(&["measure", "bar", "--methods", "lbs", "--backend", "cpu", "--sweep", "mid:rx=0..10:10"]);
    assert_eq!((&sweep["adapter"], &sweep["options"]["blend"]), (&json!("cpu"), &json!(0.5)));
    let stress = print(&["stress", "bar", "--methods", "lbs", "--range", "30"]);
    assert_eq!((&stress["adapter"], &stress["options"]["sigma"]), (&json!("cpu"), &json!(0.1)));
    let hash = blake3::hash(bundled::glb_bytes("bar").unwrap()).to_hex();
    for report in [&sweep, &stress, &print(&["centers", "bar"])] {
        assert_eq!(report["model"]["blake3"], hash.as_str());
        assert_eq!(report["program_version"], env!("CARGO_PKG_VERSION"));
    }
}

/// Files beside a .gltf belong to the model: another of them is another model.
#[test]
fn files_beside_a_model_are_hashed_too() {
    let folder = Folder::new("beside");
    let document = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "skin": 0}, {"name": "joint"}],
        "skins": [{"joints": [1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"},
            {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4"}
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 12},
            {"buffer": 0, "byteOffset": 48, "byteLength": 48}
        ],
        "buffers": [{"uri": "points.bin", "byteLength": 96}]
    });
    let path = folder.file("triangle.gltf");
    std::fs::write(&path, document.to_string()).unwrap();
    let positions = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].map(f32::to_le_bytes).concat();
    let weights = [1.0f32, 0.0, 0.0, 0.0].map(f32::to_le_bytes).concat().repeat(3);
    let bytes = [positions, vec![0; 12], weights].concat();
    std::fs::write(folder.file("points.bin"), &bytes).unwrap();
    let report = print(&["measure", &path, "--methods", "lbs", "--backend", "cpu"]);
    let expected = json!([{"path": "points.bin", "blake3": blake3::hash(&bytes).to_hex().as_str()}]);
    assert_eq!(report["model"]["resources"], expected);
}
