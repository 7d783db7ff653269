//! The library of poses, the way between two of them, and everything by its name.

use crate::harness::{settle, viewer_with};
use crate::posing::joint;
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::Vec3;
use skinscope::files::{ModelSource, PoseStore, open_model};
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, PoseLibrary};
use skinscope::viewer::Viewer;

fn bar_with_library(name: &str) -> (Harness<'static, Viewer>, std::path::PathBuf) {
    let folder = std::env::temp_dir().join(format!("skinscope-library-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut harness = viewer_with("bar");
    let viewer = harness.state_mut();
    viewer.state.documents.library = PoseLibrary::in_store(PoseStore::in_folder(&folder));
    viewer.show(open_model("bar").unwrap());
    viewer.state.apply(Command::ShowPoses(true));
    settle(&mut harness);
    (harness, folder)
}

fn turn(harness: &Harness<'_, Viewer>) -> Vec3 {
    harness.state().state.angles_degrees(joint(harness, "mid"))
}

#[test]
fn a_pose_is_taken_by_its_picture_and_blended_with_the_one_before() {
    let (mut harness, folder) = bar_with_library("blend");
    let poses: Vec<String> =
        harness.state().state.documents.library.poses().iter().map(|pose| pose.name.clone()).collect();
    assert!(poses.contains(&"bend-90".to_owned()), "{poses:?}");
    assert!(harness.state().state.blend().is_none());
    harness.get_by_label("Pose bend-90").click();
    settle(&mut harness);
    let bent = turn(&harness);
    assert!((bent.abs().max_element() - 90.0).abs() < 1e-3, "{bent}");
    let blend = harness.state().state.blend().unwrap();
    assert_eq!((blend.from_name.as_str(), blend.share), ("rest pose", 1.0));
    let slider = harness.get_by_role_and_label(Role::Slider, "Pose blend").rect();
    harness.drag_at(slider.right_center() - vec2(7.0, 0.0));
    harness.run_steps(2);
    harness.hover_at(slider.center());
    harness.run_steps(2);
    harness.drop_at(slider.center());
    settle(&mut harness);
    let half = turn(&harness);
    assert!((half - bent * 0.5).abs().max_element() < 1.5, "{half} of {bent}");
    // Another change ends the blend; undoing it brings it back.
    harness.run_steps(60);
    let mid = joint(&harness, "mid");
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X });
    harness.run_steps(60);
    assert!(harness.state().state.blend().is_none());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(harness.state().state.blend().is_some() && turn(&harness) == half);
    harness.state_mut().state.apply(Command::BlendPoses(0.0));
    assert!(harness.state().state.edit.overrides.is_empty());
    harness.state_mut().state.apply(Command::BlendPoses(f32::NAN));
    assert!(harness.state().state.edit.overrides.is_empty());
    let _ = std::fs::remove_dir_all(folder);
}

