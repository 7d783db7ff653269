use super::*;
use crate::model::{
    Channel, ChannelValues, Clip, Influence, Influences, Interpolation, JointOverride, MOST_JOINTS, Material, Model,
    ModelParts, Node, Pose, PoseOverrides, Primitive, RotationOverride, Skeleton, Skin, SkinJoint, SkinKind, Trs,
    TwistKind,
};
use glam::{DAffine3, Quat, Vec3};
use std::sync::Arc;

/// A bar along X: `arm` from 0 to 4, `hand` at 4, and a leaf at 5. Vertices lie on rings of radius 1 at every quarter
/// of the arm and all follow the arm.
pub(super) fn bar() -> Model {
    let at = |x: f32| Trs { translation: Vec3::X * x, ..Trs::IDENTITY };
    let joint = |name: &str, parent, rest| Node { is_joint: true, ..Node::new(name, parent, rest) };
    let skeleton = Skeleton::new(vec![
        joint("arm.L", None, at(0.0)),
        joint("hand.L", Some(0), at(4.0)),
        joint("tip.L", Some(1), at(1.0)),
    ])
    .unwrap();
    let skin_joint = |(node, parent, x): (u32, Option<u32>, f64)| {
        SkinJoint::new(node, parent, DAffine3::from_translation(glam::DVec3::X * -x))
    };
    let positions: Vec<Vec3> =
        (0..=24).flat_map(|ring| [Vec3::Y, Vec3::Z].map(|beside| Vec3::X * (ring as f32 / 6.0) + beside)).collect();
    let normals = vec![Vec3::Y; positions.len()];
    let follow = [Influence { joint: 0, weight: 0.75 }, Influence { joint: 2, weight: 0.25 }];
    let lists = positions.iter().map(|at| if at.x < 0.1 { &follow[..] } else { &follow[..1] });
    let influences = Influences::normalized(lists, 3).unwrap().0;
    let primitive = Primitive {
        mesh_name: String::new(),
        node: 0,
        skin: 0,
        material: 0,
        positions,
        normals,
        texcoords: vec![],
        second_texcoords: vec![],
        blend_factors: Vec::new(),
        colors: vec![],
        indices: vec![],
        influences,
        morphs: None,
    };
    let joints = [(0, None, 0.0), (1, Some(0), 4.0), (2, Some(1), 5.0)].map(skin_joint).to_vec();
    Model::new(ModelParts {
        name: "bar".to_owned(),
        skeleton,
        skins: vec![Skin { name: String::new(), kind: SkinKind::Skinned, joints, bind_from_mesh: DAffine3::IDENTITY }],
        primitives: vec![primitive],
        materials: vec![Material::default()],
        textures: vec![],
        clips: vec![],
    })
    .unwrap()
}

fn split(model: &Model, count: u32) -> Model {
    with_twist_joints(model, &[TwistSplit { joint: 0, count, kind: TwistKind::End }]).unwrap()
}

/// Linear blending of a model's first primitive, computed directly from the definition.
fn blended(model: &Model, pose: &Pose) -> Vec<Vec3> {
    let scene_from_node = pose.scene_from_node(&model.skeleton, crate::model::ScaleKind::Inherited);
    let primitive = &model.primitives[0];
    let skin = &model.skins[0];
    let vertex = |(index, position): (usize, &Vec3)| {
        let parts = primitive.influences.of(index).iter().map(|influence| {
            let joint = &skin.joints[influence.joint as usize];
            let posed_from_bind = scene_from_node[joint.node as usize] * joint.joint_from_bind;
            posed_from_bind.transform_point3(position.as_dvec3()) * f64::from(influence.weight)
        });
        parts.sum::<glam::DVec3>().as_vec3()
    };
    primitive.positions.iter().enumerate().map(vertex).collect()
}

fn posed(model: &Model, turns: &[(u32, Vec3)]) -> Pose {
    let mut overrides = PoseOverrides::default();
    for &(node, angles) in turns {
        let rotation = Some(RotationOverride::AnglesDegrees(angles));
        overrides.set(node, JointOverride { rotation, ..JointOverride::default() });
    }
    let mut pose = Pose::rest(&model.skeleton);
    overrides.apply(&model.skeleton, &mut pose);
    pose
}

