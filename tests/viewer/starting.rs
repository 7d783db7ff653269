//! The start of the program: the window comes first, and the model of the command line with all of its flags later.

use crate::harness::{settle, viewer_of};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::cli::{self, Arguments};
use skinscope::files::{CenterStore, ModelSource, PoseStore};
use skinscope::session::{Command, Start, State};
use skinscope::skinning::SkinningMethod;
use skinscope::view::Theme;
use skinscope::viewer::Viewer;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

/// The title of the empty window.
const WELCOME: &str = "Drop a glTF file here";

/// The session of a command line, while its model is being read.
fn session(line: &[&str]) -> State {
    let arguments = Arguments::try_from_line([&["skinscope"], line, &["--no-restore"]].concat()).unwrap();
    let start = *cli::execute(arguments).unwrap().expect("this line opens a window");
    let start = Start { center_store: CenterStore::none(), pose_store: PoseStore::none(), ..start };
    State::start(start, Arc::new(|| {}))
}

/// The first frame of a window whose model is shown only when the sender says so.
fn held(line: &[&str]) -> (Harness<'static, Viewer>, Sender<()>) {
    let (go, wait) = channel();
    let wait = Mutex::new(wait);
    let mut state = session(line);
    state.jobs.loader.prepare_with(Arc::new(move |_: &_, _: &_| {
        let _ = wait.lock().unwrap().recv();
    }));
    (viewer_of(state), go)
}

/// A window that shows all that its command line asks for.
fn started(line: &[&str]) -> Harness<'static, Viewer> {
    let mut harness = viewer_of(session(line));
    wait_until(&mut harness, "the models", |state| {
        !state.jobs.loader.opening.is_running() && !state.jobs.loader.adding.is_running()
    });
    settle(&mut harness);
    harness
}

/// Frames until something is so.
fn wait_until(harness: &mut Harness<'_, Viewer>, what: &str, is_so: impl Fn(&State) -> bool) {
    for _ in 0..3000 {
        harness.run_steps(1);
        if is_so(&harness.state().state) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{what} did not come");
}

fn methods(state: &State) -> Vec<SkinningMethod> {
    state.edit.panes.iter().map(|pane| pane.settings.skinning.method).collect()
}

/// A file in a folder of its own, which goes with the returned value.
fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn the_window_comes_before_its_model_and_never_shows_the_welcome() {
    let (mut harness, go) = held(&["bar", "--set", "mid:rx=50", "--panes", "dqs,cor"]);
    assert!(harness.query_by_label(WELCOME).is_none(), "in the first frame");
    harness.get_by_label("Opening bar");
    wait_until(&mut harness, "the last stage", |state| {
        state.jobs.loader.opened_now().is_some_and(|opening| opening.stage() == "preparing for drawing")
    });
    harness.run_steps(1);
    harness.get_by_label("Preparing for drawing");
    assert!(harness.query_by_label(WELCOME).is_none() && harness.state().state.documents.first.is_none());
    go.send(()).unwrap();
    wait_until(&mut harness, "the model", |state| state.documents.first.is_some());
    settle(&mut harness);
    let viewer = harness.state();
    assert!(viewer.draw_counts().pictures > 0);
    assert_eq!(methods(&viewer.state), [SkinningMethod::Dqs, SkinningMethod::Cor]);
    assert_eq!(viewer.state.edit.overrides.len(), 1);
    assert!(!viewer.state.history.has_undo(&viewer.state.edit), "undo does not lead to the empty window");
}

#[test]
fn stopping_the_first_model_leaves_the_empty_window_and_no_flag_for_the_next() {
    let (mut harness, go) = held(&["bar", "--set", "mid:rx=50"]);
    harness.get_by_role_and_label(Role::Button, "Cancel").click();
    harness.run_steps(2);
    harness.get_by_label(WELCOME);
    // It may have stopped before its preparation.
    let _ = go.send(());
    harness.run_steps(2);
    assert!(harness.state().state.documents.first.is_none() && harness.state().state.interface.error.is_none());
    harness.state_mut().state.apply(Command::Open(ModelSource::named("bar")));
    wait_until(&mut harness, "the model", |state| state.documents.first.is_some());
    assert!(harness.state().state.edit.overrides.is_empty());
}

#[test]
fn a_file_that_turns_out_to_be_broken_leaves_the_window_open() {
    let (_folder, broken) = file("broken.glb", b"glTF");
    let harness = started(&[&broken]);
    harness.get_by_label("Could not open broken.glb");
    harness.get_by_label(WELCOME);
    harness.get_by_role_and_label(Role::Button, "Open another file");
}

#[test]
fn flags_apply_once_the_model_is_there() {
    let line = ["mannequin", "--pose", "elbow-120", "--method", "dib", "--camera", "front,joint=forearm.L", "--light"];
    let harness = started(&line);
    let state = &harness.state().state;
    assert_eq!((methods(state)[0], state.interface.theme), (SkinningMethod::Dib, Theme::Light));
    assert!(!state.edit.overrides.is_empty() && !state.is_unsaved());
    let joint = state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    assert!(state.angles_degrees(joint).y.abs() > 100.0);
    let seen = |state: &State| state.view.camera.distance * (0.5 * state.view.camera.fov).tan();
    let whole = seen(&started(&["mannequin"]).state().state);
    assert!(seen(state) < 0.6 * whole, "{} of {whole}", seen(state));
    // Those that do not fit are told of, and the model is shown.
    let harness = started(&["bar", "--set", "mdi:rx=1"]);
    harness.get_by_label("The command line does not fit the model");
    harness.get_by_label_contains("did you mean \"mid\"?");
    assert!(harness.state().state.documents.first.is_some());
}

#[test]
fn a_scene_opens_its_own_model_first() {
    let harness = started(&["--scene", "kavan-fig-7"]);
    let state = &harness.state().state;
    assert_eq!(state.edit.scene.as_deref().map(|scene| scene.id.as_str()), Some("kavan-fig-7"));
    let steps: Vec<&str> = state.history.steps().iter().map(|step| step.name.as_str()).collect();
    assert_eq!(steps.len(), 2, "the model, then the scene: {steps:?}");
}

#[test]
fn the_second_model_comes_after_the_first() {
    let harness = started(&["limb", "limb-heat"]);
    let state = &harness.state().state;
    assert!(state.second().is_some());
    let of_second = state.edit.panes.iter().filter(|pane| !pane.settings.model.is_first()).count();
    assert_eq!((of_second, state.edit.panes.len()), (2, 4));
}

#[test]
fn a_talk_begins_with_its_scene_and_without_the_model_of_one() {
    let mut harness = started(&["talk", "kavan-2008", "--scene", "2"]);
    crate::stage::wait_for(&mut harness, 2);
    assert!(harness.state().state.interface.full_screen);
    let (_folder, broken) = file("broken.glb", b"glTF");
    let text = format!("skinscope_talk = 1\n[[scene]]\nmodel = {broken:?}\npanes = [{{ method = \"lbs\" }}]\n");
    let (_other, talk) = file("talk.toml", text.as_bytes());
    let mut harness = viewer_of(session(&["talk", &talk]));
    wait_until(&mut harness, "the scene", |state| {
        state.talk.stage.as_ref().is_some_and(|stage| stage.obstacle().is_some_and(|text| text.contains("broken.glb")))
    });
}
