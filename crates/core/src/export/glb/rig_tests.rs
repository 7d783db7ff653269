//! Twist joints in written files, read again by this program and by one that knows constraints only.

use super::write_rig_glb;
use crate::export::check_rig;
use crate::import::{NoFiles, SourceFile, import_source};
use crate::model::{
    ConstraintExtension, JointOverride, Model, PoseOverrides, RotationOverride, ScaleKind, TwistDriver, TwistKind,
};
use crate::rigging::{TwistSplit, twist_constraints, with_baked_joints, with_twist_frames, with_twist_joints};
use crate::skinning::deform_linear;
use crate::work::Progress;
use glam::{DVec3, Vec3};
use serde_json::Value;
use std::path::Path;

fn opened(bytes: &[u8]) -> SourceFile {
    let file = import_source(bytes, "mannequin", &NoFiles).unwrap();
    assert!(file.asset.warnings.is_empty(), "{:?}", file.asset.warnings);
    file
}

fn mannequin() -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/mannequin.glb")).unwrap()
}

fn split(model: &Model, splits: &[(&str, u32, TwistKind)]) -> Model {
    let of = |&(joint, count, kind): &(&str, u32, TwistKind)| TwistSplit {
        joint: model.skeleton.find(joint).unwrap(),
        count,
        kind,
    };
    with_twist_joints(model, &splits.iter().map(of).collect::<Vec<_>>()).unwrap()
}

fn written(file: &SourceFile, model: &Model) -> Vec<u8> {
    let first = file.asset.model.skeleton.len() as u32;
    let bytes =
        write_rig_glb(file, &with_baked_joints(&with_twist_frames(model), first, &Progress::default())).unwrap();
    let check = check_rig(model, &bytes).unwrap();
    assert!(check.is_same(), "{check:?}");
    bytes
}

fn skin(model: &Model) -> Vec<Vec3> {
    let mut overrides = PoseOverrides::default();
    for (joint, angles) in [
        ("upper_arm.L", Vec3::new(100.0, 30.0, -20.0)),
        ("forearm.L", Vec3::new(-40.0, 50.0, 10.0)),
        ("hand.L", Vec3::new(120.0, -15.0, 25.0)),
    ] {
        let rotation = Some(RotationOverride::AnglesDegrees(angles));
        overrides.set(model.skeleton.find(joint).unwrap(), JointOverride { rotation, ..JointOverride::default() });
    }
    let mut pose = crate::model::Pose::rest(&model.skeleton);
    overrides.apply(&model.skeleton, &mut pose);
    deform_linear(model, &pose, ScaleKind::Inherited).into_iter().flatten().map(|vertex| vertex.position).collect()
}

