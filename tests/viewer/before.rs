//! A model that is pinned as before: the menu, the line that says better or worse by joint, and the colors.

use crate::harness::{apply, run_until, settle, viewer_with};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::panes::PaneModel;
use skinscope::session::{Command, InspectorTab, SinceBefore, State, WeightOperation};
use skinscope::view::SkinPaint;
use skinscope::viewer::Viewer;

fn press(harness: &mut Harness<'_, Viewer>, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

fn is_compared(state: &State) -> bool {
    matches!(state.since_before(), Some(SinceBefore::Changed(_)))
}

#[test]
fn a_pin_is_shown_beside_the_model_and_the_line_leads_to_the_worst_pose() {
    let mut harness = viewer_with("limb");
    apply(&mut harness, Command::ShowTab(InspectorTab::Model));
    press(&mut harness, "Menu of pane 1");
    press(&mut harness, "Pin as before");
    assert!(harness.state().state.model_before().is_some());
    assert!(harness.query_by_label("Nothing has changed since the pin.").is_some(), "its tab is shown");
    assert!(harness.query_by_label("Could not draw this pane").is_none());
    let left = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    apply(&mut harness, Command::SelectJoint(Some(left)));
    for _ in 0..12 {
        apply(&mut harness, Command::EditWeights(WeightOperation::Smooth));
    }
    run_until(&mut harness, is_compared);
    let (joint, verdict) = {
        let state = &harness.state().state;
        let Some(SinceBefore::Changed(changes)) = state.since_before() else { panic!() };
        let joint = changes.joints[0];
        (joint, if joint.worse.is_some() { "worse" } else { "better" })
    };
    let name = harness.state().state.documents.first.as_ref().unwrap().joint_name(joint.node).to_owned();
    harness.get_by_role_and_label(Role::Link, &format!("{name} {verdict}")).click();
    settle(&mut harness);
    let state = &harness.state().state;
    assert_eq!(state.selection.joint, Some(joint.node));
    assert!(state.selection.pinned.is_some() && !state.edit.overrides.is_empty());
    assert!(is_compared(state), "a pose changes nothing about it");
    // What moved in the weights, one click away.
    press(&mut harness, "Differences since the pin: Weights");
    let paints = |harness: &Harness<'_, Viewer>| {
        harness.state().state.edit.panes.iter().map(|pane| pane.settings.look.paint).collect::<Vec<_>>()
    };
    assert_eq!(paints(&harness), [SkinPaint::WeightDifference; 4]);
    assert!(harness.query_by_label("Could not draw this pane").is_none());
    press(&mut harness, "Differences since the pin: Skin");
    assert_eq!(paints(&harness), [SkinPaint::DifferenceToModel; 4]);
    press(&mut harness, "Pin again");
    assert!(harness.query_by_label("Nothing has changed since the pin.").is_some());
    press(&mut harness, "Unpin");
    let state = &harness.state().state;
    assert!(state.second().is_none() && state.edit.panes.iter().all(|pane| pane.settings.model == PaneModel::First));
    assert!(harness.query_by_label("Nothing has changed since the pin.").is_none());
}

#[test]
fn a_comparison_shows_its_progress_and_can_be_canceled() {
    let mut harness = viewer_with("mannequin");
    let state = &mut harness.state_mut().state;
    state.apply(Command::PinBefore);
    let forearm = state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    state.apply(Command::SelectJoint(Some(forearm)));
    state.apply(Command::EditWeights(WeightOperation::Smooth));
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Comparison: ").is_some());
    harness.state_mut().state.apply(Command::CancelCompareBefore);
    harness.run_steps(2);
    assert!(harness.query_by_label("The comparison with the model before was stopped.").is_some());
    press(&mut harness, "Compare");
    run_until(&mut harness, is_compared);
    harness.run_steps(2);
    // "as before" or "than before".
    assert!(harness.query_by_label_contains(" before.").is_some());
}
