//! Escape takes back what is held, closes what is open, and only then lets go of the selection.

use crate::harness::{settle, show_tab, viewer_with};
use crate::posing::{joint, picture};
use egui::{Key, Modifiers, Pos2, accesskit::Role, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::measure::VertexId;
use skinscope::panes::{Comparison, ComparisonKind};
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, EditState, InspectorTab, Selection, View};
use skinscope::viewer::Viewer;

fn escape(harness: &mut Harness<'_, Viewer>) {
    harness.key_press(Key::Escape);
    settle(harness);
}

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

/// The bar with its far half turned and selected.
fn bar() -> (Harness<'static, Viewer>, u32) {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    apply(&mut harness, Command::SetAngles { node: mid, angles_degrees: glam::Vec3::new(30.0, 0.0, 0.0) });
    harness.run_steps(8);
    (harness, mid)
}

/// Everything that a gesture may change.
fn everything(harness: &Harness<'_, Viewer>) -> (EditState, View, f32, Selection) {
    let state = &harness.state().state;
    (state.edit.clone(), state.view.clone(), state.playback.time_seconds, state.selection.clone())
}

/// Drags with the button down, presses Escape in the middle, drags on and lets go: all is as it was before the press.
#[track_caller]
fn escape_takes_back(harness: &mut Harness<'_, Viewer>, name: &str, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.run_steps(2);
    let before = everything(harness);
    harness.drag_at(from);
    harness.run_steps(2);
    for share in [0.3, 0.6] {
        harness.hover_at(from + share * (to - from));
        harness.run_steps(2);
    }
    assert_ne!(everything(harness), before, "{name}: nothing was dragged");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(everything(harness), before, "{name}: Escape takes it back");
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    settle(harness);
    harness.run_steps(8);
    assert_eq!(everything(harness), before, "{name}: what is still held does nothing");
    assert!(harness.state().state.hand.gizmo_drag.is_none());
}

#[test]
fn escape_cancels_exactly_the_drag_that_is_held() {
    let (mut harness, _) = bar();
    show_tab(&mut harness, InspectorTab::Pose);
    let slider = harness.get_by_role_and_label(Role::Slider, "Rotate Y").rect();
    escape_takes_back(&mut harness, "a slider", slider.center(), slider.center() + vec2(60.0, 0.0));
    let number = harness.get_by_label("Rotate Z degrees").rect().center();
    escape_takes_back(&mut harness, "a number", number, number + vec2(70.0, 0.0));
    let (min, size) = picture(&harness);
    let corner = min + vec2(30.0, 70.0);
    escape_takes_back(&mut harness, "the camera", corner, corner + vec2(70.0, 30.0));
    let state = &harness.state().state;
    let tip = state.gizmo(0, 54.0).unwrap().ring(1, &state.view.camera, size);
    let near: Vec<_> = tip.iter().filter(|point| point.near).collect();
    let ring = near[near.len() / 3].pixel;
    let ring = min + vec2(ring.x, ring.y);
    escape_takes_back(&mut harness, "a ring", ring, ring + vec2(60.0, 5.0));
    let border = harness.get_by_label("Border right of column 1").rect().center();
    escape_takes_back(&mut harness, "a border", border, border + vec2(80.0, 0.0));
    let other = harness.state().state.edit.pane(1).skinning;
    let comparison = Comparison { kind: ComparisonKind::Wipe, other, divider: 0.3, ..Comparison::default() };
    apply(&mut harness, Command::SetComparison { pane: 0, comparison });
    harness.run_steps(8);
    let divider = harness.get_by_label("Divider of pane 1").rect();
    let line = pos2(min.x + 0.3 * size[0] as f32, divider.top() + 40.0);
    escape_takes_back(&mut harness, "the divider of a wipe", line, line + vec2(50.0, 0.0));
}

