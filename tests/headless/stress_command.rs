//! `skinscope stress`: lists, JSON, pictures and mistakes.

use crate::command_line::{Folder, fail, run, succeed};
use crate::skips::skip;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[&["stress"], arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn linear_blending_collapses_more_than_dual_quaternions() {
    let report = json(&["limb", "--methods", "lbs,dqs"]);
    assert_eq!((&report["skinscope_stress"], &report["range"]), (&2.into(), &"natural".into()));
    assert_eq!(report["degrees"], Value::Null);
    let names: Vec<&str> = report["joints"].as_array().unwrap().iter().map(|j| j["joint"].as_str().unwrap()).collect();
    assert_eq!(names, ["trunk", "left", "right"], "the base bends nothing");
    assert_eq!(report["joints"][0]["x"], serde_json::json!([-90.0, 90.0]), "names of no body");
    assert_eq!(report["poses"], 3 * 3 * 6);
    // Below 1 the skin is thinner than at rest.
    let worst = |method: usize| report["methods"][method]["collapse"][0]["over_rest"].as_f64().unwrap_or(1.0);
    assert!(worst(0) < 0.75 && worst(0) + 0.1 < worst(1), "{} and {}", worst(0), worst(1));
    for method in report["methods"].as_array().unwrap() {
        for measure in ["collapse", "bulge", "stretch"] {
            for entry in method[measure].as_array().unwrap() {
                assert!(["rx", "ry", "rz"].contains(&entry["key"].as_str().unwrap()));
                assert!(entry["degrees"].as_f64().unwrap().abs() <= 90.0);
            }
        }
    }
}

/// The list gives the same figures for a pose as `measure`.
#[test]
fn a_worst_pose_measures_as_the_list_says() {
    let report = json(&["bar", "--methods", "lbs", "--range", "120"]);
    let entry = &report["methods"][0]["collapse"][0];
    let (joint, key) = (entry["joint"].as_str().unwrap(), entry["key"].as_str().unwrap());
    let set = format!("{joint}:{key}={}", entry["degrees"]);
    let text = succeed(&["measure", "bar", "--set", &set, "--methods", "lbs", "--backend", "cpu", "--json"]);
    let measured: Value = serde_json::from_str(&text).unwrap();
    let radius = measured["methods"][0]["zone"]["minor_radius"]["smallest"].as_f64().unwrap();
    assert!((radius - entry["over_rest"].as_f64().unwrap()).abs() < 1e-6);
    assert!((radius - 60f64.to_radians().cos()).abs() < 0.01, "{radius}");
}

#[test]
fn a_bulge_of_a_list_is_the_bulge_that_measure_tells() {
    let report = json(&["limb", "--methods", "dqs", "--range", "90"]);
    let bulges = report["methods"][0]["bulge"].as_array().unwrap();
    assert_eq!(bulges.len(), 3, "every joint of the limb bulges somewhere");
    for entry in bulges {
        let joint = entry["joint"].as_str().unwrap();
        let set = format!("{joint}:{}={}", entry["key"].as_str().unwrap(), entry["degrees"]);
        let measure =
            ["measure", "limb", "--set", &set, "--joint", joint, "--methods", "dqs", "--backend", "cpu", "--json"];
        let measured: Value = serde_json::from_str(&succeed(&measure)).unwrap();
        let bulge = &measured["methods"][0]["zone"]["bulge"];
        assert_eq!(bulge["at"]["vertex"], entry["vertex"]);
        let difference = bulge["over_rest"].as_f64().unwrap() - entry["over_rest"].as_f64().unwrap();
        assert!(difference.abs() < 1e-6, "{joint}: {difference}");
    }
}

/// Turned across the forearm, a twist joint drags skin off the bone: its distance grows to five and six times, which is
/// no bulge that anyone sees.
#[test]
fn twist_joints_do_not_drown_the_list_of_bulges() {
    let report = json(&["mannequin", "--methods", "lbs,dqs,cor", "--range", "90"]);
    let bulges = |method: usize| report["methods"][method]["bulge"].as_array().unwrap();
    for (method, most) in [(0, 1.2), (1, 1.6), (2, 1.5)] {
        assert!(!bulges(method).is_empty());
        for entry in bulges(method) {
            let over_rest = entry["over_rest"].as_f64().unwrap();
            assert!((1.0..most).contains(&over_rest), "{entry}");
        }
    }
}

#[test]
fn files_by_others_have_finite_bulges() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = std::env::var_os("SKINSCOPE_SAMPLES").map_or_else(|| root.join("../shared/models"), PathBuf::from);
    let Ok(folder) = std::fs::read_dir(samples.join("good")) else {
        skip(format_args!("no samples at {}; set SKINSCOPE_SAMPLES", samples.display()));
        return;
    };
    let is_model = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "glb" || kind == "gltf");
    for path in folder.map(|entry| entry.unwrap().path()).filter(is_model) {
        let path = path.to_str().unwrap();
        let output = run(&["stress", path, "--methods", "dqs", "--range", "60", "--json"]);
        if !output.status.success() {
            // A skeleton alone has nothing to measure.
            assert_eq!(output.status.code(), Some(3), "{path}: {}", String::from_utf8_lossy(&output.stderr));
            continue;
        }
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let bulges = report["methods"][0]["bulge"].as_array().unwrap();
        let largest = bulges.first().map_or(1.0, |entry| entry["over_rest"].as_f64().expect("a number"));
        let joints = report["joints"].as_array().unwrap().len();
        println!("{path}: {} of {joints} joints bulge, to {largest:.3}", bulges.len());
        assert!(largest < 10.0, "{path}: {largest}");
    }
}

