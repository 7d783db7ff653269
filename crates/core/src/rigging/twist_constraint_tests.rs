use super::tests::{bar, bar_on_a_body};
use super::*;
use crate::model::{
    Channel, ChannelValues, Clip, ConstraintKind, Interpolation, JointOverride, Model, Node, NodeConstraint, Pose,
    PoseOverrides, RollAxis, RotationOverride, ScaleKind, Skeleton, SkinJoint, Trs, TwistKind,
};
use glam::{DAffine3, DMat3, EulerRot, Quat, Vec3};
use std::sync::Arc;

fn split(model: &Model, joint: u32, count: u32, kind: TwistKind) -> Model {
    with_twist_joints(model, &[TwistSplit { joint, count, kind }]).unwrap()
}

fn roll_x(node: u32, source: u32, weight: f64) -> NodeConstraint {
    NodeConstraint { node, source, kind: ConstraintKind::Roll(RollAxis::X), weight }
}

#[test]
fn the_twist_of_the_end_needs_no_frame_on_a_bone_along_an_axis() {
    let model = split(&bar(), 0, 2, TwistKind::End);
    assert_eq!(twist_constraints(&model), [roll_x(3, 1, 0.5), roll_x(4, 1, 1.0)]);
    let framed = with_twist_frames(&model);
    assert_eq!(framed.skeleton.nodes(), model.skeleton.nodes());
}

#[test]
fn the_own_twist_is_taken_back_below_a_frame_that_is_turned_around() {
    let model = split(&bar_on_a_body(), 0, 2, TwistKind::Own);
    assert!(twist_constraints(&model).is_empty(), "the joint's own axes turn with it");
    let framed = with_twist_frames(&model);
    let nodes = framed.skeleton.nodes();
    let names: Vec<&str> = nodes[6..].iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["arm_twist_1_frame_1.L", "arm_twist_2_frame_1.L"]);
    assert_eq!([4, 5, 6, 7].map(|node: usize| nodes[node].parent), [Some(6), Some(7), Some(0), Some(0)]);
    assert_eq!([6, 7].map(|node: usize| nodes[node].rest.translation), [Vec3::X, Vec3::X * 3.0]);
    // Half a turn about Y.
    assert!((nodes[6].rest.rotation * Vec3::new(1.0, 2.0, 3.0)).abs_diff_eq(Vec3::new(-1.0, 2.0, -3.0), 1e-6));
    assert_eq!(nodes[4].rest, Trs::IDENTITY);
    assert!(!nodes[6].is_joint);
    let expected = [roll_x(4, 0, 1.0), roll_x(5, 0, 0.5)];
    assert_eq!(twist_constraints(&framed), expected);
    // The arm rolls by 80 degrees: the second knot keeps 40 of them.
    let plain = Skeleton::new(nodes.to_vec()).unwrap().with_constraints(&expected).0;
    let roll = |degrees: f32| Quat::from_rotation_x(degrees.to_radians());
    let mut overrides = PoseOverrides::default();
    let rotation = Some(RotationOverride::Quaternion(roll(80.0)));
    overrides.set(0, JointOverride { rotation, ..JointOverride::default() });
    let mut pose = Pose::rest(&plain);
    overrides.apply(&plain, &mut pose);
    let turned = [0, 7, 5].map(|node: usize| pose.joints[node].rotation).into_iter().product::<Quat>();
    assert!(turned.angle_between(roll(40.0) * nodes[7].rest.rotation) < 1e-3, "{turned}");
}

/// Numbers from 0 to 1, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn turn(&mut self, largest: f32) -> Quat {
        let axis = [(); 3].map(|()| self.next() - 0.5);
        Quat::from_axis_angle(Vec3::from_array(axis).normalize_or(Vec3::X), self.next() * largest)
    }

    fn offset(&mut self) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| 2.0 * self.next() - 1.0))
    }
}

/// The bar with other nodes: a joint above the arm and, before the arm and before the hand, nodes that are no joints. All
/// are turned, and some are mirrored, stretched or sheared.
fn random_arm(random: &mut Random, along_axis: bool) -> Model {
    let mut model = bar();
    let joint = |name: &str, parent, rest| Node { is_joint: true, ..Node::new(name, parent, rest) };
    let mut rest = |scale: Vec3| {
        let rotation = random.turn(3.0);
        Trs { translation: random.offset() + Vec3::X * 2.0, rotation, scale }
    };
    let between = if along_axis { Trs::IDENTITY } else { rest(Vec3::ONE) };
    let mut nodes = vec![
        joint("arm.L", Some(3), rest(Vec3::new(1.0, 0.8, 1.3))),
        joint("hand.L", Some(5), rest(Vec3::ONE)),
        joint("tip.L", Some(1), rest(Vec3::ONE)),
        Node::new("above", Some(4), rest(Vec3::new(1.0, 1.0, -1.0))),
        joint("body", None, rest(Vec3::new(0.5, 2.0, 1.0))),
        Node::new("between", Some(0), between),
    ];
    if along_axis {
        nodes[1].rest.translation = Vec3::NEG_Z * 2.0;
    } else {
        nodes[3].residual = Some(DMat3::from_cols_array(&[1.0, 0.2, 0.0, 0.2, 1.0, 0.0, 0.0, 0.0, 1.0]));
    }
    model.skeleton = Skeleton::new(nodes).unwrap();
    let scene = Pose::rest(&model.skeleton).scene_from_node(&model.skeleton, ScaleKind::Inherited);
    let skin_joint = |(node, parent): (u32, Option<u32>)| SkinJoint::new(node, parent, scene[node as usize].inverse());
    model.skins[0].joints = [(0, Some(3)), (1, Some(0)), (2, Some(1)), (4, None)].map(skin_joint).to_vec();
    model
}

