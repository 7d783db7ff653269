//! Where `continuous` antipodality ends, the program names the joints and offers twist joints, which count further.

use crate::command_line::{Folder, run};
use glam::Vec3;
use skinscope::bundled::MODELS;
use skinscope::files::open_model;
use skinscope::model::{JointOverride, Model, Pose, PoseOverrides, RotationOverride, TwistKind};
use skinscope::panes::TurnLimit;
use skinscope::rigging::{TwistSplit, with_twist_joints};
use std::sync::Arc;

fn model(name: &str) -> Arc<Model> {
    open_model(name).unwrap().asset.model
}

fn turned(model: &Model, joints: &[(&str, [f32; 3])]) -> PoseOverrides {
    let mut overrides = PoseOverrides::default();
    for (joint, angles) in joints {
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::from_array(*angles)));
        overrides.set(model.skeleton.find(joint).unwrap(), JointOverride { rotation, ..JointOverride::default() });
    }
    overrides
}

fn limit(model: &Model, overrides: &PoseOverrides) -> Option<TurnLimit> {
    let mut pose = Pose::rest(&model.skeleton);
    overrides.apply(&model.skeleton, &mut pose);
    TurnLimit::find(model, &pose, overrides)
}

fn degrees(limit: Option<TurnLimit>) -> Option<f64> {
    limit.map(|limit| limit.angle_radians.to_degrees())
}

/// The quaternions of the bar's joints tell 400 degrees from 320 only by the pose's angles, and 720 from none.
#[test]
fn full_turns_are_counted_beyond_what_quaternions_hold() {
    let bar = model("bar");
    for angle in [0.0, 120.0, 200.0, -299.0] {
        assert_eq!(limit(&bar, &turned(&bar, &[("mid", [angle, 0.0, 0.0])])), None, "{angle}");
    }
    for angle in [301.0, -350.0, 360.0, 400.0, 720.0, -1000.0, 1080.0, 2000.0f32] {
        let found = degrees(limit(&bar, &turned(&bar, &[("mid", [angle, 0.0, 0.0])])));
        let wanted = f64::from(angle.abs());
        assert!(found.is_some_and(|found| (found - wanted).abs() < 0.01), "{angle}: {found:?}");
    }
    // Bends, too, and turns about two axes.
    let bent = degrees(limit(&bar, &turned(&bar, &[("mid", [0.0, 0.0, 400.0])]))).unwrap();
    assert!((bent - 400.0).abs() < 0.01, "{bent}");
    let both = degrees(limit(&bar, &turned(&bar, &[("mid", [400.0, 30.0, 0.0])]))).unwrap();
    assert!((395.0..410.0).contains(&both), "{both}");
    // The whole model turned around: nothing is apart.
    assert_eq!(limit(&bar, &turned(&bar, &[("root", [720.0, 0.0, 0.0])])), None);
}

#[test]
fn ordinary_poses_and_clips_raise_no_alarm() {
    let mut poses = 0;
    for bundled in MODELS {
        let model = model(bundled.name);
        for named in bundled.poses {
            let overrides = named.overrides(&model.skeleton).unwrap();
            // The tentacle's tight spirals add up to more than a turn over many joints, but not over those of a vertex.
            assert_eq!(limit(&model, &overrides), None, "{} {}", bundled.name, named.name);
            poses += 1;
        }
        for clip in model.clips.iter() {
            for step in 0..40 {
                let mut pose = Pose::rest(&model.skeleton);
                clip.sample(clip.duration_seconds * step as f32 / 39.0, &mut pose);
                let found = TurnLimit::find(&model, &pose, &PoseOverrides::default());
                assert_eq!(found, None, "{} {} {step}", bundled.name, clip.name);
            }
        }
    }
    assert!(poses > 20);
    // Joints in a chain, each turned further than the one before. Each vertex follows up to eight of them, but most of it
    // only two or three.
    let tentacle = model("tentacle");
    let names: Vec<String> = tentacle.skins[0].joints.iter().map(|joint| tentacle.skeleton.label(joint.node)).collect();
    let curled = |angle: f32| {
        let joints: Vec<(&str, [f32; 3])> = names[1..].iter().map(|name| (name.as_str(), [0.0, 0.0, angle])).collect();
        limit(&tentacle, &turned(&tentacle, &joints))
    };
    assert_eq!(curled(60.0), None);
    println!(
        "the tentacle curled by 90 and 170 degrees a joint: {:?} {:?}",
        degrees(curled(90.0)),
        degrees(curled(170.0))
    );
    assert!(degrees(curled(170.0)).is_some_and(|angle| angle > 300.0));
}

