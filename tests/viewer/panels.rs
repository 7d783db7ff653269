//! Actions of a person in the panels, and their effect on the picture.

use crate::harness::{difference, settle, show_tab, viewer_with, wait_for_centers, wait_for_figures};
use crate::skips::skip;
use egui::{Key, Modifiers, accesskit::Role, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use skinscope::centers::{CenterParts, CenterSettings};
use skinscope::files::ModelSource;
use skinscope::measure::VertexId;
use skinscope::panes::{PaneLook, PaneModel};
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, InspectorTab};
use skinscope::skinning::{Phases, SkinningMethod};
use skinscope::view::{SkinPaint, Theme};
use skinscope::viewer::Viewer;

pub const MID: &str = "mid";

pub fn select(harness: &mut Harness<'_, Viewer>, joint: &str) -> u32 {
    harness.get_by_role_and_label(Role::TreeItem, joint).click();
    settle(harness);
    let selected = harness.state().state.selection.joint.unwrap();
    let document = harness.state().state.documents.first.clone().unwrap();
    assert_eq!(document.model.skeleton.node(selected).name, joint);
    selected
}

pub fn picture_area(harness: &Harness<'_, Viewer>, pane: usize) -> egui::Rect {
    let method = harness.state().state.edit.panes[pane - 1].settings.skinning.method.short_name();
    harness.get_by_label(&format!("Picture of pane {pane}, {method}")).rect()
}

#[test]
fn dragging_a_slider_turns_the_joint_and_changes_both_pictures() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, MID);
    show_tab(&mut harness, InspectorTab::Pose);
    let before = harness.render().unwrap();
    let slider = harness.get_by_role_and_label(Role::Slider, "Rotate X").rect();
    let knob = slider.center();
    harness.drag_at(knob);
    harness.run_steps(2);
    harness.hover_at(knob + vec2(slider.width() * 0.18, 0.0));
    harness.run_steps(2);
    harness.drop_at(knob + vec2(slider.width() * 0.18, 0.0));
    settle(&mut harness);
    let degrees = harness.state().state.angles_degrees(mid).x;
    assert!((100.0..180.0).contains(&degrees), "the slider stands at {degrees}");
    let after = harness.render().unwrap();
    // LBS pinches; DQS only turns the far half, so its outline stays.
    let lbs = difference(&before, &after, picture_area(&harness, 1));
    assert!(lbs > 0.004, "the LBS picture changed in {lbs} of its pixels only");
    // The number field agrees with the slider.
    let shown = harness.get_by_label("Rotate X degrees").value().unwrap_or_default();
    assert!(shown.starts_with(&format!("{degrees:.0}")), "the field shows {shown}, the slider {degrees}");
}

/// Sliders end at a full turn, and half turns, where the papers' flips begin, lie halfway.
#[test]
fn a_slider_reaches_a_full_turn_and_a_drag_goes_on() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, MID);
    show_tab(&mut harness, InspectorTab::Pose);
    let slider = harness.get_by_role_and_label(Role::Slider, "Rotate X").rect();
    // The knob's path is 14 points shorter than the slider.
    let path = slider.width() - 14.0;
    let mut dragged = 0.0;
    for (share, low, high) in [(0.25, 170.0, 190.0), (0.5, 350.0, 370.0), (0.75, 530.0, 550.0)] {
        let from = slider.center() + vec2((dragged * path).min(0.5 * path), 0.0);
        let to = from + vec2((share - dragged) * path, 0.0);
        harness.drag_at(from);
        harness.run_steps(2);
        harness.hover_at(to);
        harness.run_steps(2);
        harness.drop_at(to);
        settle(&mut harness);
        dragged = share;
        let degrees = harness.state().state.angles_degrees(mid).x;
        assert!((low..high).contains(&degrees), "{share} of the slider's width is {degrees}");
    }
}

#[test]
fn a_typed_number_keeps_its_full_turns_and_a_double_click_resets() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, MID);
    show_tab(&mut harness, InspectorTab::Pose);
    harness.get_by_label("Rotate X degrees").click();
    settle(&mut harness);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label("Rotate X degrees").type_text("400");
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(harness.state().state.angles_degrees(mid).x, 400.0);
    let slider = harness.get_by_role_and_label(Role::Slider, "Rotate X");
    slider.click();
    slider.click();
    settle(&mut harness);
    assert_eq!(harness.state().state.angles_degrees(mid).x, 0.0);
    assert!(harness.state().state.edit.overrides.is_empty(), "a joint back at rest counts as untouched");
}

