use super::read_file;
use crate::checks::{CheckRequest, FileCheck, result_line};
use crate::cli::CliError;
use crate::files::{LineFile, path_text};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The results that a file of results already has, and the files that are left to check.
pub(super) struct Known {
    pub kept: Vec<FileCheck>,
    pub left: Vec<PathBuf>,
}

/// Goes on with a file of results: keeps those of files that are still as they were, and those of files that were not
/// given now. Results of other rules go.
///
/// # Errors
/// If it cannot be read or written, or holds anything but results.
pub(super) fn resume(path: &Path, all: &[PathBuf], request: &CheckRequest) -> Result<(LineFile, Known), CliError> {
    let known = if path.exists() { read_file(path)? } else { Vec::new() };
    let mut known: HashMap<String, FileCheck> = known.into_iter().map(|check| (check.path.clone(), check)).collect();
    let (mut kept, mut left) = (Vec::new(), Vec::new());
    for path in all {
        match known.remove(&path_text(path)) {
            Some(check) if check.is_current(request, path) => kept.push(check),
            _ => left.push(path.clone()),
        }
    }
    let others = known.values().filter(|check| check.is_of(&request.rules));
    let mut lines: Vec<String> = others.map(result_line).collect();
    lines.sort();
    lines.extend(kept.iter().map(result_line));
    Ok((LineFile::create(path, &lines.concat())?, Known { kept, left }))
}
