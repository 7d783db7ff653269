//! The dialog that exports the model.

use crate::harness::{settle, viewer_with};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::session::{Command, RigOptions};
use skinscope::skinning::SkinningMethod;
use skinscope::viewer::Viewer;

fn opened(harness: &mut Harness<'_, Viewer>) {
    harness.state_mut().state.apply(Command::ShowRigDialog(true));
    settle(harness);
    harness.get_by_label("Export model");
}

fn cancel(harness: &mut Harness<'_, Viewer>) {
    harness.get_by_role_and_label(Role::Button, "Cancel").click();
    settle(harness);
    assert!(!harness.state().state.interface.rig_dialog);
    assert!(harness.query_by_role_and_label(Role::Button, "Export\u{2026}").is_none());
}

#[test]
fn it_says_which_pane_could_give_its_look() {
    let mut harness = viewer_with("mannequin");
    opened(&mut harness);
    harness.get_by_label_contains("Select pane 2 to give the file the look of DQS");
    assert!(harness.query_by_label_contains("Look of the file").is_none());
    cancel(&mut harness);
    harness.state_mut().state.apply(Command::SetMethod { pane: 1, method: SkinningMethod::Lbs });
    opened(&mut harness);
    harness.get_by_label_contains("Select a pane with another method");
    cancel(&mut harness);
    harness.state_mut().state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
    opened(&mut harness);
    assert!(harness.query_by_label_contains("Helper joints").is_none(), "the weights of the model have none");
    harness.get_by_label("Look of the file: Look of pane 1, DQS").click();
    settle(&mut harness);
    assert!(harness.state().state.rig_options().bakes_look);
    harness.get_by_label("Helper joints: As needed");
    harness.get_by_label("Script for Blender beside the file");
    cancel(&mut harness);
    assert!(harness.state().state.unfinished_files().is_empty(), "nothing is written");
}

#[test]
fn it_offers_only_influences_that_change_something() {
    for (model, most, offered) in [("limb", 4, [false, false]), ("mannequin", 8, [false, true])] {
        let mut harness = viewer_with(model);
        assert_eq!(harness.state().state.documents.first.as_ref().unwrap().max_influences, most, "{model}");
        let options = RigOptions { influences: Some(8), ..RigOptions::default() };
        harness.state_mut().state.apply(Command::SetRigOptions(options));
        opened(&mut harness);
        let shown = ["8", "4"].map(|count| harness.query_by_label(&format!("Influences: {count}")).is_some());
        assert_eq!(shown, offered, "{model}");
        let all = format!("Influences: All, {most}");
        assert_eq!(harness.query_by_label(&all).is_some(), offered != [false, false], "{model}");
        cancel(&mut harness);
        assert_eq!(harness.state().state.interface.settings.rig, options, "kept for a model that has more");
    }
}

#[test]
fn a_model_without_a_skin_has_no_choices() {
    let mut harness = viewer_with("tests/data/import/good/morph-rigid.glb");
    assert!(!harness.state().state.documents.first.as_ref().unwrap().model.has_skin());
    opened(&mut harness);
    assert!(harness.query_by_label_contains("Influences: ").is_none());
    assert!(harness.query_by_label_contains("set of influences").is_none());
    assert!(harness.query_by_label_contains("LBS, as other programs").is_none());
    harness.get_by_role_and_label(Role::Button, "Export\u{2026}");
    cancel(&mut harness);
}
