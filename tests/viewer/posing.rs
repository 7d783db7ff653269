//! Posing with the handles in the picture, with keys, and back again.

use crate::harness::{settle, show_tab, viewer_with};
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::panes::PaneLook;
use skinscope::posing::AxisFrame;
use skinscope::session::{Command, GizmoSettings, InspectorTab};
use skinscope::view::GizmoTool;
use skinscope::viewer::Viewer;

pub fn joint(harness: &Harness<'_, Viewer>, name: &str) -> u32 {
    harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

fn select(harness: &mut Harness<'_, Viewer>, name: &str) -> u32 {
    let node = joint(harness, name);
    harness.state_mut().state.apply(Command::SelectJoint(Some(node)));
    settle(harness);
    node
}

/// Upper left corner and size in pixels of the first pane's picture; points are pixels here.
pub fn picture(harness: &Harness<'_, Viewer>) -> (Pos2, [u32; 2]) {
    let area = harness.get_by_label("Picture of pane 1, LBS").rect();
    (area.min, [area.width().round() as u32, area.height().round() as u32])
}

/// A point of the near half of a ring, by its share of the ring's near points.
pub fn on_ring(harness: &Harness<'_, Viewer>, axis: usize, share: f32) -> Pos2 {
    let state = &harness.state().state;
    let (min, size) = picture(harness);
    let near: Vec<glam::Vec2> = state
        .gizmo(0, 54.0)
        .unwrap()
        .ring(axis, &state.view.camera, size)
        .iter()
        .filter(|point| point.near)
        .map(|point| point.pixel)
        .collect();
    let at = near[((near.len() - 1) as f32 * share) as usize];
    min + vec2(at.x, at.y)
}

/// A handle and its axis by their keys, an amount, Enter; over the first pane.
fn by_keys(harness: &mut Harness<'_, Viewer>, keys: [Key; 2], amount: &str) {
    let (min, _) = picture(harness);
    harness.hover_at(min + vec2(60.0, 90.0));
    harness.run_steps(2);
    for key in keys {
        harness.key_press(key);
        harness.run_steps(2);
    }
    harness.event(egui::Event::Text(amount.to_owned()));
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    settle(harness);
}

fn drag(harness: &mut Harness<'_, Viewer>, path: &[Pos2]) {
    harness.hover_at(path[0]);
    harness.run_steps(2);
    harness.drag_at(path[0]);
    harness.run_steps(2);
    for &at in &path[1..] {
        harness.hover_at(at);
        harness.run_steps(2);
    }
    harness.drop_at(path[path.len() - 1]);
    settle(harness);
}

#[test]
fn a_ring_turns_the_joint_and_slider_number_and_handle_agree() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, "mid");
    show_tab(&mut harness, InspectorTab::Pose);
    harness.run_steps(60);
    // The ring about Y is seen from its edge: along it, its radius is one radian.
    let from = on_ring(&harness, 1, 0.3);
    drag(&mut harness, &[from, from + vec2(30.0, 0.0), from + vec2(80.0, 0.0)]);
    let turned = harness.state().state.angles_degrees(mid);
    assert!(
        (turned.y.abs() - (80f32 / 54.0).to_degrees()).abs() < 3.0 && turned.x.abs() < 1e-3 && turned.z.abs() < 1e-3,
        "{turned}"
    );
    let field = harness.get_by_label("Rotate Y degrees").value().unwrap_or_default();
    assert!(field.contains(&format!("{:.1}", turned.y.abs())), "the field shows {field}, the joint has {turned}");
    // A drag is one step.
    harness.run_steps(60);
    assert_eq!(harness.state().state.history.steps().last().unwrap().name, "Rotate mid");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(harness.state().state.edit.overrides.is_empty());
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    settle(&mut harness);
    assert_eq!(harness.state().state.angles_degrees(mid), turned);
}

