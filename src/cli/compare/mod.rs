//! `skinscope compare`: labelled panes of one pose, one for each method, of one model or of two.

mod arguments;
mod pair;
mod picture;
pub(super) mod report;
pub(super) mod sweep;
mod two_models;

use super::device_beside::device_beside;
use super::framed::Framed;
use super::model_arguments::split_bones;
use super::output::{Messages, is_stdout};
use super::png_file::write_png;
use super::progress_line::with_progress;
use super::render::check_png;
use super::turns::warn_of_turns;
use super::warnings::Warnings;
use super::wipe::{OtherSkin, OtherWipe, Wipe};
use super::{CliError, pose_model};
use crate::gpu::ModelLook;
use crate::model::Model;
use crate::panes::{Comparison, ComparisonKind, PaneSettings, changed_joints_in_words};
use crate::posing::front_yaw;
use crate::sheets::{DrawnSheet, PaintReport, Sheet, SheetCaption, SheetLayout, SheetPane, render_sheet};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::view::{PaintSummary, PictureSettings};

pub use arguments::{CompareArguments, PairArguments};
pub(super) use pair::{fit_second, joint_table, names, open_second};

pub(super) fn run(arguments: &CompareArguments) -> Result<(), CliError> {
    if let Some(other) = &arguments.other {
        return match &arguments.pair.sweep {
            Some(range) => sweep::run(arguments, other, range),
            None => two_models::run(arguments, other),
        };
    }
    // The command line requires it.
    let Some(output) = &arguments.output else { return Ok(()) };
    check_png(output)?;
    arguments.picture.check(1)?;
    let wipe = arguments.wipe.map(one_model_wipe).transpose()?;
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &posed.model;
    let mut warnings = Warnings::of(&opened, &posed);
    warn_of_turns(&mut warnings, model, &posed, &arguments.pose, &arguments.methods_with_wiped());
    let methods = arguments.methods();
    let columns = arguments.layout.columns();
    let size = arguments.layout.size.unwrap_or_else(|| SheetLayout::natural_size(methods.len(), columns));
    let part = arguments.picture.part(model)?;
    let skinnings = arguments.pose.skinnings(&arguments.methods_with_wiped());
    let framed = Framed::of(&[(model, &posed.pose, part.as_deref())], &skinnings, &arguments.picture)?;
    let settings = |method: SkinningMethod| {
        arguments.picture.settings(model, arguments.pose.skinning(method), &arguments.pose.centers)
    };
    let pictures: Vec<PictureSettings> = methods.iter().map(|&method| settings(method)).collect::<Result<_, _>>()?;
    let (context, look) = device_beside(|| ModelLook::ahead(model))?;
    context.set_full_precision(arguments.picture.drawing.full_precision);
    let mut gpu_model =
        super::centers::upload(&context, model, look, &arguments.methods_with_wiped(), &arguments.pose.centers)?;
    gpu_model.show_part(&context, part)?;
    let centers = arguments.pose.centers.settings();
    let pane = |picture: &PictureSettings| SheetPane {
        model: &gpu_model,
        settings: PaneSettings {
            skinning: picture.skinning,
            centers,
            comparison: comparison(wipe, picture),
            ..PaneSettings::default()
        },
        picture: *picture,
        beside: None,
        names: None,
    };
    let panes: Vec<SheetPane<'_>> = pictures.iter().map(pane).collect();
    let caption = caption(model, &posed);
    let (caption, legend) = (SheetCaption::Line(&caption), !arguments.picture.drawing.no_legend);
    let sheet = Sheet { pose: &posed.pose, panes: &panes, caption, size, columns, legend };
    let front = front_yaw(model);
    let camera = |pixels| framed.camera(&arguments.picture.look.camera, pixels, front);
    let DrawnSheet { picture, paints } =
        with_progress("Panes", |progress| render_sheet(&context, &sheet, camera, progress))?;
    write_png(output, &picture)?;
    let line = |(pane, summary): (&SheetPane<'_>, &Option<PaintSummary>)| {
        let report = PaintReport { model, settings: &pane.picture, summary: summary.as_ref()?, beside: None };
        Some(format!("{}: {}\n", pane.picture.skinning.method.id(), report.line()))
    };
    Messages::beside(Some(output)).print(&panes.iter().zip(&paints).filter_map(line).collect::<String>())
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
        (None, Some(_)) if arguments.pair.json => Err(CliError::TwoToStdout { first: "--json" }),
        _ => Ok(Messages::beside(picture.or(table))),
    }
}

impl CompareArguments {
    /// All methods that any pane shows.
    fn methods_with_wiped(&self) -> Vec<SkinningMethod> {
        let wiped = self.wipe.and_then(|wipe| wipe.other.method());
        let shown: Vec<SkinningMethod> = self.methods().into_iter().chain(wiped).collect();
        self.picture.methods(&shown)
    }
}

fn one_model_wipe(wipe: OtherWipe) -> Result<Wipe, CliError> {
    match wipe.other {
        OtherSkin::Method(method) => Ok(Wipe { method, divider: wipe.divider }),
        OtherSkin::Model => Err(CliError::NeedsSecondModel { flag: "--wipe model" }),
    }
}

/// The method or model that a pane with this picture is compared with.
pub(super) fn comparison(wipe: Option<Wipe>, picture: &PictureSettings) -> Comparison {
    match (wipe, picture.ghost) {
        (Some(Wipe { method, divider }), _) => {
            let other = SkinningSettings { method, ..picture.skinning };
            Comparison { kind: ComparisonKind::Wipe, other, divider, ..Comparison::default() }
        }
        (None, Some(ghost)) => {
            Comparison { kind: ComparisonKind::Ghost, other: ghost.skinning, ..Comparison::default() }
        }
        (None, None) => Comparison::default(),
    }
}

/// The model and its pose in one line.
pub(super) fn caption(model: &Model, posed: &super::PosedModel) -> String {
    let mut parts = vec![model.name.clone()];
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
