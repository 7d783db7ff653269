//! Small glTF files of our own, made by code, with the traits and faults of files that other programs write.
//!
//! `tests/data/import/good` holds files that must open, and `tests/data/import/bad` files that must be refused.
//! `good.json` and `bad.json` beside them say what each file is and what must come out. All of it is written by this
//! module: `UPDATE_IMPORT_FIXTURES=1 cargo test --test headless the_committed_files`.

mod arm;
mod bad;
mod bad_files;
mod gltf_file;
mod good;
mod good_files;
mod manifest;
mod on_gpu;

pub use manifest::Good;

use skinscope::model::{Model, Pose, PoseOverrides, parse_set};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/import")
}

/// A file that must open.
pub fn good_path(file: &str) -> PathBuf {
    folder().join("good").join(file)
}

fn bad_path(file: &str) -> PathBuf {
    folder().join("bad").join(file)
}

fn entries<T: serde::de::DeserializeOwned>(manifest: &str) -> Vec<T> {
    serde_json::from_slice(&std::fs::read(folder().join(manifest)).unwrap()).unwrap()
}

/// The committed manifest of the files that must open.
pub fn good_entries() -> Vec<Good> {
    entries("good.json")
}

/// The pose that `--set` expressions or a clip give.
fn pose(model: &Model, posed: &manifest::Posed) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    if let Some((clip, seconds)) = posed.clip {
        model.clips[clip].sample(seconds, &mut pose);
    }
    let mut overrides = PoseOverrides::default();
    for expression in &posed.set {
        parse_set(expression, &model.skeleton, &pose, &mut overrides).unwrap();
    }
    overrides.apply(&model.skeleton, &mut pose);
    pose
}

/// All files that this module makes, by their paths below `tests/data/import`.
fn made() -> BTreeMap<PathBuf, Vec<u8>> {
    let (good, bad) = (good::all(), bad::all());
    let mut files = vec![
        (PathBuf::from("good.json"), manifest::manifest(good.iter().map(|fixture| &fixture.entry))),
        (PathBuf::from("bad.json"), manifest::manifest(bad.iter().map(|fixture| &fixture.entry))),
    ];
    let good =
        good.into_iter().flat_map(|fixture| fixture.files).map(|(path, bytes)| (Path::new("good").join(path), bytes));
    let bad =
        bad.into_iter().flat_map(|fixture| fixture.files).map(|(path, bytes)| (Path::new("bad").join(path), bytes));
    files.extend(good.chain(bad));
    let count = files.len();
    let files: BTreeMap<PathBuf, Vec<u8>> = files.into_iter().collect();
    assert_eq!(files.len(), count, "two fixtures have the same path");
    files
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn the_committed_files_are_what_this_module_makes() {
    let made = made();
    if std::env::var_os("UPDATE_IMPORT_FIXTURES").is_some() {
        let _ = std::fs::remove_dir_all(folder());
        for (path, bytes) in &made {
            let path = folder().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
    let mut wrong: Vec<String> = Vec::new();
    for (path, bytes) in &made {
        match std::fs::read(folder().join(path)) {
            Ok(committed) if committed == *bytes => {}
            Ok(_) => wrong.push(format!("{} differs from what is made here", path.display())),
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    for path in files_below(&folder()) {
        let path = path.strip_prefix(folder()).unwrap();
        if !made.contains_key(path) {
            wrong.push(format!("{} is not made here", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}\nUPDATE_IMPORT_FIXTURES=1 writes them", wrong.join("\n"));
    let total: usize = made.values().map(Vec::len).sum();
    println!("{} files, {total} bytes", made.len());
    assert!(total < 512 * 1024, "{total} bytes");
}