#[test]
fn nodes_come_last_and_are_named_for_their_side() {
    let model = split(&bar(), 3);
    let names: Vec<&str> = model.skeleton.nodes().iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["arm.L", "hand.L", "tip.L", "arm_twist_1.L", "arm_twist_2.L", "arm_twist_3.L"]);
    for (index, node) in (3..6).enumerate() {
        let node = model.skeleton.node(node);
        assert_eq!((node.parent, node.is_joint), (Some(0), true));
        assert!((node.rest.translation - Vec3::X * (4.0 * (index as f32 + 0.5) / 3.0)).length() < 1e-6);
    }
    assert_eq!(model.skins[0].joints.len(), 6);
    let shares: Vec<f64> = model.skeleton.twist_drivers().iter().map(|driver| driver.share).collect();
    assert_eq!(shares, [1.0 / 3.0, 2.0 / 3.0, 1.0]);
}

#[test]
fn weights_along_the_bone_by_hand() {
    let model = split(&bar(), 2);
    let influences = &model.primitives[0].influences;
    // Rings lie every 1/24 of the bone, two vertices each; knots at 0, 1/2, 1 are joints 0, 3, 4 of the skin.
    let at = |ring: usize| -> Vec<(u32, f32)> {
        influences.of(2 * ring).iter().map(|influence| (influence.joint, influence.weight)).collect()
    };
    assert_eq!(at(0), [(0, 0.75), (2, 0.25)], "what others hold stays");
    assert_eq!(at(6), [(0, 0.5), (3, 0.5)]);
    assert_eq!(at(12), [(3, 1.0)]);
    assert_eq!(at(18), [(3, 0.5), (4, 0.5)]);
    assert_eq!(at(24), [(4, 1.0)]);
    for vertex in influences.iter() {
        assert!((vertex.iter().map(|influence| f64::from(influence.weight)).sum::<f64>() - 1.0).abs() < 1e-7);
        assert!(vertex.windows(2).all(|pair| pair[0].weight >= pair[1].weight));
    }
}

#[test]
fn without_a_twist_nothing_changes() {
    let model = bar();
    for count in [1, 3, 8] {
        let split = split(&model, count);
        assert_eq!(split.primitives[0].positions, model.primitives[0].positions);
        let turns = [(0, Vec3::new(40.0, -70.0, 15.0)), (1, Vec3::Y * 30.0), (2, Vec3::X * 90.0)];
        let pairs = blended(&model, &posed(&model, &turns));
        let pairs = pairs.into_iter().zip(blended(&split, &posed(&split, &turns)));
        for (before, after) in pairs {
            assert!((before - after).length() < 2e-6, "{before} {after}");
        }
    }
}

#[test]
fn the_radius_shrinks_by_the_cosine_of_half_a_step() {
    for (count, step) in [(1, 90.0f32), (3, 30.0), (8, 11.25)] {
        let model = split(&bar(), count);
        let skin = blended(&model, &posed(&model, &[(1, Vec3::X * 90.0)]));
        let radius = |at: Vec3| at.with_x(0.0).length();
        // The first ring partly follows the leaf.
        let narrowest = skin[2..].iter().map(|&at| radius(at)).fold(f32::MAX, f32::min);
        let expected = (step / 2.0).to_radians().cos();
        // With 8 joints no ring lies in the middle of a step of 1/8.
        assert!(narrowest >= expected - 1e-6, "{count}: {narrowest} under {expected}");
        assert!(count == 8 || narrowest <= expected + 1e-6, "{count}: {narrowest} over {expected}");
        let last = skin[skin.len() - 2];
        assert!((last - Vec3::new(4.0, 0.0, 1.0)).length() < 1e-5, "the end follows the hand: {last}");
    }
}

#[test]
fn twist_joints_of_the_rig_give_up_their_weight() {
    let model = split(&bar(), 2);
    // Again as if loaded from a file: the drivers are gone.
    let mut plain = model.clone();
    plain.skeleton = Skeleton::new(model.skeleton.nodes().to_vec()).unwrap();
    let again = split(&plain, 1);
    assert_eq!(again.skeleton.node(5).name, "arm_twist_1_2.L");
    let flat = again.primitives[0].influences.flat();
    assert!(flat.iter().all(|influence| ![3, 4].contains(&influence.joint)));
    let direct = split(&bar(), 1);
    for (a, b) in flat.iter().zip(direct.primitives[0].influences.flat()) {
        assert!((a.weight - b.weight).abs() < 1e-6);
    }
}

