//! Scenes of the papers, taken from the menu.

use crate::harness::{settle, viewer_with};
use egui_kittest::kittest::Queryable;
use skinscope::app::Command;
use skinscope::panes::Scene;
use skinscope::skinning::SkinningMethod;

fn methods(harness: &egui_kittest::Harness<'_, skinscope::app::Viewer>) -> Vec<SkinningMethod> {
    harness.state().state.edit.panes.iter().map(|pane| pane.settings.skinning.method).collect()
}

#[test]
fn a_scene_opens_its_model_and_undo_brings_the_panes_back() {
    let mut harness = viewer_with("limb");
    let before = methods(&harness);
    let scene = Scene::find("kavan-fig-5").unwrap();
    harness.get_by_label("Scenes").click();
    settle(&mut harness);
    harness.get_by_label(&format!("{}: {}", scene.citation(), scene.title)).click();
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.state().state.edit.scene.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    settle(&mut harness);
    let state = &harness.state().state;
    let model = &state.document.as_ref().unwrap().model;
    assert_eq!(model.name, scene.model);
    assert_eq!(state.edit.overrides, scene.pose_overrides(model).unwrap());
    assert_eq!(state.transient.selected_joint, scene.selected_joint(model).unwrap());
    let wanted: Vec<SkinningMethod> = scene.panes.iter().map(|pane| pane.method).collect();
    assert_eq!(methods(&harness), wanted);
    harness.get_by_label_contains(scene.caption);

    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    assert_eq!(methods(&harness), before);
    assert!(harness.state().state.edit.overrides.is_empty());
    assert!(harness.query_by_label_contains(scene.caption).is_none());
    harness.state_mut().state.apply(Command::Redo);
    settle(&mut harness);
    assert_eq!(methods(&harness), wanted);
    harness.get_by_label("Close the caption").click();
    settle(&mut harness);
    assert!(harness.query_by_label_contains(scene.caption).is_none());
    assert_eq!(methods(&harness), wanted, "the panes stay");
}

/// All scenes of the open model, one after the other; their captions never cover the pictures.
#[test]
fn captions_stand_above_the_pictures() {
    let mut harness = viewer_with("bar");
    for scene in Scene::all().filter(|scene| scene.model == "bar") {
        harness.state_mut().state.apply(Command::TakeScene(scene));
        settle(&mut harness);
        let caption = harness.get_by_label_contains(scene.caption).rect();
        let method = scene.panes[0].method.short_name();
        let picture = harness.get_by_label(&format!("Picture of pane 1, {method}")).rect();
        assert!(caption.bottom() <= picture.top(), "{}", scene.id);
    }
}
