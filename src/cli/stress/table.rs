use super::Outcome;
use crate::cli::model_arguments::split_bones;
use crate::math::counted;
use crate::measure::{StressEntry, StressMeasure};
use crate::model::one_line;
use std::fmt::Write;

/// A list for each method and measure, the worst joints first.
pub(super) fn text(outcome: &Outcome<'_>, top: usize) -> String {
    let Outcome { model, weights, turns, skins, found, milliseconds, .. } = outcome;
    let mut text = format!(
        "{}: {}, each {}, in {} and {:.1} s\n",
        one_line(&model.name),
        counted(found.joints.len(), "joint", "joints"),
        turns.source.described(),
        counted(found.poses, "pose", "poses"),
        milliseconds / 1000.0
    );
    let counts = turns.counts(found.joints.iter().map(|joint| joint.node));
    if !counts.is_empty() {
        let _ = writeln!(text, "ranges: {counts}");
    }
    if !weights.is_empty() {
        let _ = writeln!(text, "weights: {}", one_line(&weights.join(", ")));
    }
    let split = split_bones(&model.skeleton);
    if !split.is_empty() {
        let _ = writeln!(text, "twist joints: {}", one_line(&split.join(", ")));
    }
    if !found.not_moved.is_empty() {
        let names: Vec<String> = found.not_moved.iter().map(|&node| model.skeleton.label(node)).collect();
        let _ = writeln!(text, "{}: {}", turns.source.what_keeps_still().to_lowercase(), one_line(&names.join(", ")));
    }
    let label = |node: u32| one_line(&model.skeleton.label(node));
    let joints = found.joints.iter().map(|joint| label(joint.node).chars().count());
    let width = joints.max().unwrap_or(0).max("joint".len());
    for (index, settings) in skins.iter().enumerate() {
        let _ = writeln!(text, "\n{}", settings.method.full_name());
        for measure in StressMeasure::ALL {
            let ranked = found.ranked(index, measure);
            let _ = writeln!(text, "  {}, {}", measure.label(), measure.figure().unit());
            if ranked.is_empty() {
                text.push_str("       none\n");
            }
            for (rank, entry) in ranked.iter().take(top).enumerate() {
                let StressEntry { over_rest, degrees, .. } = *entry;
                let joint = label(entry.node);
                let padding = " ".repeat(width.saturating_sub(joint.chars().count()));
                let axis = entry.axis_name();
                let rank = rank + 1;
                let from = turns.origin(entry.node).label();
                let _ =
                    writeln!(text, "  {rank:>4}  {joint}{padding}  {over_rest:>8.3}   {axis} {degrees:>7.1}   {from}");
            }
        }
    }
    text
}
