//! Short names for the effects of commands on the undoable state, for the history.

use super::command::Command;
use super::file_commands::file_name;
use super::joint_channel::JointChannel;
use super::pane_edit_name::{changed_comparison, changed_look};
use super::state::State;
use crate::mending::Remedy;
use crate::model::{ScaleKind, TwistKind};
use crate::panes::Arrangement;
use crate::rigging::TwistSplit;
use crate::skinning::Phases;
use crate::view::GizmoTool;

/// The name of an edit, determined before the command is applied. `None` for commands whose changes undo does not
/// revert. Scenes name themselves when they are shown, because their model may have to be opened first.
pub fn edit_name(command: &Command, state: &State) -> Option<String> {
    pose_name(command, state).or_else(|| pane_name(command, state))
}

fn pose_name(command: &Command, state: &State) -> Option<String> {
    let joint = |node: &u32| joint_name(state, *node);
    let joints = |node: &u32| joints_name(state, &state.with_selected(*node));
    Some(match command {
        Command::SetChannel { channel, .. } => {
            let joints = joints_name(state, &state.selected_joints());
            match channel {
                JointChannel::Rotation => format!("Rotate {joints}"),
                JointChannel::Offset => format!("Move {joints}"),
                JointChannel::Scale => format!("Scale {joints}"),
                JointChannel::LocalScale => format!("Scale {joints} locally"),
                JointChannel::LocalShear => format!("Shear {joints} locally"),
            }
        }
        Command::SetAngles { node, .. } => format!("Rotate {}", joint(node)),
        Command::SetMorph { target, .. } => {
            let document = state.documents.first.as_ref()?;
            let is_known = (*target as usize) < document.model.skeleton.morph_target_count();
            is_known.then(|| format!("Morph {}", document.morph_label(*target)))?
        }
        Command::ResetMorphs => "Reset morph targets".to_owned(),
        Command::SetTranslation { node, .. } => format!("Move {}", joint(node)),
        Command::SetScale { node, .. } => format!("Scale {}", joint(node)),
        Command::SetLocalScale { node, .. } => format!("Scale {} locally", joint(node)),
        Command::SetLocalShear { node, .. } => format!("Shear {} locally", joint(node)),
        Command::SetWholeMesh { node, weight: Some(_) } => format!("Move the whole mesh by {}", joint(node)),
        Command::SetWholeMesh { weight: None, .. } => "Move vertices by their own weights".to_owned(),
        Command::DragGizmo { .. } | Command::TypeGizmo(_) => held_name(state)?,
        Command::SwingLimb { limb, .. } => format!("Swing limb of {}", joint(&limb.end)),
        Command::SetTwistJoints { joint: bone, count } | Command::SplitBone(TwistSplit { joint: bone, count, .. }) => {
            let bone = joint(&state.twisted_bone(*bone)?);
            match count {
                0 => format!("Remove twist joints of {bone}"),
                1 => format!("Add 1 twist joint to {bone}"),
                count => format!("Add {count} twist joints to {bone}"),
            }
        }
        Command::Mend(Remedy::Twist(split)) => {
            let words = Remedy::Twist(*split).joints_in_words();
            let bones = state.both_sides(split.joint).iter().map(&joint).collect::<Vec<_>>().join(" and ");
            format!("Add {words} to {bones}")
        }
        Command::SetTwistKind { joint: bone, kind } => {
            let bone = joint(&state.twisted_bone(*bone)?);
            match kind {
                TwistKind::End => format!("Spread twist of the end of {bone}"),
                TwistKind::Own => format!("Spread own twist of {bone}"),
                TwistKind::Both => format!("Spread both twists of {bone}"),
            }
        }
        Command::EditWeights(operation) => operation.name(&weighted_name(state)?),
        Command::ResetWeights { all: false } => format!("Reset weights of {}", weighted_name(state)?),
        Command::ResetWeights { all: true } => "Reset all weights".to_owned(),
        Command::SetLimit { node, limit: Some(_), .. } => format!("Limit {}", joints(node)),
        Command::SetLimit { node, limit: None, .. } => format!("Remove a limit of {}", joints(node)),
        Command::TakeLimitsOfClips => "Take limits from clips".to_owned(),
        Command::Choose(choice) => choice.name().to_owned(),
        Command::ClearLimits => "Remove all limits".to_owned(),
        Command::ResetRotation(node) => format!("Reset rotation of {}", joints(node)),
        Command::ResetTranslation(node) => format!("Reset offset of {}", joints(node)),
        Command::ResetScale(node) => format!("Reset scale of {}", joints(node)),
        Command::ResetLocalScale(node) => format!("Reset local scale of {}", joints(node)),
        Command::ResetLocalShear(node) => format!("Reset local shear of {}", joints(node)),
        Command::ResetJoint(node) => format!("Reset {}", joints(node)),
        Command::ResetBranch(node) => format!("Reset {} with children", joint(node)),
        Command::ResetPose => "Reset pose".to_owned(),
        Command::ClearSelected(tool) => {
            let part = match tool {
                GizmoTool::Rotate => "rotation",
                GizmoTool::Move => "offset",
                GizmoTool::Scale => "scale",
            };
            format!("Clear {part} of {}", joints_name(state, &state.selected_joints()))
        }
        Command::TakeBindPose => "Apply bind pose".to_owned(),
        Command::TakePose(pose) => format!("Apply pose {}", state.documents.library.poses().get(*pose)?.name),
        Command::BlendPoses(_) => {
            let blend = state.blend()?;
            format!("Blend {} with {}", blend.from_name, blend.to_name)
        }
        Command::OpenPose(path) => format!("Open pose {}", file_name(path)),
        Command::Open(source) => match source.method_file() {
            Some(path) => format!("Open method {}", file_name(path)),
            None => format!("Open pose {}", file_name(source.pose_file()?)),
        },
        Command::PastePose { mirrored: false, .. } => "Paste pose".to_owned(),
        Command::PastePose { mirrored: true, .. } => "Paste pose onto the other side".to_owned(),
        Command::FlipPose => "Flip pose".to_owned(),
        Command::JumpToClip { finding, .. } => {
            let clip = &state.documents.first.as_ref()?.model.clips.get(finding.clip)?.name;
            format!("Go to {:.2} s of clip {clip}", finding.frame_seconds)
        }
        Command::JumpToStored => "Worst pose of the stored skin".to_owned(),
        Command::JumpToStress { entry, .. } | Command::JumpToChange { entry, .. } => {
            format!("Worst pose of {}", joint(&entry.node))
        }
        Command::SetClip(Some(clip)) => {
            format!("Choose clip {}", state.documents.first.as_ref()?.model.clips.get(*clip)?.name)
        }
        Command::SetClip(None) => "Show rest pose".to_owned(),
        Command::PlayOrPause if state.edit.clip.is_none() => return pose_name(&Command::SetClip(Some(0)), state),
        _ => return None,
    })
}

