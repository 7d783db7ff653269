//! Parts of the window that stand still, their places, and the parts that remain in small windows.

use crate::harness::{SIZE, settle, show_tab, viewer_with, wait_for_centers, wait_for_figures};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use glam::Vec3;
use skinscope::centers::CenterSettings;
use skinscope::measure::VertexId;
use skinscope::panes::{Comparison, ComparisonKind, PaneLook, PanePreset};
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, InspectorTab};
use skinscope::skinning::SkinningMethod;
use skinscope::view::SkinPaint;
use skinscope::viewer::Viewer;

/// The harness leaves this around the window's contents.
const EDGE: f32 = 8.0;

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

fn joint(harness: &Harness<'_, Viewer>, name: &str) -> u32 {
    harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

/// The pictures of all panes.
fn pictures(harness: &Harness<'_, Viewer>) -> Vec<Rect> {
    let panes = &harness.state().state.edit.panes;
    let picture = |(index, pane): (usize, &skinscope::session::Pane)| {
        let method = pane.settings.skinning.method.short_name();
        harness.get_by_label(&format!("Picture of pane {}, {method}", index + 1)).rect()
    };
    panes.iter().enumerate().map(picture).collect()
}

fn rect(harness: &Harness<'_, Viewer>, label: &str) -> Rect {
    harness.get_by_label(label).rect()
}

fn rect_with(harness: &Harness<'_, Viewer>, label: &str) -> Option<Rect> {
    harness.query_all_by_label_contains(label).next().map(|node| node.rect())
}

#[test]
fn selecting_hovering_and_probing_move_nothing() {
    let mut harness = viewer_with("mannequin");
    harness.set_size(vec2(1920.0, 1080.0));
    settle(&mut harness);
    let targets = ["hand.L", "Unfold Stress test", "Fold Sweep", "Fold Probe", "Worst collapse of pane 1"];
    let places =
        |harness: &Harness<'_, Viewer>| (pictures(harness), targets.map(|target| (target, rect(harness, target))));
    let before = places(&harness);
    harness.get_by_role_and_label(Role::TreeItem, "hand.L").click();
    settle(&mut harness);
    assert!(harness.state().state.selection.joint.is_some());
    assert_eq!(places(&harness), before, "selecting a joint");
    let hand = joint(&harness, "hand.L");
    apply(&mut harness, Command::SetAngles { node: hand, angles_degrees: Vec3::new(80.0, 0.0, 40.0) });
    wait_for_figures(&mut harness);
    assert_eq!(places(&harness), before, "posing it");
    apply(&mut harness, Command::HoverVertex(Some((0, VertexId { primitive: 0, vertex: 90 }))));
    assert_eq!(places(&harness), before, "hovering the skin");
    apply(&mut harness, Command::PinProbe(Some(VertexId { primitive: 0, vertex: 200 })));
    assert!(harness.query_all_by_label_contains(", weight ").next().is_some());
    assert_eq!(places(&harness), before, "pinning a vertex");
    apply(&mut harness, Command::SelectJoint(None));
    assert_eq!(places(&harness), before, "deselecting");
}

#[test]
fn what_is_looked_at_most_is_seen_at_once() {
    let mut harness = viewer_with("mannequin");
    harness.set_size(vec2(1920.0, 1080.0));
    apply(&mut harness, Command::SetPaneCount(3));
    let hand = joint(&harness, "hand.L");
    apply(&mut harness, Command::SelectJoint(Some(hand)));
    apply(&mut harness, Command::PinProbe(Some(VertexId { primitive: 0, vertex: 200 })));
    wait_for_figures(&mut harness);
    let bottom = rect(&harness, "Clip").top();
    let last = harness.query_all_by_label_contains("% of extent").map(|node| node.rect().bottom());
    let last = last.fold(0.0, f32::max);
    assert!(last > 300.0 && last <= bottom, "the probe ends at {last}, the window at {bottom}");
    for label in ["Fold Around hand.L", "Fold Sweep", "Unfold Stress test", "Fold Probe"] {
        assert!(rect(&harness, label).bottom() < bottom, "{label}");
    }
}

#[test]
fn tabs_show_one_part_each() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    let parts =
        [("Inspect", "Fold Sweep"), ("Pose", "Rotate X degrees"), ("Panes", "Method"), ("Model", "Vertices: 482")];
    let vertices =
        skinscope::math::grouped(harness.state().state.documents.first.as_ref().unwrap().model.vertex_count());
    for (tab, _) in parts {
        harness.get_by_label(&format!("Inspector: {tab}")).click();
        settle(&mut harness);
        for (other, part) in parts {
            let part = if other == "Model" { format!("Vertices: {vertices}") } else { part.to_owned() };
            assert_eq!(harness.query_by_label(&part).is_some(), other == tab, "{part} in {tab}");
        }
    }
}

