//! A model in panes as a scene of a page.

use super::arguments::ShareArguments;
use crate::cli::model_scene::scene_of_model;
use crate::cli::turns::warn_of_turns_in_scene;
use crate::cli::warnings::Warnings;
use crate::cli::wipe::OtherWipe;
use crate::cli::{CliError, PosedModel, pose_model};
use crate::model::Model;
use crate::panes::{Scene, SceneView};
use crate::share::{SharedScene, Slider, pane_size};
use crate::sheets::{FramedView, PairPoses};
use std::path::Path;
use std::sync::Arc;

/// The scene of a model with the flags' pose and panes.
pub(super) fn shared_model(path: &Path, arguments: &ShareArguments) -> Result<SharedScene, CliError> {
    arguments.picture.check(1)?;
    let opened = arguments.pose.opening.open(path)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &opened.asset.model;
    let mut warnings = Warnings::of(&opened, &posed);
    let (flags, wipe) = ((&arguments.picture, &arguments.pose), arguments.panes.wipe.map(OtherWipe::from));
    let scene = scene_of_model((&opened, &posed), flags, &arguments.panes.methods(), wipe)?;
    warn_of_turns_in_scene(&mut warnings, model, &posed, &scene);
    let set = || Some(model.skeleton.address(first_set(&posed, arguments)?));
    let scene = Scene { joint: scene.joint.clone().or_else(set), motion_waits: true, ..scene };
    let panes = scene.panes.len();
    let columns = arguments.layout.columns().unwrap_or_else(|| scene.layout().shape(panes).0).min(panes);
    let size = arguments.layout.size.unwrap_or_else(|| pane_size(panes, columns));
    let view = view(&scene, model, arguments, size)?;
    Ok(SharedScene {
        scene: Arc::new(Scene { view, ..scene }),
        model: Arc::clone(model),
        pair: None,
        columns: Some(columns),
        size: Some(size),
        has_legends: !arguments.picture.drawing.no_legend,
        center_store: arguments.pose.centers.store(),
    })
}

/// A view that holds all poses of the slider.
fn view(scene: &Scene, model: &Arc<Model>, arguments: &ShareArguments, size: [u32; 2]) -> Result<SceneView, CliError> {
    let poses = match Slider::of(scene, model)? {
        Some(slider) => slider.poses,
        None => vec![scene.pose(model)?],
    };
    let poses: Vec<PairPoses> = poses.into_iter().map(|pose| PairPoses::new(pose, None)).collect();
    let view = FramedView::of(&arguments.picture.look.camera, scene, (model, None), &poses)?;
    Ok(SceneView::of_camera(&view.camera(size), size))
}

/// The joint of the first `--set`.
fn first_set(posed: &PosedModel, arguments: &ShareArguments) -> Option<u32> {
    posed.model.skeleton.find(arguments.pose.posing.set.first()?.joint()).ok()
}
