//! `skinscope measure`: tables, JSON, sweeps and mistakes.

use crate::command_line::{Folder, fail, succeed};
use serde_json::Value;
use skinscope::skinning::SkinningMethod;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[&["measure"], arguments, &["--json"]].concat())).unwrap()
}

fn assert_near(value: &Value, expected: f64, tolerance: f64) {
    let found = value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    assert!((found - expected).abs() < tolerance, "{found} should be {expected}");
}

#[test]
fn the_candy_wrapper_in_numbers() {
    let report = json(&["bar", "--pose", "twist-135", "--methods", "lbs,dqs,cor"]);
    assert_eq!((&report["skinscope_measure"], &report["vertices"]), (&2.into(), &8578.into()));
    assert_eq!((&report["joint"]["address"], &report["joint"]["named"]), (&"mid".into(), &false.into()));
    assert_near(&report["joint"]["turned_degrees"], 135.0, 1e-3);
    let methods = report["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 3);
    let [lbs, dqs, cor] = [&methods[0], &methods[1], &methods[2]];
    assert_eq!((&lbs["method"], &lbs["antipodality"]), (&"lbs".into(), &Value::Null));
    assert_eq!((&cor["method"], &cor["antipodality"]), (&"cor".into(), &"running-sum".into()));
    let cosine = 67.5f64.to_radians().cos();
    assert_near(&lbs["zone"]["minor_radius"]["smallest"], cosine, 1e-3);
    assert_near(&lbs["zone"]["major_radius"]["smallest"], cosine, 1e-3);
    assert_near(&dqs["zone"]["minor_radius"]["smallest"], 1.0, 0.01);
    assert_near(&dqs["volume"]["over_rest"], 1.0, 0.01);
    assert!(lbs["volume"]["over_rest"].as_f64().unwrap() < 0.9);
    assert_eq!(lbs["volume"]["missing"], Value::Null);
    assert_near(&lbs["difference_to_lbs"]["largest"], 0.0, 1e-9);
    assert_eq!(lbs["difference_to_lbs"]["at"], Value::Null);
    // Where LBS pinches most it is farthest from DQS, and the same joints are why.
    assert_near(&dqs["difference_to_lbs"]["largest"], 0.2 * (1.0 - cosine), 2e-3);
    let at = &dqs["difference_to_lbs"]["at"];
    assert_near(&at["influences"][0]["weight"], 0.5, 0.02);
    assert_near(&at["angle_degrees"], 135.0, 1e-3);
    assert_near(&lbs["worst_collapse"]["amount"], 0.2 * (1.0 - cosine), 2e-3);
    assert_eq!(lbs["zone"]["sections"].as_array().unwrap().len(), 31);
}

#[test]
fn the_bulge_of_an_elbow_is_ordered_as_the_papers_say() {
    let report = json(&["mannequin", "--pose", "elbow-120", "--backend", "cpu"]);
    assert_eq!(report["joint"]["address"], "forearm.L");
    let zone = |method: usize| &report["methods"][method]["zone"];
    let bulge = |method: usize| zone(method)["bulge"]["over_rest"].as_f64().unwrap();
    let farthest = |method: usize| zone(method)["bone_distance"]["largest"].as_f64().unwrap();
    let volume = |method: usize| zone(method)["volume"]["over_rest"].as_f64().unwrap();
    let [lbs, dqs, cor] = [0, 1, 2];
    assert!(bulge(lbs) + 0.05 < bulge(cor) && bulge(cor) + 0.05 < bulge(dqs), "{} {}", bulge(cor), bulge(dqs));
    assert!(farthest(lbs) + 0.05 < farthest(cor) && farthest(cor) + 0.05 < farthest(dqs));
    assert!(bulge(lbs) < 1.02, "{}", bulge(lbs));
    let at = &zone(dqs)["bulge"]["at"];
    assert!(at["amount"].as_f64().unwrap() > 0.005 && at["influences"].as_array().unwrap().len() > 1, "{at}");
    assert!(volume(lbs) + 0.05 < volume(cor).min(volume(dqs)));
}

/// The bulge of each given method around a joint of a bundled model.
fn bulges(model: &str, joint: &str, pose: &[&str], methods: &str) -> Vec<f64> {
    let report = json(&[&[model, "--joint", joint, "--methods", methods, "--backend", "cpu"], pose].concat());
    let zones = report["methods"].as_array().unwrap().iter().map(|method| &method["zone"]["bulge"]["over_rest"]);
    zones.map(|value| value.as_f64().unwrap()).collect()
}

#[test]
fn bends_of_the_bar_bulge_as_the_papers_say() {
    for pose in ["bend-90", "bend-120"] {
        let found = bulges("bar", "mid", &["--pose", pose], "lbs,cor,dqs");
        println!("{pose}: {found:?}");
        assert!(found[0] < 1.03 && found[1] > found[0] + 0.02 && found[2] > found[1] + 0.02, "{pose}: {found:?}");
    }
}

/// Skins that look right have no bulge, although the largest distance to the bone reaches 1.37 in these poses.
#[test]
fn nothing_bulges_at_rest_in_rigid_motions_twists_and_small_turns() {
    let all = "lbs,dqs,cor";
    for (model, joint, pose, methods) in [
        ("bar", "mid", vec![], "all"),
        ("mannequin", "thigh.L", vec![], all),
        ("bar", "mid", vec!["--set", "root:rx=30,ry=40,rz=-50,tx=1,ty=-2,tz=3"], "lbs,dqs,cor,dib"),
        ("bar", "mid", vec!["--pose", "twist-90"], "lbs,dqs,cor,dib"),
        ("mannequin", "clavicle.L", vec!["--set", "clavicle.L:rz=18"], all),
        ("mannequin", "clavicle.R", vec!["--set", "clavicle.R:rz=-18"], all),
        ("mannequin", "head", vec!["--set", "head:rx=-14"], all),
        ("mannequin", "little_1.L", vec!["--set", "little_1.L:ry=10"], all),
    ] {
        let found = bulges(model, joint, &pose, methods);
        println!("{model} {joint} {pose:?}: {found:.4?}");
        assert!(found.iter().all(|value| (0.999..1.03).contains(value)), "{model} {joint} {pose:?}: {found:?}");
    }
}

#[test]
fn a_joint_that_blends_nothing_has_a_dash_for_its_bulge() {
    // The new twist joints take all the weight of the rig's own.
    let rig = ["mannequin", "--twist", "forearm.L:3", "--joint", "forearm_twist.L"];
    let text = succeed(&[&["measure"], &rig[..], &["--methods", "lbs,dqs", "--backend", "cpu"]].concat());
    let line = text.lines().find(|line| line.contains("Bulge, relative to rest")).unwrap();
    assert_eq!(line.split_whitespace().filter(|word| *word == "-").count(), 2, "{text}");
}

#[test]
fn both_backends_measure_alike() {
    for pose in ["twist-90", "bend-120"] {
        let of = |backend| json(&["bar", "--pose", pose, "--methods", "all", "--backend", backend]);
        let (gpu, cpu) = (of("gpu"), of("cpu"));
        assert_eq!(gpu["methods"].as_array().unwrap().len(), SkinningMethod::ALL.len());
        for (gpu, cpu) in gpu["methods"].as_array().unwrap().iter().zip(cpu["methods"].as_array().unwrap()) {
            assert_eq!(gpu["method"], cpu["method"]);
            assert_near(&gpu["volume"]["over_rest"], cpu["volume"]["over_rest"].as_f64().unwrap(), 1e-4);
            let smallest = |report: &Value| report["zone"]["bone_distance"]["smallest"].as_f64().unwrap();
            assert!((smallest(gpu) - smallest(cpu)).abs() < 1e-3);
        }
    }
}

#[test]
fn the_table_names_methods_figures_and_why() {
    let text = succeed(&["measure", "bar", "--pose", "bend-120", "--methods", "all", "--backend", "cpu"]);
    for words in
        ["joint mid: rotated by 120.0 degrees", "quaternion-translation", "Blend zone volume, relative to rest"]
    {
        assert!(text.contains(words), "{text}");
    }
    assert!(text.contains("closer to its bone: ") && text.contains("degrees apart"), "{text}");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    // Columns line up: every line of a table is as long as its head.
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.trim_start().starts_with("lbs ")).unwrap();
    assert!(lines[head + 2..head + 11].iter().all(|line| line.len() == lines[head].len()), "{text}");
    // At rest no joint is turned; one that blends nothing has no zone.
    let text = succeed(&["measure", "bar", "--methods", "lbs", "--backend", "cpu"]);
    assert!(text.contains("no joint is measured, because the pose rotates none"), "{text}");
    assert!(succeed(&["measure", "--help"]).contains("cos(angle/2)"));
}

