//! `docs/json.md` describes every field of every report, in the section of that kind of report, and every report fits
//! its schema in `docs/schemas`.

use super::command_line::{Folder, succeed};
use super::pages::{Page, anchor_of};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Objects at the top of a report that the introduction describes for all kinds.
const SHARED: [&str; 7] = ["model", "pose", "options", "times", "first", "second", "warnings"];

/// Objects whose keys are names that a file or the table of figures gives.
const NAMED: [&str; 4] = ["joints", "morphs", "figures", "numbers"];

/// The words in code of a section of a page, and of those that it links to.
fn described_in(page: &Page, anchor: &str) -> BTreeSet<String> {
    let section = page.section(anchor);
    let linked = page.links_in(section).into_iter().filter(|(_, anchor)| !anchor.is_empty());
    let linked = linked.map(|(file, anchor)| Page::of(&file).section(&anchor).to_owned());
    let texts: Vec<String> = linked.chain([section.to_owned()]).collect();
    // Odd parts are inside of backticks, those of fences too.
    let code = texts.iter().flat_map(|text| text.split('`').skip(1).step_by(2).chain(fences(text)));
    let words = code.flat_map(|code| code.split(|letter: char| !(letter.is_alphanumeric() || "_-".contains(letter))));
    words.map(str::to_owned).collect()
}

fn fences(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").skip(1).step_by(2)
}

/// Names of all fields below a value.
fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (field, value) in map {
                found.insert(field.clone());
                match value {
                    Value::Object(named) if NAMED.contains(&field.as_str()) => {
                        named.values().for_each(|value| fields(value, found));
                    }
                    _ => fields(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, found)),
        _ => {}
    }
}

/// The fields of a report: its own, and those that all kinds share.
fn fields_of_report(report: &Value) -> [BTreeSet<String>; 2] {
    let [mut own, mut shared] = [BTreeSet::new(), BTreeSet::new()];
    for (field, value) in report.as_object().unwrap() {
        // All reports have warnings.
        let found = if field == "warnings" { &mut shared } else { &mut own };
        found.insert(field.clone());
        let found = if SHARED.contains(&field.as_str()) { &mut shared } else { &mut own };
        match value {
            // One level of names, or two: of joints by their kinds.
            Value::Object(named) if NAMED.contains(&field.as_str()) => {
                named.values().filter(|value| !value.is_object()).for_each(|value| fields(value, found));
            }
            _ => fields(value, found),
        }
    }
    [own, shared]
}

/// Scenes that have all that a scene can have, each kind of view, mark and motion once.
const SCENES: &str = r#"
skinscope_talk = 1
title = "Everything"

[[scene]]
id = "all"
paper = "Kavan 2008"
figure = "fig. 7"
title = "All"
caption = "It has everything."
notes = "Say so."
model = "mannequin"
model_hash = "0000"
variant = "red"
second = { model = "limb", model_hash = "0000", variant = "blue", equal_scale = true, joints = { "hand.L" = "left" } }
pose = { named = "elbow-120", clip = "walk", time = 0.5, set = ["hand.L:rx=20"], joints = { "hand.R" = { angles = [1, 2, 3], translation = [0, 0, 0], scale = [1, 1, 1], local_scale = [1, 1, 1], local_shear = [0, 0, 0] }, "foot.L" = { rotation = [0, 0, 0, 1] } }, morphs = { smile = 0.5 } }
joint = "hand.L"
vertex = [0, 7]
isolate = ["hand.L"]
twists = [{ joint = "forearm.L", count = 2, kind = "own" }]
limits = ["hand.L:rx=-5..140"]
stops_at_limits = true
arrangement = "row"
column_widths = [0.2, 0.3, 0.5]
overlays = ["grid", "axes"]
measure = "bulge"
view = { yaw = 10, pitch = 20, target = [0, 1, 0], distance = 3, fov = 25, aspect = 1.5 }
panes = [
  { method = "lbs-dqs", blend = 0.3, diagram = "sphere", paint = "difference:dqs", paint_range = 0.1 },
  { model = "second", method = "cor", antipodality = "running-sum", sigma = 0.2, shading = "matcap", overlays = ["grid"] },
  { method = "lbs", compare = { kind = "wipe", other_model = true, method = "dqs", divider = 0.4 } },
]
marks = [{ at = { worst = "collapse" }, label = "thin", shape = "arrow", panes = [1] }, { at = { joint = "hand.L" } }, { at = { vertex = [0, 3] } }]
motion = { kind = { joint = { joint = "hand.L", channel = "rx", from = 0, to = 170 } }, seconds = 3, ease = "linear", rest-seconds = 1, there-and-back = true }
motion_waits = true
minutes = 1.5

