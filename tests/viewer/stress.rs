//! The stress test: requested, listed, jumped to, undone.

use crate::harness::{settle, viewer_with, wait_for_figures};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use glam::Vec3;
use skinscope::measure::{StressMeasure, StressRow};
use skinscope::session::{Command, LinePlace, Mending, RangeChoice, StressChoice, StressGroup, StressLine, StressSort};
use skinscope::skinning::SkinningMethod;
use skinscope::viewer::Viewer;
use std::collections::BTreeSet;

/// A viewer with the section open, and a test that is done.
fn stressed(model: &str) -> Harness<'static, Viewer> {
    let mut harness = viewer_with(model);
    press(&mut harness, "Unfold Stress test");
    press(&mut harness, "Stress test");
    assert!(harness.state().state.stress_result().is_some() || harness.state().state.jobs.stress.fraction().is_some());
    wait(&mut harness);
    harness
}

fn wait(harness: &mut Harness<'_, Viewer>) {
    for _ in 0..3000 {
        harness.run_steps(1);
        if harness.state().state.jobs.stress.fraction().is_none() {
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
    let mid = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    let before = Vec3::new(0.0, 0.0, 25.0);
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: before });
    settle(&mut harness);
    let first = rows(&harness).first().cloned().unwrap();
    assert!(first.starts_with("Worst 1: mid, ") && first.contains("smallest section"), "{first}");
    let camera = harness.state().state.view.camera;
    press(&mut harness, &first);
    settle(&mut harness);
    let state = &harness.state().state;
    let entry = state.stress_result().unwrap().report.ranked(0, StressMeasure::Collapse)[0];
    let mut angles = Vec3::ZERO;
    angles[entry.axis] = entry.degrees;
    assert_eq!((state.selection.joint, state.angles_degrees(mid)), (Some(mid), angles));
    assert!((entry.over_rest - f64::from(entry.degrees / 2.0).to_radians().cos()).abs() < 0.02, "{entry:?}");
    let pinned = state.selection.pinned.as_ref().unwrap();
    assert_eq!(pinned.vertex_id, entry.vertex_id);
    assert!(pinned.reason.as_ref().unwrap().text.contains("under LBS"));
    assert!(state.view.camera.distance < camera.distance, "it goes near");
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
            assert_eq!(state.skin_of_pane(state.view.selected_pane), Some(shown));
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
    // Canceled at once, the older result stays.
    harness.state_mut().state.apply(Command::StartStress);
    harness.state_mut().state.apply(Command::CancelStress);
    settle(&mut harness);
    assert!(harness.state().state.jobs.stress.fraction().is_none() && harness.state().state.stress_result().is_some());
    harness.state_mut().state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dib });
    settle(&mut harness);
    assert!(!harness.state().state.stress_is_current());
    harness.get_by_label_contains("DIB is not tested yet");
    harness.get_by_role_and_label(Role::Button, "Run again");
    harness.state_mut().state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Lbs });
    let choice = StressChoice { range: RangeChoice::Fixed, degrees: 45.0, ..harness.state().state.jobs.stress.choice };
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
    let rows: Vec<StressRow> = lines(&harness).iter().map(|line| StressRow::of_all(line.joints()).unwrap()).collect();
    let first = labels.iter().find(|label| label.starts_with("Worst 1:")).unwrap().clone();
    press(&mut harness, &first);
    settle(&mut harness);
    // The name takes the worst pose of all methods, and a cell that of its method.
    let keys = [
        (Key::ArrowDown, 1, None),
        (Key::ArrowDown, 2, None),
        (Key::ArrowUp, 1, None),
        (Key::ArrowRight, 1, Some(0)),
        (Key::ArrowRight, 1, Some(1)),
        (Key::ArrowUp, 0, Some(1)),
        (Key::ArrowLeft, 0, Some(0)),
        (Key::ArrowLeft, 0, None),
    ];
    for (key, line, column) in keys {
        harness.key_press(key);
        settle(&mut harness);
        let entry =
            column.map_or_else(|| rows[line].worst().unwrap().1, |column: usize| rows[line].cells[column].unwrap());
        let state = &harness.state().state;
        assert_eq!(state.selection.joint, Some(entry.node), "{key:?}");
        let mut angles = Vec3::ZERO;
        angles[entry.axis] = entry.degrees;
        assert_eq!(state.angles_degrees(entry.node), angles, "{key:?} {column:?}");
        let method = state.stress_result().unwrap().skins[column.or(rows[line].worst().map(|worst| worst.0)).unwrap()];
        assert_eq!(state.skin_of_pane(state.view.selected_pane), Some(method), "{key:?}");
    }
}