/// Around a joint that is not turned, the figures are of a neighbor that is.
#[test]
fn figures_say_whose_turn_they_measure() {
    let ankle = ["mannequin", "--joint", "shin.L", "--set", "foot.L:rx=-40", "--methods", "lbs"];
    let report = json(&ankle);
    let turned = report["joint"]["turned_in_zone"].as_array().unwrap();
    assert_eq!((&report["joint"]["turned_degrees"], turned.len()), (&0.0.into(), 1), "{turned:?}");
    assert_eq!(turned[0]["joint"], "foot.L");
    assert_near(&turned[0]["degrees"], 40.0, 1e-3);
    let text = succeed(&[&["measure"], &ankle[..]].concat());
    assert!(text.contains("what the figures around it measure: foot.L by 40.0 degrees"), "{text}");
    // Its own turn alone needs no word, and one farther away does not count.
    let own = ["measure", "mannequin", "--set", "shin.L:rx=60", "--set", "thigh.L:rx=-60", "--joint", "shin.L"];
    assert!(!succeed(&own).contains("turned in its zone"));
}

#[test]
fn open_skins_have_no_volume_and_say_so() {
    let report = json(&["cloth", "--pose", "fold", "--methods", "lbs", "--backend", "cpu"]);
    let volume = &report["methods"][0]["volume"];
    assert_eq!(volume["over_rest"], Value::Null);
    assert!(volume["missing"].as_str().unwrap().starts_with("not closed"), "{volume}");
    let text = succeed(&["measure", "cloth", "--pose", "fold", "--methods", "lbs", "--backend", "cpu"]);
    assert!(text.contains("No volume of the whole skin: not closed"), "{text}");
}

