//! Habits of posing, by commands: both sides at once, the pose of the bind, clicks inside a bone, and the front view.

use glam::Vec3;
use skinscope::files::{CenterStore, open_model};
use skinscope::model::{ScaleKind, TwistKind};
use skinscope::posing::front_yaw;
use skinscope::session::{Command, JointChannel, Loader, State};
use skinscope::skinning::{SkinningMethod, SkinningSettings, deform_model};
use skinscope::view::Theme;
use std::sync::Arc;

fn state_with(model: &str) -> State {
    let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
    state.show_document(open_model(model).unwrap());
    state
}

fn joint(state: &State, name: &str) -> u32 {
    state.document.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

/// In the bind pose, linear blending leaves every vertex where the mesh has it.
#[test]
fn the_bind_pose_gives_skins_the_shape_of_their_meshes() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/oracle/models/bindrest.glb");
    let mut state = state_with(file);
    let distance = |state: &State| {
        let model = &state.document.as_ref().unwrap().model;
        let settings = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
        let deformed = deform_model(model, &state.pose, settings, &[]).unwrap();
        let pairs = model.primitives.iter().zip(&deformed).flat_map(|(of, deformed)| of.positions.iter().zip(deformed));
        pairs.map(|(bind, posed)| posed.position.distance(*bind)).fold(0.0, f32::max) / model.rest_bounds().extent()
    };
    let at_rest = distance(&state);
    state.apply(Command::TakeBindPose);
    let bound = distance(&state);
    println!("largest distance from the mesh: {at_rest:.4} of the extent at rest, {bound:.1e} in the bind pose");
    assert!(at_rest > 0.01 && bound < 1e-4);
    // Where both are the same there is nothing to choose.
    let mut same = state_with("bar");
    same.apply(Command::TakeBindPose);
    assert!(same.document.as_ref().unwrap().bind_pose.is_none() && same.edit.overrides.is_empty());
}

#[test]
fn edits_go_to_the_other_side_while_that_is_wanted() {
    let mut state = state_with("mannequin");
    let [left, right, spine] = ["forearm.L", "forearm.R", "spine_2"].map(|name| joint(&state, name));
    state.apply(Command::MirrorPosing(true));
    let angles_degrees = Vec3::new(10.0, -95.0, 5.0);
    state.apply(Command::SetAngles { node: left, angles_degrees });
    let hands = |state: &State| {
        let skeleton = &state.document.as_ref().unwrap().model.skeleton;
        let scene_from_node = state.pose.scene_from_node(skeleton, ScaleKind::Inherited);
        ["hand.L", "hand.R"].map(|name| scene_from_node[skeleton.find(name).unwrap() as usize].translation)
    };
    let [left_hand, right_hand] = hands(&state);
    assert!((left_hand * glam::DVec3::new(-1.0, 1.0, 1.0) - right_hand).length() < 1e-4);
    // From the other side, too; the middle has no other side; both at once stay as they are set.
    state.apply(Command::SetAngles { node: right, angles_degrees: Vec3::ZERO });
    assert!(state.angles_degrees(left).length() < 1e-3);
    state.apply(Command::SetAngles { node: spine, angles_degrees: Vec3::Y * 20.0 });
    assert_eq!(state.angles_degrees(spine), Vec3::Y * 20.0);
    state.apply(Command::SelectJoints(vec![left, right]));
    state.apply(Command::SetChannel { channel: JointChannel::Rotation, axis: 1, value: 30.0 });
    assert!([left, right].map(|node| state.angles_degrees(node).y) == [30.0, 30.0]);
    state.apply(Command::SetAngles { node: left, angles_degrees: Vec3::Y * 50.0 });
    state.apply(Command::SetChannel { channel: JointChannel::Rotation, axis: 1, value: 50.0 });
    assert!([left, right].map(|node| state.angles_degrees(node).y) == [50.0, 50.0], "one of them had it already");
    // A reset is mirrored, other commands are not.
    state.apply(Command::SelectJoint(Some(left)));
    state.apply(Command::ResetJoint(left));
    assert!(state.edit.overrides.get(right).is_empty());
    state.apply(Command::MirrorPosing(false));
    state.apply(Command::SetAngles { node: left, angles_degrees });
    assert!(state.edit.overrides.get(right).is_empty());
}

