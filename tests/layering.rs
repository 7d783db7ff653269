//! Top-level modules (rooms) import only the rooms and outside crates that the table below allows.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests may fail loudly and tell figures")]

#[path = "layering/imports.rs"]
mod imports;

use imports::{Import, Target, imports_of_crate, imports_of_source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The house, top to bottom: room, rooms it may import, outside crates it may name.
const HOUSE: [(&str, &[&str], &[&str]); 36] = [
    ("work", &[], &["libc", "rayon", "thiserror"]),
    ("math", &[], &["bytemuck", "glam"]),
    ("model", &["math", "work"], &["blake3", "bytemuck", "glam", "serde", "serde_json", "thiserror"]),
    ("rigging", &["model", "math", "work"], &["glam", "thiserror"]),
    (
        "import",
        &["model", "math", "work"],
        &[
            "glam",
            "gltf",
            "image",
            "serde",
            "base64",
            "bytemuck",
            "draco_core",
            "meshopt",
            "percent_encoding",
            "thiserror",
            "tracing",
            "serde_json",
            "serde_path_to_error",
        ],
    ),
    ("skinning", &["model", "math", "work"], &["glam", "pulp", "bytemuck", "serde", "thiserror"]),
    ("centers", &["skinning", "model", "math", "work"], &["glam", "pulp", "rustc_hash", "serde", "thiserror"]),
    ("measure", &["skinning", "model", "math", "work"], &["glam", "thiserror"]),
    ("posing", &["measure", "skinning", "model", "math"], &["glam", "thiserror"]),
    ("health", &["posing", "measure", "skinning", "model"], &["glam"]),
    (
        "pairs",
        &["posing", "measure", "rigging", "model", "work"],
        &["glam", "rstar", "serde", "thiserror", "toml_edit"],
    ),
    ("stress", &["measure", "skinning", "model", "math", "work"], &["glam"]),
    ("baking", &["measure", "skinning", "rigging", "model", "math", "work"], &["glam", "thiserror"]),
    (
        "mending",
        &["baking", "stress", "pairs", "posing", "measure", "centers", "skinning", "rigging", "model", "math", "work"],
        &["glam", "rustc_hash", "serde", "thiserror"],
    ),
    (
        "export",
        &["skinning", "import", "rigging", "model", "math"],
        &["glam", "gltf", "image", "serde", "serde_json", "thiserror"],
    ),
    ("view", &["centers", "skinning", "model", "math"], &["glam", "serde", "thiserror"]),
    (
        "gpu",
        &["view", "centers", "skinning", "model", "math", "work"],
        &["glam", "wgpu", "bytemuck", "hashbrown", "naga", "pollster", "rustc_hash", "thiserror", "tracing"],
    ),
    (
        "viewport",
        &["gpu", "view", "pairs", "measure", "centers", "skinning", "model", "math", "work"],
        &["glam", "wgpu", "bytemuck", "thiserror", "image", "tracing"],
    ),
    ("bundled", &["model"], &["glam"]),
    (
        "encode",
        &["math", "work"],
        &[
            "flate2",
            "gif",
            "glam",
            "image",
            "pdf_writer",
            "png",
            "rav1e",
            "rayon",
            "simd_adler32",
            "svg2pdf",
            "thiserror",
            "usvg",
        ],
    ),
    ("defect_view", &["view", "measure", "model"], &["glam"]),
    (
        "panes",
        &["mending", "pairs", "view", "measure", "centers", "skinning", "bundled", "rigging", "model", "math"],
        &["glam", "serde", "serde_json", "thiserror", "toml_edit", "tracing"],
    ),
    (
        "files",
        &[
            "panes", "encode", "export", "import", "centers", "bundled", "rigging", "gpu", "skinning", "model", "math",
            "work",
        ],
        &["blake3", "dirs", "glam", "npyz", "png", "serde", "tempfile", "thiserror", "tracing", "zip"],
    ),
    (
        "claims",
        &["gpu", "skinning", "model", "math"],
        &["glam", "serde", "serde_json", "thiserror", "toml_edit", "tracing"],
    ),
    // No egui, wgpu, winit or rfd: a session is driven without a window, which also shows its file dialogs.
    (
        "session",
        &[
            "files",
            "defect_view",
            "mending",
            "export",
            "baking",
            "stress",
            "panes",
            "posing",
            "view",
            "pairs",
            "measure",
            "centers",
            "skinning",
            "import",
            "bundled",
            "rigging",
            "model",
            "math",
            "work",
        ],
        &["glam", "rayon", "serde", "serde_json", "thiserror", "tracing"],
    ),
    ("style", &["panes", "view", "centers", "skinning", "model", "math"], &["egui"]),
    (
        "plots",
        &["encode", "style", "session", "view", "measure", "centers", "skinning"],
        &["egui", "plotters", "svg2pdf", "thiserror", "usvg"],
    ),
    (
        "sheets",
        &[
            "style", "panes", "viewport", "gpu", "view", "pairs", "posing", "centers", "skinning", "model", "math",
            "work",
        ],
        &["egui", "egui_wgpu", "glam", "image", "rayon", "wgpu"],
    ),
    (
        "report",
        &["plots", "style", "view", "health", "measure", "skinning", "import", "model", "math"],
        &["base64", "blake3", "egui", "serde"],
    ),
    (
        "checks",
        &[
            "report", "files", "stress", "health", "posing", "measure", "centers", "import", "skinning", "model",
            "math", "work",
        ],
        &["blake3", "rayon", "serde", "serde_json", "thiserror", "toml_edit"],
    ),
    (
        "films",
        &[
            "sheets", "style", "session", "files", "encode", "panes", "posing", "gpu", "view", "centers", "skinning",
            "model", "math", "work",
        ],
        &["glam", "image", "thiserror"],
    ),
    (
        "reporting",
        &[
            "films",
            "report",
            "sheets",
            "plots",
            "session",
            "defect_view",
            "files",
            "panes",
            "encode",
            "viewport",
            "gpu",
            "view",
            "mending",
            "rigging",
            "stress",
            "posing",
            "measure",
            "centers",
            "skinning",
            "model",
            "math",
            "work",
        ],
        &["blake3", "chrono", "image", "png", "thiserror"],
    ),
    (
        "share",
        &[
            "films", "sheets", "style", "posing", "viewport", "files", "panes", "gpu", "view", "skinning", "model",
            "math", "work",
        ],
        &["base64", "blake3", "bytemuck", "flate2", "glam", "image", "serde", "serde_json", "thiserror", "wgpu"],
    ),
    (
        "cli",
        &[
            "reporting",
            "share",
            "checks",
            "claims",
            "mending",
            "baking",
            "films",
            "report",
            "sheets",
            "session",
            "files",
            "defect_view",
            "stress",
            "math",
            "model",
            "rigging",
            "bundled",
            "import",
            "skinning",
            "centers",
            "measure",
            "pairs",
            "encode",
            "export",
            "gpu",
            "view",
            "viewport",
            "panes",
            "plots",
            "posing",
            "style",
            "work",
        ],
        &[
            "glam",
            "blake3",
            "chrono",
            "clap",
            "egui",
            "egui_wgpu",
            "image",
            "png",
            "pollster",
            "serde",
            "serde_json",
            "signal_hook",
            "thiserror",
            "wgpu",
            "tracing",
        ],
    ),
    (
        "viewer",
        &[
            "encode",
            "report",
            "reporting",
            "share",
            "films",
            "sheets",
            "session",
            "files",
            "math",
            "model",
            "rigging",
            "mending",
            "bundled",
            "skinning",
            "centers",
            "measure",
            "pairs",
            "gpu",
            "view",
            "viewport",
            "panes",
            "plots",
            "posing",
            "style",
            "work",
        ],
        &[
            "glam",
            "egui",
            "egui_wgpu",
            "egui_winit",
            "winit",
            "wgpu",
            "open_with_system",
            "chrono",
            "pollster",
            "rfd",
            "thiserror",
            "tracing",
        ],
    ),
    ("main", &["viewer", "cli", "work"], &["clap", "tracing_subscriber"]),
];

/// The folders of the libraries.
const LIBRARIES: [&str; 3] = ["crates/core", "crates/gpu", "."];

/// Most crates that the core may build, itself included.
const MOST_CRATES_OF_CORE: usize = 95;

/// The crates that the manifests name, as code names them.
fn outside_crates(root: &Path) -> Vec<String> {
    let manifests = LIBRARIES.map(|folder| std::fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap());
    let manifest = manifests.concat();
    // Those of one platform only are named in tables of their own.
    let tables = manifest.split("\n[").filter_map(|table| table.split_once("]\n"));
    let tables = tables.filter(|(name, _)| *name == "dependencies" || name.ends_with(".dependencies"));
    let crates: Vec<String> = tables
        .flat_map(|(_, table)| table.lines().filter_map(|line| line.split([' ', '=', '.']).next()))
        .filter(|name| !name.is_empty())
        .map(|name| name.replace('-', "_"))
        .collect();
    assert!(["glam", "libc"].iter().all(|name| crates.contains(&(*name).to_owned())), "{crates:?}");
    crates
}

/// The imports that violate the table, sorted, each once.
fn faults(imports: &[Import], crates: &[String]) -> Vec<String> {
    let mut faults: Vec<String> = imports.iter().filter_map(|import| fault(import, crates)).collect();
    faults.sort();
    faults.dedup();
    faults
}

fn fault(import: &Import, crates: &[String]) -> Option<String> {
    // The root of the library does not belong to a room.
    let room = import.module.first()?;
    let file = import.file.display();
    let Some((_, may_import, may_name)) = HOUSE.iter().find(|(name, _, _)| name == room) else {
        return Some(format!("the room {room} is not in the house: {file}"));
    };
    match &import.target {
        Target::Other(name) if crates.contains(name) && !may_name.contains(&name.as_str()) => {
            Some(format!("{room} names the crate {name}: {file}"))
        }
        Target::Other(_) => None,
        Target::Library(path) => match path.first() {
            None => Some(format!("{room} imports the root of the library, and with it every room: {file}")),
            Some(imported) if imported == room || may_import.contains(&imported.as_str()) => None,
            Some(imported) if HOUSE.iter().any(|(name, _, _)| name == imported) => {
                Some(format!("{room} imports the room {imported}: {file}"))
            }
            Some(imported) => Some(format!("{room} imports {imported}, which is no room: {file}")),
        },
    }
}

#[test]
fn rooms_import_downward_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = LIBRARIES.map(|folder| root.join(folder).join("src"));
    let mut imports: Vec<Import> =
        sources.iter().flat_map(|source| imports_of_crate(&source.join("lib.rs"), &[])).collect();
    imports.extend(imports_of_crate(&root.join("src/main.rs"), &["main"]));
    let faults = faults(&imports, &outside_crates(root));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let mut seen: BTreeMap<&str, usize> = HOUSE.iter().map(|(room, _, _)| (*room, 0)).collect();
    for room in imports.iter().filter_map(|import| import.module.first()) {
        *seen.get_mut(room.as_str()).unwrap() += 1;
    }
    assert!(seen.values().all(|&imports| imports > 0), "nothing was read of a room: {seen:?}");
    for entry in sources.iter().flat_map(|source| std::fs::read_dir(source).unwrap()) {
        let folder = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        assert!(
            ["lib", "test_models"].contains(&&*folder) || seen.contains_key(&*folder),
            "the room {folder} is not in the house"
        );
    }
}