#[test]
fn heads_sort_and_cells_take_the_worst_pose_of_their_method() {
    let mut harness = stressed("mannequin");
    let first = |harness: &Harness<'_, Viewer>, start: &str| {
        rows(harness).into_iter().find(|label| label.starts_with(start)).unwrap_or_default()
    };
    let names = |harness: &Harness<'_, Viewer>| {
        let document = harness.state().state.documents.first.as_ref().unwrap();
        lines(harness).iter().map(|line| document.joint_name(line.worst.node).to_owned()).collect::<Vec<_>>()
    };
    let choice = |harness: &Harness<'_, Viewer>| harness.state().state.jobs.stress.choice;
    press(&mut harness, "Sort by DQS");
    assert_eq!((choice(&harness).sort, choice(&harness).skin), (StressSort::Method, 1));
    let by_dqs = harness.state().state.stress_result().unwrap().report.table(StressMeasure::Collapse, Some(1));
    assert_eq!(lines(&harness)[0].worst.node, by_dqs[0].node);
    assert!(first(&harness, "Worst 1: ").contains(names(&harness)[0].as_str()));
    let severity = |row: &StressRow| row.cells[1].map_or(f64::NEG_INFINITY, |entry| entry.severity());
    assert!(by_dqs.windows(2).all(|pair| severity(&pair[0]) >= severity(&pair[1]) - 1e-4));
    // The cell of LBS in the worst row of DQS.
    let entry = StressRow::of_all(lines(&harness)[0].joints()).unwrap().cells[0].unwrap();
    let name = harness.state().state.documents.first.as_ref().unwrap().joint_name(entry.node).to_owned();
    let start = format!("{name} under LBS: ");
    let label = harness.query_all_by_label_contains(&start).find_map(|node| node.accesskit_node().label()).unwrap();
    assert!(label.contains(&format!("{:.0}% of rest", 100.0 * entry.over_rest)), "{label}");
    press(&mut harness, &label);
    settle(&mut harness);
    let state = &harness.state().state;
    assert_eq!(state.selection.joint, Some(entry.node));
    assert!(state.selection.pinned.as_ref().unwrap().reason.as_ref().unwrap().text.ends_with("under LBS"));
    press(&mut harness, "Sort by joint");
    settle(&mut harness);
    let mut sorted = names(&harness);
    sorted.sort();
    let ungrouped = |names: &[String]| names.iter().filter(|name| !name.contains("toe")).count();
    assert_eq!((names(&harness)[0].clone(), ungrouped(&names(&harness))), (sorted[0].clone(), ungrouped(&sorted)));
    assert!(harness.query_by_label_contains("Joint 1: ").is_some());
    press(&mut harness, "Sort by joint");
    assert_eq!(choice(&harness).sort, StressSort::Worst, "a second click sorts by the worst again");
}

