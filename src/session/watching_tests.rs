//! Models that change on disk while they are open, with real files.

use super::command::Command;
use super::saved::SavedModel;
use super::state::State;
use super::test_support::{opened, waking_state};
use crate::files::{ModelSource, StampedFile, open_model, open_model_with};
use crate::measure::VertexId;
use glam::Vec3;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with files of a model.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a bundled model as a .gltf with a .bin and a texture, after applying `change` to its JSON.
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
        std::fs::write(self.file("model.bin"), &glb[json_end + 8..]).unwrap();
        self.write_texture([10, 20, 30, 255]);
        let path = self.file("model.gltf");
        std::fs::write(&path, json.to_string()).unwrap();
        path
    }

    fn write_texture(&self, pixel: [u8; 4]) {
        let png = crate::files::picture_bytes([1, 1], &pixel, &[]).unwrap();
        std::fs::write(self.file("skin.png"), png).unwrap();
    }
}

/// Takes results until `is_so` holds.
fn wait_until(state: &mut State, woken: &Receiver<()>, what: &str, is_so: impl Fn(&State) -> bool) {
    let begun = Instant::now();
    loop {
        state.take_results();
        if is_so(state) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}: {:?}", state.documents.watching.first.problem);
        let _ = woken.recv_timeout(Duration::from_secs(5));
    }
}

fn node(state: &State, name: &str) -> u32 {
    state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

fn id(state: &State) -> u64 {
    state.documents.first.as_ref().unwrap().id
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
    let folder = Folder::new();
    let path = folder.write_gltf("mannequin", |_| {});
    let (mut state, woken) = opened(&path);
    turn(&mut state, "hand.L", 30.0);
    turn(&mut state, "forearm.L", 40.0);
    let hand = node(&state, "hand.L");
    state.apply(Command::SelectJoint(Some(hand)));
    state.apply(Command::SetPaneCount(3));
    let camera = crate::view::Camera { yaw: 0.5, ..state.view.camera };
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
    state.apply(Command::HoverVertex(Some((0, VertexId { primitive: 0, vertex: 3 }))));
    wait_until(&mut state, &woken, "the new version", |state| id(state) != first);
    assert_eq!(state.hand.hovered_vertex, None, "its vertices have other numbers");
    let again = node(&state, "hand.L");
    assert!((state.angles_degrees(again).x - 30.0).abs() < 1e-3, "its pose is kept");
    assert_eq!(state.edit.overrides.len(), 1, "that of the joint that is gone is not");
    let notice = state.interface.notice.clone().unwrap().text;
    assert!(notice.contains("1 joint that is gone: forearm.L"), "{notice}");
    assert_eq!((state.selection.joint, state.edit.panes.len(), state.view.camera.yaw), (Some(again), 3, 0.5));
    assert_eq!(state.history.steps().len(), steps + 1);
    state.apply(Command::Undo);
    assert_eq!((id(&state), &state.edit), (first, &before), "one step leads back to the old version");
    // The old version stays, although it is not the one on disk: the new one is watched.
    state.take_results();
    assert!(!state.jobs.loader.rereading.is_running() && id(&state) == first);
    let on_disk: Vec<StampedFile> =
        state.documents.watching.first.files().iter().map(|file| StampedFile::now(&file.path)).collect();
    assert_eq!(state.documents.watching.first.files(), on_disk);
    state.apply(Command::Undo);
    assert_ne!(state.edit, before, "and the steps before it are there");
}

#[test]
fn each_of_the_files_of_a_gltf_is_followed() {
    let folder = Folder::new();
    let path = folder.write_gltf("bar", |_| {});
    let (mut state, woken) = opened(&path);
    let color = |state: &State| state.documents.first.as_ref().unwrap().model.textures[0].rgba[0];
    assert_eq!(color(&state), 10);
    folder.write_texture([200, 20, 30, 255]);
    wait_until(&mut state, &woken, "the other texture", |state| color(state) == 200);
    let bin = folder.file("model.bin");
    let mut bytes = std::fs::read(&bin).unwrap();
    let shown = id(&state);
    // Replaced by a rename, as careful exporters do.
    bytes.extend([0; 4]);
    std::fs::write(folder.file("part"), &bytes).unwrap();
    std::fs::rename(folder.file("part"), &bin).unwrap();
    wait_until(&mut state, &woken, "the other buffer", |state| id(state) != shown);
}

#[test]
fn a_missing_or_half_written_file_keeps_the_model_until_it_is_whole() {
    let folder = Folder::new();
    let path = folder.file("own.glb");
    let whole = crate::bundled::glb_bytes("bar").unwrap();
    std::fs::write(&path, whole).unwrap();
    let (mut state, woken) = opened(&path);
    turn(&mut state, "mid", 20.0);
    let first = id(&state);
    std::fs::remove_file(&path).unwrap();
    let says = |text: &'static str| {
        move |state: &State| {
            state.documents.watching.first.problem.as_ref().is_some_and(|problem| problem.contains(text))
        }
    };
    wait_until(&mut state, &woken, "the missing file", says("own.glb is missing on disk"));
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    wait_until(&mut state, &woken, "the half-written file", says("cannot be read now"));
    assert_eq!((id(&state), state.edit.overrides.len()), (first, 1));
    assert!(state.interface.error.is_none());
    std::fs::write(&path, whole).unwrap();
    wait_until(&mut state, &woken, "the whole file", |state| state.documents.watching.first.problem.is_none());
    assert_eq!(id(&state), first, "it holds the same model as before, so nothing is shown again");
    std::fs::write(&path, crate::bundled::glb_bytes("limb").unwrap()).unwrap();
    wait_until(&mut state, &woken, "the other model", |state| id(state) != first);
}

