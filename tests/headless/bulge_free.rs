//! Properties of `bulge-free-dqs` (Kim & Han 2014): by hand on a bent arm, and over random poses of the bundled models.

use crate::properties::{Random, random_pose};
use crate::small_models::{Vertex, small_model};
use glam::{DAffine3, DQuat, DVec3, Quat, Vec3};
use skinscope::bundled;
use skinscope::files::open_model;
use skinscope::model::{Influence, Model, Node, Pose, ScaleKind, Trs, VertexBone};
use skinscope::skinning::{
    Antipodality, JointPalette, PosedBone, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model,
};
use std::collections::HashMap;
use std::sync::Arc;

fn of(method: SkinningMethod) -> SkinningSettings {
    SkinningSettings { method, ..SkinningSettings::default() }
}

const BULGE_FREE: SkinningMethod = SkinningMethod::BulgeFreeDqs;

/// The skinned primitives, each with its vertices.
fn deform(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<Vec<SkinnedVertex>> {
    deform_model(model, pose, settings, &[]).unwrap()
}

/// An arm along x: a joint at the origin, and one at (2, 0, 0). The influences are of the first and the second.
fn arm(vertices: &[(Vec3, [f32; 2])]) -> Model {
    let trs = |translation: Vec3| Trs { translation, ..Trs::IDENTITY };
    let nodes = vec![Node::new("upper", None, trs(Vec3::ZERO)), Node::new("lower", Some(0), trs(Vec3::X * 2.0))];
    let bind = [DVec3::ZERO, DVec3::X * 2.0].map(DAffine3::from_translation);
    let influence = |(joint, &weight): (u32, &f32)| Influence { joint, weight };
    let lists: Vec<Vec<Influence>> =
        vertices.iter().map(|(_, weights)| (0..).zip(weights).map(influence).collect()).collect();
    let vertex = |((position, _), influences): (&(Vec3, [f32; 2]), _)| Vertex {
        position: *position,
        normal: Vec3::NEG_Y,
        influences,
    };
    let list: Vec<Vertex<'_>> = vertices.iter().zip(lists.iter().map(Vec::as_slice)).map(vertex).collect();
    small_model(nodes, &bind, &list)
}

/// Bends the lower arm toward +y.
fn bent(model: &Model, degrees: f32) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[1].rotation = Quat::from_rotation_z(degrees.to_radians());
    pose
}

#[test]
fn by_hand_an_arm_bent_by_90_degrees() {
    // On the outside before the elbow, on the inside, and at the end of the lower arm, which gives it its length.
    let half = [0.5, 0.5];
    let model = arm(&[
        (Vec3::new(1.5, -0.5, 0.0), half),
        (Vec3::new(1.5, 0.5, 0.0), half),
        (Vec3::new(4.0, -0.5, 0.0), [0.0, 1.0]),
    ]);
    let pose = bent(&model, 90.0);
    let near = |found: Vec3, x: f32, y: f32| assert!(found.abs_diff_eq(Vec3::new(x, y, 0.0), 1e-6), "{found}");
    let [dqs, found] = [SkinningMethod::Dqs, BULGE_FREE].map(|method| deform(&model, &pose, of(method)).remove(0));
    // DQS turns both by 45 degrees about the elbow. Outside, the vertex is then sqrt(1/2) below the elbow instead of 1/2.
    near(dqs[0].position, 2.0, -std::f32::consts::FRAC_1_SQRT_2);
    near(found[0].position, 2.0, -0.5);
    // The direction away from the bone, as at rest, and not turned by 45 degrees.
    near(found[0].normal, 0.0, -1.0);
    near(found[1].position, 2.0 - std::f32::consts::FRAC_1_SQRT_2, 0.0);
    near(found[2].position, 2.5, 2.0);
    assert_eq!(found[1..], dqs[1..], "inside, and where one joint moves the skin, nothing bulges");
}

