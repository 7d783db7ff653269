//! What would mend a joint: previewed, discarded and applied.

use crate::harness::{apply, run_until, settle, viewer_with};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::mending::Remedy;
use skinscope::session::{Command, Mending, PreviewState, Section};
use skinscope::viewer::Viewer;

fn press(harness: &mut Harness<'_, Viewer>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    settle(harness);
}

fn is_found(state: &skinscope::session::State) -> bool {
    matches!(state.mending(), Mending::Found(_))
}

#[test]
fn a_remedy_is_previewed_beside_the_pane_and_discarded() {
    let mut harness = viewer_with("mannequin");
    let hand = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("hand.L").unwrap();
    apply(&mut harness, Command::FoldSection { section: Section::Mend, folded: false });
    apply(&mut harness, Command::SelectJoint(Some(hand)));
    run_until(&mut harness, is_found);
    let Mending::Found(finding) = harness.state().state.mending() else { panic!() };
    let twist = finding.remedies.iter().map(|(remedy, _)| *remedy).find(|remedy| matches!(remedy, Remedy::Twist(_)));
    let twist = twist.unwrap();
    let before = harness.state().state.edit.clone();
    // The panel scrolls, so what counts is the distance.
    let height = |harness: &Harness<'_, Viewer>| {
        harness.get_by_label("Fold Stress test").rect().top() - harness.get_by_label("Fold Mend").rect().top()
    };
    apply(&mut harness, Command::FoldSection { section: Section::Stress, folded: false });
    let before_preview = height(&harness);
    harness.get_by_role_and_label(Role::Button, &format!("Preview {}", twist.joints_in_words())).scroll_to_me();
    harness.run_steps(3);
    press(&mut harness, &format!("Preview {}", twist.joints_in_words()));
    run_until(&mut harness, |state| matches!(state.preview(), Some((_, PreviewState::Shown(1)))));
    harness.get_by_label("Picture of pane 3, DQS");
    assert!(harness.query_by_label("Could not draw this pane").is_none());
    assert!((height(&harness) - before_preview).abs() < 0.5, "nothing below moves");
    press(&mut harness, "Discard");
    assert_eq!(harness.state().state.edit, before);
    assert!(harness.query_by_label("Picture of pane 3, DQS").is_none());
    // And applied.
    press(&mut harness, &format!("Preview {}", twist.joints_in_words()));
    run_until(&mut harness, |state| matches!(state.preview(), Some((_, PreviewState::Shown(1)))));
    press(&mut harness, &twist.joints_in_words());
    let state = &harness.state().state;
    assert_eq!((state.edit.panes.len(), state.edit.rig.twists.len(), state.second().is_none()), (2, 2, true));
}
