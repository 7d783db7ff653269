//! Skins and their skeletons: bind poses, helpers, shared and mirrored joints.

use super::super::arm::{BEND, BENT, QUARTER_TURN, REST, TRIANGLES, arm, arm_bound_by, arm_with, attributes};
use super::super::arm::{inverse_binds, joints, matrix, moved, positions, translation_matrix, weights};
use super::super::gltf_file::{F32, GltfFile, U8, U16};
use super::super::manifest::GoodFixture;
use serde_json::json;

pub fn all() -> Vec<GoodFixture> {
    vec![
        bind_unlike_rest(),
        armature_in_centimeters(),
        helper_joint(),
        one_mesh_under_two_skins(),
        two_skins_in_two_scales(),
        shared_skeleton(),
        several_primitives(),
        without_inverse_binds(),
        skeleton_of_another_node(),
        mirrored_joint(),
        mirrored_armature(),
        nodes_between_joints(),
        node_twice_in_a_skin(),
        joints_outside_the_scene(),
        deep_hierarchy(),
        children_before_parents(),
        singular_inverse_bind(),
        inverse_bind_last_row(),
        inverse_binds_by_rows(),
        fewer_inverse_binds(),
        binds_that_disagree(),
        without_bind_frame(),
        transform_of_the_body(),
        skeleton_only(),
        skin_without_influences(),
        influences_without_skin(),
        mesh_under_a_joint(),
    ]
}

/// The bind pose is straight and the rest pose bent.
fn bind_unlike_rest() -> GoodFixture {
    let mut file = arm();
    file.set("/nodes/1/rotation", json!(QUARTER_TURN));
    GoodFixture::new("bind-unlike-rest.glb", "an elbow bent at rest and straight in the bind pose", file.glb())
        .counts(6, 4, 2, 1, 2)
        .rest(&BENT)
        .posed(&["elbow:rz=-90"], &REST)
}

/// Mesh space is in centimeters with z upward, as some exporters write it: scene (x, y, 0) is stored as 100 (x, 0, y).
fn armature_in_centimeters() -> GoodFixture {
    let stored: Vec<f64> =
        positions().as_chunks::<3>().0.iter().flat_map(|p| [100.0 * p[0], -100.0 * p[2], 100.0 * p[1]]).collect();
    let mut file = arm_with(|file| {
        json!({"POSITION": file.positions(&stored),
            "NORMAL": file.data(F32, "VEC3", &[0.0, -1.0, 0.0].repeat(6))})
    });
    let binds = [translation_matrix(0.0, 0.0, 0.0), translation_matrix(-100.0, 0.0, 0.0)].concat();
    let accessor = file.data(F32, "MAT4", &binds);
    file.set("/skins/0/inverseBindMatrices", json!(accessor));
    file.set("/nodes/1/translation", json!([100, 0, 0]));
    let eighth = std::f64::consts::FRAC_1_SQRT_2;
    file.push(
        "nodes",
        json!({"name": "armature", "children": [0, 2], "scale": [0.01, 0.01, 0.01],
        "rotation": [-eighth, 0.0, 0.0, eighth]}),
    );
    file.set("/scenes/0/nodes", json!([3]));
    GoodFixture::arm("armature-in-centimeters.glb", "an armature turned by -90 degrees and scaled by 0.01", file.glb())
        .unlike_the_arm()
        .rest(&REST)
        .with(|entry| entry.normals = vec![[0.0, 0.0, 1.0]; 6])
        // The scene's z is the joints' -y.
        .posed(&["elbow:ry=-90"], &BENT)
}

fn helper_joint() -> GoodFixture {
    let mut file = arm_bound_by(&[
        translation_matrix(0.0, 0.0, 0.0),
        translation_matrix(-1.0, 0.0, 0.0),
        matrix([100.0, -100.0, 100.0], [7.0, 8.0, 9.0]),
    ]);
    file.set("/nodes/0/children", json!([3]));
    file.push("nodes", json!({"name": "helper", "children": [1], "translation": [0.5, 0, 0]}));
    file.set("/nodes/1/translation", json!([0.5, 0, 0]));
    file.set("/skins/0/joints", json!([0, 1, 3]));
    GoodFixture::arm("helper-joint.glb", "a joint that moves no vertex, with a meaningless bind matrix", file.glb())
        .with(|entry| entry.joints = 3)
        .same_as("plain.glb", 1e-6)
}

/// A second skeleton at z = 4 with the joints `root 2` and `elbow 2`, as nodes 3 and 4.
fn add_second_skeleton(file: &mut GltfFile) {
    file.push("nodes", json!({"name": "root 2", "children": [4], "translation": [0, 0, 4]}));
    file.push("nodes", json!({"name": "elbow 2", "translation": [1, 0, 0]}));
}

