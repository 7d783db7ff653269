//! Panes beside each other: how many, where, with which cameras, and two methods in one.

use crate::harness::{difference, settle, show_tab, viewer_with};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::panes::{Arrangement, Comparison, ComparisonKind, PanePreset};
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, InspectorTab};
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::view::Shading;
use skinscope::viewer::Viewer;

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

fn methods(harness: &Harness<'_, Viewer>) -> Vec<SkinningMethod> {
    harness.state().state.edit.panes.iter().map(|pane| pane.settings.skinning.method).collect()
}

/// Rectangle of a pane's picture, by the pane's index.
fn picture(harness: &Harness<'_, Viewer>, pane: usize) -> Rect {
    let method = harness.state().state.edit.panes[pane].settings.skinning.method.short_name();
    harness.get_by_label(&format!("Picture of pane {}, {method}", pane + 1)).rect()
}

fn drag(harness: &mut Harness<'_, Viewer>, from: egui::Pos2, to: egui::Pos2) {
    harness.hover_at(from);
    harness.run_steps(2);
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + (to - from) * 0.5);
    harness.run_steps(2);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    settle(harness);
}

fn twisted_bar() -> Harness<'static, Viewer> {
    let mut harness = viewer_with("bar");
    let mid = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    let angles_degrees = glam::Vec3::new(150.0, 0.0, 0.0);
    apply(&mut harness, Command::SetAngles { node: mid, angles_degrees });
    harness
}

#[test]
fn the_menu_adds_panes_and_the_pane_menu_doubles_and_removes_them() {
    let mut harness = viewer_with("limb");
    harness.get_by_label("Panes").click();
    settle(&mut harness);
    harness.get_by_label("Panes: 6").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.panes.len(), 6);
    for pane in 0..6 {
        let rect = picture(&harness, pane);
        assert!(rect.width() > 100.0 && rect.height() > 100.0, "pane {pane}: {rect}");
    }
    apply(&mut harness, Command::SetPaneCount(2));
    harness.get_by_label("Menu of pane 2").click();
    settle(&mut harness);
    harness.get_by_label(rows::DUPLICATE_PANE.text).click();
    settle(&mut harness);
    assert_eq!(methods(&harness), [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Dqs]);
    harness.get_by_label("Menu of pane 1").click();
    settle(&mut harness);
    harness.get_by_label(rows::REMOVE_PANE.text).click();
    settle(&mut harness);
    assert_eq!(methods(&harness), [SkinningMethod::Dqs, SkinningMethod::Dqs]);
}

#[test]
fn borders_are_dragged_and_made_even() {
    let mut harness = viewer_with("bar");
    let before = picture(&harness, 0);
    let border = harness.get_by_label("Border right of column 1").rect().center();
    drag(&mut harness, border, border - vec2(120.0, 0.0));
    let after = picture(&harness, 0);
    assert!((before.width() - after.width() - 120.0).abs() < 4.0, "{before} became {after}");
    apply(&mut harness, Command::MakePanesEven);
    assert_eq!(picture(&harness, 0), before);
    apply(&mut harness, Command::SetArrangement(Arrangement::Column));
    let [above, below] = [0, 1].map(|pane| picture(&harness, pane));
    assert!(above.bottom() < below.top() && above.width() == below.width());
}

#[test]
fn a_pane_that_is_dragged_by_its_header_changes_position() {
    let mut harness = viewer_with("bar");
    let first = harness.get_by_label("Select pane 1").rect().center();
    let second = picture(&harness, 1).center();
    drag(&mut harness, first, second);
    assert_eq!(methods(&harness), [SkinningMethod::Dqs, SkinningMethod::Lbs]);
    assert_eq!(harness.state().state.view.selected_pane, 1, "the pane stays selected where it went");
}

#[test]
fn an_unlinked_pane_has_a_camera_of_its_own_until_it_is_linked_or_matched() {
    let mut harness = viewer_with("bar");
    harness.get_by_label("Use a separate camera in pane 2").click();
    settle(&mut harness);
    let shared = harness.state().state.view.camera;
    let from = picture(&harness, 1).left_top() + vec2(40.0, 40.0);
    drag(&mut harness, from, from + vec2(70.0, 10.0));
    let state = &harness.state().state;
    assert_eq!(state.view.camera, shared);
    assert_ne!(state.camera_of(1).yaw, shared.yaw);
    let own = state.camera_of(1);
    apply(&mut harness, Command::MatchCamera(1));
    assert_eq!((harness.state().state.view.camera, harness.state().state.camera_of(0)), (own, own));
    harness.get_by_label("Use the shared camera in pane 2").click();
    settle(&mut harness);
    assert!(harness.state().state.view.own_cameras.is_empty());
}