/// The tooltip of a row and the cells of the row have ids of their own.
#[test]
fn a_row_and_its_numbers_say_what_they_are() {
    let mut harness = stressed("limb");
    harness.get_by_label_contains("Worst 1").scroll_to_me();
    harness.run_steps(3);
    let row = harness.get_by_label_contains("Worst 1").rect();
    let cells = harness.query_all_by_label_contains(" under LBS: ").map(|cell| cell.rect());
    let cell = cells.collect::<Vec<_>>().into_iter().find(|cell| row.contains(cell.center())).unwrap();
    let name = egui::pos2(row.left() + 40.0, row.center().y);
    for (at, said) in [(cell.center(), "Click to apply this pose"), (name, "Apply this pose and look")] {
        harness.hover_at(at);
        harness.run_steps(12);
        assert!(harness.query_all_by_label_contains(said).next().is_some(), "{said}");
        // A tooltip stays as long as the pointer is over its row.
        harness.hover_at(egui::pos2(row.left() - 300.0, row.center().y));
        harness.run_steps(6);
    }
}

/// Every column lies within the panel, and every joint has a cell under each method.
#[test]
fn nine_methods_fit_in_the_panel() {
    let mut harness = viewer_with("bar");
    harness.state_mut().state.apply(Command::SetPaneCount(9));
    let methods = SkinningMethod::ALL.into_iter().filter(|method| !method.needs_centers()).take(9);
    for (pane, method) in methods.enumerate() {
        harness.state_mut().state.apply(Command::SetMethod { pane, method });
    }
    settle(&mut harness);
    press(&mut harness, "Unfold Stress test");
    press(&mut harness, "Stress test");
    wait(&mut harness);
    let count = harness.state().state.stress_result().unwrap().skins.len();
    assert!(count > 6, "{count}");
    let section = harness.get_by_label("Fold Stress test").rect();
    let cells: Vec<_> = harness.query_all_by_label_contains("mid under ").map(|node| node.rect()).collect();
    assert_eq!(cells.len(), count);
    for cell in cells {
        assert!(cell.left() >= section.left() - 1.0 && cell.right() <= section.right() + 1.0, "{cell:?} {section:?}");
        assert!(cell.width() > 24.0);
    }
}

/// The lines of the table.
fn lines(harness: &Harness<'_, Viewer>) -> Vec<StressLine<StressRow>> {
    let state = &harness.state().state;
    let (stress, result) = (&state.jobs.stress, state.stress_result().unwrap());
    let document = state.documents.first.as_ref().unwrap();
    let is_open = |group: StressGroup| stress.choice.unfolded[group as usize];
    let rows = result.table(stress.choice, |node| document.joint_name(node));
    let lines = result.listed.lines(rows.iter(), |row| row.node, is_open);
    let owned = |line: StressLine<&StressRow>| StressLine {
        place: line.place,
        worst: line.worst.clone(),
        others: line.others.into_iter().cloned().collect(),
    };
    lines.into_iter().map(owned).collect()
}

#[test]
fn the_list_is_whole_has_each_side_once_and_folds_fingers() {
    let mut harness = stressed("mannequin");
    let ranked = harness.state().state.stress_result().unwrap().report.table(StressMeasure::Collapse, None);
    let shown = rows(&harness);
    let folded = lines(&harness);
    // All but the line of the fingers.
    assert_eq!(shown.len() + 1, folded.len(), "{shown:?}");
    assert!(ranked.len() > 40 && shown.len() > 12 && shown.len() < 25, "{} of {}", shown.len(), ranked.len());
    let forearms: Vec<&String> = shown.iter().filter(|label| label.contains(" forearm.")).collect();
    assert!(matches!(forearms[..], [one] if one.contains(" and its other side")), "{forearms:?}");
    let group = |harness: &Harness<'_, Viewer>| {
        let labels = harness.query_all_by_label_contains("old fingers: ");
        labels.filter_map(|node| node.accesskit_node().label()).next().unwrap()
    };
    let closed = group(&harness);
    let skeleton = &harness.state().state.documents.first.as_ref().unwrap().model.skeleton;
    let names = ranked.iter().map(|row| skeleton.label(row.node));
    let fingers: Vec<String> = names
        .filter(|name| ["thumb", "index", "middle", "ring", "little"].iter().any(|of| name.starts_with(of)))
        .collect();
    let both_hands: BTreeSet<&str> = fingers.iter().map(|name| name.trim_end_matches(['L', 'R'])).collect();
    assert!(
        closed.starts_with(&format!("Unfold fingers: {} joints, ", fingers.len())) && fingers.len() > 20,
        "{closed}"
    );
    press(&mut harness, &closed);
    settle(&mut harness);
    let members = |harness: &Harness<'_, Viewer>| harness.query_all_by_label_contains("Worst of the group: ").count();
    let each_once = both_hands.len();
    assert_eq!(members(&harness), each_once, "both hands once");
    assert!(harness.state().state.edit.overrides.is_empty(), "no pose was taken");
    harness.key_press(Key::ArrowLeft);
    settle(&mut harness);
    assert_eq!(members(&harness), 0);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(members(&harness), each_once);
    harness.key_press(Key::ArrowDown);
    settle(&mut harness);
    let selected = harness.state().state.selection.joint.unwrap();
    let open = lines(&harness);
    let at = open.iter().position(|line| matches!(line.place, LinePlace::Group { .. })).unwrap();
    assert_eq!(selected, open[at + 1].worst.node, "on into the group");
}