#[test]
fn a_click_inside_a_bone_means_the_bone() {
    let mut state = state_with("mannequin");
    let [bone, twist] = ["forearm.L", "forearm_twist.L"].map(|name| joint(&state, name));
    assert_eq!(state.picked_joint(twist), bone);
    assert_eq!(state.picked_joint(bone), bone);
    state.apply(Command::SelectJoint(Some(bone)));
    assert_eq!(state.picked_joint(twist), twist, "a second click goes deeper");
    state.apply(Command::SelectJoint(Some(twist)));
    assert_eq!(state.picked_joint(twist), twist, "and it stays");
}

/// Characters open with their front to the camera. Those by others all look along +Z, whatever they call left.
#[test]
fn characters_face_the_camera() {
    for model in ["mannequin", "hand", "bar", "limb"] {
        assert_eq!(front_yaw(&open_model(model).unwrap().asset.model), 0.0, "{model}");
    }
    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/models/good");
    for entry in std::fs::read_dir(good).into_iter().flatten().flatten() {
        let path = entry.path();
        if let Ok(opened) = open_model(skinscope::files::ModelSource::File(path.clone())) {
            let yaw = front_yaw(&opened.asset.model).to_degrees();
            assert_eq!(yaw, 0.0, "{}", path.display());
        }
    }
}

/// Inverse kinematics moves the hand as without twist joints, they follow, and the mirrored pose turns those of the
/// other side as much.
#[test]
fn twist_joints_follow_limbs_and_mirrored_poses() {
    let swung = |splits: bool| {
        let mut state = state_with("mannequin");
        if splits {
            for (name, count) in [("upper_arm.L", 3), ("upper_arm.R", 3)] {
                let joint = joint(&state, name);
                state.apply(Command::SetTwistJoints { joint, count });
                assert_eq!(state.twist_kind(joint), TwistKind::Own);
            }
        }
        let [forearm, hand] = ["forearm.L", "hand.L"].map(|name| joint(&state, name));
        state.apply(Command::SetAngles { node: forearm, angles_degrees: Vec3::Y * -80.0 });
        state.apply(Command::SelectJoint(Some(hand)));
        let limb = state.selected_limb().unwrap();
        let degrees = state.limb_swing_degrees(limb).unwrap() + 70.0;
        state.apply(Command::SwingLimb { limb, degrees });
        state
    };
    let origin = |state: &State, name: &str| {
        let skeleton = &state.document.as_ref().unwrap().model.skeleton;
        state.pose.scene_from_node(skeleton, ScaleKind::Inherited)[joint(state, name) as usize].translation
    };
    let (plain, mut split) = (swung(false), swung(true));
    for name in ["forearm.L", "hand.L"] {
        assert!((origin(&plain, name) - origin(&split, name)).length() < 1e-6, "{name}");
    }
    let turned = |state: &State, side: &str| {
        let turn = |ordinal: u32| {
            state.pose.joints[joint(state, &format!("upper_arm_twist_{ordinal}.{side}")) as usize].rotation
        };
        [1, 2, 3].map(|ordinal| turn(ordinal).angle_between(glam::Quat::IDENTITY).to_degrees())
    };
    let left = turned(&split, "L");
    assert!(left[0] > 20.0 && turned(&split, "R").iter().all(|angle| *angle < 0.05), "{left:?}");
    assert!((left[1] - left[0] * 2.0 / 3.0).abs() < 0.01 && (left[2] - left[0] / 3.0).abs() < 0.01, "{left:?}");
    split.apply(Command::FlipPose);
    let (right, left_after) = (turned(&split, "R"), turned(&split, "L"));
    assert!(left.iter().zip(right).all(|(a, b)| (a - b).abs() < 0.05), "{left:?} {right:?}");
    assert!(left_after.iter().all(|angle| *angle < 0.05), "{left_after:?}");
}
