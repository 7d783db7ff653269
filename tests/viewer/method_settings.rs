//! Settings of a method, in its menus and in the tab *Pose*.

use crate::harness::{difference, settle, show_tab, viewer_with};
use crate::panels::{MID, picture_area, select};
use egui::{Key, accesskit::Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::session::{Command, InspectorTab};
use skinscope::skinning::{Antipodality, Phases, SkinningMethod};
use skinscope::viewer::Viewer;

#[test]
fn menus_choose_method_and_antipodality_of_the_selected_pane() {
    let mut harness = viewer_with("bar");
    show_tab(&mut harness, InspectorTab::Panes);
    harness.get_by_label("Method").click();
    settle(&mut harness);
    harness.get_by_label_contains("DQS, dual quaternion").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.panes[0].settings.skinning.method, SkinningMethod::Dqs);
    harness.get_by_label("Antipodality").click();
    settle(&mut harness);
    harness.get_by_label("Continuous").click();
    settle(&mut harness);
    let antipodality = |harness: &Harness<'_, Viewer>, pane: usize| {
        harness.state().state.edit.panes[pane].settings.skinning.antipodality()
    };
    assert_eq!(antipodality(&harness, 0), Antipodality::Continuous);
    assert_eq!(antipodality(&harness, 1), Antipodality::PerVertex, "the other pane stays");

    harness.get_by_label("Method").click();
    settle(&mut harness);
    harness.get_by_label_contains("CoR, optimized").click();
    settle(&mut harness);
    assert_eq!(antipodality(&harness, 0), Antipodality::Continuous, "a chosen mode stays");
    harness.get_by_label("Antipodality").click();
    settle(&mut harness);
    harness.get_by_label("Default of the method").click();
    settle(&mut harness);
    assert_eq!(antipodality(&harness, 0), Antipodality::RunningSum, "as in the paper");
}

#[test]
fn the_first_phase_alone_is_offered_by_methods_that_have_one() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, MID);
    let bend = Command::SetAngles { node: mid, angles_degrees: glam::Vec3::Z * 90.0 };
    harness.state_mut().state.apply(bend);
    show_tab(&mut harness, InspectorTab::Panes);
    assert!(harness.query_by_label("Phases: First alone").is_none(), "LBS has no phases");
    harness.state_mut().state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::TwoPhaseDqs });
    harness.run_steps(60);
    settle(&mut harness);
    let before = harness.render().unwrap();
    harness.get_by_label("Phases: First alone").click();
    harness.run_steps(60);
    settle(&mut harness);
    let skinning = |harness: &Harness<'_, Viewer>| harness.state().state.edit.pane(0).skinning;
    assert_eq!(skinning(&harness).phases(), Phases::First);
    let changed = difference(&before, &harness.render().unwrap(), picture_area(&harness, 1));
    assert!(changed > 0.01, "the bar is straight again: {changed}");
    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    assert_eq!(skinning(&harness).phases(), Phases::Both);
}

#[test]
fn a_slider_moves_the_whole_mesh_by_one_blend_and_gives_it_back() {
    let mut harness = viewer_with("bar");
    let mid = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find(MID).unwrap();
    harness.state_mut().state.apply(Command::SetWholeMesh { node: mid, weight: Some(0.5) });
    select(&mut harness, MID);
    show_tab(&mut harness, InspectorTab::Pose);
    harness.get_by_role_and_label(Role::Slider, "Weight of the joint over the whole mesh").focus();
    harness.run_steps(2);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    let whole = |harness: &Harness<'_, Viewer>| harness.state().state.pose.whole_mesh;
    let moved = whole(&harness).unwrap();
    assert!(moved.joint == mid && (moved.weight - 0.51).abs() < 1e-6, "{moved:?}");
    harness.get_by_label("Use the weights of the vertices again").click();
    settle(&mut harness);
    assert_eq!(whole(&harness), None);
    assert!(harness.state().state.edit.overrides.is_empty());
}