#[test]
fn escape_takes_a_drag_back() {
    let mut harness = viewer_with("bar");
    select(&mut harness, "mid");
    let from = on_ring(&harness, 1, 0.3);
    harness.hover_at(from);
    harness.run_steps(2);
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + vec2(20.0, 10.0));
    harness.run_steps(2);
    assert!(!harness.state().state.edit.overrides.is_empty());
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.drop_at(from + vec2(20.0, 10.0));
    settle(&mut harness);
    assert!(harness.state().state.edit.overrides.is_empty());
    assert!(harness.state().state.selection.joint.is_some(), "Escape belonged to the drag");
}

#[test]
fn keys_turn_about_an_axis_by_a_number() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, "mid");
    let (min, _) = picture(&harness);
    harness.hover_at(min + vec2(60.0, 90.0));
    harness.run_steps(2);
    harness.key_press(Key::R);
    harness.run_steps(2);
    harness.key_press(Key::Z);
    harness.run_steps(2);
    for digit in ["4", "0", "0"] {
        harness.event(egui::Event::Text(digit.to_owned()));
        harness.run_steps(1);
    }
    harness.key_press(Key::Enter);
    settle(&mut harness);
    let angles = harness.state().state.angles_degrees(mid);
    assert!((angles.z.rem_euclid(360.0) - 40.0).abs() < 1e-3 && angles.x.abs() < 1e-3, "{angles}");
    harness.key_press_modifiers(Modifiers::ALT, Key::R);
    settle(&mut harness);
    assert!(harness.state().state.edit.overrides.is_empty());
}

/// A digit key that is held down: the pose stays finite and the window comes to rest.
#[test]
fn a_number_of_forty_digits_is_refused() {
    for (tool, axis) in [(Key::R, Key::Z), (Key::G, Key::X), (Key::S, Key::Y)] {
        let mut harness = viewer_with("bar");
        select(&mut harness, "mid");
        by_keys(&mut harness, [tool, axis], &"9".repeat(40));
        let state = &harness.state().state;
        assert!(state.pose.joints.iter().all(|joint| joint.translation.is_finite() && joint.scale.is_finite()));
        assert!(state.pose.joints.iter().all(|joint| joint.rotation.is_finite()), "{tool:?}");
        assert!(state.edit.overrides.is_empty(), "nothing was typed that could be used");
        assert!(harness.query_by_label("This number is too large").is_some(), "{tool:?}");
        crate::resting::comes_to_rest(&mut harness, "after a number that is too large");
    }
}

#[test]
fn arrows_move_along_the_scene_and_boxes_scale() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, "mid");
    let settings = GizmoSettings { tool: GizmoTool::Move, frame: AxisFrame::World, ..GizmoSettings::default() };
    harness.state_mut().state.apply(Command::SetGizmo(settings));
    settle(&mut harness);
    let tip = |harness: &Harness<'_, Viewer>, axis: usize| {
        let state = &harness.state().state;
        let (min, size) = picture(harness);
        let at = state.gizmo(0, 54.0).unwrap().tip(axis, &state.view.camera, size).unwrap();
        min + vec2(at.x, at.y)
    };
    let up = tip(&harness, 1);
    drag(&mut harness, &[up, up - vec2(0.0, 20.0), up - vec2(0.0, 40.0)]);
    let state = &harness.state().state;
    let rest = state.documents.first.as_ref().unwrap().model.skeleton.node(mid).rest.translation;
    let moved = state.pose.joints[mid as usize].translation - rest;
    assert!(moved.y > 0.1 && moved.x.abs() < 1e-4 && moved.z.abs() < 1e-4, "{moved}");
    harness.state_mut().state.apply(Command::SetGizmo(GizmoSettings { tool: GizmoTool::Scale, ..settings }));
    settle(&mut harness);
    let side = tip(&harness, 1);
    drag(&mut harness, &[side, side - vec2(0.0, 27.0), side - vec2(0.0, 54.0)]);
    let scale = harness.state().state.pose.joints[mid as usize].scale;
    assert!(scale.y > 1.5 && scale.x == 1.0 && scale.z == 1.0, "{scale}");
}

