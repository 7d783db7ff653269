//! Rooms import only from rooms above them, and outside crates only where ARCHITECTURE.md says so.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests may fail loudly and tell figures")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The house, top to bottom: room, rooms it may import, outside crates it may name.
const HOUSE: [(&str, &[&str], &[&str]); 19] = [
    ("work", &[], &[]),
    ("math", &[], &["glam"]),
    ("model", &["math"], &["glam", "serde", "serde_json", "thiserror"]),
    ("rigging", &["model", "math", "work"], &["glam", "thiserror"]),
    ("weights", &["model", "math"], &["glam", "rayon", "thiserror"]),
    (
        "import",
        &["model", "math"],
        &["glam", "gltf", "image", "serde", "base64", "percent_encoding", "thiserror", "tracing", "serde_json"],
    ),
    ("bundled", &["model"], &["glam"]),
    ("skinning", &["model", "math"], &["glam", "rayon", "bytemuck", "thiserror"]),
    (
        "centers",
        &["skinning", "model", "math", "work"],
        &["glam", "rayon", "pulp", "blake3", "rustc_hash", "thiserror"],
    ),
    ("measure", &["model", "math", "work"], &["glam", "rayon", "thiserror"]),
    ("export", &["model", "math"], &["glam", "gltf", "image", "npyz", "serde", "serde_json", "thiserror"]),
    ("gpu", &["skinning", "model", "math"], &["glam", "wgpu", "bytemuck", "libc", "thiserror", "tracing"]),
    ("viewport", &["gpu", "measure", "skinning", "model", "math"], &["glam", "wgpu", "bytemuck", "thiserror", "image"]),
    ("panes", &["viewport", "centers", "skinning", "bundled", "model", "math"], &["glam", "thiserror"]),
    ("posing", &["model", "math"], &["glam"]),
    ("style", &["panes", "viewport", "centers", "skinning", "model"], &["egui"]),
    (
        "cli",
        &[
            "math", "model", "rigging", "bundled", "import", "skinning", "centers", "measure", "export", "gpu",
            "viewport", "panes", "posing", "style", "work",
        ],
        &[
            "glam",
            "blake3",
            "clap",
            "dirs",
            "egui",
            "egui_wgpu",
            "image",
            "pollster",
            "serde",
            "serde_json",
            "thiserror",
            "wgpu",
            "tracing",
        ],
    ),
    (
        "app",
        &[
            "math", "model", "rigging", "bundled", "import", "skinning", "centers", "measure", "export", "gpu",
            "viewport", "panes", "posing", "style", "cli", "work",
        ],
        &[
            "glam",
            "egui",
            "egui_wgpu",
            "egui_winit",
            "winit",
            "wgpu",
            "pollster",
            "rfd",
            "rayon",
            "thiserror",
            "tracing",
        ],
    ),
    ("main", &["app", "cli"], &["clap", "tracing_subscriber"]),
];

fn sources(room: &Path) -> Vec<PathBuf> {
    if room.is_file() {
        return vec![room.to_owned()];
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(room).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.ends_with("tests") {
            continue;
        } else if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The code of a file without comments, string contents and the tests at its end.
fn code_of(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]").next().unwrap_or("");
    let mut code = String::new();
    for line in before_tests.lines() {
        let line = line.split("//").next().unwrap_or("");
        for (place, part) in line.split('"').enumerate() {
            if place % 2 == 0 {
                code.push_str(part);
            }
        }
        code.push('\n');
    }
    code
}

/// Every word that stands before `::` and after no other path segment, and what follows it.
fn paths_of(code: &str) -> Vec<(String, String)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut paths = Vec::new();
    for (place, _) in code.match_indices("::") {
        let word: String =
            code[..place].chars().rev().take_while(|&c| is_word(c)).collect::<Vec<_>>().into_iter().rev().collect();
        let before = &code[..place - word.len()];
        if word.is_empty() || before.ends_with("::") {
            continue;
        }
        let next: String = code[place + 2..].chars().take_while(|&c| is_word(c)).collect();
        paths.push((word, next));
    }
    paths
}

#[test]
fn rooms_import_downward_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    // Those of one platform only are named in tables of their own.
    let tables = manifest.split("\n[").filter_map(|table| table.split_once("]\n"));
    let tables = tables.filter(|(name, _)| *name == "dependencies" || name.ends_with(".dependencies"));
    let crates: Vec<String> = tables
        .flat_map(|(_, table)| table.lines().filter_map(|line| line.split([' ', '=']).next()))
        .filter(|name| !name.is_empty())
        .map(|name| name.replace('-', "_"))
        .collect();
    assert!(["glam", "libc"].iter().all(|name| crates.contains(&(*name).to_owned())), "{crates:?}");
    let rooms: Vec<&str> = HOUSE.iter().map(|(room, _, _)| *room).collect();
    let mut wrong = Vec::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (room, may_import, may_name) in HOUSE {
        let path = if room == "main" { root.join("src/main.rs") } else { root.join("src").join(room) };
        for source in sources(&path) {
            *seen.entry(room).or_default() += 1;
            let code = code_of(&std::fs::read_to_string(&source).unwrap());
            for (first, second) in paths_of(&code) {
                let imported = match first.as_str() {
                    "crate" | "skinscope" => second.as_str(),
                    _ => "",
                };
                if first == "crate" && second.is_empty() {
                    wrong.push(format!("{room} groups rooms in one use; write one line each: {}", source.display()));
                }
                if rooms.contains(&imported) && imported != room && !may_import.contains(&imported) {
                    wrong.push(format!("{room} imports the room {imported}: {}", source.display()));
                }
                if crates.contains(&first) && !may_name.contains(&first.as_str()) {
                    wrong.push(format!("{room} names the crate {first}: {}", source.display()));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let folders: Vec<String> = std::fs::read_dir(root.join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "lib")
        .collect();
    for folder in folders {
        assert!(rooms.contains(&folder.as_str()), "the room {folder} is not in the house");
    }
    assert!(seen.values().all(|&files| files > 0), "a room has no sources: {seen:?}");
}

#[test]
fn the_test_sees_a_wrong_import() {
    let code = code_of("use crate::gpu::Device; // crate::app\nlet a = \"crate::cli::b\";\nwgpu::Device\nstd::wgpu::x");
    let paths = paths_of(&code);
    assert!(paths.contains(&("crate".to_owned(), "gpu".to_owned())));
    assert!(paths.contains(&("wgpu".to_owned(), "Device".to_owned())));
    assert!(!paths.iter().any(|(_, second)| second == "app" || second == "cli"));
    assert_eq!(paths.iter().filter(|(first, _)| first == "wgpu").count(), 1);
}

/// No integration test links wgpu and egui more often than needed.
#[test]
fn at_most_three_integration_tests() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let binaries = std::fs::read_dir(tests)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs") || path.join("main.rs").exists())
        .count();
    assert!(binaries <= 3, "{binaries} test binaries");
}
