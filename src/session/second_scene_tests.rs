//! Scenes of two models: what they keep and restore, also on the stage, and what remains if a file is lost.

use super::command::Command;
use super::second_model::{EQUAL_SCALE, limb_beside};
use super::stage::StageKey;
use super::state::State;
use super::talk::TalkEdit;
use super::test_support::{wait_until, waking_state};
use crate::files::{ModelSource, open_model};
use crate::pairs::PairFit;
use crate::panes::PaneModel::{First, Second};
use crate::panes::{ComparisonKind, PaneModel, Scene, parse_talk};
use crate::skinning::SkinningMethod;
use crate::view::SkinPaint;
use glam::Vec3;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

fn models(state: &State) -> Vec<PaneModel> {
    state.edit.panes.iter().map(|pane| pane.settings.model).collect()
}

fn node(state: &State, name: &str) -> u32 {
    state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

/// Two limbs in files, in a pose, with a table of joints and equal sizes.
fn limbs_in(folder: &Path) -> (State, Receiver<()>, [PathBuf; 2]) {
    let paths = ["limb", "limb-heat"].map(|name| {
        let path = folder.join(format!("own-{name}.glb"));
        std::fs::write(&path, crate::bundled::glb_bytes(name).unwrap()).unwrap();
        path
    });
    let (mut state, woken) = waking_state();
    state.show_document(open_model(&paths[0]).unwrap());
    state.apply(Command::AddModel(ModelSource::File(paths[1].clone())));
    wait_until(&mut state, &woken, |state| state.second().is_some());
    let [left, right] = ["left", "right"].map(|name| node(&state, name));
    state.apply(Command::SetPartner { joint: left, partner: Some(right) });
    state.apply(Command::FitSecond(EQUAL_SCALE));
    state.apply(Command::SetAngles { node: left, angles_degrees: Vec3::new(0.0, 70.0, 0.0) });
    state.settle_history();
    (state, woken, paths)
}

#[test]
fn a_scene_keeps_both_models_and_one_without_the_second_has_one() {
    let (mut state, _woken) = limb_beside("limb-heat");
    let scene = state.scene_of_now().unwrap();
    assert_eq!(scene.panes().iter().map(|pane| pane.model).collect::<Vec<_>>(), [First, First, Second, Second]);
    assert_eq!(scene.second.as_ref().unwrap().model.bundled_name(), Some("limb-heat"));
    for pane in [3, 2] {
        state.apply(Command::RemovePane(pane));
    }
    assert!(state.scene_of_now().unwrap().second.is_none(), "no pane shows it");
    let mut settings = state.edit.panes[0].settings;
    settings.look.paint = SkinPaint::DifferenceToModel;
    state.edit.panes[0].settings = settings;
    assert!(state.scene_of_now().unwrap().second.is_some());
    state.apply(Command::RemoveSecondModel);
    let scene = state.scene_of_now().unwrap();
    assert!(scene.second.is_none() && scene.panes.len() == 2 && !scene.shows_second());
}

#[test]
fn a_session_file_brings_both_models_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut state, _woken, _) = limbs_in(folder.path());
    let mut settings = state.edit.panes[0].settings;
    (settings.comparison.kind, settings.comparison.other_model) = (ComparisonKind::Wipe, true);
    state.edit.panes[0].settings = settings;
    let path = folder.path().join("pair.skinscope");
    state.apply(Command::SaveSessionAs(path.clone()));
    assert!(state.interface.error.is_none() && !state.is_unsaved(), "{:?}", state.interface.error);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("[scene.second]") && text.contains("left = \"right\""), "{text}");

    let (mut other, woken) = waking_state();
    other.apply(Command::Open(ModelSource::File(path.clone())));
    wait_until(&mut other, &woken, |state| state.documents.first.is_some());
    assert!(!other.is_unsaved(), "also while the second model is read");
    wait_until(&mut other, &woken, |state| state.second().is_some());
    let settings = |state: &State| state.edit.panes.iter().map(|pane| pane.settings).collect::<Vec<_>>();
    assert_eq!(settings(&other), settings(&state));
    let (ours, theirs) = (other.second().unwrap(), state.second().unwrap());
    assert_eq!((ours.fit.equal_scale, &ours.table, &ours.pose), (true, &theirs.table, &theirs.pose));
    assert!(!other.is_unsaved() && other.session_file().is_some());
    other.apply(Command::FitSecond(PairFit::default()));
    assert!(other.is_unsaved(), "its size is part of the session");
    other.apply(Command::FitSecond(EQUAL_SCALE));
    assert!(!other.is_unsaved());
    let left = node(&other, "left");
    other.apply(Command::MatchByName(left));
    assert!(other.is_unsaved(), "so are the partners");
}

