//! Warnings as data: the same as on stderr, in every JSON. `docs/warnings.md` is made of their table;
//! `UPDATE_DOCS=1 cargo test --test headless warnings` rewrites it.

use super::command_line::{Folder, run, succeed};
use super::pages::root;
use serde_json::{Value, json};
use skinscope::cli::WarningCode;

fn docs() -> String {
    let introduction = "\
# Warnings

What a command warns of is one line on stderr (`info` lists it in its output), and one of the `warnings` where the
command writes [JSON](json.md#reports-as-json), with one of these codes. Codes never change; later versions add more.
Faults of the program's own caches are lines of its log.

| code | severity | meaning |
|---|---|---|
";
    let row = |code: &WarningCode| format!("| `{}` | {} | {} |\n", code.id(), code.severity().id(), code.meaning());
    introduction.to_owned() + &WarningCode::ALL.iter().map(row).collect::<String>()
}

#[test]
fn the_page_of_the_warnings_is_made_of_their_table() {
    let path = root().join("docs/warnings.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, docs()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == docs(), "{} differs from the table; UPDATE_DOCS=1 rewrites it", path.display());
}

/// A file of `tests/data/import/good`.
fn good(name: &str) -> String {
    format!("{}/tests/data/import/good/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The codes in the JSON of a command, after a check that stderr says the same.
fn codes_of(line: &[&str]) -> Vec<String> {
    let output = run(line);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{line:?}: {stderr}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let warnings = report["warnings"].as_array().unwrap_or_else(|| panic!("{line:?} has no warnings"));
    let text = |warning: &Value, field: &str| warning[field].as_str().unwrap().to_owned();
    let printed = |warning: &Value| format!("{}: {}", text(warning, "severity"), text(warning, "text"));
    let ours = stderr.lines().filter(|line| line.starts_with("warning: ") || line.starts_with("note: "));
    assert_eq!(ours.collect::<Vec<_>>(), warnings.iter().map(printed).collect::<Vec<_>>(), "{line:?}");
    warnings.iter().map(|warning| text(warning, "code")).collect()
}

#[test]
fn every_json_has_the_warnings_of_stderr() {
    let folder = Folder::new("warnings-data");
    let (doubled, negative) = (good("weights-doubled.glb"), good("weights-negative.glb"));
    let empty = good("asset-only.gltf");
    let talk = folder.file("talk.toml");
    let scene = "skinscope_talk = 1\n[[scene]]\nmodel = \"gone.glb\"\npanes = [{ method = \"lbs\" }]\n";
    std::fs::write(&talk, scene).unwrap();
    let far = ["--set", "mid:rx=1e8", "--json"];
    let cpu = ["--methods", "lbs", "--backend", "cpu"];
    let continuous = ["--antipodality", "continuous", "--set", "mid:rx=400"];
    let rescaled = "weights-rescaled";
    for (line, expected) in [
        (&[&["measure", "bar"], &cpu[..], &far].concat()[..], &["huge-angle"][..]),
        (&[&["measure", &doubled], &cpu[..], &["--json"]].concat(), &[rescaled]),
        (&[&["measure", "bar", "--json", "--sweep", "mid:rx=0..1e8:1e8"], &cpu[..]].concat(), &["huge-angle"]),
        (&[&["probe", "bar", "--vertex", "0"], &far[..]].concat(), &["huge-angle"]),
        (&[&["probe", "bar", "--vertex", "0", "--json"], &continuous[..]].concat(), &["turn-limit"]),
        (&["palette", "bar", "--set", "mid:sx=0", "-o", "-"], &["flat-scale"]),
        (&["palette", &negative, "-o", "-"], &["negative-weights"]),
        (&["centers", &doubled, "--json"], &[rescaled]),
        (&["stress", &doubled, "--methods", "lbs", "--range", "30", "--json"], &[rescaled]),
        (&["stress", "mannequin", "--methods", "lbs", "--limit", "forearm.L:rx=0..9", "--json"], &["limit-unused"]),
        (&["stress", "limb", &doubled, "--methods", "lbs", "--range", "30", "--json"], &[rescaled, "joints-unmatched"]),
        (&["compare", &doubled, &doubled, "--methods", "lbs", "--json"], &[rescaled]),
        (&["compare", "bar", &empty, "--methods", "lbs", "--json"], &["nothing-to-draw", "no-size"]),
        (&["scenes", "--talk", &talk, "--json"], &["scene-problem"]),
        (&["bench", "bar", "--methods", "lbs", "--rounds", "3", "--set", "mid:sz=1e8", "--json"], &["too-large"]),
        (&["bench", "--vertices", "1k", "--methods", "lbs", "--rounds", "3", "--json"], &[]),
        (&["scenes", "--json"], &[]),
        (&["claims", "candy", "--json"], &[]),
        (&["models", "--json"], &[]),
        (&["doctor", "--json"], &[]),
    ] {
        let codes = codes_of(line);
        for code in expected {
            assert!(codes.iter().any(|found| found == code), "{line:?}: {codes:?} without {code}");
        }
        assert!(!expected.is_empty() || codes.is_empty(), "{line:?}: {codes:?}");
    }
}

#[test]
fn a_warning_says_where() {
    let warnings = |line: &[&str]| {
        let report: Value = serde_json::from_str(&succeed(line)).unwrap();
        report["warnings"].as_array().unwrap().clone()
    };
    let doubled = good("weights-doubled.glb");
    let text = "mesh \"arm\": 6 vertices had weights that do not sum to 1 (worst 2.000); they were normalized";
    let expected = json!({"code": "weights-rescaled", "severity": "warning", "text": text, "where": "mesh \"arm\"", "model": null});
    assert_eq!(warnings(&["info", &doubled, "--json"]), [expected]);
    let late =
        ["measure", "mannequin", "--methods", "lbs", "--backend", "cpu", "--clip", "walk", "--time", "99", "--json"];
    let [late] = &warnings(&late)[..] else { panic!("one warning was expected") };
    assert_eq!((&late["code"], &late["where"]), (&json!("after-clip"), &json!("walk")));
    let pair = warnings(&["compare", "limb", &doubled, "--methods", "lbs", "--set", "left:rx=1e8", "--json"]);
    let found = |code: &str| {
        pair.iter().find(|warning| warning["code"] == code).unwrap_or_else(|| panic!("no {code}: {pair:?}"))
    };
    assert_eq!((&found("huge-angle")["where"], &found("huge-angle")["model"]), (&json!("left"), &json!("first")));
    let rescaled = found("weights-rescaled");
    assert_eq!((&rescaled["where"], &rescaled["model"]), (&json!("mesh \"arm\""), &json!("second")));
    assert!(rescaled["text"].as_str().unwrap().starts_with("weights-doubled: mesh"), "{rescaled}");
    let bars = ["compare", "bar", "bar", "--methods", "dqs", "--antipodality", "continuous", "--json"];
    for (line, code) in [
        ([&bars[..], &["--set", "mid:rx=400"]].concat(), "turn-limit"),
        ([&bars[..], &["--sweep", "mid:rx=0..400:400"]].concat(), "turn-limit"),
        (
            [
                &["stress", "mannequin", "mannequin", "--methods", "lbs", "--json"][..],
                &["--limit", "forearm.L:rx=0..9"],
            ]
            .concat(),
            "limit-unused",
        ),
    ] {
        let found = warnings(&line);
        let of_code: Vec<&Value> = found.iter().filter(|warning| warning["code"] == code).collect();
        assert!(
            !of_code.is_empty() && of_code.iter().all(|warning| warning["model"] == "first"),
            "{line:?}: {found:?}"
        );
    }
}
