//! An edit is the same after it was written as a scene and resolved again.

use super::choices::Choices;
use super::command::Command;
use super::state::State;
use super::test_support::waking_state;
use super::weights::WeightOperation;
use crate::files::{OpenedModel, open_model};
use crate::model::{AngleLimit, JointOverride, RotationOverride, TwistKind};
use crate::panes::{PaneSettings, Scene, SceneMeasure};
use crate::skinning::SkinningMethod;
use glam::Vec3;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::LazyLock;

const JOINTS: [&str; 6] = ["hips", "upper_arm.L", "forearm.L", "hand.L", "thigh.R", "foot.R"];

const MEASURES: [SceneMeasure; 4] =
    [SceneMeasure::Automatic, SceneMeasure::Section, SceneMeasure::Bulge, SceneMeasure::Volume];

static MODEL: LazyLock<OpenedModel> = LazyLock::new(|| open_model("mannequin").unwrap());

fn opened() -> State {
    let (mut state, _woken) = waking_state();
    state.show_document(MODEL.clone());
    state
}

fn node(state: &State, joint: &str) -> u32 {
    state.documents.first.as_ref().unwrap().model.skeleton.find(joint).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn an_edit_comes_back_from_its_scene(
        twist in of((select(&["forearm.L", "thigh.R"][..]), 1..=8u32, select(&TwistKind::ALL[..]))),
        smoothed in of((select(&["forearm.L", "thigh.R"][..]), 1..4usize)),
        turns in vec((select(&JOINTS[..]), prop::array::uniform3(-720.0f32..720.0), of(0.5f32..2.0)), 0..4),
        limits in vec((select(&JOINTS[..]), 0..3usize, -180.0f32..180.0, -180.0f32..180.0), 0..4),
        clip in of((0..2usize, 0.0f32..1.0)),
        methods in vec(select(&SkinningMethod::ALL[..]), 1..5),
        stops_at_limits: bool,
        measure in select(&MEASURES[..]),
    ) {
        let mut state = opened();
        if let Some((joint, count, kind)) = twist {
            let joint = node(&state, joint);
            state.apply(Command::SetTwistJoints { joint, count });
            state.apply(Command::SetTwistKind { joint, kind });
        }
        if let Some((joint, times)) = smoothed {
            let joint = node(&state, joint);
            state.apply(Command::SelectJoint(Some(joint)));
            (0..times).for_each(|_| state.apply(Command::EditWeights(WeightOperation::Smooth)));
            state.apply(Command::EditWeights(WeightOperation::Limit(2)));
        }
        for (joint, angles, scale) in turns {
            let rotation = Some(RotationOverride::AnglesDegrees(Vec3::from_array(angles)));
            let turned = JointOverride { rotation, local_scale: scale.map(Vec3::splat), ..JointOverride::default() };
            let joint = node(&state, joint);
            state.edit.overrides.set(joint, turned);
        }
        for (joint, axis, a, b) in limits {
            let joint = node(&state, joint);
            state.edit.limits.set(joint, axis, Some(AngleLimit::between(a, b)));
        }
        state.edit.choices = Choices { stops_at_limits, measure };
        state.edit.clip = clip.map(|(index, _)| index);
        state.playback.time_seconds = clip.map_or(0.0, |(_, seconds)| seconds);
        let panes: Vec<PaneSettings> = methods.into_iter().map(PaneSettings::of_method).collect();
        let layout = state.edit.layout.clone();
        state.edit.set_panes(&panes, layout, &mut state.pane_ids);

        let document = state.documents.first.clone().unwrap();
        let scene = state.written_scene(&document, panes.into_iter().map(|settings| (settings, None)).collect());
        let text = serde_json::to_string(&state.with_limits(scene)).unwrap();
        let scene: Scene = serde_json::from_str(&text).unwrap();
        let other = opened();
        let document = other.documents.first.as_ref().unwrap();
        let mut resolved = other.resolved(&scene, document, &mut other.pane_ids.clone()).unwrap();
        let (limits, misfits) = scene.joint_limits(&resolved.document.model);
        prop_assert!(misfits.is_empty(), "{misfits:?}");
        (resolved.edit.limits, resolved.edit.choices.stops_at_limits) = (limits, scene.stops_at_limits);
        prop_assert!(resolved.edit.is_same_work(&state.edit), "{text}");
        prop_assert_eq!(resolved.seconds, state.playback.time_seconds);
    }
}
