//! Opening another model or scene, and returning by undo.

use super::command::Command;
use super::document::Document;
use super::edit_state::EditState;
use super::framing::Framing;
use super::loader::Loader;
use super::state::State;
use super::test_support::waking_state;
use crate::centers::CenterParts;
use crate::files::{CenterStore, ModelSource, OpenedModel, open_model};
use crate::measure::VertexId;
use crate::model::{Pose, TwistKind};
use crate::panes::{PanePreset, Scene};
use crate::skinning::SkinningMethod;
use crate::view::{Camera, CameraPreset, SkinPaint, Theme};
use glam::Vec3;
use std::sync::Arc;

fn state_with(model: &str) -> State {
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, Loader::new(Arc::new(|| {}), CenterStore::none()));
    state.show_document(open_model(model).unwrap());
    state.settle_history();
    state
}

/// The visible part of a state.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    model: Option<String>,
    edit: EditState,
    pose: Pose,
    camera: Camera,
    own_cameras: Vec<(u64, Camera)>,
    frame: Option<Framing>,
    joints: (Option<u32>, Vec<u32>),
    selected_pane: usize,
    time_seconds: f32,
    poses: Vec<String>,
}

fn seen(state: &State) -> Seen {
    Seen {
        model: state.documents.first.as_ref().map(|document| document.model.name.clone()),
        edit: state.edit.clone(),
        pose: state.pose.clone(),
        camera: state.view.camera,
        own_cameras: state.view.own_cameras.iter().map(|(id, camera)| (*id, *camera)).collect(),
        frame: state.view.frame,
        joints: (state.selection.joint, state.selection.others.iter().copied().collect()),
        selected_pane: state.view.selected_pane,
        time_seconds: state.playback.time_seconds,
        poses: state.documents.library.poses().iter().map(|pose| pose.name.clone()).collect(),
    }
}

fn joint(state: &State, name: &str) -> u32 {
    state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

fn orbited(camera: Camera, degrees: f32) -> Camera {
    let mut camera = camera;
    camera.orbit(degrees.to_radians(), 0.0);
    camera
}

/// A mannequin with twist joints in a clip, in three panes, one of them with a camera of its own.
fn worked_on(state: &mut State) {
    let [forearm, hand] = ["forearm.L", "hand.L"].map(|name| joint(state, name));
    state.apply(Command::SetTwistJoints { joint: forearm, count: 2 });
    state.apply(Command::SetClip(Some(1)));
    state.apply(Command::Seek(0.3));
    state.apply(Command::SetAngles { node: hand, angles_degrees: Vec3::Y * 80.0 });
    state.settle_history();
    state.apply(Command::SetPaneCount(3));
    state.apply(Command::LinkCamera { pane: 1, linked: false });
    state.apply(Command::SelectPane(1));
    state.apply(Command::SetCamera { pane: 1, camera: orbited(state.view.camera, 50.0) });
    state.apply(Command::SetCamera { pane: 0, camera: orbited(state.view.camera, -20.0) });
    state.apply(Command::SelectJoints(vec![hand, forearm]));
}

#[test]
fn undo_after_opening_brings_back_all_of_the_earlier_document() {
    let mut state = state_with("mannequin");
    worked_on(&mut state);
    let before = seen(&state);
    let document = Arc::clone(state.documents.first.as_ref().unwrap());
    state.show_document(open_model("limb").unwrap());
    let opened = seen(&state);
    assert!(opened.edit.overrides.is_empty() && opened.edit.rig.twists.is_empty() && opened.own_cameras.is_empty());
    assert_eq!(state.history.undo_name(&state.edit), Some("Open limb"));
    state.apply(Command::View(CameraPreset::Top));
    let left = seen(&state);
    let generation = state.pose_generation;

    state.apply(Command::Undo);
    assert_eq!(seen(&state), before);
    assert!(Arc::ptr_eq(state.documents.first.as_ref().unwrap(), &document), "not read again");
    assert!(state.pose_generation > generation, "figures and pictures see another pose");
    state.apply(Command::Redo);
    assert_eq!(seen(&state), left, "and forward again, with the view as it was left");

    // The earlier steps continue below.
    state.apply(Command::Undo);
    state.apply(Command::Undo);
    assert_eq!(state.edit.panes.len(), 2, "the panes before the last edit");
    state.apply(Command::Undo);
    assert!(state.edit.overrides.is_empty() && state.edit.rig.twists.is_empty());
    assert!(state.documents.first.as_ref().unwrap().edits.is_empty());
    assert!(!state.history.has_undo(&state.edit));
    let last = state.history.steps().len() - 1;
    state.apply(Command::GoToStep(last));
    assert_eq!(seen(&state), left, "from the first step to the last at once");
}

#[test]
fn a_change_that_is_no_step_yet_is_kept_when_another_model_opens() {
    let mut state = state_with("bar");
    let mid = joint(&state, "mid");
    state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X * 90.0 });
    let posed = state.pose.clone();
    state.show_document(open_model("limb").unwrap());
    state.apply(Command::Undo);
    assert_eq!(state.pose, posed);
    let names: Vec<&str> = state.history.steps().iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["Open bar", "Rotate mid", "Open limb"]);
}

