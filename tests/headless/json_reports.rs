//! The `--json` output of the commands is enough to repeat them.

use super::command_line::{Folder, succeed};
use serde_json::{Value, json};
use skinscope::bundled;
use skinscope::panes::{Arrangement, ComparisonKind, Scene, Seen};
use skinscope::view::{Diagram, Overlay};
use std::collections::BTreeSet;

fn print(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[arguments, &["--json"]].concat())).unwrap()
}

/// The number as it is written, not as double precision continues it.
fn decimal(value: f32) -> Value {
    value.to_string().parse::<f64>().unwrap().into()
}

fn same_number(value: &Value, expected: f32) -> bool {
    value.as_f64() == decimal(expected).as_f64()
}

#[test]
fn every_field_of_a_scene_is_reported() {
    let report = print(&["scenes"]);
    assert_eq!(report["program_version"], env!("CARGO_PKG_VERSION"));
    let told = report["scenes"].as_array().unwrap();
    assert_eq!(told.len(), Scene::of_papers().count());
    for (told, scene) in told.iter().zip(Scene::of_papers()) {
        // A new field of a scene must be reported, too.
        let Scene {
            id,
            paper,
            figure,
            title,
            caption,
            notes,
            model,
            model_hash,
            variant,
            twists,
            pose,
            panes,
            arrangement,
            column_widths,
            row_heights,
            overlays: _,
            joint,
            vertex,
            isolated,
            view,
            marks,
            measure,
            motion,
            motion_waits,
            minutes,
            limits,
            stops_at_limits,
            second,
        } = scene.as_ref();
        let words = [
            ("id", id),
            ("paper", paper),
            ("figure", figure),
            ("title", title),
            ("caption", caption),
            ("notes", notes),
        ];
        assert_eq!((&told["marks"], &told["model_hash"]), (&json!(marks), &json!(model_hash)));
        assert_eq!(told["variant"], json!(variant));
        assert_eq!((&told["measure"], &told["motion"]), (&json!(measure), &json!(motion)));
        assert_eq!(told["motion_waits"], *motion_waits);
        assert_eq!(told["minutes"], json!(minutes));
        let of_second = second.as_ref().map(|second| (json!(second.model.label()), second.keep_facing));
        let told_second = told["second"].as_object().map(|told| (told["model"].clone(), told["keep_facing"] == true));
        assert_eq!(told_second, of_second, "{id}");
        assert_eq!(told["vertex"], json!(vertex));
        assert_eq!(told["limits"].as_array().unwrap().len(), limits.len());
        assert_eq!(told["stops_at_limits"], *stops_at_limits);
        assert_eq!(told["twists"].as_array().unwrap().len(), twists.len());
        assert_eq!(told["joints"], json!(pose.joints));
        assert!(words.iter().all(|(field, word)| told[field] == word.as_str()), "{id}");
        assert_eq!(
            (&told["model"], &told["pose"], &told["set"]),
            (&json!(model.label()), &json!(pose.named), &json!(pose.set))
        );
        assert_eq!((&told["joint"], &told["isolate"]), (&json!(joint), &json!(isolated)));
        match &pose.clip {
            None => assert_eq!(told["clip"], Value::Null),
            Some(clip) => {
                let told = &told["clip"];
                assert!(told["name"] == *clip && same_number(&told["seconds"], pose.time.unwrap_or_default()), "{id}");
            }
        }
        let names = [Arrangement::Auto, Arrangement::Row, Arrangement::Column, Arrangement::Grid];
        let place = names.iter().position(|known| known == arrangement).unwrap();
        let (columns, rows) = scene.layout().shape(panes.len());
        let arrangement = ["auto", "row", "column", "grid"][place];
        let layout = json!({"arrangement": arrangement, "columns": columns, "rows": rows, "column_shares": column_widths, "row_shares": row_heights});
        assert_eq!(told["layout"], layout);
        let camera = &told["camera"];
        assert!(same_number(&camera["yaw_degrees"], view.yaw_degrees), "{id}");
        assert!(same_number(&camera["pitch_degrees"], view.pitch_degrees), "{id}");
        assert!(same_number(&camera["fov_degrees"], view.fov_degrees()), "{id}");
        let (seen, seen_joint) = match &view.seen {
            Seen::Whole => ("whole", None),
            Seen::Joint(joint) => ("joint", Some(joint)),
            Seen::Shot(_) => ("shot", None),
            Seen::Box(min, max) => {
                for (corner, expected) in camera["box"].as_array().unwrap().iter().zip([min, max]) {
                    assert!((0..3).all(|axis| same_number(&corner[axis], expected[axis])), "{id}");
                }
                ("box", None)
            }
        };
        assert_eq!((&camera["seen"], &camera["joint"]), (&json!(seen), &json!(seen_joint)), "{id}");
        assert_eq!(told["panes"].as_array().unwrap().len(), panes.len());
    }
}

