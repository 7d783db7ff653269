//! `skinscope clips`: worst frames, flips, snaps, limits and plots, on the mannequin's clips and on clips that are wrong.

use crate::command_line::{Folder, fail, run, succeed};
use crate::glb_edit::Glb;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[&["clips"], arguments, &["--json", "--no-times"]].concat())).unwrap()
}

/// The bar, which lies along X, with a clip that turns its joint about X by these angles in degrees, the keys evenly in a second.
fn twisted_bar(folder: &Folder, angles: &[f32]) -> String {
    let seconds: Vec<f32> = (0..angles.len()).map(|key| key as f32 / (angles.len() - 1) as f32).collect();
    write_clip(folder, "LINEAR", &seconds, &angles.iter().map(|degrees| about_x(*degrees)).collect::<Vec<_>>())
}

fn about_x(degrees: f32) -> [f32; 4] {
    let (sine, cosine) = (degrees / 2.0).to_radians().sin_cos();
    [sine, 0.0, 0.0, cosine]
}

fn write_clip(folder: &Folder, interpolation: &str, seconds: &[f32], turns: &[[f32; 4]]) -> String {
    let path = folder.file("twisted.glb");
    succeed(&["models", "bar", "-o", &path]);
    let mut glb = Glb::read(&std::fs::read(&path).unwrap());
    let nodes = glb.json["nodes"].as_array().unwrap();
    let mid = nodes.iter().position(|node| node["name"] == "mid").unwrap();
    assert!(nodes[mid]["rotation"].is_null(), "the keys replace no rest rotation");
    glb.add_clip("twist", mid, interpolation, seconds, turns);
    std::fs::write(&path, glb.write()).unwrap();
    path
}

#[test]
fn a_clean_walk_jumps_nowhere_and_its_worst_frame_measures_as_listed() {
    let report = json(&["mannequin", "--clip", "walk", "--methods", "lbs,dqs"]);
    let clip = &report["clips"][0];
    assert_eq!((&report["skinscope_clips"], &clip["name"]), (&1.into(), &"walk".into()));
    assert_eq!(clip["snaps"], serde_json::json!([]));
    for method in clip["methods"].as_array().unwrap() {
        assert_eq!(method["flips"], serde_json::json!([]), "{}", method["method"]);
    }
    let lbs = &clip["methods"][0];
    let worst = &lbs["collapse"][0];
    let (joint, seconds) = (worst["joint"].as_str().unwrap(), worst["seconds"].to_string());
    let arguments = ["mannequin", "--clip", "walk", "--time", &seconds, "--joint", joint, "--methods", "lbs"];
    let text = succeed(&[&["measure"], &arguments[..], &["--backend", "cpu", "--json"]].concat());
    let measured: Value = serde_json::from_str(&text).unwrap();
    let radius = measured["methods"][0]["zone"]["minor_radius"]["smallest"].as_f64().unwrap();
    assert!((radius - worst["over_rest"].as_f64().unwrap()).abs() < 1e-6, "{radius} {worst}");
    // The worst of all frames is in the list of frames.
    let frames: Vec<f64> = serde_json::from_value(lbs["frames"]["collapse"].clone()).unwrap();
    let index = clip["seconds"].as_array().unwrap().iter().position(|time| *time == worst["seconds"]).unwrap();
    assert_eq!(frames[index], worst["over_rest"].as_f64().unwrap());
    assert!(frames.iter().all(|value| *value >= frames[index]));
    assert_eq!(clip["costly_frames"], 10);
    let intersections = lbs["frames"]["self_intersections"].as_array().unwrap();
    assert_eq!(intersections.iter().filter(|value| !value.is_null()).count(), 10, "some frames are sampled");
}

#[test]
fn a_twist_beyond_half_a_turn_flips_under_dual_quaternions_alone() {
    let folder = Folder::new("clips-flip");
    let model = twisted_bar(&folder, &[0.0, 100.0, 200.0, 300.0]);
    let report = json(&[&model, "--methods", "lbs,dqs,cor"]);
    let flips = |method: usize| report["clips"][0]["methods"][method]["flips"].as_array().unwrap().clone();
    assert_eq!(flips(0).len(), 0);
    for method in [1, 2] {
        let [flip] = &flips(method)[..] else { panic!("{:?}", flips(method)) };
        assert!((flip["seconds"].as_f64().unwrap() - 0.6).abs() < 1e-3, "{flip}");
        assert_eq!((&flip["instant"], &flip["joints"][1]), (&true.into(), &"mid".into()));
        assert!(flip["degrees_apart"].as_f64().unwrap() > 170.0 && flip["vertices"].as_u64().unwrap() > 100);
    }
    let text = succeed(&["clips", &model, "--methods", "dqs"]);
    assert!(text.contains("jump by") && text.contains("at 0.600 s:"), "{text}");
    assert_eq!(report["clips"][0]["snaps"], serde_json::json!([]));
}

