//! What `--version` says: what was built, and what it would draw with here.

use super::provenance::PROGRAM_VERSION;
use crate::gpu::{AdapterSummary, headless_adapter};

/// The commit of the sources, where the one who built the program named it.
const COMMIT: Option<&str> = option_env!("SKINSCOPE_COMMIT");

/// The features that can be left out.
const FEATURES: [(&str, bool); 2] = [("film", cfg!(feature = "film")), ("pdf", cfg!(feature = "pdf"))];

/// Name, version and commit of the program, in one line.
pub(super) fn program_and_commit() -> String {
    match COMMIT {
        Some(commit) => format!("skinscope {PROGRAM_VERSION}, commit {commit}"),
        None => format!("skinscope {PROGRAM_VERSION}"),
    }
}

/// What follows the program's name: version, commit, features, and the adapter that pictures are drawn with. Asks the
/// graphics drivers.
pub(super) fn long_version() -> String {
    let built: Vec<&str> = FEATURES.iter().filter_map(|&(name, is_built)| is_built.then_some(name)).collect();
    let features = if built.is_empty() { "none".to_owned() } else { built.join(", ") };
    let adapter = match pollster::block_on(headless_adapter()) {
        Ok(AdapterSummary { name, backend, kind, driver, .. }) => {
            let driver = if driver.is_empty() { driver } else { format!(", driver {driver}") };
            format!("{name}, {backend}, {kind}{driver}")
        }
        Err(error) => format!("none: {error}"),
    };
    let commit = COMMIT.unwrap_or("not recorded");
    format!("{PROGRAM_VERSION}\ncommit    {commit}\nfeatures  {features}\nadapter   {adapter}")
}