/// scene_from_bind of the twist joints of the first skin.
fn twist_matrices(model: &Model, skeleton: &Skeleton, pose: &PoseOverrides) -> Vec<DAffine3> {
    let mut posed = Pose::rest(skeleton);
    pose.apply(skeleton, &mut posed);
    let scene = posed.scene_from_node(skeleton, ScaleKind::Local);
    let twists = model.skins[0].joints.iter().filter(|joint| model.skeleton.twist_driver(joint.node).is_some());
    twists.map(|joint| scene[joint.node as usize] * joint.joint_from_bind).collect()
}

#[test]
fn constraints_turn_twist_joints_as_their_drivers_do() {
    let mut random = Random(7);
    let mut compared = 0;
    for round in 0..60 {
        let arm = random_arm(&mut random, round % 2 == 0);
        let (kind, count) = (TwistKind::ALL[round % 3], 1 + round as u32 % 4);
        let model = split(&arm, 0, count, kind);
        let framed = with_twist_frames(&model);
        let constraints = twist_constraints(&framed);
        let both = if kind == TwistKind::Both { count - 1 } else { 0 };
        assert_eq!(constraints.len() as u32, kind.joint_count(count) + both, "{kind:?} {count}");
        let plain = Skeleton::new(framed.skeleton.nodes().to_vec()).unwrap().with_constraints(&constraints).0;
        assert_eq!(with_twist_frames(&framed).skeleton.nodes(), framed.skeleton.nodes(), "nothing is left to do");
        for _ in 0..10 {
            let mut pose = PoseOverrides::default();
            for node in [0, 1, 4] {
                let rotation = arm.skeleton.node(node).rest.rotation * random.turn(2.8);
                let rotation = Some(RotationOverride::Quaternion(rotation.normalize()));
                let (translation, scale) = (Some(random.offset()), Some(Vec3::splat(0.5) + random.offset() * 0.2));
                pose.set(node, JointOverride { rotation, translation, scale, ..JointOverride::default() });
            }
            let driven = twist_matrices(&model, &model.skeleton, &pose);
            for other in [&framed.skeleton, &plain] {
                // Local scale is a matter of drivers.
                let mut pose = pose.clone();
                let kind_of_scale = std::ptr::eq(other, &plain);
                if kind_of_scale {
                    for node in [0, 1, 4] {
                        pose.set(node, JointOverride { scale: None, ..pose.get(node) });
                    }
                }
                let expected =
                    if kind_of_scale { twist_matrices(&model, &model.skeleton, &pose) } else { driven.clone() };
                for (found, expected) in twist_matrices(&framed, other, &pose).iter().zip(&expected) {
                    let size = expected.translation.length().max(1.0) * 1e-4;
                    assert!(found.abs_diff_eq(*expected, size), "{round} {kind:?}: {found} {expected}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn the_rest_pose_stays() {
    let mut random = Random(3);
    for round in 0..12 {
        let model = split(&random_arm(&mut random, false), 0, 3, TwistKind::ALL[round % 3]);
        let framed = with_twist_frames(&model);
        let rest = PoseOverrides::default();
        let before = twist_matrices(&model, &model.skeleton, &rest);
        for (found, expected) in twist_matrices(&framed, &framed.skeleton, &rest).iter().zip(&before) {
            assert!(found.abs_diff_eq(*expected, 2e-6), "{found} {expected}");
        }
    }
}

#[test]
fn what_follows_a_node_that_is_no_joint_has_no_constraint() {
    let mut model = split(&random_arm(&mut Random(1), false), 0, 2, TwistKind::Both);
    assert_eq!(twist_constraints(&with_twist_frames(&model)).len(), 4);
    let values = ChannelValues::Rotation(vec![Quat::from_euler(EulerRot::XYZ, 0.1, 0.2, 0.3)]);
    let channel = Channel::new(5, Interpolation::Step, vec![0.0], values).unwrap();
    model.clips = Arc::new(vec![Clip::new("odd".to_owned(), vec![channel])]);
    let framed = with_twist_frames(&model);
    // The first of both kinds takes back the own twist only, which does not depend on the node before the hand.
    assert_eq!(twist_constraints(&framed).len(), 1);
}

#[test]
fn frames_are_used_again_and_bring_no_others() {
    let mut model = bar_on_a_body();
    let mut most = 0;
    for kind in [TwistKind::Own, TwistKind::Both, TwistKind::End, TwistKind::Own, TwistKind::Both] {
        let direct = split(&bar_on_a_body(), 0, 2, kind);
        model = with_twist_frames(&split(&model, 0, 2, kind));
        most = most.max(model.skeleton.len());
        let twists = kind.joint_count(2) as usize;
        assert_eq!(model.skeleton.twist_drivers().len(), twists);
        let mut pose = PoseOverrides::default();
        for (node, angles) in [(0, Vec3::new(50.0, 20.0, -30.0)), (1, Vec3::new(-70.0, 10.0, 40.0))] {
            let rotation = Some(RotationOverride::AnglesDegrees(angles));
            pose.set(node, JointOverride { rotation, ..JointOverride::default() });
        }
        let expected = twist_matrices(&direct, &direct.skeleton, &pose);
        let found = twist_matrices(&model, &model.skeleton, &pose);
        for (found, expected) in found.iter().zip(&expected) {
            assert!(found.abs_diff_eq(*expected, 1e-5), "{kind:?}: {found} {expected}");
        }
        assert!(twist_constraints(&model).len() >= twists);
    }
    assert_eq!(model.skeleton.len(), most, "the second round needs nothing new");
}
