//! Prints every composition of WGSL files by its name, as one JSON object: what browsers must compile.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let all = skinscope::share::compositions_json();
    writeln!(std::io::stdout().lock(), "{all}")
}