fn one_mesh_under_two_skins() -> GoodFixture {
    let mut file = arm();
    add_second_skeleton(&mut file);
    file.push("nodes", json!({"name": "body 2", "mesh": 0, "skin": 1}));
    let binds = file.json["skins"][0]["inverseBindMatrices"].clone();
    file.push("skins", json!({"name": "arm 2", "joints": [3, 4], "inverseBindMatrices": binds}));
    file.set("/scenes/0/nodes", json!([0, 2, 3, 5]));
    let raised = moved(&REST, [0.0, 0.0, 4.0]);
    GoodFixture::new("mesh-under-two-skins.glb", "one mesh that two skins deform", file.glb())
        .counts(12, 8, 4, 2, 2)
        .rest(&[REST.to_vec(), raised.clone()].concat())
        .posed(&[BEND], &[BENT.to_vec(), raised].concat())
        .posed(&["elbow 2:rz=90"], &[REST.to_vec(), moved(&BENT, [0.0, 0.0, 4.0])].concat())
}

/// Two meshes with a skin each. The second is stored at half its size.
fn two_skins_in_two_scales() -> GoodFixture {
    let mut file = arm();
    add_second_skeleton(&mut file);
    let small: Vec<f64> = positions().iter().map(|value| value / 2.0).collect();
    let position = file.positions(&small);
    let attributes = attributes(&mut file, json!({"POSITION": position}));
    let indices = file.json["meshes"][0]["primitives"][0]["indices"].clone();
    file.push("meshes", json!({"name": "arm 2", "primitives": [{"attributes": attributes, "indices": indices}]}));
    file.push("nodes", json!({"name": "body 2", "mesh": 1, "skin": 1}));
    let binds = file.data(F32, "MAT4", &inverse_binds(0.5));
    file.push("skins", json!({"name": "arm 2", "joints": [3, 4], "inverseBindMatrices": binds}));
    file.set("/scenes/0/nodes", json!([0, 2, 3, 5]));
    GoodFixture::new("two-skins.glb", "two meshes with a skin each, at different scales", file.glb())
        .counts(12, 8, 4, 2, 2)
        .rest(&[REST.to_vec(), moved(&REST, [0.0, 0.0, 4.0])].concat())
        .posed(&[BEND, "elbow 2:rz=90"], &[BENT.to_vec(), moved(&BENT, [0.0, 0.0, 4.0])].concat())
}

/// Two skins that list the same joints in different orders.
fn shared_skeleton() -> GoodFixture {
    let mut file = arm();
    let swapped: Vec<f64> =
        joints().as_chunks::<4>().0.iter().flat_map(|j| [1.0 - j[0], 1.0 - j[1], 0.0, 0.0]).collect();
    let set = file.data(U8, "VEC4", &swapped);
    let mut mesh = file.json["meshes"][0].clone();
    mesh["name"] = json!("arm 2");
    mesh["primitives"][0]["attributes"]["JOINTS_0"] = json!(set);
    file.push("meshes", mesh);
    let binds = file.data(F32, "MAT4", &[translation_matrix(-1.0, 0.0, 0.0), matrix([1.0; 3], [0.0; 3])].concat());
    file.push("skins", json!({"name": "arm 2", "joints": [1, 0], "inverseBindMatrices": binds}));
    file.push("nodes", json!({"name": "body 2", "mesh": 1, "skin": 1}));
    file.set("/scenes/0/nodes", json!([0, 2, 3]));
    GoodFixture::new("shared-skeleton.glb", "two skins with the same joints in different orders", file.glb())
        .counts(12, 8, 2, 2, 2)
        .rest(&[REST, REST].concat())
        .posed(&[BEND], &[BENT, BENT].concat())
}

fn several_primitives() -> GoodFixture {
    let mut file = arm();
    let first = file.data(U16, "SCALAR", &[1.0, 0.0, 3.0, 0.0, 2.0, 3.0]);
    let second = file.data(U16, "SCALAR", &[3.0, 2.0, 5.0, 2.0, 4.0, 5.0]);
    let attributes = file.json["meshes"][0]["primitives"][0]["attributes"].clone();
    let primitive = |indices: usize| json!({"attributes": attributes, "indices": indices});
    file.set("/meshes/0/primitives", json!([primitive(first), primitive(second)]));
    GoodFixture::new("several-primitives.glb", "two primitives that share attributes and skin", file.glb())
        .counts(12, 4, 2, 1, 2)
        .rest(&[REST, REST].concat())
        .posed(&[BEND], &[BENT, BENT].concat())
}