#[test]
fn closing_the_model_can_be_undone() {
    let mut state = state_with("bar");
    let mid = joint(&state, "mid");
    state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X * 90.0 });
    let before = seen(&state);
    state.apply(Command::CloseModel);
    assert!(state.documents.first.is_none() && state.documents.library.poses().is_empty());
    let steps = state.history.steps().len();
    state.apply(Command::CloseModel);
    assert_eq!(state.history.steps().len(), steps, "nothing is open");
    state.show_document(open_model("limb").unwrap());
    state.apply(Command::Undo);
    assert!(state.documents.first.is_none());
    state.apply(Command::Undo);
    assert_eq!(seen(&state), before);
}

#[test]
fn a_scene_on_the_same_model_gives_the_camera_back() {
    let mut state = state_with("bar");
    state.apply(Command::SelectJoint(Some(joint(&state, "mid"))));
    state.apply(Command::LinkCamera { pane: 1, linked: false });
    state.apply(Command::SetCamera { pane: 0, camera: orbited(state.view.camera, 40.0) });
    let before = seen(&state);
    let document = state.documents.first.as_ref().unwrap().id;
    let scenes: Vec<Arc<Scene>> =
        Scene::of_papers().filter(|scene| scene.model.bundled_name() == Some("bar")).take(2).cloned().collect();
    state.apply(Command::TakeScene(Arc::clone(&scenes[0])));
    let first = seen(&state);
    state.apply(Command::SetCamera { pane: 0, camera: orbited(state.view.camera, 10.0) });
    let moved = state.view.camera;
    state.apply(Command::TakeScene(Arc::clone(&scenes[1])));
    let second = seen(&state);
    state.apply(Command::Undo);
    assert_eq!(state.view.camera, moved, "as the user left it");
    assert_eq!(state.edit, first.edit);
    state.apply(Command::Undo);
    assert_eq!(seen(&state), before);
    state.apply(Command::GoToStep(2));
    assert_eq!(seen(&state), second);
    assert_eq!(state.documents.first.as_ref().unwrap().id, document, "the same document all along");
}

/// Edits within one visit leave the camera alone: users look around while they pose.
#[test]
fn undo_of_a_pose_leaves_the_camera() {
    let mut state = state_with("bar");
    let mid = joint(&state, "mid");
    state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X * 90.0 });
    state.settle_history();
    state.apply(Command::SetCamera { pane: 0, camera: orbited(state.view.camera, 40.0) });
    let camera = state.view.camera;
    state.apply(Command::Undo);
    assert!(state.edit.overrides.is_empty() && state.view.camera == camera);
}

