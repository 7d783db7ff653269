//! Tests of the conversion from the file to the bind frame.

use super::builder::{Builder, warnings};
use crate::model::{Model, Pose, ScaleKind, SkinKind};
use crate::skinning::{JointPalette, SkinningSettings, deform_primitive};
use glam::{DAffine3, DVec3, Mat4, Quat, Vec3};
use serde_json::json;

fn deformed(model: &Model, primitive: usize) -> Vec<Vec3> {
    let settings = SkinningSettings::default();
    let palettes = JointPalette::all(model, &Pose::rest(&model.skeleton), settings);
    let primitive = &model.primitives[primitive];
    let deformed = deform_primitive(model, primitive, &palettes[primitive.skin as usize], settings).unwrap();
    deformed.into_iter().map(|vertex| vertex.position).collect()
}

/// A skinned triangle on joint 1 of two joints under a scaled and rotated armature. The mesh's node has a transform
/// that must be ignored.
fn armature(inverse_bind: Option<[Mat4; 2]>) -> Builder {
    let mut file = Builder::new();
    let position = file.triangle();
    let normal = file.floats("VEC3", &[0., 0., 1.].repeat(3));
    let (joints, weights) = file.one_joint(1);
    file.mesh(&json!({"attributes":
        {"POSITION": position, "NORMAL": normal, "JOINTS_0": joints, "WEIGHTS_0": weights}}));
    let turn = Quat::from_rotation_x(-90f32.to_radians()).to_array();
    file.node(json!({"name": "armature", "children": [1, 3], "scale": [0.01, 0.01, 0.01], "rotation": turn}));
    file.node(json!({"name": "hip", "children": [4], "translation": [0, 0, 100]}));
    file.node(json!({"name": "knee", "translation": [0, 0, 50]}));
    file.node(json!({"name": "body", "mesh": 0, "skin": 0, "translation": [7, 8, 9], "scale": [3, 3, 3]}));
    file.node(json!({"name": "between", "children": [2], "translation": [0, 0, 25]}));
    file.push("skins", json!({"name": "s", "joints": [1, 2]}));
    if let Some(matrices) = inverse_bind {
        let flat: Vec<f32> = matrices.iter().flat_map(Mat4::to_cols_array).collect();
        let accessor = file.floats("MAT4", &flat);
        file.json["skins"][0]["inverseBindMatrices"] = json!(accessor);
    }
    file
}

#[test]
fn ancestors_outside_the_skin_count_and_the_carrying_node_does_not() {
    let bind = [Mat4::from_translation(Vec3::new(0.0, 0.0, -100.0)), Mat4::from_translation(Vec3::Z * -175.0)];
    let model = armature(Some(bind)).open().model;
    // Mesh space is the armature's space: upright and in meters after B.
    let expected = [Vec3::ZERO, Vec3::X * 0.01, Vec3::Z * -0.01];
    for (found, expected) in model.primitives[0].positions.iter().zip(expected) {
        assert!(found.abs_diff_eq(expected, 1e-6), "{found} {expected}");
    }
    assert!(model.primitives[0].normals[0].abs_diff_eq(Vec3::Y, 1e-6));
    let skin = &model.skins[0];
    assert_eq!(skin.kind, SkinKind::Skinned);
    assert!(skin.joints[1].bind_origin.abs_diff_eq(DVec3::new(0.0, 1.75, 0.0), 1e-6));
    assert_eq!((skin.joints[0].parent, skin.joints[1].parent), (None, Some(0)));
    // At rest, if the bind pose is the rest pose, the bind frame is the scene.
    for (found, rest) in deformed(&model, 0).iter().zip(&model.primitives[0].positions) {
        assert!(found.abs_diff_eq(*rest, 1e-6));
    }
}

/// The hip moves nothing. Regardless of its inverse bind matrix, it keeps its rest pose position in the bind frame.
#[test]
fn a_joint_that_moves_nothing_has_no_bind_of_its_own() {
    let knee = Mat4::from_translation(Vec3::Z * -175.0);
    for hip in [Mat4::from_scale(Vec3::splat(100.0)), Mat4::from_rotation_x(1.0), Mat4::ZERO] {
        let asset = armature(Some([hip, knee])).open();
        let rest = Pose::rest(&asset.model.skeleton).scene_from_node(&asset.model.skeleton, ScaleKind::Inherited);
        let joints = &asset.model.skins[0].joints;
        assert!(joints[0].joint_from_bind.inverse().abs_diff_eq(rest[1], 1e-9), "{hip}");
        assert!(warnings(&asset).iter().all(|line| !line.contains("disagree")), "{:?}", warnings(&asset));
    }
}