#[test]
fn lists_are_short_and_ranges_come_from_clips() {
    let text = succeed(&["stress", "mannequin", "--methods", "lbs", "--top", "2", "--range", "clips"]);
    assert!(text.contains("as far as the clips rotate it") && text.contains("\nno clip moves: "), "{text}");
    assert!(text.contains("  2  hand.L") && !text.contains("    3  "), "{text}");
}

/// Every joint says where its range comes from. The mannequin's clips leave its elbows alone when they are taken away.
#[test]
fn natural_ranges_name_their_origin() {
    let report = json(&["mannequin", "--methods", "lbs"]);
    let joint = |report: &Value, name: &str| {
        let joints = report["joints"].as_array().unwrap();
        joints.iter().find(|joint| joint["joint"] == name).unwrap_or_else(|| panic!("no {name}")).clone()
    };
    let elbow = joint(&report, "forearm.L");
    assert_eq!((&elbow["range"], &elbow["kind"]), (&"clips".into(), &Value::Null));
    let finger = joint(&report, "index_2.L");
    assert_eq!([&finger["range"], &finger["kind"], &finger["motion"]], ["kind", "finger", "hinge"]);
    let axes = ["x", "y", "z"].iter().filter(|axis| !finger[**axis].is_null()).count();
    assert_eq!((axes, &report["not_moved"]), (1, &serde_json::json!([])));
    let text = succeed(&["stress", "mannequin", "--methods", "lbs", "--top", "60"]);
    assert!(text.contains("\nranges: 23 from clips, ") && text.contains(" by kind of joint\n"), "{text}");
    let ends = |wanted: &str| text.lines().filter(|line| line.ends_with(wanted)).count();
    assert!(ends("   clips") > 5 && ends("   knuckle") > 5, "{text}");
    let fixed = succeed(&["stress", "mannequin", "--methods", "lbs", "--range", "90"]);
    assert!(fixed.contains("by up to 90\u{b0} to either side") && !fixed.contains("ranges: "), "{fixed}");
}

/// A limit counts where no clip turns the joint, as in the viewer, and is never ignored in silence.
#[test]
fn limits_are_ranges() {
    let limit = ["--limit", "index_2.L:rx=-5..40,ry=0..0,rz=0..0", "--limit", "forearm.L:ry=0..90", "--limit"];
    let stress = ["stress", "mannequin", "--methods", "lbs", "--json", "--no-times"];
    let output = run(&[&stress[..], &limit, &["ring_3.L:rx=0..0"]].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let joint = |name: &str| report["joints"].as_array().unwrap().iter().find(|joint| joint["joint"] == name);
    let finger = joint("index_2.L").unwrap();
    assert_eq!([&finger["range"], &finger["x"]], [&"limits".into(), &serde_json::json!([-5.0, 40.0])]);
    assert_eq!([&finger["y"], &finger["z"]], [&Value::Null; 2]);
    assert_eq!(joint("forearm.L").unwrap()["range"], "clips");
    let warnings = String::from_utf8_lossy(&output.stderr);
    assert!(warnings.contains("warning: --limit forearm.L: clips rotate it, and their range counts"), "{warnings}");
    assert!(!warnings.contains("index_2.L"), "{warnings}");
    let held = ["stress", "bar", "--methods", "lbs", "--limit", "mid:rx=0..0,ry=0..0,rz=0..0"];
    assert!(succeed(&held).contains("\nlimits hold: mid\n"));
    for (wrong, part) in [
        (&["--range", "90", "--limit", "mid:rx=0..9"][..], "--range 90 turns joints without regard to limits"),
        (&["--limit", "middle:rx=0..9"], "no joint is called \"middle\""),
    ] {
        let output = run(&[&["stress", "bar"], wrong].concat());
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(part), "{message}");
    }
}

