//! Everything that documents and comments name in code exists: files, folders, types, functions, fields.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Folders that hold what others wrote, what is built, or what a fuzzer needs.
const SKIPPED: [&str; 5] = [".git", "target", "shared", "seeds", "corpus"];

/// Endings of a path to a file.
const ENDINGS: [&str; 8] = [".rs", ".wgsl", ".toml", ".json", ".md", ".js", ".py", ".css"];

/// Every path below the root, folders too, relative to it.
fn paths_below(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        found.push(path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/"));
        if path.is_dir() {
            paths_below(root, &path, found);
        }
    }
}

fn ends_with(path: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| path.ends_with(ending))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).filter(|word| !word.is_empty())
}

/// The text in backticks, line by line, without blocks of code.
fn named_in(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(str::lines).flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Code, and the comments that have lines of their own.
fn split(text: &str) -> (String, String) {
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let (comments, code): (Vec<&str>, Vec<&str>) = text.lines().partition(is_comment);
    (code.join("\n"), comments.join("\n"))
}

/// A file, or a folder with a slash at its end.
fn is_path(name: &str) -> bool {
    let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || "_-./".contains(letter));
    let is_file = ENDINGS.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending));
    is_plain && name.len() > 1 && (is_file || name.ends_with('/'))
}

/// Names that no prose has: `snake_case`, `CamelCase` and `Type::function`.
fn is_of_code(name: &str) -> bool {
    let name = name.strip_suffix("()").unwrap_or(name);
    let is_plain = name.replace("::", "_").chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let has_hump =
        || name.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    is_plain && name.starts_with(|first: char| first.is_alphabetic()) && (name.contains(['_', ':']) || has_hump())
}

/// Symbols of formulas, such as `IBM_i`.
fn is_symbol(name: &str) -> bool {
    name.strip_suffix("_i").is_some_and(|symbol| symbol.len() <= 3)
}

#[test]
fn everything_that_documents_and_comments_name_exists() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    paths_below(&root, &root, &mut paths);
    let read = |path: &String| std::fs::read_to_string(root.join(path)).unwrap_or_default();
    let is_code =
        |path: &&String| ends_with(path.as_str(), &[".rs", ".wgsl"]) && !path.ends_with("names_in_documents.rs");
    let is_other =
        |path: &&String| ends_with(path.as_str(), &[".toml", ".js", ".css", ".py"]) || path.starts_with("scripts/");
    let code = paths.iter().filter(is_code).map(|path| split(&read(path)));
    let (code, comments): (Vec<String>, Vec<String>) = code.unzip();
    let others: Vec<String> = paths.iter().filter(is_other).map(read).collect();
    let known: HashSet<&str> = code.iter().chain(&others).flat_map(|text| words(text)).collect();
    let exists = |name: &str| {
        let name = name.trim_end_matches('/');
        // Those that begin so are examples, and lie elsewhere.
        name.starts_with(['.', '/']) || paths.iter().any(|path| path == name || path.ends_with(&format!("/{name}")))
    };
    let documents = paths.iter().filter(|path| path.ends_with(".md") && !path.contains("CHANGELOG"));
    let documents = documents.map(|path| (path, read(path)));
    let texts = paths.iter().filter(is_code).zip(comments).chain(documents);
    let (mut checked, mut missing) = ([0, 0], Vec::new());
    for (path, text) in texts {
        let has_names = path.ends_with(".md");
        for name in named_in(&text) {
            let (kind, is_found) = if is_path(name) {
                (0, exists(name))
            } else if has_names && is_of_code(name) && !is_symbol(name) {
                (1, words(name).all(|word| known.contains(word)))
            } else {
                continue;
            };
            checked[kind] += 1;
            if !is_found {
                missing.push(format!("{path}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "these do not exist:\n{}", missing.join("\n"));
    assert!(checked[0] > 150 && checked[1] > 30, "{checked:?}");
}
