//! JSON that is broken or not glTF 2.0.

use super::super::gltf_file::container;
use super::super::manifest::BadFixture;
use super::{Change, edited};
use serde_json::json;

pub fn all() -> Vec<BadFixture> {
    let text = |name: &str, about: &str, error: &str, json: &str| {
        BadFixture::new(&format!("{name}.gltf"), about, error, json.as_bytes().to_vec())
    };
    let version_1 = "glTF version \"1.0\" is not supported; export the file as glTF 2.0";
    let mut fixtures = vec![
        text(
            "json-cut",
            "JSON that ends too early",
            "the JSON does not follow glTF 2.0: EOF while parsing a value at line 1 column 27",
            "{\"asset\":{\"version\":\"2.0\"},",
        ),
        text(
            "json-broken",
            "a word where a value should be",
            "the JSON does not follow glTF 2.0: expected value at line 2 column 10",
            "{\"asset\":{\"version\":\"2.0\"},\n\"nodes\": oops}",
        ),
        text(
            "json-trailing",
            "text after the JSON",
            "the JSON does not follow glTF 2.0: trailing characters at line 2 column 1",
            "{\"asset\":{\"version\":\"2.0\"}}\n{}",
        ),
        text("asset-missing", "no asset", "the JSON does not follow glTF 2.0: missing field `asset`", "{}"),
        text(
            "version-missing",
            "an asset without a version",
            "the JSON does not follow glTF 2.0: asset: missing field `version`",
            "{\"asset\":{}}",
        ),
        text("version-1", "glTF 1.0", version_1, "{\"asset\":{\"version\":\"1.0\"}}"),
        text(
            "version-1-objects",
            "glTF 1.0, where lists are objects",
            version_1,
            "{\"asset\":{\"version\":\"1.0\"},\"nodes\":{\"a\":{}},\"scene\":\"main\",\"scenes\":{\"main\":{\"nodes\":[\"a\"]}}}",
        ),
        text(
            "version-3",
            "a version that does not exist",
            "glTF version \"3.0\" is not supported; export the file as glTF 2.0",
            "{\"asset\":{\"version\":\"3.0\"}}",
        ),
        text(
            "version-number",
            "a version that is a number",
            "the JSON does not follow glTF 2.0: asset.version: invalid type: number `2.0`, expected a string",
            "{\"asset\":{\"version\":2.0}}",
        ),
        BadFixture::new(
            "json-not-utf-8.glb",
            "JSON that is not UTF-8",
            "the JSON does not follow glTF 2.0: invalid unicode code point at line 1 column 40",
            container(&[(*b"JSON", b"{\"asset\":{\"version\":\"2.0\",\"generator\":\"\xff\xfe\"}}".to_vec())]),
        ),
        BadFixture::new(
            "json-zero-padded.glb",
            "JSON padded with zeros instead of spaces",
            "the JSON does not follow glTF 2.0: trailing characters at line 1 column 28",
            container(&[(*b"JSON", b"{\"asset\":{\"version\":\"2.0\"}}\0".to_vec())]),
        ),
        edited(
            "extension-required",
            "a required extension that is not known",
            "the file requires the extension \"ACME_squeeze\", which is not supported; export the file without it",
            |file| file.json["extensionsRequired"] = json!(["ACME_squeeze"]),
        ),
        edited(
            "extension-required-long",
            "a required extension with a name of several lines",
            "the file requires the extension \"ACME\\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\", which is not \
             supported; export the file without it",
            |file| file.json["extensionsRequired"] = json!([format!("ACME\n{}", "x".repeat(90))]),
        ),
    ];
    fixtures.extend(wrong_types());
    fixtures
}