/// One renderer draws them all, each into a texture of its own.
#[test]
fn each_pose_has_a_picture_of_its_own() {
    let (mut harness, folder) = bar_with_library("pictures");
    let names: Vec<String> =
        harness.state().state.documents.library.poses().iter().map(|pose| pose.name.clone()).collect();
    let window = harness.render().unwrap();
    let picture = |name: &String| {
        // Without the name below it.
        let rect = harness.get_by_label(&format!("Pose {name}")).rect();
        let [x, y, side] = [rect.left() as u32 + 4, rect.top() as u32 + 4, rect.width() as u32 - 8];
        image::imageops::crop_imm(&window, x, y, side, side * 3 / 4).to_image()
    };
    let shown: Vec<image::RgbaImage> = names.iter().take(3).map(picture).collect();
    assert_eq!(shown.len(), 3);
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let differ = shown[a].pixels().zip(shown[b].pixels()).filter(|(a, b)| a != b).count();
        assert!(differ > 50, "{} and {} differ in {differ} pixels", names[a], names[b]);
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_kept_pose_comes_back_with_its_model() {
    let (mut harness, folder) = bar_with_library("kept");
    let bundled = harness.state().state.documents.library.poses().len();
    let mid = joint(&harness, "mid");
    let angles_degrees = Vec3::new(400.0, 20.0, 0.0);
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees });
    settle(&mut harness);
    harness.get_by_label_contains("Add pose").click();
    harness.run_steps(4);
    harness.get_by_role_and_label(Role::TextInput, "Pose name").type_text(" turned");
    harness.run_steps(2);
    harness.get_by_label("Add").click();
    settle(&mut harness);
    let name = harness.state().state.documents.library.poses().last().unwrap().name.clone();
    assert!(name.contains("turned") && harness.state().state.interface.error.is_none(), "{name}");
    // Opened again, with its full turns.
    harness.state_mut().show(open_model("bar").unwrap());
    settle(&mut harness);
    assert_eq!(harness.state().state.documents.library.poses().len(), bundled + 1);
    harness.get_by_label(&format!("Pose {name}")).click();
    settle(&mut harness);
    assert!((turn(&harness) - angles_degrees).abs().max_element() < 1e-3, "{}", turn(&harness));
    let state = &mut harness.state_mut().state;
    // Bundled poses have no file to rename or delete.
    state.apply(Command::RenamePose { pose: 0, name: "mine".to_owned() });
    state.apply(Command::DeletePose(0));
    state.apply(Command::DeletePose(999));
    assert_eq!(state.documents.library.poses().len(), bundled + 1);
    state.apply(Command::RenamePose { pose: bundled, name: "mine".to_owned() });
    assert_eq!(state.documents.library.poses()[bundled].name, "mine");
    // A pose of another model is left out, a file that is none tells why.
    let path = folder.join("bar").join("foreign.json");
    std::fs::write(&path, r#"{"skinscope_pose": 1, "joints": {"elbow": {"angles": [1, 2, 3]}}}"#).unwrap();
    state.apply(Command::Open(ModelSource::File(path.clone())));
    assert!(state.interface.error.take().unwrap().details.contains("elbow"));
    state.apply(Command::DeletePose(bundled));
    harness.state_mut().show(open_model("bar").unwrap());
    assert_eq!(harness.state().state.documents.library.poses().len(), bundled);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn the_palette_finds_commands_by_words_and_enter_takes_the_first() {
    let mut harness = viewer_with("bar");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(4);
    assert!(harness.state().state.interface.palette_shown);
    harness.event(egui::Event::Text("select mid".to_owned()));
    harness.run_steps(3);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert!(!harness.state().state.interface.palette_shown);
    assert_eq!(harness.state().state.selection.joint, Some(joint(&harness, "mid")));
    // The second of the found ones by the arrow keys, and nothing by Escape.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(4);
    harness.event(egui::Event::Text("show panes".to_owned()));
    harness.run_steps(3);
    harness.key_press(Key::ArrowDown);
    harness.run_steps(2);
    harness.key_press(Key::ArrowDown);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.panes.len(), 4, "the third that has panes in its name");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(4);
    harness.event(egui::Event::Text("no such command".to_owned()));
    harness.run_steps(3);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert!(harness.state().state.interface.palette_shown, "there is nothing to take");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(!harness.state().state.interface.palette_shown);
    assert!(harness.state().state.selection.joint.is_some(), "Escape belonged to the palette");
}

#[test]
fn the_key_sheet_is_searched() {
    let mut harness = viewer_with("bar");
    harness.state_mut().state.apply(Command::ToggleShortcuts);
    harness.run_steps(4);
    assert!(harness.query_by_label(rows::FLIP_POSE.text).is_some());
    harness.get_by_role_and_label(Role::TextInput, "Search shortcuts").focus();
    harness.run_steps(2);
    harness.event(egui::Event::Text("undo".to_owned()));
    harness.run_steps(4);
    assert!(harness.query_by_label(rows::FLIP_POSE.text).is_none());
    assert!(harness.query_by_label("Undo, redo").is_some());
}

#[test]
fn a_probable_mistake_in_a_pose_is_told_until_it_is_mended() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    let told =
        |harness: &Harness<'_, Viewer>| harness.query_by_label_contains("mid: an angle of 1e8 degrees").is_some();
    assert!(!told(&harness));
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X * 1e8 });
    settle(&mut harness);
    assert!(told(&harness));
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: Vec3::X * 90.0 });
    settle(&mut harness);
    assert!(!told(&harness));
}