#[test]
fn what_cannot_be_split_is_refused() {
    let model = bar();
    let refused = |model: &Model, joint, count| {
        with_twist_joints(model, &[TwistSplit { joint, count, kind: TwistKind::End }]).unwrap_err().to_string()
    };
    assert!(refused(&model, 2, 1).contains("no joint below it"), "{}", refused(&model, 2, 1));
    assert!(refused(&model, 0, 9).contains("1 to 8 twist joints, not 9: arm.L"));
    assert!(refused(&model, 0, 0).contains("1 to 8"));
    assert!(refused(&model, 99, 1).contains("no node #99"));
    let twice = [TwistSplit { joint: 0, count: 1, kind: TwistKind::End }; 2];
    assert!(matches!(with_twist_joints(&model, &twice), Err(TwistError::Twice { .. })));
    let model = split(&model, 2);
    assert!(refused(&model, 3, 1).contains("already a twist joint"));
    assert!(has_bone(&model, 0) && has_bone(&model, 1) && !has_bone(&model, 2) && !has_bone(&model, 3));
}

/// A rig that was written and opened again is split anew like the rig that it was made from.
#[test]
fn a_bone_that_is_split_already_takes_another_split() {
    let mannequin = crate::import::bundled_model("mannequin");
    let forearm = mannequin.skeleton.find("forearm.L").unwrap();
    let of_mannequin = TwistKind::ALL.map(|kind| (&*mannequin, forearm, kind));
    for (model, joint, kind) in [(&bar(), 0, TwistKind::End)].into_iter().chain(of_mannequin) {
        for (before, after) in [(2, 4), (4, 2), (3, 3)] {
            let of = |count| TwistSplit { joint, count, kind };
            let first = with_twist_joints(model, &[of(before)]).unwrap();
            assert_eq!(split_of(&first.skeleton, joint), Some(of(before)));
            let again = with_twist_joints(&first, &[of(after)]).unwrap();
            let direct = with_twist_joints(model, &[of(after)]).unwrap();
            assert_eq!(split_of(&again.skeleton, joint), Some(of(after)));
            let shown = |model: &Model| model.skeleton.shown_joints().count();
            assert_eq!(shown(&again), shown(&direct), "{kind:?} {before} {after}");
            assert_eq!(again.skeleton.twist_drivers().len(), direct.skeleton.twist_drivers().len());
            // Weights by node, since the order of a skin's joints may differ.
            let weights = |model: &Model, vertex: usize| {
                let mut weights: Vec<(String, f32)> = model.primitives[0]
                    .influences
                    .of(vertex)
                    .iter()
                    .map(|i| (model.skeleton.label(model.skins[0].joints[i.joint as usize].node), i.weight))
                    .filter(|(_, weight)| *weight > 1e-6)
                    .collect();
                weights.sort_by(|a, b| a.0.cmp(&b.0));
                weights
            };
            for vertex in 0..model.primitives[0].positions.len() {
                let (again, direct) = (weights(&again, vertex), weights(&direct, vertex));
                assert_eq!(again.len(), direct.len(), "{kind:?}: {again:?} {direct:?}");
                for (a, b) in again.iter().zip(&direct) {
                    assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-5, "{again:?} {direct:?}");
                }
            }
        }
    }
}

