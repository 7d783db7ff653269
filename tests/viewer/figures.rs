//! Figures beside the panes, the sweep, the probe, and what a person does with them.

use crate::harness::{settle, viewer_with, wait_for_figures};
use egui::{Key, accesskit::Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use glam::Vec3;
use skinscope::measure::Figure;
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, WorstKind};
use skinscope::viewer::Viewer;

/// The bar with its far half selected and turned.
fn bar_turned(angles_degrees: Vec3) -> (Harness<'static, Viewer>, u32) {
    let mut harness = viewer_with("bar");
    let mid = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    let state = &mut harness.state_mut().state;
    state.apply(Command::SelectJoint(Some(mid)));
    state.apply(Command::SetAngles { node: mid, angles_degrees });
    wait_for_figures(&mut harness);
    (harness, mid)
}

fn label_with(harness: &Harness<'_, Viewer>, start: &str) -> String {
    let found: Vec<String> = harness
        .query_all_by_label_contains(start)
        // The text of a label is its value.
        .filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value()))
        .filter(|label| label.starts_with(start))
        .collect();
    found.first().cloned().unwrap_or_else(|| panic!("nothing is called \"{start}...\""))
}

fn number_after(text: &str, word: &str) -> f32 {
    let rest = text.split(word).nth(1).unwrap_or_else(|| panic!("no {word} in {text}")).trim();
    let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    number.parse().unwrap_or_else(|_| panic!("no number after {word} in {text}"))
}

fn picture(harness: &Harness<'_, Viewer>, pane: usize) -> egui::Rect {
    harness.query_all_by_label_contains(&format!("Picture of pane {pane}, ")).next().unwrap().rect()
}

#[test]
fn a_twist_is_told_in_the_table_and_over_the_panes() {
    let (mut harness, _) = bar_turned(Vec3::new(90.0, 0.0, 0.0));
    let lbs = label_with(&harness, "Pane 1, LBS: ");
    let dqs = label_with(&harness, "Pane 2, DQS: ");
    // Halves of a turn of 90 degrees blend to cos 45 under LBS.
    assert!((number_after(&lbs, "section") - 0.71).abs() < 0.011, "{lbs}");
    assert!((number_after(&dqs, "section") - 1.0).abs() < 0.011, "{dqs}");
    assert!(number_after(&lbs, "volume") < 0.95 && lbs.contains("distance to LBS \u{2013}"), "{lbs}");
    assert!(number_after(&dqs, "distance to LBS") > 0.01, "{dqs}");
    let over = label_with(&harness, "Measurements of pane 1: ");
    assert!((number_after(&over, "smallest section") - 0.71).abs() < 0.011, "{over}");
    let other = label_with(&harness, "Measurements of pane 2: ");
    assert!(other.contains("smallest section 1.00, the best"), "the same figure, also where nothing happened: {other}");
    assert!(!over.contains("smallest section 0.71, the best"), "{over}");
    harness.get_by_label("Panes").click();
    harness.run();
    harness.get_by_label(rows::MEASURE_BULGE.text).click();
    wait_for_figures(&mut harness);
    // All figures are spoken, and the shown one is starred.
    let chosen = label_with(&harness, "Measurements of pane 2: ");
    assert!(chosen.contains("section 1.00, bulge 1.00, the best"), "{chosen}");
    harness.state_mut().state.apply(Command::Undo);
    wait_for_figures(&mut harness);
    assert_eq!(label_with(&harness, "Measurements of pane 2: "), other, "undone");
    // Every figure, where a person wants it.
    harness.get_by_label("Unfold All measurements").click();
    wait_for_figures(&mut harness);
    let minor = label_with(&harness, "Smallest section: ");
    assert!((number_after(&minor, "Smallest section:") - 0.707).abs() < 0.01, "{minor}");
    assert!(!label_with(&harness, "Largest distance to DIB: ").ends_with('\u{2013}'), "it was asked for only now");
}

