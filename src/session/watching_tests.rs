//! Models that change on disk while they are open, with real files.

use super::command::Command;
use super::jobs::Loader;
use super::state::State;
use crate::files::{CenterStore, ModelSource, open_model};
use crate::skinning::SkinningMethod;
use crate::view::Theme;
use glam::Vec3;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A folder that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skinscope-watching-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A bundled model as a .gltf with a .bin and a texture, after `change` of its JSON.
    fn write_gltf(&self, model: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
        let glb = crate::bundled::glb_bytes(model).unwrap();
        let length = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
        let json_end = 20 + length(12);
        let mut json: Value = serde_json::from_slice(&glb[20..json_end]).unwrap();
        json["buffers"][0]["uri"] = json!("model.bin");
        json["images"] = json!([{ "uri": "skin.png" }]);
        json["textures"] = json!([{ "source": 0 }]);
        json["materials"] = json!([{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }]);
        for mesh in json["meshes"].as_array_mut().unwrap() {
            mesh["primitives"].as_array_mut().unwrap().iter_mut().for_each(|one| one["material"] = json!(0));
        }
        change(&mut json);
        std::fs::write(self.0.join("model.bin"), &glb[json_end + 8..]).unwrap();
        self.write_texture([10, 20, 30, 255]);
        let path = self.0.join("model.gltf");
        std::fs::write(&path, json.to_string()).unwrap();
        path
    }

    fn write_texture(&self, pixel: [u8; 4]) {
        let png = crate::files::picture_bytes([1, 1], &pixel, &[]).unwrap();
        std::fs::write(self.0.join("skin.png"), png).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A session with this file open.
fn opened(path: &Path) -> (State, Receiver<()>) {
    let (wake, woken) = channel();
    let wake = Arc::new(move || {
        let _ = wake.send(());
    });
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, Loader::new(wake, CenterStore::none()));
    state.show_document(open_model(path).unwrap());
    state.settle_history();
    state.take_results();
    (state, woken)
}

/// Takes results until something is so.
fn wait_until(state: &mut State, woken: &Receiver<()>, what: &str, is_so: impl Fn(&State) -> bool) {
    let begun = Instant::now();
    loop {
        state.take_results();
        if is_so(state) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}: {:?}", state.watching.problem);
        let _ = woken.recv_timeout(Duration::from_secs(5));
    }
}