#[test]
fn clips_bring_the_twist_along() {
    let mut model = bar();
    let far = Quat::from_rotation_x(120f32.to_radians());
    let bent = Quat::from_rotation_y(1.0) * Quat::from_rotation_x(0.5);
    let keys = ChannelValues::Rotation(vec![Quat::IDENTITY, far, bent]);
    let channel = Channel::new(1, Interpolation::Linear, vec![0.0, 1.0, 2.0], keys).unwrap();
    let still = Channel::new(2, Interpolation::Step, vec![0.0], ChannelValues::Scale(vec![Vec3::ONE])).unwrap();
    model.clips =
        Arc::new(vec![Clip::new("turn".to_owned(), vec![channel]), Clip::new("still".to_owned(), vec![still])]);
    let split = split(&model, 3);
    let progress = crate::work::Progress::default();
    let baked = with_baked_joints(&split, u32::MAX, &progress);
    assert_eq!(progress.fraction(), 1.0, "three twist joints in two clips");
    assert_eq!(baked.clips[0].channels.len(), 4);
    assert_eq!(baked.clips[1].channels.len(), 1);
    assert_eq!(baked.clips[0].channels[1].times_seconds()[..2], [0.0, 1.0], "an even turn needs no more keys");
    for step in 0..=40 {
        let seconds = step as f32 / 20.0;
        let mut driven = Pose::rest(&split.skeleton);
        split.clips[0].sample(seconds, &mut driven);
        PoseOverrides::default().apply(&split.skeleton, &mut driven);
        let mut played = Pose::rest(&split.skeleton);
        baked.clips[0].sample(seconds, &mut played);
        for node in 3..6 {
            let error = driven.joints[node].rotation.angle_between(played.joints[node].rotation);
            assert!(error < 3e-3, "{error} at {seconds}");
        }
    }
}

/// The bar with a joint `body` before the arm, from -4 to 0. Rings before the arm follow the body.
pub(super) fn bar_on_a_body() -> Model {
    let mut model = bar();
    let mut nodes = model.skeleton.nodes().to_vec();
    nodes[0].parent = Some(3);
    let rest = Trs { translation: Vec3::X * -4.0, ..Trs::IDENTITY };
    nodes[0].rest.translation = Vec3::X * 4.0;
    nodes.push(Node { is_joint: true, ..Node::new("body", None, rest) });
    model.skeleton = Skeleton::new(nodes).unwrap();
    let joints = &mut model.skins[0].joints;
    joints.push(SkinJoint::new(3, None, DAffine3::from_translation(glam::DVec3::X * 4.0)));
    joints[0] = SkinJoint::new(0, Some(3), DAffine3::IDENTITY);
    let half = [Influence { joint: 0, weight: 0.5 }, Influence { joint: 3, weight: 0.5 }];
    let lists = model.primitives[0].positions.iter().map(|at| if at.x < 0.1 { &half[..] } else { &half[..1] });
    let influences = Influences::normalized(lists, 4).unwrap().0;
    Arc::make_mut(&mut model.primitives[0]).influences = influences;
    model
}

fn split_as(model: &Model, count: u32, kind: TwistKind) -> Model {
    with_twist_joints(model, &[TwistSplit { joint: 0, count, kind }]).unwrap()
}

fn radius(at: Vec3) -> f32 {
    at.with_x(0.0).length()
}

/// The angle of a point about the bar, away from where the vertex is at rest, in degrees from 0 to 360.
fn turned_degrees(rest: Vec3, posed: Vec3) -> f32 {
    let angle = |at: Vec3| at.z.atan2(at.y).to_degrees();
    (angle(posed) - angle(rest)).rem_euclid(360.0)
}

#[test]
fn own_twist_leaves_the_first_ring_whole_and_grows_along_the_bone() {
    let model = bar_on_a_body();
    let turns = [(0, Vec3::X * 150.0)];
    let before = blended(&model, &posed(&model, &turns));
    assert!((radius(before[0]) - 75f32.to_radians().cos()).abs() < 1e-5, "the candy wrapper: {}", radius(before[0]));
    for (kind, names) in [(TwistKind::Own, 3), (TwistKind::Both, 4)] {
        let split = split_as(&model, 3, kind);
        assert_eq!(split.skeleton.len(), model.skeleton.len() + names);
        let skin = blended(&split, &posed(&split, &turns));
        let rest = &model.primitives[0].positions;
        assert!((radius(skin[0]) - 1.0).abs() < 1e-6 && turned_degrees(rest[0], skin[0]).min(1.0) < 1e-3);
        // Knots lie every 8 rings of two vertices. Between them, half a step of 50 degrees narrows the ring.
        for (knot, degrees) in [(1, 50.0), (2, 100.0), (3, 150.0)] {
            let at = 16 * knot;
            assert!((turned_degrees(rest[at], skin[at]) - degrees).abs() < 1e-3, "{kind:?}, knot {knot}");
            assert!((radius(skin[at]) - 1.0).abs() < 1e-6);
            let between = radius(skin[at - 8]);
            assert!((between - 25f32.to_radians().cos()).abs() < 1e-6, "{between} between knots");
        }
    }
}