#[test]
fn a_session_whose_second_file_is_gone_says_so_and_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut state, _woken, paths) = limbs_in(folder.path());
    let path = folder.path().join("pair.skinscope");
    state.apply(Command::SaveSessionAs(path.clone()));
    std::fs::remove_file(&paths[1]).unwrap();
    let (mut other, woken) = waking_state();
    other.apply(Command::Open(ModelSource::File(path.clone())));
    wait_until(&mut other, &woken, |state| state.interface.error.is_some());
    let error = other.interface.error.take().unwrap();
    assert!(error.title.contains("own-limb-heat.glb"), "{error:?}");
    assert!(other.documents.first.is_some() && other.second().is_none());
    let left = node(&other, "left");
    other.apply(Command::SetAngles { node: left, angles_degrees: Vec3::ZERO });
    other.apply(Command::SaveSession);
    assert!(other.interface.error.is_none() && !other.is_unsaved());
    let text = std::fs::read_to_string(&path).unwrap();
    let talk = parse_talk(&text, folder.path()).unwrap();
    let second = talk.scenes[0].second.as_ref().unwrap();
    assert!(second.equal_scale && !second.joints.is_empty() && second.model.label() == "own-limb-heat.glb", "{text}");
    assert!(talk.scenes[0].shows_second(), "panes stay with it");
}

#[test]
fn a_scene_of_two_models_is_one_step_and_undo_brings_back_the_second_model_before() {
    let (mut state, woken) = limb_beside("limb-heat");
    let scene = Arc::new(state.scene_of_now().unwrap());
    // Another second model with a table of its own.
    state.take_second(super::Document::new(0, open_model("bar").unwrap()));
    let left = node(&state, "left");
    state.apply(Command::SetPartner { joint: left, partner: Some(0) });
    state.settle_history();
    state.apply(Command::TakeScene(scene));
    wait_until(&mut state, &woken, |state| {
        state.second().is_some_and(|second| second.document.model.name == "limb-heat")
    });
    assert_eq!(models(&state), [First, First, Second, Second]);
    assert_eq!(state.scene_changes(), super::scenes::SceneChanges::default());
    state.apply(Command::FitSecond(EQUAL_SCALE));
    assert!(state.scene_changes().panes, "its caption may be about sizes");
    state.settle_history();
    state.apply(Command::Undo);
    let second = state.second().unwrap();
    assert_eq!(second.document.model.name, "bar");
    assert!(second.has_table(), "with its partners");
}

#[test]
fn the_stage_shows_scenes_of_two_models_and_gives_the_editor_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut state, woken, _) = limbs_in(folder.path());
    state.apply(Command::EditTalk(TalkEdit::Keep));
    // A scene of one model, and a scene of two again.
    let of_bar = Scene::of_papers().find(|scene| scene.model.bundled_name() == Some("bar")).unwrap();
    state.apply(Command::EditTalk(TalkEdit::AddAll(vec![Arc::clone(of_bar)])));
    let again = Scene { id: "again".to_owned(), ..Scene::clone(&state.talk().scenes[0]) };
    state.apply(Command::EditTalk(TalkEdit::AddAll(vec![Arc::new(again)])));
    let (before, second_before) = (models(&state), state.second().unwrap().pose.clone());
    state.apply(Command::EnterStage);
    assert!(state.second().is_some(), "the stage begins with what the editor shows");
    let shown = |state: &State| state.talk.stage.as_ref().unwrap().number();
    for (number, has_second) in [(1, true), (2, false), (3, true)] {
        state.apply(Command::PressOnStage(StageKey::Digit(number as u8)));
        state.apply(Command::PressOnStage(StageKey::Enter));
        wait_until(&mut state, &woken, |state| shown(state) == Some(number));
        assert!(state.talk.stage.as_ref().unwrap().obstacle().is_none());
        assert_eq!(state.second().is_some(), has_second, "scene {number}");
        let panes = state.talk.stage.as_ref().unwrap().scene().unwrap().panes.len();
        assert_eq!(state.edit.panes.len(), panes);
        if has_second {
            state.finish_transition();
            let second = state.second().unwrap();
            assert_eq!((second.fit.equal_scale, &second.pose), (true, &second_before));
        }
    }
    state.apply(Command::PressOnStage(StageKey::GoBack));
    assert!(state.talk.stage.is_none());
    let second = state.second().unwrap();
    assert_eq!((models(&state), &second.pose, second.fit.equal_scale), (before, &second_before, true));
}