#[test]
fn arrow_keys_move_a_focused_slider() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, MID);
    show_tab(&mut harness, InspectorTab::Pose);
    harness.get_by_role_and_label(Role::Slider, "Rotate Z").focus();
    harness.run_steps(2);
    for _ in 0..3 {
        harness.key_press(Key::ArrowRight);
        harness.run_steps(2);
    }
    assert_eq!(harness.state().state.angles_degrees(mid).z, 3.0);
}

#[test]
fn joints_are_picked_in_the_picture() {
    let mut harness = viewer_with("bar");
    let area = picture_area(&harness, 2);
    let state = &harness.state().state;
    let document = state.documents.first.clone().unwrap();
    let mid = document.model.skeleton.find(MID).unwrap();
    let size = [area.width().round() as u32, area.height().round() as u32];
    let at = state.view.camera.project(glam::Vec3::new(1.0, 0.0, 0.0), size).unwrap();
    let at = area.min + vec2(at.x, at.y);
    harness.hover_at(at);
    harness.run_steps(2);
    assert_eq!(harness.state().state.hand.hovered_joint, Some(mid));
    harness.drag_at(at);
    harness.drop_at(at);
    settle(&mut harness);
    assert_eq!(harness.state().state.selection.joint, Some(mid));
    assert_eq!(harness.state().state.view.selected_pane, 1);
}

/// The first phase alone leaves bones at rest: a joint is picked where its pane draws it.
#[test]
fn joints_are_picked_where_their_pane_shows_them() {
    let mut harness = viewer_with("bar");
    let skeleton = &harness.state().state.documents.first.as_ref().unwrap().model.skeleton;
    let [root, mid] = ["root", MID].map(|name| skeleton.find(name).unwrap());
    for command in [
        Command::SetAngles { node: root, angles_degrees: glam::Vec3::Z * 90.0 },
        Command::SetMethod { pane: 0, method: SkinningMethod::TwoPhaseDqs },
        Command::SetPhases { pane: 0, phases: Phases::First },
    ] {
        harness.state_mut().state.apply(command);
    }
    settle(&mut harness);
    let mut picked = |pane: usize| {
        let area = picture_area(&harness, pane);
        let size = [area.width().round() as u32, area.height().round() as u32];
        let at = harness.state().state.view.camera.project(glam::Vec3::X, size).unwrap();
        harness.hover_at(area.min + vec2(at.x, at.y));
        harness.run_steps(2);
        harness.state().state.hand.hovered_joint
    };
    assert_eq!(picked(1), Some(mid));
    assert_ne!(picked(2), Some(mid), "the bone of the whole pose is turned away");
}

#[test]
fn dragging_orbits_and_keys_choose_views() {
    let mut harness = viewer_with("limb");
    let area = picture_area(&harness, 1);
    let before = harness.state().state.view.camera;
    let from = area.left_top() + vec2(40.0, 40.0);
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + vec2(60.0, 20.0));
    harness.run_steps(2);
    harness.drop_at(from + vec2(60.0, 20.0));
    settle(&mut harness);
    let after = harness.state().state.view.camera;
    assert!(after.yaw != before.yaw && after.pitch > before.pitch, "{after:?}");
    assert_eq!(after.distance, before.distance);
    harness.key_press(Key::Num1);
    settle(&mut harness);
    let front = harness.state().state.view.camera;
    assert_eq!((front.yaw, front.pitch), (0.0, 0.0));
    harness.key_press(Key::Num7);
    settle(&mut harness);
    assert!(harness.state().state.view.camera.pitch > 1.5);
}

#[test]
fn the_search_field_finds_joints() {
    let mut harness = viewer_with("limb");
    harness.get_by_label(rows::SEARCH_JOINTS.text).click();
    settle(&mut harness);
    harness.get_by_label(rows::SEARCH_JOINTS.text).type_text("LEF");
    settle(&mut harness);
    let rows: Vec<String> = harness
        .query_all_by_role(Role::TreeItem)
        .map(|node| node.accesskit_node().label().unwrap_or_default())
        .collect();
    assert_eq!(rows, ["left"]);
}