/// The same below a joint that does move vertices and whose bind pose is not its rest pose: the rest offset is kept.
#[test]
fn a_joint_that_moves_nothing_keeps_its_rest_offset_from_the_joint_above() {
    let mut file = armature(Some([Mat4::from_translation(Vec3::X * 30.0), Mat4::from_scale(Vec3::splat(0.01))]));
    let (joints, weights) = file.one_joint(0);
    file.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = json!(joints);
    file.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    let model = file.open().model;
    let rest = Pose::rest(&model.skeleton).scene_from_node(&model.skeleton, ScaleKind::Inherited);
    let bind = |joint: usize| model.skins[0].joints[joint].joint_from_bind.inverse();
    assert!(bind(1).abs_diff_eq(bind(0) * rest[1].inverse() * rest[2], 1e-9));
}

#[test]
fn binds_that_disagree_in_scale_are_warned_about() {
    let scale_warnings = |factor: f32| {
        let knee = Mat4::from_scale(Vec3::splat(factor.recip()));
        let mut file = armature(Some([Mat4::IDENTITY, knee]));
        let joints = file.raw("VEC4", 5121, false, 3, &[0, 1, 0, 0].repeat(3));
        let weights = file.floats("VEC4", &[0.5, 0.5, 0.0, 0.0].repeat(3));
        file.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = json!(joints);
        file.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
        warnings(&file.open())
    };
    assert!(scale_warnings(1.0).is_empty() && scale_warnings(1.9).is_empty());
    let lines = scale_warnings(100.0);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let says = "the skin of \"hip\" is shown 100.0 times as large as that of \"knee\"";
    assert!(lines[0].starts_with("skin \"s\"") && lines[0].contains(says), "{lines:?}");
}

#[test]
fn missing_inverse_bind_matrices_are_identity() {
    let asset = armature(None).open();
    assert!(asset.warnings.is_empty());
    // B is the knee's rest transform.
    let expected = DAffine3::from_scale_rotation_translation(
        DVec3::splat(0.01),
        glam::DQuat::from_rotation_x(-90f64.to_radians()),
        DVec3::new(0.0, 1.75, 0.0),
    );
    assert!(asset.model.skins[0].bind_from_mesh.abs_diff_eq(expected, 1e-7));
}

#[test]
fn a_mirrored_bind_frame_turns_triangles_over() {
    let mirror = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let model = armature(Some([mirror, mirror])).open().model;
    let primitive = &model.primitives[0];
    assert_eq!(primitive.indices, [0, 2, 1]);
    let corner = |i: usize| primitive.positions[primitive.indices[i] as usize];
    let front = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalize();
    assert!(front.dot(primitive.normals[0]) > 0.999);
}

#[test]
fn a_singular_inverse_bind_matrix_is_replaced_by_rest() {
    // Joint 1 moves everything, but joint 0 must determine the bind frame.
    let asset = armature(Some([Mat4::from_translation(Vec3::Z * -100.0), Mat4::ZERO])).open();
    let lines = warnings(&asset);
    assert!(lines.iter().any(|line| line.contains("1 joint had an inverse bind matrix that cannot")), "{lines:?}");
    let rest = Pose::rest(&asset.model.skeleton).scene_from_node(&asset.model.skeleton, ScaleKind::Inherited);
    let joint = &asset.model.skins[0].joints[1];
    assert!(joint.joint_from_bind.inverse().abs_diff_eq(rest[2], 1e-9));
    for (found, rest) in deformed(&asset.model, 0).iter().zip(&asset.model.primitives[0].positions) {
        assert!(found.abs_diff_eq(*rest, 1e-6));
    }

    let asset = armature(Some([Mat4::ZERO, Mat4::ZERO])).open();
    assert!(warnings(&asset).iter().any(|line| line.contains("no joint gives a usable bind frame")));

    let not_finite = Mat4::from_translation(Vec3::splat(f32::INFINITY));
    assert!(armature(Some([not_finite, Mat4::IDENTITY])).refusal().contains("not a finite number"));
}

