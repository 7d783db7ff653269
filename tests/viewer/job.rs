//! A whole job of an artist, from the open model to the command line.

use crate::harness::{settle, viewer_with};
use crate::posing::{joint, picture};
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::Harness;
use skinscope::model::ScaleKind;
use skinscope::session::Command;
use skinscope::viewer::Viewer;

/// Where a share of the way from one joint to another is seen in the first pane.
fn on_bone(harness: &Harness<'_, Viewer>, joints: [&str; 2], share: f32) -> Pos2 {
    let state = &harness.state().state;
    let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
    let scene_from_node = state.pose.scene_from_node(skeleton, ScaleKind::Inherited);
    let [a, b] = joints.map(|name| scene_from_node[joint(harness, name) as usize].translation.as_vec3());
    let (min, size) = picture(harness);
    let pixel = state.view.camera.project(a.lerp(b, share), size).unwrap();
    min + vec2(pixel.x, pixel.y)
}

/// Degrees between a joint's rest rotation and its pose.
fn turned(harness: &Harness<'_, Viewer>, name: &str) -> f32 {
    let state = &harness.state().state;
    let node = joint(harness, name);
    let rest = state.documents.first.as_ref().unwrap().model.skeleton.node(node).rest.rotation;
    state.pose.joints[node as usize].rotation.angle_between(rest).to_degrees()
}

/// Open the mannequin, click the left forearm in the picture, turn it by 120 degrees with a ring, undo, redo, mirror it
/// to the right, save, and open the pose on the command line: both make the same skin, to the last bit.
#[test]
fn a_forearm_is_posed_in_the_picture_mirrored_saved_and_opened_by_the_command_line() {
    let mut harness = viewer_with("mannequin");
    let at = on_bone(&harness, ["forearm.L", "hand.L"], 0.15);
    harness.hover_at(at);
    harness.run_steps(3);
    harness.drag_at(at);
    harness.drop_at(at);
    settle(&mut harness);
    let left = joint(&harness, "forearm.L");
    assert_eq!(harness.state().state.selection.joint, Some(left));
    harness.run_steps(60);

    // The ring of the bending axis is dragged until the joint has turned far enough, as a person does it.
    let (from, ahead) = {
        let state = &harness.state().state;
        let (min, size) = picture(&harness);
        let points = state.gizmo(0, 54.0).unwrap().ring(1, &state.view.camera, size);
        let near: Vec<_> = points.iter().filter(|point| point.near).map(|point| point.pixel).collect();
        let position = |index: usize| min + vec2(near[index].x, near[index].y);
        let first = near.len() / 4;
        (position(first), (position(first + 1) - position(first)).normalized())
    };
    harness.hover_at(from);
    harness.run_steps(2);
    harness.drag_at(from);
    harness.run_steps(2);
    let mut to = from;
    while turned(&harness, "forearm.L") < 120.0 {
        to += ahead;
        assert!(to.distance(from) < 400.0, "the ring was not grabbed");
        harness.hover_at(to);
        harness.run_steps(1);
    }
    harness.drop_at(to);
    settle(&mut harness);
    harness.run_steps(60);
    let bent = turned(&harness, "forearm.L");
    println!("the ring turned the forearm by {bent:.1} degrees");
    assert!((bent - 120.0).abs() < 2.0, "{bent}");
    let angles = harness.state().state.angles_degrees(left);

    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(turned(&harness, "forearm.L") < 0.1);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    settle(&mut harness);
    assert_eq!(harness.state().state.angles_degrees(left), angles);

    let copied = harness.state().state.copied_pose().unwrap();
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::V);
    harness.run_steps(2);
    assert!(harness.state_mut().answer_requests(|| Some(copied), |_| Ok(())));
    settle(&mut harness);
    assert!((turned(&harness, "forearm.R") - bent).abs() < 0.01);

    let file = |name: &str| std::env::temp_dir().join(format!("skinscope-job-{}-{name}", std::process::id()));
    let (pose, shown, deformed) = (file("pose.json"), file("shown.npy"), file("deformed.npy"));
    let state = &mut harness.state_mut().state;
    state.apply(Command::SavePose(pose.clone()));
    state.apply(Command::SelectPane(0));
    state.apply(Command::ExportSkin(shown.clone()));
    assert_eq!(state.interface.error, None);
    let [pose_path, output] = [&pose, &deformed].map(|path| path.to_str().unwrap());
    let program = env!("CARGO_BIN_EXE_skinscope");
    let arguments = ["deform", "mannequin", "--method", "lbs", "--backend", "cpu", "--pose", pose_path, "-o", output];
    assert!(std::process::Command::new(program).args(arguments).status().unwrap().success());
    assert_eq!(std::fs::read(&shown).unwrap(), std::fs::read(&deformed).unwrap());
    for path in [pose, shown, deformed] {
        let _ = std::fs::remove_file(path);
    }
}
