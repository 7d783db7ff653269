//! Checks that a machine cannot make, such as those of files by others. `scripts/test` counts them at its end.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests may fail loudly and tell figures")]

use std::fmt::Display;
use std::io::Write as _;

/// Tells that a check is left out, and why. `SKINSCOPE_SKIPPED` names a file that collects the reasons of all tests.
pub fn skip(reason: impl Display) {
    println!("skipped: {reason}");
    let Some(path) = std::env::var_os("SKINSCOPE_SKIPPED") else { return };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
    // In one piece: tests run at the same time.
    file.write_all(format!("{reason}\n").as_bytes()).unwrap();
}