#[test]
fn figures_follow_the_pose_and_rest_with_it() {
    let (mut harness, mid) = bar_turned(Vec3::new(90.0, 0.0, 0.0));
    let frames = harness.run();
    assert!(frames <= 2, "{frames} frames for a window at rest");
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::new(120.0, 0.0, 0.0) });
    wait_for_figures(&mut harness);
    let lbs = label_with(&harness, "Pane 1, LBS: ");
    assert!((number_after(&lbs, "section") - 0.5).abs() < 0.011, "{lbs}");
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::ZERO });
    wait_for_figures(&mut harness);
    assert!(
        harness.query_all_by_label_contains("Measurements of pane").next().is_none(),
        "nothing where nothing happened"
    );
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::new(120.0, 0.0, 0.0) });
    harness.state_mut().state.apply(Command::SelectJoint(None));
    wait_for_figures(&mut harness);
    assert!(harness.query_all_by_label_contains("Measurements of pane").next().is_none(), "no joint, no figures");
    assert!(label_with(&harness, "Pane 1, LBS: ").contains("section \u{2013}"));
}

#[test]
fn a_click_into_the_sweep_sets_the_angle() {
    let (mut harness, mid) = bar_turned(Vec3::ZERO);
    harness.state_mut().state.apply(Command::SetSweepFigure(Figure::MinorRadius));
    wait_for_figures(&mut harness);
    let plot = harness.get_by_label("Sweep of mid about X");
    plot.scroll_to_me();
    settle(&mut harness);
    let plot = harness.get_by_label("Sweep of mid about X").rect();
    harness.hover_at(plot.center());
    harness.run_steps(2);
    harness.drag_at(plot.center() + vec2(60.0, 0.0));
    harness.drop_at(plot.center() + vec2(60.0, 0.0));
    settle(&mut harness);
    let degrees = harness.state().state.angles_degrees(mid).x;
    assert!((40.0..150.0).contains(&degrees), "{degrees}");
    let sweep = harness.state().state.jobs.figures.sweep().unwrap();
    assert!(sweep.finished && sweep.key.angles_degrees == Vec3::ZERO, "the swept axis' own angle is no new sweep");
    harness.get_by_label("Sweep axis: Z").click();
    wait_for_figures(&mut harness);
    assert_eq!(harness.state().state.jobs.figures.sweep().unwrap().key.axis, 2);
    harness.get_by_label("Sweep of mid about Z");
}

#[test]
fn the_skin_is_pointed_at_and_a_click_pins_the_vertex() {
    let (mut harness, mid) = bar_turned(Vec3::new(0.0, 0.0, 60.0));
    let area = picture(&harness, 2);
    let state = &harness.state().state;
    let size = [area.width().round() as u32, area.height().round() as u32];
    // On the blend zone's upper side, off the bone.
    let at = state.view.camera.project(Vec3::new(0.85, 0.12, 0.1), size).unwrap();
    let at = area.min + vec2(at.x, at.y);
    harness.hover_at(at);
    harness.run_steps(3);
    assert_eq!(harness.state().state.hand.hovered_joint, None);
    let hovered = harness.state().state.hand.hovered_vertex.unwrap();
    assert_eq!(hovered.0, 1);
    harness.drag_at(at);
    harness.drop_at(at);
    settle(&mut harness);
    let state = &harness.state().state;
    assert_eq!(state.selection.pinned.as_ref().map(|pinned| pinned.vertex_id), Some(hovered.1));
    assert_eq!(state.selection.joint, Some(mid), "the joint stays selected");
    let probe = state.probe.as_ref().unwrap();
    let sum: f32 = probe.sides[0].influences.iter().map(|influence| influence.weight).sum();
    assert!((sum - 1.0).abs() < 1e-5 && probe.sides[0].influences.len() == 2, "{:?}", probe.sides[0].influences);
    assert_eq!(probe.rows.len(), 2);
    let told = label_with(&harness, "LBS to DQS: ");
    assert!(told.contains("% of extent"), "{told}");
    label_with(&harness, "root, weight 0.");
    // It stays while the pose changes, and goes with Escape.
    let before = probe.rows[0].position;
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::ZERO });
    settle(&mut harness);
    let probe = harness.state().state.probe.as_ref().unwrap();
    assert!(probe.key.vertex_id == hovered.1 && probe.rows[0].position != before);
    assert!(probe.rows[0].position.abs_diff_eq(probe.rows[1].position, 1e-5), "at rest all methods agree");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.state().state.selection.pinned.is_none());
    assert_eq!(harness.state().state.selection.joint, Some(mid));
}

