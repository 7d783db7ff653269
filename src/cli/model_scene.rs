//! The scene that flags make of a model, and its model on a device.

use super::arguments::PictureArguments;
use super::device_beside::device_beside;
use super::progress_line::with_progress;
use super::shared_arguments::PoseArguments;
use super::wipe::{OtherSkin, OtherWipe};
use super::{CliError, PosedModel};
use crate::files::{ModelSource, OpenedModel};
use crate::films::upload;
use crate::gpu::{GpuContext, ModelLook};
use crate::model::{Model, PoseJoints, PoseMorphs};
use crate::panes::{
    Arrangement, Comparison, ComparisonKind, PaneLayout, PaneModel, PaneSettings, Scene, SceneFile, SceneModel,
    ScenePair, ScenePose, SceneView,
};
use crate::sheets::{SceneModels, SceneOptions, ScenePage};
use crate::skinning::{SkinningMethod, SkinningSettings};
use std::sync::Arc;

/// Flags of pictures of a model in a pose.
pub(super) type SceneFlags<'a> = (&'a PictureArguments, &'a PoseArguments);

/// The scene of an open model, with its twist joints, in a pose: one pane for each method and stored skin, with `other` on the other side
/// of a wipe. Its view is the usual one.
///
/// # Errors
/// If the model lacks a joint or a vertex that the flags name.
pub(super) fn scene_of_model(
    (opened, posed): (&OpenedModel, &PosedModel),
    (picture, pose): SceneFlags<'_>,
    methods: &[SkinningMethod],
    other: Option<OtherWipe>,
) -> Result<Scene, CliError> {
    let model = &opened.asset.model;
    picture.part(model)?;
    picture.camera_joint(model)?;
    let joint = picture.selected_joint(model)?.map(|joint| model.skeleton.address(joint));
    let panes = panes_of((model, PaneModel::First), (picture, pose), methods, other);
    Ok(Scene {
        id: "model".to_owned(),
        // Panes and their pose are described elsewhere: by their names, and by a slider or a line.
        title: model.name.clone(),
        pose: scene_pose(opened, posed, pose),
        joint,
        vertex: picture.similar_vertex(model)?,
        isolated: picture.look.isolate.clone(),
        ..Scene::new(scene_model(opened), panes, &PaneLayout::of(Arrangement::Auto))
    })
}

/// Panes of one of a scene's models, as [`Scene::new`] takes them: one for each method and stored
/// skin.
pub(super) fn panes_of(
    (shown, model): (&Model, PaneModel),
    (picture, pose): SceneFlags<'_>,
    methods: &[SkinningMethod],
    wipe: Option<OtherWipe>,
) -> Vec<(PaneSettings, Option<SceneView>)> {
    let (centers, look) = (pose.centers.settings(), picture.look.pane_look(shown));
    let pane = |skinning| {
        let comparison = comparison(wipe, picture.look.ghost, skinning);
        (PaneSettings { model, skinning, centers, comparison, look }, None)
    };
    pose.skins(methods).into_iter().map(pane).collect()
}

/// The method or model with which a pane is compared.
fn comparison(wipe: Option<OtherWipe>, ghost: Option<OtherSkin>, own: SkinningSettings) -> Comparison {
    let usual = Comparison::default();
    let (kind, other, divider) = match (wipe, ghost) {
        (Some(OtherWipe { other, divider }), _) => (ComparisonKind::Wipe, other, divider),
        (None, Some(other)) => (ComparisonKind::Ghost, other, usual.divider),
        (None, None) => return usual,
    };
    let method = other.method().unwrap_or(own.method);
    let other_model = other == OtherSkin::Model;
    // The second model is shown under the same settings.
    let other = if other_model { own } else { own.compared_with(method) };
    Comparison { kind, other, other_model, divider }
}

/// Options of a page with the camera of the flags.
pub(super) fn sheet_options(picture: &PictureArguments) -> SceneOptions {
    SceneOptions {
        page: ScenePage::Sheet { camera: picture.look.camera.clone() },
        theme: picture.drawing.theme(),
        labels: true,
        no_legend: picture.drawing.no_legend,
        ..SceneOptions::default()
    }
}

/// A device with the models of a scene that flags made, of which it shows the isolated part.
pub(super) fn on_device(
    (scene, model, pair): (&Scene, &Arc<Model>, Option<&ScenePair>),
    (picture, pose): SceneFlags<'_>,
) -> Result<(GpuContext, SceneModels), CliError> {
    let (context, look) = device_beside(|| ModelLook::ahead(model))?;
    context.set_full_precision(picture.drawing.full_precision);
    let mut models = upload_scene(&context, (model, look), pair, scene, pose)?;
    models.show_parts(&context, scene.shown_parts(model, pair)?)?;
    Ok((context, models))
}

/// Uploads the models of a scene that flags made. `look` is what [`ModelLook::ahead`] returned for the first model.
pub(super) fn upload_scene(
    context: &GpuContext,
    (model, look): (&Arc<Model>, Option<ModelLook>),
    pair: Option<&ScenePair>,
    scene: &Scene,
    pose: &PoseArguments,
) -> Result<SceneModels, CliError> {
    let (panes, store) = (scene.panes(), pose.centers.store());
    Ok(with_progress("Centers of rotation", |progress| upload(context, (model, look), pair, &panes, &store, progress))?)
}