/// Three twist joints take the wrist's twist out of the list of collapses (Le & Hodgins 2016, figure 4).
#[test]
fn twist_joints_save_a_wrist() {
    let smallest = |report: &Value, joint: &str| {
        let collapses = report["methods"][0]["collapse"].as_array().unwrap().iter();
        collapses.filter(|entry| entry["joint"] == joint).map(|entry| entry["over_rest"].as_f64().unwrap()).next()
    };
    let plain = json(&["mannequin", "--methods", "lbs"]);
    assert!(smallest(&plain, "hand.L").unwrap() < 0.3);
    let split = json(&["mannequin", "--methods", "lbs", "--twist", "forearm.L:3"]);
    assert_eq!((&plain["twist"], &split["twist"]), (&serde_json::json!([]), &serde_json::json!(["forearm.L:3"])));
    assert!(smallest(&split, "hand.L").unwrap_or(1.0) > 0.75, "{:?}", smallest(&split, "hand.L"));
    let other_side = [&plain, &split].map(|report| smallest(report, "hand.R").unwrap());
    assert!((other_side[0] - other_side[1]).abs() < 1e-5, "{other_side:?}");
    let text = succeed(&["stress", "mannequin", "--methods", "lbs", "--top", "1", "--twist", "forearm.L:3"]);
    assert!(text.contains("\ntwist joints: forearm.L:3\n"), "{text}");
}

/// The skin of a bone that spreads its own twist belongs to twist joints where the bone begins. It is tested all the same.
#[test]
fn a_shoulder_with_own_twist_joints_is_tested() {
    let collapse = |more: &[&str]| {
        let report = json(&[&["mannequin", "--methods", "lbs", "--range", "150"], more].concat());
        assert!(report["joints"].to_string().contains("\"upper_arm.L\""), "{}", report["joints"]);
        let entries = report["methods"][0]["collapse"].as_array().unwrap();
        let entry = entries.iter().find(|entry| entry["joint"] == "upper_arm.L");
        entry.map_or(1.0, |entry| entry["over_rest"].as_f64().unwrap())
    };
    let (plain, own) = (collapse(&[]), collapse(&["--twist", "upper_arm.L:3:own"]));
    println!("thinnest section at the shoulder: {plain:.3} without, {own:.3} with its own twist spread");
    assert!(own >= plain - 0.02, "{own} {plain}");
}

#[test]
fn the_worst_joints_are_drawn() {
    let folder = Folder::new("stress");
    let file = folder.file("worst.png");
    succeed(&["stress", "limb", "--methods", "lbs,dqs", "--range", "120", "--size", "720x900", "-o", &file]);
    let picture = image::open(&file).unwrap().into_rgba8();
    assert_eq!(picture.dimensions(), (720, 900));
    // Three rows of skin: left and right mirror each other, so that two joints are left.
    let lit = |y: u32| (0..720).filter(|&x| picture.get_pixel(x, y).0[0] > 110).count();
    assert!((60..420).any(|y| lit(y) > 40) && (480..800).any(|y| lit(y) > 40));
}

/// Self-intersections are those of `measure` in the same pose, and can be limited.
#[test]
fn self_intersections_are_counted_in_the_worst_poses() {
    let arguments = ["limb", "--methods", "lbs,dqs", "--range", "140", "--top", "2"];
    let found = json(&[&arguments[..], &["--intersections"]].concat());
    let poses = found["intersections"].as_array().unwrap();
    assert_eq!(poses.len(), 2);
    let mut most = 0;
    for pose in poses {
        let set = format!("{}:{}={}", pose["joint"].as_str().unwrap(), pose["key"].as_str().unwrap(), pose["degrees"]);
        let measured =
            succeed(&["measure", "limb", "--set", &set, "--methods", "lbs,dqs", "--backend", "cpu", "--json"]);
        let measured: Value = serde_json::from_str(&measured).unwrap();
        for method in 0..2 {
            let pairs = pose["self_intersections"][method].as_u64().unwrap();
            assert_eq!(
                Some(pairs),
                measured["methods"][method]["figures"]["self_intersections"].as_f64().map(|pairs| pairs as u64),
                "{set}"
            );
            most = most.max(pairs);
        }
    }
    assert!(most > 0, "the limb folds through itself");
    assert!(json(&arguments).get("intersections").is_none());
    let limited = [&["stress"], &arguments[..], &["--intersections", "--fail-over"]].concat();
    let limit = format!("self_intersections={}", most - 1);
    let line = fail(&[&limited[..], &[&limit]].concat(), 1);
    assert!(line.contains(&format!("self_intersections is {most} at ")), "{line}");
    succeed(&[&limited[..], &[&format!("self_intersections={most}")]].concat());
    let text = succeed(&[&["stress"], &arguments[..], &["--intersections"]].concat());
    assert!(text.contains("Self-intersections in the poses with the smallest sections"), "{text}");
    // Without the flag, nothing is counted, and there is nothing to limit.
    let line = fail(&[&["stress"], &arguments[..], &["--fail-over", "self_intersections=0"]].concat(), 2);
    assert!(line.contains("smallest_section, bulge, stretch"), "{line}");
}