/// A pane that is dragged by its header onto another must not be swapped with it by Escape.
#[test]
fn escape_leaves_a_pane_where_it_was() {
    let (mut harness, mid) = bar();
    let header = |harness: &Harness<'_, Viewer>, pane: usize| {
        harness.get_by_label(&format!("Select pane {pane}")).rect().left_center() + vec2(60.0, 0.0)
    };
    let (from, to) = (header(&harness, 1), header(&harness, 2));
    let before = everything(&harness);
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + vec2(20.0, 20.0));
    harness.run_steps(2);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.drop_at(to);
    settle(&mut harness);
    assert_eq!(everything(&harness), before);
    assert_eq!(harness.state().state.selection.joint, Some(mid));
}

#[test]
fn escape_cancels_a_box_and_gives_the_selection_back() {
    let (mut harness, mid) = bar();
    let (min, size) = picture(&harness);
    harness.hover_at(min + vec2(30.0, 60.0));
    harness.run_steps(2);
    harness.key_press(Key::B);
    harness.run_steps(2);
    assert!(harness.state().state.hand.box_armed);
    let corner = min + vec2(size[0] as f32 - 20.0, size[1] as f32 - 20.0);
    escape_takes_back(&mut harness, "a box", min + vec2(30.0, 60.0), corner);
    // The box is still to be drawn: the next Escape is for it, and the one after for the joint.
    assert!(harness.state().state.hand.box_armed);
    escape(&mut harness);
    assert!(!harness.state().state.hand.box_armed);
    assert_eq!(harness.state().state.selection.joint, Some(mid));
    escape(&mut harness);
    assert_eq!(harness.state().state.selection.joint, None);
}

#[test]
fn escape_cancels_what_a_key_holds_and_a_click_anywhere_lets_go() {
    let (mut harness, mid) = bar();
    let before = everything(&harness);
    let (min, _) = picture(&harness);
    for key in [Key::R, Key::G, Key::S] {
        harness.hover_at(min + vec2(60.0, 90.0));
        harness.run_steps(2);
        harness.key_press(key);
        harness.run_steps(2);
        harness.hover_at(min + vec2(150.0, 190.0));
        harness.run_steps(2);
        assert_ne!(everything(&harness), before, "{key:?} does nothing");
        // Keys that would pull the joint away do nothing meanwhile.
        for other in [Key::ArrowUp, Key::Slash, Key::Num1, Key::B] {
            harness.key_press(other);
            harness.run_steps(2);
        }
        assert_eq!(harness.state().state.selection.joint, Some(mid));
        escape(&mut harness);
        assert_eq!(everything(&harness), before, "{key:?}");
    }
    harness.key_press(Key::R);
    harness.run_steps(2);
    // Over a button of the top bar: the click lets go, and presses nothing.
    let theme = harness.state().state.interface.theme;
    let button = harness.get_by_label("Switch to light theme").rect().center();
    harness.hover_at(button);
    harness.run_steps(2);
    harness.drag_at(button);
    harness.drop_at(button);
    settle(&mut harness);
    assert!(harness.state().state.hand.gizmo_drag.is_none());
    assert_eq!(harness.state().state.interface.theme, theme);
    assert_ne!(everything(&harness).0, before.0, "the turn stays");
}

#[test]
fn keys_in_the_middle_of_a_drag_do_not_pull_it_away() {
    let (mut harness, mid) = bar();
    show_tab(&mut harness, InspectorTab::Pose);
    let slider = harness.get_by_role_and_label(Role::Slider, "Rotate Y").rect().center();
    harness.drag_at(slider);
    harness.run_steps(2);
    harness.hover_at(slider + vec2(40.0, 0.0));
    harness.run_steps(2);
    let held = everything(&harness);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(2);
    for key in [Key::R, Key::Num7, Key::F, Key::ArrowDown, Key::B] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    assert_eq!(everything(&harness), held);
    harness.drop_at(slider + vec2(40.0, 0.0));
    settle(&mut harness);
    assert_eq!(everything(&harness), held);
    assert_eq!(harness.state().state.selection.joint, Some(mid));
}

