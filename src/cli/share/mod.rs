//! `skinscope share`: a page that shows panes in a browser.

mod arguments;
mod model_scene;

use super::CliError;
use super::output::{Messages, check_ending, write_output};
use super::progress_line::with_progress;
use super::record::{Source, chosen, no_scene};
use super::warnings::Warnings;
use crate::gpu::GpuContext;
use crate::math::counted;
use crate::panes::{Scene, Talk};
use crate::report::WarningCode;
use crate::session::TalkFile;
use crate::share::{ShareFailure, SharedPage, SharedScene, open_scenes, share_page};
pub use arguments::ShareArguments;
use arguments::Shared;
use std::sync::Arc;

pub(super) fn run(arguments: &ShareArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "html", "*.html")?;
    let (title, scenes) = match arguments.shared() {
        Shared::Model(path) => {
            let shared = model_scene::shared_model(&path, arguments)?;
            (shared.model.name.clone(), vec![shared])
        }
        Shared::Scenes(source) => {
            let scenes = chosen(&source, &arguments.choice.scene)?;
            let title = match source {
                Source::TalkFile(path) => TalkFile::read(&path).map_err(CliError::Talk)?.0.title,
                Source::Paper(Talk { title, .. }) => title.clone(),
                _ => String::new(),
            };
            let title = if title.is_empty() { label_of(&scenes) } else { title };
            (title, opened(&scenes, arguments)?)
        }
        Shared::Scene(scene) => (scene.label(), opened(&[scene], arguments)?),
    };
    let title = arguments.title.clone().unwrap_or(title);
    let context = pollster::block_on(GpuContext::headless())?;
    context.set_full_precision(arguments.picture.drawing.full_precision);
    let theme = arguments.picture.drawing.theme();
    let page = with_progress("Panes", |progress| share_page(&context, &title, &scenes, theme, progress))?;
    write_output(&arguments.output, page.html.as_bytes())?;
    if let Some(note) = page.left_out.in_words() {
        Warnings::default().add(WarningCode::LeftOut, note);
    }
    Messages::beside(Some(&arguments.output)).print(&report(&page, scenes.len()))
}

fn label_of(scenes: &[Arc<Scene>]) -> String {
    scenes.first().map_or_else(String::new, |scene| scene.label())
}

/// The scenes with their models. A scene that cannot be shown is left out, with a warning.
fn opened(scenes: &[Arc<Scene>], arguments: &ShareArguments) -> Result<Vec<SharedScene>, CliError> {
    let access = arguments.pose.opening.access.access();
    let opened = open_scenes(scenes, &access, !arguments.picture.drawing.no_legend).map_err(|failure| match failure {
        ShareFailure::NoScene(failure) => no_scene(failure),
        failure => failure.into(),
    });
    let (shared, warnings) = opened?;
    Warnings::of_scenes(&warnings);
    if shared.is_empty() { Err(CliError::NothingToShare) } else { Ok(shared) }
}

/// One line about the written page.
fn report(page: &SharedPage, scenes: usize) -> String {
    format!(
        "{}, {}, {}, {:.1} MB\n",
        counted(scenes, "scene", "scenes"),
        counted(page.panes, "pane", "panes"),
        counted(page.steps, "step", "steps"),
        page.html.len() as f64 / 1e6
    )
}
