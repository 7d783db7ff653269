//! A model in panes as a scene.

use super::arguments::ShareArguments;
use crate::cli::compare::comparison;
use crate::cli::framed::{Framed, ShownSkin};
use crate::cli::turns::warn_of_turns;
use crate::cli::warnings::Warnings;
use crate::cli::{CliError, PosedModel, pose_model};
use crate::files::{ModelSource, OpenedModel};
use crate::model::{Model, PoseJoints, PoseMorphs, Skeleton};
use crate::panes::{
    Arrangement, PaneLayout, PaneModel, PaneSettings, Scene, SceneFile, SceneModel, ScenePose, SceneView,
};
use crate::posing::front_yaw;
use crate::share::{SharedScene, Slider, pane_size};
use crate::view::PictureSettings;
use std::path::Path;
use std::sync::Arc;

/// The scene of a model with the flags' pose and panes.
pub(super) fn scene_of_model(path: &Path, arguments: &ShareArguments) -> Result<SharedScene, CliError> {
    arguments.picture.check(1)?;
    let opened = arguments.pose.opening.open(path)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &opened.asset.model;
    let mut warnings = Warnings::of(&opened, &posed);
    warn_of_turns(
        &mut warnings,
        model,
        &posed,
        &arguments.pose,
        &arguments.picture.methods(&arguments.shown_methods()),
    );
    let pictures = arguments.panes.methods().into_iter().map(|method| {
        let skinning = arguments.pose.skinning(method);
        arguments.picture.settings(model, skinning, &arguments.pose.centers)
    });
    let pictures: Vec<PictureSettings> = pictures.collect::<Result<_, _>>()?;
    let pane = |picture: &PictureSettings| PaneSettings {
        skinning: picture.skinning,
        centers: arguments.pose.centers.settings(),
        comparison: comparison(arguments.panes.wipe, picture),
        model: PaneModel::First,
        look: arguments.picture.look.pane_look(model),
    };
    let layout = PaneLayout::of(Arrangement::Auto);
    let columns = arguments.layout.columns().unwrap_or_else(|| layout.shape(pictures.len()).0).min(pictures.len());
    let panes = pictures.iter().map(|picture| (pane(picture), None)).collect();
    let joint = pictures.first().and_then(|picture| picture.selected_joint).or_else(|| first_set(&posed, arguments));
    let scene = Scene {
        id: "model".to_owned(),
        // The slider describes the pose: by its label and its value.
        title: model.name.clone(),
        pose: scene_pose(&opened, &posed),
        joint: joint.map(|node| address(&model.skeleton, node)),
        vertex: pictures.first().and_then(|picture| picture.similar_to).map(|to| to.vertex),
        isolated: arguments.picture.look.isolate.clone(),
        motion_waits: true,
        ..Scene::new(scene_model(&opened), panes, &layout)
    };
    let size = arguments.layout.size.unwrap_or_else(|| pane_size(pictures.len(), columns));
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
    let part = arguments.picture.part(model)?;
    let methods = arguments.picture.methods(&arguments.shown_methods());
    let shown: Vec<ShownSkin<'_>> = poses.iter().map(|pose| (&**model, pose, part.as_deref())).collect();
    let framed = Framed::of(&shown, &arguments.pose.skinnings(&methods), &arguments.picture)?;
    let camera = framed.camera(&arguments.picture.look.camera, size, front_yaw(model));
    Ok(SceneView::of_camera(&camera, size))
}

/// The joint of the first `--set`.
fn first_set(posed: &PosedModel, arguments: &ShareArguments) -> Option<u32> {
    posed.model.skeleton.find(arguments.pose.posing.set.first()?.joint()).ok()
}

/// Name of a joint in a scene. Names may repeat.
fn address(skeleton: &Skeleton, node: u32) -> String {
    let name = skeleton.label(node);
    if skeleton.find(&name) == Ok(node) { name } else { format!("#{node}") }
}

fn scene_model(opened: &OpenedModel) -> SceneModel {
    match &opened.source {
        ModelSource::Bundled(name) => SceneModel::bundled(name),
        ModelSource::File(path) => SceneModel { file: SceneFile::Path(path.clone()), hash: None, variant: None },
    }
}

fn scene_pose(opened: &OpenedModel, posed: &PosedModel) -> ScenePose {
    let skeleton = &opened.asset.model.skeleton;
    ScenePose {
        named: posed.named.map(|pose| pose.name.to_owned()),
        clip: posed.clip.map(|(index, _)| index.to_string()),
        time: posed.clip.map(|(_, seconds)| seconds),
        set: Vec::new(),
        joints: PoseJoints::of(&posed.overrides, skeleton),
        morphs: PoseMorphs::of(&posed.overrides, skeleton),
    }
}
