//! Joints that follow others by VRMC_node_constraint, through the commands and in what is written.

use crate::command_line::{Folder, largest_difference, npy, succeed};
use crate::import_fixtures::good_path;
use crate::pages::Page;
use glam::{Quat, Vec3};
use serde_json::{Value, json};
use skinscope::export::write_model_glb;
use skinscope::files::open_model;
use skinscope::model::{
    Channel, ChannelValues, Clip, Interpolation, Model, Pose, PoseOverrides, ScaleKind, TwistKind, parse_set,
};
use skinscope::rigging::{Placement, TwistSplit, placed, with_baked_joints, with_twist_joints};
use skinscope::work::Progress;
use std::path::Path;
use std::sync::Arc;

fn fixture(name: &str) -> String {
    good_path(name).to_string_lossy().into_owned()
}

fn model(file: &str) -> Arc<Model> {
    open_model(Path::new(file)).unwrap().asset.model
}

#[test]
fn info_lists_what_follows_what() {
    let file = fixture("constraint-roll.glb");
    let report: Value = serde_json::from_str(&succeed(&["info", &file, "--json"])).unwrap();
    let source = json!({"node": 3, "name": "driver", "address": "driver"});
    let expected = json!([{
        "node": 1, "name": "elbow", "address": "elbow", "kind": "roll", "axis": "Y", "source": source, "weight": 0.5,
    }]);
    assert_eq!(report["constraints"], expected);
    let text = succeed(&["info", &file]);
    assert!(text.contains("driven      1 joint: elbow (roll about Y of driver, weight 0.50)"), "{text}");
    let report: Value = serde_json::from_str(&succeed(&["info", &fixture("constraint-chain.glb"), "--json"])).unwrap();
    let order: Vec<&Value> = report["constraints"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(order, ["between", "elbow"]);
    let page = Page::of("docs/json.md");
    let section = page.section("info---json");
    for field in ["constraints", "kind", "axis", "source", "weight"] {
        assert!(section.contains(&format!("`{field}`")), "docs/json.md does not describe {field}");
    }
}

#[test]
fn a_stress_test_turns_no_driven_joint() {
    let stressed = |file: &str| succeed(&["stress", &fixture(file), "--methods", "lbs", "--range", "30", "--json"]);
    assert!(stressed("plain.glb").contains("\"elbow\""));
    let driven = stressed("constraint-roll.glb");
    assert!(!driven.contains("\"elbow\""), "{driven}");
}

/// With and without twist joints, the file that `rig` writes has the constraints of the one that it read.
#[test]
fn a_written_rig_keeps_its_constraints() {
    let folder = Folder::new("constraint-rig");
    let (file, rig, skin) = (fixture("constraint-roll.glb"), folder.file("rig.glb"), folder.file("skin.npy"));
    for twist in [&[][..], &["--twist", "root:2"]] {
        succeed(&[&["rig", &file, "-o", &rig], twist].concat());
        assert_eq!(model(&rig).skeleton.constraints(), model(&file).skeleton.constraints());
        let posed = |file: &str, twist: &[&str]| {
            let pose = ["--set", "driver:rx=90", "--set", "root:rz=20"];
            let deform = ["deform", file, "--backend", "cpu", "--no-cache", "-o", &skin];
            succeed(&[&deform[..], &pose, twist].concat());
            npy(&skin)
        };
        let error = largest_difference(&posed(&file, twist), &posed(&rig, &[]));
        assert!(error < 1e-6, "{twist:?}: {error}");
    }
}

#[test]
fn a_written_model_has_its_constraints() {
    for kind in ["roll", "aim", "rotation"] {
        let read = model(&fixture(&format!("constraint-{kind}.glb")));
        let folder = Folder::new(&format!("constraint-{kind}"));
        let file = folder.file("model.glb");
        std::fs::write(&file, write_model_glb(&read).unwrap()).unwrap();
        let written = open_model(Path::new(&file)).unwrap().asset;
        assert_eq!(written.model.skeleton.constraints(), read.skeleton.constraints());
        assert_eq!(written.extensions_used, ["VRMC_node_constraint"]);
    }
}

fn posed(model: &Model, set: &str) -> Pose {
    let (mut pose, mut overrides) = (Pose::rest(&model.skeleton), PoseOverrides::default());
    parse_set(set, &model.skeleton, &pose, &mut overrides).unwrap();
    overrides.apply(&model.skeleton, &mut pose);
    pose
}

#[test]
fn a_model_in_another_size_follows_as_before() {
    let read = model(&fixture("constraint-aim.glb"));
    let twice = placed(&read, Placement { factor: 2.0, ..Placement::AS_IT_IS }).unwrap();
    let elbow = read.skeleton.find("elbow").unwrap() as usize;
    // The offset is in the units below the node that scales.
    let [small, large] = [&read, &twice].map(|model| {
        let pose = posed(model, "driver:tx=3,tz=1");
        pose.scene_from_node(&model.skeleton, ScaleKind::Inherited)[elbow]
    });
    assert!(large.translation.abs_diff_eq(2.0 * small.translation, 1e-6));
    assert!(large.matrix3.abs_diff_eq(small.matrix3 * 2.0, 1e-6), "{large} {small}");
}

/// A clip turns the driver, which turns the elbow, whose twist is spread along the bone before it.
#[test]
fn baked_twists_follow_what_constraints_turn() {
    let mut model = (*model(&fixture("constraint-rotation.glb"))).clone();
    let [root, driver] = ["root", "driver"].map(|name| model.skeleton.find(name).unwrap());
    let rest = model.skeleton.node(driver).rest.rotation;
    let turns = [0.0f32, 50.0, 140.0].map(|degrees| rest * Quat::from_axis_angle(Vec3::X, degrees.to_radians()));
    let values = ChannelValues::Rotation(turns.to_vec());
    let channel = Channel::new(driver, Interpolation::Linear, vec![0.0, 1.0, 2.0], values).unwrap();
    model.clips = Arc::new(vec![Clip::new("turn".to_owned(), vec![channel])]);
    let split = with_twist_joints(&model, &[TwistSplit { joint: root, count: 2, kind: TwistKind::End }]).unwrap();
    let baked = with_baked_joints(&split, u32::MAX, &Progress::default());
    for seconds in [0.0, 0.4, 1.0, 1.7] {
        let [mut driven, mut played] = [(); 2].map(|()| Pose::rest(&split.skeleton));
        split.clips[0].sample(seconds, &mut driven);
        PoseOverrides::default().apply(&split.skeleton, &mut driven);
        baked.clips[0].sample(seconds, &mut played);
        for driver in split.skeleton.twist_drivers() {
            let [driven, played] = [&driven, &played].map(|pose| pose.joints[driver.node as usize].rotation);
            assert!(driven.angle_between(played) < 2e-3, "{seconds} s: {driven} {played}");
            assert!(seconds == 0.0 || driven.angle_between(Quat::IDENTITY) > 0.1, "{seconds} s: {driven}");
        }
    }
}
