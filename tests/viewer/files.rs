//! Files in the window: what is being opened, what was opened last, and what changes on disk.

use crate::harness::{settle, viewer_with};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use skinscope::files::ModelSource;
use skinscope::session::Command;
use skinscope::viewer::Viewer;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

/// Models are prepared only when the returned sender says so.
fn hold_loading(harness: &mut Harness<'_, Viewer>) -> Sender<()> {
    let (go, wait) = channel();
    let wait = Mutex::new(wait);
    let prepare = Arc::new(move |_: &_, _: &_| {
        let _ = wait.lock().unwrap().recv();
    });
    harness.state_mut().state.jobs.loader.prepare_with(prepare);
    go
}

/// Frames until something is so.
fn wait_until(harness: &mut Harness<'_, Viewer>, what: &str, is_so: impl Fn(&Harness<'_, Viewer>) -> bool) {
    for _ in 0..3000 {
        harness.run_steps(1);
        if is_so(harness) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{what} did not come");
}

fn shown(harness: &Harness<'_, Viewer>) -> String {
    harness.state().state.documents.first.as_ref().map_or_else(String::new, |document| document.model.name.clone())
}

fn open(harness: &mut Harness<'_, Viewer>, name: &str) {
    harness.state_mut().state.apply(Command::Open(ModelSource::named(name)));
}

#[test]
fn a_model_is_opened_beside_the_old_one_and_escape_stops_it() {
    let mut harness = viewer_with("bar");
    let go = hold_loading(&mut harness);
    open(&mut harness, "limb");
    let last = "Opening limb: preparing for drawing, 60%";
    wait_until(&mut harness, "the last stage", |harness| harness.query_by_label(last).is_some());
    assert_eq!(shown(&harness), "bar", "it can be used meanwhile");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(!harness.state().state.jobs.loader.opening.is_running() && harness.query_by_label(last).is_none());
    go.send(()).unwrap();
    open(&mut harness, "hand");
    wait_until(&mut harness, "the last stage", |harness| {
        harness.query_by_label("Opening hand: preparing for drawing, 60%").is_some()
    });
    assert_eq!(shown(&harness), "bar", "what was stopped is never shown");
    // Another file takes its place.
    open(&mut harness, "cloth");
    go.send(()).unwrap();
    go.send(()).unwrap();
    wait_until(&mut harness, "the newest", |harness| shown(harness) == "cloth");
}

#[test]
fn the_empty_window_says_what_it_opens_and_can_stop() {
    let mut harness = viewer_with("bar");
    let go = hold_loading(&mut harness);
    harness.state_mut().state.apply(Command::CloseModel);
    open(&mut harness, "limb");
    wait_until(&mut harness, "the last stage", |harness| harness.query_by_label("Preparing for drawing").is_some());
    harness.get_by_label("Opening limb");
    harness.get_by_role_and_label(Role::Button, "Cancel").click();
    harness.run_steps(2);
    harness.get_by_label("Drop a glTF file here");
    go.send(()).unwrap();
}

#[test]
fn recent_files_open_again_and_missing_ones_can_be_taken_out() {
    let folder = std::env::temp_dir().join(format!("skinscope-recent-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (stays, goes) = (folder.join("stays.glb"), folder.join("goes.glb"));
    let mut harness = viewer_with("bar");
    for path in [&stays, &goes] {
        std::fs::copy("assets/limb.glb", path).unwrap();
        open(&mut harness, path.to_str().unwrap());
        let name = path.file_stem().unwrap().to_str().unwrap();
        wait_until(&mut harness, name, |harness| shown(harness) == name);
    }
    assert_eq!(harness.state().state.documents.recent.files(), [goes.clone(), stays.clone()]);
    std::fs::remove_file(&goes).unwrap();
    harness.state_mut().state.apply(Command::CloseModel);
    let is_enabled = |harness: &Harness<'_, Viewer>, name: &str| {
        let row = harness.query_by_role_and_label(Role::Button, name);
        row.is_some_and(|row| !row.accesskit_node().is_disabled())
    };
    wait_until(&mut harness, "the missing file", |harness| !is_enabled(harness, "goes.glb"));
    assert!(is_enabled(&harness, "stays.glb"));
    harness.get_by_role_and_label(Role::Button, "Remove goes.glb").click();
    harness.run_steps(2);
    let files: Vec<PathBuf> = harness.state().state.documents.recent.files().to_vec();
    assert_eq!(files, std::slice::from_ref(&stays));
    harness.get_by_role_and_label(Role::Button, "stays.glb").click();
    wait_until(&mut harness, "the file", |harness| shown(harness) == "stays");
    harness.get_by_role_and_label(Role::Button, "Recent files").click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Button, "stays.glb");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The window stays small and fits: the rows scroll instead of leaving it.
#[test]
fn ten_recent_files_fit_into_a_low_window() {
    let mut harness = viewer_with("bar");
    harness.state_mut().state.apply(Command::CloseModel);
    let saved: Vec<String> = {
        let folder = std::env::temp_dir().join("a/long/folder/of/files");
        (0..10).map(|index| folder.join(format!("{index}.glb")).to_str().unwrap().to_owned()).collect()
    };
    harness.state_mut().state.documents.recent = skinscope::session::RecentFiles::of_saved(&saved);
    for size in [egui::vec2(500.0, 400.0), egui::vec2(700.0, 500.0), egui::vec2(1280.0, 800.0)] {
        harness.set_size(size);
        harness.run_steps(3);
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
        let open = harness.query_all_by_role_and_label(Role::Button, "mannequin").next();
        assert!(open.is_some_and(|button| window.contains_rect(button.rect())), "{size:?}");
        let newest = harness.query_all_by_role_and_label(Role::Button, "0.glb").next();
        let is_shown = newest.is_some_and(|row| window.contains_rect(row.rect()));
        assert!(is_shown || size.y < 800.0, "{size:?}: the newest file is not listed");
    }
}

#[test]
fn ctrl_s_asks_for_a_file_once_and_then_saves() {
    let folder = std::env::temp_dir().join(format!("skinscope-ctrl-s-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("own.skinscope");
    let mut harness = viewer_with("bar");
    let (asked, answer) = (Arc::new(Mutex::new(Vec::new())), path.clone());
    let ask = Arc::clone(&asked);
    harness.state_mut().state.jobs.loader.show_dialogs_with(Box::new(move |request, name| {
        ask.lock().unwrap().push((request.title(), name.to_owned()));
        let answer = answer.clone();
        Box::new(|| Some(answer))
    }));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    wait_until(&mut harness, "the file", |_| path.exists());
    wait_until(&mut harness, "the title", |harness| harness.state().state.title() == "own.skinscope - skinscope");
    let first = std::fs::read_to_string(&path).unwrap();
    let mid = crate::posing::joint(&harness, "mid");
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 25.0 });
    settle(&mut harness);
    assert_eq!(harness.state().state.title(), "* own.skinscope - skinscope");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut harness);
    assert!(std::fs::read_to_string(&path).unwrap() != first && !harness.state().state.is_unsaved());
    assert_eq!(*asked.lock().unwrap(), [("Save session", "bar.skinscope".to_owned())]);
    // Ctrl+Shift+S stays with pictures.
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    settle(&mut harness);
    assert!(harness.state().state.interface.picture_dialog);
    // Also where the keys are released again before the frame.
    harness.state_mut().state.apply(Command::ShowPictureDialog(false));
    let modifiers = Modifiers::COMMAND | Modifiers::SHIFT;
    harness.event(egui::Event::Key { key: Key::S, physical_key: None, pressed: true, repeat: false, modifiers });
    settle(&mut harness);
    assert!(harness.state().state.interface.picture_dialog);
    std::fs::remove_dir_all(&folder).unwrap();
}
