//! `skinscope report`: what the page says, that it holds everything, and that it agrees with the other commands.

use crate::command_line::{Folder, fail, run_in, run_once, succeed};
use crate::glb_edit::Glb;
use crate::skips::skip;
use serde_json::Value;
use skinscope::measure::{Reading, Scope};
use skinscope::report::columns;
use std::path::{Path, PathBuf};

/// The page of a command, as text.
fn page(arguments: &[&str]) -> String {
    let ran = run_once(&[&["report"], arguments, &["-o", "page.html"]].concat());
    assert!(ran.output.status.success(), "{}", String::from_utf8_lossy(&ran.output.stderr));
    String::from_utf8(ran.file.clone().unwrap()).unwrap()
}

/// The texts between two marks, in order.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start).skip(1).map(|rest| rest.split(end).next().unwrap()).collect()
}

/// Text without its elements, and with its characters.
fn plain(html: &str) -> String {
    let text: String = html
        .split('<')
        .enumerate()
        .map(|(index, part)| if index == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) })
        .collect();
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&amp;", "&")
}

/// Nothing is asked for: no address, no other file, no script but the page's own. All elements are closed.
fn assert_is_self_contained(html: &str) {
    assert!(html.len() < 3_000_000, "{} bytes", html.len());
    assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"));
    assert!(!html.contains("http://") && !html.contains("https://"));
    let nonce = between(html, "<script nonce=\"", "\">");
    assert!(html.matches("<script").count() == 1 && html.matches("script-src").count() == 1, "its own script alone");
    assert!(nonce[0].len() == 64 && html.contains(&format!("script-src 'nonce-{}'\"", nonce[0])), "{nonce:?}");
    for attribute in [" src=\"", " href=\"", "url("] {
        for value in between(html, attribute, "\"").iter().map(|value| value.trim_start_matches('"')) {
            assert!(
                value.starts_with("data:") || value.starts_with('#'),
                "{attribute}{}",
                &value[..40.min(value.len())]
            );
        }
    }
    for id in between(html, " href=\"#", "\"") {
        assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    for element in
        ["section", "table", "tbody", "figure", "div", "dl", "ul", "ol", "li", "p", "svg", "article", "h1", "h2"]
    {
        let opened = html.matches(&format!("<{element}>")).count() + html.matches(&format!("<{element} ")).count();
        assert_eq!(opened, html.matches(&format!("</{element}>")).count(), "{element}");
    }
}

/// The values of the table: for each pose, the words of `--set`, and a row of numbers for each method.
fn table(html: &str) -> Vec<(String, Vec<Vec<Option<f64>>>)> {
    let table = between(html, "<table class=\"figures\">", "</table>")[0];
    let of_pose = |body: &str| {
        let set = plain(between(body, "<code>--set ", "</code>")[0]);
        let rows = between(body, "<tr><th scope=\"row\"", "</tr>");
        let numbers = |row: &&str| {
            let cells = between(row, "<td class=\"number", "</td>").into_iter();
            cells.map(|cell| plain(&format!("<{cell}")).replace('\u{2212}', "-").parse().ok()).collect()
        };
        (set, rows.iter().map(numbers).collect())
    };
    between(table, "<tbody>", "</tbody>").into_iter().map(of_pose).collect()
}

/// The same figures from `measure --json`.
fn measured(method: &Value) -> Vec<Option<f64>> {
    let values = |reading: Reading| match reading.scope() {
        Scope::Joint => &method["zone"]["figures"][reading.id()],
        _ => &method["figures"][reading.id()],
    };
    columns().into_iter().map(|reading| values(reading).as_f64()).collect()
}

#[test]
fn the_page_of_the_mannequin_is_complete_and_says_what_measure_says() {
    let html = page(&["mannequin", "--range", "clips"]);
    assert_is_self_contained(&html);
    for id in ["file", "health", "worst", "joints", "sweeps", "figures", "methods", "made"] {
        assert!(html.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    // Six joints under three methods, and the rest pose.
    assert_eq!(between(&html, "<img", ">").len(), 6 * 3 + 1);
    assert_eq!(between(&html, "<svg class=\"plot\"", ">").len(), 2 * 3);
    let text = plain(&html);
    for words in ["36,556", "forearm_twist.L", "Linear blend skinning", "skinscope stress mannequin", "llvmpipe"] {
        assert!(text.contains(words), "{words}");
    }
    assert_eq!(text.matches("; rotated as far as the clips rotate it").count(), 6, "every joint says why");
    let poses = table(&html);
    // The knee collapses and bulges in one pose.
    assert_eq!(poses.len(), 5);
    for (set, methods) in &poses {
        let joint = set.split(':').next().unwrap();
        let arguments = ["measure", "mannequin", "--set", set, "--joint", joint, "--backend", "cpu", "--json"];
        let json: Value = serde_json::from_str(&succeed(&arguments)).unwrap();
        assert_eq!((methods.len(), json["methods"].as_array().unwrap().len()), (3, 3));
        for (row, method) in methods.iter().zip(json["methods"].as_array().unwrap()) {
            assert_eq!(row.len(), columns().len());
            for (column, (shown, expected)) in row.iter().zip(measured(method)).enumerate() {
                assert_eq!(shown.is_some(), expected.is_some(), "{set} column {column}");
                let difference = shown.unwrap_or(0.0) - expected.unwrap_or(0.0);
                // A thousandth of a degree, to which the page rounds its angles, may change a count.
                let is_count = columns()[column].figure.unit().is_count();
                let least = if is_count { 1.0 + 0.01 * expected.unwrap_or(0.0) } else { 5.01e-4 };
                assert!(difference.abs() <= least, "{set} column {column}: {shown:?} and {expected:?}");
            }
        }
    }
}

/// The page has every joint that `stress --json` lists, with its numbers and poses.
#[test]
fn the_table_of_all_joints_says_what_stress_says() {
    let arguments = ["mannequin", "--range", "60", "--methods", "lbs,dqs"];
    let html = page(&[&arguments[..], &["--top", "1", "--measure", "smallest_section,stretch"]].concat());
    let json: Value = serde_json::from_str(&succeed(&[&["stress"], &arguments[..], &["--json"]].concat())).unwrap();
    let tables = between(&html, "<table class=\"joints\">", "</table>");
    assert_eq!(tables.len(), 2);
    for (table, list) in tables.iter().zip(["collapse", "stretch"]) {
        let rows = between(table, "<tr><th scope=\"row\"", "</tr>");
        let severity = |cell: &str| between(cell, "data-severity=\"", "\"")[0].parse::<f64>().unwrap();
        let mut worst_before = f64::INFINITY;
        let mut found = 0;
        for row in &rows {
            let cells = between(row, "<td", "</td>");
            assert_eq!(cells.len(), 2);
            let worst = cells.iter().map(|cell| severity(cell)).fold(f64::NEG_INFINITY, f64::max);
            assert!(worst <= worst_before + 1e-4, "worst first");
            worst_before = worst;
            for (method, cell) in cells.iter().enumerate() {
                let set = plain(between(cell, "title=\"--set ", "\"")[0]);
                let (joint, turn) = set.split_once(':').unwrap();
                let (key, degrees) = turn.split_once('=').unwrap();
                let entries = json["methods"][method][list].as_array().unwrap();
                let Some(entry) = entries.iter().find(|entry| entry["joint"] == joint) else {
                    assert!(severity(cell) < 0.0051, "{set}");
                    continue;
                };
                found += 1;
                assert_eq!((entry["key"].as_str(), entry["degrees"].as_f64()), (Some(key), degrees.parse().ok()));
                let percent = 100.0 * entry["over_rest"].as_f64().unwrap();
                assert!(plain(&format!("<td{cell}")).starts_with(&format!("{percent:.0}%")), "{set}: {percent}");
                assert!(cell.contains(&format!("width:{:.0}%", 100.0 * severity(cell).clamp(0.0, 1.0))), "{cell}");
            }
        }
        assert!(rows.len() > 20 && found > 30, "{} rows, {found} cells", rows.len());
    }
}

#[test]
fn the_same_command_writes_the_same_bytes_and_its_commands_run() {
    let arguments = ["limb", "--methods", "lbs,cor", "--range", "60", "--top", "2"];
    let html = page(&arguments);
    assert_is_self_contained(&html);
    let again = crate::command_line::run(&[&["report"], &arguments[..], &["-o", "-"]].concat()).stdout;
    assert!(html == String::from_utf8(again).unwrap(), "two runs differ");
    // Not a word about the day or the folder.
    assert!(!html.contains(&std::env::temp_dir().to_string_lossy().into_owned()) && !html.contains("<dt>Date"));
    let dated = page(&["bar", "--methods", "lbs", "--range", "60", "--top", "1", "--date"]);
    assert!(dated.contains("<dt>Date</dt><dd>20"));
    let folder = Folder::new("report-commands");
    let list = between(&html, "<ol class=\"commands\">", "</ol>")[0];
    let lines: Vec<String> = between(list, "<code>", "</code>").into_iter().map(plain).collect();
    assert!(lines.len() >= 5, "{lines:?}");
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        assert!(line.contains("limb") && !line.contains('\''), "{line}");
        let output = run_in(&folder, &words);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(Path::new(&folder.file("sweep.svg")).exists());
}

/// The scenes of a talk that show the model come first, with their words; the others are left out with a note.
#[test]
fn own_poses_come_first_with_their_words() {
    let folder = Folder::new("report-own");
    let talk = r#"
skinscope_talk = 1
title = "Own"

[[scene]]
id = "bent"
title = "The elbow loses <half>"
caption = "Look at the inside."
notes = "Ask for a twist joint.\nThen again."
model = "limb"
pose = { set = ["forearm:rz=110"] }
joint = "forearm"
panes = [{ method = "lbs" }, { method = "dqs" }]

[[scene]]
id = "other"
title = "Another model"
model = "bar"
panes = [{ method = "lbs" }]
"#;
    let forearm = succeed(&["info", "limb", "--json"]);
    let info: Value = serde_json::from_str(&forearm).unwrap();
    let joint = info["joint_addresses"][1].as_str().unwrap().to_owned();
    std::fs::write(folder.file("own.toml"), talk.replace("forearm", &joint)).unwrap();
    let words = ["report", "limb", "--talk", "own.toml", "--methods", "lbs", "--top", "1", "-o", "page.html"];
    let output = run_in(&folder, &words);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("1 scene shows another model and is left out"), "{errors}");
    let html = std::fs::read_to_string(folder.file("page.html")).unwrap();
    assert_is_self_contained(&html);
    let own = between(&html, "<section id=\"own\">", "</section>")[0];
    assert!(html.find("id=\"own\"").unwrap() < html.find("id=\"verdict\"").unwrap());
    let text = plain(own);
    assert!(text.contains("The elbow loses <half>") && text.contains("Look at the inside."), "{text}");
    assert!(text.contains(&format!("{joint} rotated by 110.0\u{b0} about Z")), "{text}");
    assert!(own.contains("Ask for a twist joint.<br>\nThen again.") && own.matches("<img").count() == 1);
    assert!(!text.contains("Another model"));
}

#[test]
fn findings_say_what_they_mean_and_what_to_do() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/import/good");
    let health = |file: &str| {
        let html = page(&[fixtures.join(file).to_str().unwrap(), "--methods", "lbs", "--top", "1"]);
        assert_is_self_contained(&html);
        plain(between(&html, "<section id=\"health\">", "</section>")[0])
    };
    let doubled = health("weights-doubled.glb");
    assert!(doubled.contains("The file has 1 problem") && doubled.contains("(worst 2.000)"), "{doubled}");
    assert!(doubled.contains("Normalize the weights of all vertices") && !doubled.contains("vertex sum to 1"));
    let plain_file = health("plain.glb");
    assert!(plain_file.contains("The file is sound") && plain_file.contains("The weights of every vertex sum to 1."));
}

/// A file may call its joints anything.
#[test]
fn names_are_text_and_never_markup() {
    let folder = Folder::new("report-names-file");
    let nasty = "</style><script>alert(1)</script>\"'&";
    let file = folder.file("a<b>&c.glb");
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/bar.glb")).unwrap();
    let json_length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut json: Value = serde_json::from_slice(&bytes[20..20 + json_length]).unwrap();
    for part in ["nodes", "meshes", "skins", "materials"] {
        for item in json[part].as_array_mut().into_iter().flatten() {
            item["name"] = nasty.into();
        }
    }
    json["asset"]["generator"] = nasty.into();
    let mut text = serde_json::to_vec(&json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut changed = bytes[..12].to_vec();
    changed.extend((text.len() as u32).to_le_bytes());
    changed.extend(b"JSON");
    changed.extend(&text);
    changed.extend(&bytes[20 + json_length..]);
    let length = changed.len() as u32;
    changed[8..12].copy_from_slice(&length.to_le_bytes());
    std::fs::write(&file, changed).unwrap();
    let html = page(&[&file, "--methods", "lbs", "--top", "1", "--range", "90"]);
    assert_is_self_contained(&html);
    assert!(plain(&html).contains(nasty) && html.contains("a&lt;b&gt;&amp;c"));
    assert_eq!((html.matches("</style>").count(), html.matches("</script>").count()), (1, 1));
}

/// A tube without one of its sides: no plane cuts it in a closed loop.
#[test]
fn sections_of_an_open_skin_are_said_to_be_missing() {
    let folder = Folder::new("report-open-file");
    let file = folder.file("open.glb");
    succeed(&["models", "bar", "-o", &file]);
    let mut glb = Glb::read(&std::fs::read(&file).unwrap());
    glb.keep_triangles(|corners| corners.iter().all(|corner| corner.z > -1e-6));
    std::fs::write(&file, glb.write()).unwrap();
    let html = page(&[&file, "--methods", "lbs", "--top", "1", "--range", "90", "--measure", "stretch"]);
    assert!(plain(&html).contains("No plane across the bones here cuts the skin in a closed loop."));
    let plot = folder.file("sections.svg");
    let error = fail(&["measure", &file, "--set", "mid:rx=90", "-o", &plot], 2);
    assert!(error.contains("no plane across the bones at mid cuts the skin in a closed loop"), "{error}");
}

#[test]
fn what_cannot_be_measured_is_said() {
    let folder = Folder::new("report-rigid-file");
    let file = folder.file("rigid.gltf");
    let data = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    std::fs::write(
        &file,
        format!(
            r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": [{{"mesh": 0}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 36}}],
            "buffers": [{{"byteLength": 36, "uri": "data:application/octet-stream;base64,{data}"}}]}}"#
        ),
    )
    .unwrap();
    let html = page(&[&file]);
    assert_is_self_contained(&html);
    assert!(html.contains("Nothing in this file is skinned"));
    assert!(!html.contains("id=\"sweeps\"") && !html.contains("id=\"figures\""));
    let error = fail(&["report", &file, "--range", "clips", "-o", "-"], 2);
    assert!(error.contains("no clip of the model rotates a joint"), "{error}");
    assert!(fail(&["report", "bar", "-o", "page.pdf"], 2).contains("*.html"));
    assert!(fail(&["report", "bar", "-o", "-", "--measure", "beauty"], 2).contains("smallest_section, bulge, stretch"));
}

#[test]
fn files_by_others_have_sensible_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = std::env::var_os("SKINSCOPE_SAMPLES").map_or_else(|| root.join("../shared/models"), PathBuf::from);
    // A skeleton alone has nothing to measure, and a single triangle collapses nowhere.
    let models = [
        ("RiggedSimple.glb", true),
        ("Fox.glb", true),
        ("kaykit_anim_general.glb", false),
        ("magnum_skin-multiple-sets/magnum_skin-multiple-sets.gltf", false),
    ];
    for (name, is_skinned) in models {
        let path = samples.join("good").join(name);
        if !path.exists() {
            skip(format_args!("{} is not there", path.display()));
            continue;
        }
        let html = page(&[path.to_str().unwrap(), "--top", "2", "--methods", "lbs,dqs"]);
        assert_is_self_contained(&html);
        assert_eq!(html.contains("id=\"figures\""), is_skinned, "{name}");
        let text = plain(html.split("</style>").last().unwrap());
        let is_wrong = |word: &str| word.contains("NaN") || ["inf", "inf%", "-inf"].contains(&word);
        assert!(!text.split_whitespace().any(is_wrong), "{name}");
    }
}