/// The offered twist joints end the alarm, up to two turns. With three turns, the end of the bar's first half is still
/// tight: its skin follows the second half from 0.7 of the bone on, where the twist joints have turned by 0.6 of the
/// angle.
#[test]
fn the_offered_twist_joints_count_further() {
    let cases = [
        ("bar", "mid", TwistKind::End, &[400.0, -700.0, 1080.0][..]),
        ("mannequin", "hand.L", TwistKind::End, &[400.0]),
        ("mannequin", "upper_arm.L", TwistKind::Own, &[400.0]),
    ];
    for (name, joint, kind, angles) in cases {
        let model = model(name);
        for &angle in angles {
            // The bone's direction in the joint's frame is its X or Y.
            let axes = [[angle, 0.0, 0.0], [0.0, angle, 0.0], [0.0, 0.0, angle]];
            let found = axes.iter().find_map(|angles| {
                let overrides = turned(&model, &[(joint, *angles)]);
                let split = limit(&model, &overrides)?.split?;
                Some((overrides, split))
            });
            let (overrides, split) = found.unwrap_or_else(|| panic!("{name} {joint} {angle}: nothing is offered"));
            assert_eq!(split.kind, kind, "{name} {joint}");
            let split_model = with_twist_joints(&model, &[split]).unwrap();
            let after = limit(&split_model, &overrides);
            println!("{name} {joint} {angle}: {split:?}, then {:?}", degrees(after.clone()));
            match after {
                None => {}
                Some(after) => {
                    assert!(angle > 1000.0, "{name} {joint} {angle}: {after:?}");
                    assert!(after.angle_radians.to_degrees() < 0.4 * f64::from(angle), "{after:?}");
                }
            }
        }
    }
}

#[test]
fn nothing_is_offered_where_it_would_not_help() {
    let bar = model("bar");
    let bent = limit(&bar, &turned(&bar, &[("mid", [0.0, 0.0, 400.0])])).unwrap();
    assert_eq!(bent.split, None, "a bend");
    // One twist joint is not enough; more of them are offered in its place.
    let root = bar.skeleton.find("root").unwrap();
    let one = with_twist_joints(&bar, &[TwistSplit { joint: root, count: 1, kind: TwistKind::End }]).unwrap();
    let split = limit(&one, &turned(&one, &[("mid", [700.0, 0.0, 0.0])])).unwrap().split.unwrap();
    assert_eq!((split.joint, split.kind), (root, TwistKind::End));
    assert!(split.count > 1);
}

#[test]
fn the_command_line_names_the_joints_and_the_flag() {
    let folder = Folder::new("turns");
    let out = folder.file("out.npy");
    let warnings = |arguments: &[&str]| {
        let output = run(&[&["deform", "bar", "--backend", "cpu", "-o", &out], arguments].concat());
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let continuous = ["--method", "dqs", "--antipodality", "continuous", "--set"];
    let far = warnings(&[&continuous[..], &["mid:rx=400"]].concat());
    assert_eq!(
        far,
        "warning: root and mid move the same skin and are 400\u{b0} apart; continuous counts turns only up to 360\u{b0}, \
         so spread the twist with --twist root:4:end\n"
    );
    assert!(warnings(&[&continuous[..], &["mid:rx=350"]].concat()).contains("blends unevenly close to 360\u{b0}"));
    assert_eq!(warnings(&[&continuous[..], &["mid:rx=200"]].concat()), "");
    // The advice of the warning helps.
    assert_eq!(warnings(&[&continuous[..], &["mid:rx=400", "--twist", "root:4:end"]].concat()), "");
    // Only where turns are counted.
    assert_eq!(warnings(&["--method", "dqs", "--set", "mid:rx=400"]), "");
    assert_eq!(warnings(&["--method", "lbs", "--antipodality", "continuous", "--set", "mid:rx=400"]), "");
    let bend = warnings(&[&continuous[..], &["mid:rz=400"]].concat());
    assert!(bend.ends_with("so turn them less far\n"), "{bend}");
}
