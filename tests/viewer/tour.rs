//! The tour: its offer, its steps on the window's own controls, and its end.

use crate::harness::{SIZE, apply, run_until, settle, viewer_with};
use crate::posing::joint;
use egui::{Key, Rect, accesskit::Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::files::ModelSource;
use skinscope::session::{Command, TOUR};
use skinscope::skinning::SkinningMethod;
use skinscope::viewer::Viewer;

fn press(harness: &mut Harness<'_, Viewer>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run_steps(4);
    settle(harness);
}

/// Whether the step that is shown is said to be done.
fn is_done(harness: &Harness<'_, Viewer>) -> bool {
    harness.query_by_label("Done").is_some()
}

fn step(harness: &Harness<'_, Viewer>) -> Option<usize> {
    harness.state().state.interface.tour.as_ref().and_then(|tour| tour.step)
}

#[test]
fn each_step_is_done_on_the_controls_and_leads_to_the_next() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    apply(&mut harness, Command::GoToTourStep(Some(0)));
    for (index, asked) in TOUR.iter().enumerate() {
        assert_eq!(step(&harness), Some(index));
        harness.get_by_label(asked.title);
        assert!(!is_done(&harness), "step {index} before anything was done");
        match index {
            0 => {
                apply(&mut harness, Command::SetAngles { node: mid, angles_degrees: glam::Vec3::new(90.0, 0.0, 0.0) });
            }
            1 => apply(&mut harness, Command::SetMethod { pane: 0, method: SkinningMethod::Dqs }),
            2 => {
                // The section was unfolded; its button is in view.
                press(&mut harness, "Stress test");
                run_until(&mut harness, |state| state.stress_result().is_some());
            }
            3 => {
                apply(&mut harness, Command::Open(ModelSource::Bundled("mannequin")));
                run_until(&mut harness, |state| {
                    state.documents.first.as_ref().is_some_and(|document| document.model.name == "mannequin")
                });
            }
            _ => {
                let joint = joint(&harness, "forearm.L");
                apply(&mut harness, Command::SetTwistJoints { joint, count: 2 });
            }
        }
        assert!(is_done(&harness), "step {index}");
        if index + 1 < TOUR.len() {
            press(&mut harness, "Next");
        }
    }
    press(&mut harness, "Back");
    assert_eq!(step(&harness), Some(3));
    press(&mut harness, "Next");
    press(&mut harness, "End tour");
    assert_eq!(harness.state().state.interface.tour, None);
    assert!(harness.query_by_label(TOUR[4].title).is_none());
}

#[test]
fn escape_ends_the_tour_and_keeps_the_selection() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    apply(&mut harness, Command::GoToTourStep(Some(0)));
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert_eq!(harness.state().state.interface.tour, None);
    assert_eq!(harness.state().state.selection.joint, Some(mid));
}

/// The window of every size holds the card, with any step, with and without a model.
#[test]
fn the_card_stays_in_the_window() {
    let mut harness = viewer_with("bar");
    for size in [SIZE, [640.0, 420.0], [1600.0, 500.0]] {
        harness.set_size(size.into());
        for closes in [false, true] {
            if closes {
                apply(&mut harness, Command::CloseModel);
            }
            for index in 0..TOUR.len() {
                apply(&mut harness, Command::GoToTourStep(Some(index)));
                harness.run_steps(4);
                let button = if index + 1 < TOUR.len() { "Next" } else { "End tour" };
                let rect = harness.get_by_role_and_label(Role::Button, button).rect();
                let window = Rect::from_min_size(egui::Pos2::ZERO, vec2(size[0], size[1]));
                assert!(window.contains_rect(rect), "step {index} at {size:?}: {rect:?}");
            }
        }
        apply(&mut harness, Command::GoToTourStep(None));
        apply(&mut harness, Command::Open(ModelSource::Bundled("bar")));
        run_until(&mut harness, |state| state.documents.first.is_some());
    }
}
