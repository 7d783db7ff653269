//! The deeds of a fixed person, in words and hashes that name no type of the program: `scripts/replay` compares them
//! before and after a change that should change nothing.

use super::person::{Deed, Person};
use super::{DEEDS_IN_A_CHAPTER, begin, go_back, live_a_chapter};
use crate::harness::{is_measured_soon, viewer_with};
use egui_kittest::Harness;
use skinscope::model::ScaleKind;
use skinscope::viewer::Viewer;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The panes by id and settings, as session files write them; the pose by its matrices; the cameras; the step of undo.
fn line_of(viewer: &Viewer) -> String {
    let state = &viewer.state;
    let panes: Vec<String> =
        state.edit.panes.iter().map(|pane| format!("{}:{}", pane.id, pane.settings.skinning.method.id())).collect();
    let settings: Vec<String> =
        state.edit.panes.iter().map(|pane| serde_json::to_string(&pane.settings).unwrap()).collect();
    let pose = state.documents.first.as_ref().map(|document| {
        let scene_from_node = state.pose.scene_from_node(&document.model.skeleton, ScaleKind::default());
        let numbers = scene_from_node.iter().flat_map(glam::DAffine3::to_cols_array).map(f64::to_bits);
        (document.origin.label(), document.model.skeleton.len(), hash(numbers.collect::<Vec<_>>()))
    });
    let cameras = (0..state.edit.panes.len()).map(|pane| {
        let camera = state.camera_of(pane);
        [camera.yaw, camera.pitch, camera.distance].map(f32::to_bits)
    });
    let (model, joints, pose) = pose.unwrap_or_default();
    format!(
        "{model} {joints} pose {pose:016x} cameras {:016x} step {} panes {} {:016x}",
        hash(cameras.collect::<Vec<_>>()),
        state.history.current(),
        panes.join(","),
        hash(settings),
    )
}

/// The whole window, once nothing is computed any more.
fn picture_of(harness: &mut Harness<'_, Viewer>) -> u64 {
    // Nothing is measured while a motion plays.
    is_measured_soon(harness);
    harness.run_steps(2);
    hash(harness.render().unwrap().as_raw())
}

/// `SKINSCOPE_REPLAY` is the file to write, `SKINSCOPE_REPLAY_DEEDS` how many deeds to do.
#[test]
#[ignore = "runs for minutes; scripts/replay starts it"]
fn deeds_are_written_down() {
    let path = std::env::var_os("SKINSCOPE_REPLAY").expect("SKINSCOPE_REPLAY names a file");
    let deeds: usize = std::env::var("SKINSCOPE_REPLAY_DEEDS").unwrap().parse().unwrap();
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    let mut harness = viewer_with("bar");
    let start = begin(&mut harness);
    for chapter in 0..deeds.div_ceil(DEEDS_IN_A_CHAPTER) {
        // Each chapter has its own seed, so that one that differs does not change those after it.
        let mut person = Person::new(chapter as u64);
        let mut number = 0;
        live_a_chapter(&mut harness, &mut person, |harness, deed| {
            let words = format!("{deed:?}");
            let kind = match deed {
                Deed::Command(_) => words.split(['(', ' ', '{']).nth(1).unwrap_or_default(),
                Deed::Resize(_) | Deed::Rest => words.split('(').next().unwrap_or_default(),
            };
            writeln!(file, "{chapter}.{number} {kind}: {}", line_of(harness.state())).unwrap();
            number += 1;
        });
        writeln!(file, "{chapter} picture {:016x}", picture_of(&mut harness)).unwrap();
        go_back(&mut harness);
        assert!(super::Start::of(harness.state()) == start, "undo led to another start in chapter {chapter}");
        writeln!(file, "{chapter} start: {}", line_of(harness.state())).unwrap();
        file.flush().unwrap();
    }
}
