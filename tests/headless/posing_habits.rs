//! Habits of posing, by commands: both sides at once, the pose of the bind, clicks inside a bone, the front view, and the
//! side to which limbs bend.

use super::command_line::sample;
use glam::{Vec2, Vec3};
use skinscope::files::{CenterStore, ModelSource, OpenedModel, open_model};
use skinscope::model::{ScaleKind, TwistKind};
use skinscope::posing::{AxisFrame, JointFrames, Limb, LimbPoints, front_direction, front_yaw, pole};
use skinscope::rigging::{Placement, placed};
use skinscope::session::{Command, GizmoGrip, GizmoPointer, GizmoSettings, JointChannel, Loader, State};
use skinscope::skinning::{SkinningMethod, SkinningSettings, deform_model};
use skinscope::view::{GizmoHandle, GizmoTool, Theme};
use std::sync::Arc;

fn state_of(opened: OpenedModel) -> State {
    let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
    state.show_document(opened);
    state
}

fn state_with(model: &str) -> State {
    state_of(open_model(model).unwrap())
}

/// The same model, turned about the vertical by quarter turns.
fn turned(mut opened: OpenedModel, quarter_turns: u8) -> OpenedModel {
    let placement = Placement { quarter_turns, ..Placement::AS_IT_IS };
    opened.asset.model = Arc::new(placed(&opened.asset.model, placement).unwrap());
    opened
}

fn joint(state: &State, name: &str) -> u32 {
    state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
}

/// In the bind pose, linear blending leaves every vertex where the mesh has it.
#[test]
fn the_bind_pose_gives_skins_the_shape_of_their_meshes() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/oracle/models/bindrest.glb");
    let mut state = state_with(file);
    let distance = |state: &State| {
        let model = &state.documents.first.as_ref().unwrap().model;
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
    assert!(same.documents.first.as_ref().unwrap().bind_pose.is_none() && same.edit.overrides.is_empty());
}

