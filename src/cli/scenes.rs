//! The scenes of the papers: lists them, draws one as a sheet, or all as slides.

use super::CliError;
use super::arguments::{ScenePictureArguments, ScenesArguments, theme};
use super::document::JsonDocument;
use super::given_flags::GivenFlags;
use super::output::{Messages, write_output};
use super::png_file::write_scene_png;
use super::progress_line::with_progress;
use super::render::{check_png, isolated_part};
use super::scene_report::ScenesReport;
use super::text::print;
use super::warnings::{Warning, Warnings};
use crate::files::{CenterStore, OpenOptions, SourceVariant, open_model_with};
use crate::films::{SIZE_OF_SLIDE, SlideLook, draw_scene, make_slides};
use crate::gpu::GpuContext;
use crate::math::{counted, megabytes};
use crate::panes::{Scene, ScenePair, write_scene};
use crate::report::WarningCode;
use crate::session::{SceneProblem, problems_of};
use crate::sheets::SceneOptions;
use clap::Args;
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(arguments: &ScenesArguments) -> Result<(), CliError> {
    let (title, scenes) = talk(arguments.talk.as_deref())?;
    let mut warnings = Warnings::default();
    if arguments.talk.is_some() && arguments.id.is_none() && arguments.output.is_none() {
        let said = |problem: &SceneProblem| {
            let scene = format!("scene {}", problem.number);
            let text = format!("{scene} cannot be shown: {}", problem.text);
            Warning::new(WarningCode::SceneProblem, text).at(scene)
        };
        warnings.tell(problems_of(&scenes, &arguments.access.access()).iter().map(said));
    }
    match (&arguments.id, &arguments.output) {
        (None, Some(output)) if is_pdf(output) => slides((&title, &scenes), output, arguments),
        (Some(id), Some(output)) if is_pdf(output) => {
            let scene = &scenes[super::talk::index(id, &scenes)?];
            slides((&scene.label(), std::slice::from_ref(scene)), output, arguments)
        }
        (None, Some(output)) => Err(CliError::PictureOfAllScenes { path: output.clone() }),
        (Some(id), Some(output)) => draw(&scenes[super::talk::index(id, &scenes)?], output, arguments),
        _ if arguments.json => print(&JsonDocument::new((), ScenesReport::of(&scenes), warnings.all()).pretty()?),
        _ => print_list(&scenes),
    }
}

fn is_pdf(output: &Path) -> bool {
    output.extension().is_some_and(|given| given.eq_ignore_ascii_case("pdf"))
}

impl ScenesArguments {
    /// Refuses flags that would change nothing.
    ///
    /// # Errors
    /// If such flags are given.
    pub(super) fn check_flags(&self, given: &GivenFlags) -> Result<(), CliError> {
        match given.among(&[ScenePictureArguments::group_id]) {
            Some(flags) if self.output.as_deref().is_some_and(is_pdf) => {
                Err(CliError::FlagsOfPicture { flags, output: "slides" })
            }
            _ => Ok(()),
        }
    }
}

/// The title and the scenes of a talk, by its file or the name of a paper, or of all papers.
fn talk(given: Option<&Path>) -> Result<(String, Vec<Arc<Scene>>), CliError> {
    let Some(path) = given else { return Ok(("Scenes of the papers".to_owned(), super::talk::scenes(None)?)) };
    let (talk, _) = super::talk::read(path)?;
    Ok((talk.title, talk.scenes))
}

/// Writes scenes as slides, and reports the result.
fn slides(talk: (&str, &[Arc<Scene>]), output: &Path, arguments: &ScenesArguments) -> Result<(), CliError> {
    super::plot_file::check_pdf()?;
    if talk.1.is_empty() {
        return Err(CliError::EmptyTalk { path: arguments.talk.clone().unwrap_or_default() });
    }
    let context = pollster::block_on(GpuContext::headless())?;
    context.set_full_precision(arguments.drawing.full_precision);
    let look = SlideLook {
        size: arguments.drawing.size.unwrap_or(SIZE_OF_SLIDE),
        theme: theme(arguments.drawing.light),
        labels: !arguments.drawing.no_labels,
    };
    let access = arguments.access.access();
    let slides = with_progress("Slides", |progress| make_slides(&context, talk, look, &access, progress))?;
    Warnings::of_scenes(&slides.warnings);
    write_output(output, &slides.pdf)?;
    let report = format!("{}, {}\n", counted(slides.pages, "slide", "slides"), megabytes(slides.pdf.len() as u64));
    Messages::beside(Some(output)).print(&report)
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
    if let Some(pane) = arguments.picture.pane.filter(|pane| usize::from(*pane) > scene.panes.len()) {
        return Err(CliError::NoSuchPane { pane: pane.into(), count: scene.panes.len() });
    }
    // Never opens a file with the same name in the current folder.
    let wanted = SourceVariant::from(&scene.wanted_model());
    let access = arguments.access.access();
    let opened = open_model_with(&wanted.source, &OpenOptions::of(&wanted, access)).map_err(CliError::SceneModel)?;
    super::talk::warn_of_another_file(scene, &opened);
    let model = &scene.rigged(&opened.asset.model)?;
    let second = super::talk::second_of(scene, arguments.access.access())?;
    let pair = ScenePair::of(scene, model, second.as_ref())?;
    let pair = pair.as_ref();
    Warnings::of_scenes(&pair.map(ScenePair::notes).unwrap_or_default());
    let options = SceneOptions {
        size: arguments.drawing.size,
        columns: arguments.picture.columns.map(usize::from),
        pane: arguments.picture.pane.map(|pane| usize::from(pane) - 1),
        theme: theme(arguments.drawing.light),
        labels: !arguments.drawing.no_labels,
        transparent: arguments.picture.transparent,
        ..SceneOptions::default()
    };
    let isolated = isolated_part(model, &arguments.picture.isolate)?;
    let context = pollster::block_on(GpuContext::headless())?;
    context.set_full_precision(arguments.drawing.full_precision);
    let on = (&context, &CenterStore::of_user());
    let drawn = with_progress("Panes", |progress| draw_scene(on, (scene, model, pair), options, isolated, progress))?;
    write_scene_png(output, &drawn.picture, &write_scene(scene))
}