#[test]
fn a_scene_with_its_own_model_is_one_step() {
    let (mut state, woken) = waking_state();
    state.show_document(open_model("limb").unwrap());
    state.apply(Command::TakePreset(PanePreset::AllMethods));
    state.settle_history();
    let before = seen(&state);
    let scene = Scene::of_papers().find(|scene| scene.model.bundled_name() == Some("bar")).unwrap();
    let steps = state.history.steps().len();
    state.apply(Command::TakeScene(Arc::clone(scene)));
    woken.recv().unwrap();
    state.take_results();
    assert_eq!(state.edit.scene.as_ref(), Some(scene));
    assert_eq!(state.history.steps().len(), steps + 1);
    assert_eq!(state.history.undo_name(&state.edit), Some(scene.citation().as_str()));
    state.apply(Command::Undo);
    assert_eq!(seen(&state), before);
}

#[test]
fn a_model_that_cannot_be_opened_changes_nothing() {
    let (mut state, woken) = waking_state();
    state.show_document(open_model("bar").unwrap());
    state.settle_history();
    let before = (seen(&state), state.history.steps().len());
    state.apply(Command::Open(ModelSource::File("no such file.glb".into())));
    woken.recv().unwrap();
    state.take_results();
    assert!(state.interface.error.is_some());
    assert_eq!((seen(&state), state.history.steps().len()), before);
}

#[test]
fn only_the_last_documents_are_kept_and_undo_ends_there() {
    let mut state = state_with("bar");
    let weak = Arc::downgrade(&state.documents.first.as_ref().unwrap().source);
    let mid = joint(&state, "mid");
    state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X * 90.0 });
    for model in ["limb", "cloth-9", "tentacle", "hand"] {
        state.show_document(open_model(model).unwrap());
    }
    assert!(weak.upgrade().is_some());
    assert_eq!(state.history.steps().len(), 6);
    state.show_document(open_model("limb").unwrap());
    assert!(weak.upgrade().is_none(), "the memory is free");
    let names: Vec<&str> = state.history.steps().iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["Open limb", "Open cloth-9", "Open tentacle", "Open hand", "Open limb"]);
    for _ in 0..9 {
        state.apply(Command::Undo);
    }
    assert_eq!(state.documents.first.as_ref().unwrap().model.name, "limb");
    assert!(!state.history.has_undo(&state.edit));
}

/// A texture with more bytes than pixels stands in for a huge model.
#[test]
fn a_document_that_is_too_large_is_not_kept() {
    let mut huge = open_model("bar").unwrap();
    let mut model = crate::model::Model::clone(&huge.asset.model);
    // Nothing writes the bytes, so the system does not provide memory for them.
    let rgba = vec![0; (1 << 30) + 1];
    model.textures = Arc::new(vec![crate::model::Texture { width: 1, height: 1, rgba, repeat: [true; 2] }]);
    huge.asset.model = Arc::new(model);
    let mut state = state_with("limb");
    state.show_document(huge);
    state.show_document(open_model("hand").unwrap());
    let names: Vec<&str> = state.history.steps().iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["Open hand"], "the one before it is not kept either: undo does not skip");
}

fn opened_twice(state: &State) -> OpenedModel {
    open_model(&state.documents.first.as_ref().unwrap().origin).unwrap()
}

#[test]
fn centers_belong_to_the_document_that_undo_returns_to() {
    let (mut state, woken) = waking_state();
    state.show_document(open_model("bar").unwrap());
    state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Cor });
    let settings = state.edit.pane(0).centers;
    let again = opened_twice(&state);
    state.show_document(open_model("mannequin").unwrap());
    state.request_centers();
    assert!(state.documents.centers.computing());
    // Back while the job for the mannequin runs.
    state.apply(Command::Undo);
    state.request_centers();
    let wait = |state: &mut State| {
        while state.wait_for_centers(settings, Some(CenterParts::Points)).is_some() {
            woken.recv().unwrap();
            state.take_results();
        }
        let document = state.documents.first.as_ref().unwrap();
        let (centers, _) = state.documents.centers.get(document.id, settings, CenterParts::Points).unwrap();
        let counts: Vec<usize> = document.model.primitives.iter().map(|one| one.positions.len()).collect();
        assert_eq!(centers.of_primitives.iter().map(|centers| centers.len()).collect::<Vec<_>>(), counts);
    };
    wait(&mut state);
    state.show_document(again);
    state.request_centers();
    wait(&mut state);
}

