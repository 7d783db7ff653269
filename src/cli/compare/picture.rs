//! The panes of two models.

use super::CompareArguments;
use super::pair::{MethodDifference, Pair};
use super::pose_in_words;
use super::report::percent;
use crate::cli::CliError;
use crate::cli::device_beside::device_beside;
use crate::cli::framed::Framed;
use crate::cli::model_arguments::split_bones;
use crate::cli::progress_line::with_progress;
use crate::cli::wipe::OtherSkin;
use crate::gpu::{GpuModel, ModelLook};
use crate::model::SkinPart;
use crate::panes::{Comparison, ComparisonKind, PaneModel, PaneSettings};
use crate::posing::front_yaw;
use crate::sheets::{
    DrawnSheet, PageOptions, PaintReport, PaneNote, PaneOrder, PaneView, Sheet, SheetBeside, SheetCaption, SheetLayout,
    SheetPane, render_page,
};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::view::{PaintSummary, PictureSettings, SkinPaint};
use std::path::Path;
use std::sync::Arc;

/// Meaning of the picture flags for two models.
pub(super) struct Pictures {
    /// The model of each pane, and the settings of its picture.
    panes: Vec<(usize, PictureSettings)>,
    /// The part of each model's skin that is shown alone. `None` shows all.
    parts: [Option<Arc<SkinPart>>; 2],
}

impl Pictures {
    /// # Errors
    /// If a flag names a joint that the first model does not have.
    pub fn of(pair: &Pair, arguments: &CompareArguments) -> Result<Self, CliError> {
        let mut panes: Vec<(usize, PictureSettings)> = Vec::new();
        for &side in shown_sides(arguments) {
            for method in arguments.methods() {
                let skinning = arguments.pose.skinning(method);
                panes.push((side, arguments.picture.settings(&pair.models[side], skinning, &arguments.pose.centers)?));
            }
        }
        // A joint that only one model has isolates nothing in the other.
        let [first, second] = [0, 1].map(|side: usize| arguments.picture.part(&pair.models[side]));
        Ok(Self { panes, parts: [first?, second.ok().flatten()] })
    }
}

/// Draws the panes, and returns a line about the colors of each painted one.
pub(super) fn draw(
    pair: &Pair,
    arguments: &CompareArguments,
    differences: &[MethodDifference],
    Pictures { panes: pictures, parts }: Pictures,
    output: &Path,
) -> Result<String, CliError> {
    let methods = arguments.methods();
    let sides = shown_sides(arguments);
    let order = order(methods.len(), sides.len());
    let columns = arguments.layout.columns();
    let panes = methods.len() * sides.len();
    let size = arguments.layout.size.unwrap_or_else(|| SheetLayout::natural_size_in(order, panes, columns));
    let (context, look) = device_beside(|| ModelLook::ahead(&pair.models[0]))?;
    context.set_full_precision(arguments.picture.drawing.full_precision);
    let wiped = arguments.wipe.and_then(|wipe| wipe.other.method());
    let shown_methods: Vec<SkinningMethod> = methods.iter().copied().chain(wiped).collect();
    let needed = arguments.picture.methods(&shown_methods);
    let upload = |side: usize, look| {
        crate::cli::centers::upload(&context, &pair.models[side], look, &needed, &arguments.pose.centers)
    };
    let mut gpu_models: [GpuModel; 2] = [upload(0, look)?, upload(1, None)?];
    for (gpu_model, part) in gpu_models.iter_mut().zip(parts.clone()) {
        gpu_model.show_part(&context, part)?;
    }
    let pane = |(side, picture): &(usize, PictureSettings)| {
        let (side, other) = (*side, 1 - *side);
        let surfaces = [side, other].map(|side| pair.matched.surfaces_from(side));
        SheetPane {
            model: &gpu_models[side],
            settings: PaneSettings {
                model: if side == 0 { PaneModel::First } else { PaneModel::Second },
                skinning: picture.skinning,
                centers: arguments.pose.centers.settings(),
                comparison: comparison(arguments, picture),
                ..PaneSettings::default()
            },
            picture: *picture,
            beside: Some(SheetBeside { model: &gpu_models[other], surfaces }),
            names: Some([&pair.names[side], &pair.names[other]]),
        }
    };
    let panes: Vec<SheetPane<'_>> = pictures.iter().map(pane).collect();
    let shown = [0, 1].map(|side: usize| (&*pair.models[side], &pair.poses[side], parts[side].as_deref()));
    let framed = Framed::of(&shown, &arguments.pose.skinnings(&needed), &arguments.picture)?;
    let front = front_yaw(&pair.models[0]);
    let views = |pixels| {
        let camera = framed.camera(&arguments.picture.look.camera, pixels, front);
        let view = |(index, (side, settings)): (usize, &(usize, PictureSettings))| {
            // Where both models are shown, the numbers stand below the second one. A legend needs the same corner.
            let has_legend = settings.look.paint != SkinPaint::Materials && !arguments.picture.drawing.no_legend;
            let says = *side == sides[sides.len() - 1] && !has_legend;
            let note = if says { note(pair, &differences[index % methods.len()]) } else { PaneNote::default() };
            PaneView { note, pose_beside: Some(&pair.poses[1 - side]), ..PaneView::new(&pair.poses[*side], camera) }
        };
        pictures.iter().enumerate().map(view).collect()
    };
    let caption = caption(pair);
    let (caption, legend) = (SheetCaption::Line(&caption), !arguments.picture.drawing.no_legend);
    let sheet = Sheet { pose: &pair.poses[0], panes: &panes, caption, size, columns, legend };
    let page = PageOptions { order, ..PageOptions::default() };
    let DrawnSheet { picture, paints } =
        with_progress("Panes", |progress| render_page(&context, &sheet, page, views, progress))?;
    crate::cli::png_file::write_png(output, &picture)?;
    let line = |((side, settings), summary): (&(usize, PictureSettings), &Option<PaintSummary>)| {
        let (model, beside) = (&pair.models[*side], Some(pair.matched.surfaces_from(*side)));
        let report = PaintReport { model, settings, summary: summary.as_ref()?, beside };
        Some(format!("{}, {}: {}\n", settings.skinning.method.id(), pair.names[*side], report.line()))
    };
    Ok(pictures.iter().zip(&paints).filter_map(line).collect())
}

