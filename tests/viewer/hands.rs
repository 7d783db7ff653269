//! Keys and clicks that an artist's hand is used to.

use crate::harness::{settle, show_tab, viewer_with, wait_for_figures};
use crate::posing::{joint, picture};
use egui::{Key, Modifiers, Pos2, accesskit::Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, InspectorTab, WindowRequest};
use skinscope::view::{Camera, CameraPreset};
use skinscope::viewer::Viewer;

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

fn click(harness: &mut Harness<'_, Viewer>, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(2);
    harness.drag_at(at);
    harness.run_steps(2);
    harness.drop_at(at);
    settle(harness);
}

/// Yaw and pitch in degrees, rounded.
fn direction(camera: Camera) -> (i32, i32) {
    let degrees = |radians: f32| radians.to_degrees().round() as i32;
    (degrees(camera.yaw), degrees(camera.pitch))
}

fn direction_of(preset: CameraPreset) -> (i32, i32) {
    let (yaw, pitch) = preset.angles_degrees();
    (yaw.rem_euclid(360.0).round() as i32, pitch.round() as i32)
}

/// The whole model stays framed after it was opened, and in the new direction after a key.
#[test]
fn view_keys_work_right_after_opening_and_after_home() {
    let mut harness = viewer_with("bar");
    let keys = [
        (Key::Num1, CameraPreset::Front),
        (Key::Num3, CameraPreset::Side),
        (Key::Num7, CameraPreset::Top),
        (Key::Num0, CameraPreset::ThreeQuarter),
    ];
    for home in [false, true] {
        for (key, preset) in keys {
            if home {
                harness.key_press(Key::Home);
                settle(&mut harness);
            }
            harness.key_press(key);
            settle(&mut harness);
            let camera = harness.state().state.view.camera;
            assert_eq!(direction(camera), direction_of(preset), "{preset:?}, after Home: {home}");
            let (_, size) = picture(&harness);
            let bounds = harness.state().state.documents.first.as_ref().unwrap().rest_bounds;
            assert!(
                camera
                    .project(bounds.center(), size)
                    .is_some_and(|at| (at.x * 2.0 - size[0] as f32).abs() < 0.2 * size[0] as f32)
            );
        }
    }
    // The same for a pane with a camera of its own, in the frame in which it is framed.
    apply(&mut harness, Command::LinkCamera { pane: 0, linked: false });
    harness.key_press(Key::Home);
    harness.key_press(Key::Num3);
    settle(&mut harness);
    assert_eq!(direction(harness.state().state.camera_of(0)), direction_of(CameraPreset::Side));
}

/// The window passes Shift+Ctrl+V on as a key, and then hands over the clipboard.
#[test]
fn shift_ctrl_v_asks_for_the_clipboard_and_pastes_on_the_other_side() {
    let mut harness = viewer_with("mannequin");
    let [left, right] = ["forearm.L", "forearm.R"].map(|name| joint(&harness, name));
    apply(&mut harness, Command::SetAngles { node: left, angles_degrees: glam::Vec3::new(10.0, -95.0, 5.0) });
    apply(&mut harness, Command::SelectJoint(Some(left)));
    let json = harness.state().state.copied_pose().unwrap();
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::V);
    settle(&mut harness);
    assert_eq!(harness.state().state.jobs.window_requests, [WindowRequest::Paste { mirrored: true }]);
    assert!(harness.state_mut().answer_requests(|| Some(json), |_| Ok(())));
    settle(&mut harness);
    assert!(harness.state().state.edit.overrides.contains(right));
    assert!(!harness.state_mut().answer_requests(|| unreachable!("nothing is requested any more"), |_| Ok(())));
    // By name, too.
    let names: Vec<String> = skinscope::session::user_commands::palette_entries(&harness.state().state)
        .into_iter()
        .map(|entry| entry.name)
        .collect();
    for name in ["Copy pose of selected joints", "Paste pose", "Paste pose onto the other side"] {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}

