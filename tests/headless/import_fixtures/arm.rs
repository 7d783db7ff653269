//! The model that most fixtures vary: an arm of two joints along x with six vertices in the xy plane.
//!
//! `root` is at the origin and `elbow` at (1, 0, 0). The vertices are at x = 0, 1, 2 and y = 0, 0.5, and follow the
//! elbow with weights 0, 0.8 and 1. The weights are exact as fractions of 255 and of 65535, too.

use super::gltf_file::{F32, GltfFile, U8, U16};
use serde_json::{Value, json};

pub const REST: [[f32; 3]; 6] =
    [[0.0, 0.0, 0.0], [0.0, 0.5, 0.0], [1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [2.0, 0.0, 0.0], [2.0, 0.5, 0.0]];

/// The elbow turned by 90 degrees about z, by linear blending: the elbow alone puts (1, 0.5) at (0.5, 0).
pub const BENT: [[f32; 3]; 6] =
    [[0.0, 0.0, 0.0], [0.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.6, 0.1, 0.0], [1.0, 1.0, 0.0], [0.5, 1.0, 0.0]];

pub const BEND: &str = "elbow:rz=90";

/// Counterclockwise seen from z. Their order allows a strip: 1 0 3 2 5 4.
pub const TRIANGLES: [[u32; 3]; 4] = [[1, 0, 3], [0, 2, 3], [3, 2, 5], [2, 4, 5]];

/// Unit quaternion of 90 degrees about z.
pub const QUARTER_TURN: [f64; 4] = [0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2];

pub fn positions() -> Vec<f64> {
    REST.iter().flatten().map(|&value| f64::from(value)).collect()
}

pub fn normals() -> Vec<f64> {
    [0.0, 0.0, 1.0].repeat(6)
}

pub fn joints() -> Vec<f64> {
    [0.0, 1.0, 0.0, 0.0].repeat(6)
}

pub fn weights() -> Vec<f64> {
    [[1.0, 0.0], [1.0, 0.0], [0.2, 0.8], [0.2, 0.8], [0.0, 1.0], [0.0, 1.0]]
        .iter()
        .flat_map(|[root, elbow]| [*root, *elbow, 0.0, 0.0])
        .collect()
}

pub fn indices() -> Vec<f64> {
    TRIANGLES.iter().flatten().map(|&index| f64::from(index)).collect()
}

/// A matrix that scales, then moves, by columns.
pub fn matrix(scale: [f64; 3], translation: [f64; 3]) -> [f64; 16] {
    let ([x, y, z], [tx, ty, tz]) = (scale, translation);
    [x, 0.0, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 0.0, z, 0.0, tx, ty, tz, 1.0]
}

pub fn translation_matrix(x: f64, y: f64, z: f64) -> [f64; 16] {
    matrix([1.0; 3], [x, y, z])
}

/// The arm's inverse bind matrices, where mesh space is the scene scaled by `mesh_scale`.
pub fn inverse_binds(mesh_scale: f64) -> Vec<f64> {
    let scale = [mesh_scale.recip(); 3];
    [matrix(scale, [0.0; 3]), matrix(scale, [-1.0, 0.0, 0.0])].concat()
}

/// The attributes of the arm: those that are missing from `given` are added, and those that are null removed.
pub fn attributes(file: &mut GltfFile, given: Value) -> Value {
    let mut attributes = given;
    if attributes.get("POSITION").is_none() {
        attributes["POSITION"] = json!(file.positions(&positions()));
    }
    let mut add = |name: &str, component: u32, element_type: &str, values: Vec<f64>| {
        if attributes.get(name).is_none() {
            attributes[name] = json!(file.data(component, element_type, &values));
        }
    };
    add("JOINTS_0", U8, "VEC4", joints());
    add("WEIGHTS_0", F32, "VEC4", weights());
    attributes.as_object_mut().unwrap().retain(|_, accessor| !accessor.is_null());
    attributes
}

/// Nodes 0 `root`, 1 `elbow` and 2 `body`, which shows mesh 0 with skin 0.
pub fn add_nodes(file: &mut GltfFile) {
    file.push("nodes", json!({"name": "root", "children": [1]}));
    file.push("nodes", json!({"name": "elbow", "translation": [1, 0, 0]}));
    file.push("nodes", json!({"name": "body", "mesh": 0, "skin": 0}));
    file.push("scenes", json!({"nodes": [0, 2]}));
    file.json["scene"] = json!(0);
}

/// The arm with attributes of its own: see [`attributes`].
pub fn arm_with(given: impl FnOnce(&mut GltfFile) -> Value) -> GltfFile {
    let mut file = GltfFile::new();
    add_nodes(&mut file);
    let given = given(&mut file);
    let attributes = attributes(&mut file, given);
    let indices = file.data(U16, "SCALAR", &indices());
    file.push("meshes", json!({"name": "arm", "primitives": [{"attributes": attributes, "indices": indices}]}));
    let inverse_binds = file.data(F32, "MAT4", &inverse_binds(1.0));
    file.push("skins", json!({"name": "arm", "joints": [0, 1], "inverseBindMatrices": inverse_binds}));
    file
}

pub fn arm() -> GltfFile {
    arm_with(|_| json!({}))
}

/// The arm with other inverse bind matrices.
pub fn arm_bound_by(matrices: &[[f64; 16]]) -> GltfFile {
    let mut file = arm();
    let accessor = file.data(F32, "MAT4", &matrices.concat());
    file.set("/skins/0/inverseBindMatrices", json!(accessor));
    file
}

/// The mesh of the arm without influences, under node 0 `body`.
pub fn board() -> GltfFile {
    let mut file = GltfFile::new();
    file.push("nodes", json!({"name": "body", "mesh": 0}));
    let attributes = attributes(&mut file, json!({"JOINTS_0": null, "WEIGHTS_0": null}));
    let indices = file.data(U16, "SCALAR", &indices());
    file.push("meshes", json!({"name": "board", "primitives": [{"attributes": attributes, "indices": indices}]}));
    file
}

pub fn moved(positions: &[[f32; 3]], by: [f32; 3]) -> Vec<[f32; 3]> {
    positions.iter().map(|p| [p[0] + by[0], p[1] + by[1], p[2] + by[2]]).collect()
}