#[test]
fn panels_fold_by_key_button_and_strip_and_keep_their_width() {
    let mut harness = viewer_with("bar");
    let pictures_before = pictures(&harness);
    let is_open = |harness: &Harness<'_, Viewer>, label: &str| harness.query_by_label(label).is_some();
    harness.key_press(Key::T);
    settle(&mut harness);
    assert!(!is_open(&harness, "Search joints"));
    harness.get_by_label("Show joint tree (T)").click();
    settle(&mut harness);
    assert!(is_open(&harness, "Search joints"));
    harness.get_by_label("Hide inspector (I)").click();
    settle(&mut harness);
    assert!(!is_open(&harness, "Fold Sweep") && pictures(&harness)[1].right() > pictures_before[1].right() + 200.0);
    harness.get_by_label("Show Panes tab (I)").click();
    settle(&mut harness);
    assert!(is_open(&harness, "Method"), "the strip opens a tab");
    harness.key_press(Key::I);
    settle(&mut harness);
    assert!(!is_open(&harness, "Method"));
    harness.key_press(Key::I);
    settle(&mut harness);
    assert_eq!(pictures(&harness), pictures_before);
    // A drag of its border is kept for the next start.
    let width = harness.state().state.interface.settings.panels.inspector.width_points;
    let border = pos2(SIZE[0] - EDGE - width, 500.0);
    harness.hover_at(border);
    harness.run_steps(2);
    harness.drag_at(border);
    harness.run_steps(2);
    harness.hover_at(border - vec2(40.0, 0.0));
    harness.run_steps(2);
    harness.drop_at(border - vec2(40.0, 0.0));
    settle(&mut harness);
    let wider = harness.state().state.interface.settings.panels.inspector.width_points;
    assert!((wider - width - 40.0).abs() < 4.0, "{width} became {wider}");
}

#[test]
fn narrow_windows_fold_the_panels_and_keep_room_for_the_panes() {
    let mut harness = viewer_with("bar");
    for (width, joints, inspector) in [(1280.0, true, true), (1270.0, true, false), (940.0, false, false)] {
        harness.set_size(vec2(width, 800.0));
        settle(&mut harness);
        assert_eq!(harness.query_by_label(rows::SEARCH_JOINTS.text).is_some(), joints, "{width}");
        assert_eq!(harness.query_by_label("Fold Sweep").is_some(), inspector, "{width}");
    }
    harness.set_size(vec2(700.0, 600.0));
    for key in [Key::T, Key::I] {
        harness.key_press(key);
        settle(&mut harness);
    }
    assert!(
        harness.query_by_label("Fold Sweep").is_some() && harness.query_by_label(rows::SEARCH_JOINTS.text).is_none()
    );
    let widths: f32 = pictures(&harness).iter().map(Rect::width).sum();
    assert!(widths > 250.0, "{widths}");
}

#[test]
fn the_timeline_is_one_line_and_playing_moves_nothing() {
    let mut harness = viewer_with("mannequin");
    let before = pictures(&harness);
    let [play, clip, track] = [
        rect(&harness, "Play (Space)"),
        rect(&harness, "Clip"),
        harness.get_by_role_and_label(Role::Slider, "Time").rect(),
    ];
    assert!(play.y_range().intersects(clip.y_range()) && play.y_range().intersects(track.y_range()));
    let bars = SIZE[1] - EDGE - before[0].bottom();
    assert!(bars < 36.0 + 24.0 + 6.0, "{bars} points below the panes");
    apply(&mut harness, Command::SetClip(Some(0)));
    apply(&mut harness, Command::SetPlaying(true));
    harness.run_steps(3);
    assert_eq!(pictures(&harness), before);
}

#[test]
fn n_leaves_only_the_panes() {
    let mut harness = viewer_with("mannequin");
    let before = pictures(&harness);
    harness.key_press(Key::N);
    settle(&mut harness);
    for label in ["Search joints", "Fold Sweep", "Clip", "Scenes", "Undo (Ctrl+Z)", "Show joint tree (T)"] {
        assert!(harness.query_by_label(label).is_none(), "{label} is left");
    }
    let all = pictures(&harness).into_iter().reduce(Rect::union).unwrap();
    let window = Rect::from_min_size(egui::Pos2::ZERO, SIZE.into());
    let edges = 2.0 * (EDGE + 4.0);
    assert!(all.width() >= window.width() - edges && all.height() >= window.height() - edges - 32.0, "{all:?}");
    harness.key_press(Key::N);
    settle(&mut harness);
    assert_eq!(pictures(&harness), before);
}