#[test]
fn escape_closes_what_is_open_one_by_one_and_deselects_last() {
    let (mut harness, mid) = bar();
    let selected = |harness: &Harness<'_, Viewer>| harness.state().state.selection.joint;
    apply(&mut harness, Command::PinProbe(Some(VertexId { primitive: 0, vertex: 200 })));
    apply(&mut harness, Command::OpenPose("nowhere/none.json".into()));
    apply(&mut harness, Command::ToggleShortcuts);
    apply(&mut harness, Command::ShowPalette(true));
    let open = |harness: &Harness<'_, Viewer>| {
        let skinscope::session::State { interface, selection, .. } = &harness.state().state;
        let pinned = selection.pinned.is_some();
        [interface.palette_shown, interface.shortcuts_shown, interface.error.is_some(), pinned]
    };
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(open(&harness), [0, 1, 2, 3].map(|thing| thing >= 4 - left), "{left} left");
        assert_eq!(selected(&harness), Some(mid));
        escape(&mut harness);
    }
    assert_eq!(selected(&harness), None);
}

#[test]
fn escape_closes_menus_and_leaves_fields_without_a_word_to_the_joint() {
    let (mut harness, mid) = bar();
    let selected = |harness: &Harness<'_, Viewer>| harness.state().state.selection.joint;
    show_tab(&mut harness, InspectorTab::Panes);
    for menu in ["Scenes", "Panes", "Undo history", "Method"] {
        harness.get_by_label(menu).click();
        settle(&mut harness);
        assert!(egui::Popup::is_any_open(&harness.ctx), "{menu}");
        escape(&mut harness);
        assert!(!egui::Popup::is_any_open(&harness.ctx), "{menu}");
        assert_eq!(selected(&harness), Some(mid), "{menu}");
    }
    // A number that is being typed is dropped.
    show_tab(&mut harness, InspectorTab::Pose);
    harness.get_by_label("Rotate X degrees").click();
    settle(&mut harness);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label("Rotate X degrees").type_text("77");
    harness.run_steps(2);
    assert_eq!(harness.state().state.angles_degrees(mid).x, 30.0, "nothing counts before Enter");
    escape(&mut harness);
    assert_eq!((selected(&harness), harness.state().state.angles_degrees(mid).x), (Some(mid), 30.0));
    // A search goes with its field, and one that was left standing goes before the selection.
    for leaves_first in [false, true] {
        harness.get_by_label(rows::SEARCH_JOINTS.text).click();
        settle(&mut harness);
        harness.get_by_label(rows::SEARCH_JOINTS.text).type_text("mi");
        settle(&mut harness);
        assert_eq!(harness.state().state.interface.joint_search, "mi");
        if leaves_first {
            harness.get_by_role_and_label(Role::TreeItem, "mid").click();
            settle(&mut harness);
        }
        escape(&mut harness);
        assert_eq!((selected(&harness), harness.state().state.interface.joint_search.as_str()), (Some(mid), ""));
    }
    escape(&mut harness);
    assert_eq!(selected(&harness), None);
}

/// A list that was short is as long again as before, however little it held in between.
#[test]
fn the_command_palette_grows_again_after_a_search_that_found_nothing() {
    let mut harness = viewer_with("bar");
    apply(&mut harness, Command::ShowPalette(true));
    harness.run_steps(4);
    harness.event(egui::Event::Text("zzzz".to_owned()));
    settle(&mut harness);
    harness.run_steps(4);
    assert!(harness.query_by_role(Role::ListBoxOption).is_none());
    for _ in 0..4 {
        harness.key_press(Key::Backspace);
        harness.run_steps(2);
    }
    settle(&mut harness);
    // Only a row that is seen answers a click.
    let rows: Vec<egui::Rect> = harness.query_all_by_role(Role::ListBoxOption).map(|row| row.rect()).collect();
    let seen = rows[10].center();
    harness.hover_at(seen);
    harness.run_steps(2);
    harness.drag_at(seen);
    harness.drop_at(seen);
    settle(&mut harness);
    assert!(!harness.state().state.interface.palette_shown, "the eleventh row is not seen");
}