#[test]
fn without_an_own_twist_nothing_changes() {
    let model = bar_on_a_body();
    for kind in [TwistKind::Own, TwistKind::Both] {
        for count in [1, 3, 8] {
            let split = split_as(&model, count, kind);
            assert_eq!(split.primitives[0].positions, model.primitives[0].positions);
            for turns in [
                vec![],
                vec![(3, Vec3::new(30.0, 80.0, -20.0))],
                vec![(0, Vec3::Y * 110.0), (3, Vec3::X * 170.0)],
                vec![(0, Vec3::Z * 200.0), (1, Vec3::Z * -60.0)],
            ] {
                let pairs = blended(&model, &posed(&model, &turns));
                for (before, after) in pairs.into_iter().zip(blended(&split, &posed(&split, &turns))) {
                    assert!((before - after).length() < 1e-5, "{kind:?}, {count}, {turns:?}: {before} {after}");
                }
            }
        }
    }
}

#[test]
fn joints_below_a_split_bone_move_as_before() {
    let model = bar_on_a_body();
    let turns = [(0, Vec3::new(150.0, 40.0, 10.0)), (1, Vec3::new(70.0, 0.0, 20.0))];
    let frames =
        |model: &Model| posed(model, &turns).scene_from_node(&model.skeleton, crate::model::ScaleKind::Inherited);
    let before = frames(&model);
    for kind in TwistKind::ALL {
        assert_eq!(frames(&split_as(&model, 3, kind))[..before.len()], before[..], "{kind:?}");
    }
}

#[test]
fn clips_bring_the_own_twist_along() {
    let mut model = bar_on_a_body();
    let bent = Quat::from_rotation_y(0.9) * Quat::from_rotation_x(1.5);
    let keys = ChannelValues::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_x(2.0), bent]);
    let channel = Channel::new(0, Interpolation::Linear, vec![0.0, 1.0, 2.0], keys).unwrap();
    model.clips = Arc::new(vec![Clip::new("roll".to_owned(), vec![channel])]);
    for kind in [TwistKind::Own, TwistKind::Both] {
        let split = split_as(&model, 3, kind);
        let baked = with_baked_joints(&split, u32::MAX, &crate::work::Progress::default());
        assert_eq!(baked.clips[0].channels.len(), split.skeleton.len() - model.skeleton.len() + 1);
        for step in 0..=40 {
            let seconds = step as f32 / 20.0;
            let mut driven = Pose::rest(&split.skeleton);
            split.clips[0].sample(seconds, &mut driven);
            PoseOverrides::default().apply(&split.skeleton, &mut driven);
            let mut played = Pose::rest(&split.skeleton);
            baked.clips[0].sample(seconds, &mut played);
            for node in 4..split.skeleton.len() {
                let error = driven.joints[node].rotation.angle_between(played.joints[node].rotation);
                assert!(error < 3e-3, "{kind:?}: {error} at {seconds}");
            }
        }
    }
}

#[test]
fn a_bone_without_a_joint_above_has_no_own_twist() {
    let split = |kind| with_twist_joints(&bar(), &[TwistSplit { joint: 0, count: 2, kind }]).map(|_| ());
    assert!(split(TwistKind::End).is_ok());
    for kind in [TwistKind::Own, TwistKind::Both] {
        assert_eq!(split(kind), Err(TwistError::NothingAbove { joint: "arm.L".to_owned() }));
    }
}

/// Shaders read 16 bits of a joint's index.
#[test]
fn a_skin_does_not_get_more_joints_than_vertices_can_name() {
    let mut model = bar();
    let joints = &mut model.skins[0].joints;
    joints.resize(MOST_JOINTS - 2, joints[0]);
    let split = |count| with_twist_joints(&model, &[TwistSplit { joint: 0, count, kind: TwistKind::End }]);
    assert!(split(2).is_ok());
    assert_eq!(split(3).unwrap_err(), TwistError::TooManyJoints { joint: "arm.L".to_owned() });
}
