//! The stage: scenes stepped through by keys and a clicker, and the editor that comes back.

use crate::harness::{settle, viewer_with};
use crate::posing::joint;
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::Vec3;
use skinscope::panes::Scene;
use skinscope::session::{Command, Panels};
use skinscope::viewer::Viewer;

pub fn press(harness: &mut Harness<'_, Viewer>, key: Key) {
    harness.key_press(key);
    settle(harness);
}

/// Until the stage shows the scene with this number.
pub fn wait_for(harness: &mut Harness<'_, Viewer>, number: usize) {
    for _ in 0..3000 {
        harness.run_steps(1);
        let stage = harness.state().state.talk.stage.as_ref().unwrap();
        if stage.number() == Some(number) && !stage.is_waiting() {
            settle(harness);
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("scene {number} never came");
}

fn shown<'a>(harness: &'a Harness<'_, Viewer>) -> Option<&'a str> {
    harness.state().state.edit.scene.as_ref().map(|scene| scene.id.as_str())
}

#[test]
fn keys_step_through_the_scenes_and_escape_brings_the_editor_back() {
    let mut harness = viewer_with("limb");
    let left = joint(&harness, "left");
    let angles = Vec3::new(0.0, 0.0, 70.0);
    harness.state_mut().state.apply(Command::SetAngles { node: left, angles_degrees: angles });
    harness.state_mut().state.apply(Command::SelectJoint(Some(left)));
    harness.state_mut().state.apply(Command::SetPaneCount(3));
    harness.state_mut().state.apply(Command::IsolateSelected);
    settle(&mut harness);
    let isolated = harness.state().state.isolation_text();
    assert!(isolated.is_some());
    let before = |harness: &Harness<'_, Viewer>| {
        let state = &harness.state().state;
        let steps: Vec<String> = state.history.steps().iter().map(|step| step.name.clone()).collect();
        (
            state.edit.clone(),
            state.view.camera,
            state.selection.joint,
            state.documents.first.as_ref().unwrap().id,
            steps,
        )
    };
    let editor = before(&harness);
    press(&mut harness, Key::F5);
    assert!(harness.state().state.interface.full_screen);
    assert!(harness.query_by_label("Joints").is_none(), "nothing but panes");
    harness.get_by_label_contains("Page Down");
    let scenes: Vec<&str> = Scene::of_papers().map(|scene| scene.id.as_str()).collect();
    for (key, number) in [
        (Key::PageDown, 1),
        (Key::Space, 2),
        (Key::ArrowRight, 3),
        (Key::N, 4),
        (Key::PageUp, 3),
        (Key::End, scenes.len()),
        (Key::Home, 1),
    ] {
        press(&mut harness, key);
        wait_for(&mut harness, number);
        assert_eq!(shown(&harness), Some(scenes[number - 1]), "{key:?}");
        let scene = harness.state().state.edit.scene.clone().unwrap();
        harness.get_by_label_contains(&scene.caption);
    }
    for digit in ["1", "2"] {
        harness.event(egui::Event::Text(digit.to_owned()));
        harness.run_steps(2);
    }
    press(&mut harness, Key::Enter);
    wait_for(&mut harness, 12);
    assert_eq!(shown(&harness), Some(scenes[11]));
    press(&mut harness, Key::B);
    harness.get_by_label("The stage is blank");
    press(&mut harness, Key::PageDown);
    assert_eq!(shown(&harness), Some(scenes[11]), "the first press shows the panes again");
    assert!(harness.query_by_label("The stage is blank").is_none());
    press(&mut harness, Key::Escape);
    assert!(harness.state().state.talk.stage.is_none() && !harness.state().state.interface.full_screen);
    assert_eq!(before(&harness), editor);
    assert_eq!(harness.state().state.isolation_text(), isolated);
    assert_eq!(harness.ctx.zoom_factor(), 1.0);
    assert_eq!(harness.state().state.interface.panels_shown, Panels::Shown);
    harness.get_by_label("Joints");
}

#[test]
fn a_number_that_no_scene_has_goes_nowhere() {
    let mut harness = viewer_with("bar");
    press(&mut harness, Key::F5);
    for digit in ["9", "9", "9"] {
        harness.event(egui::Event::Text(digit.to_owned()));
        harness.run_steps(2);
    }
    assert_eq!(harness.state().state.talk.stage.as_ref().unwrap().typed, "999");
    press(&mut harness, Key::Enter);
    let stage = harness.state().state.talk.stage.as_ref().unwrap();
    assert_eq!((stage.number(), stage.typed.as_str(), stage.is_waiting()), (None, "", false));
}
