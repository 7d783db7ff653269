use super::Outcome;
use crate::baking::{Drive, Judged, LookDistance};
use crate::math::counted;
use crate::model::{Influence, Model, SkinKind, one_line};
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
    let [before, after] = [model, &baked.model].map(VertexWork::of);
    let sets = if after.influences > 4 { "; a second set of influences, which some programs do not read" } else { "" };
    let _ = writeln!(
        text,
        "{}, at most {} a vertex{sets}",
        counted(after.joints, "joint", "joints"),
        counted(after.influences, "influence", "influences")
    );
    let _ = writeln!(
        text,
        "vertex work, before -> after: {} -> {} joints, {:.2} -> {:.2} influences a vertex",
        before.joints, after.joints, before.mean_influences, after.mean_influences
    );
    if helpers > 0 {
        text.push_str(match arguments.drive {
            Drive::Constraints => {
                "A helper turns the shorter way: beyond a half turn of its joint it jumps, where LBS alone does not.\n"
            }
            Drive::Clips => "Helpers move in the clips of the file alone: in other poses they stand still.\n",
        });
    }
    text
}

/// Name of the row of poses in which morph targets are at 1.
const MORPHED: &str = "together, morphed";

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
    let width = if baked.report.morphed.is_some() { width.max(MORPHED.len()) } else { width };
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
    if let Some(morphed) = &baked.report.morphed {
        row(MORPHED, String::new(), morphed);
    }
}

/// What the skin of a model costs a vertex shader of linear blending: matrices to upload, and to blend.
pub(super) struct VertexWork {
    /// Largest number of joints of a skin.
    pub joints: usize,
    /// Largest number of influences of a vertex.
    pub influences: usize,
    /// Mean number of influences of a vertex that follows a skin. Zero without one.
    pub mean_influences: f64,
}

impl VertexWork {
    pub fn of(model: &Model) -> Self {
        let skinned = model.primitives.iter().filter(|own| model.skins[own.skin as usize].kind == SkinKind::Skinned);
        let influences = skinned.flat_map(|primitive| primitive.influences.iter().map(<[Influence]>::len));
        let (count, sum) = influences.fold((0usize, 0usize), |(count, sum), more| (count + 1, sum + more));
        Self {
            joints: model.skins.iter().map(|skin| skin.joints.len()).max().unwrap_or(0),
            influences: model.max_influences(),
            mean_influences: sum as f64 / count.max(1) as f64,
        }
    }
}
