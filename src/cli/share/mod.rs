//! `skinscope share`: a page that shows panes in a browser.

mod arguments;
mod model_scene;

use super::CliError;
use super::output::{Messages, check_ending, write_output};
use super::progress_line::with_progress;
use super::record::{Source, chosen};
use super::talk::{second_of, warn_of_another_file};
use super::text::{tell, warn};
use crate::files::{Access, ModelLook, OpenOptions, open_model_with};
use crate::gpu::GpuContext;
use crate::math::counted;
use crate::model::Model;
use crate::panes::{Scene, SceneModel, ScenePair, Talk};
use crate::session::TalkFile;
use crate::share::{LeftOut, SharedPage, SharedScene, share_page};
use crate::view::Theme;
pub use arguments::ShareArguments;
use arguments::Shared;
#[cfg(test)]
pub(super) use arguments::{READ_FOR_SCENE, READ_FOR_TALKS};
use std::sync::Arc;

pub(super) fn run(arguments: &ShareArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "html", "*.html")?;
    let (title, scenes) = match arguments.shared()? {
        Shared::Model(path) => {
            let shared = model_scene::scene_of_model(&path, arguments)?;
            (shared.model.name.clone(), vec![shared])
        }
        Shared::Scenes(source) => {
            let scenes = chosen(&source, &arguments.scene)?;
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
    context.set_full_precision(arguments.picture.full_precision);
    let theme = if arguments.picture.light { Theme::Light } else { Theme::Dark };
    let page = with_progress("Panes", |progress| share_page(&context, &title, &scenes, theme, progress))?;
    write_output(&arguments.output, page.html.as_bytes())?;
    if let Some(note) = note(&page.left_out) {
        tell(&note);
    }
    Messages::beside(Some(&arguments.output)).print(&report(&page, scenes.len()))
}

fn label_of(scenes: &[Arc<Scene>]) -> String {
    scenes.first().map_or_else(String::new, |scene| scene.label())
}

/// The scenes with their models. A scene that cannot be shown is left out, with a warning.
fn opened(scenes: &[Arc<Scene>], arguments: &ShareArguments) -> Result<Vec<SharedScene>, CliError> {
    // Scenes of one file share its model.
    let mut files: Vec<(SceneModel, Arc<Model>)> = Vec::new();
    let mut open = |scene: &Arc<Scene>| -> Result<SharedScene, CliError> {
        let known = files.iter().find(|(file, _)| *file == scene.model).map(|(_, model)| Arc::clone(model));
        let source = match known {
            Some(model) => model,
            None => {
                let look = ModelLook::from(&scene.model);
                let access = Access::outside_if(arguments.pose.opening.allow_outside);
                let opened = open_model_with(&look.source, &OpenOptions::of(&look, access))?;
                warn_of_another_file(scene, &opened);
                files.push((scene.model.clone(), Arc::clone(&opened.asset.model)));
                opened.asset.model
            }
        };
        let model = scene.rigged(&source)?;
        scene.pose(&model)?;
        let second = second_of(scene, arguments.pose.opening.allow_outside)?;
        let pair = ScenePair::of(scene, &model, second.as_ref())?;
        warn(&pair.as_ref().map(ScenePair::notes).unwrap_or_default());
        Ok(SharedScene {
            scene: Arc::clone(scene),
            model,
            pair,
            columns: None,
            size: None,
            has_legends: !arguments.picture.no_legend,
        })
    };
    let mut shared = Vec::new();
    for scene in scenes {
        match open(scene) {
            Ok(scene) => shared.push(scene),
            Err(error) if scenes.len() == 1 => return Err(error),
            Err(error) => warn(&[format!("the scene {} is left out: {error}", scene.id)]),
        }
    }
    if shared.is_empty() { Err(CliError::NothingToShare) } else { Ok(shared) }
}

/// What the page is without, in one line.
fn note(left_out: &LeftOut) -> Option<String> {
    let LeftOut { of_recorded, recorded, texture_side, fewer_centers } = *left_out;
    let pictures = (recorded > 0)
        .then(|| format!("{recorded} of {of_recorded} recorded pictures (for browsers without WebGPU) are left out"));
    let textures = texture_side.map(|side| format!("textures have at most {side} x {side} pixels"));
    let centers = fewer_centers.then(|| "some pictures show a part of their centers of rotation".to_owned());
    let parts: Vec<String> = pictures.into_iter().chain(textures).chain(centers).collect();
    (!parts.is_empty()).then(|| format!("note: to keep the page small, {}", parts.join("; ")))
}

/// What was written, in one line.
fn report(page: &SharedPage, scenes: usize) -> String {
    format!(
        "{}, {}, {}, {:.1} MB\n",
        counted(scenes, "scene", "scenes"),
        counted(page.panes, "pane", "panes"),
        counted(page.steps, "step", "steps"),
        page.html.len() as f64 / 1e6
    )
}