#[test]
fn a_panes_title_lists_the_methods() {
    let mut harness = viewer_with("bar");
    harness.get_by_label("Method of pane 2: Dual quaternion skinning").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.view.selected_pane, 1);
    harness.get_by_label_contains("Log-matrix, ").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.panes[1].settings.skinning.method, SkinningMethod::LogMatrix);
}

fn twisted(model: &str, name: &str, angles_degrees: Vec3) -> Harness<'static, Viewer> {
    let mut harness = viewer_with(model);
    let node = joint(&harness, name);
    apply(&mut harness, Command::SelectJoint(Some(node)));
    apply(&mut harness, Command::SetAngles { node, angles_degrees });
    wait_for_figures(&mut harness);
    harness
}

#[test]
fn figures_over_a_picture_take_no_click_of_it() {
    let mut harness = twisted("bar", "mid", Vec3::X * 150.0);
    let picture = pictures(&harness)[0];
    let plate = rect_with(&harness, "Measurements of pane 1: ").unwrap();
    assert!(picture.contains_rect(plate) && plate.right() < picture.right() - 70.0, "{plate:?} in {picture:?}");
    let camera = harness.state().state.view.camera;
    harness.hover_at(plate.center());
    harness.run_steps(2);
    harness.drag_at(plate.center());
    harness.run_steps(2);
    harness.hover_at(plate.center() + vec2(60.0, 10.0));
    harness.run_steps(2);
    harness.drop_at(plate.center() + vec2(60.0, 10.0));
    settle(&mut harness);
    assert_ne!(harness.state().state.view.camera.yaw, camera.yaw, "a drag that begins on the figures orbits");
    // Both methods of a comparison have their figures.
    let other = harness.state().state.edit.pane(1).skinning;
    let comparison = Comparison { kind: ComparisonKind::Wipe, other, ..Comparison::default() };
    apply(&mut harness, Command::SetComparison { pane: 0, comparison });
    wait_for_figures(&mut harness);
    let labels = harness.query_all_by_label_contains("Measurements of pane 1: ");
    // The text of a label is its value.
    let text = |node: egui_kittest::Node<'_>| node.accesskit_node().label().or_else(|| node.accesskit_node().value());
    let spoken: Vec<String> = labels.filter_map(text).collect();
    assert!(spoken.iter().any(|label| label.matches("smallest section").count() == 2), "{spoken:?}");
}

#[test]
fn ten_panes_are_five_by_two_and_five_panes_frame_alike() {
    let mut harness = twisted("mannequin", "forearm.L", Vec3::Y * -120.0);
    harness.set_size(vec2(1920.0, 1080.0));
    apply(&mut harness, Command::TakePreset(PanePreset::AllMethods));
    assert_eq!(pictures(&harness).len(), SkinningMethod::ALL.len());
    apply(&mut harness, Command::SetPaneCount(10));
    let all = pictures(&harness);
    let tops: Vec<f32> = all.iter().map(Rect::top).collect();
    assert!(tops[..5].iter().all(|top| *top == tops[0]) && tops[5..].iter().all(|top| *top == tops[5]), "{tops:?}");
    apply(&mut harness, Command::SetPaneCount(5));
    let sizes: Vec<egui::Vec2> = pictures(&harness).iter().map(Rect::size).collect();
    let alike = |size: &egui::Vec2| (*size - sizes[0]).abs().max_elem() <= 1.0;
    assert!(sizes.iter().all(alike), "{sizes:?}");
}