#[test]
fn about_this_view_says_how_precise_the_drawn_vertices_are() {
    let mut harness = viewer_with("bar");
    settle(&mut harness);
    let before = harness.render().unwrap();
    assert!(harness.query_by_label_contains("packed").is_none(), "only those who ask are told");
    harness.state_mut().state.apply(Command::ShowTab(InspectorTab::Panes));
    settle(&mut harness);
    harness.get_by_label("About this view").click();
    settle(&mut harness);
    for (full, says) in [(false, "packed vertices"), (true, "vertices in full precision"), (false, "packed vertices")] {
        harness.state_mut().state.apply(Command::SetFullPrecision(full));
        settle(&mut harness);
        harness.get_by_label(&format!("Drawn from: {says}"));
    }
    // The same picture again.
    let area = picture_area(&harness, 1);
    assert!(difference(&before, &harness.render().unwrap(), area) < 1e-3);
}

/// The bundled models are there, below the user's own.
#[test]
fn the_menu_of_the_model_begins_with_the_user_s_own_files() {
    let mut harness = viewer_with("bar");
    let button = format!("bar  {}", skinscope::style::icons::CARET_DOWN);
    harness.get_all_by_label_contains(&button).next().unwrap().click();
    settle(&mut harness);
    let top = |harness: &Harness<'_, Viewer>, name: &str| {
        let entries = harness.query_all_by_label_contains(name).map(|entry| entry.rect().top());
        entries.fold(f32::NEG_INFINITY, f32::max)
    };
    let tops = ["Open file", "Recent files", "Bundled models", "Close model", "Export posed skin", "Record a film"];
    let tops = tops.map(|name| top(&harness, name));
    assert!(tops.windows(2).all(|pair| pair[0] < pair[1]), "{tops:?}");
    harness.get_by_label("Bundled models").click();
    settle(&mut harness);
    harness.get_by_label_contains("limb-heat").click();
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.state().state.documents.first.as_ref().is_some_and(|document| document.model.name == "limb-heat") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the bundled model never came");
}

#[test]
fn rare_colors_are_behind_more() {
    let mut harness = viewer_with("bar");
    harness.state_mut().state.apply(Command::ShowTab(InspectorTab::Panes));
    settle(&mut harness);
    harness.get_by_label("Colors").click();
    settle(&mut harness);
    harness.get_by_label("Weights of the selected joint");
    for rare in ["Invalid signs", "Distance to DIB"] {
        assert!(harness.query_by_label(rare).is_none(), "{rare}");
    }
    harness.get_by_label_contains("More").click();
    settle(&mut harness);
    harness.get_by_label("Distance to DIB").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.pane(0).look.paint, SkinPaint::DifferenceTo(SkinningMethod::Dib));
}

#[test]
fn undo_takes_back_a_turn_in_one_step() {
    let mut harness = viewer_with("bar");
    let mid = select(&mut harness, MID);
    // The undoer keeps a state once it has rested; let it see the rest pose first.
    harness.run_steps(120);
    let angles_degrees = glam::Vec3::new(90.0, 0.0, 0.0);
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees });
    harness.run_steps(120);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert_eq!(harness.state().state.angles_degrees(mid).x, 0.0);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    settle(&mut harness);
    assert_eq!(harness.state().state.angles_degrees(mid).x, 90.0);
}

#[test]
fn a_file_that_cannot_be_opened_leaves_the_model_and_says_why() {
    let mut harness = viewer_with("bar");
    let path = std::env::temp_dir().join(format!("skinscope-broken-{}.glb", std::process::id()));
    std::fs::write(&path, b"this is not glTF").unwrap();
    harness.state_mut().state.apply(Command::Open(ModelSource::File(path.clone())));
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.state().state.interface.error.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    settle(&mut harness);
    let _ = std::fs::remove_file(&path);
    harness.get_by_label_contains("Could not open skinscope-broken");
    harness.get_by_label_contains("not a glTF file");
    assert_eq!(harness.state().state.documents.first.as_ref().unwrap().model.name, "bar");
    harness.get_by_label("Dismiss").click();
    settle(&mut harness);
    assert!(harness.query_by_label("Dismiss").is_none());
}

#[test]
fn the_light_theme_is_light_and_the_empty_window_offers_models() {
    let mut harness = viewer_with("bar");
    let dark = harness.render().unwrap();
    harness.get_by_label("Switch to light theme").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.interface.theme, Theme::Light);
    let light = harness.render().unwrap();
    let panel = egui::Rect::from_min_max(pos2(20.0, 300.0), pos2(200.0, 500.0));
    assert!(difference(&dark, &light, panel) > 0.95);
    harness.state_mut().state.apply(Command::CloseModel);
    settle(&mut harness);
    harness.get_by_label("Drop a glTF file here");
    harness.get_by_role_and_label(Role::Button, "limb").click();
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.state().state.documents.first.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(harness.state().state.documents.first.as_ref().unwrap().model.name, "limb");
}

