//! The scenes of the papers: lists them, or draws one as a sheet.

use super::CliError;
use super::arguments::ScenesArguments;
use super::png_file::write_png;
use super::progress_line::with_progress;
use super::render::check_png;
use super::scene_report::Report;
use super::shared_arguments::CenterArguments;
use super::text::{print, print_json};
use crate::centers::{CenterCounts, CenterSettings, Centers};
use crate::files::ModelSource;
use crate::gpu::{GpuContext, GpuModel};
use crate::math::Bounds;
use crate::model::Model;
use crate::panes::{PaneMarks, PaneSettings, Scene, SceneView};
use crate::session::SceneMeter;
use crate::sheets::{PaneView, Sheet, SheetCaption, SheetPane, render_views};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::view::{PictureSettings, SkinPaint, Theme, posed_bounds};
use std::path::Path;
use std::sync::Arc;

/// Pixels per pane if the size of the sheet is not given. Fewer panes have more room each.
const PANE_OF_FEW: [u32; 2] = [640, 560];
const PANE_OF_MANY: [u32; 2] = [480, 440];
/// The pane size for panes in a column, which show wide subjects.
const PANE_OF_COLUMN: [u32; 2] = [800, 330];

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
    let models = upload(&context, model, &settings)?;
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

/// Says what the panes show over their pictures.
pub(super) fn meter(
    scene: &Scene,
    model: &Arc<Model>,
    models: &[(CenterSettings, GpuModel)],
) -> Result<SceneMeter, CliError> {
    let centers = |settings: CenterSettings| {
        let (_, gpu_model) = models.iter().find(|(of, _)| *of == settings)?;
        let of_primitives = gpu_model.centers_of_primitives()?.to_vec();
        Some(Arc::new(Centers { of_primitives, counts: CenterCounts::default() }))
    };
    Ok(SceneMeter::new(scene, model, centers)?)
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
        let picture = PictureSettings {
            skinning: settings.skinning,
            theme,
            overlays: settings.look.overlays,
            paint: settings.look.paint,
            paint_range: settings.look.paint_range,
            shading: settings.look.shading,
            ghost: crate::style::ghost_of(settings),
            selected_joint,
            ..PictureSettings::default()
        };
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

pub(super) fn natural_size(panes: usize, columns: usize) -> [u32; 2] {
    let columns = columns.clamp(1, panes.max(1)) as u32;
    let rows = (panes as u32).div_ceil(columns).max(1);
    let [width, height] = match (columns, rows) {
        (1, 2..) => PANE_OF_COLUMN,
        (1..=2, 1) => PANE_OF_FEW,
        _ => PANE_OF_MANY,
    };
    [(columns * width).max(720), rows * height + 66]
}
