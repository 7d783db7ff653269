//! The tour: its offer, its steps on the window's own controls, and its end.

use crate::harness::{SIZE, apply, run_until, settle, viewer_with};
use crate::posing::joint;
use egui::{Key, Rect, accesskit::Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::files::ModelSource;
use skinscope::session::{Command, Panels, TOUR};
use skinscope::skinning::SkinningMethod;
use skinscope::viewer::Viewer;
use std::path::Path;

fn press(harness: &mut Harness<'_, Viewer>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run_steps(4);
    settle(harness);
}

fn open(harness: &mut Harness<'_, Viewer>, source: &ModelSource) {
    apply(harness, Command::Open(source.clone()));
    run_until(harness, |state| state.documents.first.as_ref().is_some_and(|document| document.origin == *source));
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
                // Another bundled model is no character of one's own, and has a joint with a limb.
                open(&mut harness, &ModelSource::Bundled("mannequin"));
                assert!(!is_done(&harness));
                open(
                    &mut harness,
                    &ModelSource::File(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/mannequin.glb")),
                );
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

/// The label of a control that each step is about.
const CONTROLS: [&str; 5] =
    ["Rotate X", "Method of pane 1: Linear blend skinning", "Stress test", "Open file", "Fold Mend"];

#[test]
fn the_card_is_beside_its_control_and_never_on_it() {
    let mut harness = viewer_with("bar");
    for (index, label) in CONTROLS.iter().enumerate() {
        apply(&mut harness, Command::GoToTourStep(Some(index)));
        harness.run_steps(6);
        let control = harness.get_all_by_label(label).map(|node| node.rect()).fold(Rect::NOTHING, Rect::union);
        let button = if index + 1 < TOUR.len() { "Next" } else { "End tour" };
        let card = harness.get_by_label(TOUR[index].title).rect().union(harness.get_by_label(button).rect());
        // The texts of the card are as wide as it is within its margins.
        let card = card.with_max_x(card.left() + 288.0).expand(16.0);
        assert!(!card.intersects(control), "step {index}: {card:?} on {control:?}");
        // Not at the lower edge in the middle, where a card without a control is.
        let gap = (card.left() - control.right()).max(control.left() - card.right());
        let gap = gap.max(card.top() - control.bottom()).max(control.top() - card.bottom());
        assert!(gap < 140.0, "step {index}: {card:?} far from {control:?}");
    }
}

#[test]
fn what_is_opened_in_front_hides_the_tour_and_takes_escape_first() {
    let mut harness = viewer_with("bar");
    apply(&mut harness, Command::GoToTourStep(Some(0)));
    assert!(harness.query_by_label("Next").is_some());
    for (opens, closes) in [
        (Command::ToggleShortcuts, Command::ToggleShortcuts),
        (Command::SetPanels(Panels::Hidden), Command::SetPanels(Panels::Shown)),
        (Command::ShowPictureDialog(true), Command::ShowPictureDialog(false)),
    ] {
        apply(&mut harness, opens.clone());
        assert!(harness.query_by_label("Next").is_none(), "{opens:?}");
        harness.key_press(Key::Escape);
        settle(&mut harness);
        assert_eq!(step(&harness), Some(0), "{opens:?}");
        if opens == Command::SetPanels(Panels::Hidden) {
            apply(&mut harness, closes);
        }
        assert!(harness.query_by_label("Next").is_some(), "{opens:?}");
    }
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