/// The skin matrices are the joints' transforms: the elbow moves its vertices by 1 at rest.
fn without_inverse_binds() -> GoodFixture {
    let mut file = arm();
    file.remove("/skins/0/inverseBindMatrices");
    GoodFixture::new("inverse-binds-none.glb", "no inverse bind matrices", file.glb())
        .counts(6, 4, 2, 1, 2)
        .rest(&[REST[0], REST[1], [1.8, 0.0, 0.0], [1.8, 0.5, 0.0], [3.0, 0.0, 0.0], [3.0, 0.5, 0.0]])
        // The elbow takes (x, y) to (1 - y, x).
        .posed(&[BEND], &[REST[0], REST[1], [1.0, 0.8, 0.0], [0.6, 0.9, 0.0], [1.0, 2.0, 0.0], [0.5, 2.0, 0.0]])
}

fn skeleton_of_another_node() -> GoodFixture {
    let mut file = arm();
    file.set("/skins/0/skeleton", json!(2));
    GoodFixture::equal_arm(
        "skeleton-elsewhere.glb",
        "a skeleton root that is not an ancestor of the joints",
        file.glb(),
    )
}

fn mirrored_joint() -> GoodFixture {
    let mut file = arm_bound_by(&[translation_matrix(0.0, 0.0, 0.0), matrix([-1.0, 1.0, 1.0], [1.0, 0.0, 0.0])]);
    file.set("/nodes/1/scale", json!([-1, 1, 1]));
    GoodFixture::arm("mirrored-joint.glb", "a joint with scale -1, in the rest pose and the bind pose", file.glb())
        .same_as("plain.glb", 1e-6)
}

/// Everything is stored mirrored in x under an armature that mirrors it back.
fn mirrored_armature() -> GoodFixture {
    let stored: Vec<f64> = positions().as_chunks::<3>().0.iter().flat_map(|p| [-p[0], p[1], p[2]]).collect();
    let mut file = arm_with(|file| {
        json!({"POSITION": file.positions(&stored),
            "NORMAL": file.data(F32, "VEC3", &[-0.6, 0.0, 0.8].repeat(6))})
    });
    let reversed: Vec<f64> = TRIANGLES.iter().flat_map(|[a, b, c]| [a, c, b]).map(|&index| f64::from(index)).collect();
    let indices = file.data(U16, "SCALAR", &reversed);
    file.set("/meshes/0/primitives/0/indices", json!(indices));
    let binds =
        file.data(F32, "MAT4", &[translation_matrix(0.0, 0.0, 0.0), translation_matrix(1.0, 0.0, 0.0)].concat());
    file.set("/skins/0/inverseBindMatrices", json!(binds));
    file.set("/nodes/1/translation", json!([-1, 0, 0]));
    file.push("nodes", json!({"name": "armature", "children": [0, 2], "scale": [-1, 1, 1]}));
    file.set("/scenes/0/nodes", json!([3]));
    let fixture = GoodFixture::arm("mirrored-armature.glb", "an armature with scale -1", file.glb()).unlike_the_arm();
    // Triangles are reversed so that their front stays in front.
    let fixture = fixture.with(|entry| entry.normals = vec![[0.6, 0.0, 0.8]; 6]);
    fixture.rest(&REST).posed(&["elbow:rz=-90"], &BENT).triangles(&TRIANGLES)
}

fn nodes_between_joints() -> GoodFixture {
    let mut file = arm();
    file.set("/nodes/0/children", json!([3]));
    file.push("nodes", json!({"name": "between", "children": [1], "translation": [0.5, 2, 0]}));
    file.set("/nodes/1/translation", json!([0.5, -2, 0]));
    GoodFixture::arm("nodes-between-joints.glb", "a node between two joints that is not a joint", file.glb())
        .same_as("plain.glb", 1e-6)
}

fn node_twice_in_a_skin() -> GoodFixture {
    let mut file = arm_with(|file| {
        let mut third = joints();
        third[17] = 2.0;
        third[21] = 2.0;
        json!({"JOINTS_0": file.data(U8, "VEC4", &third)})
    });
    let elbow = translation_matrix(-1.0, 0.0, 0.0);
    let binds = file.data(F32, "MAT4", &[translation_matrix(0.0, 0.0, 0.0), elbow, elbow].concat());
    file.json["skins"][0] = json!({"name": "arm", "joints": [0, 1, 1], "inverseBindMatrices": binds});
    GoodFixture::arm("node-twice-in-skin.glb", "a skin that lists a node twice", file.glb())
}