/// Where nothing moves, nothing is drawn: the harness runs dry at once.
#[test]
fn nothing_is_drawn_while_nothing_changes() {
    let mut harness = viewer_with("bar");
    settle(&mut harness);
    let steps = harness.run();
    assert!(steps <= 2, "{steps} frames for a window at rest");
}

/// A file as the window system hands it over.
#[derive(Debug)]
struct Dropped(std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_dropped_file_is_opened() {
    let mut harness = viewer_with("bar");
    let path = std::env::temp_dir().join(format!("skinscope-dropped-{}.glb", std::process::id()));
    std::fs::write(&path, skinscope::bundled::glb_bytes("limb").unwrap()).unwrap();
    harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path.clone())));
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.state().state.documents.first.as_ref().unwrap().model.name != "bar" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let _ = std::fs::remove_file(&path);
    assert!(harness.state().state.documents.first.as_ref().unwrap().model.name.starts_with("skinscope-dropped"));
    assert_eq!(harness.state().state.documents.first.as_ref().unwrap().joints.count, 4);
}

#[test]
fn a_clip_plays_and_is_scrubbed() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = std::env::var_os("SKINSCOPE_SAMPLES").map_or_else(|| root.join("../shared/models"), Into::into);
    let fox = samples.join("good/Fox.glb");
    if !fox.exists() {
        skip(format_args!("{} is not there", fox.display()));
        return;
    }
    let mut harness = viewer_with(fox.to_str().unwrap());
    let rest = harness.state().state.pose.clone();
    harness.get_by_label("Play (Space)").click();
    harness.run_steps(6);
    assert!(harness.state().state.playback.playing && harness.state().state.playback.time_seconds > 0.0);
    assert_ne!(harness.state().state.pose, rest);
    harness.get_by_label("Pause (Space)").click();
    settle(&mut harness);
    let track = harness.get_by_role_and_label(Role::Slider, "Time").rect();
    harness.drag_at(track.center());
    harness.drop_at(track.center());
    settle(&mut harness);
    let state = &harness.state().state;
    let half = state.clip_duration_seconds() / 2.0;
    assert!((state.playback.time_seconds - half).abs() < 0.02 * half, "{}", state.playback.time_seconds);
}

/// The picture of a method that turns about centers comes as soon as they are computed, and again when their settings
/// change; the computation can be stopped.
#[test]
fn centers_of_rotation_come_in_the_background() {
    let mut harness = viewer_with("limb");
    let state = &mut harness.state_mut().state;
    state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Cor });
    state.request_centers();
    state.apply(Command::CancelCenters(CenterSettings::default()));
    harness.run_steps(2);
    assert!(harness.query_by_label("Compute").is_some(), "what was stopped can be started");
    harness.get_by_label("Compute").click();
    harness.run_steps(2);
    wait_for_centers(&mut harness);
    let of = |harness: &Harness<'_, Viewer>, settings| {
        let centers = &harness.state().state.documents.centers;
        centers
            .get(document_id(harness), settings, CenterParts::Points)
            .map(|(centers, _)| centers.of_primitives.clone())
    };
    let first = of(&harness, CenterSettings::default());
    let settings = CenterSettings { sigma: 0.3, ..CenterSettings::default() };
    harness.state_mut().state.apply(Command::SetCenterSettings { pane: 0, settings });
    harness.run_steps(1);
    wait_for_centers(&mut harness);
    let second = of(&harness, settings);
    assert!(first.is_some() && first != second);
    settle(&mut harness);
    assert!(harness.query_by_label("Compute").is_none() && harness.query_by_label("Cancel").is_none());
}

fn document_id(harness: &Harness<'_, Viewer>) -> u64 {
    harness.state().state.documents.first.as_ref().unwrap().id
}

#[test]
fn the_status_bar_says_where_bind_and_rest_pose_differ() {
    let bind_unlike_rest = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/oracle/models/bindrest.glb");
    let mut harness = viewer_with(bind_unlike_rest);
    let note = harness.get_by_label("Bind pose differs from rest pose").rect();
    harness.hover_at(note.center());
    settle(&mut harness);
    harness.get_by_label_contains("rotated by up to");
    let plain = viewer_with("bar");
    assert!(plain.query_by_label("Bind pose differs from rest pose").is_none());
}