/// Grabs the selected joint with R, with the pointer in the first pane.
fn hold(harness: &mut Harness<'_, Viewer>, key: Key) {
    let (min, _) = picture(harness);
    harness.hover_at(min + vec2(60.0, 90.0));
    harness.run_steps(2);
    harness.key_press(key);
    harness.run_steps(2);
    assert!(harness.state().state.hand.gizmo_drag.is_some());
}

#[test]
fn a_click_on_another_joint_finishes_the_turn_and_selects() {
    let mut harness = viewer_with("hand");
    let [first, second] = ["index_1", "index_2"].map(|name| joint(&harness, name));
    apply(&mut harness, Command::SelectJoint(Some(first)));
    hold(&mut harness, Key::R);
    harness.key_press(Key::X);
    harness.run_steps(2);
    harness.event(egui::Event::Text("20".to_owned()));
    harness.run_steps(2);
    let row = harness.get_by_role_and_label(Role::TreeItem, "index_2").rect().center();
    click(&mut harness, row);
    let state = &harness.state().state;
    assert!(state.hand.gizmo_drag.is_none());
    assert_eq!(state.selected_joints(), [second]);
    assert!((state.angles_degrees(first).x - 20.0).abs() < 1e-3 && state.angles_degrees(second).x == 0.0);
    // In the picture, the same by the joint's dot.
    hold(&mut harness, Key::R);
    let (min, size) = picture(&harness);
    let state = &harness.state().state;
    let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
    let scene_from_node = state.pose.scene_from_node(skeleton, skinscope::model::ScaleKind::Inherited);
    let at = state.view.camera.project(scene_from_node[first as usize].translation.as_vec3(), size).unwrap();
    click(&mut harness, min + vec2(at.x, at.y));
    let state = &harness.state().state;
    assert!(state.hand.gizmo_drag.is_none());
    assert_eq!(state.selected_joints(), [first]);
}

/// Anything that selects while a key holds a joint finishes the turn first.
#[test]
fn a_selection_finishes_what_a_key_holds() {
    let mut harness = viewer_with("bar");
    let [root, mid] = ["root", "mid"].map(|name| joint(&harness, name));
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    hold(&mut harness, Key::R);
    harness.state_mut().state.apply(Command::TypeGizmo(25.0));
    harness.state_mut().state.apply(Command::SelectJoint(Some(root)));
    harness.state_mut().state.apply(Command::CancelGizmo);
    assert!(!harness.state().state.edit.overrides.get(mid).is_empty(), "the turn was kept");
}

/// The ball inside the rings leaves clicks to what is under it, and nothing in the picture moves.
#[test]
fn a_click_on_the_skin_inside_the_rings_pins_the_vertex() {
    let mut harness = viewer_with("mannequin");
    let mid = joint(&harness, "spine_2");
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    wait_for_figures(&mut harness);
    let (min, size) = picture(&harness);
    let state = &harness.state().state;
    let center = state.gizmo(0, 54.0).unwrap().center(&state.view.camera, size).unwrap();
    let before = state.view.camera;
    // Off the joint's dot and its bones, inside the ball and off its rings.
    let inside = (0..400)
        .map(|step| min + vec2(center.x, center.y) + vec2((step % 20 - 10) as f32, (step / 20 - 10) as f32) * 2.0)
        .find(|at| {
            let state = &harness.state().state;
            let pixel = glam::Vec2::new(at.x - min.x, at.y - min.y);
            let gizmo = state.gizmo(0, 54.0).unwrap();
            let tool = skinscope::view::GizmoTool::Rotate;
            let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
            let scene_from_node = state.pose.scene_from_node(skeleton, skinscope::model::ScaleKind::Inherited);
            let picker = skinscope::view::JointPicker::default();
            let joint =
                skinscope::view::pick_joint(&state.view.camera, size, &scene_from_node, skeleton, pixel, picker);
            gizmo.pick(tool, &state.view.camera, size, pixel) == Some(skinscope::view::GizmoHandle::Free)
                && joint.is_none()
        })
        .expect("a free point inside the ball");
    click(&mut harness, inside);
    let state = &harness.state().state;
    assert!(state.selection.pinned.is_some(), "a vertex is pinned");
    assert_eq!(state.selected_joints(), [mid], "the joint stays selected");
    assert_eq!(state.view.camera, before);
    assert_eq!(picture(&harness), (min, size), "the picture keeps its position and size");
}

