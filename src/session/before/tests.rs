//! A model that is pinned as before, with real files that change on disk.

use super::super::MOST_PANES;
use super::super::command::Command;
use super::super::document::Document;
use super::super::saved::SavedSession;
use super::super::stress::{RangeChoice, StressChoice};
use super::super::talk::TalkEdit;
use super::super::test_support::{opened, wait_until};
use super::super::weights::WeightOperation;
use super::*;
use crate::files::{ModelSource, SessionStore, open_model};
use crate::mending::Remedy;
use crate::model::TwistKind;
use crate::panes::Scene;
use crate::rigging::TwistSplit;
use crate::skinning::SkinningMethod;
use crate::view::SkinPaint;
use serde_json::Value;
use std::path::Path;
use std::sync::mpsc::Receiver;

fn open(name: &str) -> (State, Receiver<()>) {
    opened(Path::new(name))
}

fn id(state: &State) -> u64 {
    state.documents.first.as_ref().unwrap().id
}

fn node(state: &State, name: &str) -> u32 {
    state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

fn models(state: &State) -> Vec<PaneModel> {
    state.edit.panes.iter().map(|pane| pane.settings.model).collect()
}

/// All influences of a model.
fn influences(document: &Document) -> Vec<(u32, f32)> {
    let of_primitives = document.model.primitives.iter().flat_map(|primitive| primitive.influences.flat());
    of_primitives.map(|influence| (influence.joint, influence.weight)).collect()
}

/// The bar with a share of the weights of its joint `mid`: the rest goes to `root`.
fn bar_with(share: f32) -> Vec<u8> {
    let mut glb = crate::bundled::glb_bytes("bar").unwrap().to_vec();
    let length = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    let buffer = 28 + length(12);
    let json: Value = serde_json::from_slice(&glb[20..buffer - 8]).unwrap();
    let attributes = &json["meshes"][0]["primitives"][0]["attributes"];
    let accessor = |name: &str| &json["accessors"][attributes[name].as_u64().unwrap() as usize];
    let at = |name: &str| {
        let view = &json["bufferViews"][accessor(name)["bufferView"].as_u64().unwrap() as usize];
        buffer + view["byteOffset"].as_u64().unwrap() as usize
    };
    let (joints, weights) = (at("JOINTS_0"), at("WEIGHTS_0"));
    for vertex in 0..accessor("WEIGHTS_0")["count"].as_u64().unwrap() as usize {
        let slot = |slot: usize| weights + 16 * vertex + 4 * slot;
        let Some(of_mid) = (0..2).find(|slot| glb[joints + 4 * vertex + slot] == 1) else { continue };
        let weight = f32::from_le_bytes(glb[slot(of_mid)..slot(of_mid) + 4].try_into().unwrap());
        for (slot, value) in [(slot(of_mid), share * weight), (slot(1 - of_mid), 1.0 - share * weight)] {
            glb[slot..slot + 4].copy_from_slice(&value.to_le_bytes());
        }
    }
    glb
}

/// Turns every joint by up to a right angle in the next tests.
fn turn_by_90(state: &mut State) {
    let choice = StressChoice { range: RangeChoice::Fixed, degrees: 90.0, ..state.jobs.stress.choice };
    state.apply(Command::SetStressChoice(choice));
}

fn compared(state: &mut State, woken: &Receiver<()>) -> String {
    wait_until(state, woken, |state| !matches!(state.since_before(), Some(SinceBefore::Comparing(_))));
    state.since_before_in_words().unwrap()
}

#[test]
fn a_pin_keeps_the_model_with_its_edits() {
    let (mut state, _woken) = open("mannequin");
    state.apply(Command::SetTwistJoints { joint: node(&state, "upper_arm.L"), count: 3 });
    state.apply(Command::SelectJoint(Some(node(&state, "forearm.L"))));
    state.apply(Command::EditWeights(WeightOperation::Smooth));
    state.settle_history();
    let shown = |state: &State| Arc::clone(state.documents.first.as_ref().unwrap());
    let at_pin = shown(&state);
    state.apply(Command::PinBefore);
    let before = state.model_before().unwrap();
    assert!(influences(&before.document) == influences(&at_pin));
    assert_eq!(before.document.model.skeleton.len(), at_pin.model.skeleton.len());
    assert!(before.document.files.is_empty() && before.pair.surfaces.is_by_vertex());
    assert_eq!(state.names_of_models(PaneModel::First), Some(["now", "before"]));
    assert_eq!(models(&state), [PaneModel::First, PaneModel::First, PaneModel::Second, PaneModel::Second]);
    assert_eq!(state.since_before(), Some(SinceBefore::Same));
    assert_eq!(state.since_before_in_words().unwrap(), "Nothing has changed since the pin.");
    // It does not follow the open model.
    state.apply(Command::EditWeights(WeightOperation::Limit(1)));
    assert!(influences(&shown(&state)) != influences(&at_pin));
    assert!(influences(&state.model_before().unwrap().document) == influences(&at_pin));
}

#[test]
fn it_stays_while_the_file_is_read_again_and_says_what_became_worse() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bar.glb");
    std::fs::write(&path, bar_with(0.25)).unwrap();
    let (mut state, woken) = opened(&path);
    turn_by_90(&mut state);
    state.apply(Command::SetPaneCount(1));
    state.apply(Command::PinBefore);
    state.settle_history();
    let (pinned, at_pin) = {
        let before = state.model_before().unwrap();
        (before.document.id, influences(&before.document))
    };
    let reread = |state: &mut State, share: f32| {
        let shown = id(state);
        std::fs::write(&path, bar_with(share)).unwrap();
        wait_until(state, &woken, |state| id(state) != shown);
        let before = state.model_before().expect("it stays");
        assert!(before.document.id == pinned && influences(&before.document) == at_pin);
        assert!(state.documents.watching.second.files().is_empty(), "no file is watched for it");
        compared(state, &woken)
    };
    let told = |state: &State, line: &str, verdict: &str, values: [f64; 2]| {
        let Some(SinceBefore::Changed(changes)) = state.since_before() else { panic!("{line}") };
        let change = changes.joints[0].first().unwrap();
        let near = |found: f64, value: f64| (found - value).abs() < 0.012;
        assert!(near(change.before, values[0]) && near(change.now.over_rest, values[1]), "{line}");
        assert!(line.starts_with(&format!("Since the pin: mid {verdict} (smallest section ")), "{line}");
        assert!(line.ends_with("% under LBS)."), "{line}");
    };
    // The joint has half of its own weight at the middle of the bar: a twist by 90 degrees leaves |1 - w/2 + i w/2| of the
    // section there, with w of that weight left.
    let section = |share: f64| (1.0 - share / 2.0).hypot(share / 2.0);
    let worse = reread(&mut state, 1.0);
    told(&state, &worse, "worse", [section(0.25), section(1.0)]);
    assert_eq!(reread(&mut state, 0.251), "No joint bends better or worse than before.");
    // Back through the versions to the one that was pinned.
    state.apply(Command::Undo);
    assert_eq!(compared(&mut state, &woken), worse);
    state.apply(Command::Undo);
    assert_eq!(state.since_before(), Some(SinceBefore::Same), "the model that was pinned");
}

