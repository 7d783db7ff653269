//! The bar at the top, in windows of every width and size of interface.

use crate::harness::{settle, viewer_with};
use egui::accesskit::Role;
use egui::{Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use skinscope::files::open_model;
use skinscope::session::Command;
use skinscope::view::Overlay;
use skinscope::viewer::Viewer;

/// Every tool by its name in the bar and in the menu.
const TOOLS: [&str; 14] = [
    "Open file",
    "Scenes",
    "Panes",
    "Arrangement: ",
    "Overlays",
    "View",
    "Pose library",
    "Undo",
    "Undo history",
    "Redo",
    "Search commands",
    "Keyboard and mouse",
    "Switch to light theme",
    "Show stage, for talks (F5)",
];

fn labels_within(harness: &Harness<'_, Viewer>, area: Rect) -> Vec<(String, Rect)> {
    let roles = [Role::Button, Role::RadioButton, Role::ComboBox, Role::CheckBox, Role::Slider, Role::TextInput];
    let nodes = roles.into_iter().flat_map(|role| harness.query_all_by_role(role).collect::<Vec<_>>());
    nodes
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .filter(|(_, rect)| area.contains(rect.center()))
        .collect()
}

fn assert_apart(what: &str, widgets: &[(String, Rect)], window: Rect) {
    for (index, (name, rect)) in widgets.iter().enumerate() {
        assert!(window.expand(0.5).contains_rect(*rect), "{what}: {name} leaves the window: {rect:?}");
        for (other, at) in &widgets[..index] {
            let common = rect.intersect(*at);
            assert!(!common.is_positive() || common.area() < 1.0, "{what}: {name} {rect:?} overlaps {other} {at:?}");
        }
    }
}

#[test]
fn no_tools_overlap_and_all_are_reached_at_every_size() {
    let mut harness = viewer_with("mannequin");
    let clip = Command::SetClip(Some(0));
    harness.state_mut().state.apply(clip);
    let sizes = [(1024.0, 700.0), (1280.0, 800.0), (1920.0, 1080.0), (3840.0, 2160.0), (700.0, 500.0), (500.0, 400.0)];
    for (width, height) in sizes {
        for zoom in [1.0, 1.1, 1.25, 1.5, 1.75, 2.0] {
            let window = Rect::from_min_size(egui::Pos2::ZERO, vec2(width, height) / zoom);
            if window.width() < 470.0 {
                continue;
            }
            harness.set_size(window.size());
            harness.set_pixels_per_point(1.0);
            settle(&mut harness);
            let what = format!("{width} by {height} at {zoom}");
            let bar = window.with_max_y(44.0);
            let shown = labels_within(&harness, bar);
            assert_apart(&what, &shown, window);
            let clip = harness.get_by_label("Clip").rect();
            let mut timeline = labels_within(&harness, window.with_min_y(clip.top()).with_max_y(clip.bottom()));
            timeline.retain(|(name, _)| !name.starts_with("Fold ") && !name.starts_with("Unfold "));
            assert_apart(&what, &timeline, window);
            let is_in_bar = |tool: &str| shown.iter().any(|(name, _)| name.starts_with(tool));
            assert!(shown.iter().any(|(name, _)| name.contains("mannequin")), "{what}: no menu of the model");
            let hidden: Vec<&str> = TOOLS.into_iter().filter(|tool| !is_in_bar(tool)).collect();
            if hidden.is_empty() {
                continue;
            }
            harness.get_by_label("More tools").click();
            settle(&mut harness);
            for tool in hidden {
                let entry = harness.query_all_by_label_contains(tool).map(|node| node.rect());
                let entry = entry.filter(|rect| rect.top() > 40.0 && window.contains_rect(*rect)).count();
                assert!(entry > 0, "{what}: {tool} is not reached");
            }
            harness.key_press(egui::Key::Escape);
            settle(&mut harness);
        }
    }
}

#[test]
fn the_length_of_a_models_name_moves_no_tool() {
    let mut harness = viewer_with("bar");
    let places = |harness: &Harness<'_, Viewer>| {
        ["Scenes", "Panes", "Overlays", "Pose library"].map(|tool| harness.get_by_label(tool).rect())
    };
    let before = places(&harness);
    let folder = std::env::temp_dir().join(format!("skinscope-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a-character-with-a-very-long-name-by-someone-else-v12-final.glb");
    std::fs::write(&path, skinscope::bundled::glb_bytes("bar").unwrap()).unwrap();
    harness.state_mut().show(open_model(path.to_str().unwrap()).unwrap());
    settle(&mut harness);
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(places(&harness), before);
    let button = harness.query_all_by_label_contains("v12-final").next().unwrap();
    assert!(button.rect().width() < 180.0);
    let at = button.rect().center();
    harness.hover_at(at);
    harness.run_steps(30);
    let tips = harness.query_all_by_label_contains("someone-else-v12-final").count();
    assert!(tips >= 1);
}

/// A screen reader cannot read the glyphs of the icon font.
#[test]
fn choices_that_show_icons_are_spoken_as_words() {
    let mut harness = viewer_with("bar");
    settle(&mut harness);
    for shape in ["row", "column", "grid"] {
        harness.get_by_label(&format!("Arrangement: Arrange panes in a {shape}"));
    }
}

#[test]
fn every_overlay_has_a_switch() {
    let mut harness = viewer_with("bar");
    settle(&mut harness);
    let shown = |harness: &Harness<'_, Viewer>| harness.state().state.edit.pane(0).look.overlays;
    for overlay in Overlay::in_menus() {
        let label = overlay.row().label;
        if harness.query_by_role_and_label(Role::CheckBox, label).is_none() {
            harness.get_by_label("Overlays").click();
            settle(&mut harness);
        }
        let before = shown(&harness);
        harness.get_by_role_and_label(Role::CheckBox, label).click();
        settle(&mut harness);
        assert_eq!(shown(&harness), before.with(overlay, !before.has(overlay)), "{label}");
    }
}
