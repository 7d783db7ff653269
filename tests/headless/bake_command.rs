//! `bake`: a rig for linear blending that looks like another method, as a file that is read again.

use crate::command_line::{Folder, fail, largest_difference, npy, sample, succeed};
use serde_json::Value;
use skinscope::files::open_model;
use skinscope::model::{Pose, PoseOverrides};
use std::path::Path;

fn deform(folder: &Folder, model: &str, method: &str, more: &[&str]) -> Vec<[f32; 3]> {
    let output = folder.file("skin.npy");
    succeed(&[&["deform", model, "--method", method, "-o", &output, "--backend", "cpu", "--no-cache"], more].concat());
    npy(&output)
}

fn bake(folder: &Folder, model: &str, more: &[&str]) -> (String, Value) {
    let file = folder.file("baked.glb");
    let text = succeed(&[&["bake", model, "-o", &file, "--json", "--no-times"], more].concat());
    (file, serde_json::from_str(&text).unwrap())
}

#[test]
fn a_baked_file_under_linear_blending_looks_like_the_method() {
    let folder = Folder::new("bake");
    let recipe = folder.file("drive.py");
    let (file, report) = bake(&folder, "limb", &["--look", "dqs", "--helpers", "3", "--recipe", &recipe]);
    let rest = largest_difference(&deform(&folder, "limb", "lbs", &[]), &deform(&folder, &file, "lbs", &[]));
    // A pose that was neither fitted nor judged.
    let bent = ["--set", "trunk:rz=50,rx=20", "--set", "left:rx=40"];
    let look = deform(&folder, "limb", "dqs", &bent);
    let [before, after] = ["limb", &file].map(|model| largest_difference(&look, &deform(&folder, model, "lbs", &bent)));
    println!("rest {rest:e}, bent {before} -> {after}");
    assert!(rest < 1e-6, "{rest}");
    assert!(after < before / 2.0, "{before} {after}");
    let opened = open_model(Path::new(&file)).unwrap().asset;
    assert_eq!(opened.model.max_influences(), 4);
    assert!(opened.warnings.is_empty(), "{:?}", opened.warnings);
    assert_eq!(opened.extensions_used, ["VRMC_node_constraint"]);
    let joints = report["joints"].as_array().unwrap();
    let helpers: u64 = joints.iter().map(|joint| joint["helpers"].as_u64().unwrap()).sum();
    assert_eq!(opened.model.skeleton.constraints().len() as u64, helpers);
    let script = std::fs::read_to_string(recipe).unwrap();
    assert!(script.contains("    (\"left_helper_1\", \"left\", 0.25),\n"), "{script}");
    assert_eq!(script.matches("_helper_").count() as u64, helpers);
    let rms = |joint: &Value, when: &str| joint[when]["rms"].as_f64().unwrap();
    assert!(joints.iter().all(|joint| rms(joint, "after") <= rms(joint, "before")));
}

/// Programs that know no constraints play the clips.
#[test]
fn keys_turn_the_helpers_as_their_constraints_do() {
    let Some(sample) = sample("good/CesiumMan.glb") else { return };
    let folder = Folder::new("bake-clips");
    let (file, report) = bake(&folder, &sample, &["--poses", "clips", "--helpers", "2"]);
    let together = |when: &str, what: &str| report["together"][when][what].as_f64().unwrap();
    let ratio = |what: &str| together("after", what) / together("before", what);
    println!("rms {}, largest {}", ratio("rms"), ratio("largest"));
    assert!(ratio("rms") < 0.35 && ratio("largest") < 0.5, "{} {}", ratio("rms"), ratio("largest"));
    let model = open_model(Path::new(&file)).unwrap().asset.model;
    let clip = &model.clips[0];
    for step in 0..20 {
        let seconds = clip.duration_seconds * step as f32 / 19.0;
        let mut played = Pose::rest(&model.skeleton);
        clip.sample(seconds, &mut played);
        let mut driven = played.clone();
        PoseOverrides::default().apply(&model.skeleton, &mut driven);
        for constraint in model.skeleton.constraints() {
            let [played, driven] = [&played, &driven].map(|pose| pose.joints[constraint.node as usize].rotation);
            assert!(played.angle_between(driven) < 2e-3, "{seconds} s: {played} {driven}");
        }
    }
}

/// Frames of clips turn no joint alone.
#[test]
fn as_many_helpers_as_needed_are_found_for_clips_too() {
    let Some(sample) = sample("good/CesiumMan.glb") else { return };
    let folder = Folder::new("bake-auto");
    let (_, report) = bake(&folder, &sample, &["--poses", "clips"]);
    let together = |when: &str| report["together"][when]["rms"].as_f64().unwrap();
    assert!(together("after") < 0.5 * together("before"), "{} {}", together("before"), together("after"));
}

#[test]
fn fewer_influences_and_chosen_joints() {
    let folder = Folder::new("bake-few");
    let (file, report) =
        bake(&folder, "limb", &["--look", "dqs", "--influences", "2", "--joints", "left", "--helpers", "1"]);
    assert_eq!(report["influences"], 2);
    assert_eq!(open_model(Path::new(&file)).unwrap().asset.model.max_influences(), 2);
    let again = fail(&["bake", &file, "--joints", "left", "-o", &folder.file("again.glb")], 2);
    assert!(again.contains("helper joints already") && again.contains("release:JOINT"), "{again}");
    let pose = folder.file("pose.json");
    std::fs::write(&pose, r#"{"skinscope_pose": 1, "joints": {}}"#).unwrap();
    let of_file = succeed(&["bake", "limb", "--helpers", "1", "--poses", &pose, "-o", &folder.file("of-file.glb")]);
    assert!(of_file.contains("No other poses") && !of_file.contains("->"), "{of_file}");
    for (arguments, status, expected) in [
        (&["--joints", "lefd"][..], 2, "did you mean \"left\"?"),
        (&["--poses", "clips"], 2, "--poses limits"),
        (&["--helpers", "4"], 2, "0 to 3"),
        (&["--aim", "-1"], 2, "0 to 100"),
        (&["--recipe", "-"], 2, "*.py"),
        (&["--poses", &pose], 2, "limits or clips"),
        (&["--poses", "none.json"], 3, "none.json"),
    ] {
        let error = fail(&[&["bake", "limb", "-o", &folder.file("none.glb")], arguments].concat(), status);
        assert!(error.contains(expected), "{error}");
    }
    assert!(!Path::new(&folder.file("none.glb")).exists());
}
