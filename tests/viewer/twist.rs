//! Twist joints from the panel to the picture, and back again.

use crate::harness::{difference, settle, show_tab, viewer_with};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::Vec3;
use skinscope::files::open_model;
use skinscope::model::{Pose, TwistKind};
use skinscope::rigging::{TwistSplit, with_twist_joints};
use skinscope::session::{Command, InspectorTab};
use skinscope::skinning::{Antipodality, SkinningMethod};
use skinscope::viewer::Viewer;

fn names(harness: &Harness<'_, Viewer>) -> Vec<String> {
    let document = harness.state().state.documents.first.as_ref().unwrap();
    document.model.skeleton.nodes()[document.source.skeleton.len()..].iter().map(|node| node.name.clone()).collect()
}

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

#[test]
fn the_panel_splits_a_bone_and_undo_joins_it() {
    let mut harness = viewer_with("mannequin");
    let (forearm, hand) = {
        let skeleton = &harness.state().state.documents.first.as_ref().unwrap().model.skeleton;
        (skeleton.find("forearm.L").unwrap(), skeleton.find("hand.L").unwrap())
    };
    apply(&mut harness, Command::SelectJoint(Some(hand)));
    apply(&mut harness, Command::SetAngles { node: hand, angles_degrees: Vec3::X * 120.0 });
    harness.run_steps(60);
    let camera = harness.state().state.view.camera;
    let area = harness.get_by_label("Picture of pane 1, LBS").rect();
    let before = harness.render().unwrap();
    apply(&mut harness, Command::SelectJoint(Some(forearm)));
    show_tab(&mut harness, InspectorTab::Pose);
    harness.get_by_label("Twist joints: 3").click();
    settle(&mut harness);
    let twists = ["forearm_twist_1.L", "forearm_twist_2.L", "forearm_twist_3.L"];
    assert_eq!(names(&harness), twists);
    // In the tree they stand below the forearm, which is scrolled to.
    assert!(harness.query_all_by_label_contains("forearm_twist_1.L").next().is_some());
    let after = harness.render().unwrap();
    let changed = difference(&before, &after, area);
    println!("{:.2}% of the picture changed", changed * 100.0);
    assert!(changed > 1e-4, "the picture shows the split");
    {
        let state = &harness.state().state;
        assert_eq!((state.view.camera, state.edit.overrides.len()), (camera, 1), "camera and pose stay");
        assert_eq!(state.selection.joint, Some(forearm));
        let source = open_model("mannequin").unwrap().asset.model;
        let split =
            with_twist_joints(&source, &[TwistSplit { joint: forearm, count: 3, kind: TwistKind::End }]).unwrap();
        let mut pose = Pose::rest(&split.skeleton);
        state.edit.overrides.apply(&split.skeleton, &mut pose);
        assert_eq!(state.pose, pose);
        let shown = &state.documents.first.as_ref().unwrap().model;
        for (a, b) in shown.primitives.iter().zip(&split.primitives) {
            assert_eq!(a.influences, b.influences);
        }
    }
    harness.run_steps(60);
    assert_eq!(harness.state().state.history.steps().last().unwrap().name, "Add 3 twist joints to forearm.L");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(names(&harness).is_empty());
    assert_eq!(harness.state().state.edit.overrides.len(), 1);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    settle(&mut harness);
    assert_eq!(names(&harness), twists);
}