#[test]
fn a_search_lists_whole_words_before_the_rest() {
    let mut harness = viewer_with("mannequin");
    harness.state_mut().state.apply(Command::SearchJoints("arm".to_owned()));
    settle(&mut harness);
    let rows: Vec<String> = harness
        .query_all_by_role(Role::TreeItem)
        .map(|node| node.accesskit_node().label().unwrap_or_default())
        .collect();
    let words = ["upper_arm.L", "upper_arm_twist.L", "upper_arm.R", "upper_arm_twist.R"];
    assert_eq!(rows[..4], words, "{rows:?}");
    assert!(rows[4..].iter().all(|row| row.starts_with("forearm")) && rows.len() == 8, "{rows:?}");
}

#[test]
fn figures_around_a_joint_say_that_its_neighbor_is_the_one_that_is_turned() {
    let mut harness = viewer_with("mannequin");
    let node = |harness: &Harness<'_, Viewer>, name: &str| {
        harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
    };
    let [shin, foot] = ["shin.L", "foot.L"].map(|name| node(&harness, name));
    let angles_degrees = glam::Vec3::X * -40.0;
    harness.state_mut().state.apply(Command::SetAngles { node: foot, angles_degrees });
    harness.state_mut().state.apply(Command::SelectJoint(Some(shin)));
    wait_for_figures(&mut harness);
    settle(&mut harness);
    let says = "shin.L is not turned. These measure the turn of foot.L (40.0\u{b0}).";
    assert!(harness.query_by_label(says).is_some());
    harness.state_mut().state.apply(Command::SetAngles { node: shin, angles_degrees: glam::Vec3::X * 20.0 });
    wait_for_figures(&mut harness);
    settle(&mut harness);
    let says = "These measure the turns of foot.L (40.0\u{b0}), shin.L (20.0\u{b0}).";
    assert!(harness.query_by_label(says).is_some());
    harness.state_mut().state.apply(Command::SelectJoint(Some(foot)));
    wait_for_figures(&mut harness);
    settle(&mut harness);
    assert!(harness.query_by_label_contains("These measure").is_none(), "its own turn");
}

/// Similarity is to the vertex under the pointer, or to the pinned one, under the sigma of the slider while it is dragged.
#[test]
fn colors_of_similarity_follow_the_pointer_and_sigma() {
    let mut harness = viewer_with("bar");
    let pane = harness.state().state.edit.panes[0].id;
    let look = PaneLook { paint: SkinPaint::Similarity, ..harness.state().state.edit.pane(0).look };
    harness.state_mut().state.apply(Command::SetLook { pane: 0, look });
    settle(&mut harness);
    assert!(harness.query_by_label("Legend: Point at the skin to see which weights are similar").is_some());
    let vertex = |vertex: u32| VertexId { primitive: 0, vertex };
    let state = &mut harness.state_mut().state;
    assert!(state.colors_follow_pointer());
    state.apply(Command::HoverVertex(Some((0, vertex(90)))));
    assert_eq!(state.similar_vertex(PaneModel::First), Some((0, 90)));
    state.apply(Command::PinProbe(Some(vertex(4262))));
    state.apply(Command::HoverVertex(Some((0, vertex(90)))));
    assert_eq!(state.similar_vertex(PaneModel::First), Some((0, 4262)));
    assert!(!state.colors_follow_pointer());
    settle(&mut harness);
    assert!(harness.query_by_label("Legend: Similarity to the vertex").is_some());
    let state = &mut harness.state_mut().state;
    let settings = state.edit.pane(0).centers;
    state.apply(Command::HoldCenterSettings(Some((0, CenterSettings { sigma: 0.2, ..settings }))));
    assert_eq!(state.shown_center_settings(pane, settings).sigma, 0.2);
    assert_eq!(state.edit.pane(0).centers, settings, "the centers wait for the end of the drag");
    state.apply(Command::HoldCenterSettings(None));
    assert_eq!(state.shown_center_settings(pane, settings), settings);
}

#[test]
fn the_status_line_tells_of_modes_that_are_on() {
    let mut harness = viewer_with("mannequin");
    harness.state_mut().state.apply(Command::MirrorPosing(true));
    let mut look = harness.state().state.edit.pane(0).look;
    look.paint = SkinPaint::JointWeights;
    harness.state_mut().state.apply(Command::SetLook { pane: 0, look });
    settle(&mut harness);
    let says = "Edits are mirrored to the other side.   Colors: Weights of the selected joint.";
    assert!(harness.query_by_label(says).is_some());
    harness.state_mut().state.apply(Command::CloseModel);
    settle(&mut harness);
    assert!(harness.query_by_label(says).is_none());
}
