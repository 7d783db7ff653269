//! Films of scenes, alone or as a talk: each with its model, pose, panes, views, marks and caption.

use super::arguments::{RecordArguments, Source};
use super::{look, motion_error, prepare, write};
use crate::cli::warnings::Warnings;
use crate::cli::{CliError, talk};
use crate::films::{Film, FilmFailure, FilmScene, SceneFailure, seconds_without_glides};
use crate::gpu::GpuContext;
use crate::panes::{RecordFormat, Scene, SceneError};
use crate::sheets::{ScenePage, natural_size};
use crate::work::Progress;
use std::sync::Arc;

/// Size in pixels of the frames of several scenes, if none is given. It is common for slides.
const SIZE_OF_TALK: [u32; 2] = [1280, 720];

pub(super) fn run(source: &Source, arguments: &RecordArguments, format: RecordFormat) -> Result<(), CliError> {
    let scenes = chosen(source, &arguments.choice.scene)?;
    let film_scene = |scene: &Arc<Scene>| {
        // The flags come first. Where they are absent, the scene's own motion applies.
        let motion = arguments.motion.of_camera_or_joint();
        let motion = motion.or_else(|| Some(arguments.motion.over(scene.motion.as_ref()?)));
        FilmScene { scene: Arc::clone(scene), motion, page: ScenePage::Slide }
    };
    let film_scenes: Vec<FilmScene> = scenes.iter().map(film_scene).collect();
    let look = look(arguments, natural_size_of(&scenes, arguments));
    // Until there is a file to remove, Ctrl+C ends the program at once.
    let access = arguments.pose.opening.options().access;
    let is_given = arguments.motion.of_camera_or_joint().is_some();
    let film = Film::open(&film_scenes, look, &access, &Progress::default()).map_err(|failure| match failure {
        SceneFailure::Motion { kind, cause } if is_given => motion_error(&kind, *cause),
        failure => no_scene(failure),
    })?;
    Warnings::of_scenes(film.warnings());
    super::check_length(
        film.frames(),
        || {
            let motions = film_scenes.iter().map(|scene| scene.motion.as_ref());
            seconds_without_glides(motions, look.still_seconds, look.rate.per_second())
        },
        arguments,
    )?;
    let context = pollster::block_on(GpuContext::headless())?;
    prepare(&context, &look, arguments)?;
    write(&mut film.on(&context), &look, arguments, format)
}

/// Size in pixels of the frames of these scenes, if none is given.
fn natural_size_of(scenes: &[Arc<Scene>], arguments: &RecordArguments) -> [u32; 2] {
    let [scene] = scenes else { return SIZE_OF_TALK };
    let panes = scene.panes.len();
    natural_size(panes, arguments.layout.columns().unwrap_or_else(|| scene.layout().shape(panes).0))
}

/// Error for a scene that cannot be shown.
pub(in crate::cli) fn no_scene(failure: SceneFailure) -> CliError {
    match failure {
        SceneFailure::Open { cause, .. } => CliError::SceneModel(cause),
        SceneFailure::Scene(error) => error.into(),
        SceneFailure::Motion { cause, .. } => SceneError::Motion(*cause).into(),
        SceneFailure::Stopped => FilmFailure::Stopped.into(),
    }
}

/// The scenes of `--scene` in their order, or all scenes.
pub(in crate::cli) fn chosen(source: &Source, wanted: &[String]) -> Result<Vec<Arc<Scene>>, CliError> {
    let scenes = match source {
        Source::TalkFile(path) => {
            let scenes = talk::scenes(Some(path))?;
            if scenes.is_empty() {
                return Err(CliError::EmptyTalk { path: path.clone() });
            }
            scenes
        }
        Source::Paper(talk) => talk.scenes.clone(),
        Source::Papers | Source::Model(_) => talk::scenes(None)?,
    };
    if wanted.is_empty() {
        return Ok(scenes);
    }
    let mut chosen = Vec::new();
    for wanted in wanted {
        let [first, last] = match wanted.split_once("..") {
            Some((first, last)) => [talk::index(first, &scenes)?, talk::index(last, &scenes)?],
            None => [talk::index(wanted, &scenes)?; 2],
        };
        if last < first {
            return Err(CliError::BackwardScenes { given: wanted.clone() });
        }
        chosen.extend(scenes[first..=last].iter().cloned());
    }
    Ok(chosen)
}