#[test]
fn what_was_done_to_twist_joints_stays_with_them() {
    let mut harness = viewer_with("mannequin");
    let find = |harness: &Harness<'_, Viewer>, name: &str| {
        harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find(name)
    };
    let (left, right) = (find(&harness, "forearm.L").unwrap(), find(&harness, "forearm.R").unwrap());
    apply(&mut harness, Command::SetTwistJoints { joint: left, count: 3 });
    apply(&mut harness, Command::SetTwistJoints { joint: right, count: 2 });
    let second = find(&harness, "forearm_twist_2.R").unwrap();
    apply(&mut harness, Command::SetAngles { node: second, angles_degrees: Vec3::Y * 10.0 });
    apply(&mut harness, Command::SelectJoint(Some(second)));
    // A twist joint's panel has the row of its bone.
    assert_eq!(harness.state().state.twisted_bone(second), Some(right));
    apply(&mut harness, Command::SetTwistJoints { joint: left, count: 1 });
    let moved = find(&harness, "forearm_twist_2.R").unwrap();
    assert_eq!(moved, second - 2);
    let state = &harness.state().state;
    assert_eq!(state.selection.joint, Some(moved));
    assert!(state.edit.overrides.contains(moved) && state.edit.overrides.len() == 1);
    // Copying the pose does not nail down what turns by itself.
    apply(&mut harness, Command::SelectJoint(None));
    let hand = find(&harness, "hand.L").unwrap();
    apply(&mut harness, Command::SetAngles { node: hand, angles_degrees: Vec3::X * 90.0 });
    let copied = harness.state().state.copied_pose().unwrap();
    assert!(copied.contains("hand.L") && copied.contains("forearm_twist_2.R"), "{copied}");
    assert!(!copied.contains("forearm_twist_1.L"), "{copied}");
    // With the bone's split its joints and what was done to them go.
    apply(&mut harness, Command::SelectJoint(Some(moved)));
    apply(&mut harness, Command::SetTwistJoints { joint: right, count: 0 });
    let state = &harness.state().state;
    assert_eq!((state.edit.overrides.len(), state.selection.joint), (1, Some(right)));
    // A leaf has no bone, and what is no node does nothing.
    let tip = find(&harness, "toe.L").unwrap();
    apply(&mut harness, Command::SetTwistJoints { joint: tip, count: 2 });
    apply(&mut harness, Command::SetTwistJoints { joint: 9999, count: 2 });
    assert_eq!(harness.state().state.edit.rig.twists, [TwistSplit { joint: left, count: 1, kind: TwistKind::End }]);
}

#[test]
fn the_split_model_is_exported() {
    let mut harness = viewer_with("bar");
    apply(&mut harness, Command::SetTwistJoints { joint: 0, count: 2 });
    let path = std::env::temp_dir().join(format!("skinscope-rig-{}.glb", std::process::id()));
    apply(&mut harness, Command::ExportRig(path.clone()));
    assert_eq!(harness.state().state.interface.error, None);
    let written = open_model(&path).unwrap().asset.model;
    std::fs::remove_file(&path).unwrap();
    assert!(written.skeleton.find("root_twist_2").is_ok());
    apply(&mut harness, Command::ExportRig("model.txt".into()));
    assert!(harness.state().state.interface.error.is_some());
}

#[test]
fn the_panel_offers_the_likely_twist_and_the_others() {
    let mut harness = viewer_with("mannequin");
    let find = |harness: &Harness<'_, Viewer>, name: &str| {
        harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
    };
    let (arm, forearm) = (find(&harness, "upper_arm.L"), find(&harness, "forearm.L"));
    for (joint, kind) in [(arm, TwistKind::Own), (forearm, TwistKind::End)] {
        assert_eq!(harness.state().state.twist_kind(joint), kind);
    }
    apply(&mut harness, Command::SetAngles { node: arm, angles_degrees: Vec3::X * 150.0 });
    apply(&mut harness, Command::SelectJoint(Some(arm)));
    show_tab(&mut harness, InspectorTab::Pose);
    // A kind alone splits nothing.
    apply(&mut harness, Command::SetTwistKind { joint: arm, kind: TwistKind::Both });
    assert!(harness.state().state.edit.rig.twists.is_empty());
    harness.get_by_label("Twist joints: 3").click();
    settle(&mut harness);
    let split = |kind| TwistSplit { joint: arm, count: 3, kind };
    assert_eq!(harness.state().state.edit.rig.twists, [split(TwistKind::Own)]);
    let angle = |harness: &Harness<'_, Viewer>, name: &str| {
        let node = find(harness, name) as usize;
        let [x, y, z, w] = harness.state().state.pose.joints[node].rotation.to_array();
        (2.0 * x.hypot(y).hypot(z).atan2(w.abs())).to_degrees()
    };
    // About X, not quite along the bone.
    assert!((angle(&harness, "upper_arm_twist_1.L") - 150.0).abs() < 2.0);
    assert!((angle(&harness, "upper_arm_twist_3.L") - 50.0).abs() < 2.0);
    harness.get_by_label("Spread twist: End").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.rig.twists, [split(TwistKind::End)]);
    assert!(angle(&harness, "upper_arm_twist_1.L") < 1e-3);
    harness.get_by_label("Spread twist: Both").click();
    settle(&mut harness);
    assert_eq!(names(&harness).len(), 4);
    harness.run_steps(60);
    assert_eq!(harness.state().state.history.steps().last().unwrap().name, "Spread both twists of upper_arm.L");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.rig.twists, [split(TwistKind::End)], "undo takes back one step");
}