fn node(state: &State, name: &str) -> u32 {
    state.document.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

fn id(state: &State) -> u64 {
    state.document.as_ref().unwrap().id
}

fn turn(state: &mut State, name: &str, degrees: f32) {
    let node = node(state, name);
    state.apply(Command::SetAngles { node, angles_degrees: Vec3::X * degrees });
}

fn rename_joint(json: &mut Value, from: &str, to: &str) {
    let nodes = json["nodes"].as_array_mut().unwrap();
    nodes.iter_mut().find(|node| node["name"] == from).unwrap()["name"] = json!(to);
}

#[test]
fn a_new_version_keeps_all_but_what_is_gone_in_one_step() {
    let folder = Folder::new("kept");
    let path = folder.write_gltf("mannequin", |_| {});
    let (mut state, woken) = opened(&path);
    turn(&mut state, "hand.L", 30.0);
    turn(&mut state, "forearm.L", 40.0);
    let hand = node(&state, "hand.L");
    state.apply(Command::SelectJoint(Some(hand)));
    state.apply(Command::SetPaneCount(3));
    let camera = crate::view::Camera { yaw: 0.5, ..state.camera };
    state.apply(Command::SetCamera { pane: 0, camera });
    state.settle_history();
    let (before, steps) = (state.edit.clone(), state.history.steps().len());
    // One joint is gone, and all others have another index.
    folder.write_gltf("mannequin", |json| {
        rename_joint(json, "forearm.L", "elbow.L");
        let nodes = json["nodes"].as_array_mut().unwrap();
        nodes.push(json!({ "name": "new" }));
    });
    let first = id(&state);
    wait_until(&mut state, &woken, "the new version", |state| id(state) != first);
    let again = node(&state, "hand.L");
    assert!((state.angles_degrees(again).x - 30.0).abs() < 1e-3, "its pose is kept");
    assert_eq!(state.edit.overrides.len(), 1, "that of the joint that is gone is not");
    let notice = state.transient.notice.clone().unwrap().text;
    assert!(notice.contains("1 joint that is gone: forearm.L"), "{notice}");
    assert_eq!((state.transient.selected_joint, state.edit.panes.len(), state.camera.yaw), (Some(again), 3, 0.5));
    assert_eq!(state.history.steps().len(), steps + 1);
    state.apply(Command::Undo);
    assert_eq!((id(&state), &state.edit), (first, &before), "one step leads back to the old version");
    // The old version stays, although it is not what is on disk.
    state.take_results();
    assert!(state.loader.rereading.is_none() && id(&state) == first);
    state.apply(Command::Undo);
    assert_ne!(state.edit, before, "and the steps before it are there");
}

#[test]
fn each_of_the_files_of_a_gltf_is_followed() {
    let folder = Folder::new("files");
    let path = folder.write_gltf("bar", |_| {});
    let (mut state, woken) = opened(&path);
    let color = |state: &State| state.document.as_ref().unwrap().model.textures[0].rgba[0];
    assert_eq!(color(&state), 10);
    folder.write_texture([200, 20, 30, 255]);
    wait_until(&mut state, &woken, "the other texture", |state| color(state) == 200);
    let bin = folder.0.join("model.bin");
    let mut bytes = std::fs::read(&bin).unwrap();
    let shown = id(&state);
    // Replaced by a rename, as careful exporters do.
    bytes.extend([0; 4]);
    std::fs::write(folder.0.join("part"), &bytes).unwrap();
    std::fs::rename(folder.0.join("part"), &bin).unwrap();
    wait_until(&mut state, &woken, "the other buffer", |state| id(state) != shown);
}

#[test]
fn a_missing_or_half_written_file_keeps_the_model_until_it_is_whole() {
    let folder = Folder::new("half");
    let path = folder.0.join("own.glb");
    let whole = crate::bundled::glb_bytes("bar").unwrap();
    std::fs::write(&path, whole).unwrap();
    let (mut state, woken) = opened(&path);
    turn(&mut state, "mid", 20.0);
    let first = id(&state);
    std::fs::remove_file(&path).unwrap();
    let says = |text: &'static str| {
        move |state: &State| state.watching.problem.as_ref().is_some_and(|problem| problem.contains(text))
    };
    wait_until(&mut state, &woken, "the missing file", says("own.glb is missing on disk"));
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    wait_until(&mut state, &woken, "the half-written file", says("cannot be read now"));
    assert_eq!((id(&state), state.edit.overrides.len()), (first, 1));
    assert!(state.transient.error.is_none());
    std::fs::write(&path, whole).unwrap();
    wait_until(&mut state, &woken, "the whole file", |state| state.watching.problem.is_none());
    assert_eq!(id(&state), first, "it holds the same model as before, so nothing is shown again");
    std::fs::write(&path, crate::bundled::glb_bytes("limb").unwrap()).unwrap();
    wait_until(&mut state, &woken, "the other model", |state| id(state) != first);
}

#[test]
fn nothing_changes_below_the_mouse_or_while_it_is_switched_off() {
    let folder = Folder::new("held");
    let path = folder.0.join("own.glb");
    std::fs::write(&path, crate::bundled::glb_bytes("bar").unwrap()).unwrap();
    let (mut state, woken) = opened(&path);
    let first = id(&state);
    state.begin_gesture();
    std::fs::write(&path, crate::bundled::glb_bytes("limb").unwrap()).unwrap();
    wait_until(&mut state, &woken, "the start of reading", |state| state.loader.rereading.is_some());
    wait_until(&mut state, &woken, "the end of reading", |state| state.loader.rereading.is_none());
    assert_eq!(id(&state), first);
    state.end_gesture();
    state.take_results();
    let second = id(&state);
    assert_ne!(second, first);
    state.apply(Command::SetWatching(false));
    std::fs::write(&path, crate::bundled::glb_bytes("hand").unwrap()).unwrap();
    assert!(woken.recv_timeout(Duration::from_millis(1600)).is_err(), "nobody looks");
    state.apply(Command::SetWatching(true));
    wait_until(&mut state, &woken, "the change meanwhile", |state| id(state) != second);
    assert_eq!(state.document.as_ref().unwrap().origin, ModelSource::File(path));
}
