//! Closing the window while work would be lost.

use crate::harness::{settle, viewer_with};
use crate::posing::joint;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::files::SessionStore;
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, Restoring};
use skinscope::viewer::Viewer;

/// A posed bar, and a user who has turned restoring off.
fn posed() -> Harness<'static, Viewer> {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    let state = &mut harness.state_mut().state;
    state.restoring = Restoring::in_store(SessionStore::none(), false);
    state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 50.0 });
    settle(&mut harness);
    harness
}

fn press_quit(harness: &mut Harness<'_, Viewer>) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Q);
    settle(harness);
}

#[test]
fn a_dialog_asks_before_a_pose_is_lost() {
    let mut harness = posed();
    press_quit(&mut harness);
    assert!(!harness.state().state.interface.quit);
    harness.get_by_label("Close without saving?");
    harness.get_by_label("The pose of bar is not saved.");
    harness.get_by_label(rows::SAVE_POSE.text);
    // Keys of the window do nothing meanwhile, and Escape leads back.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(!harness.state().state.edit.overrides.is_empty());
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.query_by_label("Close without saving?").is_none());
    press_quit(&mut harness);
    harness.get_by_label("Cancel").click();
    settle(&mut harness);
    assert!(harness.query_by_label("Close without saving?").is_none() && !harness.state().state.interface.quit);
    press_quit(&mut harness);
    harness.get_by_label("Close without saving").click();
    settle(&mut harness);
    assert!(harness.state().state.interface.quit);
}

#[test]
fn a_window_without_unsaved_work_closes_at_once() {
    let mut harness = posed();
    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    press_quit(&mut harness);
    assert!(harness.state().state.interface.quit);
}
