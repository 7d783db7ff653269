//! The warning about joints that are turned too far apart for `--antipodality continuous`.

use super::PosedModel;
use super::shared_arguments::PoseArguments;
use super::warnings::{Warning, Warnings};
use crate::model::{Model, Pose, PoseOverrides};
use crate::panes::{Scene, TurnLimit};
use crate::report::WarningCode;
use crate::skinning::{SkinningMethod, SkinningSettings};

/// Warns if one of the methods counts turns and the pose is beyond the limit of counting, or close to it.
pub(super) fn warn_of_turns(
    warnings: &mut Warnings,
    model: &Model,
    posed: &PosedModel,
    pose: &PoseArguments,
    methods: &[SkinningMethod],
) {
    let skinning = methods.iter().map(|&method| pose.skinning(method));
    warn_of_turns_in(warnings, model, [(posed.pose.clone(), posed.overrides.clone())], skinning);
}

/// Like [`warn_of_turns`], for everything that a scene shows in this pose.
pub(super) fn warn_of_turns_in_scene(warnings: &mut Warnings, model: &Model, posed: &PosedModel, scene: &Scene) {
    let pose = (posed.pose.clone(), posed.overrides.clone());
    warn_of_turns_in(warnings, model, [pose], scene.all_skinning().into_iter());
}

/// Like [`warn_of_turns`], for the poses of a sweep or a film: warns of the farthest turn.
pub(super) fn warn_of_turns_in(
    warnings: &mut Warnings,
    model: &Model,
    poses: impl IntoIterator<Item = (Pose, PoseOverrides)>,
    mut skinning: impl Iterator<Item = SkinningSettings>,
) {
    if !skinning.any(TurnLimit::concerns) {
        return;
    }
    let limits = poses.into_iter().filter_map(|(pose, overrides)| TurnLimit::find(model, &pose, &overrides));
    if let Some(limit) = limits.max_by(|a, b| a.angle_radians.total_cmp(&b.angle_radians)) {
        let joint = model.skeleton.label(limit.joints[0]);
        let text = limit.text_with_remedy(&model.skeleton);
        warnings.tell([Warning::new(WarningCode::TurnLimit, text).at(joint)]);
    }
}