#[test]
fn a_stress_list_comes_back_with_its_document() {
    let (mut state, woken) = waking_state();
    state.show_document(open_model("bar").unwrap());
    state.apply(Command::StartStress);
    while state.jobs.stress.fraction().is_some() {
        woken.recv().unwrap();
        state.take_results();
    }
    let list = Arc::clone(state.stress_result().unwrap());
    state.show_document(open_model("limb").unwrap());
    assert!(state.stress_result().is_none());
    // A test that is still running belongs to the document that undo leaves.
    state.apply(Command::StartStress);
    state.apply(Command::Undo);
    assert!(state.jobs.stress.fraction().is_none());
    assert!(Arc::ptr_eq(state.stress_result().unwrap(), &list));
}

#[test]
fn framing_one_pane_ends_when_its_camera_is_shared_again() {
    let mut state = state_with("bar");
    state.apply(Command::LinkCamera { pane: 1, linked: false });
    state.apply(Command::SelectPane(1));
    state.apply(Command::FrameAll);
    assert!(state.own_framing(1, [300, 300]).is_some());
    state.apply(Command::LinkCamera { pane: 1, linked: true });
    assert_eq!(state.own_framing(1, [300, 300]), None, "it would move the shared camera");
}

#[test]
fn framing_one_pane_keeps_the_direction_of_its_own_camera() {
    let mut state = state_with("bar");
    state.apply(Command::LinkCamera { pane: 1, linked: false });
    let own = orbited(state.view.camera, 70.0);
    state.apply(Command::SetCamera { pane: 1, camera: own });
    state.apply(Command::SelectPane(1));
    state.apply(Command::FrameAll);
    let framed = state.own_framing(1, [300, 300]).unwrap();
    assert_eq!((framed.yaw, framed.pitch), (own.yaw, own.pitch));
    state.apply(Command::MatchCamera(1));
    assert_eq!(state.own_framing(1, [300, 300]), None);
}

/// Each camera frames for the size of its own pane, and again when that changes.
#[test]
fn every_pane_with_its_own_camera_is_framed_for_its_own_size() {
    let mut state = state_with("bar");
    for pane in [0, 1] {
        state.apply(Command::LinkCamera { pane, linked: false });
        state.apply(Command::SelectPane(pane));
        state.apply(Command::FrameAll);
    }
    let sizes = [[600, 300], [100, 300]];
    let distance = |state: &State, pane: usize| state.camera_of(pane).distance;
    for pane in [0, 1] {
        state.apply(Command::TakeOwnFraming { pane, pane_size: sizes[pane] });
    }
    assert!(distance(&state, 1) > 1.5 * distance(&state, 0), "a narrow picture is taken from farther away");
    state.apply(Command::TakeOwnFraming { pane: 1, pane_size: sizes[0] });
    assert_eq!(distance(&state, 1), distance(&state, 0));
    let moved = orbited(state.camera_of(1), 30.0);
    state.apply(Command::SetCamera { pane: 1, camera: moved });
    assert_eq!(state.own_framing(1, sizes[1]), None, "the user moved it");
    assert!(state.own_framing(0, sizes[1]).is_some());
}

/// Modes for work on one model are displayed while they are on, and do not carry over to the next model.
#[test]
fn mirrored_edits_and_colors_are_shown_and_end_with_the_model() {
    let mut state = state_with("mannequin");
    assert_eq!(state.modes_text(), None);
    state.apply(Command::MirrorPosing(true));
    let mut look = state.edit.pane(0).look;
    look.paint = SkinPaint::AreaStretch;
    state.apply(Command::SetLook { pane: 0, look });
    let text = state.modes_text().unwrap();
    assert!(text.contains("mirrored") && text.contains("Colors: Area stretch"), "{text}");
    state.settle_history();
    for leave in [false, true] {
        match leave {
            true => state.apply(Command::CloseModel),
            false => state.show_document(open_model("limb").unwrap()),
        }
        let paints = |state: &State| state.edit.panes.iter().map(|pane| pane.settings.look.paint).collect::<Vec<_>>();
        assert!(!state.hand.mirrors_posing && paints(&state).iter().all(|paint| *paint == SkinPaint::Materials));
        assert_eq!(state.modes_text(), None);
        state.apply(Command::Undo);
        assert_eq!(paints(&state)[0], SkinPaint::AreaStretch, "undo brings back the model with its colors");
    }
}