/// The faults of a module of the room `skinning` with this source.
fn planted(source: &str) -> Vec<String> {
    let crates = ["glam", "wgpu"].map(str::to_owned);
    faults(&imports_of_source(&["skinning", "inner"], source), &crates)
}

#[test]
fn wrong_imports_are_found_wherever_they_are() {
    let wrong_rooms = [
        "use crate::gpu::GpuContext;",
        "use skinscope::gpu;",
        "use skinscope_core::gpu;",
        "use crate::{math::Bounds, gpu};",
        "use crate::{math::{Bounds, self}, model::Model, gpu::{self as g, GpuContext}};",
        "use super::super::gpu::GpuContext;",
        "use super::super::{math, gpu::GpuContext};",
        "pub use self::super::super::gpu as anything;",
        "mod deeper { use super::super::super::gpu::*; }",
        "fn f() -> Vec<crate::gpu::GpuContext> { Vec::new() }",
        "fn f() { crate::gpu::start() }",
        "fn f() { super::super::gpu::start() }",
        "fn f() { use crate::gpu; }",
        "impl crate::gpu::Door for Own {}",
        "fn f() { assert!(inner(&[1, crate::gpu::COUNT])); }",
        "macro_rules! m { () => { use $crate::{math, gpu::start}; } }",
        "#[arg(default_value_t = crate::gpu::COUNT)] struct Own;",
        "#[cfg(test)] mod tests { use crate::math; } use crate::gpu::GpuContext;",
        "#[cfg(test)] use crate::math; mod a { fn f() { crate::gpu::start() } }",
        "#[cfg(not(test))] use crate::gpu;",
        "#[cfg(any(test, unix))] use crate::gpu;",
    ];
    for source in wrong_rooms {
        assert_eq!(planted(source), ["skinning imports the room gpu: planted.rs"], "{source}");
    }
    for source in
        ["use wgpu::Device;", "use ::wgpu;", "use wgpu as w;", "fn f(d: &wgpu::Device) {}", "extern crate wgpu;"]
    {
        assert_eq!(planted(source), ["skinning names the crate wgpu: planted.rs"], "{source}");
    }
    for source in [
        "use crate::*;",
        "use super::super::*;",
        "use crate as house;",
        "use skinscope_core as house;",
        "use super::{super as house};",
    ] {
        let root = "skinning imports the root of the library, and with it every room: planted.rs";
        assert_eq!(planted(source), [root], "{source}");
    }
    assert_eq!(planted("use crate::Loose;"), ["skinning imports Loose, which is no room: planted.rs"]);
    let both = planted("fn f() { log!(wgpu::x, \"{}\", super::super::gpu::y) }");
    assert_eq!(both.len(), 2, "{both:?}");
}