#[test]
fn a_click_goes_to_the_worst_pose_of_a_joint() {
    let (mut state, woken) = open("limb");
    state.apply(Command::PinBefore);
    state.apply(Command::SelectJoint(Some(node(&state, "left"))));
    for _ in 0..8 {
        state.apply(Command::EditWeights(WeightOperation::Smooth));
    }
    state.settle_history();
    let line = compared(&mut state, &woken);
    let Some(SinceBefore::Changed(changes)) = state.since_before() else { panic!("{line}") };
    let (joint, change) = (changes.joints[0].node, changes.joints[0].first().unwrap());
    let name = state.documents.first.as_ref().unwrap().joint_name(joint).to_owned();
    assert!(line.starts_with(&format!("Since the pin: {name} ")), "{line}");
    state.apply(Command::JumpToChange { skin: change.method, entry: change.now });
    assert_eq!(state.selection.joint, Some(joint));
    assert!(state.selection.pinned.is_some() && !state.edit.overrides.is_empty());
    state.settle_history();
    assert_eq!(state.history.undo_name(&state.edit), Some(format!("Worst pose of {name}").as_str()));
    // The pose changes nothing about the comparison.
    assert_eq!(compared(&mut state, &woken), line);
}

#[test]
fn a_comparison_is_canceled_until_it_is_asked_for_and_superseded_by_a_newer_one() {
    let (mut state, woken) = open("mannequin");
    state.apply(Command::PinBefore);
    state.take_results();
    assert_eq!(state.jobs.before.fraction(), None, "nothing has changed");
    state.apply(Command::SelectJoint(Some(node(&state, "forearm.L"))));
    state.apply(Command::EditWeights(WeightOperation::Smooth));
    state.begin_gesture();
    state.take_results();
    assert_eq!(state.jobs.before.fraction(), None, "the mouse is held");
    state.end_gesture();
    state.take_results();
    assert!(state.jobs.before.fraction().is_some());
    state.apply(Command::CancelCompareBefore);
    state.take_results();
    assert_eq!(state.since_before(), Some(SinceBefore::Stopped));
    state.apply(Command::CompareBefore);
    state.take_results();
    assert!(state.jobs.before.fraction().is_some());
    // Back to the model that was pinned: there is nothing to compare.
    state.settle_history();
    state.apply(Command::Undo);
    state.take_results();
    assert!(state.jobs.before.fraction().is_none());
    state.apply(Command::PinBefore);
    assert_eq!(compared(&mut state, &woken), "Nothing has changed since the pin.");
}

