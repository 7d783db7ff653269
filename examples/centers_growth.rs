//! How the time for the centers of rotation grows with vertices and joints: a table in Markdown and a plot.
//!
//! `cargo run --release --example centers_growth -- docs/centers-growth.svg`. Takes a few minutes.

#[allow(dead_code, reason = "the bench of the centers uses the rows of the table")]
#[path = "../benches/support/table_one.rs"]
mod table_one;

use skinscope::centers::{CenterParts, CenterPath, CenterSettings, compute_centers_with};
use skinscope::plots::{Axis, Curve, LineModel, LinePlot, PlotFormat, PlotText};
use skinscope::skinning::SkinningMethod;
use skinscope::work::Progress;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

const VERTICES: [usize; 7] = [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000];
const JOINTS: [usize; 4] = [20, 77, 150, 300];
const INFLUENCES: usize = 4;
/// Runs of each model; one where it takes longer than [`LONG`].
const ROUNDS: usize = 3;
/// In seconds.
const LONG: f64 = 2.0;

#[allow(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn Error>> {
    let threads = std::thread::available_parallelism()?;
    println!("{INFLUENCES} influences, {threads} threads; seconds, median and range of {ROUNDS} runs, or one run\n");
    let columns: String = JOINTS.iter().map(|joints| format!(" {joints} joints |")).collect();
    println!("| vertices |{columns}\n|--:|{}", "--:|".repeat(JOINTS.len()));
    let mut parts = vec![Vec::new(); JOINTS.len()];
    for vertices in VERTICES {
        let mut line = format!("| {vertices} |");
        for (joints, part) in JOINTS.iter().zip(&mut parts) {
            let seconds = seconds_of_runs(vertices, *joints)?;
            let median = seconds[seconds.len() / 2];
            line += &match seconds[..] {
                [least, .., most] => format!(" {median:.3} ({least:.3} to {most:.3}) |"),
                _ => format!(" {median:.1} |"),
            };
            part.push([vertices as f64 / 1000.0, median]);
        }
        println!("{line}");
    }
    if let Some(path) = std::env::args().nth(1) {
        write_plot(Path::new(&path), &parts)?;
    }
    Ok(())
}

/// Cold, subdivision included, sorted.
fn seconds_of_runs(vertices: usize, joints: usize) -> Result<Vec<f64>, Box<dyn Error>> {
    let model = table_one::of_size(vertices, joints, INFLUENCES);
    let mut seconds: Vec<f64> = Vec::new();
    while seconds.len() < ROUNDS && seconds.first().is_none_or(|first| *first < LONG) {
        let began = Instant::now();
        let (settings, progress) = (CenterSettings::default(), Progress::default());
        let centers = compute_centers_with(&model, &settings, CenterParts::Points, CenterPath::Fast, &progress);
        centers.ok_or("canceled")?;
        seconds.push(began.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    Ok(seconds)
}

fn write_plot(path: &Path, parts: &[Vec<[f64; 2]>]) -> Result<(), Box<dyn Error>> {
    let title = "Time for the centers of rotation".to_owned();
    let curve = |(joints, part): (&usize, &Vec<[f64; 2]>)| Curve {
        model: LineModel::First,
        name: format!("{joints} joints"),
        method: SkinningMethod::Cor,
        parts: vec![part.clone()],
    };
    let axis = |label: &str| Axis { label: label.to_owned(), is_degrees: false, reference: Some(0.0) };
    let plot = LinePlot {
        title: title.clone(),
        subtitle: format!("Tubes, {INFLUENCES} influences; cold, with the subdivision of the surface"),
        x: axis("Thousand vertices"),
        y: axis("Seconds"),
        curves: JOINTS.iter().zip(parts).map(curve).collect(),
    };
    let format = PlotFormat::of(path).ok_or("the plot is *.svg or *.pdf")?;
    let text = PlotText { title: &title, description: "Made by examples/centers_growth.rs" };
    Ok(std::fs::write(path, format.bytes(&plot.svg()?, text)?)?)
}
