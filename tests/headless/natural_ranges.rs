//! Natural ranges of the stress test on models by many people: no elbow or knee bends backward.

use crate::import_models::samples;
use glam::DVec3;
use skinscope::files::open_model;
use skinscope::measure::{AngleRange, stress_pose};
use skinscope::model::{JointLimits, Model, Pose, ScaleKind};
use skinscope::posing::{JointKind, RangeSource, TurnRanges, front_yaw, joint_kinds};
use std::path::PathBuf;

/// How far the end of a limb may be on the wrong side of a straight line, as a part of its length. Poses of clips
/// straighten elbows and knees a little too far.
const TOLERANCE: f64 = 0.2;

/// From the joint above, and to the middle of those below, of unit length.
fn bones(model: &Model, pose: &Pose, node: u32) -> Option<[DVec3; 2]> {
    let skeleton = &model.skeleton;
    let frames = pose.scene_from_node(skeleton, ScaleKind::Inherited);
    let origin = |node: u32| frames[node as usize].translation;
    let above = skeleton.nearest_ancestor(node, |above| skeleton.node(above).is_joint)?;
    let joints = skeleton.children(node).iter().filter(|&&child| skeleton.node(child).is_joint);
    let below: DVec3 = joints.map(|&child| origin(child) - origin(node)).sum();
    Some([(origin(node) - origin(above)).try_normalize()?, below.try_normalize()?])
}

/// Checks every elbow and knee, and returns how many poses they took.
fn check(model: &Model, turns: &TurnRanges) -> usize {
    let yaw = f64::from(front_yaw(model));
    let front = DVec3::new(yaw.sin(), 0.0, yaw.cos());
    let mut poses = 0;
    for (node, kind) in (0u32..).zip(joint_kinds(&model.skeleton)) {
        let side = match kind {
            JointKind::Elbow => front,
            JointKind::Knee => -front,
            _ => continue,
        };
        for (axis, range) in turns.ranges.of_node(node).into_iter().enumerate() {
            let Some(AngleRange { from, to }) = range else { continue };
            for degrees in [from, to].into_iter().flat_map(|end| [end, end / 2.0]) {
                let (_, pose) = stress_pose(model, node, axis, degrees);
                let Some([above, below]) = bones(model, &pose, node) else { continue };
                let out = (below - above).dot(side);
                let joint = model.skeleton.label(node);
                assert!(out > -TOLERANCE, "{}: {joint} at {degrees} about {axis}: {out}", model.name);
                poses += 1;
            }
        }
    }
    poses
}

#[test]
fn no_elbow_or_knee_bends_backward() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(root.join("assets")).unwrap().map(|entry| entry.unwrap().path()).collect();
    if let Some(samples) = samples("no_elbow_or_knee_bends_backward") {
        for folder in ["good", "characters"] {
            paths.extend(std::fs::read_dir(samples.join(folder)).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "glb" || kind == "gltf"));
    paths.sort();
    let mut bodies = 0;
    for path in paths {
        let model = open_model(path.to_str().unwrap()).unwrap().asset.model;
        let turns = TurnRanges::of(&model, RangeSource::Natural, &JointLimits::default());
        let poses = check(&model, &turns);
        let mut still = Model::clone(&model);
        still.clips = Default::default();
        // By kind alone.
        let by_kind = check(&still, &TurnRanges::of(&still, RangeSource::Natural, &JointLimits::default()));
        println!(
            "{}: {}; {poses} and {by_kind} poses of elbows and knees",
            model.name,
            turns.counts(model.skeleton.shown_joints())
        );
        bodies += usize::from(by_kind > 0);
    }
    assert!(bodies > 0);
}
