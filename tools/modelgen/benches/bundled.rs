//! Measures how long each bundled model takes to make:
//! `cargo bench -p skinscope-modelgen --bench bundled [-- MODEL...]`.
//!
//! Prints median, least and most of five runs. User time is the sum over all threads: on a busy machine it is more
//! informative than wall time. It uses no framework: a framework would repeat computations of seconds far too often,
//! and leave out user time.

#![allow(clippy::print_stdout, reason = "its output is what a bench is for")]

use skinscope_modelgen::RECIPES;
use std::error::Error;
use std::time::Instant;

const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo passes this argument; `cargo test --all-targets` does not, and must not wait.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| *wanted == name);
    println!("{:10} {:>26} {:>26}", "seconds", "wall: median (least-most)", "user: median (least-most)");
    for recipe in RECIPES.into_iter().filter(|recipe| is_wanted(recipe.name)) {
        let (mut wall, mut user) = (Vec::new(), Vec::new());
        for _run in 0..RUNS {
            let (start, user_before) = (Instant::now(), user_seconds());
            std::hint::black_box(recipe.generate()?);
            wall.push(start.elapsed().as_secs_f64());
            user.extend(user_before.zip(user_seconds()).map(|(before, after)| after - before));
        }
        println!("{:10} {:>26} {:>26}", recipe.name, summary(wall), summary(user));
    }
    Ok(())
}

fn summary(mut seconds: Vec<f64>) -> String {
    seconds.sort_by(f64::total_cmp);
    match seconds[..] {
        [least, .., most] => format!("{:.3} ({least:.3}-{most:.3})", seconds[seconds.len() / 2]),
        _ => "not known".to_owned(),
    }
}

/// CPU time of all threads of this process without system calls, in steps of a hundredth of a second; Linux only.
fn user_seconds() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name comes second, in brackets, and may contain any characters.
    let (_, after_name) = stat.rsplit_once(')')?;
    let ticks: f64 = after_name.split_whitespace().nth(11)?.parse().ok()?;
    Some(ticks / TICKS_PER_SECOND)
}