#[test]
fn the_worst_vertex_is_pinned_looked_at_and_explained() {
    let (mut harness, _) = bar_turned(Vec3::new(135.0, 0.0, 0.0));
    let camera = harness.state().state.view.camera;
    let button = harness.get_by_role_and_label(Role::Button, "Worst collapse of pane 1");
    button.scroll_to_me();
    settle(&mut harness);
    harness.get_by_role_and_label(Role::Button, "Worst collapse of pane 1").click();
    settle(&mut harness);
    let state = &harness.state().state;
    let pinned = state.selection.pinned.clone().unwrap();
    let probe = state.probe.as_ref().unwrap();
    assert_eq!(probe.key.vertex_id, pinned.vertex_id);
    let reason = pinned.reason.unwrap().text;
    assert!(reason.contains("closer to its bone") && reason.contains("are 135.0\u{b0} apart"), "{reason}");
    assert!((probe.sides[0].angle_degrees.unwrap() - 135.0).abs() < 0.1);
    assert!(state.view.camera != camera && state.view.camera.distance < camera.distance);
    assert!(state.view.camera.target.distance(probe.of_pane(0).unwrap().position) < 1e-4);
    harness.get_by_label_contains("are 135.0\u{b0} apart");
    for kind in WorstKind::ALL {
        harness.state_mut().state.apply(Command::PinWorst { pane: 1, kind });
        settle(&mut harness);
    }
    assert_eq!(harness.state().state.view.selected_pane, 1);
}

#[test]
fn the_bulge_button_finds_the_vertex_that_the_figure_is_of() {
    let (mut harness, _) = bar_turned(Vec3::new(0.0, 0.0, 120.0));
    assert!(number_after(&label_with(&harness, "Pane 1, LBS: "), "bulge") < 1.03);
    assert!(number_after(&label_with(&harness, "Pane 2, DQS: "), "bulge") > 1.15);
    assert!(number_after(&label_with(&harness, "Measurements of pane 2: "), "bulge") > 1.15);
    let state = &mut harness.state_mut().state;
    let shown = state.skin_of_pane(1).unwrap();
    let bulge = state.figures_of(&shown).unwrap().figures.joint.as_ref().unwrap().bulge.unwrap();
    let worst = state.worst_vertex(1, WorstKind::Bulge).unwrap();
    assert_eq!((worst.vertex, worst.amount), (bulge.vertex, bulge.growth));
    let linear = state.worst_vertex(0, WorstKind::Bulge).unwrap();
    assert!(linear.amount < 0.1 * worst.amount, "{linear:?} and {worst:?}");
    let vertex_id = worst.vertex_id;
    state.apply(Command::PinWorst { pane: 1, kind: WorstKind::Bulge });
    let pinned = state.selection.pinned.clone().unwrap();
    assert_eq!(pinned.vertex_id, vertex_id);
    let reason = pinned.reason.unwrap().text;
    assert!(
        reason.contains("farther from its bone where the skin bulges") && reason.contains("are 120.0\u{b0} apart"),
        "{reason}"
    );
    // Without a joint there is no zone.
    state.apply(Command::SelectJoint(None));
    wait_for_figures(&mut harness);
    assert_eq!(harness.state().state.worst_vertex(1, WorstKind::Bulge), None);
}
