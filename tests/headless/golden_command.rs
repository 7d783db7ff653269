//! `skinscope golden`: the folder's own reader finds the expected positions again, and finds wrong ones.

use crate::command_line::{Folder, fail, npy, succeed};
use serde_json::Value;
use skinscope::files::open_model;
use std::path::Path;
use std::process::{Command, Output};

fn golden(folder: &Folder, name: &str, arguments: &[&str]) -> (String, Value) {
    let path = folder.file(name);
    succeed(&[&["golden"], arguments, &["-o", &path]].concat());
    let contents = std::fs::read_to_string(Path::new(&path).join("golden.json")).unwrap();
    (path, serde_json::from_str(&contents).unwrap())
}

fn check(path: &str) -> Output {
    Command::new("python3").arg(Path::new(path).join("check.py")).output().expect("scripts/set-up installs python3")
}

#[test]
fn its_own_reader_agrees_and_finds_a_wrong_number() {
    let folder = Folder::new("golden");
    let rotated = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/models/rotrest.glb");
    let rotated = rotated.to_str().unwrap();
    let pose = rotated.replace("models/rotrest.glb", "poses/rotrest.mixed.json");
    for (name, arguments) in [
        ("bar", &["bar", "--pose", "twist-135", "--methods", "lbs,dqs,cor"][..]),
        ("limb", &["limb", "--set", "left:ry=80,sx=1.3", "--set", "trunk:rz=200", "--methods", "lbs,dqs"]),
        ("rotated", &[rotated, "--pose", &pose, "--methods", "dqs,lbs"]),
        ("full-turn", &["bar", "--set", "mid:rx=360", "--methods", "dqs,lbs"]),
        ("stored", &["hand", "--set", "wrist:ry=60", "--influences", "2", "--methods", "dqs,lbs"]),
    ] {
        let (path, contents) = golden(&folder, name, arguments);
        let faults = crate::schema::faults_of(&contents);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let checked = check(&path);
        let lines = String::from_utf8_lossy(&checked.stdout);
        println!("{lines}");
        assert!(checked.status.success(), "{name}: {lines} {}", String::from_utf8_lossy(&checked.stderr));
        let expected = contents["meshes"][0]["expected"].as_array().unwrap();
        // Linear blending, and the five modes of dual quaternions.
        assert!(expected.len() >= 6 && lines.lines().count() >= expected.len(), "{lines}");

        let wrong = Path::new(&path).join(expected[1]["positions"].as_str().unwrap());
        let mut bytes = std::fs::read(&wrong).unwrap();
        let last = bytes.len() - 4;
        bytes[last..].copy_from_slice(&9.0_f32.to_le_bytes());
        std::fs::write(&wrong, bytes).unwrap();
        assert_eq!(check(&path).status.code(), Some(1), "{name}: one number is wrong");
    }
}

#[test]
fn every_method_and_mode_is_what_deform_writes() {
    let folder = Folder::new("golden-all");
    let pose = ["--set", "left:ry=80,lsx=1.2", "--set", "trunk:tx=0.1"];
    let (path, contents) = golden(&folder, "limb", &[&["limb"], &pose[..]].concat());
    let expected = contents["meshes"][0]["expected"].as_array().unwrap();
    let of_file = |name: &Value| npy(Path::new(&path).join(name.as_str().unwrap()).to_str().unwrap());
    let out = folder.file("deformed.npy");
    for one in expected {
        let method = one["method"].as_str().unwrap();
        let mode = one["antipodality"].as_str().map_or(vec![], |mode| vec!["--antipodality", mode]);
        succeed(&[&["deform", "limb", "--method", method, "--backend", "cpu", "-o", &out], &pose[..], &mode].concat());
        assert_eq!(of_file(&one["positions"]), npy(&out), "{one}");
        let normals = of_file(&one["normals"]);
        assert!(normals.iter().all(|n| (glam::Vec3::from_array(*n).length() - 1.0).abs() < 1e-4), "{one}");
    }
    let blends = |one: &&Value| !one["antipodality"].is_null();
    assert_eq!(expected.iter().filter(blends).count() % 5, 0, "all five modes of each");
}

#[test]
fn centers_are_an_attribute_in_the_frame_of_the_mesh() {
    let folder = Folder::new("golden-centers");
    let (path, contents) = golden(&folder, "limb", &["limb", "--methods", "lbs"]);
    let glb = std::fs::read(Path::new(&path).join("model.glb")).unwrap();
    let document = gltf::Gltf::from_slice(&glb).unwrap();
    let primitive = document.meshes().next().unwrap().primitives().next().unwrap();
    let center = primitive.get(&gltf::Semantic::Extras("CENTER".to_owned())).unwrap();
    assert_eq!(
        (center.count() as u64, center.dimensions()),
        (contents["meshes"][0]["vertices"].as_u64().unwrap(), gltf::accessor::Dimensions::Vec3)
    );
    let written = folder.file("centers.npy");
    succeed(&["centers", "limb", "--space", "mesh", "-o", &written]);
    let name = contents["meshes"][0]["centers"].as_str().unwrap();
    let points = npy(Path::new(&path).join(name).to_str().unwrap());
    for (own, theirs) in points.iter().zip(npy(&written)) {
        assert_eq!(own.map(f32::is_nan), theirs.map(f32::is_nan));
        assert!(own[0].is_nan() || glam::Vec3::from_array(*own).abs_diff_eq(theirs.into(), 1e-6));
    }
    // The file opens as the model that it came from.
    let again = open_model(Path::new(&path).join("model.glb").to_str().unwrap()).unwrap();
    let source = open_model("limb").unwrap();
    assert_eq!(again.asset.model.primitives[0].positions, source.asset.model.primitives[0].positions);
}

#[test]
fn the_whole_mesh_as_one_vertex_is_no_test_of_joints() {
    let folder = Folder::new("golden-whole");
    let told = fail(&["golden", "bar", "--set", "mid:rx=90,whole=0.5", "-o", &folder.file("g")], 2);
    assert!(told.contains("whole"), "{told}");
    assert!(!Path::new(&folder.file("g")).exists(), "nothing is begun");
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let folder = Folder::new("golden-folder");
    let (path, _) = golden(&folder, "bar", &["bar", "--methods", "lbs"]);
    // Its own folder is written again.
    let (_, again) = golden(&folder, "bar", &["bar", "--methods", "dqs", "--pose", "twist-90"]);
    assert!(!Path::new(&path).join("meshes/0/lbs.csv").exists() && again["meshes"][0]["expected"].is_array());
    std::fs::remove_file(Path::new(&path).join("golden.json")).unwrap();
    let told = fail(&["golden", "bar", "--methods", "lbs", "-o", &path], 2);
    assert!(told.contains("new or empty") && told.trim_end().ends_with(&path), "{told}");
}
