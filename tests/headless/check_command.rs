//! `skinscope check`: rules, results that go on where they ended, pages and build servers' files, on models with faults.

use crate::command_line::{Folder, fail, run, succeed};
use crate::glb_edit::Glb;
use serde_json::{Value, json};
use std::path::Path;

fn results(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs `check` that must end with this status, and returns its standard output.
fn check(status: i32, arguments: &[&str]) -> String {
    let output = run(&[&["check"], arguments].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

/// A copy of a bundled model in a folder, with a change of its JSON.
fn copy(folder: &Folder, model: &str, name: &str, change: impl FnOnce(&mut Value)) -> String {
    let path = folder.file(name);
    std::fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
    succeed(&["models", model, "-o", &path]);
    let mut glb = Glb::read(&std::fs::read(&path).unwrap());
    change(&mut glb.json);
    std::fs::write(&path, glb.write()).unwrap();
    path
}

fn rename(json: &mut Value, from: &str, to: &str) {
    let nodes = json["nodes"].as_array_mut().unwrap();
    let node = nodes.iter_mut().find(|node| node["name"] == from).unwrap();
    node["name"] = to.into();
}

/// A folder with a sound model, one of which a joint lost its other side, and one that is no model.
fn library(folder: &Folder) -> String {
    copy(folder, "limb", "rigs/sound.glb", |_| {});
    copy(folder, "mannequin", "rigs/deep/one-sided.glb", |json| {
        rename(json, "forearm.L", "lower_arm.L");
        json.as_object_mut().unwrap().remove("animations");
    });
    std::fs::write(folder.file("rigs/deep/cut.glb"), b"glTF").unwrap();
    std::fs::write(folder.file("rigs/notes.txt"), b"no model").unwrap();
    folder.file("rigs")
}

fn rules(folder: &Folder) -> String {
    let path = folder.file("rules.toml");
    let text = "skinscope_rules = 1\nname = \"pairs\"\n[limits]\nunpaired_joints = 0\nsmallest_section = 0.01\n";
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_folder_is_checked_file_by_file_and_what_fails_is_named() {
    let folder = Folder::new("check-folder");
    let (rigs, rules) = (library(&folder), rules(&folder));
    let text = check(1, &[&rigs, "--rules", &rules]);
    assert!(text.contains(&format!("passed  {rigs}/sound.glb\n")), "{text}");
    assert!(text.contains("unpaired_joints 2 at lower_arm.L, forearm.R, over 0"), "{text}");
    assert!(text.ends_with("3 files: 1 passed, 1 failed, 1 broken\n"), "{text}");
    let (page, xml) = (folder.file("page.html"), folder.file("junit.xml"));
    let json = check(1, &[&rigs, "--rules", &rules, "--json", "--no-times", "--html", &page, "--junit", &xml]);
    let mut found = results(&json);
    found.sort_by_key(|check| check["path"].as_str().unwrap().to_owned());
    let outcomes: Vec<&str> = found.iter().map(|check| check["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["broken", "failed", "passed"]);
    assert!(found[0]["error"].as_str().unwrap().ends_with("cut.glb"));
    let failure = &found[1]["failures"][0];
    assert_eq!(
        (&failure["rule"], &failure["value"], &failure["limit"]),
        (&"unpaired_joints".into(), &json!(2.0), &json!(0.0))
    );
    assert_eq!(found[2]["milliseconds"], Value::Null);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("2 files do not pass") && page.contains("one-sided.glb") && page.contains("data:image/png"));
    let xml = std::fs::read_to_string(xml).unwrap();
    assert!(xml.contains("tests=\"5\" failures=\"1\" errors=\"1\""), "{xml}");
    // The number is that of the stress test.
    let stress: Value =
        serde_json::from_str(&succeed(&["stress", &format!("{rigs}/sound.glb"), "--methods", "lbs", "--json"]))
            .unwrap();
    let worst = &stress["methods"][0]["collapse"][0]["over_rest"];
    let section = found[2]["numbers"]["smallest_section"].as_f64().unwrap();
    assert!((section - worst.as_f64().unwrap()).abs() < 1e-9, "{section} {worst}");
}

#[test]
fn a_run_goes_on_where_it_was_killed_and_checks_what_changed() {
    let folder = Folder::new("check-resume");
    let (rigs, rules, file) = (library(&folder), rules(&folder), folder.file("results.jsonl"));
    let all = [&rigs, "--rules", &rules, "--no-times", "--results", &file];
    check(1, &all);
    let whole = std::fs::read_to_string(&file).unwrap();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(results(&whole).len(), 3);
    // Killed in the middle of the second line.
    let first = whole.find('\n').unwrap() + 1;
    std::fs::write(&file, &whole[..first + 40]).unwrap();
    check(1, &[&all[..], &["--resume"]].concat());
    assert_eq!(sorted(&std::fs::read_to_string(&file).unwrap()), sorted(&whole));
    // A result that is known is not made again: its text is taken as it is.
    let marked = whole.replace("\"milliseconds\":null", "\"milliseconds\":7.0");
    std::fs::write(&file, &marked).unwrap();
    copy(&folder, "bar", "rigs/sound.glb", |_| {});
    let again = check(1, &[&all[..], &["--resume", "--json"]].concat());
    // What could not be opened is tried again.
    let is_changed = |path: &str| ["sound.glb", "cut.glb"].iter().any(|name| path.ends_with(name));
    let checked: Vec<(bool, bool)> = results(&again)
        .iter()
        .map(|check| (is_changed(check["path"].as_str().unwrap()), check["milliseconds"].is_null()))
        .collect();
    assert!(checked.iter().all(|(is_changed, is_new)| is_changed == is_new) && checked.len() == 3, "{checked:?}");
    assert_eq!(results(&std::fs::read_to_string(&file).unwrap()).len(), 3);
    // Against other rules, everything is checked again, and without --resume too.
    let other = check(1, &[&rigs, "--rules", "default", "--no-times", "--results", &file, "--resume", "--json"]);
    assert!(results(&other).iter().all(|check| check["milliseconds"].is_null()));
    std::fs::write(&file, &marked).unwrap();
    let fresh = check(1, &[&all[..], &["--json"]].concat());
    assert!(results(&fresh).iter().all(|check| check["milliseconds"].is_null()));
}

#[test]
fn what_a_file_refers_to_is_part_of_it() {
    let folder = Folder::new("check-resources");
    let data = format!("{}/tests/data/import/good/buffer-beside.gltf", env!("CARGO_MANIFEST_DIR"));
    let mut json: Value = serde_json::from_str(&std::fs::read_to_string(&data).unwrap()).unwrap();
    // Its URI is percent-encoded.
    let buffer = Path::new(&data).with_file_name("external").join("\u{c4}rm # 1.bin");
    json["buffers"][0]["uri"] = "beside.bin".into();
    let (model, bin, file) = (folder.file("model.gltf"), folder.file("beside.bin"), folder.file("results.jsonl"));
    std::fs::write(&model, json.to_string()).unwrap();
    let rules = folder.file("rules.toml");
    std::fs::write(&rules, "skinscope_rules = 1\n[limits]\nvertices = 1000000\n").unwrap();
    let arguments = [&model, "--rules", &rules, "--results", &file, "--resume", "--json"];
    let outcome = |status: i32| {
        let found = results(&check(status, &arguments));
        (found[0]["outcome"].clone(), found[0]["milliseconds"].clone())
    };
    assert_eq!(outcome(1).0, "broken", "its buffer is missing");
    std::fs::copy(&buffer, &bin).unwrap();
    let (passed, time) = outcome(0);
    assert_eq!(passed, "passed");
    assert_eq!(outcome(0).1, time, "nothing changed");
    let mut bytes = std::fs::read(&bin).unwrap();
    bytes.extend([0; 4]);
    std::fs::write(&bin, bytes).unwrap();
    let again = outcome(0).1;
    assert_ne!(again, time, "the buffer changed");
}

#[test]
fn results_of_several_runs_are_joined() {
    let folder = Folder::new("check-merge");
    let (a, b) = (folder.file("a.jsonl"), folder.file("b.jsonl"));
    check(0, &["bar", "--results", &a, "--no-times"]);
    check(0, &["limb", "bar", "--results", &b, "--no-times", "--jobs", "1"]);
    let proposed = folder.file("proposed.toml");
    let joined = check(0, &["--merge", &a, &b, "--json"]);
    let paths: Vec<Value> = results(&joined).into_iter().map(|check| check["path"].clone()).collect();
    assert_eq!(paths, ["bar", "limb"]);
    // A last line that lost its end is whole.
    std::fs::write(&b, std::fs::read_to_string(&b).unwrap().trim_end()).unwrap();
    assert_eq!(results(&check(0, &["--merge", &b, "--json"])).len(), 2);
    let (c, none) = (folder.file("c.jsonl"), folder.file("none.jsonl"));
    std::fs::write(&none, "").unwrap();
    assert!(fail(&["check", "--merge", &none], 3).contains("no results"));
    check(0, &["bar", "--results", &c, "--no-times", "--write-rules", &proposed]);
    check(0, &["--merge", &c, "--write-rules", &proposed]);
    assert!(fail(&["check", "--merge", &a, &c, "--write-rules", &proposed], 2).contains("lack numbers"));
    assert!(fail(&["check", "--merge", &a, "--rules", "film"], 2).contains("other rules"));
    std::fs::write(&a, "{}\n").unwrap();
    assert!(fail(&["check", "--merge", &a], 3).contains("line 1 is not a result"));
}

#[test]
fn proposed_rules_hold_for_their_files_and_tell_a_worse_one() {
    let folder = Folder::new("check-propose");
    let proposed = folder.file("proposed.toml");
    check(0, &["limb", "hand", "--write-rules", &proposed]);
    check(0, &["limb", "hand", "--rules", &proposed]);
    // Half of the influences are gone, and a joint is scaled.
    let scaled = copy(&folder, "limb", "scaled.glb", |json| {
        let joint = json["skins"][0]["joints"][1].as_u64().unwrap() as usize;
        json["nodes"][joint]["scale"] = json!([1.2, 1.2, 1.2]);
    });
    let text = check(1, &[&scaled, "--rules", &proposed]);
    assert!(text.contains("scaled_joints 1") && text.contains("bind_difference"), "{text}");
}

#[test]
fn wrong_use_is_told_in_one_line() {
    let folder = Folder::new("check-usage");
    let empty = folder.file("empty");
    std::fs::create_dir(&empty).unwrap();
    assert!(fail(&["check", &empty], 3).contains("no .glb, .gltf or .vrm file"));
    assert!(fail(&["check", &folder.file("none.glb")], 3).contains("there is no such file"));
    assert!(fail(&["check", "/dev/zero", "--results", &folder.file("zero.jsonl")], 1).contains("1 of 1 file failed"));
    assert!(fail(&["check", "bar", "--html", "/none/a.html"], 3).contains("no such folder"));
    assert!(fail(&["check", "bar", "--rules", "nobody"], 3).contains("cannot read the rules"));
    let rules = folder.file("rules.toml");
    std::fs::write(&rules, "skinscope_rules = 1\n[limits]\nflipps = 0\n").unwrap();
    assert!(fail(&["check", "bar", "--rules", &rules], 3).contains("flipps"));
    assert!(fail(&["check", "bar", "--html", "-"], 2).contains("name a file (*.html)"));
    assert!(fail(&["check", "bar", "--resume"], 2).contains("--results"));
    assert!(fail(&["check", "bar", "--junit", "a.json"], 2).contains("*.xml"));
}
