//! What a report on the open model is to show.

use super::state::State;
use super::talk::scene_model_of;
use crate::centers::CenterSettings;
use crate::model::{PoseJoints, PoseMorphs, PoseOverrides};
use crate::panes::{PaneSettings, Scene, ScenePose, SceneRig};
use crate::posing::RangeSource;
use crate::skinning::{SkinningMethod, SkinningSettings};
use std::sync::Arc;

/// The model of a report, and what it is tested with. The user's own poses are scenes of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportOrder {
    /// The model with its edits of the rig, and the limits of its joints.
    pub model: Arc<Scene>,
    /// The settings of each method. No method occurs twice.
    pub skins: Vec<SkinningSettings>,
    pub centers: CenterSettings,
    pub range: RangeSource,
}

/// Methods of a report if the panes show fewer than two.
const USUAL_METHODS: [SkinningMethod; 3] = [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Cor];

impl State {
    /// What a report on the open model shows now. `None` without a model.
    pub(super) fn report_order(&self) -> Option<ReportOrder> {
        let document = self.documents.first.as_ref()?;
        let model = Scene::new(scene_model_of(document), Vec::new(), &self.edit.layout);
        let model = self.with_limits(model.with_rig(SceneRig::of(&self.edit.rig, &document.source.skeleton)));
        let skins = self.report_skins();
        let of_centers = self.stressed_skins().into_iter().find(|skin| skin.skinning.method.needs_centers());
        Some(ReportOrder {
            model: Arc::new(model),
            skins,
            centers: of_centers.map_or_else(CenterSettings::default, |skin| skin.centers),
            range: self.jobs.stress.choice.source(&document.model),
        })
    }

    /// The methods of the panes, each once, with one mode and one blend for all that read it: those of the first pane that
    /// does. The commands of a report have no more. What panes store of a skin and their meaning of scale are left out,
    /// because joints turn from rest.
    pub fn report_skins(&self) -> Vec<SkinningSettings> {
        let shown = self.stressed_skins();
        let of_pane = |reads: fn(SkinningMethod) -> bool| shown.iter().find(move |skin| reads(skin.skinning.method));
        let mode = of_pane(SkinningMethod::blends_quaternions).map(|skin| skin.skinning.antipodality());
        let blend = of_pane(SkinningMethod::takes_blend).map(|skin| skin.skinning.blend);
        let mut skins: Vec<SkinningSettings> = Vec::new();
        for method in shown.iter().map(|skin| skin.skinning.method) {
            if skins.iter().all(|other| other.method != method) {
                let chosen_antipodality = mode.filter(|_| method.blends_quaternions());
                let blend = blend.filter(|_| method.takes_blend()).unwrap_or_default();
                skins.push(SkinningSettings { method, chosen_antipodality, blend, ..SkinningSettings::default() });
            }
        }
        if skins.len() < 2 {
            let missing = USUAL_METHODS.into_iter().filter(|method| skins.iter().all(|skin| skin.method != *method));
            let missing = missing.map(|method| SkinningSettings {
                method,
                chosen_antipodality: mode.filter(|_| method.blends_quaternions()),
                ..SkinningSettings::default()
            });
            skins.extend(missing.collect::<Vec<_>>());
        }
        skins
    }

    /// The user's own poses: the shown one if it is not the rest pose, the kept scenes of this model, and the saved poses.
    pub fn own_poses(&self) -> Vec<Arc<Scene>> {
        let Some(document) = &self.documents.first else { return Vec::new() };
        let is_posed = !self.edit.overrides.is_empty() || self.edit.clip.is_some();
        let kept = self.talk().scenes.iter().filter(|scene| self.is_model_of(scene));
        let now = self.scene_of_now().filter(|now| {
            // A kept scene has words, and its view was chosen.
            let is_kept =
                |scene: &Arc<Scene>| (&scene.pose, scene.rig(), scene.panes()) == (&now.pose, now.rig(), now.panes());
            is_posed && !kept.clone().any(is_kept)
        });
        let panes: Vec<PaneSettings> =
            self.edit_to_keep().panes.iter().map(|pane| pane.settings.of_first_model()).collect();
        // The shown pose may have been saved a moment ago.
        let is_now = now.is_some();
        let is_shown =
            |overrides: &PoseOverrides| is_now && self.edit.clip.is_none() && *overrides == self.edit.overrides;
        let saved = self.documents.library.poses().iter();
        let saved = saved.filter(|pose| pose.file.is_some() && !is_shown(&pose.overrides));
        let saved = saved.map(|pose| {
            let panes = panes.iter().map(|pane| (*pane, None)).collect();
            let skeleton = &document.model.skeleton;
            let scene = Scene {
                title: pose.name.clone(),
                pose: ScenePose {
                    joints: PoseJoints::of(&pose.overrides, skeleton),
                    morphs: PoseMorphs::of(&pose.overrides, skeleton),
                    ..ScenePose::default()
                },
                ..Scene::new(scene_model_of(document), panes, &self.edit.layout)
            };
            let rig = SceneRig::of(&self.edit.rig, &document.source.skeleton);
            Arc::new(self.edit.choices.written(scene.with_rig(rig)))
        });
        now.map(Arc::new).into_iter().chain(kept.cloned()).chain(saved).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::bar_in_panes;
    use super::super::{Command, JointChannel, TalkEdit};
    use super::*;

    fn methods(state: &State) -> Vec<SkinningMethod> {
        state.report_skins().iter().map(|skin| skin.method).collect()
    }

    #[test]
    fn a_report_compares_at_least_two_methods() {
        let mut state = bar_in_panes();
        for pane in &mut state.edit.panes {
            pane.settings.skinning.method = SkinningMethod::Dqs;
        }
        assert_eq!(methods(&state), [SkinningMethod::Dqs, SkinningMethod::Lbs, SkinningMethod::Cor]);
        state.edit.panes.truncate(1);
        state.edit.panes.push(state.edit.panes[0]);
        state.edit.panes[1].settings.skinning.method = SkinningMethod::TwoPhaseDqs;
        assert_eq!(methods(&state), [SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs]);
    }

    #[test]
    fn own_poses_are_the_shown_one_and_the_kept_ones() {
        let mut state = bar_in_panes();
        assert!(state.own_poses().is_empty(), "nothing is posed or kept");
        let turn = |value| Command::SetChannel { channel: JointChannel::Rotation, axis: 2, value };
        state.apply(Command::SelectJoint(Some(1)));
        state.apply(turn(90.0));
        let shown = state.own_poses();
        assert_eq!(shown.len(), 1);
        assert!(shown[0].pose.joints != ScenePose::default().joints);
        // A kept scene that shows the same is not shown twice.
        state.apply(Command::EditTalk(TalkEdit::Keep));
        assert_eq!(state.own_poses().len(), 1);
        state.apply(turn(20.0));
        assert_eq!(state.own_poses().len(), 2);
    }
}
