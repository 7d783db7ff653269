//! Small files that ask for more memory or time than any model needs.

use super::super::gltf_file::{F32, GltfFile, U8};
use super::super::manifest::BadFixture;
use serde_json::json;

pub fn all() -> Vec<BadFixture> {
    vec![zeros(), vertices(), influences(), primitives(), numbers(), objects()]
}

/// An accessor without bytes, which is all zeros.
fn zeros_of(file: &mut GltfFile, component: u32, element_type: &str, count: u64) -> usize {
    file.push("accessors", json!({"componentType": component, "count": count, "type": element_type}))
}

fn zeros() -> BadFixture {
    let mut file = GltfFile::new();
    let position = zeros_of(&mut file, F32, "VEC3", 5_333_334);
    file.push("meshes", json!({"primitives": [{"attributes": {"POSITION": position}}]}));
    file.push("nodes", json!({"mesh": 0}));
    let error = "mesh #0, primitive 0 is too large: it has no data, but declares more than 16 million values";
    BadFixture::new("large-zeros.gltf", "millions of positions without a byte", error, file.gltf())
}

/// Every node shows the same mesh.
fn vertices() -> BadFixture {
    let mut file = GltfFile::new();
    let position = zeros_of(&mut file, F32, "VEC3", 4_000_001);
    let indices = zeros_of(&mut file, U8, "SCALAR", 3);
    file.push("meshes", json!({"primitives": [{"attributes": {"POSITION": position}, "indices": indices}]}));
    for _ in 0..4 {
        file.push("nodes", json!({"mesh": 0}));
    }
    let error = "mesh #0, primitive 0 is too large: decoded, the file takes far more memory than its size justifies; export it \
                 with fewer or smaller parts";
    BadFixture::new("large-instances.gltf", "16 million vertices, all of one mesh", error, file.gltf())
}

fn influences() -> BadFixture {
    let mut file = GltfFile::new();
    let position = zeros_of(&mut file, F32, "VEC3", 4_000_000);
    let indices = zeros_of(&mut file, U8, "SCALAR", 3);
    let joints = zeros_of(&mut file, U8, "VEC4", 4_000_000);
    let mut attributes = json!({"POSITION": position});
    for set in 0..7 {
        attributes[format!("JOINTS_{set}")] = json!(joints);
        attributes[format!("WEIGHTS_{set}")] = json!(joints);
    }
    file.push("meshes", json!({"primitives": [{"attributes": attributes, "indices": indices}]}));
    file.push("skins", json!({"joints": [0]}));
    file.push("nodes", json!({"mesh": 0, "skin": 0}));
    let error = "mesh #0, primitive 0 is too large: it has more than 100 million influences";
    BadFixture::new("large-influences.gltf", "more than 100 million influences", error, file.gltf())
}

fn primitives() -> BadFixture {
    let mut file = GltfFile::new();
    file.push("meshes", json!({"primitives": vec![json!({"attributes": {}}); 450]}));
    file.json["nodes"] = json!(vec![json!({"mesh": 0}); 450]);
    let error =
        "the file is too large: its meshes have more than 50,000 primitives, counted at every node that shows them";
    BadFixture::new("large-primitives.glb", "450 nodes of 450 primitives", error, file.glb())
}

/// Every skin reads the same matrices.
fn numbers() -> BadFixture {
    let mut file = GltfFile::new();
    let matrices = zeros_of(&mut file, F32, "MAT4", 1_000_000);
    file.push("nodes", json!({}));
    for _ in 0..26 {
        file.push("skins", json!({"joints": [0], "inverseBindMatrices": matrices}));
    }
    let error = "skin #1, inverse bind matrices in accessor 0 is too large: decoded, the file takes far more memory than its \
                 size justifies; export it with fewer or smaller parts";
    BadFixture::new("large-numbers.gltf", "an accessor of a million matrices, read 26 times", error, file.gltf())
}

fn objects() -> BadFixture {
    let mut file = GltfFile::new();
    file.json["skins"] = json!(vec![0; 5_001]);
    let error = "the file has 5,001 skins, but at most 5,000 are read; export only the character and its skeleton";
    BadFixture::new("large-lists.gltf", "more skins than are read", error, file.gltf())
}
