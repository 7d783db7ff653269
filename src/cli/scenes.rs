//! The scenes of the papers: lists them, or draws one as a sheet.

use super::CliError;
use super::arguments::ScenesArguments;
use super::png_file::write_png;
use super::progress_line::with_progress;
use super::render::check_png;
use super::scene_report::Report;
use super::text::{print, print_json};
use crate::files::ModelSource;
use crate::films::{meter, natural_size, sheet_panes, upload};
use crate::gpu::GpuContext;
use crate::math::Bounds;
use crate::panes::{PaneMarks, Scene, SceneView};
use crate::sheets::{PaneView, Sheet, SheetCaption, render_views};
use crate::skinning::SkinningSettings;
use crate::view::{Theme, posed_bounds};
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
    // Never opens a file of the same name in the current folder.
    let opened = crate::files::open_model(ModelSource::from(&scene.model))?;
    super::talk::warn_of_another_file(scene, &opened);
    let model = &scene.rigged(&opened.asset.model)?;
    let pose = scene.pose(model)?;
    let settings = scene.panes();
    let context = pollster::block_on(GpuContext::headless())?;
    let models = with_progress("Centers of rotation", |progress| upload(&context, model, &settings, progress))?;
    let theme = if arguments.light { Theme::Light } else { Theme::Dark };
    let panes = sheet_panes(&settings, &models, theme, scene.selected_joint(model)?);
    let (columns, _) = scene.layout.shape(panes.len());
    let columns = arguments.columns.map_or(columns, usize::from);
    let sheet = Sheet {
        pose: &pose,
        panes: &panes,
        caption: SheetCaption::Figure {
            citation: &scene.citation(),
            title: scene.title_behind_citation(),
            text: &scene.caption,
        },
        size: arguments.size.unwrap_or_else(|| natural_size(panes.len(), columns)),
        columns: Some(columns),
        legend: true,
    };
    let skinning = settings.first().map_or_else(SkinningSettings::default, |pane| pane.skinning);
    let pane_views = scene.pane_views(model, posed_bounds(model, &pose, skinning))?;
    let marks = meter(scene, model, &models)?.marks(&pose);
    let views = |pixels| {
        let view = |((view, bounds), marks): (&(&SceneView, Bounds), &PaneMarks)| PaneView {
            marks: marks.clone(),
            ..PaneView::new(&pose, view.camera(*bounds, pixels))
        };
        pane_views.iter().zip(&marks).map(view).collect()
    };
    let drawn = with_progress("Panes", |progress| render_views(&context, &sheet, views, progress))?;
    write_png(output, &drawn.picture)
}
