//! Parts that undo restores, and parts that it leaves alone.

use super::command::Command;
use super::gizmo_drag::{GizmoGrip, GizmoPointer};
use super::loader::Loader;
use super::pose_library::PoseLibrary;
use super::state::State;
use crate::files::{CenterStore, open_model};
use crate::skinning::SkinningMethod;
use crate::view::{GizmoHandle, Theme};
use glam::Vec2;
use std::collections::BTreeSet;
use std::sync::Arc;

fn state_with(model: &str) -> State {
    let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
    state.documents.library = PoseLibrary::default();
    state.show_document(open_model(model).unwrap());
    state.feed_history(0.0, false);
    state
}

fn ids(state: &State) -> Vec<u64> {
    state.edit.panes.iter().map(|pane| pane.id).collect()
}

/// Simulates a user who pressed R, turned the joint, and still holds it.
fn hold_handle(state: &mut State, joint: &str) -> u32 {
    let node = state.documents.first.as_ref().unwrap().model.skeleton.find(joint).unwrap();
    state.apply(Command::SelectJoint(Some(node)));
    let grip = GizmoGrip { pane: 0, handle: GizmoHandle::Axis(0), radius: 54.0, by_key: true };
    let pointer = GizmoPointer { camera: state.view.camera, pixels: [400, 400], at: Vec2::splat(100.0) };
    state.apply(Command::BeginGizmo { grip, pointer });
    state.apply(Command::TypeGizmo(30.0));
    assert!(state.hand.gizmo_drag.is_some() && !state.edit.overrides.is_empty());
    node
}

#[test]
fn a_pane_made_after_undo_is_none_that_was_there_before() {
    let mut state = state_with("bar");
    state.apply(Command::DuplicatePane(0));
    let doubled = ids(&state)[1];
    state.apply(Command::LinkCamera { pane: 1, linked: false });
    state.apply(Command::Undo);
    assert!(state.view.own_cameras.is_empty(), "the camera of a pane that is gone");
    state.apply(Command::DuplicatePane(0));
    assert_ne!(ids(&state)[1], doubled);
    assert!(state.view.own_cameras.is_empty(), "the new pane shares the camera");
    state.apply(Command::SetPaneCount(5));
    assert_eq!(ids(&state).into_iter().collect::<BTreeSet<_>>().len(), 5);
}

#[test]
fn redo_brings_back_the_pane_that_undo_took() {
    let mut state = state_with("bar");
    state.apply(Command::DuplicatePane(0));
    let with_three = ids(&state);
    state.apply(Command::Undo);
    assert!(state.history.has_redo(&state.edit));
    state.apply(Command::Redo);
    assert_eq!(ids(&state), with_three);
}

#[test]
fn an_edit_finishes_the_handle_and_outlives_its_cancel() {
    let mut state = state_with("bar");
    hold_handle(&mut state, "mid");
    let turned = state.edit.overrides.clone();
    state.apply(Command::TakePose(0));
    let posed = state.edit.overrides.clone();
    assert!(state.hand.gizmo_drag.is_none() && posed != turned);
    state.apply(Command::CancelGizmo);
    assert_eq!(state.edit.overrides, posed, "the pose stays");
    state.apply(Command::Undo);
    assert_eq!(state.edit.overrides, turned, "what the handle did is a step of its own");
    state.apply(Command::Undo);
    assert!(state.edit.overrides.is_empty());
}

#[test]
fn undo_takes_back_what_the_held_handle_did_and_no_more() {
    let mut state = state_with("bar");
    state.apply(Command::DuplicatePane(0));
    state.settle_history();
    hold_handle(&mut state, "mid");
    state.apply(Command::Undo);
    assert!(state.edit.overrides.is_empty() && state.hand.gizmo_drag.is_none());
    assert_eq!(state.edit.panes.len(), 3, "the step before stays");
    assert!(state.history.has_redo(&state.edit));
}

/// The window uses this value to decide whether to draw another frame.
#[test]
fn the_generation_of_the_edit_grows_with_every_change_and_with_nothing_else() {
    let mut state = state_with("bar");
    let growth = |state: &mut State, command: Command| {
        let before = state.edit_generation;
        state.apply(command);
        state.edit_generation - before
    };
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    assert_eq!(growth(&mut state, Command::SelectJoint(Some(mid))), 0);
    assert_eq!(growth(&mut state, Command::HoverJoint(Some(mid))), 0);
    assert_eq!(growth(&mut state, Command::TakePose(0)), 1);
    assert_eq!(growth(&mut state, Command::TakePose(0)), 0, "the same pose again");
    assert_eq!(growth(&mut state, Command::Undo), 1);
    assert_eq!(growth(&mut state, Command::Redo), 1);
    assert_eq!(growth(&mut state, Command::GoToStep(0)), 1);
    hold_handle(&mut state, "mid");
    assert_eq!(growth(&mut state, Command::CancelGizmo), 1);
    state.begin_gesture();
    assert_eq!(growth(&mut state, Command::SetPaneCount(4)), 1);
    assert_eq!(growth(&mut state, Command::CancelGesture), 1);
    assert_eq!(growth(&mut state, Command::Undo), 0, "nothing is left to undo");
    assert_eq!(growth(&mut state, Command::TakePose(0)), 1);
    assert_eq!(growth(&mut state, Command::CloseModel), 1);
}