pub(super) fn scene_model(opened: &OpenedModel) -> SceneModel {
    let file = match &opened.source {
        ModelSource::Bundled(name) => SceneFile::Bundled(name),
        ModelSource::File(path) => SceneFile::Path(path.clone()),
    };
    SceneModel { file, hash: None, variant: opened.options.variant.clone() }
}

fn scene_pose(opened: &OpenedModel, posed: &PosedModel, flags: &PoseArguments) -> ScenePose {
    let skeleton = &opened.asset.model.skeleton;
    ScenePose {
        named: posed.named.map(|pose| pose.name.to_owned()),
        // An index may be the name of another clip.
        clip: posed.clip.and(flags.posing.clip.clone()),
        time: posed.clip.map(|(_, seconds)| seconds),
        set: Vec::new(),
        joints: PoseJoints::of(&posed.overrides, skeleton),
        morphs: PoseMorphs::of(&posed.overrides, skeleton),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::{Arguments, Subcommand};
    use crate::cli::pose_model;
    use crate::model::{Pose, ScaleKind};
    use crate::share::Slider;
    use crate::view::{Overlay, PaintRange, SkinPaint};

    /// A model, its pose, and the scene that these flags of `record` make of it. `change` changes the model first.
    fn scene_of(line: &str, change: impl Fn(&mut Model)) -> (OpenedModel, PosedModel, Scene) {
        let words = ["skinscope", "record", "-o", "x.gif"].into_iter().chain(line.split_whitespace());
        let arguments = Arguments::try_from_line(words).unwrap();
        let Some(Subcommand::Record(arguments)) = arguments.command else { panic!("not a recording") };
        let mut opened = arguments.pose.opening.open(arguments.model.as_deref().unwrap()).unwrap();
        change(Arc::make_mut(&mut opened.asset.model));
        let posed = pose_model(&opened, &arguments.pose).unwrap();
        let (flags, methods) = ((&arguments.picture, &arguments.pose), arguments.panes.methods());
        let scene = scene_of_model((&opened, &posed), flags, &methods, arguments.other().map(OtherWipe::from)).unwrap();
        (opened, posed, scene)
    }

    #[test]
    fn a_scene_has_the_pose_of_the_flags() {
        for line in [
            "mannequin --clip walk --time 0.4 --set forearm.L:ry=-30,sx=1.5 --set forearm.L:rx=10",
            "mannequin --twist forearm.L:3 --set hand.L:rx=90",
            "bar --pose twist-135 --set mid:ry=10 --limit mid:rx=-20..100",
            "bar",
        ] {
            let (opened, posed, scene) = scene_of(line, |_| {});
            let model = &opened.asset.model;
            assert_eq!(scene.pose_overrides(model).unwrap(), posed.overrides, "{line}");
            assert_eq!(scene.pose(model).unwrap(), posed.pose, "{line}");
        }
    }

    #[test]
    fn a_scene_shows_what_the_flags_say() {
        let line = "mannequin --methods lbs-dqs,cor --blend 0.25 --scale local --sigma 0.3 --wipe dqs@0.7 --paint \
                    difference:dqs --paint-range 0.05 --overlay wireframe,skeleton --isolate hand.L,hand.R";
        let (opened, _, scene) = scene_of(line, |_| {});
        let panes = scene.panes();
        assert_eq!(panes.iter().map(|pane| pane.skinning.method.id()).collect::<Vec<_>>(), ["lbs-dqs", "cor"]);
        for pane in panes {
            assert_eq!((pane.skinning.blend.get(), pane.skinning.scale_kind), (0.25, ScaleKind::Local));
            assert_eq!((pane.centers.sigma, pane.comparison.divider), (0.3, 0.7));
            assert_eq!(pane.compared_with(), Some(SkinningSettings { method: SkinningMethod::Dqs, ..pane.skinning }));
            assert_eq!(pane.look.paint, SkinPaint::DifferenceTo(SkinningMethod::Dqs));
            assert_eq!(pane.look.paint_range, PaintRange::Fixed(0.05));
            let shown: Vec<Overlay> = pane.look.overlays.iter().collect();
            assert_eq!(shown, [Overlay::Skeleton, Overlay::Wireframe]);
        }
        assert!(scene.shown_part(&opened.asset.model).unwrap().is_some());
        let (opened, _, scene) = scene_of("mannequin --paint weights:forearm.L", |_| {});
        let skeleton = &opened.asset.model.skeleton;
        assert_eq!(scene.selected_joint(&opened.asset.model).unwrap(), skeleton.find("forearm.L").ok());
        let (_, _, scene) = scene_of("mannequin --paint similarity:12", |_| {});
        assert_eq!(scene.vertex, Some((0, 12)));
    }

    /// The clip at index 1 is called 0.
    #[test]
    fn a_clip_is_the_one_with_the_given_name() {
        let rename = |model: &mut Model| {
            let clips = Arc::make_mut(&mut model.clips);
            (clips[0].name, clips[1].name) = ("1".to_owned(), "0".to_owned());
        };
        let (opened, posed, scene) = scene_of("mannequin --clip 0 --time 0.25", rename);
        assert_eq!(posed.clip, Some((1, 0.25)));
        let model = &opened.asset.model;
        assert_eq!(scene.clip(model).unwrap(), posed.clip);
        let slider = Slider::of(&scene, model).unwrap().unwrap();
        assert!(slider.poses[slider.start] == posed.pose && posed.pose != Pose::rest(&model.skeleton));
    }
}
