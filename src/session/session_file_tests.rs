//! Session files: restoring, unsaved changes, and refused files.

use super::choices::Choice;
use super::command::Command;
use super::state::State;
use super::test_support::waking_state;
use super::weights::WeightOperation;
use crate::files::{ModelSource, open_model};
use crate::model::{AngleLimit, TwistKind};
use crate::panes::SceneMeasure;
use crate::skinning::SkinningMethod;
use glam::Vec3;
use std::sync::mpsc::Receiver;
use std::time::Duration;

fn wait_for_model(state: &mut State, woken: &Receiver<()>) {
    while state.jobs.loader.opening.is_running() {
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        state.take_results();
    }
}

fn node(state: &State, name: &str) -> u32 {
    state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

#[test]
fn a_session_file_brings_everything_back() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("models")).unwrap();
    let model = folder.path().join("models").join("own.glb");
    std::fs::write(&model, crate::bundled::glb_bytes("mannequin").unwrap()).unwrap();
    let (mut state, _woken) = waking_state();
    state.show_document(open_model(&model).unwrap());
    let forearm = node(&state, "forearm.L");
    state.apply(Command::SetTwistJoints { joint: forearm, count: 2 });
    state.apply(Command::SetTwistKind { joint: forearm, kind: TwistKind::Both });
    let hand = node(&state, "hand.L");
    for command in [
        Command::SetLimit { node: hand, axis: 1, limit: Some(AngleLimit::between(-12.5, 40.0)) },
        Command::Choose(Choice::StopAtLimits(true)),
        Command::SetAngles { node: hand, angles_degrees: Vec3::new(400.0, 10.0, 0.5) },
        Command::SetPaneCount(3),
        Command::SetMethod { pane: 2, method: SkinningMethod::Dib },
        Command::SelectJoint(Some(hand)),
        Command::EditWeights(WeightOperation::Prune(4.5)),
        Command::IsolateSelected,
        Command::SetClip(Some(0)),
        Command::Seek(0.25),
    ] {
        state.apply(command);
    }
    let camera = crate::view::Camera { yaw: 0.5, distance: 3.0, ..state.view.camera };
    state.apply(Command::SetCamera { pane: 0, camera });
    assert_eq!(state.title(), "* own - skinscope");
    // A name without an extension gets one.
    state.apply(Command::SaveSessionAs(folder.path().join("hero")));
    assert!(state.interface.error.is_none(), "{:?}", state.interface.error);
    let path = folder.path().join("hero.skinscope");
    assert_eq!(state.title(), "hero.skinscope - skinscope");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("model = \"models/own.glb\"") && text.contains("hand.L:ry=-12.5..40"), "{text}");
    assert!(text.contains("prune:hand.L:4.5"), "{text}");

    let (mut other, woken) = waking_state();
    other.apply(Command::Open(ModelSource::File(path.clone())));
    wait_for_model(&mut other, &woken);
    assert!(other.interface.error.is_none(), "{:?}", other.interface.error);
    assert_eq!(other.edit.overrides, state.edit.overrides);
    assert_eq!((&other.edit.rig, &other.edit.limits), (&state.edit.rig, &state.edit.limits));
    assert!(other.edit.choices.stops_at_limits && other.edit.scene.is_none());
    assert_eq!((other.edit.clip, other.playback.time_seconds), (Some(0), 0.25));
    let settings = |state: &State| state.edit.panes.iter().map(|pane| pane.settings).collect::<Vec<_>>();
    assert_eq!(settings(&other), settings(&state));
    assert_eq!(other.selection.joint, Some(hand));
    assert_eq!(other.view.isolation.as_ref().unwrap().roots, [hand]);
    let seen = other.camera_for([1, 1]);
    assert!((seen.yaw - 0.5).abs() < 1e-5 && (seen.distance - 3.0).abs() < 1e-5);
    assert_eq!((other.title(), other.is_unsaved()), ("hero.skinscope - skinscope".to_owned(), false));
    assert_eq!(other.documents.recent.files()[0], path);
    // Opening the session is one step, also the second time, when the model is already open.
    other.settle_history();
    let steps = other.history.steps().len();
    other.apply(Command::Open(ModelSource::File(path)));
    assert_eq!(other.history.steps().len(), steps + 1);
    assert_eq!(other.history.steps().last().unwrap().name, "Open hero.skinscope");
}