/// The twist joints of an exported rig can be controlled again when it is opened.
#[test]
fn twist_joints_of_an_exported_rig_can_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rig.glb");
    let mut state = state_with("mannequin");
    let forearm = joint(&state, "forearm.L");
    state.apply(Command::SetTwistJoints { joint: forearm, count: 3 });
    let joints = state.documents.first.as_ref().unwrap().joints.count;
    state.apply(Command::ExportRig(path.clone()));
    assert!(state.interface.error.is_none(), "{:?}", state.interface.error);
    state.show_document(open_model(&path).unwrap());
    let forearm = joint(&state, "forearm.L");
    let twist = joint(&state, "forearm_twist_2.L");
    assert_eq!((state.twisted_bone(forearm), state.twisted_bone(twist)), (Some(forearm), Some(forearm)));
    assert_eq!((state.twist_count(forearm), state.twist_kind(forearm)), (3, TwistKind::End));
    assert!(state.edit.rig.twists.is_empty() && state.documents.first.as_ref().unwrap().joints.count == joints);
    state.apply(Command::SelectJoint(Some(twist)));
    assert_eq!(state.selected_limb(), None, "no limb ends at a twist joint");
    state.apply(Command::SetTwistJoints { joint: forearm, count: 1 });
    assert_eq!((state.twist_count(forearm), state.documents.first.as_ref().unwrap().joints.count), (1, joints - 2));
    state.apply(Command::SetTwistKind { joint: forearm, kind: TwistKind::Both });
    assert_eq!(
        (state.twist_kind(forearm), state.documents.first.as_ref().unwrap().joints.count),
        (TwistKind::Both, joints - 1)
    );
    // Returns to the file's own twist joints.
    state.apply(Command::SetTwistKind { joint: forearm, kind: TwistKind::End });
    state.apply(Command::SetTwistJoints { joint: forearm, count: 3 });
    assert!(state.edit.rig.twists.is_empty() && state.documents.first.as_ref().unwrap().joints.count == joints);
}

/// The vertex under the pointer belongs to the previous model: in its replacement, the same numbers are another vertex.
#[test]
fn nothing_is_pointed_at_in_what_took_the_place_of_a_model_or_scene() {
    type Change = fn(&mut State);
    let changes: [(&str, Change); 7] = [
        ("a scene of the same model", |state| {
            let scene = Scene::of_papers().find(|scene| scene.model.bundled_name() == Some("bar")).unwrap();
            state.apply(Command::TakeScene(Arc::clone(scene)));
        }),
        ("another model", |state| {
            state.show_document(open_model("limb").unwrap());
            state.settle_history();
        }),
        ("undo to the model before", |state| state.apply(Command::Undo)),
        ("skin alone", |state| {
            state.apply(Command::SelectJoint(Some(joint(state, "mid"))));
            state.apply(Command::IsolateSelected);
        }),
        ("all skin again", |state| state.apply(Command::IsolateSelected)),
        ("a second model that is gone", |state| {
            state.take_second(Document::new(0, open_model("bar").unwrap()));
            state.apply(Command::HoverVertex(Some((0, VertexId { primitive: 0, vertex: 3 }))));
            state.apply(Command::RemoveSecondModel);
        }),
        ("no model", |state| state.apply(Command::CloseModel)),
    ];
    let mut state = state_with("bar");
    for (what, change) in changes {
        let at = Some((0, VertexId { primitive: 0, vertex: 3 }));
        state.apply(Command::HoverVertex(at));
        assert_eq!(state.hand.hovered_vertex, at, "before {what}");
        change(&mut state);
        assert_eq!(state.hand.hovered_vertex, None, "{what}");
    }
}
