//! Saved files are reported, a taken name is asked about, and files are chosen where the system has no dialog.

use crate::harness::{settle, viewer_with, wait_for_figures};
use crate::posing::joint;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::files::{PoseStore, open_model};
use skinscope::session::{Command, FileRequest, PoseLibrary};
use skinscope::viewer::Viewer;
use std::path::PathBuf;

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

/// An empty folder that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skinscope-saving-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_sweep_is_saved_as_it_is_shown() {
    let folder = Folder::new("plot");
    let path = folder.0.join("sweep");
    let mut harness = viewer_with("bar");
    apply(&mut harness, Command::SavePlot(path.clone()));
    let error = harness.state().state.interface.error.clone().unwrap();
    assert!(error.title == "Could not save the plot" && error.details.contains("Select a joint"), "{error:?}");
    harness.state_mut().state.apply(Command::DismissError);
    let is_offered = |harness: &Harness<'_, Viewer>| {
        let entries = skinscope::session::user_commands::palette_entries(&harness.state().state);
        entries.iter().any(|entry| entry.name == "Save plot of the sweep")
    };
    assert!(!is_offered(&harness));
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    wait_for_figures(&mut harness);
    apply(&mut harness, Command::SavePlot(path));
    let curves = harness.state().state.edit.panes.len();
    assert!(harness.query_by_label(&format!("Saved sweep.svg, {curves} curves")).is_some());
    let svg = std::fs::read_to_string(folder.0.join("sweep.svg")).unwrap();
    assert!(svg.contains("<title>Smallest section of bar, mid rotated about X</title>"), "{}", &svg[..400]);
    let pdf = folder.0.join("sweep.pdf");
    apply(&mut harness, Command::SavePlot(pdf.clone()));
    assert!(std::fs::read(pdf).unwrap().starts_with(b"%PDF-") && is_offered(&harness));
    // A sweep of another pose is not of what is shown.
    let late = folder.0.join("late.svg");
    let node = joint(&harness, "root");
    harness.state_mut().state.apply(Command::SetAngles { node, angles_degrees: glam::Vec3::X * 20.0 });
    harness.state_mut().state.apply(Command::SavePlot(late.clone()));
    harness.run_steps(1);
    let error = harness.state().state.interface.error.clone().unwrap();
    assert!(error.details.contains("Try again in a moment") && !late.exists(), "{error:?}");
    harness.state_mut().state.apply(Command::DismissError);
    wait_for_figures(&mut harness);
    apply(&mut harness, Command::SavePlot(late.clone()));
    assert!(late.exists());
}

#[test]
fn a_saved_file_is_told_with_its_contents_and_shown_in_its_folder() {
    let folder = Folder::new("told");
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 20.0 });
    let vertices = skinscope::math::grouped(open_model("bar").unwrap().asset.model.vertex_count());
    for (command, text) in [
        (Command::SavePose(folder.0.join("mine.pose.json")), "Saved mine.pose.json, 1 joint".to_owned()),
        (Command::ExportSkin(folder.0.join("posed.glb")), format!("Saved posed.glb, {vertices} vertices")),
        (
            Command::ExportRig(folder.0.join("rig.glb")),
            format!("Saved rig.glb, {vertices} vertices, 2 joints, up to 2 influences"),
        ),
    ] {
        apply(&mut harness, command);
        assert!(harness.query_by_label(&text).is_some(), "{text}: {:?}", harness.state().state.interface.notice);
    }
    harness.get_by_label("Show in folder").click();
    settle(&mut harness);
    let mut shown = None;
    harness.state_mut().answer_requests(
        || None,
        |path| {
            shown = Some(path.to_owned());
            Err(std::io::ErrorKind::NotFound.into())
        },
    );
    assert_eq!(shown.as_ref(), Some(&folder.0));
    assert!(harness.state().state.interface.error.is_some(), "without a file manager this is said");
    assert!(harness.state().state.jobs.window_requests.is_empty());
}

fn with_library(folder: &Folder) -> Harness<'static, Viewer> {
    let mut harness = viewer_with("bar");
    let viewer = harness.state_mut();
    viewer.state.documents.library = PoseLibrary::in_store(PoseStore::in_folder(&folder.0));
    viewer.show(open_model("bar").unwrap());
    settle(&mut harness);
    harness
}

fn names(harness: &Harness<'_, Viewer>) -> Vec<String> {
    let poses = harness.state().state.documents.library.poses().iter();
    poses.filter(|pose| pose.file.is_some()).map(|pose| pose.name.clone()).collect()
}