/// Every selected joint turns about its own origin, so that the joints of a finger curl it.
#[test]
fn all_selected_joints_of_a_chain_turn() {
    let mut harness = viewer_with("hand");
    let chain = ["index_1", "index_2", "index_3"].map(|name| joint(&harness, name));
    apply(&mut harness, Command::SelectJoints(chain.to_vec()));
    show_tab(&mut harness, InspectorTab::Pose);
    assert!(harness.query_by_label("3 joints").is_some(), "the panel says how many");
    hold(&mut harness, Key::R);
    harness.key_press(Key::X);
    harness.run_steps(2);
    harness.event(egui::Event::Text("40".to_owned()));
    harness.run_steps(2);
    assert!(harness.query_by_label("Rotate 3 joints   X local, 40_").is_some(), "the line above the picture");
    harness.key_press(Key::Enter);
    settle(&mut harness);
    for node in chain {
        let angles = harness.state().state.angles_degrees(node);
        assert!((angles - glam::Vec3::X * 40.0).length() < 1e-2, "{angles}");
    }
    // A slider sets its channel of all of them, and leaves the others.
    let tip = chain[2];
    apply(&mut harness, Command::SetAngles { node: tip, angles_degrees: glam::Vec3::new(40.0, 7.0, 0.0) });
    let field = harness.get_by_label("Rotate X degrees").rect().center();
    click(&mut harness, field);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("25".to_owned()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    let angles = |node: u32| harness.state().state.angles_degrees(node);
    assert!(chain.iter().all(|&node| (angles(node).x - 25.0).abs() < 1e-2), "{}", angles(tip));
    assert!((angles(tip).y - 7.0).abs() < 1e-2);
    harness.run_steps(60);
    assert_eq!(harness.state().state.history.steps().last().unwrap().name, "Rotate 3 joints");
}

/// Enter selects what the search found, the arrow keys walk through it, and the button or Escape clears it.
#[test]
fn a_search_in_the_tree_is_used_by_keys() {
    let mut harness = viewer_with("hand");
    let search = |harness: &mut Harness<'_, Viewer>, text: &str| {
        harness.key_press(Key::Slash);
        harness.run_steps(2);
        harness.get_by_label(rows::SEARCH_JOINTS.text).type_text(text);
        settle(harness);
    };
    let rows = |harness: &Harness<'_, Viewer>| harness.query_all_by_role(Role::TreeItem).count();
    let all = rows(&harness);
    let [second, third] = ["index_2", "index_3"].map(|name| joint(&harness, name));
    search(&mut harness, "index_2");
    assert_eq!(rows(&harness), 1);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(harness.state().state.selected_joints(), [second]);
    harness.get_by_label("Clear search").click();
    settle(&mut harness);
    assert!(rows(&harness) > 3 && harness.state().state.interface.joint_search.is_empty());
    let row = harness.get_by_role_and_label(Role::TreeItem, "index_2").rect();
    assert!(harness.get_by_label(rows::SEARCH_JOINTS.text).rect().bottom() < row.top(), "the selected row is in sight");
    search(&mut harness, "index");
    harness.key_press(Key::ArrowDown);
    settle(&mut harness);
    assert_eq!(harness.state().state.selected_joints(), [third], "from the selected one to the next");
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(harness.state().state.selected_joints(), [third], "Enter keeps it");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(rows(&harness) >= all.min(8) && harness.state().state.interface.joint_search.is_empty());
}

