//! Showing a scene: first the model, then everything else in one undoable step.

use super::document::Document;
use super::edit_state::{EditState, Pane, PaneIds};
use super::framing::Framing;
use super::isolation::Isolation;
use super::opening_job::Then;
use super::state::State;
use crate::files::{ModelSource, OpenOptions};
use crate::model::Pose;
use crate::panes::{ComparisonKind, PaneSettings, Scene, SceneError};
use crate::skinning::SkinningSettings;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Changes since a scene was shown. If there are any, its caption may no longer be true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneChanges {
    pub pose: bool,
    /// Whether the compared settings of the panes changed, not only their look.
    pub panes: bool,
}

/// A scene's edit for a document.
pub(super) struct ResolvedScene {
    /// The document with the scene's rig.
    pub document: Arc<Document>,
    pub edit: EditState,
    /// Time within the clip.
    pub seconds: f32,
}

/// Tolerance for equal pose components. A slider that was moved back does not always match to the last bit.
const SAME: f32 = 1e-4;

impl State {
    /// Differences from the shown scene. Empty if none is shown.
    pub fn scene_changes(&self) -> SceneChanges {
        let (Some(scene), Some(document)) = (&self.edit.scene, &self.documents.first) else {
            return SceneChanges::default();
        };
        let same_pose = scene.rig_edits(&document.source).is_ok_and(|edits| edits == self.edit.rig)
            && scene.pose(&document.model).is_ok_and(|pose| is_same_pose(&pose, &self.pose, document));
        // The version of a file that is followed is no setting.
        let of_any_revision =
            |skinning: SkinningSettings| SkinningSettings { numbers: skinning.numbers.of_revision(0), ..skinning };
        let compared = |pane: &PaneSettings| {
            let other = Some(pane.comparison).filter(|comparison| comparison.kind != ComparisonKind::Off);
            let other =
                other.map(|comparison| (comparison.kind, of_any_revision(comparison.other), comparison.other_model));
            (pane.model, of_any_revision(pane.skinning), pane.centers, pane.look.paint, other)
        };
        let edit = self.edit_to_keep();
        let shown = edit.panes.iter().map(|pane| compared(&pane.settings));
        let same_models = scene.second.is_none() || self.scene_second().is_some_and(|second| scene.is_beside(&second));
        let same_panes = same_models && shown.eq(scene.panes().iter().map(compared));
        SceneChanges { pose: !same_pose, panes: !same_panes }
    }

    /// Whether the scene's model is open.
    pub(super) fn is_model_of(&self, scene: &Scene) -> bool {
        self.documents.first.as_ref().is_some_and(|document| {
            document.origin.is_same(&ModelSource::from(&scene.model)) && document.options.variant == scene.variant
        })
    }

    /// Shows a scene, immediately if its model is open, otherwise once it is.
    pub(super) fn take_scene(&mut self, scene: &Arc<Scene>) {
        self.talk.scene_in_hand = None;
        if self.is_model_of(scene) {
            let left = self.leave();
            if self.apply_scene(scene) {
                let step = self.finish_session(scene).unwrap_or_else(|| scene.citation());
                self.history.open(step, &self.edit, left);
            }
        } else {
            let source = ModelSource::from(&scene.model);
            let options = OpenOptions { access: self.access_of(&source), variant: scene.variant.clone() };
            self.jobs.loader.open_with(source, options, Then::Scene(Arc::clone(scene)));
        }
    }

    /// Shows the scene that the new model was opened for, in the same step.
    pub(super) fn take_scene_of_opened(&mut self, scene: &Arc<Scene>) {
        if self.is_model_of(scene) && self.apply_scene(scene) {
            self.finish_session(scene);
        }
    }

    /// Shows the scene if it fits the model, and returns whether it does.
    pub(super) fn apply_scene(&mut self, scene: &Arc<Scene>) -> bool {
        let Some(document) = self.documents.first.clone() else { return false };
        let shown = self.set_scene(scene, &document);
        if let Err(error) = &shown {
            self.show_error(format!("Could not show {}", scene.citation()), error.to_string());
            self.talk.scene_in_hand = Some(scene.id.clone());
        } else if self.talk.stage.is_none() && scene.wanted_model().is_another_file(&document.hash) {
            let text = format!("{} has changed since this scene was kept", scene.model.label());
            self.notify(text, None);
        }
        if shown.is_ok() {
            self.forget_problem_of(scene);
            self.take_second_of_scene(scene);
        }
        shown.is_ok()
    }

