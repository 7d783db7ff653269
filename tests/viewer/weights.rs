//! Edits of weights from the panel to the picture, and back again.

use crate::harness::{difference, settle, show_tab, viewer_with};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::Vec3;
use skinscope::files::open_model;
use skinscope::mending::WeightEdit;
use skinscope::session::{Command, InspectorTab, WeightSettings};
use skinscope::viewer::Viewer;

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

#[test]
fn the_panel_edits_weights_with_live_panes() {
    let mut harness = viewer_with("mannequin");
    let forearm = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    apply(&mut harness, Command::SelectJoint(Some(forearm)));
    apply(&mut harness, Command::SetAngles { node: forearm, angles_degrees: Vec3::Y * -110.0 });
    show_tab(&mut harness, InspectorTab::Pose);
    harness.get_by_label("Weights").click();
    settle(&mut harness);
    harness.run_steps(60);
    let area = harness.get_by_label("Picture of pane 1, LBS").rect();
    let before = harness.render().unwrap();
    for _ in 0..4 {
        harness.get_by_label("Smooth weights").click();
        settle(&mut harness);
    }
    let smooth = WeightEdit::Smooth { joint: forearm, times: 4 };
    assert_eq!(harness.state().state.edit.rig.weights, [smooth]);
    harness.run_steps(60);
    assert_eq!(harness.state().state.history.steps().last().unwrap().name, "Smooth weights of forearm.L");
    // With one influence, the elbow breaks.
    apply(&mut harness, Command::SetWeightSettings(WeightSettings { count: 1, ..WeightSettings::default() }));
    harness.get_by_label("Limit influences").click();
    settle(&mut harness);
    harness.run_steps(60);
    let after = harness.render().unwrap();
    let changed = difference(&before, &after, area);
    println!("{:.2}% of the picture changed", changed * 100.0);
    assert!(changed > 1e-4, "the picture shows the new weights");
    harness.get_by_label("Mirror weights to the other side").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.rig.weights.last(), Some(&WeightEdit::Mirror { joint: forearm }));
    let path = std::env::temp_dir().join(format!("skinscope-weights-{}.glb", std::process::id()));
    apply(&mut harness, Command::ExportRig(path.clone()));
    let written = open_model(&path).unwrap().asset.model;
    std::fs::remove_file(&path).unwrap();
    let document = harness.state().state.documents.first.clone().unwrap();
    for (written, shown) in written.primitives.iter().zip(&document.model.primitives) {
        for (written, shown) in written.influences.flat().iter().zip(shown.influences.flat()) {
            assert!(written.joint == shown.joint && (written.weight - shown.weight).abs() < 1e-6);
        }
    }
    harness.get_by_label("Reset weights").click();
    settle(&mut harness);
    assert!(harness.state().state.edit.rig.is_empty());
    harness.run_steps(60);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(harness.state().state.edit.rig.weights.len() >= 2);
}
