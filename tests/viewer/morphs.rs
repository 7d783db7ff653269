//! The sliders of morph targets.

use crate::harness::{difference, settle, show_tab, viewer_with};
use egui::{accesskit::Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::session::{Command, InspectorTab};
use skinscope::viewer::Viewer;

const MODEL: &str = "tests/data/import/good/morph-none.glb";

fn weights(harness: &Harness<'_, Viewer>) -> Vec<f32> {
    harness.state().state.documents.first.as_ref().unwrap().model.shape_weights().to_vec()
}

#[test]
fn a_slider_morphs_the_skin_in_every_pane_and_its_dot_resets_it() {
    let mut harness = viewer_with(MODEL);
    show_tab(&mut harness, InspectorTab::Model);
    let before = harness.render().unwrap();
    let slider = harness.get_by_role_and_label(Role::Slider, "target 1").rect();
    let from = slider.left_center() + vec2(7.0, 0.0);
    harness.drag_at(from);
    harness.run_steps(2);
    let to = from + vec2(0.5 * (slider.width() - 14.0), 0.0);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    settle(&mut harness);
    assert!((weights(&harness)[1] - 0.5).abs() < 0.05 && weights(&harness)[0] == 0.0, "{:?}", weights(&harness));
    let after = harness.render().unwrap();
    for (pane, method) in [(1, "LBS"), (2, "DQS")] {
        let area = harness.get_by_label(&format!("Picture of pane {pane}, {method}")).rect();
        let changed = difference(&before, &after, area);
        assert!(changed > 0.004, "{changed} of the {method} picture changed");
    }
    harness.get_by_label("Reset target 1").click();
    settle(&mut harness);
    assert_eq!(weights(&harness), [0.0, 0.0]);
    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    assert!(weights(&harness)[1] > 0.4, "undo brings it back");
}