#[test]
fn nothing_changes_below_the_mouse_or_while_it_is_switched_off() {
    let folder = Folder::new();
    let path = folder.file("own.glb");
    std::fs::write(&path, crate::bundled::glb_bytes("bar").unwrap()).unwrap();
    let (mut state, woken) = opened(&path);
    let first = id(&state);
    state.begin_gesture();
    std::fs::write(&path, crate::bundled::glb_bytes("limb").unwrap()).unwrap();
    wait_until(&mut state, &woken, "the start of reading", |state| state.jobs.loader.rereading.is_running());
    wait_until(&mut state, &woken, "the end of reading", |state| !state.jobs.loader.rereading.is_running());
    assert_eq!(id(&state), first);
    state.end_gesture();
    state.take_results();
    let second = id(&state);
    assert_ne!(second, first);
    state.apply(Command::SetWatching(false));
    std::fs::write(&path, crate::bundled::glb_bytes("hand").unwrap()).unwrap();
    assert!(state.documents.watching.first.files().is_empty(), "nobody looks");
    state.apply(Command::SetWatching(true));
    wait_until(&mut state, &woken, "the change meanwhile", |state| id(state) != second);
    assert_eq!(state.documents.first.as_ref().unwrap().origin, ModelSource::File(path));
}

/// Twist joints, isolated skin and morph weights are matched in a version with fewer nodes.
#[test]
fn a_version_with_fewer_nodes_keeps_what_it_has() {
    let (mut state, _woken) = waking_state();
    state.show_document(open_model("mannequin").unwrap());
    let (forearm, foot) = (node(&state, "forearm.L"), node(&state, "foot.R"));
    state.apply(Command::SetTwistJoints { joint: forearm, count: 2 });
    state.apply(Command::SelectJoint(Some(foot)));
    state.apply(Command::IsolateSelected);
    assert!(state.view.isolation.is_some());
    let smaller = super::document::Document::new(0, open_model("bar").unwrap());
    state.replace_document(smaller);
    assert!(state.view.isolation.is_none() && state.edit.rig.twists.is_empty());
    let notice = state.interface.notice.clone().unwrap().text;
    assert!(notice.contains("forearm.L"), "{notice}");
}

#[test]
fn the_weights_of_morph_targets_stay() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/import/good/morph-none.glb");
    let (mut state, _woken) = waking_state();
    state.show_document(open_model(&path).unwrap());
    state.apply(Command::SetMorph { target: 1, weight: Some(0.5) });
    let again = super::document::Document::new(0, open_model(&path).unwrap());
    state.replace_document(again);
    assert_eq!(state.edit.overrides.morph(1), Some(0.5));
    assert_eq!(state.documents.first.as_ref().unwrap().model.shape_weights(), [0.0, 0.5]);
    let without = super::document::Document::new(0, open_model("bar").unwrap());
    state.replace_document(without);
    assert!(state.edit.overrides.morphs().next().is_none());
    let notice = state.interface.notice.clone().unwrap().text;
    assert!(notice.contains("Dropped the weight of 1 morph target that is gone"), "{notice}");
}

/// Gives the model a second material without a texture, which only the extension names.
fn add_variant(json: &mut Value) {
    json["materials"].as_array_mut().unwrap().push(json!({"name": "plain"}));
    json["extensions"] = json!({"KHR_materials_variants": {"variants": [{"name": "plain look"}]}});
    let mappings = json!({"KHR_materials_variants": {"mappings": [{"material": 1, "variants": [0]}]}});
    for mesh in json["meshes"].as_array_mut().unwrap() {
        let primitives = mesh["primitives"].as_array_mut().unwrap();
        primitives.iter_mut().for_each(|one| one["extensions"] = mappings.clone());
    }
}

