//! The stress test: requested, listed, jumped to, undone.

use crate::harness::{settle, viewer_with, wait_for_figures};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use glam::Vec3;
use skinscope::measure::StressMeasure;
use skinscope::session::{Command, RangeChoice, StressChoice};
use skinscope::skinning::SkinningMethod;
use skinscope::viewer::Viewer;

/// A viewer with the section open, and a test that is done.
fn stressed(model: &str) -> Harness<'static, Viewer> {
    let mut harness = viewer_with(model);
    press(&mut harness, "Unfold Stress test");
    press(&mut harness, "Stress test");
    assert!(harness.state().state.stress_result().is_some() || harness.state().state.stress.fraction().is_some());
    wait(&mut harness);
    harness
}

fn wait(harness: &mut Harness<'_, Viewer>) {
    for _ in 0..3000 {
        harness.run_steps(1);
        if harness.state().state.stress.fraction().is_none() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(harness.state().state.stress_result().is_some(), "the stress test never ended");
    settle(harness);
}

fn press(harness: &mut Harness<'_, Viewer>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).scroll_to_me();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run_steps(2);
}

/// Labels of the list's rows, from the first on.
fn rows(harness: &Harness<'_, Viewer>) -> Vec<String> {
    let labels = harness.query_all_by_label_contains("Worst ");
    let mut rows: Vec<String> = labels
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| label.starts_with("Worst ") && label.contains("of rest"))
        .collect();
    rows.sort();
    rows
}

#[test]
fn the_first_row_takes_the_pose_and_undo_gives_the_old_one_back() {
    let mut harness = stressed("bar");
    let mid = harness.state().state.document.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    let before = Vec3::new(0.0, 0.0, 25.0);
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: before });
    settle(&mut harness);
    let first = rows(&harness).first().cloned().unwrap();
    assert!(first.starts_with("Worst 1: mid, ") && first.contains("thinnest section"), "{first}");
    let camera = harness.state().state.camera;
    press(&mut harness, &first);
    settle(&mut harness);
    let state = &harness.state().state;
    let entry = state.stress_result().unwrap().report.ranked(0, StressMeasure::Collapse)[0];
    let mut angles = Vec3::ZERO;
    angles[entry.axis] = entry.degrees;
    assert_eq!((state.transient.selected_joint, state.angles_degrees(mid)), (Some(mid), angles));
    assert!((entry.over_rest - f64::from(entry.degrees / 2.0).to_radians().cos()).abs() < 0.02, "{entry:?}");
    let pinned = state.transient.pinned.as_ref().unwrap();
    assert_eq!(pinned.vertex_id, entry.vertex_id);
    assert!(pinned.reason.as_ref().unwrap().text.contains("under LBS"));
    assert!(state.camera.distance < camera.distance, "it goes near");
    assert_eq!(state.sweep_axis(mid), entry.axis);
    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    assert_eq!(harness.state().state.angles_degrees(mid), before);
}

#[test]
fn the_figure_of_a_row_is_the_figure_of_its_pose() {
    let mut harness = stressed("bar");
    for measure in StressMeasure::ALL {
        for skin in 0..2 {
            let state = &harness.state().state;
            let result = state.stress_result().unwrap();
            let (shown, entry) = (result.skins[skin], result.report.ranked(skin, measure).first().copied());
            let Some(entry) = entry else { continue };
            harness.state_mut().state.apply(Command::JumpToStress { skin, entry });
            wait_for_figures(&mut harness);
            let state = &harness.state().state;
            assert_eq!(state.skin_of_pane(state.transient.selected_pane), Some(shown));
            let joint = state.figures_of(&shown).unwrap().figures.joint.clone().unwrap();
            let value = measure.value_of(&joint).unwrap();
            assert!((value - entry.over_rest).abs() < 1e-6, "{measure:?}: {value}, but {}", entry.over_rest);
        }
    }
}

#[test]
fn results_are_marked_when_the_panes_change_and_dropped_with_the_model() {
    let mut harness = stressed("bar");
    assert!(harness.state().state.stress_is_current());
    // Cancelled at once, the older result stays.
    harness.state_mut().state.apply(Command::StartStress);
    harness.state_mut().state.apply(Command::CancelStress);
    settle(&mut harness);
    assert!(harness.state().state.stress.fraction().is_none() && harness.state().state.stress_result().is_some());
    harness.state_mut().state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dib });
    settle(&mut harness);
    assert!(!harness.state().state.stress_is_current());
    harness.get_by_label_contains("DIB is not tested yet");
    harness.get_by_role_and_label(Role::Button, "Run again");
    harness.state_mut().state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Lbs });
    let choice = StressChoice { range: RangeChoice::Fixed, degrees: 45.0, ..harness.state().state.stress.choice };
    harness.state_mut().state.apply(Command::SetStressChoice(choice));
    settle(&mut harness);
    assert!(!harness.state().state.stress_is_current(), "another range");
    harness.get_by_label_contains("for another range");
    press(&mut harness, "Run again");
    wait(&mut harness);
    assert!(harness.state().state.stress_is_current());
    // A method less leaves the list valid.
    harness.state_mut().state.apply(Command::SetPaneCount(1));
    settle(&mut harness);
    assert!(harness.state().state.stress_is_current());
    assert!(rows(&harness)[0].contains("45\u{b0}"), "{:?}", rows(&harness));
    harness.state_mut().state.apply(Command::CloseModel);
    settle(&mut harness);
    assert!(harness.state().state.stress_result().is_none());
}

#[test]
fn the_list_comes_into_view_and_arrow_keys_walk_it() {
    let mut harness = viewer_with("mannequin");
    let tall = harness.ctx.content_rect();
    press(&mut harness, "Unfold Stress test");
    press(&mut harness, "Stress test");
    wait(&mut harness);
    harness.run_steps(4);
    let labels = rows(&harness);
    let last = labels.iter().find(|label| label.starts_with("Worst 8:")).unwrap();
    let row = harness.get_by_role_and_label(Role::Button, last).rect();
    assert!(tall.contains_rect(row), "the list is in view without scrolling: {row:?}");
    let ranked = harness.state().state.stress_result().unwrap().report.ranked(0, StressMeasure::Collapse);
    let first = labels.iter().find(|label| label.starts_with("Worst 1:")).unwrap().clone();
    press(&mut harness, &first);
    settle(&mut harness);
    for (key, rank) in [(Key::ArrowDown, 1), (Key::ArrowDown, 2), (Key::ArrowUp, 1)] {
        harness.key_press(key);
        settle(&mut harness);
        let state = &harness.state().state;
        assert_eq!(state.transient.selected_joint, Some(ranked[rank].node), "{key:?}");
        assert_eq!(state.transient.pinned.as_ref().map(|pinned| pinned.vertex_id), Some(ranked[rank].vertex_id));
    }
}
