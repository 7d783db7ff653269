use super::checks::CHECKS;
use super::mutate::mutated;
use super::seeds;
use crate::import_models::samples;
use crate::properties::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many of 20,000 changed inputs each check gets: more where a file is more complicated.
const SHARES: &[(&str, usize)] = &[
    ("importer", 4600),
    ("container", 2000),
    ("draco", 2500),
    ("meshopt", 2500),
    ("pose_file", 1500),
    ("talk", 1500),
    ("session_file", 1000),
    ("center_cache", 500),
    ("picture_text", 500),
    ("languages", 1500),
    ("arguments", 500),
    ("twins", 1000),
    ("own_shader", 200),
    ("positions", 200),
];

const ALL: usize = 20_000;

/// How many inputs to try: `SKINSCOPE_MUTATIONS`, or 20,000.
fn wanted() -> usize {
    std::env::var("SKINSCOPE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(ALL)
}

/// Tries changed copies of seeds. The same numbers give the same copies everywhere. Returns how many were accepted.
fn replay(target: &str, seeds: &[Vec<u8>], count: usize, check: fn(&[u8]) -> bool) -> usize {
    let (next, accepted, failed) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count || failed.lock().unwrap().len() > 3 {
                return;
            }
            let mut random = Random(index as u64 * 0x1_0001 + target.len() as u64);
            let bytes = mutated(&seeds[index % seeds.len()], seeds, &mut random);
            match catch_unwind(AssertUnwindSafe(|| check(&bytes))) {
                Ok(is_accepted) => drop(accepted.fetch_add(usize::from(is_accepted), Ordering::Relaxed)),
                Err(_panic) => failed.lock().unwrap().push((index, bytes)),
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, |count| count.get().min(8));
        (0..threads).for_each(|_| drop(scope.spawn(run)));
    });
    let mut failed = failed.into_inner().unwrap();
    failed.sort();
    let kept: Vec<String> = failed.iter().map(|(index, bytes)| keep(target, *index, bytes)).collect();
    assert!(kept.is_empty(), "{target}: the panics above come from {}", kept.join(", "));
    accepted.into_inner()
}

/// Writes an input that broke a promise, so that it can be looked at.
fn keep(target: &str, index: usize, bytes: &[u8]) -> String {
    let path = std::env::temp_dir().join(format!("skinscope-{target}-{index}"));
    std::fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

/// Nothing panics, every refusal names what is wrong, and what is accepted keeps its promises.
#[test]
fn twenty_thousand_changed_inputs_are_refused_or_sound() {
    assert_eq!(SHARES.iter().map(|(_, share)| share).sum::<usize>(), ALL);
    assert_eq!(CHECKS.len(), SHARES.len(), "each check has a share");
    let targets = include_str!("../../../fuzz/Cargo.toml").matches("[[bin]]").count();
    assert_eq!(CHECKS.len(), targets, "each check has a fuzz target");
    for ((target, check), (name, share)) in CHECKS.iter().zip(SHARES) {
        assert_eq!(target, name);
        let count = share * wanted() / ALL;
        let accepted = replay(target, &seeds::of(target), count, *check);
        println!("{target}: {accepted} of {count} are accepted");
        // Changes that spoil everything, or nothing, would find nothing.
        let reaches_both = accepted > 0 && (accepted < count || *target == "twins");
        assert!(reaches_both || wanted() < ALL, "{target}: {accepted} of {count} are accepted");
    }
}

/// Real files have more to change, and compressed ones come only with them.
#[test]
fn changed_samples_are_refused_or_sound() {
    let Some(folder) = samples("changed samples") else { return };
    let share = |count: usize| count * wanted() / ALL;
    let read = |path: &Path| std::fs::read(path).unwrap();
    let importer = CHECKS[0].1;
    for name in ["draco", "meshopt"] {
        let whole = read(&folder.join(format!("good/derived/Fox_{name}.glb")));
        let accepted = replay(name, &[whole], share(800), importer);
        println!("Fox_{name}: {accepted} of {} are accepted", share(800));
        assert!((wanted() < ALL || accepted > 0) && accepted < share(800).max(1));
    }
    let mut paths: Vec<_> =
        std::fs::read_dir(folder.join("good")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let files: Vec<Vec<u8>> = paths
        .iter()
        .filter(|path| path.is_file() && path.extension().is_some_and(|ending| ending == "glb" || ending == "gltf"))
        .map(|path| read(path))
        .filter(|bytes| bytes.len() <= 500_000)
        .collect();
    replay("samples", &files, share(40 * files.len()), importer);
}
