//! Edits of weights on the command line: `--weights`, and `rig`, which writes them.

use crate::command_line::{Folder, fail, largest_difference, npy, succeed};
use glam::Vec3;
use skinscope::files::open_model;
use skinscope::model::Model;
use std::collections::BTreeSet;

/// The extent of the mannequin.
const EXTENT: f32 = 1.8;

fn deform(folder: &Folder, model: &str, more: &[&str]) -> Vec<[f32; 3]> {
    let output = folder.file("skin.npy");
    let mut arguments = vec!["deform", model, "-o", &output, "--backend", "cpu", "--no-cache"];
    arguments.extend(more);
    succeed(&arguments);
    npy(&output)
}

/// The weight of a joint of the only skin.
fn weight(model: &Model, vertex: usize, joint: &str) -> f64 {
    let node = model.skeleton.find(joint).unwrap();
    let influences = model.primitives[0].influences.of(vertex).iter();
    influences
        .filter(|influence| model.skins[0].joints[influence.joint as usize].node == node)
        .map(|influence| f64::from(influence.weight))
        .sum()
}

/// The weights after one step by a loop over all triangles for each vertex, apart from the program's.
fn smoothed_by_hand(model: &Model, joint: &str) -> Vec<f64> {
    let primitive = &model.primitives[0];
    let key = |vertex: usize| primitive.positions[vertex].to_array().map(|value| (value + 0.0).to_bits());
    let weights: Vec<f64> = (0..primitive.positions.len()).map(|vertex| weight(model, vertex, joint)).collect();
    let first = |vertex: usize| (0..weights.len()).find(|&other| key(other) == key(vertex)).unwrap();
    let firsts: Vec<usize> = (0..weights.len()).map(first).collect();
    let step = |vertex: usize| {
        let mut around = BTreeSet::new();
        for corners in primitive.indices.as_chunks::<3>().0 {
            let corners = corners.map(|corner| firsts[corner as usize]);
            if corners.contains(&firsts[vertex]) {
                around.extend(corners.into_iter().filter(|corner| *corner != firsts[vertex]));
            }
        }
        let mean = around.iter().map(|&other| weights[other]).sum::<f64>() / around.len() as f64;
        0.5 * weights[vertex] + 0.5 * mean
    };
    (0..weights.len()).map(step).collect()
}

#[test]
fn a_written_rig_has_the_smoothed_weights() {
    let folder = Folder::new("weights");
    let file = folder.file("rig.glb");
    let text = succeed(&["rig", "limb", "--weights", "smooth:left", "-o", &file]);
    assert!(text.starts_with("smooth:left:1: changes the weights of "), "{text}");
    let [source, written] = ["limb", &file].map(|path| open_model(path).unwrap().asset.model);
    let expected = smoothed_by_hand(&source, "left");
    let mut largest: f64 = 0.0;
    for (vertex, expected) in expected.into_iter().enumerate() {
        let found = weight(&written, vertex, "left");
        assert!((found - expected).abs() < 2e-5, "vertex {vertex}: {found} {expected}");
        largest = largest.max((found - weight(&source, vertex, "left")).abs());
    }
    assert!(largest > 0.005, "{largest}");
    assert_eq!(source.primitives[0].positions, written.primitives[0].positions);
}

/// With one influence, each half of the bar is turned or not.
#[test]
fn limited_vertices_move_with_their_heaviest_joint() {
    let folder = Folder::new("weights-limit");
    let bent = ["--set", "mid:rz=90", "--weights", "limit:1"];
    let (rest, posed) = (deform(&folder, "bar", &[]), deform(&folder, "bar", &bent));
    let model = open_model("bar").unwrap().asset.model;
    let mid = model.skins[0].joints.iter().find(|joint| model.skeleton.node(joint.node).name == "mid").unwrap();
    let turn =
        mid.joint_from_bind.inverse() * glam::DAffine3::from_rotation_z(90f64.to_radians()) * mid.joint_from_bind;
    let mut turned = 0;
    for (vertex, (rest, posed)) in rest.into_iter().zip(posed).enumerate() {
        let [rest, posed] = [rest, posed].map(Vec3::from);
        let of_mid = weight(&model, vertex, "mid");
        // Equal weights keep the order of the file.
        if (of_mid - 0.5).abs() > 1e-4 {
            let expected = if of_mid > 0.5 { turn.transform_point3(rest.as_dvec3()).as_vec3() } else { rest };
            assert!(posed.abs_diff_eq(expected, 1e-4), "vertex {vertex}: {posed} {expected}");
            turned += usize::from(of_mid > 0.5);
        }
    }
    assert!(turned > 100);
}

/// The mannequin is symmetric, so that one smoothed arm that is mirrored is two smoothed arms.
#[test]
fn a_smoothed_arm_is_mirrored() {
    let folder = Folder::new("weights-mirror");
    let bent = ["--set", "forearm.R:ry=90", "--set", "forearm.L:ry=-90"];
    let with = |edits: &[&str]| {
        let edits: Vec<&str> = edits.iter().flat_map(|edit| ["--weights", edit]).collect();
        deform(&folder, "mannequin", &[&bent[..], &edits].concat())
    };
    let both = with(&["smooth:forearm.L:9", "smooth:forearm.R:9"]);
    let mirrored = with(&["smooth:forearm.L:9", "mirror:forearm.L"]);
    let apart = largest_difference(&both, &mirrored);
    let one_side = largest_difference(&both, &with(&["smooth:forearm.L:9"]));
    println!("mirrored {apart:e}, one side {one_side:e}");
    assert!(apart < 1e-4 * EXTENT && one_side > 5e-4 * EXTENT, "{apart} {one_side}");
    // What is written deforms alike, with twist joints too.
    let edits = ["--weights", "smooth:forearm.L:9", "--weights", "prune:hand.L:5", "--twist", "forearm.L:2"];
    let file = folder.file("rig.glb");
    let text = succeed(&[&["rig", "mannequin", "-o", &file][..], &edits].concat());
    assert_eq!(text.lines().count(), 4, "two edits and two twist joints: {text}");
    let here = deform(&folder, "mannequin", &[&bent[..], &edits].concat());
    assert!(largest_difference(&here, &deform(&folder, &file, &bent)) < 1e-5 * EXTENT);
}

#[test]
fn reports_tell_the_edits_and_errors_what_is_wrong() {
    let json = succeed(&["measure", "bar", "--weights", "smooth:mid", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["pose"]["weights"], serde_json::json!(["smooth:mid:1"]));
    for (edit, wrong) in [
        ("smooth", "write smooth:JOINT[:TIMES]"),
        ("blur:mid", "write smooth:JOINT[:TIMES]"),
        ("smooth:mid:0", "weights can be smoothed 1 to 100 times, not 0"),
        ("prune:mid:80", "weights are pruned under a percentage above 0 and up to 50, not 80"),
        ("limit:0", "vertices can be limited to 1 to 16 influences, not 0"),
        ("smooth:mdi", "did you mean \"mid\""),
        ("mirror:mid", "no two joints are named as left and right"),
    ] {
        let error = fail(&["measure", "bar", "--weights", edit], 2);
        assert!(error.contains(wrong), "{edit}: {error}");
    }
}
