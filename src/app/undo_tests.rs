//! What undo brings back, and what it leaves alone.

use super::command::Command;
use super::jobs::Loader;
use super::pose_library::PoseLibrary;
use super::state::State;
use crate::cli::{CenterStore, open_model};
use crate::skinning::SkinningMethod;
use crate::viewport::Theme;
use std::collections::BTreeSet;
use std::sync::Arc;

fn state_with(model: &str) -> State {
    let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
    state.library = PoseLibrary::default();
    state.show_document(open_model(model).unwrap());
    state.feed_history(0.0, false);
    state
}

fn ids(state: &State) -> Vec<u64> {
    state.edit.panes.iter().map(|pane| pane.id).collect()
}

#[test]
fn a_pane_made_after_undo_is_none_that_was_there_before() {
    let mut state = state_with("bar");
    state.apply(Command::DuplicatePane(0));
    let doubled = ids(&state)[1];
    state.apply(Command::LinkCamera { pane: 1, linked: false });
    state.apply(Command::Undo);
    assert!(state.own_cameras.is_empty(), "the camera of a pane that is gone");
    state.apply(Command::DuplicatePane(0));
    assert_ne!(ids(&state)[1], doubled);
    assert!(state.own_cameras.is_empty(), "the new pane shares the camera");
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