#[test]
fn undo_keeps_it_and_closing_the_second_model_unpins() {
    let (mut state, _woken) = open("limb");
    let before = state.edit.clone();
    state.apply(Command::PinBefore);
    state.settle_history();
    assert_eq!(state.history.undo_name(&state.edit), Some("Pin as before"));
    let both = state.edit.clone();
    state.apply(Command::Undo);
    assert!(state.edit.is_same_work(&before) && state.model_before().is_some());
    state.apply(Command::Redo);
    assert_eq!(state.edit, both);
    state.apply(Command::PinBefore);
    assert_eq!(state.edit, both, "a new pin takes the panes of the old one");
    state.apply(Command::RemoveSecondModel);
    assert!(state.second().is_none() && state.edit.is_same_work(&before));
    // With panes in another arrangement, too.
    state.apply(Command::SetPaneCount(MOST_PANES));
    state.apply(Command::PinBefore);
    assert_eq!(models(&state).iter().filter(|model| !model.is_first()).count(), MOST_PANES / 2);
    state.apply(Command::RemoveSecondModel);
    assert!(models(&state).iter().all(PaneModel::is_first) && state.edit.panes.len() == MOST_PANES);
}

#[test]
fn a_new_pin_takes_the_place_of_the_old_one() {
    let (mut state, _woken) = open("limb");
    state.apply(Command::PinBefore);
    state.apply(Command::SelectJoint(Some(node(&state, "left"))));
    state.apply(Command::EditWeights(WeightOperation::Smooth));
    state.apply(Command::PinBefore);
    let [now, before] =
        [PaneModel::First, PaneModel::Second].map(|model| influences(state.document_of(model).unwrap()));
    assert!(now == before);
    assert_eq!(state.since_before(), Some(SinceBefore::Same));
    assert_eq!(state.edit.panes.len(), 4);
}

#[test]
fn no_file_holds_it_and_what_is_saved_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bar.glb");
    std::fs::write(&path, bar_with(1.0)).unwrap();
    let (mut state, _woken) = opened(&path);
    state.interface.pane_pixels = [400, 300];
    let unpinned = serde_json::to_value(state.own_session()).unwrap();
    state.apply(Command::PinBefore);
    state.apply(Command::PaintAll(SkinPaint::WeightDifference));
    state.apply(Command::PaintAll(SkinPaint::Materials));
    state.interface.settings.panels = Default::default();
    assert_eq!(serde_json::to_value(state.own_session()).unwrap(), unpinned, "the next start has one model");
    let scene = state.scene_of_now().unwrap();
    assert_eq!((scene.panes.len(), scene.second, scene.title.as_str()), (2, None, "bar"));
    assert!(!state.is_unsaved());
    state.apply(Command::EditTalk(TalkEdit::Keep));
    let says = |state: &State| state.interface.notice.as_ref().unwrap().text.clone();
    assert_eq!(says(&state), LEFT_OUT);
    assert_eq!(state.scene_changes(), Default::default(), "its panes are none of the scene");
    state.apply(Command::SaveSessionAs(folder.path().join("work.skinscope")));
    assert!(says(&state).contains("work.skinscope") && says(&state).ends_with(LEFT_OUT), "{}", says(&state));
    assert!(!state.is_unsaved());
    let text = std::fs::read_to_string(folder.path().join("work.skinscope")).unwrap();
    assert!(!text.contains("before") && !text.contains("second"), "{text}");
    assert_eq!((state.kept_pane(1), state.kept_pane(2)), (Some(1), None));
}

#[test]
fn a_session_that_ends_with_a_pin_begins_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut state, _woken) = open("limb");
    let store = SessionStore::in_folder(folder.path());
    state.restoring = super::super::saved::Restoring::in_store(store.clone(), true);
    state.apply(Command::PinBefore);
    state.apply(Command::PaintAll(SkinPaint::DifferenceToModel));
    state.apply(Command::Quit);
    assert!(state.interface.quit);
    let saved = SavedSession::read(&store).saved;
    assert_eq!(saved.panes.len(), 2);
    assert!(saved.models[0].second.is_none() && saved.panes.iter().all(|pane| !pane.shows_second()));
}