#[test]
fn every_field_of_the_panes_is_reported() {
    let report = print(&["scenes"]);
    let ids = |settings: &skinscope::skinning::SkinningSettings| {
        let signs = settings.method.blends_quaternions().then(|| settings.antipodality().id());
        let blend = settings.method.takes_blend().then(|| settings.blend.get());
        (json!(settings.method.id()), json!(signs), json!(settings.scale_kind.id()), blend)
    };
    for (told, scene) in report["scenes"].as_array().unwrap().iter().zip(Scene::of_papers()) {
        for (told, pane) in told["panes"].as_array().unwrap().iter().zip(scene.panes()) {
            let skinning = |told: &Value| {
                let blend = told["blend"].as_f64().map(|blend| blend as f32);
                (told["method"].clone(), told["antipodality"].clone(), told["scale"].clone(), blend)
            };
            assert_eq!(skinning(told), ids(&pane.skinning), "{}", scene.id);
            let centers = pane.centers;
            assert_eq!(
                (&told["sigma"], &told["epsilon"], &told["similarity"]),
                (&json!(centers.sigma), &json!(centers.epsilon), &json!(centers.similarity.id()))
            );
            let shown: Vec<&str> = pane.look.overlays.iter().map(Overlay::id).collect();
            assert_eq!(told["overlays"], json!(shown), "{}", scene.id);
            assert_eq!(told["shading"], pane.look.shading.id());
            assert_eq!(told["diagram"], json!(pane.look.diagram.map(Diagram::id)), "{}", scene.id);
            match pane.compared_with() {
                None => assert_eq!(told["compared"], Value::Null),
                Some(other) => {
                    assert_eq!(skinning(&told["compared"]), ids(&other));
                    let kind = pane.comparison.kind;
                    assert_eq!(told["compared"]["kind"], kind.label().to_lowercase());
                    assert_eq!(told["compared"]["divider"].is_number(), kind == ComparisonKind::Wipe);
                }
            }
        }
    }
    // The paint in the form that `--paint` takes.
    let folder = Folder::new("scene-paint");
    let paints: BTreeSet<(String, String, String)> = report["scenes"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|scene| {
            let model = scene["model"].as_str().unwrap().to_owned();
            let split = |twist: &Value| {
                let [joint, kind] = ["joint", "kind"].map(|field| twist[field].as_str().unwrap());
                format!("{joint}:{}:{kind}", twist["count"])
            };
            let twists: Vec<String> = scene["twists"].as_array().unwrap().iter().map(split).collect();
            let panes = scene["panes"].as_array().unwrap().iter();
            panes.map(move |pane| (model.clone(), twists.join(" "), pane["paint"].as_str().unwrap().to_owned()))
        })
        .collect();
    assert!(paints.len() > 3, "{paints:?}");
    for (model, twists, paint) in paints {
        let twists: Vec<&str> = twists.split_whitespace().flat_map(|twist| ["--twist", twist]).collect();
        let out = folder.file("out.png");
        // Similar to the vertex of the scene, which `--paint` counts over all primitives.
        let paint = if paint == "similarity" { "similarity:0".to_owned() } else { paint };
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