/// Where a pane counts turns and the pose is beyond what it can count, the window says so and offers the remedy.
#[test]
fn twist_joints_are_offered_where_turns_cannot_be_counted() {
    let mut harness = viewer_with("bar");
    let mid = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    apply(&mut harness, Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
    apply(&mut harness, Command::SetAngles { node: mid, angles_degrees: Vec3::X * 400.0 });
    let said = |harness: &Harness<'_, Viewer>| harness.query_by_label_contains("move the same skin").is_some();
    assert!(!said(&harness), "no pane counts turns");
    let continuous = Some(Antipodality::Continuous);
    apply(&mut harness, Command::SetAntipodality { pane: 0, antipodality: continuous });
    harness.get_by_label(
        "root and mid move the same skin and are 400\u{b0} apart; continuous counts turns only up to 360\u{b0}",
    );
    look(&mut harness, "turn-notice.png");
    let steps = harness.state().state.history.steps().len();
    harness.get_by_role_and_label(Role::Link, "Add twist joints").click();
    settle(&mut harness);
    assert_eq!(names(&harness).len(), 4);
    assert!(!said(&harness), "they count further");
    harness.run_steps(60);
    let state = &harness.state().state;
    assert_eq!(state.history.steps().len(), steps + 1);
    assert_eq!(state.history.steps().last().unwrap().name, "Add 4 twist joints to root");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(names(&harness).is_empty() && said(&harness));
    // A bend is no twist: the joints are named, and nothing is offered.
    apply(&mut harness, Command::SetAngles { node: mid, angles_degrees: Vec3::Z * 350.0 });
    harness.get_by_label_contains("350\u{b0} apart; continuous blends unevenly close to 360\u{b0}");
    assert!(harness.query_by_role_and_label(Role::Link, "Add twist joints").is_none());
    apply(&mut harness, Command::SetAntipodality { pane: 0, antipodality: None });
    assert!(!said(&harness));
}

/// Keeps what the window shows, for a person to look at.
fn look(harness: &mut Harness<'_, Viewer>, name: &str) {
    if let Some(folder) = std::env::var_os("SKINSCOPE_LOOK") {
        harness.render().unwrap().save(std::path::Path::new(&folder).join(name)).unwrap();
    }
}

/// A joint that the file lets another one turn says so, and that a rotation set by hand comes before that.
#[test]
fn a_driven_joint_says_what_it_follows() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/import/good/constraint-roll.glb");
    let mut harness = viewer_with(file);
    let skeleton = &harness.state().state.documents.first.as_ref().unwrap().model.skeleton;
    let [elbow, root] = ["elbow", "root"].map(|name| skeleton.find(name).unwrap());
    let says = |harness: &Harness<'_, Viewer>, text: &str| harness.query_by_label(text).is_some();
    show_tab(&mut harness, InspectorTab::Pose);
    apply(&mut harness, Command::SelectJoint(Some(elbow)));
    assert!(says(&harness, "Follows the roll about Y of driver, weight 0.50"));
    apply(&mut harness, Command::SetAngles { node: elbow, angles_degrees: Vec3::Z * 90.0 });
    assert!(says(&harness, "Would follow the roll about Y of driver, weight 0.50"));
    apply(&mut harness, Command::SelectJoint(Some(root)));
    assert!(harness.query_by_label_contains("follow").is_none());
}
