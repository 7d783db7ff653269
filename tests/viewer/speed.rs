//! The section that measures how long the GPU takes. How long that is is not tested.

use crate::harness::{settle, viewer_with, wait_for_centers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use glam::Vec3;
use skinscope::panes::PanePreset;
use skinscope::session::{Command, SpeedResult};
use skinscope::viewer::Viewer;
use std::time::Duration;

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    harness.run_steps(2);
}

fn result<'a>(harness: &'a Harness<'_, Viewer>) -> Option<&'a SpeedResult> {
    let state = &harness.state().state;
    state.speed.result(state.document.as_ref()?.id).filter(|_| state.speed.is_current())
}

/// Until what is shown was measured often enough.
fn wait(harness: &mut Harness<'_, Viewer>) {
    for _ in 0..6000 {
        if result(harness).is_some() && !harness.state().state.speed.is_measuring() {
            return settle(harness);
        }
        std::thread::sleep(Duration::from_millis(10));
        harness.run_steps(1);
    }
    panic!("it was never measured");
}

#[test]
fn what_is_shown_is_measured_and_followed() {
    let mut harness = viewer_with("limb");
    assert!(harness.query_by_label("Measure").is_none(), "the section is folded");
    apply(&mut harness, Command::TakePreset(PanePreset::AllMethods));
    wait_for_centers(&mut harness);
    apply(&mut harness, Command::MeasureSpeed(true));
    wait(&mut harness);
    let rows = harness.query_all_by_label_contains(": deforms in ").count();
    assert_eq!(rows, harness.state().state.edit.panes.len());
    let measured = result(&harness).unwrap().clone();
    assert!(measured.is_software && measured.vertices == 5152, "{measured:?}");
    for row in &measured.skins {
        for path in [&row.compute, &row.drawing] {
            assert!(path.milliseconds.unwrap() > 0.0 && path.over_lbs.unwrap() > 0.0, "{row:?}");
        }
    }
    // The text of a label is its value.
    let lbs = harness.get_by_label_contains("LBS: deforms in ").accesskit_node().value().unwrap();
    assert!(lbs.contains("ms, 1.00 of LBS"), "{lbs}");
    // At rest nothing is measured. Another pose is.
    let joint = harness.state().state.document.as_ref().unwrap().model.skeleton.shown_joints().nth(1).unwrap();
    apply(&mut harness, Command::SetAngles { node: joint, angles_degrees: Vec3::new(0.0, 0.0, 40.0) });
    assert!(result(&harness).is_none() && harness.state().state.speed.is_measuring());
    wait(&mut harness);
    harness.get_by_label("Stop").scroll_to_me();
    harness.run_steps(3);
    harness.get_by_label("Stop").click();
    harness.run_steps(2);
    assert!(!harness.state().state.speed.is_on());
    apply(&mut harness, Command::SetAngles { node: joint, angles_degrees: Vec3::ZERO });
    assert!(!harness.state().state.speed.is_measuring());
    assert_eq!(harness.query_all_by_label_contains(": deforms in ").count(), rows, "the last figures stay");
}

#[test]
fn another_model_has_no_figures_of_the_last() {
    let mut harness = viewer_with("bar");
    apply(&mut harness, Command::MeasureSpeed(true));
    wait(&mut harness);
    let opened = skinscope::files::open_model("limb").unwrap();
    harness.state_mut().show(opened);
    harness.run_steps(2);
    assert!(result(&harness).is_none() && harness.query_all_by_label_contains(": deforms in ").count() == 0);
    wait(&mut harness);
    assert_eq!(result(&harness).unwrap().vertices, 5152);
}

#[test]
fn only_a_skin_is_offered_to_be_measured() {
    for (model, expected) in [("bar", true), ("tests/data/import/good/morph-rigid.glb", false)] {
        let harness = viewer_with(model);
        let entries = skinscope::session::palette_entries::palette_entries(&harness.state().state);
        assert_eq!(entries.iter().any(|entry| entry.name == "Measure speed"), expected, "{model}");
    }
}
