//! The scenes of the papers: lists them, or draws one as a sheet.

use super::CliError;
use super::arguments::ScenesArguments;
use super::png_file::write_scene_png;
use super::progress_line::with_progress;
use super::render::{check_png, isolated_part};
use super::scene_report::Report;
use super::shared_arguments::CenterArguments;
use super::text::{print, print_json};
use crate::centers::CenterSettings;
use crate::files::ModelSource;
use crate::gpu::{GpuContext, GpuModel};
use crate::model::Model;
use crate::panes::{PaneSettings, Scene, write_scene};
use crate::sheets::{SceneOptions, SceneSheet, SheetPane, scene_picture};
use crate::skinning::SkinningMethod;
use crate::view::{SkinPaint, Theme};
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(arguments: &ScenesArguments) -> Result<(), CliError> {
    let scenes = super::talk::scenes(arguments.talk.as_deref())?;
    match (&arguments.id, &arguments.output) {
        (Some(id), Some(output)) => draw(&scenes[super::talk::index(id, &scenes)?], output, arguments),
        _ if arguments.json => print_json(&Report::of(&scenes)),
        _ => print_list(&scenes),
    }
}

fn print_list(scenes: &[Arc<Scene>]) -> Result<(), CliError> {
    let width = |text: fn(&Scene) -> usize| scenes.iter().map(|scene| text(scene)).max().unwrap_or(0);
    let (ids, citations) = (width(|scene| scene.id.len()), width(|scene| scene.citation().len()));
    let line = |scene: &Arc<Scene>| format!("{:ids$}  {:citations$}  {}\n", scene.id, scene.citation(), scene.title);
    print(&scenes.iter().map(line).collect::<String>())
}

fn draw(scene: &Scene, output: &Path, arguments: &ScenesArguments) -> Result<(), CliError> {
    check_png(output)?;
    if let Some(pane) = arguments.pane.filter(|pane| usize::from(*pane) > scene.panes.len()) {
        return Err(CliError::NoSuchPane { pane: pane.into(), count: scene.panes.len() });
    }
    // Never opens a file of the same name in the current folder.
    let opened = crate::files::open_model(ModelSource::from(&scene.model))?;
    super::talk::warn_of_another_file(scene, &opened);
    let model = &scene.rigged(&opened.asset.model)?;
    let options = SceneOptions {
        size: arguments.size,
        columns: arguments.columns.map(usize::from),
        pane: arguments.pane.map(|pane| usize::from(pane) - 1),
        theme: if arguments.light { Theme::Light } else { Theme::Dark },
        labels: !arguments.no_labels,
        transparent: arguments.transparent,
    };
    let sheet = SceneSheet::new(scene, model, options)?;
    let part = isolated_part(model, &arguments.isolate)?;
    let context = pollster::block_on(GpuContext::headless())?;
    let settings = sheet.panes();
    let mut models = upload(&context, model, &settings)?;
    for (_, model) in &mut models {
        model.show_part(&context, part.clone())?;
    }
    let of_pane = |pane: &PaneSettings| models.iter().find(|(centers, _)| *centers == pane.centers);
    let models: Vec<&GpuModel> = settings.iter().filter_map(of_pane).map(|(_, model)| model).collect();
    let drawn = with_progress("Panes", |progress| sheet.draw(&context, &models, progress))?;
    write_scene_png(output, &drawn.picture, &write_scene(scene))
}

/// The panes of a scene, each with the model that has its centers of rotation.
pub(super) fn sheet_panes<'m>(
    settings: &[PaneSettings],
    models: &'m [(CenterSettings, GpuModel)],
    theme: Theme,
    selected_joint: Option<u32>,
) -> Vec<SheetPane<'m>> {
    let pane = |settings: &PaneSettings| {
        let model = models.iter().find(|(centers, _)| *centers == settings.centers).map(|(_, model)| model)?;
        let picture = scene_picture(settings, theme, selected_joint);
        Some(SheetPane { model, settings: *settings, picture })
    };
    settings.iter().filter_map(pane).collect()
}

/// Uploads a model with its centers for each of the settings of the panes.
pub(super) fn upload(
    context: &GpuContext,
    model: &Arc<Model>,
    panes: &[PaneSettings],
) -> Result<Vec<(CenterSettings, GpuModel)>, CliError> {
    let mut models: Vec<(CenterSettings, GpuModel)> = Vec::new();
    for pane in panes {
        if models.iter().any(|(centers, _)| *centers == pane.centers) {
            continue;
        }
        let methods: Vec<SkinningMethod> =
            panes.iter().filter(|other| other.centers == pane.centers).flat_map(methods).collect();
        let CenterSettings { sigma, epsilon, similarity } = pane.centers;
        let arguments = CenterArguments { sigma, epsilon, similarity, no_cache: false };
        models.push((pane.centers, super::centers::upload(context, model, &methods, &arguments)?));
    }
    Ok(models)
}

/// All methods that a pane shows or compares with.
fn methods(pane: &PaneSettings) -> Vec<SkinningMethod> {
    let painted = if let SkinPaint::DifferenceTo(method) = pane.look.paint { Some(method) } else { None };
    let compared = pane.compared_with().map(|other| other.method);
    [Some(pane.skinning.method), painted, compared].into_iter().flatten().collect()
}