#[test]
fn a_taken_name_is_asked_about() {
    let folder = Folder::new("taken");
    let mut harness = with_library(&folder);
    let mid = joint(&harness, "mid");
    let turn = |harness: &mut Harness<'_, Viewer>, degrees: f32| {
        apply(harness, Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * degrees });
    };
    let kept = |harness: &Harness<'_, Viewer>| std::fs::read_to_string(file(harness)).unwrap();
    turn(&mut harness, 10.0);
    apply(&mut harness, Command::KeepPose("wave".to_owned()));
    assert!(harness.query_by_label("Added wave to the pose library").is_some());
    let first = kept(&harness);
    turn(&mut harness, 20.0);
    apply(&mut harness, Command::KeepPose("wave".to_owned()));
    harness.get_by_label("Replace pose wave?");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.query_by_label("Replace pose wave?").is_none() && kept(&harness) == first);
    apply(&mut harness, Command::KeepPose("wave".to_owned()));
    harness.get_by_label("Keep both").click();
    settle(&mut harness);
    assert_eq!(names(&harness), ["wave", "wave 2"]);
    assert_eq!(kept(&harness), first);
    apply(&mut harness, Command::KeepPose("wave".to_owned()));
    harness.get_by_label("Replace").click();
    settle(&mut harness);
    assert_eq!(names(&harness), ["wave", "wave 2"]);
    assert!(kept(&harness) != first && harness.query_by_label("Replace pose wave?").is_none());
    // A pose of the model itself has no file that could be replaced.
    let bundled = harness.state().state.documents.library.poses()[0].name.clone();
    apply(&mut harness, Command::KeepPose(bundled));
    assert!(harness.state().state.interface.error.as_ref().unwrap().details.contains("included with the model"));
}

/// The file of the pose called wave.
fn file(harness: &Harness<'_, Viewer>) -> PathBuf {
    let poses = harness.state().state.documents.library.poses();
    poses.iter().find(|pose| pose.name == "wave").and_then(|pose| pose.file.clone()).unwrap()
}

#[test]
fn the_slider_between_poses_follows_a_rename() {
    let folder = Folder::new("renamed");
    let mut harness = with_library(&folder);
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 33.0 });
    apply(&mut harness, Command::KeepPose("wave".to_owned()));
    apply(&mut harness, Command::TakePose(0));
    let wave = harness.state().state.documents.library.poses().len() - 1;
    apply(&mut harness, Command::RenamePose { pose: wave, name: "greet".to_owned() });
    let blend = harness.state().state.blend().unwrap();
    assert_eq!(blend.from_name, "greet");
    apply(&mut harness, Command::TakePose(wave));
    apply(&mut harness, Command::RenamePose { pose: wave, name: "hello".to_owned() });
    assert_eq!(harness.state().state.blend().unwrap().to_name, "hello");
}

/// Without a system dialog the program shows its own, and from then on at once.
#[test]
fn files_are_chosen_in_the_programs_own_dialog() {
    let folder = Folder::new("chosen");
    std::fs::create_dir(folder.0.join("models")).unwrap();
    std::fs::copy("assets/bar.glb", folder.0.join("models").join("stick.glb")).unwrap();
    let mut harness = viewer_with("hand");
    harness.state_mut().state.jobs.loader.show_dialogs_with(Box::new(|_, _| Box::new(|| None)));
    let ask = |harness: &mut Harness<'_, Viewer>, request: FileRequest| {
        apply(harness, Command::RequestFile(request));
        for _ in 0..500 {
            if harness.state().state.interface.file_browser.is_some() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
            harness.run_steps(1);
        }
        settle(harness);
        harness.get_by_label(request.title());
    };
    ask(&mut harness, FileRequest::OpenModel);
    apply(&mut harness, Command::Browse(skinscope::session::BrowseStep::EnterFolder(folder.0.clone())));
    harness.get_by_role_and_label(Role::ListItem, "models").click();
    settle(&mut harness);
    harness.get_by_role_and_label(Role::ListItem, "stick.glb").click();
    settle(&mut harness);
    // The other one is in the toolbar.
    harness.query_all_by_role_and_label(Role::Button, "Open").last().unwrap().click();
    settle(&mut harness);
    for _ in 0..500 {
        if !harness.state().state.jobs.loader.opening.is_running() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.run_steps(1);
    }
    settle(&mut harness);
    assert_eq!(harness.state().state.documents.first.as_ref().unwrap().model.name, "stick");
    ask(&mut harness, FileRequest::SavePose);
    // It begins beside the model, with the suggested name.
    let browser = harness.state().state.interface.file_browser.clone().unwrap();
    assert!(browser.folder.ends_with("models") && browser.name == "stick.pose.json", "{browser:?}");
    // Keys go to the name, whose extension stays, and to nothing behind the dialog.
    harness.event(egui::Event::Text("/".to_owned()));
    harness.key_press(Key::Slash);
    harness.event(egui::Event::Text("bent".to_owned()));
    settle(&mut harness);
    let name = |harness: &Harness<'_, Viewer>| harness.state().state.interface.file_browser.clone().unwrap().name;
    assert_eq!(name(&harness), "/bent.json");
    assert!(harness.state().state.interface.joint_search.is_empty());
    apply(&mut harness, Command::Browse(skinscope::session::BrowseStep::SetName("stick.pose.json".to_owned())));
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert!(folder.0.join("models").join("stick.pose.json").is_file());
    ask(&mut harness, FileRequest::SavePose);
    harness.get_by_role_and_label(Role::Button, "Save").click();
    settle(&mut harness);
    harness.get_by_label("Replace file");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.state().state.interface.file_browser.is_none());
}
