//! Nodes and scenes: transforms in every form, names, and what a scene shows.

use super::super::arm::{BEND, BENT, QUARTER_TURN, REST, arm, arm_with, board, moved};
use super::super::gltf_file::{F32, GltfFile};
use super::super::manifest::GoodFixture;
use serde_json::{Value, json};

pub fn all() -> Vec<GoodFixture> {
    let mut fixtures = vec![matrix_nodes(), sheared_matrix(), flattened_node(), repaired_rotations()];
    fixtures.extend(repaired_matrices());
    fixtures.extend(scenes());
    fixtures.extend([nothing(), names(), long_names_in_warnings(), instances()]);
    fixtures
}

/// The elbow's translation and quarter turn as a matrix.
fn matrix_nodes() -> GoodFixture {
    let mut file = arm();
    file.json["nodes"][1] = json!({"name": "elbow", "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1]});
    GoodFixture::new("matrix-node.glb", "a joint whose rest transform is a matrix", file.glb())
        .counts(6, 4, 2, 1, 2)
        .rest(&BENT)
        .posed(&["elbow:rz=-90"], &REST)
        .same_as("bind-unlike-rest.glb", 1e-6)
}

fn sheared_matrix() -> GoodFixture {
    let mut file = board();
    file.set("/nodes/0/matrix", json!([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 3, 1]));
    GoodFixture::board("matrix-sheared.glb", "a node matrix with shear", file.glb())
        .unlike_the_arm()
        .rest(&REST.map(|[x, y, z]| [x + 0.5 * y, y, z + 3.0]))
}

fn flattened_node() -> GoodFixture {
    let mut file = board();
    file.json["nodes"][0] = json!({"name": "hidden", "mesh": 0, "scale": [0, 0, 0], "translation": [0, 3, 0]});
    GoodFixture::board("node-flattened.glb", "a node scaled to nothing", file.glb())
        .unlike_the_arm()
        .rest(&[[0.0, 3.0, 0.0]; 6])
        .posed(&["hidden:sx=1,sy=1,sz=1"], &moved(&REST, [0.0, 3.0, 0.0]))
        .warns(&["node \"hidden\": the node flattens its mesh at rest; the mesh appears when the node is scaled up"])
}

fn repaired_rotations() -> GoodFixture {
    let mut file = arm();
    file.set("/nodes/0/rotation", json!([0, 0, 0, 0]));
    file.set("/nodes/1/rotation", json!(QUARTER_TURN.map(|value| value * 2.0)));
    file.set("/nodes/2/rotation", json!([0, 0, 0, 3]));
    GoodFixture::new("rotations-repaired.glb", "rotations of length zero, two and three", file.glb())
        .counts(6, 4, 2, 1, 2)
        .rest(&BENT)
        .warns(&[
            "the file: 1 node had a rotation of length zero; no rotation was applied",
            "the file: 2 nodes had a rotation that is not of unit length; it was normalized",
        ])
        .unlike_gltf_crate("takes the rotations as they are")
}

fn repaired_matrices() -> [GoodFixture; 3] {
    let identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    let mut both = arm();
    both.set("/nodes/0/matrix", json!(identity));
    both.set("/nodes/0/translation", json!([5, 5, 5]));
    let mut last_row = arm();
    last_row.set("/nodes/0/matrix", json!([1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 4]));
    let mut by_rows = arm();
    by_rows.set("/nodes/0/matrix", json!(identity));
    by_rows.remove("/nodes/1/translation");
    by_rows.set("/nodes/1/matrix", json!([1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]));
    [
        GoodFixture::equal_arm("matrix-and-trs.glb", "a node with a matrix and a translation", both.glb())
            .warns(&["the file: 1 node had both a matrix and translation, rotation or scale; the matrix was used"])
            .unlike_gltf_crate("takes the matrix or the translation"),
        GoodFixture::equal_arm("matrix-last-row.glb", "a node matrix with a wrong last row", last_row.glb())
            .warns(&["the file: 1 node had a matrix whose last row is not 0 0 0 1; the row was replaced"])
            .unlike_gltf_crate("takes the matrix as it is"),
        GoodFixture::equal_arm("matrices-by-rows.glb", "node matrices stored row by row", by_rows.glb())
            .warns(&[
                "the file: 2 nodes had a matrix stored row by row, not by columns; the rows were taken as columns",
            ])
            .unlike_gltf_crate("takes the matrices as they are"),
    ]
}

/// Three nodes that show the board at z = 0, 1 and 2; the third is a child of the second.
fn three_boards(scenes: Option<Value>, scene: Option<usize>) -> GltfFile {
    let mut file = board();
    file.push("nodes", json!({"mesh": 0, "children": [2], "translation": [0, 0, 1]}));
    file.push("nodes", json!({"mesh": 0, "translation": [0, 0, 1]}));
    if let Some(scenes) = scenes {
        file.json["scenes"] = scenes;
    }
    if let Some(scene) = scene {
        file.json["scene"] = json!(scene);
    }
    file
}

fn scenes() -> [GoodFixture; 5] {
    let raised = |z: f32| moved(&REST, [0.0, 0.0, z]);
    let two = json!([{"nodes": [0]}, {"name": "second", "nodes": [1]}]);
    let mut without_nodes = arm();
    without_nodes.json["scenes"] = json!([{"name": "empty"}]);
    [
        GoodFixture::new(
            "scene-default-missing.glb",
            "two scenes, none of them the default",
            three_boards(Some(two.clone()), None).glb(),
        )
        .counts(6, 4, 0, 0, 0)
        .rest(&REST),
        GoodFixture::new(
            "scene-second.glb",
            "two scenes, the second of them the default",
            three_boards(Some(two), Some(1)).glb(),
        )
        .counts(12, 8, 0, 0, 0)
        .rest(&[raised(1.0), raised(2.0)].concat()),
        GoodFixture::new("scenes-none.glb", "no scenes: all nodes are shown", three_boards(None, None).glb())
            .counts(18, 12, 0, 0, 0)
            .rest(&[raised(0.0), raised(1.0), raised(2.0)].concat()),
        GoodFixture::new("scene-without-nodes.glb", "a default scene without nodes", without_nodes.glb())
            .counts(0, 0, 2, 1, 0)
            .unlike_gltf_crate("refuses the scene"),
        GoodFixture::equal_arm("nodes-unused.glb", "nodes with meshes outside the scene", {
            let mut file = arm();
            file.push("nodes", json!({"name": "outside", "mesh": 0, "skin": 0, "translation": [0, 9, 0]}));
            file.push("nodes", json!({"name": "outside too", "mesh": 0, "children": [3]}));
            file.glb()
        }),
    ]
}

fn nothing() -> GoodFixture {
    GoodFixture::new("asset-only.gltf", "only an asset", GltfFile::new().gltf())
        .warns(&["the file: has no mesh and no joints to draw"])
}

fn names() -> GoodFixture {
    let mut file = arm();
    file.json["nodes"] = json!([
        {"name": "bone", "children": [1]},
        {"name": "bone", "translation": [1, 0, 0], "children": [3, 4, 5]},
        {"mesh": 0, "skin": 0},
        {"name": "Ellbögen 肘 🦾"},
        {"name": ""},
        {"name": "arm:L \"quoted\" #1"}
    ]);
    file.set("/skins/0/joints", json!([0, 1, 3, 4, 5]));
    file.remove("/skins/0/name");
    let binds = [[0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]];
    let binds: Vec<f64> = binds.iter().flat_map(|t| super::super::arm::matrix([1.0; 3], *t)).collect();
    let accessor = file.data(F32, "MAT4", &binds);
    file.set("/skins/0/inverseBindMatrices", json!(accessor));
    GoodFixture::new("names.glb", "names that are missing, empty, repeated, or not ASCII", file.glb())
        .counts(6, 4, 5, 1, 2)
        .rest(&REST)
        .posed(&["#1:rz=90", "Ellbögen 肘 🦾:rx=30", "arm:L \"quoted\" #1:ry=30"], &BENT)
        .with(|entry| {
            entry.names = ["bone", "bone", "", "Ellbögen 肘 🦾", "", "arm:L \"quoted\" #1"].map(str::to_owned).to_vec();
        })
}

/// A warning stays within one line whatever the mesh is called.
fn long_names_in_warnings() -> GoodFixture {
    let mut file = arm_with(|file| json!({"WEIGHTS_0": file.data(F32, "VEC4", &[0.0; 24])}));
    file.set("/meshes/0/name", json!(format!("first\nsecond\u{1b}[31m\"{}", "x".repeat(80))));
    GoodFixture::new("names-in-warnings.glb", "a mesh name with control characters and 100 letters", file.glb())
        .counts(6, 4, 2, 1, 1)
        .rest(&REST)
        .posed(&[BEND], &REST)
        .warns(&[&format!(
            "mesh \"first\\nsecond\\u{{1b}}[31m\\\"{}...\": 6 vertices had no weights, or weights that cancel out; they follow the skin's first joint",
            "x".repeat(57 - "first\nsecond\u{1b}[31m\"".len())
        )])
        .unlike_gltf_crate("sums of zero")
}

fn instances() -> GoodFixture {
    let mut file = board();
    file.json["nodes"] = json!([
        {"name": "one", "mesh": 0},
        {"name": "two", "mesh": 0, "translation": [0, 0, 1]},
        {"name": "three", "mesh": 0, "translation": [0, 0, 2], "scale": [2, 2, 2]},
        {"name": "all", "children": [0, 1, 2], "translation": [0, 5, 0]}
    ]);
    let large = REST.map(|[x, y, z]| [2.0 * x, 2.0 * y, 2.0 * z]);
    GoodFixture::new("instances.glb", "one mesh under three nodes", file.glb())
        .counts(18, 12, 1, 0, 0)
        .rest(&moved(
            &[REST.to_vec(), moved(&REST, [0.0, 0.0, 1.0]), moved(&large, [0.0, 0.0, 2.0])].concat(),
            [0.0, 5.0, 0.0],
        ))
        .posed(&["all:tx=1", "two:ty=1"], &{
            let all = [REST.to_vec(), moved(&REST, [0.0, 1.0, 1.0]), moved(&large, [0.0, 0.0, 2.0])].concat();
            moved(&all, [1.0, 5.0, 0.0])
        })
}