#[test]
fn right_imports_are_let_through() {
    let right = [
        "use crate::math::Bounds; use super::super::model; use super::palette; use glam::Vec3;",
        "// use crate::gpu;\n/// See [`crate::gpu`].\nconst TEXT: &str = \"crate::gpu::x wgpu::x\";",
        "use std::wgpu::x; fn f(wgpu: u32) -> u32 { wgpu + gpu::own() }",
        "pub(crate) struct A; pub(in crate::skinning) struct B;",
        "#[cfg(test)] mod tests { use crate::gpu; } #[cfg(test)] mod file_of_tests;",
        "#[cfg(all(test, unix))] fn f() { wgpu::x() }",
        "impl Own { #[cfg(test)] fn f() { crate::gpu::start() } }",
    ];
    for source in right {
        assert!(planted(source).is_empty(), "{source}: {:?}", planted(source));
    }
}

/// The crates that a library of ours builds, itself among them: name and version of each.
fn crates_below(package: &str) -> BTreeSet<(String, String)> {
    let told = std::process::Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--format",
            "{p}",
            "--package",
        ])
        .arg(package)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let tree = String::from_utf8(told.stdout).unwrap();
    let words = |line: &str| line.split_once(' ').map(|(name, rest)| (name.to_owned(), rest.to_owned())).unwrap();
    let version = |(name, rest): (String, String)| (name, rest.split(' ').next().unwrap().to_owned());
    tree.lines().map(words).map(version).collect()
}

fn assert_without(unwanted: &[&str], crates: &BTreeSet<(String, String)>) {
    for unwanted in unwanted {
        assert!(crates.iter().all(|(name, _)| name != unwanted), "{unwanted}");
    }
}

/// Whoever uses the core as a library builds no GPU, no window and no command line.
#[test]
fn the_core_needs_few_crates() {
    let crates = crates_below("skinscope-core");
    assert!((40..=MOST_CRATES_OF_CORE).contains(&crates.len()), "{} crates: {crates:?}", crates.len());
    assert_without(&["clap", "egui", "wgpu", "winit"], &crates);
}

#[test]
fn the_gpu_library_builds_no_window_and_no_command_line() {
    let crates = crates_below("skinscope-gpu");
    assert!(crates.iter().any(|(name, _)| name == "wgpu"), "{crates:?}");
    assert_without(&["clap", "egui", "rav1e", "winit"], &crates);
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
