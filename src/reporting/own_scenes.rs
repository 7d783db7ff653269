//! The user's own poses, notes and marks, which come before everything that the program found.

use super::painter::picture_of;
use super::{ReportFailure, ReportRequest};
use crate::files::CenterStore;
use crate::films::{FilmFailure, SceneFiles, draw_scene};
use crate::gpu::GpuContext;
use crate::model::{Pose, PoseOverrides};
use crate::panes::{Scene, changed_joints_in_words};
use crate::report::OwnPose;
use crate::sheets::SceneOptions;
use crate::view::Theme;
use crate::work::Progress;
use std::sync::Arc;

/// Most own poses of a page. With the usual three panes, a picture of one takes about 250 kB.
pub const MOST_OWN_SCENES: usize = 24;

/// Draws the scenes of the request, in their order.
///
/// # Errors
/// If memory runs out, the device is lost, or the progress is canceled. A scene that cannot be shown becomes a
/// sentence that says why.
pub(super) fn drawn(
    request: &ReportRequest,
    context: &GpuContext,
    files: &mut SceneFiles<'_>,
    store: &CenterStore,
    progress: &Progress,
) -> Result<Vec<OwnPose>, ReportFailure> {
    let scenes = &request.own;
    progress.begin_stage("own poses", scenes.len().min(MOST_OWN_SCENES) as u64);
    let mut poses = Vec::new();
    for scene in scenes.iter().take(MOST_OWN_SCENES) {
        if progress.is_canceled() {
            return Err(ReportFailure::Stopped);
        }
        poses.push(one(scene, files, (context, store), progress)?);
        progress.advance(1);
    }
    Ok(poses)
}

fn one(
    scene: &Arc<Scene>,
    files: &mut SceneFiles<'_>,
    (context, store): (&GpuContext, &CenterStore),
    progress: &Progress,
) -> Result<OwnPose, ReportFailure> {
    // A motion does not show, so a wrong one is in the way of nothing.
    let scene = &Scene { motion: None, ..Scene::clone(scene) };
    let mut own = OwnPose {
        title: scene.label(),
        caption: scene.caption.clone(),
        notes: scene.notes.clone(),
        joints: Vec::new(),
        remarks: Vec::new(),
        picture: None,
    };
    let opened = files.open_scene(scene, &mut own.remarks).and_then(|opened| opened.models(scene));
    let (model, pair) = match opened {
        Ok(models) => models,
        Err(error) => {
            own.remarks.push(error.words().replace('\n', " "));
            return Ok(own);
        }
    };
    if let Ok(overrides) = scene.pose_overrides(&model) {
        let rest = Pose::rest(&model.skeleton);
        own.joints = changed_joints_in_words(&model.skeleton, &rest, &overrides, &PoseOverrides::default());
    }
    if let Some(clip) = &scene.pose.clip {
        own.joints.insert(0, format!("clip {clip} at {:.2} s", scene.pose.time.unwrap_or(0.0)));
    }
    // Dark on every page: a picture has one ground, and the words in it are drawn for that.
    let options = SceneOptions { theme: Theme::Dark, labels: true, words_apart: true, ..SceneOptions::default() };
    match draw_scene((context, store), (scene, &model, pair.as_ref()), options, None, &progress.uncounted_part()) {
        Ok(drawn) => own.picture = Some(picture_of(&drawn.picture, false)?),
        Err(FilmFailure::Scene(error)) => own.remarks.push(format!("This scene cannot be shown: {error}.")),
        Err(failure) => return Err(failure.into()),
    }
    Ok(own)
}