fn joints_outside_the_scene() -> GoodFixture {
    let mut file = arm();
    file.set("/scenes/0/nodes", json!([2]));
    GoodFixture::equal_arm("joints-outside-scene.glb", "joints that the scene does not reach", file.glb())
}

fn deep_hierarchy() -> GoodFixture {
    const DEPTH: usize = 64;
    let mut file = arm();
    let step = 1.0 / (DEPTH + 1) as f64;
    file.set("/nodes/0/children", json!([3]));
    for below in 0..DEPTH {
        let child = if below + 1 < DEPTH { below + 4 } else { 1 };
        file.push("nodes", json!({"children": [child], "translation": [step, 0.0, 0.0]}));
    }
    file.set("/nodes/1/translation", json!([step, 0.0, 0.0]));
    GoodFixture::arm("deep-hierarchy.glb", "64 nodes between two joints", file.glb()).same_as("plain.glb", 1e-5)
}

fn children_before_parents() -> GoodFixture {
    let mut file = arm();
    file.json["nodes"] = json!([
        {"name": "elbow", "translation": [1, 0, 0]},
        {"name": "body", "mesh": 0, "skin": 0},
        {"name": "root", "children": [0]}
    ]);
    file.set("/scenes/0/nodes", json!([2, 1]));
    file.set("/skins/0/joints", json!([2, 0]));
    GoodFixture::equal_arm("children-before-parents.glb", "children that come before their parents", file.glb())
}

fn singular_inverse_bind() -> GoodFixture {
    let file = arm_bound_by(&[translation_matrix(0.0, 0.0, 0.0), [0.0; 16]]);
    GoodFixture::equal_arm("inverse-bind-singular.glb", "an inverse bind matrix of zeros", file.glb())
        .warns(&[
            "skin \"arm\": 1 joint had an inverse bind matrix whose last row is not 0 0 0 1; the row was replaced",
            "skin \"arm\": 1 joint had an inverse bind matrix that cannot be inverted; the rest pose is used as the \
             bind pose there",
        ])
        .unlike_gltf_crate("takes the matrix as it is")
}

fn inverse_bind_last_row() -> GoodFixture {
    let mut elbow = translation_matrix(-1.0, 0.0, 0.0);
    elbow[7] = 0.25;
    elbow[15] = 2.0;
    let file = arm_bound_by(&[translation_matrix(0.0, 0.0, 0.0), elbow]);
    GoodFixture::equal_arm("inverse-bind-last-row.glb", "an inverse bind matrix with a wrong last row", file.glb())
        .warns(&[
            "skin \"arm\": 1 joint had an inverse bind matrix whose last row is not 0 0 0 1; the row was replaced",
        ])
        .unlike_gltf_crate("takes the matrix as it is")
}

/// The elbow's own axes are turned, so that a matrix differs from its transpose in more than the translation.
fn inverse_binds_by_rows() -> GoodFixture {
    let mut file = arm();
    file.set("/nodes/1/rotation", json!(QUARTER_TURN));
    #[rustfmt::skip]
    let matrices = [
        1.0, 0.0, 0.0, 0.0,  0.0, 1.0, 0.0, 0.0,  0.0, 0.0, 1.0, 0.0,  0.0, 0.0, 0.0, 1.0,
        0.0, 1.0, 0.0, 0.0,  -1.0, 0.0, 0.0, 1.0,  0.0, 0.0, 1.0, 0.0,  0.0, 0.0, 0.0, 1.0,
    ];
    let accessor = file.data(F32, "MAT4", &matrices);
    file.set("/skins/0/inverseBindMatrices", json!(accessor));
    GoodFixture::arm("inverse-binds-by-rows.glb", "inverse bind matrices stored row by row", file.glb())
        .same_as("plain.glb", 2e-6)
        .warns(&[
            "skin \"arm\": the inverse bind matrices are stored row by row, not by columns; the rows were taken as \
             columns",
        ])
        .unlike_gltf_crate("takes the matrices as they are")
}

/// The elbow's matrix is missing: as the identity, it moves the elbow's share of a vertex by (1, 0).
fn fewer_inverse_binds() -> GoodFixture {
    let file = arm_bound_by(&[translation_matrix(0.0, 0.0, 0.0)]);
    GoodFixture::new("inverse-binds-fewer.glb", "fewer inverse bind matrices than joints", file.glb())
        .counts(6, 4, 2, 1, 2)
        .rest(&[REST[0], REST[1], [1.8, 0.0, 0.0], [1.8, 0.5, 0.0], [3.0, 0.0, 0.0], [3.0, 0.5, 0.0]])
        .posed(&[BEND], &[REST[0], REST[1], [1.0, 0.8, 0.0], [0.6, 0.9, 0.0], [1.0, 2.0, 0.0], [0.5, 2.0, 0.0]])
        .warns(&["skin \"arm\": 1 inverse bind matrix for 2 joints; missing ones count as the identity"])
        .unlike_gltf_crate("has no matrix for the elbow")
}