#[test]
fn an_edit_is_unsaved_until_it_is_saved_or_undone_and_a_look_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bar.skinscope");
    let (mut state, _woken) = waking_state();
    state.show_document(open_model("bar").unwrap());
    state.settle_history();
    assert!(!state.is_unsaved());
    state.apply(Command::SaveSessionAs(path.clone()));
    let camera = crate::view::Camera { yaw: 1.0, ..state.view.camera };
    state.apply(Command::SetCamera { pane: 0, camera });
    let mid = node(&state, "mid");
    state.apply(Command::SelectJoint(Some(mid)));
    assert!(!state.is_unsaved(), "looking is no edit");
    state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X });
    assert_eq!(state.title(), "* bar.skinscope - skinscope");
    state.apply(Command::Undo);
    assert!(!state.is_unsaved());
    state.apply(Command::Redo);
    state.apply(Command::SaveSession);
    assert!(!state.is_unsaved() && state.unsaved_work().is_empty(), "closing has nothing to ask");
    for (measure, line) in
        [(SceneMeasure::Volume, "measure = \"volume\""), (SceneMeasure::Bulge, "measure = \"bulge\"")]
    {
        state.apply(Command::Choose(Choice::Measure(measure)));
        assert!(state.is_unsaved());
        state.apply(Command::SaveSession);
        assert!(!state.is_unsaved() && std::fs::read_to_string(&path).unwrap().contains(line), "{line}");
    }
    let (mut other, woken) = waking_state();
    other.apply(Command::Open(ModelSource::File(path.clone())));
    wait_for_model(&mut other, &woken);
    assert_eq!(other.edit.choices.measure, SceneMeasure::Bulge);
    // Another program wrote into it.
    std::fs::write(&path, "skinscope_talk = 1\n").unwrap();
    state.apply(Command::ResetPose);
    state.apply(Command::SaveSession);
    let error = state.interface.error.take().unwrap();
    assert_eq!(error.title, "bar.skinscope has changed on disk");
    assert_eq!(error.choices.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["Read again", "Save as", "Keep mine"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "skinscope_talk = 1\n");
    // Another model has no session file, and undo brings the previous one back.
    state.show_document(open_model("limb").unwrap());
    assert!(state.session_file().is_none());
    state.apply(Command::Undo);
    assert!(state.session_file().is_some());
}

#[test]
fn what_is_no_session_is_said_in_one_line_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.skinscope");
    let (mut state, woken) = waking_state();
    state.show_document(open_model("bar").unwrap());
    let talk = "skinscope_talk = 1\n[[scene]]\nmodel = \"bar\"\npanes = [{ method = \"lbs\" }]\n";
    let limits = talk.replace("model", "limits = [\"mid\"]\nmodel");
    for (text, says) in [
        ("not [ toml", "not a session file: "),
        ("skinscope_talk = 1\n", "one scene, not 0 scenes"),
        (&format!("{talk}{}", talk.replace("skinscope_talk = 1\n", "")), "one scene, not 2 scenes"),
        (&limits, "the limit \"mid\" is not understood"),
    ] {
        std::fs::write(&path, text).unwrap();
        state.apply(Command::Open(ModelSource::File(path.clone())));
        let error = state.interface.error.take().unwrap();
        assert!(error.details.contains(says) && error.details.ends_with("own.skinscope"), "{error:?}");
        assert_eq!((error.details.lines().count(), std::fs::read_to_string(&path).unwrap().as_str()), (1, text));
    }
    std::fs::write(&path, talk.replace("bar", "gone.glb")).unwrap();
    state.apply(Command::Open(ModelSource::File(path)));
    wait_for_model(&mut state, &woken);
    assert!(state.interface.error.take().unwrap().details.ends_with("gone.glb"));
    assert_eq!(state.documents.first.as_ref().unwrap().model.name, "bar");
}

/// The editor does not show captions and marks, but keeps them.
#[test]
fn what_the_editor_does_not_show_stays_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("knee.skinscope");
    let text = "skinscope_talk = 1\ntitle = \"Knees\"\n[[scene]]\n# A comment.\nid = \"knee\"\ncaption = \"Look here.\"\n\
                model = \"bar\"\npanes = [{ method = \"lbs\" }, { method = \"dqs\" }]\n\
                marks = [{ at = { joint = \"mid\" }, label = \"pinched\", panes = [2] }]\n";
    std::fs::write(&path, text).unwrap();
    let (mut state, woken) = waking_state();
    state.apply(Command::Open(ModelSource::File(path.clone())));
    wait_for_model(&mut state, &woken);
    assert!(state.interface.error.is_none(), "{:?}", state.interface.error);
    let mid = node(&state, "mid");
    state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X * 20.0 });
    state.apply(Command::SaveSession);
    let saved = std::fs::read_to_string(&path).unwrap();
    for kept in ["Knees", "# A comment.", "id = \"knee\"", "Look here.", "pinched", "[20"] {
        assert!(saved.contains(kept), "{kept}: {saved}");
    }
    // A mark of a pane that is gone would make the file unreadable.
    state.apply(Command::SetPaneCount(1));
    state.apply(Command::SaveSession);
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(!saved.contains("pinched") && crate::panes::parse_talk(&saved, folder.path()).is_ok(), "{saved}");
}