/// A second model in the size of the first is another document, which the rehearsal prepares too.
#[test]
fn the_stage_has_the_centers_of_a_second_model_in_another_size() {
    let (mut state, woken) = limb_beside("bar");
    state.apply(Command::FitSecond(EQUAL_SCALE));
    for pane in [2, 3] {
        state.apply(Command::SetMethod { pane, method: SkinningMethod::Cor });
    }
    state.apply(Command::EditTalk(TalkEdit::Keep));
    state.apply(Command::EnterStage);
    let prepared = |state: &State| {
        let stage = state.talk.stage.as_ref().unwrap();
        stage.ready_scenes(state).len() == 1
    };
    wait_until(&mut state, &woken, prepared);
    state.apply(Command::PressOnStage(StageKey::First));
    let second = state.second().unwrap();
    assert!(state.talk.stage.as_ref().unwrap().documents().any(|document| document.id == second.document.id));
    state.request_centers();
    let settings = state.edit.panes[2].settings;
    assert_eq!(state.wait_of_pane(&settings), None);
    assert!(state.centers_for(state.second().unwrap().document.id, &settings).is_some());
}

/// A talk from the command line shows its first scene in the editor, and goes on stage before the second model is read.
#[test]
fn a_second_model_that_was_being_read_is_there_after_the_talk() {
    let folder = tempfile::tempdir().unwrap();
    let (mut state, _woken, _) = limbs_in(folder.path());
    state.apply(Command::EditTalk(TalkEdit::Keep));
    let scene = Arc::clone(&state.talk().scenes[0]);
    let (mut other, woken) = waking_state();
    let crate::panes::SceneFile::Path(first) = &scene.model else { panic!() };
    other.show_document(open_model(first).unwrap());
    other.apply(Command::EditTalk(TalkEdit::AddAll(vec![Arc::clone(&scene)])));
    other.apply(Command::TakeScene(Arc::clone(&scene)));
    assert!(other.second().is_none());
    other.apply(Command::EnterStage);
    other.apply(Command::PressOnStage(StageKey::First));
    wait_until(&mut other, &woken, |state| state.second().is_some());
    other.apply(Command::PressOnStage(StageKey::GoBack));
    wait_until(&mut other, &woken, |state| state.second().is_some());
    assert_eq!(models(&other), models(&state));
    assert!(other.second().unwrap().fit.equal_scale && other.scene_changes() == super::scenes::SceneChanges::default());
}

#[test]
fn the_skin_of_a_pane_of_the_second_model_is_that_of_the_second_model() {
    let folder = tempfile::tempdir().unwrap();
    let (mut state, _woken) = limb_beside("bar");
    let path = folder.path().join("skin.npy");
    for (pane, model) in [(0, First), (2, Second)] {
        state.apply(Command::SelectPane(pane));
        state.apply(Command::ExportSkin(path.clone()));
        assert!(state.interface.error.is_none(), "{:?}", state.interface.error);
        let vertices: usize =
            state.document_of(model).unwrap().model.primitives.iter().map(|primitive| primitive.positions.len()).sum();
        let text = &state.interface.notice.as_ref().unwrap().text;
        assert!(text.contains(&crate::math::counted(vertices, "vertex", "vertices")), "{text}");
    }
}

#[test]
fn a_view_of_the_whole_skin_shows_both_models() {
    let (mut state, woken) = limb_beside("limb-heat");
    let scene = Scene { view: crate::panes::SceneView::FRONT, ..state.scene_of_now().unwrap() };
    let mut large = scene.clone();
    large.second.as_mut().unwrap().model = crate::panes::SceneFile::Bundled("tentacle");
    let extent = |state: &State, model| state.document_of(model).unwrap().rest_bounds.extent();
    state.apply(Command::TakeScene(Arc::new(scene)));
    let alone = state.view.camera.distance;
    state.apply(Command::TakeScene(Arc::new(large)));
    wait_until(&mut state, &woken, |state| {
        state.second().is_some_and(|second| second.document.model.name == "tentacle")
    });
    assert!(extent(&state, Second) > 1.2 * extent(&state, First), "{}", extent(&state, Second));
    assert!(state.view.camera.distance > 1.1 * alone, "{} {alone}", state.view.camera.distance);
}

/// A scene of one model neither stops a model that is being added, nor makes undo replace one that was added since.
#[test]
fn a_scene_of_one_model_leaves_the_second_to_the_user() {
    let (mut state, woken) = limb_beside("limb-heat");
    let second = state.second().unwrap().kept();
    let mut scene = state.scene_of_now().unwrap();
    scene.second = None;
    scene.panes.truncate(2);
    state.apply(Command::AddModel(ModelSource::Bundled("bar")));
    state.apply(Command::TakeScene(Arc::new(scene)));
    wait_until(&mut state, &woken, |state| state.second().is_some_and(|second| second.document.model.name == "bar"));
    state.settle_history();
    let step = state.history.steps().iter().position(|step| step.name.contains("limb")).unwrap_or(0);
    state.apply(Command::GoToStep(step));
    assert_eq!(state.second().unwrap().document.model.name, "bar");
    assert!(!Arc::ptr_eq(&state.second().unwrap().read, &second.read));
}