/// At rest the elbow shows its vertices four times as large: (x, y) at (4 x, 4 y).
fn binds_that_disagree() -> GoodFixture {
    let file = arm_bound_by(&[translation_matrix(0.0, 0.0, 0.0), matrix([4.0; 3], [-1.0, 0.0, 0.0])]);
    GoodFixture::new("binds-disagree.glb", "inverse bind matrices of different scales", file.glb())
        .counts(6, 4, 2, 1, 2)
        .rest(&[REST[0], REST[1], [3.4, 0.0, 0.0], [3.4, 1.7, 0.0], [8.0, 0.0, 0.0], [8.0, 2.0, 0.0]])
        .warns(&[
            "skin \"arm\": the inverse bind matrices disagree in scale: at rest, the skin of \"elbow\" is shown 4.0 \
             times as large as that of \"root\"; export the file again with matching bind matrices",
        ])
}

fn without_bind_frame() -> GoodFixture {
    let flat = matrix([1.0, 1.0, 0.0], [0.0; 3]);
    let file = arm_bound_by(&[flat, flat]);
    GoodFixture::arm("bind-frame-none.glb", "no inverse bind matrix that can be inverted", file.glb())
        .same_as("plain.glb", 1e-6)
        .warns(&[
            "skin \"arm\": 2 joints had an inverse bind matrix that cannot be inverted; the rest pose is used as the \
             bind pose there",
            "skin \"arm\": no joint gives a usable bind frame; mesh space is used instead",
        ])
        .unlike_gltf_crate("takes the matrices as they are")
}

fn transform_of_the_body() -> GoodFixture {
    let mut file = arm();
    file.json["nodes"][2] = json!({"name": "body", "mesh": 0, "skin": 0, "translation": [7, 8, 9],
        "rotation": [1, 0, 0, 0], "scale": [3, 0.5, -2]});
    file.set("/nodes/1/children", json!([2]));
    file.set("/scenes/0/nodes", json!([0]));
    GoodFixture::equal_arm("body-transform.glb", "a skinned mesh whose own transform must be ignored", file.glb())
}

fn skeleton_only() -> GoodFixture {
    let mut file = arm();
    file.remove("/meshes");
    file.json["nodes"][2] = json!({"name": "body", "skin": 0});
    GoodFixture::new("skeleton-only.glb", "a node with a skin but without a mesh", file.glb()).counts(0, 0, 2, 1, 0)
}

fn skin_without_influences() -> GoodFixture {
    let file = arm_with(|_| json!({"JOINTS_0": null, "WEIGHTS_0": null}));
    GoodFixture::new("skin-without-influences.glb", "a mesh with a skin but without joints and weights", file.glb())
        .counts(6, 4, 2, 1, 0)
        .rest(&REST)
        .posed(&[BEND], &REST)
        .warns(&["mesh \"arm\": 1 primitive without joints and weights under a node with a skin; drawn rigidly"])
}

fn influences_without_skin() -> GoodFixture {
    let mut file = arm_with(|file| json!({"WEIGHTS_0": file.data(F32, "VEC4", &weights())}));
    file.json["nodes"][2] = json!({"name": "body", "mesh": 0, "translation": [0, 0, 3]});
    GoodFixture::new("influences-without-skin.glb", "a mesh with joints and weights but without a skin", file.glb())
        .counts(6, 4, 2, 1, 0)
        .rest(&moved(&REST, [0.0, 0.0, 3.0]))
        .posed(&[BEND], &moved(&REST, [0.0, 0.0, 3.0]))
}

/// The elbow takes (x, y) to (1 - y, x).
fn mesh_under_a_joint() -> GoodFixture {
    let mut file = arm_with(|_| json!({"JOINTS_0": null, "WEIGHTS_0": null}));
    file.json["nodes"][2] = json!({"name": "hat", "mesh": 0});
    file.set("/nodes/1/children", json!([2]));
    file.set("/scenes/0/nodes", json!([0]));
    GoodFixture::new("mesh-under-joint.glb", "a mesh without a skin that follows a joint", file.glb())
        .counts(6, 4, 2, 1, 0)
        .rest(&moved(&REST, [1.0, 0.0, 0.0]))
        .posed(&[BEND], &REST.map(|[x, y, z]| [1.0 - y, x, z]))
}