[[scene]]
title = "More 1"
model = "mannequin"
view = { joint = "hand.L" }
panes = [{ method = "lbs" }]
motion = { kind = { clip = { name = "walk", from = 0, to = 1 } }, seconds = 1 }

[[scene]]
title = "More 2"
model = "mannequin"
view = { box = [[-1, 0, -1], [1, 2, 1]] }
panes = [{ method = "lbs" }]
motion = { kind = { turntable = { degrees = 360 } }, seconds = 1 }

[[scene]]
title = "More 3"
model = "mannequin"
panes = [{ method = "lbs", compare = { kind = "wipe", method = "dqs" } }]
motion = { kind = { wipe = { from = 0, to = 1 } }, seconds = 1 }

[[scene]]
title = "More 4"
model = "mannequin"
panes = [{ method = "lbs", compare = { kind = "wipe", method = "dqs" } }]
motion = { kind = { cross-fade = { from = 0, to = 1 } }, seconds = 1 }
"#;

#[test]
fn the_scenes_of_this_test_have_everything() {
    let folder = Folder::new("every-scene");
    let talk = folder.file("talk.toml");
    std::fs::write(&talk, SCENES).unwrap();
    let report: Value = serde_json::from_str(&succeed(&["scenes", "--talk", &talk, "--json"])).unwrap();
    let scenes = report["scenes"].as_array().unwrap();
    let empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    };
    // Fields that at least one of the scenes must have.
    let of_views = ["joint", "box", "target", "distance", "aspect"];
    let view = |field: &str| scenes.iter().any(|scene| !empty(&scene["view"][field]));
    assert!(of_views.iter().all(|&field| view(field)));
    for (field, value) in scenes[0].as_object().unwrap() {
        assert!(!empty(value), "{field} is missing in the scene");
    }
    for field in ["model", "blend", "paint_range", "diagram", "compare", "antipodality"] {
        let panes = scenes[0]["panes"].as_array().unwrap();
        assert!(panes.iter().any(|pane| !empty(&pane[field])), "{field} is missing in the panes");
    }
}