/// The bone of every vertex of the skinned primitives, where it is in the pose, and its distance at rest.
fn kept_distances(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<Vec<(PosedBone, f32)>> {
    let palettes = JointPalette::all(model, pose, settings);
    let of_primitive = |(index, primitive): (usize, &Arc<skinscope::model::Primitive>)| {
        let bones = &palettes[primitive.skin as usize].bones;
        let of_vertex =
            |(bone, position): (&VertexBone, &Vec3)| (bones[bone.joint as usize], position.distance(bone.point));
        model.rest_bones().of_primitive(index).iter().zip(&primitive.positions).map(of_vertex).collect()
    };
    model.primitives.iter().enumerate().map(of_primitive).collect()
}

fn distance(bone: PosedBone, position: Vec3) -> f32 {
    let (start, along) = (bone.start.as_dvec3(), (bone.end - bone.start).as_dvec3());
    let at = (position.as_dvec3() - start).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
    position.as_dvec3().distance(start + along * at.clamp(0.0, 1.0)) as f32
}

#[test]
fn no_vertex_leaves_its_bone_and_others_are_those_of_dqs() {
    let mut random = Random(41);
    for name in bundled::MODELS.iter().map(|bundled| bundled.name) {
        let model = open_model(name).unwrap().asset.model;
        let extent = model.rest_bounds().extent();
        for round in 0..4 {
            let pose = random_pose(&model, &mut random, round % 2 == 1);
            for antipodality in Antipodality::ALL {
                let settings = |method| SkinningSettings { chosen_antipodality: Some(antipodality), ..of(method) };
                let [dqs, found] =
                    [SkinningMethod::Dqs, BULGE_FREE].map(|method| deform(&model, &pose, settings(method)));
                let kept = kept_distances(&model, &pose, settings(BULGE_FREE));
                let (mut same, mut moved) = (0, 0);
                for ((dqs, found), kept) in dqs.iter().zip(&found).zip(&kept) {
                    for ((dqs, found), &(bone, at_rest)) in dqs.iter().zip(found).zip(kept) {
                        let largest_coordinate = found.position.abs().max_element().max(extent);
                        let now = distance(bone, found.position);
                        assert!(
                            now <= at_rest + 2e-6 * largest_coordinate,
                            "{name}: {now} from a bone, {at_rest} at rest"
                        );
                        assert!((found.normal.length() - 1.0).abs() < 1e-4 || dqs.normal == Vec3::ZERO);
                        if distance(bone, dqs.position) < at_rest - 1e-5 * largest_coordinate {
                            assert_eq!(dqs, found, "{name}");
                            same += 1;
                        } else {
                            moved += usize::from(dqs.position != found.position);
                        }
                    }
                }
                assert!(same > 0 && moved > 0, "{name}: {same} vertices as under DQS, {moved} moved");
            }
        }
    }
}

#[test]
fn rest_is_rest_on_every_bundled_model() {
    for name in bundled::MODELS.iter().map(|bundled| bundled.name) {
        let model = open_model(name).unwrap().asset.model;
        let found = deform(&model, &Pose::rest(&model.skeleton), of(BULGE_FREE));
        let extent = model.rest_bounds().extent();
        for (primitive, found) in model.primitives.iter().zip(&found) {
            for ((found, position), normal) in found.iter().zip(&primitive.positions).zip(&primitive.normals) {
                assert!(found.position.distance(*position) < 2e-6 * extent, "{name}: {} {position}", found.position);
                assert!(found.normal.distance(*normal) < 2e-2, "{name} at {position}: {} {normal}", found.normal);
            }
        }
    }
}

/// The whole rig turned and shifted: the skin goes along.
#[test]
fn a_rigid_motion_of_the_whole_rig_moves_the_skin_alike() {
    let motion = DAffine3::from_rotation_translation(
        DQuat::from_rotation_x(2.1) * DQuat::from_rotation_z(0.7),
        DVec3::splat(0.5),
    );
    let mut random = Random(43);
    for name in ["bar", "limb", "hand"] {
        let model = open_model(name).unwrap().asset.model;
        let pose = random_pose(&model, &mut random, false);
        let mut turned = pose.clone();
        for root in model.skeleton.roots() {
            let joint = &mut turned.joints[root as usize];
            joint.translation = motion.transform_point3(joint.translation.as_dvec3()).as_vec3();
            joint.rotation = (DQuat::from_mat3(&motion.matrix3) * joint.rotation.as_dquat()).as_quat();
        }
        let [before, after] = [&pose, &turned].map(|pose| deform(&model, pose, of(BULGE_FREE)).concat());
        for (before, after) in before.iter().zip(&after) {
            let expected = motion.transform_point3(before.position.as_dvec3()).as_vec3();
            let allowed = 2e-5 * model.rest_bounds().extent();
            assert!(after.position.distance(expected) < allowed, "{name}: {} {expected}", after.position);
        }
    }
}

/// Vertices of one position and equal weights, as along a seam of the texture.
#[test]
fn seams_stay_closed() {
    let mut random = Random(47);
    let mut compared = 0;
    for name in bundled::MODELS.iter().map(|bundled| bundled.name) {
        let model = open_model(name).unwrap().asset.model;
        let pose = random_pose(&model, &mut random, false);
        let found = deform(&model, &pose, of(BULGE_FREE));
        let mut seen: HashMap<String, Vec3> = HashMap::new();
        for (primitive, found) in model.primitives.iter().zip(&found) {
            for (vertex, found) in found.iter().enumerate() {
                let influences = primitive.influences.of(vertex);
                let key = format!("{} {:?} {influences:?}", primitive.skin, primitive.positions[vertex] + Vec3::ZERO);
                if let Some(other) = seen.insert(key, found.position) {
                    assert_eq!(other, found.position, "{name}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 150, "{compared} vertices of seams");
}

#[test]
fn the_order_of_influences_changes_nothing() {
    let at = Vec3::new(1.5, -0.5, 0.25);
    let ordered = |order: [u32; 2]| {
        let list = order.map(|joint| Influence { joint, weight: 0.5 });
        let nodes = ["a", "b"].map(|name| Node::new(name, None, Trs::IDENTITY)).to_vec();
        let bind = [DVec3::ZERO, DVec3::X * 2.0].map(DAffine3::from_translation);
        let model = small_model(nodes, &bind, &[Vertex { position: at, normal: Vec3::Y, influences: &list }]);
        let mut pose = Pose::rest(&model.skeleton);
        pose.joints[1].rotation = Quat::from_rotation_z(1.5);
        deform(&model, &pose, of(BULGE_FREE))[0][0].position
    };
    let [one, other] = [[0, 1], [1, 0]].map(ordered);
    assert!(one.distance(other) < 1e-6, "{one} {other}");
}

/// While the arm bends, a vertex reaches the distance that it then keeps. The skin moves on without a jump, nowhere
/// faster than with DQS.
#[test]
fn nothing_jumps_where_the_bone_takes_over() {
    let model = arm(&[(Vec3::new(1.6, -0.5, 0.1), [0.6, 0.4]), (Vec3::new(4.0, 0.0, 0.0), [0.0, 1.0])]);
    let at = |step: i32, method| deform(&model, &bent(&model, 0.1 * step as f32), of(method))[0][0].position;
    let taken_over = (0..1200).filter(|&step| at(step, BULGE_FREE) != at(step, SkinningMethod::Dqs)).count();
    assert!(taken_over > 200, "{taken_over}");
    for step in -1200..1200 {
        let [own, dqs] =
            [BULGE_FREE, SkinningMethod::Dqs].map(|method| at(step, method).distance(at(step + 1, method)));
        assert!(own <= dqs + 2e-6, "{step}: {own} after {dqs}");
    }
}

#[test]
fn scale_moves_the_joints_and_nothing_else() {
    let model = arm(&[(Vec3::new(1.5, -0.5, 0.0), [0.5, 0.5]), (Vec3::new(4.0, -0.5, 0.0), [0.0, 1.0])]);
    let mut pose = bent(&model, 90.0);
    pose.joints[1].scale = Vec3::new(3.0, 0.5, 2.0);
    for scale_kind in ScaleKind::ALL {
        let settings = SkinningSettings { scale_kind, ..of(BULGE_FREE) };
        let [plain, scaled] = [&bent(&model, 90.0), &pose].map(|pose| deform(&model, pose, settings).concat());
        for (plain, scaled) in plain.iter().zip(&scaled) {
            assert!(scaled.position.abs_diff_eq(plain.position, 1e-6) && scaled.normal.abs_diff_eq(plain.normal, 1e-6));
        }
    }
    // The upper arm twice as long: the elbow is at (4, 0, 0).
    pose = bent(&model, 90.0);
    pose.joints[0].scale = Vec3::splat(2.0);
    pose.joints[1].scale = Vec3::splat(0.5);
    let palette = JointPalette::all(&model, &pose, of(BULGE_FREE)).remove(0);
    assert!(palette.bones[0].end.abs_diff_eq(Vec3::X * 4.0, 1e-6));
    assert!(palette.bones[1].end.abs_diff_eq(Vec3::new(4.0, 2.0, 0.0), 1e-6), "as long as at rest: {palette:?}");
}
