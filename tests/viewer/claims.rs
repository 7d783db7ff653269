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