#[test]
fn f_frames_the_selected_joint() {
    let mut harness = viewer_with("mannequin");
    let forearm = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    let far = harness.state().state.view.camera.distance;
    apply(&mut harness, Command::SelectJoint(Some(forearm)));
    harness.key_press(Key::F);
    settle(&mut harness);
    assert!(harness.state().state.view.camera.distance < 0.6 * far, "{}", harness.state().state.view.camera.distance);
}

#[test]
fn a_wipe_shows_both_methods_and_its_divider_is_dragged() {
    let mut harness = twisted_bar();
    apply(&mut harness, Command::SetPaneCount(1));
    let lbs = harness.render().unwrap();
    show_tab(&mut harness, InspectorTab::Panes);
    harness.get_by_label("Comparison: Wipe").click();
    settle(&mut harness);
    let area = picture(&harness, 0);
    let divider = egui::pos2(area.center().x, area.top() + 80.0);
    drag(&mut harness, divider, divider - vec2(0.4 * area.width(), 0.0));
    let comparison = harness.state().state.edit.panes[0].settings.comparison;
    assert_eq!((comparison.kind, comparison.other.method), (ComparisonKind::Wipe, SkinningMethod::Dqs));
    assert!((comparison.divider - 0.1).abs() < 0.02, "{}", comparison.divider);
    let wiped = harness.render().unwrap();
    let (left, right) = area.split_left_right_at_fraction(0.1);
    // The pill that names the method is not part of the picture.
    let below = |rect: Rect| Rect::from_min_max(rect.min + vec2(0.0, 60.0), rect.max);
    assert_eq!(difference(&lbs, &wiped, below(left).with_max_x(left.right() - 20.0)), 0.0);
    assert!(difference(&lbs, &wiped, below(right)) > 0.01);
}

#[test]
fn a_held_key_shows_the_other_method() {
    let mut harness = twisted_bar();
    let other = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
    let comparison = Comparison { kind: ComparisonKind::Flicker, other, ..Comparison::default() };
    apply(&mut harness, Command::SetPaneCount(1));
    apply(&mut harness, Command::SetComparison { pane: 0, comparison });
    let area = Rect::from_min_max(picture(&harness, 0).min + vec2(0.0, 60.0), picture(&harness, 0).max);
    let released = harness.render().unwrap();
    harness.key_down(Key::V);
    settle(&mut harness);
    let held = harness.render().unwrap();
    assert!(difference(&released, &held, area) > 0.01);
    harness.key_up(Key::V);
    settle(&mut harness);
    assert_eq!(difference(&released, &harness.render().unwrap(), area), 0.0);
    harness.key_press_modifiers(Modifiers::NONE, Key::X);
    settle(&mut harness);
    assert_eq!(methods(&harness)[0], SkinningMethod::Dqs);
}

#[test]
fn presets_replace_the_panes_and_undo_brings_them_back() {
    let mut harness = viewer_with("bar");
    harness.run_steps(120);
    apply(&mut harness, Command::TakePreset(PanePreset::AllMethods));
    assert_eq!(methods(&harness), SkinningMethod::ALL);
    harness.run_steps(120);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert_eq!(methods(&harness), [SkinningMethod::Lbs, SkinningMethod::Dqs]);
}

/// Each pane has its own width of similarity, and its own centers.
#[test]
fn panes_that_differ_in_sigma_show_different_skins() {
    let mut harness = viewer_with("limb");
    let cor = |pane| Command::SetMethod { pane, method: SkinningMethod::Cor };
    let state = &mut harness.state_mut().state;
    state.apply(cor(0));
    state.apply(cor(1));
    let settings = skinscope::centers::CenterSettings { sigma: 1.0, ..Default::default() };
    state.apply(Command::SetCenterSettings { pane: 1, settings });
    for _ in 0..600 {
        harness.run_steps(1);
        if !harness.state().state.documents.centers.computing() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    settle(&mut harness);
    let state = &harness.state().state;
    let document = state.documents.first.as_ref().unwrap().id;
    let centers = |pane: usize| {
        let settings = state.edit.pane(pane).centers;
        state.documents.centers.get(document, settings, skinscope::centers::CenterParts::Points).unwrap().0
    };
    assert_ne!(centers(0).of_primitives, centers(1).of_primitives);
    assert!(harness.query_by_role_and_label(Role::Button, "Cancel").is_none());
}

#[test]
fn shading_offers_the_patterns() {
    let mut harness = viewer_with("bar");
    show_tab(&mut harness, InspectorTab::Panes);
    for shading in [Shading::Checker, Shading::Contours] {
        harness.get_by_role_and_label(Role::ComboBox, "Shading").scroll_to_me();
        settle(&mut harness);
        harness.get_by_role_and_label(Role::ComboBox, "Shading").click();
        settle(&mut harness);
        harness.get_by_label(shading.label()).click();
        settle(&mut harness);
        assert_eq!(harness.state().state.edit.panes[0].settings.look.shading, shading);
    }
}