    /// The edit that a scene asks for, on top of the state's own. A scene without panes leaves those of the state. Limits
    /// are apart, see [`Scene::joint_limits`]. [`State::written_scene`] is the way back.
    pub(super) fn resolved(
        &self,
        scene: &Scene,
        document: &Arc<Document>,
        ids: &mut PaneIds,
    ) -> Result<ResolvedScene, SceneError> {
        let rig = scene.rig_edits(&document.source)?;
        let document = if rig == document.edits {
            Arc::clone(document)
        } else {
            Arc::new(document.with_rig(self.documents.next_id, &rig)?)
        };
        let model = &document.model;
        let (clip, seconds) = scene.clip(model)?.unzip();
        let choices = self.edit.choices.with_scene(scene);
        let mut edit = EditState { overrides: scene.pose_overrides(model)?, rig, clip, choices, ..self.edit.clone() };
        edit.set_panes(&scene.panes(), scene.layout(), ids);
        Ok(ResolvedScene { document, edit, seconds: seconds.unwrap_or_default() })
    }

    /// Takes over the edit of a scene. The pose must be rebuilt.
    pub(super) fn take_resolved(&mut self, ResolvedScene { document, edit, seconds }: ResolvedScene) {
        self.edit = edit;
        self.playback.time_seconds = seconds;
        if self.documents.first.as_ref().is_none_or(|shown| shown.id != document.id) {
            self.documents.next_id += 1;
            self.take_rig(document);
        }
    }

    /// Applies the scene. Changes nothing if it does not fit.
    fn set_scene(&mut self, scene: &Arc<Scene>, document: &Arc<Document>) -> Result<(), SceneError> {
        // Colors of similarity begin with the scene's own vertex.
        self.hand.hovered_vertex = None;
        let mut pane_ids = self.pane_ids.clone();
        let mut resolved = self.resolved(scene, document, &mut pane_ids)?;
        resolved.edit.scene = Some(Arc::clone(scene));
        let model = &resolved.document.model;
        let pose = scene.pose(model)?;
        let whole = scene.skin_bounds(model, &pose);
        let bounds = scene.bounds(model, whole)?;
        let joint = scene.selected_joint(model)?;
        scene.chosen_vertex(model)?;
        let part = scene.shown_part(model)?;
        let roots = scene.isolated_joints(model)?;
        let with_own_view = scene.panes.iter().zip(&resolved.edit.panes).filter(|(pane, _)| pane.view.is_some());
        let (mut own_cameras, mut frame_own) = (BTreeMap::new(), BTreeMap::new());
        for (pane, Pane { id, .. }) in with_own_view {
            let (view, bounds) = scene.pane_view(pane, model, &pose, whole)?;
            own_cameras.insert(*id, view.camera(bounds, self.interface.pane_pixels));
            frame_own.insert(*id, Framing::of_view(view, bounds));
        }
        self.pane_ids = pane_ids;
        self.take_resolved(resolved);
        self.documents.stored.overrides = self.edit.overrides.clone();
        self.documents.stored.rig = self.edit.rig.clone();
        // Otherwise its diagrams would show the pinned vertex.
        if scene.vertex.is_some() {
            self.selection.pinned = None;
        }
        self.view.isolation = part.map(|part| Isolation { roots, part });
        self.view.own_cameras = own_cameras;
        self.view.frame_own = frame_own;
        self.playback.playing = false;
        self.view.selected_pane = 0;
        self.select_joint(joint);
        self.view.camera = scene.camera(bounds, [1, 1]);
        self.view.frame = Some(Framing::of_view(&scene.view, bounds));
        self.refresh_pose();
        Ok(())
    }
}

/// Compares two poses. A quaternion's sign counts, because it distinguishes full turns.
fn is_same_pose(a: &Pose, b: &Pose, document: &Document) -> bool {
    let lengths = SAME * document.rest_bounds.extent();
    a.joints.len() == b.joints.len()
        && a.whole_mesh == b.whole_mesh
        && a.joints.iter().zip(&b.joints).all(|(a, b)| {
            a.rotation.abs_diff_eq(b.rotation, SAME)
                && a.translation.abs_diff_eq(b.translation, lengths)
                && a.scale.abs_diff_eq(b.scale, SAME)
                && a.local_scale.abs_diff_eq(b.local_scale, SAME)
                && a.local_shear.abs_diff_eq(b.local_shear, SAME)
        })
}