#[test]
fn several_joints_are_selected_and_turned_together() {
    let mut harness = viewer_with("limb");
    let [left, right] = ["left", "right"].map(|name| joint(&harness, name));
    harness.state_mut().state.apply(Command::SelectJoint(Some(left)));
    harness.state_mut().state.apply(Command::ToggleJoint(right));
    settle(&mut harness);
    assert_eq!(harness.state().state.selected_joints(), [right, left]);
    by_keys(&mut harness, [Key::R, Key::X], "30");
    for node in [left, right] {
        let angles = harness.state().state.angles_degrees(node);
        assert!((angles.x - 30.0).abs() < 1e-3, "{angles}");
    }
    harness.state_mut().state.apply(Command::ToggleJoint(right));
    assert_eq!(harness.state().state.selected_joints(), [left]);
}

/// A wrist is moved along the scene: it comes there, the bones keep their lengths, and the elbow swings about it.
#[test]
fn a_wrist_is_moved_and_the_arm_bends() {
    let mut harness = viewer_with("mannequin");
    let hand = select(&mut harness, "hand.L");
    show_tab(&mut harness, InspectorTab::Pose);
    let settings = GizmoSettings { tool: GizmoTool::Move, frame: AxisFrame::World, bends_limb: true };
    harness.state_mut().state.apply(Command::SetGizmo(settings));
    settle(&mut harness);
    let arm = |harness: &Harness<'_, Viewer>| {
        let state = &harness.state().state;
        let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
        let scene_from_node = state.pose.scene_from_node(skeleton, skinscope::model::ScaleKind::Inherited);
        ["upper_arm.L", "forearm.L", "hand.L"]
            .map(|name| scene_from_node[skeleton.find(name).unwrap() as usize].translation)
    };
    let [shoulder, elbow, wrist] = arm(&harness);
    by_keys(&mut harness, [Key::G, Key::X], "-0.2");
    let [same_shoulder, new_elbow, new_wrist] = arm(&harness);
    let moved = new_wrist - wrist;
    assert!((moved - glam::DVec3::new(-0.2, 0.0, 0.0)).length() < 1e-4, "{moved}");
    assert!((same_shoulder - shoulder).length() < 1e-6);
    assert!((new_elbow.distance(new_wrist) - elbow.distance(wrist)).abs() < 1e-5);
    let state = &harness.state().state;
    assert!(state.edit.overrides.get(hand).translation.is_none(), "the joint itself is not pulled out");
    harness.run_steps(60);
    // The elbow is led to another side by the slider, and the wrist stays.
    let limb = harness.state().state.selected_limb().unwrap();
    for degrees in [90.0, -150.0] {
        harness.state_mut().state.apply(Command::SwingLimb { limb, degrees });
        settle(&mut harness);
        let swing = harness.state().state.limb_swing_degrees(limb).unwrap();
        assert!((swing - degrees).abs() < 0.1, "{swing}");
        assert!((arm(&harness)[2] - new_wrist).length() < 1e-4);
    }
    assert!(harness.query_by_role_and_label(egui::accesskit::Role::Slider, "Swing of the limb").is_some());
    harness.state_mut().state.apply(Command::SwingLimb { limb, degrees: f32::NAN });
    assert!(arm(&harness)[1].is_finite());
}

/// From the selected row to the clicked one, and the selected one stays the one that panels show.
#[test]
fn a_shift_click_in_the_tree_selects_the_rows_between() {
    let mut harness = viewer_with("hand");
    let first = select(&mut harness, "index_1");
    let rows = ["index_1", "index_2", "index_3"].map(|name| joint(&harness, name));
    let row = harness.get_by_role_and_label(egui::accesskit::Role::TreeItem, "index_3").rect().center();
    harness.hover_at(row);
    harness.run_steps(2);
    harness.event_modifiers(pressed(row, true), Modifiers::SHIFT);
    harness.event_modifiers(pressed(row, false), Modifiers::SHIFT);
    settle(&mut harness);
    let mut selected = harness.state().state.selected_joints();
    selected.sort_unstable();
    assert_eq!(selected, rows);
    assert_eq!(harness.state().state.selection.joint, Some(first));
}

/// Sliders open below the tree with the first selection; the row stays in sight above them.
#[test]
fn a_joint_far_down_the_tree_is_seen_when_it_is_selected() {
    let mut harness = viewer_with("mannequin");
    select(&mut harness, "index_3.L");
    let row = harness.get_by_role_and_label(egui::accesskit::Role::TreeItem, "index_3.L").rect();
    let timeline = harness.get_by_label("Clip").rect();
    assert!(row.top() > 44.0 && row.bottom() < timeline.top(), "{row:?} is not in the tree above {timeline:?}");
}

