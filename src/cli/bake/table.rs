use super::Outcome;
use crate::baking::{Judged, LookDistance};
use crate::math::counted;
use crate::model::one_line;
use std::fmt::Write;

/// What a bake did, and how near the rig is to the look before and after, joint by joint.
pub(super) fn text(outcome: &Outcome<'_>) -> String {
    let Outcome { arguments, model, baked, pose_counts: [fitted, judged], milliseconds } = outcome;
    let helpers = baked.helper_count();
    let mut text = format!(
        "{}: {} for linear blending, with {} and new weights at {}, fitted in {} and {:.1} s\n",
        one_line(&model.name),
        arguments.look.short_name(),
        counted(helpers, "helper joint", "helper joints"),
        counted(baked.counts.refitted, "vertex", "vertices"),
        counted(*fitted, "pose", "poses"),
        milliseconds / 1000.0
    );
    match judged {
        0 => text.push_str("No other poses to judge it in: add limits or clips to --poses.\n"),
        _ => write_distances(&mut text, outcome),
    }
    let (joints, influences) = size(&baked.model);
    let sets = if influences > 4 { "; a second set of influences, which some programs do not read" } else { "" };
    let _ = writeln!(
        text,
        "{}, at most {} a vertex{sets}",
        counted(joints, "joint", "joints"),
        counted(influences, "influence", "influences")
    );
    if helpers > 0 {
        text.push_str(
            "A helper turns the shorter way: beyond a half turn of its joint it jumps, where LBS alone does not.\n",
        );
    }
    text
}

/// The distances from the look before and after, joint by joint.
fn write_distances(text: &mut String, outcome: &Outcome<'_>) {
    let Outcome { arguments, model, baked, pose_counts: [_, judged], .. } = outcome;
    let _ = writeln!(
        text,
        "distance from {} in {}, in percent of the extent, under LBS before -> after; angle between normals in degrees",
        arguments.look.short_name(),
        counted(*judged, "other pose", "other poses"),
    );
    let label = |node: u32| one_line(&model.skeleton.label(node));
    let joints = baked.report.of_joints.keys().map(|&node| label(node).chars().count());
    let width = joints.max().unwrap_or(0).max("together".len());
    let _ = writeln!(
        text,
        "{:width$}  helpers  {:>16}  {:>16}  {:>16}  {:>14}",
        "", "largest", "99 %", "rms", "normals 99 %"
    );
    let mut row = |name: &str, helpers: String, judged: &Judged| {
        let padding = " ".repeat(width.saturating_sub(name.chars().count()));
        let pair = |value: fn(&LookDistance) -> f64, decimals: usize| {
            format!("{:.decimals$} -> {:.decimals$}", value(&judged.before), value(&judged.after))
        };
        let percent = |value: fn(&LookDistance) -> f64| pair(value, 3);
        let _ = writeln!(
            text,
            "{name}{padding}  {helpers:>7}  {:>16}  {:>16}  {:>16}  {:>14}",
            percent(|distance| 100.0 * distance.largest),
            percent(|distance| 100.0 * distance.percentile_99),
            percent(|distance| 100.0 * distance.root_mean_square),
            pair(|distance| distance.normal_degrees, 1),
        );
    };
    for (&node, judged) in &baked.report.of_joints {
        row(&label(node), baked.helpers_of(node).to_string(), judged);
    }
    row("together", String::new(), &baked.report.together);
}

/// The largest number of joints of a skin, and of influences of a vertex.
pub(super) fn size(model: &crate::model::Model) -> (usize, usize) {
    (model.skins.iter().map(|skin| skin.joints.len()).max().unwrap_or(0), model.max_influences())
}
