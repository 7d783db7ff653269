//! Parts of a file that are not read: whatever they hold, the arm opens.

use super::super::arm::{arm, arm_with, joints};
use super::super::gltf_file::{F32, GltfFile, U8};
use super::super::manifest::GoodFixture;
use serde_json::json;

pub fn all() -> Vec<GoodFixture> {
    vec![mistyped_look(), mistyped_elsewhere(), unknown_attributes(), empty_lists(), instanced()]
}

fn mistyped_look() -> GoodFixture {
    let mut file = arm();
    file.push(
        "materials",
        json!({
            "name": "odd",
            "normalTexture": {"index": -3, "scale": "0.5,"},
            "occlusionTexture": 7,
            "emissiveFactor": "red",
            "alphaMode": "FUNNY",
            "pbrMetallicRoughness": {"metallicFactor": "shiny", "metallicRoughnessTexture": {}}
        }),
    );
    file.set("/meshes/0/primitives/0/material", json!(0));
    file.push("textures", json!({"source": 77, "sampler": 9, "name": 5}));
    file.push("samplers", json!({"wrapS": 7, "magFilter": "near", "minFilter": -1}));
    file.push("images", json!({"uri": "nowhere.png", "mimeType": 5}));
    GoodFixture::equal_arm("unread-look.gltf", "values of wrong types in optional parts of the look", file.gltf())
        .unlike_gltf_crate("refuses the values")
        .warns(&[
            "material \"odd\": its pbrMetallicRoughness.metallicFactor is malformed; drawn without it",
            "material \"odd\": its pbrMetallicRoughness.metallicRoughnessTexture is malformed; drawn without it",
            "material \"odd\": its normalTexture is malformed; drawn without it",
            "material \"odd\": its occlusionTexture is malformed; drawn without it",
            "material \"odd\": its emissiveFactor is malformed; drawn without it",
        ])
}

/// Copies, of which the specification does not say how they would follow the joints.
fn instanced() -> GoodFixture {
    let mut file = arm();
    let offsets = file.data(F32, "VEC3", &[0.0, 0.0, 1.0, 0.0, 0.0, 2.0]);
    let attributes = json!({"attributes": {"TRANSLATION": offsets}});
    file.set("/nodes/2/extensions", json!({"EXT_mesh_gpu_instancing": attributes}));
    file.json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
    GoodFixture::equal_arm("instanced.glb", "a skinned mesh with EXT_mesh_gpu_instancing", file.glb())
        .with(|entry| entry.extensions_used = vec!["EXT_mesh_gpu_instancing".to_owned()])
        .warns(&["the file: 1 mesh drawn once, without the copies of EXT_mesh_gpu_instancing"])
}

fn mistyped_elsewhere() -> GoodFixture {
    let mut file = arm();
    file.json["asset"] = json!({"version": "2.0", "minVersion": 7, "copyright": []});
    file.json["cameras"] = json!([{"type": "weird"}, 5]);
    file.set("/nodes/0/camera", json!(9));
    file.set("/scenes/0/name", json!(5));
    file.set("/bufferViews/0/target", json!(1));
    file.set("/accessors/0/min", json!("none"));
    file.set("/meshes/0/extras", json!(null));
    GoodFixture::equal_arm("unread-elsewhere.gltf", "values of wrong types in other unread parts", file.gltf())
        .unlike_gltf_crate("refuses the values")
}

fn unknown_attributes() -> GoodFixture {
    let file = arm_with(|file| {
        let scalars = file.data(F32, "SCALAR", &[1.0; 6]);
        let joints = file.data(U8, "VEC4", &joints());
        json!({"_CUSTOM": scalars, "WEIRD": scalars, "lower case": scalars, "COLOR_7": scalars, "TANGENT": scalars,
            "JOINTS_": joints, "JOINTS_x": joints, "WEIGHTS_x": scalars, "JOINTS_01": joints})
    });
    GoodFixture::equal_arm("unread-attributes.gltf", "attributes of unknown names", file.gltf())
        .unlike_gltf_crate("refuses the names")
}

fn empty_lists() -> GoodFixture {
    let mut file = GltfFile::new();
    for list in ["scenes", "nodes", "meshes", "skins", "animations", "accessors", "bufferViews", "buffers", "images"] {
        file.json[list] = json!([]);
    }
    GoodFixture::new("lists-empty.gltf", "empty lists", file.gltf())
        .warns(&["the file: has no mesh and no joints to draw"])
}