#[test]
fn a_sweep_shows_the_collapse_and_the_flip() {
    let sweep = |methods, modes| {
        let range = "mid:rx=150..210:10";
        let report = json(&["bar", "--sweep", range, "--methods", methods, "--modes", modes, "--backend", "cpu"]);
        assert_eq!((&report["skinscope_sweep"], &report["joint"]), (&1.into(), &"mid".into()));
        report["rows"].as_array().unwrap().clone()
    };
    let lbs = sweep("lbs", "all");
    assert_eq!(lbs.len(), 7, "modes mean nothing to LBS");
    assert_near(&lbs[3]["minor_radius"], 0.0, 1e-3);
    assert_eq!((&lbs[0]["step"], &lbs[0]["antipodality"]), (&Value::Null, &Value::Null));
    let dqs = sweep("dqs", "continuous,per-vertex");
    let largest = |mode: &str| {
        let rows = dqs.iter().filter(|row| row["antipodality"] == mode);
        rows.filter_map(|row| row["step"].as_f64()).fold(0.0, f64::max)
    };
    assert!(largest("per-vertex") > 5.0 * largest("continuous"), "{} {}", largest("per-vertex"), largest("continuous"));
    let text = succeed(&["measure", "bar", "--sweep", "mid:rz=-5..5", "--methods", "lbs", "--backend", "cpu"]);
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
    assert_eq!((lines[1][0], lines[2][0], lines[2][4]), ("-5", "0", "1.000000"));
    let first = "angle_degrees,method,antipodality,volume,zone_volume,minor_radius,major_radius,smallest_distance,\
                 largest_distance,area_stretch_p1,area_stretch_p99,flipped,step,bulge,";
    assert!(text.starts_with(first), "the columns of the first version stay where they are: {text}");
    assert_eq!((lines[0][13], lines[2][13], lines[2][11]), ("bulge", "1.000000", "0"));
    let later = [
        "edge_stretch_p1",
        "edge_stretch_p99",
        "principal_stretch_p1",
        "principal_stretch_p99",
        "angle_distortion",
        "angle_distortion_p99",
        "crease",
        "crease_p99",
    ];
    assert_eq!(lines[0][14..], later);
    assert_eq!(lines[2][18..20], ["1.000000"; 2]);
    // Creases are in degrees, and none at rest.
    let crease = |line: usize| lines[line][20].parse::<f64>().unwrap();
    assert!(crease(2) < 1e-3 && crease(1) > 0.1 && crease(1) < 5.0, "{text}");
    let sweep = ["measure", "bar", "--sweep", "mid:rz=-5..5", "--methods", "lbs", "--backend", "cpu"];
    let folder = Folder::new("measure-costly");
    let costly = succeed(&[&sweep[..], &["--figure", "self_intersections", "-o", &folder.file("p.svg")]].concat());
    assert!(costly.lines().next().unwrap().ends_with(",crease_p99,self_intersections"), "{costly}");
}