/// Values of the wrong JSON type.
fn wrong_types() -> Vec<BadFixture> {
    let mistyped: Vec<Change> = vec![
        (
            "type-children-negative",
            "a negative child",
            "/nodes/0/children",
            json!([-1]),
            "nodes[0].children[0] is -1, which is not an index",
        ),
        (
            "type-mesh-text",
            "a mesh that is text",
            "/nodes/1/mesh",
            json!("0"),
            "nodes[1].mesh is \"0\", which is not an index",
        ),
        (
            "type-mesh-fraction",
            "a mesh that is a fraction",
            "/nodes/1/mesh",
            json!(0.5),
            "nodes[1].mesh is 0.5, which is not an index",
        ),
        (
            "type-index-too-large",
            "an index beyond 32 bits",
            "/nodes/1/mesh",
            json!(4_294_967_296_u64),
            "nodes[1].mesh is 4294967296, which is not an index",
        ),
        (
            "type-translation-short",
            "a translation of two numbers",
            "/nodes/0/translation",
            json!([1, 2]),
            "the JSON does not follow glTF 2.0: nodes[0].translation: invalid length 2, expected a list of 3 values",
        ),
        (
            "type-matrix-short",
            "a matrix of three numbers",
            "/nodes/0/matrix",
            json!([1, 0, 0]),
            "the JSON does not follow glTF 2.0: nodes[0].matrix: invalid length 3, expected a list of 16 values",
        ),
        (
            "type-count-huge",
            "a count of 1e300",
            "/accessors/0/count",
            json!(1e300),
            "the JSON does not follow glTF 2.0: accessors[0].count: invalid type: number `1e+300`, expected a \
             non-negative whole number",
        ),
        (
            "type-length-negative",
            "a negative length",
            "/bufferViews/0/byteLength",
            json!(-4),
            "the JSON does not follow glTF 2.0: bufferViews[0].byteLength: invalid value: integer `-4`, expected a \
             non-negative whole number",
        ),
        (
            "type-primitives-object",
            "primitives that are an object",
            "/meshes/0/primitives",
            json!({}),
            "the JSON does not follow glTF 2.0: meshes[0].primitives: invalid type: an object, expected a list",
        ),
        (
            "type-attributes-missing",
            "a primitive without attributes",
            "/meshes/0/primitives/0",
            json!({"indices": 3}),
            "the JSON does not follow glTF 2.0: meshes[0].primitives[0]: missing field `attributes`",
        ),
        (
            "type-joints-missing",
            "a skin without a list of joints",
            "/skins/0",
            json!({"skeleton": 0}),
            "the JSON does not follow glTF 2.0: skins[0]: missing field `joints`",
        ),
        (
            "type-name-number",
            "a name that is a number",
            "/nodes/0/name",
            json!(7),
            "the JSON does not follow glTF 2.0: nodes[0].name: invalid type: integer `7`, expected a string",
        ),
        (
            "type-scene-text",
            "a default scene that is text",
            "/scene",
            json!("main"),
            "scene is \"main\", which is not an index",
        ),
        (
            "type-nodes-object",
            "nodes that are an object",
            "/nodes",
            json!({"joint": {}}),
            "the JSON does not follow glTF 2.0: nodes: found an object, expected a list",
        ),
        (
            "type-buffer-view-null",
            "a buffer view that is null",
            "/bufferViews/0",
            json!(null),
            "the JSON does not follow glTF 2.0: bufferViews[0]: invalid type: null, expected an object",
        ),
        (
            "type-component-too-large",
            "a component type beyond 32 bits",
            "/accessors/0/componentType",
            json!(4_294_972_422_u64),
            "accessor #0 has component type 4294972422, which glTF does not allow here",
        ),
        (
            "type-mode-too-large",
            "a mode beyond 32 bits",
            "/meshes/0/primitives/0/mode",
            json!(4_294_967_300_u64),
            "mesh \"m\", primitive 0 has mode 4294967300, which glTF does not allow here",
        ),
        (
            "type-texture-negative",
            "a negative texture",
            "/materials",
            json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": -1}}}]),
            "materials[0].pbrMetallicRoughness.baseColorTexture.index is -1, which is not an index",
        ),
    ];
    mistyped
        .into_iter()
        .map(|(name, about, pointer, value, error)| edited(name, about, error, |file| file.set(pointer, value)))
        .collect()
}
