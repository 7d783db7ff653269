use super::Outcome;
use super::frames::FrameTimes;
use super::measured::{Comparison, Measured, label, shader};
use crate::gpu::timing::{Clock, Spread};
use crate::math::{counted, grouped};
use crate::model::one_line;
use crate::viewport::{PathTimes, SkinTimes, SkinningPath, SkinningTimes};
use std::fmt::Write;

const METHOD_WIDTH: usize = 23;
const SIGNS_WIDTH: usize = 12;

/// A table for each workload, and the statements of the papers.
pub(super) fn text(outcome: &Outcome<'_>) -> String {
    let info = &outcome.context.adapter_info;
    let clock = match outcome.clock {
        Clock::Timestamps => "timestamps of the GPU",
        Clock::WallClock => "wall clock",
    };
    let driver = [info.driver.as_str(), info.driver_info.as_str()].join(" ");
    let mut text = format!("{}, {}, {}\n", info.name, info.backend.to_str(), driver.trim());
    let _ = writeln!(text, "{clock}; medians of {} rounds, measured in turns", outcome.arguments.rounds);
    if outcome.context.is_software() {
        text += "This GPU is software: the figures tell about this computer's processor, not about graphics cards.\n";
    }
    outcome.workloads.iter().for_each(|measured| table(&mut text, measured));
    papers(&mut text, &outcome.workloads);
    text
}

fn table(text: &mut String, measured: &Measured) {
    let Measured { name, triangles, joints, max_influences, is_packed, times, tube, frames } = measured;
    let format = if *is_packed { "packed vertices" } else { "vertices in single precision" };
    let scaled = if tube.is_some_and(|tube| tube.scaled) { ", scaled" } else { "" };
    let _ = writeln!(
        text,
        "\n{}: {}, {}, {joints} joints{scaled}, {}, {format}",
        one_line(name),
        counted(times.vertices, "vertex", "vertices"),
        counted(*triangles, "triangle", "triangles"),
        counted(*max_influences, "influence", "influences"),
    );
    if let Some(copy) = times.copy_speed() {
        let (speed, mebibytes) = (copy.median * 1e-9, times.copy_set_bytes.div_ceil(1 << 20));
        let _ = writeln!(text, "copying memory: {speed:.1} GB/s +- {}, through {mebibytes} MiB", plus_minus(&copy));
    }
    let _ = writeln!(
        text,
        "{:METHOD_WIDTH$}{:SIGNS_WIDTH$}{:>10} {:>6}{:>10}{:>10}{:>10}{:>9}{:>11} {:>6}{:>10}",
        "", "signs", "compute", "+-", "over LBS", "Mv/s", "B/vertex", "of copy", "drawing", "+-", "over LBS"
    );
    for skin in &times.skins {
        let _ = writeln!(text, "{}", row(times, skin).trim_end());
    }
    for FrameTimes { panes, size: [width, height], times } in frames {
        if let Some(spread) = times.spread() {
            let (panes, milliseconds) = (counted(*panes, "pane", "panes"), spread.median * 1e3);
            let spread = plus_minus(&spread);
            let _ = writeln!(text, "a frame of {panes} of {width} x {height}: {milliseconds:.2} ms +- {spread}");
        }
    }
}

fn row(times: &SkinningTimes, skin: &SkinTimes) -> String {
    let [compute, drawing] = &skin.paths;
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let ratio = |path| or_dash(times.over_lbs(skin, path).map(|ratio| format!("{:.2}", ratio.median)));
    let speed = or_dash(times.vertices_per_second(compute).map(|speed| format!("{:.1}", speed * 1e-6)));
    let share = or_dash(times.share_of_copy(compute).map(|share| format!("{:.0}%", share * 100.0)));
    let (first, second) = (milliseconds(compute), milliseconds(drawing));
    format!(
        "{:METHOD_WIDTH$}{:SIGNS_WIDTH$}{first}{:>10}{speed:>10}{:>10.0}{share:>9} {second}{:>10}",
        label(skin.settings.method.id(), shader(skin)),
        shader(skin).signs(),
        ratio(SkinningPath::Compute),
        compute.vertex_bytes,
        ratio(SkinningPath::Drawing),
    )
}

fn milliseconds(path: &PathTimes) -> String {
    match path.times.spread() {
        Some(spread) => format!("{:>10.4} {:>6}", spread.median * 1e3, plus_minus(&spread)),
        None => format!("{:>10} {:>6}", "-", ""),
    }
}

/// Half the distance between the quartiles.
fn plus_minus(spread: &Spread) -> String {
    format!("{:.0}%", 100.0 * spread.half_width())
}

/// The papers' words next to the measured ratios.
fn papers(text: &mut String, workloads: &[Measured]) {
    let Some(measured) = Measured::compared(workloads) else { return };
    let mut lines = String::new();
    for Comparison { claim, shaders: [first, second], ratios } in measured.comparisons() {
        let pair = format!("{first} / {second}");
        let [compute, drawing] =
            ratios.map(|ratio| ratio.map_or("-".to_owned(), |ratio| format!("{:.2}", ratio.median)));
        let _ = writeln!(lines, "{pair:52}{:26}{compute:>8}{drawing:>9}   {}", claim.ratio, claim.source());
    }
    if !lines.is_empty() {
        let vertices = grouped(measured.times.vertices);
        let _ = writeln!(text, "\nWhat the papers say, and the ratio here ({vertices} vertices)");
        let _ = writeln!(text, "{:52}{:26}{:>8}{:>9}", "", "they say", "compute", "drawing");
        *text += &lines;
    }
}
