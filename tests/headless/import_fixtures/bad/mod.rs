//! The files that must be refused, by subject.

mod accessors;
mod containers;
mod geometry;
mod indices;
mod json;
mod limits;
mod nodes;
mod resources;

use super::arm::translation_matrix;
use super::gltf_file::{F32, GltfFile, U8};
use super::manifest::BadFixture;
use serde_json::{Value, json};

pub fn all() -> Vec<BadFixture> {
    [
        containers::all(),
        json::all(),
        indices::all(),
        accessors::all(),
        geometry::all(),
        nodes::all(),
        resources::all(),
        limits::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A skinned triangle: accessors 0 positions, 1 joints, 2 weights, 3 indices, 4 inverse bind matrices; nodes 0 `joint`
/// and 1 `body`.
fn triangle() -> GltfFile {
    let mut file = GltfFile::new();
    let position = file.data(F32, "VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let joints = file.data(U8, "VEC4", &[0.0; 12]);
    let weights = file.data(F32, "VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(3));
    let indices = file.data(U8, "SCALAR", &[0.0, 1.0, 2.0]);
    let binds = file.data(F32, "MAT4", &translation_matrix(0.0, 0.0, 0.0));
    file.push(
        "meshes",
        json!({"name": "m", "primitives": [{"indices": indices,
        "attributes": {"POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights}}]}),
    );
    file.push("skins", json!({"joints": [0], "inverseBindMatrices": binds}));
    file.push("nodes", json!({"name": "joint"}));
    file.push("nodes", json!({"name": "body", "mesh": 0, "skin": 0}));
    file.push("scenes", json!({"nodes": [0, 1]}));
    file
}

/// The triangle with one value replaced: file name, what it is, the JSON pointer, the value, and the message.
type Change = (&'static str, &'static str, &'static str, Value, &'static str);

fn changed(changes: Vec<Change>) -> Vec<BadFixture> {
    changes
        .into_iter()
        .map(|(name, about, pointer, value, error)| {
            let mut file = triangle();
            file.set(pointer, value);
            BadFixture::new(&format!("{name}.gltf"), about, error, file.gltf())
        })
        .collect()
}

/// The triangle after any change.
fn edited(name: &str, about: &str, error: &str, edit: impl FnOnce(&mut GltfFile)) -> BadFixture {
    let mut file = triangle();
    edit(&mut file);
    BadFixture::new(&format!("{name}.gltf"), about, error, file.gltf())
}