fn pressed(pos: Pos2, pressed: bool) -> egui::Event {
    let modifiers = Modifiers::SHIFT;
    egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers }
}

#[test]
fn a_box_selects_the_joints_in_it() {
    let mut harness = viewer_with("bar");
    let (min, size) = picture(&harness);
    harness.hover_at(min + vec2(40.0, 60.0));
    harness.run_steps(2);
    harness.key_press(Key::B);
    harness.run_steps(2);
    let corner = min + vec2(size[0] as f32 - 20.0, size[1] as f32 - 20.0);
    drag(&mut harness, &[min + vec2(20.0, 50.0), min + vec2(100.0, 200.0), corner]);
    assert_eq!(harness.state().state.selected_joints().len(), 2);
}

/// Copied from one arm, pasted mirrored: the other arm does the same on its side; a flip exchanges both.
#[test]
fn a_pose_is_copied_mirrored_and_flipped() {
    let mut harness = viewer_with("mannequin");
    let [left, right] = ["forearm.L", "forearm.R"].map(|name| joint(&harness, name));
    let angles_degrees = glam::Vec3::new(10.0, -95.0, 5.0);
    harness.state_mut().state.apply(Command::SetAngles { node: left, angles_degrees });
    harness.state_mut().state.apply(Command::SelectJoint(Some(left)));
    settle(&mut harness);
    let json = harness.state().state.copied_pose().unwrap();
    assert!(json.contains("forearm.L") && !json.contains("forearm.R"));
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::V);
    harness.run_steps(2);
    assert!(harness.state_mut().answer_requests(|| Some(json), |_| Ok(())));
    settle(&mut harness);
    let hands = |harness: &Harness<'_, Viewer>| {
        let state = &harness.state().state;
        let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
        let scene_from_node = state.pose.scene_from_node(skeleton, skinscope::model::ScaleKind::Inherited);
        ["hand.L", "hand.R"].map(|name| scene_from_node[skeleton.find(name).unwrap() as usize].translation)
    };
    let [left_hand, right_hand] = hands(&harness);
    assert!((left_hand * glam::DVec3::new(-1.0, 1.0, 1.0) - right_hand).length() < 1e-4, "{left_hand} {right_hand}");
    // A pose of one side flips to the other.
    harness.state_mut().state.apply(Command::ResetJoint(right));
    settle(&mut harness);
    let before = hands(&harness);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::M);
    settle(&mut harness);
    let after = hands(&harness);
    assert!((after[1] - before[0] * glam::DVec3::new(-1.0, 1.0, 1.0)).length() < 1e-4);
    // A text that is no pose is reported, and nothing is lost.
    harness.event(egui::Event::Paste("not a pose".to_owned()));
    harness.run_steps(2);
    assert!(harness.state().state.interface.error.is_some() && hands(&harness) == after);
}

/// The viewer exports the same skin that the command line deforms.
#[test]
fn the_posed_skin_is_exported_as_the_command_line_makes_it() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    let angles_degrees = glam::Vec3::new(120.0, 0.0, 0.0);
    let state = &mut harness.state_mut().state;
    state.apply(Command::SetAngles { node: mid, angles_degrees });
    state.apply(Command::SelectPane(1));
    let file = |name: &str| std::env::temp_dir().join(format!("skinscope-{name}-{}.npy", std::process::id()));
    let (exported, deformed) = (file("exported"), file("deformed"));
    state.apply(Command::ExportSkin(exported.clone()));
    assert_eq!(state.interface.error, None);
    let program = env!("CARGO_BIN_EXE_skinscope");
    let output = deformed.to_str().unwrap();
    let arguments = ["deform", "bar", "--method", "dqs", "--backend", "cpu", "--set", "mid:rx=120", "-o", output];
    assert!(std::process::Command::new(program).args(arguments).status().unwrap().success());
    let (a, b) = (std::fs::read(&exported).unwrap(), std::fs::read(&deformed).unwrap());
    for path in [exported, deformed] {
        let _ = std::fs::remove_file(path);
    }
    assert!(a.len() > 3000 * 12 && a == b);
    harness.state_mut().state.apply(Command::ExportSkin("skin.txt".into()));
    assert!(harness.state().state.interface.error.as_ref().unwrap().details.contains("skin.txt"));
}

