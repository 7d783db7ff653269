//! `skinscope centers`: numbers, files, and the cache between two runs.

use crate::command_line::{Folder, fail, largest_difference, npy, output_of};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command's JSON output and its log.
fn centers(cache: &Path, arguments: &[&str]) -> (serde_json::Value, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skinscope"));
    let output = output_of(command.arg("centers").args(arguments).arg("--json").env("SKINSCOPE_CACHE", cache));
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {log}");
    (serde_json::from_slice(&output.stdout).unwrap(), log)
}

#[test]
fn the_second_run_reads_what_the_first_one_kept() {
    let folder = Folder::new("centers-cache");
    let cache = PathBuf::from(folder.file("cache"));
    let (first_file, second_file) = (folder.file("first.npy"), folder.file("second.npy"));
    let (first, log) = centers(&cache, &["cloth-9", "-o", &first_file]);
    assert_eq!((&first["from_cache"], log.as_str()), (&false.into(), ""));
    assert_eq!(first["vertices"], 2601);
    assert_eq!(first["without_center"], 0);
    let (second, log) = centers(&cache, &["cloth-9", "-o", &second_file]);
    assert_eq!((&second["from_cache"], log.as_str()), (&true.into(), ""));
    assert_eq!(std::fs::read(&first_file).unwrap(), std::fs::read(&second_file).unwrap());
    let (other, _) = centers(&cache, &["cloth-9", "--sigma", "0.2"]);
    assert_eq!(other["from_cache"], false);
    let (apart, _) = centers(&cache, &["cloth-9", "--no-cache"]);
    assert_eq!(apart["from_cache"], false);
}

#[test]
fn a_damaged_file_is_computed_anew_and_said_so() {
    let folder = Folder::new("centers-damage");
    let cache = PathBuf::from(folder.file("cache"));
    let (_, _) = centers(&cache, &["bar"]);
    let path = std::fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    let whole = std::fs::read(&path).unwrap();
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage); 3] = [
        ("damaged", |bytes| bytes.truncate(bytes.len() / 3)),
        ("damaged", |bytes| bytes[1000] ^= 8),
        ("version", |bytes| bytes[16] ^= 0x40),
    ];
    for (word, damage) in damages {
        let mut bytes = whole.clone();
        damage(&mut bytes);
        std::fs::write(&path, &bytes).unwrap();
        let (report, log) = centers(&cache, &["bar"]);
        assert_eq!(report["from_cache"], false);
        assert_eq!(log.lines().count(), 1, "{log}");
        assert!(log.contains("WARN") && log.contains(word) && log.contains("computing"), "{log}");
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }
}

#[test]
fn exact_centers_are_the_same() {
    let folder = Folder::new("centers-exact");
    let cache = PathBuf::from(folder.file("cache"));
    let (fast, exact) = (folder.file("fast.npy"), folder.file("exact.npy"));
    centers(&cache, &["limb", "-o", &fast]);
    let (report, _) = centers(&cache, &["limb", "--exact", "-o", &exact]);
    assert_eq!((&report["exact"], &report["from_cache"]), (&true.into(), &false.into()));
    let rows = |path: &str| -> Vec<[f32; 3]> { npy(path).into_iter().filter(|row| !row[0].is_nan()).collect() };
    assert!(rows(&fast).len() > 1000);
    assert!(largest_difference(&rows(&fast), &rows(&exact)) < 1e-6);
}

#[test]
fn wrong_widths_and_outputs_are_refused() {
    let folder = Folder::new("centers-wrong");
    for arguments in [
        &["centers", "bar", "--sigma", "0"][..],
        &["centers", "bar", "--epsilon", "nan"],
        &["centers", "bar", "--epsilon", "1e-9"],
        &["centers", "bar", "--similarity", "cosine"],
        &["centers", "bar", "--search", "depth-first"],
        &["centers", "bar", "--search", "breadth-first", "--exact"],
        &["centers", "bar", "--search", "breadth-first", "--omega", "0"],
        &["centers", "bar", "--search", "breadth-first", "--cut-off", "-1"],
        &["render", "bar", "-o", "x.png", "--sigma", "-1"],
    ] {
        fail(arguments, 2);
    }
    assert!(fail(&["centers", "bar", "-o", &folder.file("x.txt")], 2).contains("*.npy"));
    assert!(fail(&["centers", "bar", "--omega", "0.2"], 2).contains("--omega is for --search breadth-first"));
    assert!(fail(&["centers", "bar", "--cut-off", "0"], 2).contains("--cut-off is for --search breadth-first"));
}

/// On connected skins the paper's search finds nearly what the exact sum finds. The limb has vertices with so little of a
/// second joint that all triangles are below the cut-off: the search ends where it starts.
#[test]
fn breadth_first_search_is_compared_with_the_exact_sum() {
    let folder = Folder::new("centers-breadth-first");
    let cache = PathBuf::from(folder.file("cache"));
    for (model, farthest) in [("bar", 1e-3), ("limb", 0.1)] {
        let (found, exact) = (folder.file("found.npy"), folder.file("exact.npy"));
        let (report, _) = centers(&cache, &[model, "--search", "breadth-first", "-o", &found]);
        let (of_exact, _) = centers(&cache, &[model, "-o", &exact]);
        assert_eq!((&report["search"], &of_exact["search"]), (&"breadth-first".into(), &"exact".into()));
        assert_eq!((&report["from_cache"], &of_exact["breadth_first"]), (&false.into(), &serde_json::Value::Null));
        let search = &report["breadth_first"];
        assert_eq!((&search["omega"], &search["cut_off"]), (&0.1.into(), &1e-6.into()));
        let number = |key: &str| search[key].as_f64().unwrap();
        let (largest, median) = (number("largest_distance_to_exact"), number("median_distance_to_exact"));
        assert!(median < 1e-5 && largest < farthest, "{model}: {search}");
        assert!(number("lost_seeds") < number("seeds") && number("lost_centers") == 0.0, "{model}: {search}");
        // The files say the same.
        let rows = |path: &str| -> Vec<[f32; 3]> { npy(path).into_iter().filter(|row| !row[0].is_nan()).collect() };
        let apart = f64::from(largest_difference(&rows(&found), &rows(&exact)));
        assert!(apart <= largest + 1e-6, "{model}: {apart} {largest}");
    }
    let narrow = centers(&cache, &["bar", "--search", "breadth-first", "--cut-off", "0.05"]).0;
    let wide = centers(&cache, &["bar", "--search", "breadth-first"]).0;
    let largest = |report: &serde_json::Value| report["breadth_first"]["largest_distance_to_exact"].as_f64().unwrap();
    assert!(largest(&narrow) > 10.0 * largest(&wide), "{} {}", largest(&narrow), largest(&wide));
}
