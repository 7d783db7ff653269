//! Compares `docs/shader-cost.json` with the compiler, and `docs/cost.md` and its plots with the JSON.

#[path = "../../../tests/shared/skips.rs"]
mod skips;

use skinscope::plots::PlotFormat;
use skinscope_shadercost::{GpuCosts, Report, Row, RunError, markdown, measure_elsewhere, plot};
use skips::skip;
use std::path::{Path, PathBuf};

/// Largest difference of a ratio to LBS with another version of the driver.
const ROOM: f64 = 0.15;

/// Methods for which the compiler guesses how often loops run.
const LOOPING: [&str; 3] = ["dib", "cor-procrustes", "direct-delta-mush"];

fn document(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

fn committed() -> Report {
    let text = std::fs::read_to_string(document("shader-cost.json")).expect("the committed figures are readable");
    Report::from_json(&text).expect("the committed figures are a report")
}

#[test]
fn the_committed_figures_are_those_of_the_compiler() {
    let program = Path::new(env!("CARGO_BIN_EXE_shadercost"));
    for gpu in committed().gpus {
        let now = match measure_elsewhere(program, &gpu.gpu, &[4, 8, 0]) {
            Ok(now) => now,
            Err(error @ RunError::NoDriver { .. }) => {
                skip(format_args!("{error}"));
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let differences = differences(&gpu, &now);
        assert!(
            differences.is_empty(),
            "{} has changed; scripts/cost --json > docs/shader-cost.json and scripts/cost --markdown > docs/cost.md write \
             the new figures:\n{}",
            gpu.gpu,
            differences.join("\n")
        );
    }
}

/// Lists differences. With the same driver every figure must be the same; with another one the ratios must be close.
fn differences(committed: &GpuCosts, now: &GpuCosts) -> Vec<String> {
    let name = |row: &Row| format!("{} {} {} {} {}", row.method, row.signs, row.poses, row.influences, row.stage);
    let mut found = Vec::new();
    if committed.rows.len() != now.rows.len() {
        found.push(format!("{} shaders instead of {}", now.rows.len(), committed.rows.len()));
    }
    if committed.driver == now.driver && committed.alternatives != now.alternatives {
        found.push(format!("{:?} instead of {:?}", now.alternatives, committed.alternatives));
    }
    for row in &committed.rows {
        let Some(fresh) = now.rows.iter().find(|fresh| fresh.is_of_same_shader(row)) else {
            found.push(format!("{}: no such shader", name(row)));
            continue;
        };
        if committed.driver == now.driver {
            if fresh != row {
                found.push(format!("{}: {:?} instead of {:?}", name(row), fresh.cost, row.cost));
            }
            continue;
        }
        let (Some(was), Some(is)) = (committed.ratios(row), now.ratios(fresh)) else {
            found.push(format!("{}: nothing to compare with", name(row)));
            continue;
        };
        let close = |was: f64, is: f64| (is / was - 1.0).abs() <= ROOM;
        let guessed = LOOPING.contains(&row.method.as_str()) || row.influences == 0;
        if !close(was.0, is.0) || !(guessed || close(was.1, is.1)) {
            found.push(format!("{}: ratios {is:.2?} instead of {was:.2?}", name(row)));
        }
    }
    found
}

#[test]
fn the_page_of_costs_is_made_of_the_committed_figures() {
    let written = std::fs::read_to_string(document("cost.md")).unwrap_or_default();
    let expected = markdown(&committed());
    assert!(written == expected, "docs/cost.md differs from docs/shader-cost.json; scripts/cost --markdown writes it");
}

#[test]
fn the_plots_of_the_page_are_made_of_the_committed_figures() {
    let page = std::fs::read_to_string(document("cost.md")).unwrap_or_default();
    for gpu in committed().gpus {
        let name = format!("cost-{}.svg", gpu.gpu);
        let written = std::fs::read(document(&name)).unwrap_or_default();
        assert!(
            written == plot(&gpu, 4, PlotFormat::Svg).unwrap(),
            "docs/{name} differs from docs/shader-cost.json; scripts/cost --from docs/shader-cost.json --gpu {} --plot \
             docs/{name} writes it",
            gpu.gpu
        );
        assert!(page.contains(&format!("({name})")), "{name}");
    }
}

#[test]
fn no_table_of_the_page_lists_a_shader_twice() {
    let page = markdown(&committed());
    for table in page.split("\n#").filter(|table| table.contains("| waves |")) {
        // Method, signs, poses.
        let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
        let mut shaders: Vec<Vec<&str>> = rows.map(|row| row.split(" | ").take(3).collect()).collect();
        let count = shaders.len();
        shaders.sort();
        shaders.dedup();
        assert_eq!(shaders.len(), count, "{table}");
        assert!(count >= 15, "{table}");
    }
}

#[test]
fn data_is_read_as_it_was_written() {
    let report = committed();
    assert_eq!(Report::from_json(&report.to_json().unwrap()).unwrap(), report);
}