/// Scenes leave the skeleton out; a joint that is selected is turned all the same, and seen meanwhile.
#[test]
fn a_joint_is_turned_though_the_skeleton_is_hidden() {
    let mut harness = viewer_with("bar");
    let look = harness.state().state.edit.pane(0).look;
    let overlays = look.overlays.with(skinscope::view::Overlay::Skeleton, false);
    harness.state_mut().state.apply(Command::SetLook { pane: 0, look: PaneLook { overlays, ..look } });
    let mid = select(&mut harness, "mid");
    let seen = |harness: &Harness<'_, Viewer>| {
        harness.state().state.shown_overlays(overlays).has(skinscope::view::Overlay::Skeleton)
    };
    let from = on_ring(&harness, 1, 0.3);
    harness.hover_at(from);
    harness.run_steps(2);
    assert!(!seen(&harness));
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + vec2(40.0, 0.0));
    harness.run_steps(2);
    assert!(seen(&harness), "what is turned is shown");
    let with_bones = harness.render().unwrap();
    harness.drop_at(from + vec2(40.0, 0.0));
    settle(&mut harness);
    assert!(!seen(&harness) && harness.state().state.angles_degrees(mid).y.abs() > 20.0);
    let area = harness.get_by_label("Picture of pane 2, DQS").rect();
    let without = harness.render().unwrap();
    assert!(crate::harness::difference(&with_bones, &without, area) > 0.0005, "the bones are drawn, in all panes");
    // R, G and S too, and wherever the pointer is.
    harness.state_mut().state.apply(Command::ResetPose);
    by_keys(&mut harness, [Key::R, Key::X], "30");
    assert!((harness.state().state.angles_degrees(mid).x - 30.0).abs() < 1e-3);
    harness.hover_at(egui::pos2(60.0, 300.0));
    harness.run_steps(2);
    harness.key_press(Key::S);
    harness.run_steps(2);
    harness.event(egui::Event::Text("2".to_owned()));
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert!(
        harness.state().state.pose.joints[mid as usize].scale.x > 1.9,
        "over the tree the selected pane has the keys"
    );
}

/// A key that needs a joint says so, for a while.
#[test]
fn keys_without_a_joint_say_what_is_missing() {
    let mut harness = viewer_with("bar");
    harness.key_press(Key::R);
    settle(&mut harness);
    assert!(harness.state().state.hand.gizmo_drag.is_none());
    harness.get_by_label_contains("Select a joint first");
    harness.run_steps(24);
    assert!(harness.query_by_label_contains("Select a joint first").is_none(), "it goes away by itself");
    assert_eq!(harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay, std::time::Duration::MAX);
}

/// Joints that are hidden are seen while a box is drawn around them.
#[test]
fn a_box_shows_the_joints_that_it_selects() {
    let mut harness = viewer_with("bar");
    let look = harness.state().state.edit.pane(0).look;
    let overlays = look.overlays.with(skinscope::view::Overlay::Skeleton, false);
    harness.state_mut().state.apply(Command::SetLook { pane: 0, look: PaneLook { overlays, ..look } });
    settle(&mut harness);
    harness.key_press(Key::B);
    settle(&mut harness);
    assert!(harness.state().state.shown_overlays(overlays).has(skinscope::view::Overlay::Skeleton));
    let (min, size) = picture(&harness);
    let corner = min + vec2(size[0] as f32 - 20.0, size[1] as f32 - 20.0);
    drag(&mut harness, &[min + vec2(20.0, 50.0), min + vec2(100.0, 200.0), corner]);
    assert_eq!(harness.state().state.selected_joints().len(), 2);
    assert!(!harness.state().state.shown_overlays(overlays).has(skinscope::view::Overlay::Skeleton));
}