/// One legend for all panes, below them, that says which joint it is about.
#[test]
fn one_legend_stands_below_all_panes() {
    let mut harness = viewer_with("mannequin");
    let forearm = joint(&harness, "forearm.L");
    apply(&mut harness, Command::TakePreset(PanePreset::AllMethods));
    let look = PaneLook { paint: SkinPaint::JointWeights, ..harness.state().state.edit.pane(0).look };
    apply(&mut harness, Command::SetLook { pane: 0, look });
    let before = pictures(&harness);
    apply(&mut harness, Command::SelectJoint(Some(forearm)));
    harness.run_steps(2);
    assert_eq!(pictures(&harness), before, "the strip was there before");
    let legends: Vec<Rect> = harness.query_all_by_label_contains("Legend: ").map(|node| node.rect()).collect();
    assert_eq!(legends.len(), 1);
    assert!(harness.query_by_label("Legend: Weight of forearm.L").is_some());
    assert!(before.iter().all(|picture| !picture.intersects(legends[0])), "{legends:?} covers a picture");
    for (paint, title) in [
        (SkinPaint::InfluenceCount, "Legend: Influences per vertex"),
        (SkinPaint::DominantJoint, "Legend: Dominant joint"),
        (SkinPaint::InvalidSigns, "Legend: Vertices with invalid signs"),
        (SkinPaint::AreaStretch, "Legend: Area relative to rest"),
    ] {
        apply(&mut harness, Command::SetLook { pane: 0, look: PaneLook { paint, ..look } });
        assert_eq!(harness.query_all_by_label_contains("Legend: ").count(), 1, "{title}");
        assert!(harness.query_by_label(title).is_some(), "{title}");
    }
    // A pane that waits for its centers of rotation shows the colors of its last picture. They have no legend.
    wait_for_centers(&mut harness);
    apply(&mut harness, Command::SetLook { pane: 0, look: PaneLook { paint: SkinPaint::DominantJoint, ..look } });
    let state = &mut harness.state_mut().state;
    let by_centers = |pane: &skinscope::session::Pane| pane.settings.skinning.method == SkinningMethod::Cor;
    let pane = state.edit.panes.iter().position(by_centers).unwrap();
    let settings = CenterSettings { sigma: 0.3, ..CenterSettings::default() };
    state.apply(Command::SetCenterSettings { pane, settings });
    state.apply(Command::SetLook { pane: 0, look: PaneLook { paint: SkinPaint::InvalidSigns, ..look } });
    harness.run_steps(1);
    let legends = harness.query_all_by_label_contains("Legend: ").count();
    assert!(legends == 1 && harness.query_by_label("Legend: Vertices with invalid signs").is_some(), "{legends}");
    wait_for_centers(&mut harness);
    // Panes that show different colors have their own legends.
    apply(&mut harness, Command::LinkLooks(false));
    let look = PaneLook { paint: SkinPaint::NormalError, ..look };
    apply(&mut harness, Command::SetLook { pane: 3, look });
    assert_eq!(harness.query_all_by_label_contains("Legend: ").count(), 2);
    apply(&mut harness, Command::LinkLooks(true));
    apply(&mut harness, Command::SetLook { pane: 0, look: PaneLook { paint: SkinPaint::Materials, ..look } });
    assert!(harness.query_all_by_label_contains("Legend: ").next().is_none());
}

#[test]
fn repairs_are_in_the_model_tab_and_notices_cover_no_picture() {
    let repaired = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/import/good/normals-against-surface.glb");
    let mut harness = viewer_with(repaired);
    assert!(harness.query_all_by_label_contains("point to the wrong side").next().is_none());
    harness.get_by_label_contains("Inspector: Model \u{2022}");
    show_tab(&mut harness, InspectorTab::Model);
    harness.get_by_label_contains("point to the wrong side");
    apply(&mut harness, Command::Notify("Select a joint first, then press R, G or S"));
    let chip = harness.get_by_role(Role::Status).rect();
    assert!(pictures(&harness).iter().all(|picture| !picture.intersects(chip)), "{chip:?}");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.state().state.interface.notice.is_none() && harness.query_by_role(Role::Status).is_none());
    // Without bars the chip is in a corner that has neither figures nor axes.
    apply(&mut harness, Command::Notify("Select a joint first, then press R, G or S"));
    harness.key_press(Key::N);
    settle(&mut harness);
    let chip = harness.get_by_role(Role::Status).rect();
    let last = *pictures(&harness).last().unwrap();
    assert!(chip.left() > last.center().x && chip.bottom() < last.top() + 60.0, "{chip:?} in {last:?}");
}

#[test]
fn the_interface_is_enlarged_by_keys() {
    let mut harness = viewer_with("bar");
    for (key, zoom) in [(Key::Plus, 1.1), (Key::Minus, 1.0), (Key::Plus, 1.1), (Key::Num0, 1.0)] {
        harness.key_press_modifiers(Modifiers::COMMAND, key);
        harness.run_steps(3);
        let now = harness.state().state.interface.settings.zoom;
        assert!((now - zoom).abs() < 1e-3, "{key:?}: {now}");
    }
}

/// A label that is too long for its row would widen the panel and resize the pictures.
#[test]
fn no_tab_widens_the_inspector() {
    let mut harness = viewer_with("mannequin");
    let forearm = joint(&harness, "forearm.L");
    apply(&mut harness, Command::SelectJoint(Some(forearm)));
    let before = pictures(&harness);
    for tab in InspectorTab::ALL {
        show_tab(&mut harness, tab);
        assert_eq!(pictures(&harness), before, "{tab:?}");
    }
}