fn pane_name(command: &Command, state: &State) -> Option<String> {
    // Undo knows the panes without that of a preview.
    let label = |pane: &usize| format!("pane {}", state.pane_in_history(*pane).unwrap_or(*pane) + 1);
    let settings = |pane: &usize| state.edit.pane(*pane);
    Some(match command {
        Command::SetPaneCount(1) => "Show 1 pane".to_owned(),
        Command::SetPaneCount(count) => format!("Show {count} panes"),
        Command::DuplicatePane(pane) => format!("Duplicate {}", label(pane)),
        Command::RemovePane(pane) => {
            format!("Remove {}, {}", label(pane), settings(pane).skinning.method.short_name())
        }
        Command::SwapPanes(a, b) => format!("Swap panes {} and {}", a + 1, b + 1),
        Command::TakePreset(preset) => format!("Pane preset: {}", preset.label()),
        Command::CloseScene => "Close caption".to_owned(),
        Command::EditTalk(edit) => edit.name().to_owned(),
        Command::OpenTalk(path) => format!("Open talk {}", file_name(path)),
        Command::ReadTalkAgain => "Read talk again".to_owned(),
        Command::ReturnToTalk(_) => "Return to talk".to_owned(),
        Command::SetArrangement(arrangement) => match arrangement {
            Arrangement::Auto => "Arrange panes automatically",
            Arrangement::Row => "Arrange panes in a row",
            Arrangement::Column => "Arrange panes in a column",
            Arrangement::Grid => "Arrange panes in a grid",
        }
        .to_owned(),
        Command::MoveBorder { .. } => "Resize panes".to_owned(),
        Command::MakePanesEven => "Make all panes the same size".to_owned(),
        Command::SetComparison { pane, comparison } => {
            let changed = changed_comparison(&settings(pane).comparison, comparison);
            format!("{changed} in {}", label(pane))
        }
        Command::PinBefore => "Pin as before".to_owned(),
        Command::PaintAll(paint) => format!("Colors: {}", paint.label()),
        Command::ShowBothModels => "Show both models".to_owned(),
        Command::RemoveSecondModel => "Close second model".to_owned(),
        Command::SetPaneModel { pane, model } => {
            let [name, _] = state.names_of_models(*model)?;
            format!("Show {name} in {}", label(pane))
        }
        Command::SwapCompared(pane) => format!("Swap compared methods in {}", label(pane)),
        Command::SetLook { pane, look } => {
            let changed = changed_look(&settings(pane).look, look);
            if state.interface.looks_linked { changed } else { format!("{changed} in {}", label(pane)) }
        }
        Command::StepMethod(places) => {
            let pane = state.view.selected_pane;
            let method = settings(&pane).skinning.method.at_distance(*places);
            return pane_name(&Command::SetMethod { pane, method }, state);
        }
        Command::SetMethod { pane, method } => format!("Use {} in {}", method.short_name(), label(pane)),
        Command::OpenMethod(path) => format!("Open method {}", file_name(path)),
        Command::SetNumber { pane, place, .. } => {
            let numbers = settings(pane).skinning.method.numbers();
            let name = numbers.get(*place).map_or("a number", |number| number.name.as_str());
            format!("Change {name} in {}", label(pane))
        }
        Command::SetAntipodality { pane, antipodality: None } => {
            format!("Take the method's antipodality in {}", label(pane))
        }
        Command::SetAntipodality { pane, antipodality: Some(antipodality) } => {
            format!("Set antipodality to {} in {}", antipodality.label().to_lowercase(), label(pane))
        }
        Command::SetBlend { pane, .. } => format!("Change blend in {}", label(pane)),
        Command::SetScaleKind { pane, scale_kind } => {
            let kind = match scale_kind {
                ScaleKind::Inherited => "inherited",
                ScaleKind::Local => "local",
            };
            format!("Use {kind} scale in {}", label(pane))
        }
        Command::SetPhases { pane, phases } => match phases {
            Phases::Both => format!("Show both phases in {}", label(pane)),
            Phases::First => format!("Show the first phase alone in {}", label(pane)),
        },
        Command::SetStored { pane, stored } => {
            let kept = if stored.is_full() { "the full skin".to_owned() } else { stored.in_words() };
            format!("Keep {kept} in {}", label(pane))
        }
        Command::SetCenterSettings { pane, .. } => format!("Change centers of rotation in {}", label(pane)),
        _ => return None,
    })
}