#[test]
fn every_field_is_described_in_the_docs() {
    let folder = Folder::new("every-report");
    let talk = folder.file("talk.toml");
    std::fs::write(&talk, SCENES).unwrap();
    let data = |name: &str| format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let bindrest = data("oracle/models/bindrest.glb");
    let turned = data("oracle/poses/bindrest.turn.json");
    let buffer_beside = data("import/good/buffer-beside.gltf");
    let repaired = data("import/good/weights-doubled.glb");
    let bent = ["--methods", "dqs", "--backend", "cpu", "--set", "forearm.L:rx=90"];
    let of_clip = ["--methods", "lbs", "--backend", "cpu", "--clip", "walk", "--time", "0.5"];
    let of_file = ["--methods", "lbs", "--backend", "cpu", "--pose", &turned];
    let sweep = ["--methods", "dqs", "--backend", "cpu", "--sweep", "forearm.L:rx=0..90:90"];
    let baked = folder.file("baked.glb");
    let pair = ["compare", "bar", "bar", "--methods", "dqs", "--set", "mid:rx=90", "--other-twist", "root:2"];
    let page = Page::of("docs/json.md");
    let mut described: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut missing = Vec::new();
    for (command, title) in [
        (vec!["info", "mannequin"], "`info --json`"),
        (vec!["info", &bindrest], "`info --json`"),
        (vec!["info", &buffer_beside], "`info --json`"),
        (vec!["info", &repaired], "`info --json`"),
        (vec!["centers", "bar"], "`centers --json`"),
        (vec!["centers", "bar", "--search", "breadth-first"], "`centers --json`"),
        ([&["measure", "mannequin"], &bent[..]].concat(), "`measure --json`"),
        ([&["measure", "mannequin"], &of_clip[..]].concat(), "`measure --json`"),
        ([&["measure", &bindrest], &of_file[..]].concat(), "`measure --json`"),
        ([&["measure", "mannequin"], &sweep[..]].concat(), "`measure --json`"),
        (vec!["stress", "bar", "--methods", "dqs", "--range", "60"], "`stress --json`"),
        (vec!["stress", "bar", "bar", "--methods", "dqs", "--range", "60"], "`stress A B --json`"),
        (vec!["compare", "bar", "--influences", "1"], "`compare --influences --json`"),
        (vec!["clips", "mannequin", "--clip", "walk", "--methods", "dqs", "--fail-over", "flips=0"], "`clips --json`"),
        (vec!["bake", "bar", "--look", "dqs", "--helpers", "1", "-o", &baked], "`bake --json`"),
        (pair.to_vec(), "`compare --json`"),
        (vec!["compare", "bar", "bar", "--methods", "dqs", "--sweep", "mid:rx=0..90:90"], "`compare --sweep --json`"),
        (vec!["probe", "bar", "--vertex", "4000", "--set", "mid:rx=90"], "`probe --json`"),
        (vec!["scenes"], "`scenes --json`"),
        (vec!["scenes", "--talk", &talk], "`scenes --json`"),
        (vec!["claims"], "`claims --json`"),
        (vec!["claims", "--check", "kavan-2008/angle-bound"], "`claims --json`"),
        (vec!["models"], "`models --json`"),
        (vec!["shader", "dqs", "--lang", "msl"], "`shader --json`"),
        (vec!["shader", "lbs", "--stage", "vertex"], "`shader --json`"),
        (vec!["check", "bar"], "`check --json`"),
        (vec!["doctor"], "`doctor --json`"),
        (vec!["bench", "--vertices", "1000", "--methods", "dqs,two-phase-dqs", "--rounds", "3"], "`bench --json`"),
        (vec!["bench", "bar", "--methods", "dqs", "--rounds", "3"], "`bench --json`"),
        (vec!["palette", "bar", "--method", "spherical", "--all", "--vertices", "-o", "-"], "`palette`"),
    ] {
        let json = if command[0] == "palette" { &[][..] } else { &["--json"] };
        let report: Value = serde_json::from_str(&succeed(&[&command[..], json].concat())).unwrap();
        let faults = super::schema::faults_of(&report);
        assert!(faults.is_empty(), "{command:?} does not fit its schema\n{}", faults.join("\n"));
        let [own, shared] = fields_of_report(&report);
        assert!(own.len() > 2, "{title}: {own:?}");
        let mut check = |found: BTreeSet<String>, section: &str| {
            let anchor = anchor_of(section);
            let described = described.entry(anchor).or_insert_with_key(|anchor| described_in(&page, anchor));
            let unknown = found.into_iter().filter(|field| !described.contains(field));
            missing.extend(unknown.map(|field| format!("{section}: {field}")));
        };
        check(own, title);
        check(shared, "Reports as JSON");
    }
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "docs/json.md does not describe\n{}", missing.join("\n"));
}

/// Fields that differ between two runs can be left out.
#[test]
fn reports_without_times_are_the_same_in_every_run() {
    for arguments in [&["centers", "bar", "--no-cache"][..], &["stress", "bar", "--methods", "dqs", "--range", "60"]] {
        let print = |more: &[&str]| succeed(&[arguments, more].concat());
        let timed: Value = serde_json::from_str(&print(&["--json"])).unwrap();
        assert!(timed["times"]["milliseconds"].as_f64().unwrap() > 0.0, "{timed}");
        let [first, second] = [0, 1].map(|_| print(&["--json", "--no-times"]));
        assert_eq!(first, second);
        let untimed: Value = serde_json::from_str(&first).unwrap();
        let mut expected = timed;
        expected.as_object_mut().unwrap().remove("times");
        assert_eq!(untimed, expected);
    }
}
