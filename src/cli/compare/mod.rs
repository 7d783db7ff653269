//! `skinscope compare`: labelled panes of one pose, one for each method, of one model or of two.

mod arguments;
mod limits;
mod pair;
mod picture;
pub(super) mod stored;
pub(super) mod report;
pub(super) mod sweep;
mod two_models;

use super::document::JsonDocument;
use super::model_arguments::{VersionArguments, split_bones};
use super::model_scene::scene_of_model;
use super::output::{Messages, is_stdout};
use super::provenance::ModelReport;
use super::render::check_png;
use super::turns::warn_of_turns_in_scene;
use super::warnings::Warnings;
use super::wipe::{OtherSkin, OtherWipe};
use super::{CliError, pose_model};
use crate::model::Model;
use crate::panes::{Scene, changed_joints_in_words};
use crate::skinning::SkinningSettings;

pub use arguments::{CompareArguments, PairArguments};
pub(super) use pair::{fit_second, joint_table, names, open_second};

pub(super) fn run(arguments: &CompareArguments) -> Result<(), CliError> {
    if let Some(other) = &arguments.other {
        if arguments.pose.stored.skins().len() > 1 {
            return Err(CliError::SeveralStoredSkins);
        }
        return match &arguments.pair.sweep {
            Some(range) => sweep::run(arguments, other, range),
            None => two_models::run(arguments, other),
        };
    }
    if arguments.json && arguments.pose.skins(&arguments.methods()).iter().all(|skin| skin.stored.is_full()) {
        return Err(CliError::JsonOfNothing);
    }
    if let Some(output) = &arguments.output {
        check_png(output)?;
    }
    arguments.picture.check(1)?;
    let wipe = arguments.wipe.map(one_model_wipe).transpose()?;
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &posed.model;
    let mut warnings = Warnings::of(&opened, &posed);
    let flags = (&arguments.picture, &arguments.pose);
    let scene = scene_of_model((&opened, &posed), flags, &arguments.methods(), wipe)?;
    warn_of_turns_in_scene(&mut warnings, model, &posed, &scene);
    let scene = Scene { caption: caption(model, &posed, &arguments.pose.opening.version), ..scene };
    let skins = arguments.pose.skins(&arguments.methods());
    let costs = stored::costs(&opened.asset.model, &posed, arguments, &skins)?;
    let told = if arguments.json {
        let report = stored::StoredSkinsReport::new(&opened.asset.model, arguments, &skins, &costs);
        JsonDocument::new(ModelReport::of(&opened), report, warnings.all()).pretty()?
    } else {
        stored::text(&opened.asset.model, &skins, &costs)
    };
    let Some(output) = &arguments.output else { return Messages::beside(None).print(&told) };
    let notes = stored::notes(&opened.asset.model, &scene, &costs, arguments);
    let meanings = picture::draw((&scene, model, None), notes, arguments, output)?;
    let line = |(skin, meaning): (&SkinningSettings, Option<String>)| Some(format!("{}: {}\n", named(*skin), meaning?));
    let lines = skins.iter().zip(meanings).filter_map(line).filter(|_| !arguments.json);
    Messages::beside(Some(output)).print(&(lines.collect::<String>() + &told))
}

/// A pane's method, and what is kept of its skin.
fn named(skin: SkinningSettings) -> String {
    let method = skin.method.id();
    if skin.stored.is_full() { method.to_owned() } else { format!("{method}, {}", skin.stored.in_words()) }
}

/// Destination of the report of two models.
///
/// # Errors
/// If more than one thing would be written to standard output.
fn messages(arguments: &CompareArguments) -> Result<Messages, CliError> {
    let [picture, table] =
        [&arguments.output, &arguments.pair.save_joints].map(|path| path.as_deref().filter(|path| is_stdout(path)));
    match (picture, table) {
        (Some(_), Some(_)) => Err(CliError::TwoToStdout { first: "-o -" }),
        (None, Some(_)) if arguments.json => Err(CliError::TwoToStdout { first: "--json" }),
        _ => Ok(Messages::beside(picture.or(table))),
    }
}

/// The wipe of a comparison without a second model.
///
/// # Errors
/// If it is the second model on the other side.
fn one_model_wipe(wipe: OtherWipe) -> Result<OtherWipe, CliError> {
    match wipe.other {
        OtherSkin::Method(_) => Ok(wipe),
        OtherSkin::Model => Err(CliError::NeedsSecondModel { flag: "--wipe model" }),
    }
}

/// The model and its pose in one line.
pub(super) fn caption(model: &Model, posed: &super::PosedModel, version: &VersionArguments) -> String {
    let mut parts = vec![model.name.clone()];
    let weights = version.weights_in_words();
    if !weights.is_empty() {
        parts.push(format!("weights {}", weights.join(", ")));
    }
    let split = split_bones(&model.skeleton);
    if !split.is_empty() {
        parts.push(format!("twist joints {}", split.join(", ")));
    }
    parts.extend(pose_in_words(model, posed));
    parts.join("   ")
}

/// The clip, the named pose and the joints that are changed in addition.
fn pose_in_words(model: &Model, posed: &super::PosedModel) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some((clip, seconds)) = posed.clip {
        parts.push(format!("{} at {seconds:.2} s", model.clips[clip].name));
    }
    if let Some(pose) = posed.named {
        parts.push(pose.name.to_owned());
    }
    // The joints of a named pose are implied by its name.
    let named = posed.named.and_then(|pose| pose.overrides(&model.skeleton).ok()).unwrap_or_default();
    parts.extend(changed_joints_in_words(&model.skeleton, &posed.pose, &posed.overrides, &named));
    parts
}
