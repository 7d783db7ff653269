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

/// Helpers with motions of their own come nearer in the clips, and the file holds them as keys alone.
#[test]
fn helpers_move_by_keys_of_their_own() {
    let Some(sample) = sample("good/CesiumMan.glb") else { return };
    let folder = Folder::new("bake-drive");
    for look in ["two-phase-dqs", "cor"] {
        let part = |drive: &[&str]| {
            let (file, report) = bake(&folder, &sample, &[&["--look", look, "--helpers", "2"], drive].concat());
            // Between the keys.
            let seconds = ["--clip", "0", "--time", "0.883"];
            let wanted = deform(&folder, &sample, look, &seconds);
            let own = largest_difference(&wanted, &deform(&folder, &file, "lbs", &seconds));
            let before = largest_difference(&wanted, &deform(&folder, &sample, "lbs", &seconds));
            let rms = |when: &str| report["together"][when]["rms"].as_f64().unwrap();
            assert!(own < before);
            (file, rms("after"))
        };
        let (_, by_turns) = part(&["--poses", "clips"]);
        let (file, own) = part(&["--drive", "clips"]);
        assert!(own < 0.6 * by_turns, "{look}: {own} {by_turns}");
        let opened = open_model(Path::new(&file)).unwrap().asset;
        assert!(opened.extensions_used.is_empty() && opened.model.skeleton.constraints().is_empty());
    }
    let file = folder.file("never.glb");
    let error = fail(&["bake", &sample, "--drive", "clips", "--poses", "limits", "-o", &file], 2);
    assert!(error.contains("--poses: --drive clips"), "{error}");
}

/// The file's own joints keep their channels, and what is fitted in the rig holds in the file.
#[test]
fn a_file_for_clips_only_has_keys_and_no_constraints() {
    let folder = Folder::new("bake-keys");
    let few = ["--look", "dqs", "--helpers", "1", "--joints", "forearm.L", "--drive", "clips"];
    let (file, report) = bake(&folder, "mannequin", &few);
    let [source, baked] = ["mannequin", &file].map(|file| open_model(Path::new(file)).unwrap().asset.model);
    let helper = source.skeleton.len() as u32;
    assert_eq!((baked.skeleton.len(), baked.skeleton.constraint(helper)), (source.skeleton.len() + 1, None));
    for (own, other) in baked.clips.iter().zip(source.clips.iter()) {
        assert_eq!(own.channels.len(), other.channels.len() + 2, "a rotation and a translation of the helper");
    }
    let elbow = report["joints"].as_array().unwrap().iter().find(|joint| joint["joint"] == "forearm.L").unwrap();
    let rms = |when: &str| elbow[when]["rms"].as_f64().unwrap();
    // All joints turn in the clips, and only this one has a helper.
    assert!(rms("after") < 0.8 * rms("before"), "{elbow}");
    let error = fail(&["bake", "mannequin", "--drive", "clips", "--range", "90", "-o", &file], 2);
    assert!(error.contains("--range: --drive clips"), "{error}");
}

#[test]
fn morph_targets_and_vertex_work_are_judged_too() {
    let Some(sample) = sample("good/RobotExpressive.glb") else { return };
    let folder = Folder::new("bake-morphs");
    let (_, report) = bake(&folder, &sample, &["--helpers", "1", "--poses", "limits"]);
    let [together, morphed] = ["together", "morphed"].map(|row| report[row]["before"]["largest"].as_f64().unwrap());
    assert!(morphed > 0.0 && (morphed - together).abs() < together, "{together} {morphed}");
    let [before, after] = [0, 1].map(|index| report["mean_influences"][index].as_f64().unwrap());
    assert!(before >= 1.0 && after > before && after <= 4.0, "{before} {after}");
    assert!(report["skin_joints_before"].as_u64() < report["skin_joints"].as_u64());
}

#[test]
fn a_picture_shows_what_was_mended() {
    let folder = Folder::new("bake-picture");
    let picture = folder.file("bake.png");
    bake(&folder, "limb", &["--look", "dqs", "--helpers", "2", "--picture", &picture]);
    let picture = image::open(picture).unwrap().into_rgba8();
    let rows = (picture.height() - 66) / 400;
    assert_eq!((picture.width(), picture.height()), (1440, 400 * rows + 66));
    assert!((1..=3).contains(&rows));
    // Of the first row, below the names: the baked skin is near to the look, and both are far from the skin as it was.
    let apart = |a: u32, b: u32| {
        let pixels = (100..390).flat_map(|y| (10..470).map(move |x| (x, y)));
        pixels
            .filter(|(x, y)| picture.get_pixel(480 * a + x, *y)[0].abs_diff(picture.get_pixel(480 * b + x, *y)[0]) > 24)
            .count()
    };
    assert!(apart(0, 2) > 2 * apart(1, 2) && apart(0, 1) > 1000, "{} {} {}", apart(0, 1), apart(0, 2), apart(1, 2));
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
    assert!(of_file.contains("No other poses") && !of_file.contains("rms"), "{of_file}");
    for (arguments, status, expected) in [
        (&["--joints", "lefd"][..], 2, "did you mean \"left\"?"),
        (&["--poses", "clips"], 2, "--poses limits"),
        (&["--helpers", "4"], 2, "0 to 3"),
        (&["--aim", "-1"], 2, "0 to 100"),
        (&["--recipe", "-"], 2, "*.py"),
        (&["--poses", &pose], 2, "limits or clips"),
        (&["--picture", "-"], 2, "*.png"),
        (&["--picture", "worst.jpg"], 2, "*.png"),
        (&["--helpers", "1", "--poses", &pose, "--picture", "worst.png"], 2, "--picture: there are no poses"),
        (&["--drive", "keys"], 2, "constraints or clips"),
        (&["--drive", "clips"], 2, "--drive constraints"),
        (&["--drive", "clips", "--recipe", "drive.py"], 2, "--recipe: --drive clips"),
        (&["--poses", "none.json"], 3, "none.json"),
    ] {
        let error = fail(&[&["bake", "limb", "-o", &folder.file("none.glb")], arguments].concat(), status);
        assert!(error.contains(expected), "{error}");
    }
    assert!(!Path::new(&folder.file("none.glb")).exists());
}