fn largest_distance(a: &[Vec3], b: &[Vec3]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

/// The file as a program reads it that does not know the extras.
fn without_extras(bytes: &[u8]) -> Vec<u8> {
    let json = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let text = std::str::from_utf8(&bytes[20..20 + json]).unwrap().replace("skinscope_twist", "something_twist");
    [&bytes[..20], text.as_bytes(), &bytes[20 + json..]].concat()
}

fn constrained(file: &SourceFile) -> usize {
    let nodes = file.json["nodes"].as_array().unwrap();
    nodes.iter().filter(|node| node["extensions"][ConstraintExtension::NAME].is_object()).count()
}

/// The same drivers, but for the last digit of their axes, which are normalized when they are read.
fn assert_same_drivers(read: &Model, model: &Model) {
    let drivers = |model: &Model| model.skeleton.twist_drivers().to_vec();
    let without_axis = |driver: &TwistDriver| TwistDriver { axis: DVec3::X, ..*driver };
    let [read, model] = [drivers(read), drivers(model)];
    assert!(read.iter().map(without_axis).eq(model.iter().map(without_axis)), "{read:?} {model:?}");
    assert!(read.iter().zip(&model).all(|(a, b)| a.axis.distance(b.axis) < 1e-12), "{read:?} {model:?}");
}

#[test]
fn a_written_rig_is_turned_by_its_drivers_here_and_by_constraints_elsewhere() {
    let source = opened(&mannequin());
    let splits = [("upper_arm.L", 3, TwistKind::Own), ("forearm.L", 2, TwistKind::Both), ("shin.R", 2, TwistKind::End)];
    let model = split(&source.asset.model, &splits);
    let bytes = written(&source, &model);
    let read = opened(&bytes);
    let own = &read.asset.model;
    assert_same_drivers(own, &model);
    assert!(own.skeleton.constraints().is_empty(), "the drivers do what the constraints do");
    // One for each joint, and two for the one in the middle that does both.
    assert_eq!(constrained(&read), 3 + 4 + 2);
    assert_eq!(read.json["extensionsUsed"], Value::from(vec![ConstraintExtension::NAME]));
    let shown = |model: &Model| model.skeleton.shown_joints().count();
    assert_eq!(shown(own), shown(&model), "frames are no joints");
    let expected = skin(&model);
    assert!(largest_distance(&skin(own), &expected) < 2e-6);
    let other = opened(&without_extras(&bytes)).asset.model;
    assert!(other.skeleton.twist_drivers().is_empty());
    assert_eq!(other.skeleton.constraints().len(), 9);
    assert!(largest_distance(&skin(&other), &expected) < 4e-6);
}

#[test]
fn twist_joints_of_a_file_are_changed_with_their_constraints() {
    let source = opened(&mannequin());
    let mut bytes = written(&source, &split(&source.asset.model, &[("forearm.L", 3, TwistKind::End)]));
    let mut nodes = Vec::new();
    for (count, kind) in [
        (2, TwistKind::Own),
        (2, TwistKind::Both),
        (1, TwistKind::End),
        (3, TwistKind::Own),
        (2, TwistKind::Both),
        (3, TwistKind::Own),
    ] {
        let splits = [("forearm.L", count, kind)];
        let file = opened(&bytes);
        bytes = written(&file, &split(&file.asset.model, &splits));
        let expected = skin(&split(&source.asset.model, &splits));
        let read = opened(&bytes);
        assert!(largest_distance(&skin(&read.asset.model), &expected) < 3e-6, "{count} {kind:?}");
        let other = opened(&without_extras(&bytes)).asset.model;
        assert!(largest_distance(&skin(&other), &expected) < 5e-6, "{count} {kind:?}");
        assert_eq!(
            constrained(&read),
            twist_constraints(&read.asset.model).len(),
            "{count} {kind:?}: none is left over"
        );
        nodes.push(read.asset.model.skeleton.len());
    }
    assert_eq!(nodes[5], nodes[4], "frames are used again: {nodes:?}");
    // Written again without a change, the nodes are the same.
    let file = opened(&bytes);
    let again = opened(&written(&file, &file.asset.model));
    assert_eq!(again.json["nodes"], file.json["nodes"]);
}

/// A file of an earlier version has extras and no constraints.
#[test]
fn a_file_without_constraints_opens_as_before_and_gets_them() {
    let source = opened(&mannequin());
    let model = split(&source.asset.model, &[("forearm.L", 3, TwistKind::Own)]);
    let first = source.asset.model.skeleton.len() as u32;
    // Without frames, as it was written then.
    let bytes = write_rig_glb(&source, &with_baked_joints(&model, first, &Progress::default())).unwrap();
    let file = opened(&bytes);
    assert_eq!(constrained(&file), 0);
    assert_same_drivers(&file.asset.model, &model);
    let expected = skin(&model);
    assert!(largest_distance(&skin(&file.asset.model), &expected) < 2e-6);
    let again = opened(&written(&file, &file.asset.model));
    assert_eq!(constrained(&again), 3);
    assert!(largest_distance(&skin(&again.asset.model), &expected) < 3e-6);
}