#[test]
fn the_figures_of_the_table_are_the_fields_of_the_report() {
    let report = json(&["bar", "--set", "mid:rx=90", "--methods", "lbs", "--backend", "cpu"]);
    let method = &report["methods"][0];
    let (skin, zone) = (&method["figures"], &method["zone"]["figures"]);
    assert_eq!(skin["volume"], method["volume"]["over_rest"]);
    assert_eq!(zone["zone_volume"], method["zone"]["volume"]["over_rest"]);
    assert_eq!(zone["minor_radius"], method["zone"]["minor_radius"]["smallest"]);
    assert_eq!(zone["largest_distance"], method["zone"]["bone_distance"]["largest"]);
    assert_eq!(zone["bulge"], method["zone"]["bulge"]["over_rest"]);
    assert_eq!(zone["edge_stretch_p99"], method["zone"]["edge_stretch"]["p99"]);
    assert_eq!(skin["area_stretch_p50"], method["area_stretch"]["p50"]);
    assert_eq!(skin["principal_stretch_p1"], method["smaller_principal_stretch"]["p1"]);
    assert_eq!(zone["principal_stretch_p99"], method["zone"]["larger_principal_stretch"]["p99"]);
    assert_eq!(skin["flipped"], method["flipped"]["count"]);
    assert_eq!(skin["difference_to_dib_rms"], method["difference_to_dib"]["rms"]);
    let sweep = json(&["bar", "--sweep", "mid:rx=90..90", "--methods", "lbs", "--backend", "cpu"]);
    let row = &sweep["rows"][0];
    for (id, value) in
        zone.as_object().unwrap().iter().filter(|(id, _)| !["flipped", "self_intersections"].contains(&id.as_str()))
    {
        assert_eq!(&row[id], value, "{id}");
    }
    for id in ["volume", "flipped", "angle_distortion", "angle_distortion_p99"] {
        assert!(row[id].is_number() && row[id] == skin[id], "{id}");
    }
}

#[test]
fn mistakes_are_refused_with_one_line() {
    let oracle = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/oracle/models/bar.glb");
    for (arguments, words) in [
        (vec!["measure", "bar", "--joint", "mdi"], "did you mean \"mid\""),
        (vec!["measure", oracle, "--joint", "Body"], "not a joint of a skin"),
        (vec!["measure", "bar", "--sweep", "mdi:rx=0..9"], "did you mean \"mid\""),
        (vec!["measure", "no-such-model"], "bundled models are"),
    ] {
        let line = fail(&arguments, 2);
        assert!(line.contains(words), "{arguments:?} says {line}");
    }
    for arguments in [
        vec!["measure", "bar", "--methods", "lbs,nonsense"],
        vec!["measure", "bar", "--sweep", "mid:tx=0..9"],
        vec!["measure", "bar", "--sweep", "mid:rx=0..9:0"],
        vec!["measure", "bar", "--modes", "all"],
        vec!["measure", "bar", "--sweep", "mid:rx=0..9", "--modes", "sometimes"],
    ] {
        fail(&arguments, 2);
    }
    let folder = Folder::new("measure-rigid");
    let file = folder.file("triangle.gltf");
    std::fs::write(&file, r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "alone"}], "scenes": [{"nodes": [0]}]}"#)
        .unwrap();
    assert!(fail(&["measure", &file], 3).contains("no skinned mesh"));
}