#[test]
fn a_search_finds_joints_of_either_side_and_in_groups() {
    let mut harness = stressed("mannequin");
    harness.get_by_label("Search stressed joints").scroll_to_me();
    harness.run_steps(3);
    harness.get_by_label("Search stressed joints").focus();
    harness.run_steps(2);
    harness.get_by_label("Search stressed joints").type_text("index_2");
    settle(&mut harness);
    assert_eq!(harness.query_all_by_label_contains(" index_2.").count(), 2, "the group, and both sides in one");
    harness.state_mut().state.apply(Command::SearchStress("Hand.r".to_owned()));
    settle(&mut harness);
    let found = rows(&harness);
    assert!(matches!(&found[..], [one] if one.contains(" hand.R, ")), "{found:?}");
    harness.state_mut().state.apply(Command::SearchStress("nothing".to_owned()));
    settle(&mut harness);
    harness.get_by_label_contains("No such joint has this defect.");
    harness.get_by_label("Search stressed joints").focus();
    harness.run_steps(2);
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.state().state.jobs.stress.search.is_empty() && rows(&harness).len() > 12);
}

/// The tooltip of a line and the note below the list say what the ranges are of.
#[test]
fn the_note_counts_where_the_ranges_come_from() {
    let harness = stressed("mannequin");
    harness.get_by_label_contains("Ranges: 23 from clips, ");
}

/// The section says what would mend the joint, and a click on it mends both sides.
#[test]
fn a_click_mends_both_wrists() {
    let mut harness = viewer_with("mannequin");
    let find = |harness: &Harness<'_, Viewer>, name: &str| {
        harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
    };
    let top = |harness: &Harness<'_, Viewer>| harness.get_by_label("Unfold Stress test").rect().top();
    press(&mut harness, "Unfold Mend");
    settle(&mut harness);
    let before = top(&harness);
    let hand = find(&harness, "hand.L");
    harness.state_mut().state.apply(Command::SelectJoint(Some(hand)));
    settle(&mut harness);
    wait_for_remedies(&mut harness);
    assert!((top(&harness) - before).abs() < 0.5, "nothing moves below");
    let label = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().unwrap_or_default();
    let button =
        harness.query_all_by_label_contains("twist joints").find(|node| node.accesskit_node().role() == Role::Button);
    let label = label(&button.expect("a remedy"));
    press(&mut harness, &label);
    settle(&mut harness);
    let sides = ["forearm.L", "forearm.R"].map(|name| find(&harness, name));
    let split: Vec<u32> = harness.state().state.edit.rig.twists.iter().map(|split| split.joint).collect();
    assert_eq!(split, sides);
    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    assert!(harness.state().state.edit.rig.twists.is_empty());
}

fn wait_for_remedies(harness: &mut Harness<'_, Viewer>) {
    for _ in 0..3000 {
        harness.run_steps(1);
        if matches!(harness.state().state.mending(), Mending::Found(_)) {
            return settle(harness);
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("no remedy was found");
}
