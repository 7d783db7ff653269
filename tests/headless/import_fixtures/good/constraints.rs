//! VRMC_node_constraint: the elbow follows another node.

use super::super::arm::{BENT, QUARTER_TURN, REST, arm};
use super::super::gltf_file::GltfFile;
use super::super::manifest::GoodFixture;
use serde_json::{Value, json};

pub fn all() -> Vec<GoodFixture> {
    vec![roll(), roll_through_a_chain(), aim(), rotation(), unusable()]
}

fn constrain(file: &mut GltfFile, node: usize, constraint: &Value) {
    let extension = json!({"specVersion": "1.0", "constraint": constraint});
    file.set(&format!("/nodes/{node}/extensions"), json!({"VRMC_node_constraint": extension}));
    file.json["extensionsUsed"] = json!(["VRMC_node_constraint"]);
}

/// The arm with node 3 `driver`, whose axes are turned by 90 degrees about z: its x is the elbow's y.
fn driven_arm(constraint: &Value) -> GltfFile {
    let mut file = arm();
    file.push("nodes", json!({"name": "driver", "translation": [1, 3, 0], "rotation": QUARTER_TURN}));
    file.set("/scenes/0/nodes", json!([0, 2, 3]));
    constrain(&mut file, 1, constraint);
    file
}

fn fixture(name: &str, about: &str, file: &GltfFile) -> GoodFixture {
    GoodFixture::new(name, about, file.glb())
        .counts(6, 4, 2, 1, 2)
        .with(|entry| entry.extensions_used = vec!["VRMC_node_constraint".to_owned()])
        .unlike_gltf_crate("knows no constraints")
}

/// The skin where the elbow alone would put the last four vertices at `of_elbow`.
fn blended(of_elbow: [[f32; 3]; 4]) -> [[f32; 3]; 6] {
    std::array::from_fn(|vertex| match vertex {
        0 | 1 => REST[vertex],
        2 | 3 => std::array::from_fn(|axis| 0.2 * REST[vertex][axis] + 0.8 * of_elbow[vertex - 2][axis]),
        _ => of_elbow[vertex - 2],
    })
}

/// Half of the driver's turn about the elbow's y, which is the driver's x.
fn roll() -> GoodFixture {
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    let file = driven_arm(&json!({"roll": {"source": 3, "rollAxis": "Y", "weight": 0.5}}));
    let rolled = [[1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [1.0 + HALF, 0.0, -HALF], [1.0 + HALF, 0.5, -HALF]];
    fixture("constraint-roll.glb", "an elbow that follows half of a roll", &file)
        .rest(&REST)
        .posed(&["driver:rx=90"], &blended(rolled))
        // A swing of that axis is no roll.
        .posed(&["driver:rz=50"], &REST)
        // A rotation that the user sets comes before the constraint.
        .posed(&["driver:rx=90", "elbow:rz=90"], &BENT)
}

/// The elbow follows a node that stands later in the file and follows the driver itself.
fn roll_through_a_chain() -> GoodFixture {
    let mut file = driven_arm(&json!({"roll": {"source": 4, "rollAxis": "X"}}));
    file.push("nodes", json!({"name": "between"}));
    file.set("/scenes/0/nodes", json!([0, 2, 3, 4]));
    constrain(&mut file, 4, &json!({"rotation": {"source": 3}}));
    let rolled = [[1.0, 0.0, 0.0], [1.0, 0.0, 0.5], [2.0, 0.0, 0.0], [2.0, 0.0, 0.5]];
    fixture("constraint-chain.glb", "an elbow that follows a node that follows another one", &file)
        .rest(&REST)
        .posed(&["driver:rx=90"], &blended(rolled))
}

/// The driver lies above the elbow, so that the arm is bent at rest.
fn aim() -> GoodFixture {
    let file = driven_arm(&json!({"aim": {"source": 3, "aimAxis": "PositiveX"}}));
    // The driver at (4, 3): along (3, 3) from the elbow. And at (1, 0, -5), by its offset from rest.
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    let diagonal = [
        [1.0, 0.0, 0.0],
        [1.0 - 0.5 * HALF, 0.5 * HALF, 0.0],
        [1.0 + HALF, HALF, 0.0],
        [1.0 + 0.5 * HALF, 1.5 * HALF, 0.0],
    ];
    let behind = [[1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [1.0, 0.0, -1.0], [1.0, 0.5, -1.0]];
    fixture("constraint-aim.glb", "an elbow that points at a node", &file)
        .rest(&BENT)
        .posed(&["driver:tx=3"], &blended(diagonal))
        .posed(&["driver:ty=-3,tz=-5"], &blended(behind))
        // Nothing to point at.
        .posed(&["driver:ty=-3"], &REST)
}

fn rotation() -> GoodFixture {
    let file = driven_arm(&json!({"rotation": {"source": 3, "weight": 1}}));
    // About the elbow's own x, as the driver turns about its own.
    let turned = [[1.0, 0.0, 0.0], [1.0, 0.0, 0.5], [2.0, 0.0, 0.0], [2.0, 0.0, 0.5]];
    fixture("constraint-rotation.glb", "an elbow that follows a rotation", &file)
        .rest(&REST)
        .posed(&["driver:rx=90"], &blended(turned))
        .posed(&["driver:rz=90"], &BENT)
}

/// Two nodes that follow each other, and constraints that cannot be used. The arm stays as it is.
fn unusable() -> GoodFixture {
    let mut file = driven_arm(&json!({"rotation": {"source": 0}}));
    constrain(&mut file, 0, &json!({"roll": {"source": 1, "rollAxis": "X"}}));
    constrain(&mut file, 2, &json!({"rotation": {"source": 99}}));
    constrain(&mut file, 3, &json!({"roll": {"source": 0, "rollAxis": "W"}}));
    GoodFixture::equal_arm("constraint-unusable.glb", "constraints in a circle, and broken ones", file.glb())
        .with(|entry| entry.extensions_used = vec!["VRMC_node_constraint".to_owned()])
        .unlike_gltf_crate("knows no constraints")
        .warns(&[
            "the file: 2 node constraints left out: node \"body\" names source 99, which does not exist, and others",
            "the file: the constraints of 2 nodes depend on themselves in a circle, the first of \"root\"; they are not \
             followed",
        ])
}