#[test]
fn a_variant_keeps_the_pose_and_is_kept_by_scenes_and_new_versions() {
    let folder = Folder::new();
    let path = folder.write_gltf("bar", add_variant);
    let (mut state, woken) = opened(&path);
    let shown = |state: &State| state.documents.first.as_ref().unwrap().variant_name().map(str::to_owned);
    let textures = |state: &State| state.documents.first.as_ref().unwrap().model.textures.len();
    turn(&mut state, "mid", 40.0);
    state.settle_history();
    let pose = state.edit.overrides.clone();
    assert_eq!((shown(&state), textures(&state)), (None, 1));

    // Works even if files are not watched.
    state.apply(Command::SetWatching(false));
    state.apply(Command::ShowVariant(Some("plain look".to_owned())));
    wait_until(&mut state, &woken, "the variant", |state| shown(state).is_some());
    assert_eq!((textures(&state), &state.edit.overrides), (0, &pose));
    assert!(state.interface.notice.is_none(), "{:?}", state.interface.notice);
    assert_eq!(state.history.steps().last().unwrap().name, "Variant plain look");
    let document = state.documents.first.clone().unwrap();
    let scene = std::sync::Arc::new(state.seen_scene(&document, None));
    assert_eq!(scene.variant.as_deref(), Some("plain look"));

    state.apply(Command::SetWatching(true));
    folder.write_gltf("bar", |json| {
        add_variant(json);
        json["extensions"]["KHR_materials_variants"]["variants"].as_array_mut().unwrap().push(json!({"name": "other"}));
    });
    wait_until(&mut state, &woken, "a new version", |state| {
        state.documents.first.as_ref().unwrap().variants.len() == 2
    });
    assert_eq!((shown(&state).as_deref(), &state.edit.overrides), (Some("plain look"), &pose));

    state.apply(Command::ShowVariant(None));
    wait_until(&mut state, &woken, "the default materials", |state| shown(state).is_none());
    state.apply(Command::Undo);
    assert_eq!(shown(&state).as_deref(), Some("plain look"));
    state.apply(Command::Redo);
    assert_eq!((shown(&state), textures(&state)), (None, 1));
    state.take_scene(&scene);
    wait_until(&mut state, &woken, "the scene's variant", |state| shown(state).is_some());
    let saved = SavedModel::of(&state).unwrap();
    assert_eq!(saved.options().variant.as_deref(), Some("plain look"));
    assert!(open_model_with(&path, &saved.options()).unwrap().asset.variant.is_some());
}

#[test]
fn of_several_variants_the_last_choice_is_shown() {
    let folder = Folder::new();
    let path = folder.write_gltf("bar", add_variant);
    let (mut state, woken) = opened(&path);
    let before = id(&state);
    state.apply(Command::ShowVariant(Some("plain look".to_owned())));
    state.apply(Command::ShowVariant(None));
    wait_until(&mut state, &woken, "the end of reading", |state| !state.jobs.loader.rereading.is_running());
    assert_eq!(id(&state), before);

    // A version that is written meanwhile does not revert the choice.
    state.apply(Command::ShowVariant(Some("plain look".to_owned())));
    state.read_again();
    wait_until(&mut state, &woken, "the variant", |state| state.documents.first.as_ref().unwrap().variant.is_some());

    // A variant that cannot be read is reported, whether files are watched or not.
    std::fs::remove_file(&path).unwrap();
    state.apply(Command::SetWatching(false));
    state.apply(Command::ShowVariant(None));
    wait_until(&mut state, &woken, "the error", |state| state.interface.error.is_some());
    assert_eq!(state.documents.first.as_ref().unwrap().variant_name(), Some("plain look"));
}

#[test]
fn files_that_are_dropped_together_are_found_again_at_the_next_start() {
    let folder = Folder::new();
    let path = folder.write_gltf("bar", |_| {});
    let elsewhere = tempfile::tempdir().unwrap();
    let moved = elsewhere.path().join("model.bin");
    std::fs::rename(folder.file("model.bin"), &moved).unwrap();
    std::fs::write(elsewhere.path().join("unused.bin"), "").unwrap();
    let (mut state, woken) = waking_state();
    let dropped = vec![elsewhere.path().join("unused.bin"), moved.clone(), path.clone()];
    state.apply(Command::OpenGiven(dropped));
    wait_until(&mut state, &woken, "the model", |state| state.documents.first.is_some());
    let saved = SavedModel::of(&state).unwrap();
    assert!(saved.options().access.beside.contains(&moved));
    assert!(open_model_with(&path, &saved.options()).is_ok() && open_model(&path).is_err());
    // A folder is searched for the model, too.
    state.apply(Command::OpenGiven(vec![elsewhere.path().to_owned()]));
    assert!(state.interface.error.as_ref().unwrap().details.contains("holds no model"), "{:?}", state.interface.error);
    std::fs::write(elsewhere.path().join("limb.glb"), crate::bundled::glb_bytes("limb").unwrap()).unwrap();
    state.apply(Command::OpenGiven(vec![elsewhere.path().to_owned()]));
    wait_until(&mut state, &woken, "the other", |state| state.documents.first.as_ref().unwrap().model.name == "limb");
}
