//! Films of a model in panes, as the flags say: a scene and a motion like any other.

use super::arguments::RecordArguments;
use super::{check_length, look, motion_error, prepare, write};
use crate::cli::compare::caption;
use crate::cli::device_beside::device_beside;
use crate::cli::model_scene::{scene_of_model, upload_scene};
use crate::cli::pose_arguments::find_clip;
use crate::cli::shared_arguments::{DEFAULT_SIZE, PoseArguments, PosingArguments};
use crate::cli::swept_joint::refuse_set_of;
use crate::cli::turns::warn_of_turns_in;
use crate::cli::warnings::Warnings;
use crate::cli::wipe::OtherWipe;
use crate::cli::{CliError, PosedModel, pose_model};
use crate::files::OpenedModel;
use crate::films::{Film, FilmScene};
use crate::gpu::ModelLook;
use crate::model::PoseWarning;
use crate::panes::{Motion, MotionKind, MovingPose, RecordFormat, Scene, SceneError, SceneMeasure};
use crate::sheets::ScenePage;
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(path: &Path, arguments: &RecordArguments, format: RecordFormat) -> Result<(), CliError> {
    arguments.picture.check(1)?;
    let opened = arguments.pose.opening.open(path)?;
    let model = &opened.asset.model;
    let (motion, posed) = motion_and_pose(&opened, arguments)?;
    let mut warnings = Warnings::of(&opened, &posed);
    let scene = scene(&opened, &posed, arguments)?;
    let moving = scene.moving_pose(model, &motion.kind).map_err(|error| match error {
        SceneError::Motion(cause) => motion_error(&motion.kind, cause),
        error => error.into(),
    })?;
    warn_of_ends(&mut warnings, (&opened, &posed), &motion, &moving, &scene);
    let frames = (f64::from(motion.total_seconds()) * arguments.fps.per_second()).round() as u64;
    check_length(frames, || motion.total_seconds(), arguments)?;
    let page = ScenePage::Sheet { camera: arguments.picture.look.camera.clone() };
    let film_scene = FilmScene { scene: Arc::new(scene), motion: Some(motion), page };
    let film = Film::of_model(&film_scene, model, look(arguments, DEFAULT_SIZE)).map_err(super::no_scene)?;
    let (context, ahead) = device_beside(|| ModelLook::ahead(model))?;
    prepare(&context, film.look(), arguments)?;
    let models = upload_scene(&context, (model, ahead), None, &film_scene.scene, &arguments.pose)?;
    write(&mut film.with_models(&context, models), film.look(), arguments, format)
}

/// The scene of the flags. Its caption is the line below the panes.
fn scene(opened: &OpenedModel, posed: &PosedModel, arguments: &RecordArguments) -> Result<Scene, CliError> {
    let flags = (&arguments.picture, &arguments.pose);
    let wipe = arguments.other().map(OtherWipe::from);
    let scene = scene_of_model((opened, posed), flags, &arguments.panes.methods(), wipe)?;
    let caption = caption(&opened.asset.model, posed, &arguments.pose.opening.version);
    Ok(Scene { caption, measure: SceneMeasure::None, ..scene })
}

/// The motion, and the pose that it changes.
fn motion_and_pose(opened: &OpenedModel, arguments: &RecordArguments) -> Result<(Motion, PosedModel), CliError> {
    let model = &opened.asset.model;
    let plays_clip = arguments.motion.plays_clip(arguments.pose.posing.clip.is_some());
    let played = match &arguments.pose.posing.clip {
        Some(_) if plays_clip && arguments.pose.posing.time != 0.0 => return Err(CliError::TimeOfPlayedClip),
        Some(address) if plays_clip => Some(find_clip(&model.clips, address)?),
        _ => None,
    };
    let motion = arguments.motion.motion(model, played)?;
    if let MotionKind::Joint { joint, channel, .. } = &motion.kind {
        refuse_set_of(&arguments.pose.posing.set, &model.skeleton, (joint, channel))?;
    }
    let clip = arguments.pose.posing.clip.clone().filter(|_| !plays_clip);
    let posing = PosingArguments { clip, ..arguments.pose.posing.clone() };
    let posed = pose_model(opened, &PoseArguments { posing, ..arguments.pose.clone() })?;
    Ok((motion, posed))
}

/// Warns of probable mistakes in the motion that are absent from its starting pose.
fn warn_of_ends(
    warnings: &mut Warnings,
    (opened, posed): (&OpenedModel, &PosedModel),
    motion: &Motion,
    moving: &MovingPose,
    scene: &Scene,
) {
    let model = &opened.asset.model;
    let extent = model.rest_bounds().extent();
    let mut of_ends: Vec<PoseWarning> = Vec::new();
    for phase in [0.0, 1.0] {
        let overrides = moving.overrides_at(motion.kind.value_at(phase));
        for warning in PoseWarning::of_overrides(&model.skeleton, &overrides, extent) {
            if !posed.warnings.contains(&warning) && !of_ends.contains(&warning) {
                of_ends.push(warning);
            }
        }
    }
    if let MotionKind::Clip { name, from, to } = &motion.kind
        && let Some(index) = crate::model::find_clip(&model.clips, name)
    {
        of_ends.extend([from, to].into_iter().filter_map(|&at| PoseWarning::of_time(&model.clips[index], at)));
    }
    warnings.tell(&of_ends);
    // A clip may turn farther between its ends.
    const SAMPLES: u32 = 24;
    let values = (0..=SAMPLES).map(|sample| motion.kind.value_at(sample as f32 / SAMPLES as f32));
    let poses = values.map(|value| (moving.at(value), moving.overrides_at(value)));
    warn_of_turns_in(warnings, model, poses, scene.all_skinning().into_iter());
}