#[test]
fn a_mesh_under_two_skins_has_two_bind_frames() {
    let mut file = armature(None);
    file.push("skins", json!({"joints": [2, 1]}));
    file.node(json!({"mesh": 0, "skin": 1}));
    let model = file.open().model;
    assert_eq!(model.primitives.len(), 2);
    assert_ne!(model.primitives[0].skin, model.primitives[1].skin);
    // Joint 1 of the second skin is the hip.
    assert!(model.primitives[0].positions[0].abs_diff_eq(Vec3::Y * 1.75, 1e-6));
    assert!(model.primitives[1].positions[0].abs_diff_eq(Vec3::Y, 1e-6));
    assert_eq!((model.skins[1].joints[0].parent, model.skins[1].joints[1].parent), (Some(1), None));
}

#[test]
fn node_matrices_come_back_as_trs_or_with_a_residual() {
    let check = |matrix: Mat4, has_residual: bool| {
        let mut file = Builder::new();
        let position = file.triangle();
        file.mesh(&json!({"attributes": {"POSITION": position}}));
        file.node(json!({"mesh": 0, "matrix": matrix.to_cols_array()}));
        let model = file.open().model;
        assert_eq!(model.skeleton.node(0).residual.is_some(), has_residual, "{matrix}");
        let rest = Pose::rest(&model.skeleton).scene_from_node(&model.skeleton, ScaleKind::Inherited)[0];
        for (point, found) in [Vec3::ZERO, Vec3::X, Vec3::Y].into_iter().zip(deformed(&model, 0)) {
            assert!(found.abs_diff_eq(matrix.transform_point3(point), 1e-5), "{matrix}");
            let by_node = rest.transform_point3(point.as_dvec3()).as_vec3();
            assert!(by_node.abs_diff_eq(matrix.transform_point3(point), 1e-5), "{matrix}");
        }
        model
    };
    let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.3, -2.0, 1.0);
    let trs = |scale: Vec3| Mat4::from_scale_rotation_translation(scale, turn, Vec3::new(1.0, 2.0, 3.0));
    check(trs(Vec3::new(1.0, 2.0, 0.5)), false);
    let model = check(trs(Vec3::new(-1.0, 2.0, 0.5)), false);
    assert!(model.skeleton.node(0).rest.scale.element_product() < 0.0);
    // Seen from z, the mirrored triangle has the opposite winding; its front must stay in front.
    assert_eq!(model.primitives[0].indices, [0, 2, 1]);
    let shear = Mat4::from_cols_array(&[1., 0., 0., 0., 0.5, 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
    check(trs(Vec3::ONE) * shear, true);
}

#[test]
fn a_node_scaled_to_nothing_shows_once_it_grows() {
    let mut file = Builder::new();
    let position = file.triangle();
    file.mesh(&json!({"attributes": {"POSITION": position}}));
    file.node(json!({"name": "hidden", "mesh": 0, "scale": [0, 0, 0], "translation": [0, 3, 0]}));
    let asset = file.open();
    assert!(warnings(&asset)[0].starts_with("node \"hidden\": the node flattens"), "{:?}", warnings(&asset));
    let model = &asset.model;
    assert_eq!(deformed(model, 0), [Vec3::Y * 3.0; 3]);
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[0].scale = Vec3::ONE;
    let settings = SkinningSettings::default();
    let palettes = JointPalette::all(model, &pose, settings);
    let grown = deform_primitive(model, &model.primitives[0], &palettes[0], settings).unwrap();
    assert!(grown[1].position.abs_diff_eq(Vec3::new(1.0, 3.0, 0.0), 1e-4));
}

#[test]
fn rotations_are_normalized_or_left_out() {
    let mut file = Builder::new();
    file.node(json!({"rotation": [1, 1, 1, 1]}));
    file.node(json!({"rotation": [0, 0, 0, 0]}));
    file.node(json!({"rotation": [0, 0, 0.707, 0.707]}));
    let asset = file.open();
    assert!(asset.model.skeleton.nodes().iter().all(|node| node.rest.rotation.is_normalized()));
    assert_eq!(
        warnings(&asset),
        [
            "the file: 1 node had a rotation that is not of unit length; it was normalized",
            "the file: 1 node had a rotation of length zero; no rotation was applied",
        ]
    );
}