#[test]
fn keys_and_curves_that_go_the_long_way_snap() {
    let folder = Folder::new("clips-snap");
    let steps: Vec<f32> = (0..=30).map(|key| if key < 15 { key as f32 } else { 200.0 + key as f32 }).collect();
    let report = json(&[&twisted_bar(&folder, &steps), "--methods", "lbs"]);
    let [snap] = &report["clips"][0]["snaps"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!(snap["joint"], "mid");
    assert!((snap["seconds"].as_f64().unwrap() - 14.5 / 30.0).abs() < 1e-4, "{snap}");
    // A spline whose second key has the other sign of a turn by 10 degrees, with tangents of zero.
    let still = [0.0; 4];
    let turned = about_x(10.0).map(|part| -part);
    let values = [still, about_x(0.0), still, still, turned, still];
    let spline = write_clip(&folder, "CUBICSPLINE", &[0.0, 0.5], &values);
    let text = succeed(&["clips", &spline, "--methods", "lbs"]);
    assert!(text.contains("mid snaps by") && text.contains("under every method"), "{text}");
}

#[test]
fn limits_decide_the_exit_status_and_the_report_is_complete() {
    let walk = ["clips", "mannequin", "--clip", "walk", "--methods", "lbs"];
    succeed(&[&walk[..], &["--fail-over", "flips=0", "--fail-over", "snaps=0"]].concat());
    let missed = run(&[&walk[..], &["--fail-under", "smallest-section=0.99", "--json"]].concat());
    assert_eq!(missed.status.code(), Some(1));
    let stderr = String::from_utf8(missed.stderr).unwrap();
    assert!(
        stderr.contains("smallest_section is 0.") && stderr.contains("--fail-under smallest_section=0.99"),
        "{stderr}"
    );
    let report: Value = serde_json::from_slice(&missed.stdout).unwrap();
    let limit = &report["limits"][0];
    assert_eq!((&limit["passed"], &limit["under"], &limit["over"]), (&false.into(), &0.99.into(), &Value::Null));
    let worst = report["clips"][0]["methods"][0]["collapse"][0]["over_rest"].clone();
    assert_eq!(limit["worst"], worst);
    // A limit for what is counted in some frames counts it in all.
    let every = [&walk[..], &["--json", "--no-times", "--fail-over", "self_intersections=9999999"]].concat();
    let report: Value = serde_json::from_str(&succeed(&every)).unwrap();
    assert_eq!(report["clips"][0]["costly_frames"], 37);
    // stress and measure take limits for their own numbers, by either of their names.
    let bent = ["bar", "--methods", "lbs", "--fail-under", "smallest_section=0.9"];
    assert!(fail(&[&["stress", "--range", "90"], &bent[..]].concat(), 1).contains("at mid with"));
    let turned = ["--set", "mid:rx=90", "--backend", "cpu"];
    assert!(fail(&[&["measure"], &bent[..], &turned].concat(), 1).contains("around the joint under lbs"));
    succeed(&[
        "measure",
        "bar",
        "--methods",
        "dqs",
        "--fail-under",
        "minor_radius=0.9",
        "--set",
        "mid:rx=90",
        "--backend",
        "cpu",
    ]);
    let swept = ["--sweep", "mid:rx=0..90:30", "--backend", "cpu"];
    assert!(fail(&[&["measure"], &bent[..], &swept].concat(), 1).contains("at 90 degrees under lbs"));
    assert!(fail(&[&walk[..], &["--fail-over", "beauty=1"]].concat(), 2).contains("smallest_section"));
    assert!(fail(&[&walk[..], &["--fail-over", "flips"]].concat(), 2).contains("NAME=VALUE"));
}

#[test]
fn a_plot_is_of_one_clip_and_models_without_clips_are_refused() {
    let folder = Folder::new("clips-plot");
    let plot = folder.file("walk.svg");
    let walk = ["clips", "mannequin", "--clip", "walk", "--methods", "lbs,dqs"];
    for figure in ["smallest_section", "self_intersections", "volume"] {
        succeed(&[&walk[..], &["-o", &plot, "--figure", figure]].concat());
        let svg = std::fs::read_to_string(&plot).unwrap();
        assert!(svg.contains("of mannequin in walk"), "{figure}");
    }
    assert!(fail(&["clips", "mannequin", "--methods", "lbs", "-o", &plot], 2).contains("--clip"));
    assert!(fail(&["clips", "bar"], 2).contains("no clips"));
    assert!(fail(&["clips", "mannequin", "--clip", "swim"], 2).contains("\"walk\""));
    assert!(fail(&["clips", "mannequin", "--set", "hand.L:rx=9"], 2).contains("poses are those of the clips"));
}
