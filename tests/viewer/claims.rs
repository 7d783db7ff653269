//! The page of what the papers say.

use crate::harness::viewer_with;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::session::Command;
use skinscope::viewer::Viewer;

/// The left and right edges of the rows.
fn edges(harness: &Harness<'_, Viewer>) -> [f32; 2] {
    let rows: Vec<egui::Rect> = harness.get_all_by_role(Role::ListBoxOption).map(|row| row.rect()).collect();
    assert!(rows.len() > 10, "{}", rows.len());
    let left = rows.iter().map(egui::Rect::left).fold(f32::MAX, f32::min);
    [left, rows.iter().map(egui::Rect::right).fold(f32::MIN, f32::max)]
}

/// A row that is wider than the page would widen the page in every frame.
#[test]
fn the_page_of_claims_keeps_its_width() {
    let mut harness = viewer_with("bar");
    harness.state_mut().state.apply(Command::ShowClaims(true));
    harness.run_steps(4);
    let [left, right] = edges(&harness);
    assert!(right - left > 400.0 && right - left < 830.0, "{left} to {right}");
    harness.run_steps(30);
    assert_eq!(edges(&harness), [left, right]);
}

/// What is read is on the page; test names and command lines are where they are asked for.
#[test]
fn how_a_claim_is_checked_is_folded() {
    let mut harness = viewer_with("bar");
    harness.state_mut().state.apply(Command::ShowClaims(true));
    harness.run_steps(4);
    harness.get_by_label("Search claims").focus();
    harness.run_steps(2);
    harness.get_by_label("Search claims").type_text("kavan-2008/candy-wrapper");
    harness.run_steps(4);
    let row = "Linear blending collapses the skin to a point where two joints of equal weight are twisted by 180° against \
               each other.";
    harness.get_by_role_and_label(Role::ListBoxOption, row).click();
    harness.run_steps(10);
    let shows = |harness: &Harness<'_, Viewer>, text: &str| harness.query_all_by_label_contains(text).count() > 0;
    assert!(shows(&harness, "“A typical ‘candy-wrapper’ artifact of linear blend skinning.”"));
    assert!(!shows(&harness, "skinscope measure bar") && !shows(&harness, "Test: "));
    harness.get_by_label("How it is checked").click();
    harness.run_steps(30);
    assert!(shows(&harness, "skinscope measure bar") && shows(&harness, "Test: tests/headless/"));
    if let Some(folder) = std::env::var_os("SKINSCOPE_LOOK") {
        harness.render().unwrap().save(std::path::Path::new(&folder).join("claims.png")).unwrap();
    }
}