#[test]
fn what_is_in_the_way_is_said() {
    let (mut state, woken) = open("mannequin");
    let says = |state: &State| state.interface.notice.as_ref().unwrap().text.clone();
    // A preview gives way to a pin, and a pin is in the way of a preview.
    let twists = Remedy::Twist(TwistSplit { joint: node(&state, "forearm.L"), count: 2, kind: TwistKind::End });
    state.apply(Command::PreviewRemedy(twists));
    wait_until(&mut state, &woken, |state| !state.jobs.preview.is_running());
    assert!(state.preview().is_some() && state.model_before().is_none());
    state.apply(Command::PinBefore);
    assert!(state.preview().is_none() && state.edit.panes.len() == 4);
    let pinned = state.model_before().unwrap().document.id;
    state.apply(Command::PreviewRemedy(twists));
    assert!(!state.jobs.preview.is_running() && says(&state).contains("pinned as before"), "{}", says(&state));
    // A remedy is applied beside it.
    state.apply(Command::Mend(twists));
    assert_eq!(state.model_before().unwrap().document.id, pinned);
    state.apply(Command::RemoveSecondModel);
    state.take_second(Document::new(0, open_model("limb").unwrap()));
    state.apply(Command::PinBefore);
    assert!(state.model_before().is_none() && says(&state).contains("Close it"), "{}", says(&state));
}

#[test]
fn a_model_that_is_added_replaces_it_and_closes_with_its_panes() {
    let (mut state, woken) = open("limb");
    let before = state.edit.clone();
    state.apply(Command::PinBefore);
    state.apply(Command::AddModel(ModelSource::Bundled("limb-heat")));
    wait_until(&mut state, &woken, |state| state.second_of_file().is_some());
    assert!(state.model_before().is_none() && state.edit.panes.len() == 4);
    assert_eq!(state.since_before(), None);
    state.apply(Command::RemoveSecondModel);
    assert!(state.edit.is_same_work(&before));
}

#[test]
fn it_goes_with_its_model_and_returns_with_it() {
    let (mut state, _woken) = open("limb");
    state.apply(Command::PinBefore);
    state.settle_history();
    let panes = state.edit.panes.clone();
    state.show_document(open_model("bar").unwrap());
    assert!(state.second().is_none());
    state.settle_history();
    state.apply(Command::Undo);
    assert!(state.model_before().is_some() && state.edit.panes == panes);
    assert_eq!(state.since_before(), Some(SinceBefore::Same));
    state.apply(Command::RemoveSecondModel);
    assert_eq!(state.edit.panes.len(), 2, "the panes close as before");
    state.apply(Command::CloseModel);
    state.apply(Command::PinBefore);
    assert!(state.second().is_none());
}

/// A scene with a second model of its own takes its place, even with the same file, until undo goes back.
#[test]
fn scenes_with_a_second_model_take_its_place() {
    let (mut state, woken) = open("limb");
    state.take_second(Document::new(0, open_model("limb").unwrap()));
    let scene = Arc::new(Scene { id: "two".to_owned(), ..state.scene_of_now().unwrap() });
    assert!(scene.second.is_some());
    state.apply(Command::RemoveSecondModel);
    state.settle_history();
    state.apply(Command::PinBefore);
    state.settle_history();
    state.apply(Command::TakeScene(scene));
    wait_until(&mut state, &woken, |state| state.second_of_file().is_some());
    assert!(state.model_before().is_none());
    state.settle_history();
    state.apply(Command::Undo);
    assert!(state.model_before().is_some());
    // A scene without one leaves it.
    let alone = Arc::new(Scene { id: "one".to_owned(), ..state.scene_of_now().unwrap() });
    state.apply(Command::TakeScene(alone));
    assert!(state.model_before().is_some() && state.since_before() == Some(SinceBefore::Same));
}

#[test]
fn a_version_with_other_joints_and_another_mesh_is_matched_by_names() {
    let (mut state, woken) = open("limb");
    state.apply(Command::PinBefore);
    let mut other = Document::new(0, open_model("mannequin").unwrap());
    other.origin = state.documents.first.as_ref().unwrap().origin.clone();
    state.replace_document(other);
    let before = state.model_before().expect("it stays");
    assert!(!before.pair.surfaces.is_by_vertex() && before.pair.joints.pairs().is_empty());
    assert!(compared(&mut state, &woken).starts_with("No joint can be compared; 63 joints in one version only."));
    state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
    state.apply(Command::RemoveSecondModel);
    assert!(state.second().is_none());
}