/// What is said about a remedy is what the stress test finds once it is applied by other commands.
#[test]
fn remedies_leave_what_they_say() {
    let folder = Folder::new("remedies");
    let report = json(&["mannequin", "--methods", "lbs", "--top", "4", "--mend"]);
    let mend = report["mend"].as_array().unwrap();
    let of_joint = |joint: &str, kind: &str| {
        let found = mend.iter().find(|found| found["worst"]["joint"] == joint).unwrap();
        let remedies = found["remedies"].as_array().unwrap();
        let values: Vec<f64> = remedies.iter().map(|remedy| remedy["after"]["over_rest"].as_f64().unwrap()).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "the most effective first: {values:?}");
        let worst = found["worst"]["over_rest"].as_f64().unwrap();
        assert!(
            values.iter().all(|value| 1.0 - value <= 0.9 * (1.0 - worst)),
            "each takes a tenth: {worst} {values:?}"
        );
        remedies.iter().find(|remedy| remedy["kind"] == kind).unwrap().clone()
    };
    let smallest = |arguments: &[&str], joint: &str| {
        let report = json(&[arguments, &["--methods", "lbs"]].concat());
        let collapses = report["methods"][0]["collapse"].as_array().unwrap().clone();
        let own = collapses.iter().find(|entry| entry["joint"] == joint);
        own.map_or(1.0, |entry| entry["over_rest"].as_f64().unwrap())
    };
    let twist = of_joint("hand.L", "twist");
    assert_eq!((&twist["joint"], &twist["spreads"]), (&"forearm.L".into(), &"end".into()), "it goes into the forearm");
    let split = format!("forearm.L:{}:end", twist["count"]);
    let after = smallest(&["mannequin", "--twist", &split], "hand.L");
    let said = twist["after"]["over_rest"].as_f64().unwrap();
    assert!(after >= said - 1e-6 && after < said + 0.1, "{after} {said}");
    // A bone that is split already is split in another way, not once more.
    let split = ["mannequin", "--twist", "forearm.L:1:end"];
    let told = succeed(&[&["stress"], &split[..], &["--methods", "lbs", "--top", "1", "--mend"]].concat());
    let line = told.lines().find(|line| line.contains(" instead of its own")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert!(words[0] == "--twist" && words[1].starts_with("forearm.L:"), "{line}");
    let (after, said) = (smallest(&["mannequin", "--twist", words[1]], "hand.L"), words[6].parse::<f64>().unwrap());
    assert!(after >= said - 1e-3 && after < said + 0.1, "{after} {line}");
    let helpers = of_joint("shin.L", "helpers");
    let (path, count) = (folder.path().join("knee.glb"), helpers["count"].to_string());
    let path = path.to_str().unwrap();
    let bake = ["bake", "mannequin", "--joints", "shin.L", "--helpers", &count, "-o", path];
    succeed(&bake);
    let after = smallest(&[path, "--range", "natural"], "shin.L");
    let said = helpers["after"]["over_rest"].as_f64().unwrap();
    assert!((after - said).abs() < 0.01, "{after} {said}");
    // A method that does not collapse there needs nothing.
    let report = json(&["bar", "--methods", "dqs", "--mend", "--measure", "bulge", "--top", "1"]);
    let bulge = &report["mend"][0];
    assert!(bulge["worst"]["over_rest"].as_f64().unwrap() > 1.0);
    assert!(bulge["remedies"].as_array().unwrap().iter().all(|remedy| remedy["kind"] == "twist"), "{bulge}");
    fail(&["stress", "bar", "limb", "--mend"], 2);
}

#[test]
fn mistakes_are_reported_in_one_line() {
    let line = fail(&["stress", "limb", "--range", "270"], 2);
    assert!(line.contains("\"270\" is not a range") && line.contains("5 to 180"), "{line}");
    let line = fail(&["stress", "limb", "--range", "clips"], 2);
    assert!(line.contains("no clip of the model rotates a joint"), "{line}");
    let line = fail(&["stress", "limb", "-o", "worst.jpg"], 2);
    assert!(line.contains("*.png"), "{line}");
    fail(&["stress", "limb", "--measure", "bulge"], 2);
    fail(&["stress", "limb", "--top", "0"], 2);
}