#[test]
fn edits_go_to_the_other_side_while_that_is_wanted() {
    let mut state = state_with("mannequin");
    let [left, right, spine] = ["forearm.L", "forearm.R", "spine_2"].map(|name| joint(&state, name));
    state.apply(Command::MirrorPosing(true));
    let angles_degrees = Vec3::new(10.0, -95.0, 5.0);
    state.apply(Command::SetAngles { node: left, angles_degrees });
    let hands = |state: &State| {
        let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
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
        if let Ok(opened) = open_model(ModelSource::File(path.clone())) {
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
        let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
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

fn points(state: &State, limb: Limb) -> LimbPoints {
    let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
    limb.points(&JointFrames::of(skeleton, &state.pose, ScaleKind::Inherited))
}

/// Moves a wrist or ankle toward its shoulder or hip with *Bend limb*, along the axis of the scene that goes there most.
fn bend_limb(state: &mut State, end: &str) -> Limb {
    let end = joint(state, end);
    state.apply(Command::SelectJoint(Some(end)));
    let limb = state.selected_limb().unwrap();
    let [root, _, at] = points(state, limb);
    let way = (root - at).to_array();
    let axis = (0..3).max_by(|&a, &b| way[a].abs().total_cmp(&way[b].abs())).unwrap();
    state.apply(Command::SetGizmo(GizmoSettings { tool: GizmoTool::Move, frame: AxisFrame::World, bends_limb: true }));
    let pointer = GizmoPointer { camera: state.view.camera, pixels: [400, 400], at: Vec2::splat(200.0) };
    let grip = GizmoGrip { pane: 0, handle: GizmoHandle::Axis(axis), radius: 54.0, by_key: true };
    for command in [Command::BeginGizmo { grip, pointer }, Command::TypeGizmo(0.4 * way[axis]), Command::EndGizmo] {
        state.apply(command);
    }
    limb
}

/// Files of others with a wrist and an ankle of the left side.
const CHARACTERS: [(&str, Option<&str>, Option<&str>); 12] = [
    ("good/CesiumMan.glb", Some("Skeleton_arm_joint_L__2_"), Some("leg_joint_L_3")),
    ("good/Fox.glb", Some("b_LeftHand_011"), Some("b_LeftFoot01_017")),
    ("good/RobotExpressive.glb", Some("Palm1.L"), None),
    ("good/RobotExpressive_quantized.glb", Some("Palm1.L"), None),
    ("good/godot_platformer_player.glb", None, Some("l-foot")),
    ("good/kaykit_anim_general.glb", Some("wrist.l"), Some("foot.l")),
    ("good/mannequiny.glb", Some("hand.l"), Some("foot.l")),
    ("characters/bag_character_rigged.glb", Some("hand.L"), Some("foot.L")),
    ("characters/kaykit_barbarian.glb", Some("wrist.l"), Some("foot.l")),
    ("characters/m2m_human_female.glb", Some("hand_l"), Some("foot_l")),
    ("characters/m2m_kaiju_trex.glb", Some("Hand_L"), Some("Back_Leg_Ankle_L")),
    ("characters/quat_witch.glb", Some("Hand.L"), Some("Foot.L")),
];

/// Elbows go behind the arm and knees before the leg, wherever the character faces.
#[test]
fn limbs_bend_as_those_of_a_body_wherever_it_faces() {
    let files = CHARACTERS.into_iter().filter_map(|(file, wrist, ankle)| Some((sample(file)?, wrist, ankle)));
    let bundled = ("mannequin".to_owned(), Some("hand.L"), Some("foot.L"));
    let (mut wrong, mut unknown) = (Vec::new(), Vec::new());
    for (file, wrist, ankle) in std::iter::once(bundled).chain(files) {
        for (quarter_turns, degrees) in [(0, 0.0), (2, 180.0), (1, 90.0)] {
            let mut state = state_of(turned(open_model(ModelSource::named(&file)).unwrap(), quarter_turns));
            let yaw = state.documents.first.as_ref().unwrap().front_yaw;
            // A character without toes or feet that stand out is not known to look backward.
            if (yaw.to_degrees() - degrees).abs() > 0.1 {
                unknown.push(format!("{file} at {degrees}"));
                continue;
            }
            let front = front_direction(yaw);
            for (end, side) in
                [(wrist, -front), (ankle, front)].into_iter().filter_map(|(end, side)| Some((end?, side)))
            {
                let limb = bend_limb(&mut state, end);
                let out = pole(points(&state, limb)).unwrap();
                let swing = state.limb_swing_degrees(limb);
                println!("{file} at {degrees}: {end} {:.2} to its side, swing {swing:.0?}", out.dot(side));
                if out.dot(side) < 0.3 {
                    wrong.push(format!("{file} at {degrees}, {end}: {out} for {side}"));
                }
            }
        }
    }
    println!("not known where they look: {unknown:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(unknown.iter().all(|one| !one.ends_with(" at 0") && !one.starts_with("mannequin")), "{unknown:?}");
}

/// The angle of a knee away from the front does not depend on where the front is.
#[test]
fn swing_counts_from_the_front_of_the_character() {
    let swing = |quarter_turns: u8| {
        let mut state = state_of(turned(open_model("mannequin").unwrap(), quarter_turns));
        let limb = bend_limb(&mut state, "foot.L");
        let before = state.limb_swing_degrees(limb).unwrap();
        state.apply(Command::SwingLimb { limb, degrees: 40.0 });
        (before, state.limb_swing_degrees(limb).unwrap())
    };
    let (before, _) = swing(0);
    assert!(before.abs() < 20.0, "the knee faces the front: {before}");
    for quarter_turns in 1..4 {
        let (other, after) = swing(quarter_turns);
        assert!(
            (other - before).abs() < 0.1 && (after - 40.0).abs() < 0.1,
            "{quarter_turns}: {other} {before}, {after}"
        );
    }
}
