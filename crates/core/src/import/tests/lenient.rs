//! Files that the `gltf` crate would refuse, or whose values it would cast or forget.

use super::builder::{Builder, warnings};
use serde_json::{Value, json};

/// Sets the part at a JSON pointer whose parents exist.
fn with(pointer: &str, value: Value) -> Builder {
    let mut file = Builder::one_triangle();
    let (owner, name) = pointer.rsplit_once('/').unwrap();
    file.json.pointer_mut(owner).unwrap()[name] = value;
    file
}

#[test]
fn members_that_gltf_does_not_require_may_be_missing() {
    let mut file = Builder::one_triangle();
    let times = file.floats("SCALAR", &[0.0]);
    let values = file.floats("VEC3", &[0.0; 3]);
    file.push("scenes", json!({}));
    file.push("animations", json!({}));
    let samplers = json!([{"input": times, "output": values}]);
    let channels = json!([{"sampler": 0, "target": {"path": "translation"}}]);
    file.push("animations", json!({"samplers": samplers, "channels": channels}));
    let asset = file.open();
    assert_eq!(asset.model.clips.len(), 2);
    assert!(
        warnings(&asset).iter().any(|line| line.contains("1 channel without a node ignored")),
        "{:?}",
        asset.warnings
    );
}

#[test]
fn integers_beyond_32_bits_are_not_cast() {
    let big = 1u64 << 32;
    for (pointer, value, wanted) in [
        ("/nodes/0/mesh", big, "nodes[0].mesh is 4294967296, which is not an index"),
        ("/meshes/0/primitives/0/indices", big, "meshes[0].primitives[0].indices is 4294967296, which"),
        ("/accessors/0/componentType", big + 5126, "accessor #0 has component type 4294972422, which"),
        ("/meshes/0/primitives/0/mode", big + 4, "mesh \"m\", primitive 0 has mode 4294967300, which"),
        ("/meshes/0/primitives/0/attributes/_APP", big, "meshes[0].primitives[0].attributes._APP is 4294967296, which"),
    ] {
        let refusal = with(pointer, json!(value)).refusal();
        assert!(refusal.contains(wanted), "{pointer}: {refusal}");
    }
    let sentinel = with("/nodes/0/mesh", json!(u32::MAX)).refusal();
    assert!(sentinel.contains("4294967295"), "{sentinel}");
}

#[test]
fn what_is_not_drawn_may_have_an_unknown_mode() {
    let mut file = Builder::one_triangle();
    file.mesh(&json!({"attributes": {}, "mode": 9}));
    assert_eq!(file.open().model.primitives.len(), 1);
}

#[test]
fn unknown_attributes_keep_their_names_and_their_checks() {
    let mut file = Builder::one_triangle();
    let short = file.floats("SCALAR", &[0.0]);
    let long = file.floats("SCALAR", &[0.0; 3]);
    let attributes = file.json.pointer_mut("/meshes/0/primitives/0/attributes").unwrap();
    attributes["AGE"] = json!(long);
    attributes["HEAT"] = json!(short);
    let refusal = file.refusal();
    assert!(refusal.contains("attribute \"HEAT\" has 1 elements, but 3 are needed"), "{refusal}");
}

#[test]
fn a_set_of_influences_has_one_spelling() {
    let mut file = Builder::new();
    let position = file.triangle();
    let (joints, weights) = file.one_joint(0);
    let (other_joints, other_weights) = file.one_joint(1);
    file.mesh(&json!({"attributes": {
        "POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights, "JOINTS_00": other_joints, "WEIGHTS_00": other_weights,
    }}));
    file.push("skins", json!({"joints": [1, 2]}));
    file.node(json!({"mesh": 0, "skin": 0}));
    file.node(json!({}));
    file.node(json!({}));
    let model = file.open().model;
    assert!(model.primitives[0].influences.flat().iter().all(|influence| influence.joint == 0));
}

#[test]
fn faults_in_what_is_not_read_do_not_refuse_a_file() {
    let material = json!({"name": "red", "normalTexture": {"index": "x"}, "emissiveFactor": "bright",
        "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1], "roughnessFactor": [], "baseColorTexture": null}});
    let mut file = Builder::one_triangle();
    file.push("materials", material);
    file.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    file.json["accessors"][0]["min"] = json!({"x": 1});
    file.json["cameras"] = json!([{"type": 5}]);
    file.json["nodes"][0]["camera"] = json!("eye");
    file.json["asset"]["copyright"] = json!(7);
    file.json["extensions"] = json!([]);
    let model = file.open().model;
    assert_eq!(model.materials[0].name, "red");
    assert_eq!(model.materials[0].base_color, glam::Vec4::new(1.0, 0.0, 0.0, 1.0));
    file.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = json!("red");
    let refusal = file.refusal();
    assert!(refusal.contains("materials[0].pbrMetallicRoughness.baseColorFactor: invalid type: string"), "{refusal}");
}

#[test]
fn messages_name_the_location_in_the_json() {
    for (pointer, value, wanted) in [
        ("/nodes/0/scale", json!([1, "x", 1]), "nodes[0].scale[1]: invalid type: string \"x\", expected a number"),
        ("/nodes", json!(3), "nodes: found 3, expected a list"),
        ("/meshes", json!([5]), "meshes[0]: invalid type: integer `5`, expected an object"),
        ("/asset", json!(null), "the JSON does not follow glTF 2.0: missing field `asset`"),
        ("/nodes", json!({"root": {}}), "glTF version \"1.0\" is not supported"),
    ] {
        let first_version = value.is_object();
        let mut file = with(pointer, value);
        if first_version {
            file.json["asset"]["version"] = json!(null);
        }
        let refusal = file.refusal();
        assert!(refusal.contains(wanted), "{pointer}: {refusal}");
    }
}

#[test]
fn unknown_interpolations_and_paths_are_quoted() {
    let mut file = Builder::one_triangle();
    let times = file.floats("SCALAR", &[0.0]);
    let values = file.floats("VEC3", &[0.0; 3]);
    let sampler = |name: &str| json!({"input": times, "output": values, "interpolation": name});
    let channel = |sampler: u32, path: &str| json!({"sampler": sampler, "target": {"node": 0, "path": path}});
    let channels = json!([channel(1, "scale"), channel(0, "colour")]);
    file.push("animations", json!({"samplers": [sampler("LINEAR"), sampler("BEZIER")], "channels": channels}));
    let asset = file.open();
    let line = &warnings(&asset)[0];
    assert!(line.contains("2 channels left out; the first (channel 0) has interpolation \"BEZIER\""), "{line}");
    file.json["animations"][0]["channels"].as_array_mut().unwrap().remove(0);
    let line = &warnings(&file.open())[0];
    assert!(line.contains("has path \"colour\""), "{line}");
}

#[test]
fn a_texture_without_an_image_is_a_warning() {
    let mut file = Builder::one_triangle();
    file.push("textures", json!({}));
    file.push("materials", json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    file.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    let lines = warnings(&file.open());
    assert!(lines[0].contains("it names no PNG, JPEG or WebP image"), "{lines:?}");
    let extensions = json!({"KHR_texture_transform": {"scale": 2}});
    file.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] = extensions;
    let lines = warnings(&file.open());
    assert!(lines[0].contains("its KHR_texture_transform is malformed"), "{lines:?}");
}
