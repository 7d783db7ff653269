use super::Outcome;
use crate::cli::model_arguments::split_bones;
use crate::math::{counted, grouped};
use crate::measure::{Reading, StressMeasure};
use crate::model::{clip_label, one_line};
use crate::stress::{ClipCheck, ClipSkin, Flip, Snap};
use std::fmt::Write;

/// Width of the names of numbers.
const LABEL_WIDTH: usize = 28;

/// For each clip: the joints that snap, and for each method the worst joints, the flips and the figures of the skin.
pub(super) fn text(outcome: &Outcome<'_>, top: usize) -> String {
    let Outcome { model, weights, found, milliseconds, .. } = outcome;
    let frames: usize = found.iter().map(|found| found.seconds.len()).sum();
    let mut text = format!(
        "{}: {}, {} frames a second, in {} and {:.1} s\n",
        one_line(&model.name),
        counted(found.len(), "clip", "clips"),
        outcome.frames_per_second,
        counted(frames, "pose", "poses"),
        milliseconds / 1000.0
    );
    if !weights.is_empty() {
        let _ = writeln!(text, "weights: {}", one_line(&weights.join(", ")));
    }
    let split = split_bones(&model.skeleton);
    if !split.is_empty() {
        let _ = writeln!(text, "twist joints: {}", one_line(&split.join(", ")));
    }
    for found in found {
        of_clip(&mut text, outcome, found, top);
    }
    text
}

fn of_clip(text: &mut String, outcome: &Outcome<'_>, found: &ClipCheck, top: usize) {
    let seconds = found.seconds.last().copied().unwrap_or(0.0);
    let frames = counted(found.seconds.len(), "frame", "frames");
    let _ = writeln!(text, "\n{}, {frames} to {seconds:.2} s", clip_label(&outcome.model.clips, found.clip));
    for Snap { node, seconds, degrees, .. } in &found.snaps {
        let joint = one_line(&outcome.model.skeleton.label(*node));
        let _ = writeln!(text, "  {joint} snaps by {degrees:.0} degrees at {seconds:.3} s, under every method");
    }
    for (skin, settings) in found.skins.iter().zip(&outcome.skins) {
        let _ = writeln!(text, "  {}", settings.method.full_name());
        of_joints(text, outcome, skin, top);
        flips(text, outcome, skin, top);
        if let Some((count, frame)) = skin.most_signs_changed() {
            let vertices = counted(count, "vertex", "vertices");
            row(text, "signs", &format!("change at {vertices} before {:.2} s", found.seconds[frame]));
        }
        for (column, &reading) in found.readings.iter().enumerate() {
            of_skin(text, found, skin, (column, reading));
        }
    }
}

fn row(text: &mut String, label: &str, value: &str) {
    let _ = writeln!(text, "    {label:<LABEL_WIDTH$}{value}");
}

fn of_joints(text: &mut String, outcome: &Outcome<'_>, skin: &ClipSkin, top: usize) {
    for measure in StressMeasure::ALL {
        let label = measure.label().to_lowercase();
        let ranked = skin.ranked(measure);
        if ranked.is_empty() {
            let is_measured = skin.worst(measure).is_some();
            row(text, &label, if is_measured { "as at rest" } else { "      -" });
        }
        for (rank, entry) in ranked.iter().take(top).enumerate() {
            let joint = outcome.model.skeleton.label(entry.node);
            let value = format!("{:>7.3}  {} at {:.2} s", entry.over_rest, one_line(&joint), entry.seconds);
            row(text, if rank == 0 { &label } else { "" }, &value);
        }
    }
}

fn flips(text: &mut String, outcome: &Outcome<'_>, skin: &ClipSkin, top: usize) {
    let mut ranked: Vec<&Flip> = skin.flips.iter().collect();
    ranked.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    row(text, "flips", &format!("{:>7}", grouped(ranked.len())));
    for flip in ranked.into_iter().take(top) {
        let [one, other] = flip.nodes.map(|node| one_line(&outcome.model.skeleton.label(node)));
        let does = match flip.is_instant {
            Some(true) => "jump",
            Some(false) => "whip around",
            None => "move",
        };
        let vertices = counted(flip.vertices, "vertex", "vertices");
        let value = format!(
            "{does} by {:.1}% of the extent at {:.3} s: {vertices} between {one} and {other}, {:.0} degrees apart",
            100.0 * flip.distance,
            flip.seconds,
            flip.degrees_apart
        );
        row(text, "", &value);
    }
}

/// The frame in which a figure of the skin is farthest from its value at rest.
fn of_skin(text: &mut String, found: &ClipCheck, skin: &ClipSkin, (column, reading): (usize, Reading)) {
    let at_rest = reading.figure.unit().at_rest();
    let values =
        skin.frames.iter().zip(&found.seconds).filter_map(|(frame, seconds)| Some((frame.values[column]?, seconds)));
    let farthest = values.rev().max_by(|(a, _), (b, _)| (a - at_rest).abs().total_cmp(&(b - at_rest).abs()));
    let label = reading.name().to_lowercase();
    let sampled = if reading.figure.is_costly() && found.costly_frames < found.seconds.len() {
        format!(", of {} frames", found.costly_frames)
    } else {
        String::new()
    };
    match farthest {
        Some((value, _)) if value == at_rest && reading.figure.unit().is_count() => {
            row(text, &label, &format!("{value:>7}{sampled}"));
        }
        Some((value, seconds)) if reading.figure.unit().is_count() => {
            row(text, &label, &format!("{:>7}  at {seconds:.2} s{sampled}", grouped(value as usize)));
        }
        Some((value, seconds)) => row(text, &label, &format!("{value:>7.3}  at {seconds:.2} s{sampled}")),
        None => row(text, &label, "      -"),
    }
}
