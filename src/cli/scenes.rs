//! The scenes of the papers: lists them, or draws one as a sheet.

use super::CliError;
use super::arguments::ScenesArguments;
use super::png_file::write_scene_png;
use super::progress_line::with_progress;
use super::render::{check_png, isolated_part};
use super::scene_report::Report;
use super::text::{print, print_json, warn};
use crate::files::{Access, ModelLook, OpenOptions, open_model_with};
use crate::films::{meter, upload};
use crate::gpu::GpuContext;
use crate::panes::{Scene, ScenePair, write_scene};
use crate::session::{SceneProblem, problems_of};
use crate::sheets::{SceneOptions, SceneSheet};
use crate::view::Theme;
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(arguments: &ScenesArguments) -> Result<(), CliError> {
    let scenes = super::talk::scenes(arguments.talk.as_deref())?;
    if arguments.talk.is_some() && arguments.id.is_none() {
        let said = |problem: &SceneProblem| format!("scene {} cannot be shown: {}", problem.number, problem.text);
        warn(&problems_of(&scenes, arguments.allow_outside).iter().map(said).collect::<Vec<_>>());
    }
    match (&arguments.id, &arguments.output) {
        (Some(id), Some(output)) => draw(&scenes[super::talk::index(id, &scenes)?], output, arguments),
        _ if arguments.json => print_json(&Report::of(&scenes)),
        _ => print_list(&scenes),
    }
}

fn print_list(scenes: &[Arc<Scene>]) -> Result<(), CliError> {
    let width = |text: fn(&Scene) -> usize| scenes.iter().map(|scene| text(scene)).max().unwrap_or(0);
    let (ids, citations) = (width(|scene| scene.id.len()), width(|scene| scene.citation().len()));
    let line = |scene: &Arc<Scene>| {
        let (citation, title) = (scene.citation(), scene.title_behind_citation());
        format!("{}\n", format!("{:ids$}  {citation:citations$}  {title}", scene.id).trim_end())
    };
    print(&scenes.iter().map(line).collect::<String>())
}

fn draw(scene: &Scene, output: &Path, arguments: &ScenesArguments) -> Result<(), CliError> {
    check_png(output)?;
    if let Some(pane) = arguments.pane.filter(|pane| usize::from(*pane) > scene.panes.len()) {
        return Err(CliError::NoSuchPane { pane: pane.into(), count: scene.panes.len() });
    }
    // Never opens a file of the same name in the current folder.
    let look = ModelLook::from(&scene.model);
    let access = Access::outside_if(arguments.allow_outside);
    let opened = open_model_with(&look.source, &OpenOptions::of(&look, access))?;
    super::talk::warn_of_another_file(scene, &opened);
    let model = &scene.rigged(&opened.asset.model)?;
    let second = super::talk::second_of(scene, arguments.allow_outside)?;
    let pair = ScenePair::of(scene, model, second.as_ref())?;
    let pair = pair.as_ref();
    warn(&pair.map(ScenePair::notes).unwrap_or_default());
    let options = SceneOptions {
        size: arguments.size,
        columns: arguments.columns.map(usize::from),
        pane: arguments.pane.map(|pane| usize::from(pane) - 1),
        theme: if arguments.light { Theme::Light } else { Theme::Dark },
        labels: !arguments.no_labels,
        transparent: arguments.transparent,
    };
    let sheet = SceneSheet::new(scene, model, pair, options)?;
    let given = isolated_part(model, &arguments.isolate)?;
    let [part, of_second] = scene.shown_parts(model, pair)?;
    let parts = if given.is_some() { [given, None] } else { [part, of_second] };
    let context = pollster::block_on(GpuContext::headless())?;
    context.set_full_precision(arguments.full_precision);
    let settings = sheet.panes();
    // Figures compare all panes, also those that are not drawn.
    let measured = if arguments.no_labels { settings.clone() } else { scene.panes() };
    let mut models =
        with_progress("Centers of rotation", |progress| upload(&context, model, pair, &measured, progress))?;
    models.show_parts(&context, parts)?;
    let marks = if arguments.no_labels { Vec::new() } else { meter(scene, model, pair, &models)?.marks(sheet.pose()) };
    let drawn = with_progress("Panes", |progress| sheet.draw(&context, &models, &marks, progress))?;
    write_scene_png(output, &drawn.picture, &write_scene(scene))
}
