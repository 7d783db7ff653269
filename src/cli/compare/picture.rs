//! The panes of one model, or of two.

use super::CompareArguments;
use super::pair::{MethodDifference, Pair};
use super::pose_in_words;
use super::report::percent;
use crate::cli::CliError;
use crate::cli::arguments::PictureArguments;
use crate::cli::model_arguments::{VersionArguments, split_bones};
use crate::cli::model_scene::{on_device, panes_of, scene_of_model, sheet_options};
use crate::cli::png_file::write_png;
use crate::cli::progress_line::with_progress;
use crate::cli::wipe::OtherSkin;
use crate::model::Model;
use crate::panes::{PaneModel, PaneSettings, Scene, ScenePair};
use crate::sheets::{PaneNote, SceneOptions, SceneSheet};
use crate::view::{SkinPaint, heaviest_vertex};
use std::path::Path;
use std::sync::Arc;

/// Draws a sheet of a scene, with these notes in its panes, and returns the meaning of each pane's colors.
pub(super) fn draw(
    (scene, model, pair): (&Scene, &Arc<Model>, Option<&ScenePair>),
    notes: Vec<PaneNote>,
    CompareArguments { picture, pose, layout, .. }: &CompareArguments,
    output: &Path,
) -> Result<Vec<Option<String>>, CliError> {
    let options = SceneOptions { size: layout.size, columns: layout.columns(), ..sheet_options(picture) };
    let sheet = SceneSheet::new(scene, model, pair, options)?.with_notes(notes);
    let (context, models) = on_device((scene, model, pair), (picture, pose))?;
    let drawn = with_progress("Panes", |progress| sheet.draw(&context, &models, &[], progress))?;
    write_png(output, &drawn.picture)?;
    Ok(drawn.meanings)
}

/// The scene of two models: the panes of the first, then those of the second.
///
/// # Errors
/// If a flag names a joint or a vertex that the first model does not have, or a joint without a partner.
pub(super) fn scene_of_pair(pair: &Pair, arguments: &CompareArguments) -> Result<Scene, CliError> {
    let (flags, methods) = ((&arguments.picture, &arguments.pose), arguments.methods());
    let scene = scene_of_model((&pair.opened[0], &pair.posed), flags, &methods, arguments.wipe)?;
    let panes = |model: PaneModel| panes_of((&pair.models[model.index()], model), flags, &methods, arguments.wipe);
    let mut all = panes(PaneModel::First);
    // Wipes and outlines show the second model in the panes of the first.
    let wiped = arguments.wipe.is_some_and(|wipe| wipe.other == OtherSkin::Model);
    if arguments.picture.look.ghost != Some(OtherSkin::Model) {
        if let Some(joint) = scene.selected_joint(&pair.models[0])? {
            check_partner(pair, &arguments.picture, joint)?;
        }
        if !wiped {
            all.extend(panes(PaneModel::Second));
        }
    }
    Ok(Scene {
        second: Some(pair.second.clone()),
        caption: caption(pair, &arguments.pose.opening.version),
        ..scene.with_panes(all)
    })
}

/// Checks that what the flags show of the selected joint can be shown of its partner.
///
/// # Errors
/// If the selected joint has no partner, or its diagram is asked for and the partner moves no skin.
fn check_partner(pair: &Pair, picture: &PictureArguments, joint: u32) -> Result<(), CliError> {
    let [first, second] = &pair.models;
    let Some(partner) = pair.shown.partner(joint) else {
        // In the usual words where the second model has no such joint.
        picture.selected_joint(second)?;
        return Err(CliError::NoPartner { joint: first.skeleton.label(joint), second: pair.names[1].clone() });
    };
    let names_joint = picture.look.diagram.as_ref().is_some_and(|given| given.joint.is_some());
    if names_joint && heaviest_vertex(second, partner).is_none() {
        return Err(CliError::DiagramOfNoSkin { joint: second.skeleton.label(partner) });
    }
    Ok(())
}

/// Draws the panes of both models, and returns a line about the colors of each painted one.
pub(super) fn draw_pair(
    (pair, scene): (&Pair, &Scene),
    arguments: &CompareArguments,
    differences: &[MethodDifference],
    output: &Path,
) -> Result<String, CliError> {
    let panes = scene.panes();
    // Where both models are shown, the numbers stand below the second one. A legend needs the same corner.
    let last = panes.last().map(|pane| pane.model);
    let note = |(index, pane): (usize, &PaneSettings)| {
        let has_legend = pane.look.paint != SkinPaint::Materials && !arguments.picture.drawing.no_legend;
        let says = Some(pane.model) == last && !has_legend;
        if says { note(pair, &differences[index % differences.len()]) } else { PaneNote::default() }
    };
    let notes = panes.iter().enumerate().map(note).collect();
    let meanings = draw((scene, &pair.models[0], Some(&pair.shown)), notes, arguments, output)?;
    let line = |(pane, meaning): (&PaneSettings, Option<String>)| {
        let (method, name) = (pane.skinning.method.id(), &pair.names[pane.model.index()]);
        Some(format!("{method}, {name}: {}\n", meaning?))
    };
    Ok(panes.iter().zip(meanings).filter_map(line).collect())
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
fn caption(pair: &Pair, version: &VersionArguments) -> String {
    let weights = version.weights_in_words().join(", ");
    let named = |side: usize| {
        let split = split_bones(&pair.models[side].skeleton).join(", ");
        // Only the first model's weights are edited.
        let edits = [("weights", if side == 0 { &*weights } else { "" }), ("twist joints", &*split)];
        let edits = edits.into_iter().filter(|(_, list)| !list.is_empty()).map(|(what, list)| format!("{what} {list}"));
        let edits = edits.collect::<Vec<_>>().join(" and ");
        let name = &pair.names[side];
        if edits.is_empty() { name.clone() } else { format!("{name} with {edits}") }
    };
    let scale = if pair.is_scaled() { ", in one size" } else { "" };
    let models = format!("{} and {}{scale}", named(0), named(1));
    std::iter::once(models).chain(pose_in_words(&pair.models[0], &pair.posed)).collect::<Vec<_>>().join("   ")
}