/// The share of the picture's sides between the outermost of some points.
fn share(harness: &Harness<'_, Viewer>, points: impl Iterator<Item = glam::Vec3>) -> glam::Vec2 {
    let (_, size) = picture(harness);
    let camera = harness.state().state.view.camera;
    let (mut min, mut max) = (glam::Vec2::INFINITY, glam::Vec2::NEG_INFINITY);
    for point in points {
        let at = camera.project(point, size).unwrap().truncate();
        (min, max) = (min.min(at), max.max(at));
    }
    (max - min) / glam::Vec2::new(size[0] as f32, size[1] as f32)
}

/// The subject fills 70 to 90 % of the side that limits it: the whole model after opening, a wrist after F.
#[test]
fn the_subject_fills_the_pane() {
    for model in ["mannequin", "hand", "bar", "tentacle"] {
        let mut harness = viewer_with(model);
        for key in [Key::Num0, Key::Num1, Key::Num3, Key::Num7] {
            harness.key_press(key);
            settle(&mut harness);
            let document = harness.state().state.documents.first.clone().unwrap();
            let filled = share(&harness, document.model.primitives.iter().flat_map(|of| of.positions.iter().copied()));
            assert!((0.7..=0.93).contains(&filled.max_element()), "{model}, {key:?}: {filled}");
        }
    }
    let mut harness = viewer_with("mannequin");
    let hand = joint(&harness, "hand.L");
    apply(&mut harness, Command::SelectJoint(Some(hand)));
    harness.key_press(Key::F);
    settle(&mut harness);
    let model = std::sync::Arc::clone(&harness.state().state.documents.first.as_ref().unwrap().model);
    let of_hand = model.primitives.iter().flat_map(|primitive| {
        let skin = &model.skins[primitive.skin as usize];
        let is_hand = |of: &skinscope::model::Influence| skin.joints[of.joint as usize].node == hand && of.weight > 0.5;
        let vertices = primitive.positions.iter().zip(primitive.influences.iter());
        vertices.filter(move |(_, of)| of.iter().any(is_hand)).map(|(position, _)| *position).collect::<Vec<_>>()
    });
    let filled = share(&harness, of_hand);
    assert!((0.6..=0.9).contains(&filled.max_element()), "the wrist: {filled}");
}

/// The demonstration of a first start moves by itself, ends by a touch or after eight seconds, and then nothing moves.
#[test]
fn the_demonstration_ends_by_a_touch_or_by_itself() {
    for touched in [true, false] {
        let mut harness = viewer_with("mannequin");
        harness.state_mut().state.begin_demo();
        let forearm = joint(&harness, "forearm.L");
        harness.run_steps(2);
        let bent = |harness: &Harness<'_, Viewer>| harness.state().state.angles_degrees(forearm).y.abs();
        let early = bent(&harness);
        harness.run_steps(4);
        assert!(bent(&harness) < early && harness.state().state.interface.demo.is_some());
        if touched {
            let (min, _) = picture(&harness);
            click(&mut harness, min + vec2(30.0, 60.0));
            assert!(harness.state().state.interface.demo.is_none());
        }
        let left_at = bent(&harness);
        crate::resting::comes_to_rest(&mut harness, "after the demonstration");
        assert!(harness.state().state.interface.demo.is_none());
        let end = bent(&harness);
        assert!((end - if touched { left_at } else { 120.0 }).abs() < 0.1, "{end}");
    }
}

/// A window without the focus shows the bent elbow and its figures, and rests until it may move.
#[test]
fn the_demonstration_waits_for_the_focus_with_the_elbow_bent() {
    let mut harness = viewer_with("mannequin");
    harness.input_mut().focused = false;
    harness.state_mut().state.begin_demo();
    let forearm = joint(&harness, "forearm.L");
    let bent = |harness: &Harness<'_, Viewer>| harness.state().state.angles_degrees(forearm).y.abs();
    wait_for_figures(&mut harness);
    crate::resting::comes_to_rest(&mut harness, "without the focus");
    assert!((bent(&harness) - 120.0).abs() < 1e-2 && harness.state().state.interface.demo.is_some());
    harness.input_mut().focused = true;
    harness.run_steps(3);
    assert!(bent(&harness) < 119.9, "it moves as soon as it may");
}