/// The name of the held handle's effect.
fn held_name(state: &State) -> Option<String> {
    let drag = state.hand.gizmo_drag.as_ref()?;
    let verb = match drag.settings.tool {
        GizmoTool::Rotate => "Rotate",
        GizmoTool::Move if drag.bends_a_limb(&state.documents.first.as_ref()?.model.skeleton) => "Bend limb of",
        GizmoTool::Move => "Move",
        GizmoTool::Scale => "Scale",
    };
    Some(format!("{verb} {}", joints_name(state, drag.nodes())))
}

fn joints_name(state: &State, nodes: &[u32]) -> String {
    match nodes {
        [node] => joint_name(state, *node),
        nodes => format!("{} joints", nodes.len()),
    }
}

/// The joints whose weights are edited: those that are selected, even if those of the other side are edited too.
fn weighted_name(state: &State) -> Option<String> {
    let mut joints: Vec<u32> =
        state.selected_joints().into_iter().filter_map(|node| state.weighted_joint(node)).collect();
    joints.dedup();
    (!joints.is_empty()).then(|| joints_name(state, &joints))
}

fn joint_name(state: &State, node: u32) -> String {
    match state.documents.first.as_ref().filter(|_| state.has_node(node)) {
        Some(document) => document.joint_name(node).to_owned(),
        None => format!("joint {node}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::gizmo_drag::{GizmoGrip, GizmoPointer, GizmoSettings};
    use super::super::loader::Loader;
    use super::super::weights::WeightOperation;
    use super::*;
    use crate::centers::CenterSettings;
    use crate::files::{CenterStore, ModelSource, open_model};
    use crate::measure::{StressEntry, StressMeasure, VertexId};
    use crate::model::{MostInfluences, StoredSkin};
    use crate::panes::{Border, Comparison, ComparisonKind, PaneLook, PanePreset, Scene};
    use crate::skinning::{Antipodality, BlendFactor, SkinningMethod};
    use crate::view::{GizmoHandle, Overlay, Shading, SkinPaint, Theme};
    use glam::{Vec2, Vec3};
    use std::sync::Arc;

    fn state_with(model: &str) -> State {
        let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
        let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
        state.show_document(open_model(model).unwrap());
        state.settle_history();
        state
    }

    /// The name of the step that the commands produce.
    #[track_caller]
    fn step(state: &mut State, commands: impl IntoIterator<Item = Command>) -> String {
        let steps = state.history.steps().len();
        commands.into_iter().for_each(|command| state.apply(command));
        state.settle_history();
        assert_eq!(state.history.steps().len(), steps + 1, "one step was expected");
        state.history.steps()[steps].name.clone()
    }

    fn joint(state: &State, name: &str) -> u32 {
        state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
    }

    #[test]
    fn edits_of_weights_name_the_selected_joints() {
        let mut state = state_with("mannequin");
        let node = joint(&state, "forearm.L");
        state.apply(Command::SelectJoint(Some(node)));
        for (command, expected) in [
            (Command::EditWeights(WeightOperation::Smooth), "Smooth weights of forearm.L"),
            (Command::EditWeights(WeightOperation::Prune(7.5)), "Prune weights of forearm.L under 7.5%"),
            (Command::EditWeights(WeightOperation::Limit(1)), "Limit weights of forearm.L to 1"),
            (Command::EditWeights(WeightOperation::Mirror), "Mirror weights of forearm.L"),
            (Command::ResetWeights { all: false }, "Reset weights of forearm.L"),
        ] {
            assert_eq!(step(&mut state, [command]), expected);
        }
        state.apply(Command::MirrorPosing(true));
        assert_eq!(step(&mut state, [Command::EditWeights(WeightOperation::Smooth)]), "Smooth weights of forearm.L");
        assert_eq!(step(&mut state, [Command::ResetWeights { all: true }]), "Reset all weights");
    }

    #[test]
    fn every_change_of_a_pose_is_called_what_it_is() {
        let mut state = state_with("mannequin");
        let [node, hand, right] = ["forearm.L", "hand.L", "hand.R"].map(|name| joint(&state, name));
        let elbow = state.documents.library.poses().iter().position(|pose| pose.name == "elbow-120").unwrap();
        let x = Vec3::X * 1.5 + Vec3::ONE;
        let mirrored = false;
        let posed = |degrees: u32| {
            format!(r#"{{"skinscope_pose": 1, "joints": {{"hand.L": {{"angles": [0, {degrees}, 0]}}}}}}"#)
        };
        for (command, expected) in [
            (Command::SetAngles { node, angles_degrees: x }, "Rotate forearm.L"),
            (Command::SetAngles { node, angles_degrees: Vec3::ZERO }, "Rotate forearm.L"),
            (Command::SetTranslation { node, translation: x }, "Move forearm.L"),
            (Command::SetScale { node, scale: x }, "Scale forearm.L"),
            (Command::SetLocalScale { node, local_scale: x }, "Scale forearm.L locally"),
            (Command::SetLocalShear { node, local_shear: x }, "Shear forearm.L locally"),
            (Command::SetWholeMesh { node, weight: Some(0.5) }, "Move the whole mesh by forearm.L"),
            (Command::SetWholeMesh { node, weight: None }, "Move vertices by their own weights"),
            (Command::ResetLocalShear(node), "Reset local shear of forearm.L"),
            (Command::ResetLocalScale(node), "Reset local scale of forearm.L"),
            (Command::ResetScale(node), "Reset scale of forearm.L"),
            (Command::ResetTranslation(node), "Reset offset of forearm.L"),
            (Command::TakePose(elbow), "Apply pose elbow-120"),
            (Command::BlendPoses(0.25), "Blend t-pose with elbow-120"),
            (Command::ResetJoint(node), "Reset forearm.L"),
            (Command::PastePose { json: posed(33), mirrored }, "Paste pose"),
            (Command::FlipPose, "Flip pose"),
            (Command::PastePose { json: posed(44), mirrored: true }, "Paste pose onto the other side"),
            (Command::ResetPose, "Reset pose"),
            (Command::SetAngles { node: hand, angles_degrees: x }, "Rotate hand.L"),
            (Command::ResetBranch(node), "Reset forearm.L with children"),
            (Command::SetClip(Some(1)), "Choose clip wave"),
            (Command::SetClip(None), "Show rest pose"),
            (Command::SetTwistJoints { joint: node, count: 3 }, "Add 3 twist joints to forearm.L"),
            (Command::SetTwistKind { joint: node, kind: TwistKind::Own }, "Spread own twist of forearm.L"),
            (Command::SetTwistJoints { joint: node, count: 1 }, "Add 1 twist joint to forearm.L"),
            (Command::SetTwistJoints { joint: node, count: 0 }, "Remove twist joints of forearm.L"),
        ] {
            let shown = format!("{command:?}");
            assert_eq!(step(&mut state, [command]), expected, "{shown}");
        }
        for node in [hand, right] {
            state.apply(Command::SetAngles { node, angles_degrees: x });
        }
        state.settle_history();
        state.apply(Command::SelectJoints(vec![hand, right]));
        let clear = [Command::ClearSelected(GizmoTool::Rotate)];
        assert_eq!(step(&mut state, clear), "Clear rotation of 2 joints");
        assert_eq!(state.edit.overrides, crate::model::PoseOverrides::default());
        let open = |path: &str| [Command::OpenPose(path.into())];
        let path = std::env::temp_dir().join(format!("skinscope-name-{}.json", std::process::id()));
        std::fs::write(&path, posed(9)).unwrap();
        let name = format!("Open pose {}", file_name(&path));
        assert_eq!(step(&mut state, open(path.to_str().unwrap())), name);
        state.apply(Command::ResetPose);
        state.settle_history();
        assert_eq!(step(&mut state, [Command::Open(ModelSource::File(path.clone()))]), name, "a dropped pose");
        std::fs::remove_file(&path).unwrap();
        let quick = [Command::ResetPose, Command::SetAngles { node, angles_degrees: x }];
        assert_eq!(step(&mut state, quick), "Reset pose, Rotate forearm.L");
    }

    #[test]
    fn handles_and_limbs_are_called_by_what_they_do() {
        let mut state = state_with("mannequin");
        let hand = joint(&state, "hand.L");
        let pointer = GizmoPointer { camera: state.view.camera, pixels: [400, 400], at: Vec2::new(200.0, 120.0) };
        let grip = GizmoGrip { pane: 0, handle: GizmoHandle::Axis(1), radius: 54.0, by_key: true };
        let mut with = |settings: GizmoSettings, also: &[&str], value: f32| {
            let others = also.iter().map(|name| joint(&state, name));
            let nodes = std::iter::once(hand).chain(others).collect();
            state.apply(Command::SelectJoints(nodes));
            state.apply(Command::SetGizmo(settings));
            let commands = [Command::BeginGizmo { grip, pointer }, Command::TypeGizmo(value), Command::EndGizmo];
            step(&mut state, commands)
        };
        let settings = |tool| GizmoSettings { tool, ..GizmoSettings::default() };
        assert_eq!(with(settings(GizmoTool::Rotate), &[], 30.0), "Rotate hand.L");
        assert_eq!(with(settings(GizmoTool::Rotate), &["hand.R"], 30.0), "Rotate 2 joints");
        assert_eq!(with(settings(GizmoTool::Move), &[], 0.02), "Move hand.L");
        assert_eq!(with(settings(GizmoTool::Scale), &[], 1.5), "Scale hand.L");
        let bends = GizmoSettings { bends_limb: true, ..settings(GizmoTool::Move) };
        assert_eq!(with(bends, &[], -0.1), "Bend limb of hand.L");
        let limb = state.selected_limb().unwrap();
        assert_eq!(step(&mut state, [Command::SwingLimb { limb, degrees: 70.0 }]), "Swing limb of hand.L");
        state.apply(Command::BeginGizmo { grip, pointer });
        state.apply(Command::TypeGizmo(50.0));
        state.apply(Command::CancelGizmo);
        let steps = state.history.steps().len();
        state.settle_history();
        assert_eq!(state.history.steps().len(), steps, "what was taken back is no step");
    }

    #[test]
    fn every_change_of_panes_is_called_what_it_is() {
        let mut state = state_with("bar");
        let other = state.edit.pane(0).skinning;
        let comparison = Comparison { kind: ComparisonKind::Wipe, other, ..Comparison::default() };
        let to_cor = crate::skinning::SkinningSettings { method: SkinningMethod::Cor, ..other };
        let two_influences = StoredSkin { most_influences: MostInfluences::new(2), ..StoredSkin::FULL };
        let signs = crate::skinning::SkinningSettings { chosen_antipodality: Some(Antipodality::None), ..to_cor };
        let look = state.edit.pane(0).look;
        let overlays = look.overlays.with(Overlay::Skeleton, false);
        let centers = CenterSettings { sigma: 0.2, ..CenterSettings::default() };
        let compare = |comparison| Command::SetComparison { pane: 0, comparison };
        let looks = |look| Command::SetLook { pane: 0, look };
        let border = Border::BehindColumn(0);
        for (command, expected) in [
            (Command::SetPaneCount(3), "Show 3 panes"),
            (Command::SwapPanes(0, 2), "Swap panes 1 and 3"),
            (Command::SwapPanes(0, 2), "Swap panes 1 and 3"),
            (Command::DuplicatePane(1), "Duplicate pane 2"),
            (Command::RemovePane(2), "Remove pane 3, DQS"),
            (Command::MoveBorder { border, fraction: 0.3 }, "Resize panes"),
            (Command::MakePanesEven, "Make all panes the same size"),
            (Command::SetArrangement(Arrangement::Grid), "Arrange panes in a grid"),
            (Command::SetArrangement(Arrangement::Column), "Arrange panes in a column"),
            (Command::SetArrangement(Arrangement::Row), "Arrange panes in a row"),
            (Command::SetMethod { pane: 1, method: SkinningMethod::Dib }, "Use DIB in pane 2"),
            (
                Command::SetAntipodality { pane: 1, antipodality: Some(Antipodality::PerBone) },
                "Set antipodality to per bone in pane 2",
            ),
            (Command::SetBlend { pane: 1, blend: BlendFactor::nearest(0.25) }, "Change blend in pane 2"),
            (Command::SetScaleKind { pane: 1, scale_kind: ScaleKind::Local }, "Use local scale in pane 2"),
            (Command::SetScaleKind { pane: 1, scale_kind: ScaleKind::Inherited }, "Use inherited scale in pane 2"),
            (Command::SetPhases { pane: 1, phases: Phases::First }, "Show the first phase alone in pane 2"),
            (Command::SetPhases { pane: 1, phases: Phases::Both }, "Show both phases in pane 2"),
            (Command::SetStored { pane: 1, stored: two_influences }, "Keep 2 influences in pane 2"),
            (Command::SetStored { pane: 1, stored: StoredSkin::FULL }, "Keep the full skin in pane 2"),
            (Command::SetCenterSettings { pane: 1, settings: centers }, "Change centers of rotation in pane 2"),
            (compare(comparison), "Wipe with LBS in pane 1"),
            (compare(Comparison { divider: 0.7, ..comparison }), "Move divider in pane 1"),
            (compare(Comparison { divider: 0.7, other: to_cor, ..comparison }), "Compare with CoR in pane 1"),
            (
                compare(Comparison { divider: 0.7, other: signs, ..comparison }),
                "Compare with antipodality none in pane 1",
            ),
            (Command::SwapCompared(0), "Swap compared methods in pane 1"),
            (compare(Comparison::default()), "Turn off comparison in pane 1"),
            (looks(PaneLook { overlays, ..look }), "Hide skeleton"),
            (looks(PaneLook { overlays, paint: SkinPaint::EdgeStretch, ..look }), "Colors: Edge stretch"),
            (looks(PaneLook { overlays, paint: SkinPaint::EdgeStretch, shading: Shading::Flat, ..look }), "Flat clay"),
            (looks(look), "Change appearance"),
            (Command::TakePreset(PanePreset::LbsDqs), "Pane preset: LBS | DQS"),
            (Command::SetPaneCount(1), "Show 1 pane"),
            (Command::TakeScene(Arc::clone(Scene::find("kavan-fig-4").unwrap())), "Kavan 2008, fig. 4"),
            (Command::CloseScene, "Close caption"),
        ] {
            let shown = format!("{command:?}");
            assert_eq!(step(&mut state, [command]), expected, "{shown}");
        }
        state.apply(Command::LinkLooks(false));
        let hide = PaneLook { overlays: look.overlays.with(Overlay::Grid, !look.overlays.has(Overlay::Grid)), ..look };
        let name = step(&mut state, [Command::SetLook { pane: 1, look: hide }]);
        assert!(name.ends_with(" in pane 2"), "{name}");
    }

    #[test]
    fn a_pose_of_the_stress_test_is_called_by_its_joint() {
        let mut state = state_with("bar");
        let (node, vertex_id) = (joint(&state, "mid"), VertexId { primitive: 0, vertex: 0 });
        let measure = StressMeasure::Collapse;
        let entry = StressEntry { node, measure, axis: 0, degrees: 90.0, over_rest: 0.5, vertex: 0, vertex_id };
        let command = Command::JumpToStress { skin: 0, entry };
        assert_eq!(edit_name(&command, &state).as_deref(), Some("Worst pose of mid"));
        state.apply(command);
        assert_eq!(state.history.steps().len(), 1, "without a result there is nothing to go to");
    }
}
