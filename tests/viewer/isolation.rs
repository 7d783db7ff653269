//! The skin of a branch alone, and vertices that are probed in it and on rigid meshes.

use crate::harness::{difference, settle, viewer_with, wait_for_figures};
use crate::posing::{joint, picture};
use egui::{Key, Modifiers, Rect, accesskit::Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::session::Command;
use skinscope::viewer::Viewer;

fn shot(harness: &mut Harness<'_, Viewer>) -> image::RgbaImage {
    harness.render().unwrap()
}

fn picture_rect(harness: &Harness<'_, Viewer>) -> Rect {
    let (min, size) = picture(harness);
    Rect::from_min_size(min, vec2(size[0] as f32, size[1] as f32))
}

#[test]
fn h_shows_only_the_skin_of_the_branch_and_alt_h_shows_all() {
    let mut harness = viewer_with("mannequin");
    let leg = joint(&harness, "thigh.L");
    harness.state_mut().state.apply(Command::SelectJoint(Some(leg)));
    wait_for_figures(&mut harness);
    let (area, camera) = (picture_rect(&harness), harness.state().state.view.camera);
    let whole = shot(&mut harness);
    harness.key_press(Key::H);
    settle(&mut harness);
    let alone = shot(&mut harness);
    let hidden = difference(&whole, &alone, area);
    assert!(hidden > 0.03, "the body is gone: {hidden}");
    assert_eq!(harness.state().state.view.camera, camera, "the picture does not move");
    harness.get_by_label_contains("Only the skin of thigh.L is shown");
    harness.key_press_modifiers(Modifiers::ALT, Key::H);
    settle(&mut harness);
    assert_eq!(difference(&whole, &shot(&mut harness), area), 0.0);
    // The same by the button, which then shows all.
    harness.get_by_role_and_label(Role::Button, "Isolate skin of selected joints (H)").click();
    settle(&mut harness);
    let by_button = difference(&alone, &shot(&mut harness), area);
    assert!(by_button < 0.001, "{by_button}");
    harness.get_by_role_and_label(Role::Button, "Show all skin (Alt+H)").click();
    settle(&mut harness);
    assert_eq!(difference(&whole, &shot(&mut harness), area), 0.0);
}

#[test]
fn without_a_joint_nothing_is_hidden() {
    let mut harness = viewer_with("mannequin");
    harness.key_press(Key::H);
    settle(&mut harness);
    assert!(harness.state().state.view.isolation.is_none());
    assert!(
        harness.state().state.interface.notice.as_ref().is_some_and(|notice| notice.text.contains("Select a joint"))
    );
}