/// The models that have panes. Wipes and outlines show the second model in the panes of the first.
fn shown_sides(arguments: &CompareArguments) -> &'static [usize] {
    let wiped = arguments.wipe.is_some_and(|wipe| wipe.other == OtherSkin::Model);
    if wiped || arguments.picture.look.ghost == Some(OtherSkin::Model) { &[0] } else { &[0, 1] }
}

/// Order and arrangement of the panes: the models below each other, so that equal methods are too; a single method has
/// them side by side.
fn order(methods: usize, sides: usize) -> PaneOrder {
    if methods > 1 && sides > 1 { PaneOrder::PairedRows } else { PaneOrder::Rows }
}

fn comparison(arguments: &CompareArguments, picture: &PictureSettings) -> Comparison {
    if let Some(wipe) = arguments.wipe {
        let method = wipe.other.method().unwrap_or(picture.skinning.method);
        return Comparison {
            kind: ComparisonKind::Wipe,
            other: SkinningSettings { method, ..picture.skinning },
            other_model: wipe.other == OtherSkin::Model,
            divider: wipe.divider,
        };
    }
    picture.ghost.map_or_else(Comparison::default, |ghost| Comparison {
        kind: ComparisonKind::Ghost,
        other: ghost.skinning,
        other_model: ghost.other_model,
        ..Comparison::default()
    })
}

/// The difference under a pane's method, in two short lines that leave the middle to the model.
fn note(pair: &Pair, difference: &MethodDifference) -> PaneNote {
    let Some(largest) = difference.largest() else { return PaneNote::default() };
    let means = [difference.from_first, difference.from_second].map(|found| found.map_or(0.0, |found| found.mean));
    let [largest, mean] = [largest, means[0].max(means[1])].map(|distance| percent(distance, pair.extent()));
    PaneNote {
        line: format!("up to {largest}% apart"),
        below: format!("of the extent; mean {mean}%"),
        is_below_optional: true,
    }
}

/// Caption: both models, then the pose.
fn caption(pair: &Pair) -> String {
    let named = |side: usize| {
        let split = split_bones(&pair.models[side].skeleton).join(", ");
        let name = &pair.names[side];
        if split.is_empty() { name.clone() } else { format!("{name} with twist joints {split}") }
    };
    let scale = if pair.is_scaled() { ", in one size" } else { "" };
    let models = format!("{} and {}{scale}", named(0), named(1));
    std::iter::once(models).chain(pose_in_words(&pair.models[0], &pair.posed)).collect::<Vec<_>>().join("   ")
}
