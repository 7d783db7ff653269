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
        text(
            "asset-missing",
            "no asset",
            "the JSON does not follow glTF 2.0: missing field `asset` at line 1 column 2",
            "{}",
        ),
        text(
            "version-missing",
            "an asset without a version",
            "the JSON does not follow glTF 2.0: missing field `version` at line 1 column 11",
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
            "the JSON does not follow glTF 2.0: invalid type: floating point `2.0`, expected a string at line 1 column 23",
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
            "the file requires the extension \"ACME_squeeze\", which is not supported; export it without",
            |file| file.json["extensionsRequired"] = json!(["ACME_squeeze"]),
        ),
        edited(
            "extension-required-long",
            "a required extension with a name of several lines",
            "the file requires the extension \"ACME\\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\", which is not \
             supported; export it without",
            |file| file.json["extensionsRequired"] = json!([format!("ACME\n{}", "x".repeat(90))]),
        ),
    ];
    fixtures.extend(wrong_types());
    fixtures
}

/// Values of the wrong JSON type. The positions are those in the files.
fn wrong_types() -> Vec<BadFixture> {
    let mistyped: Vec<Change> = vec![
        (
            "type-children-negative",
            "a negative child",
            "/nodes/0/children",
            json!([-1]),
            "invalid value: integer `-1`, expected u32 at line 24 column 15",
        ),
        (
            "type-mesh-text",
            "a mesh that is text",
            "/nodes/1/mesh",
            json!("0"),
            "invalid type: string \"0\", expected u32 at line 25 column 11",
        ),
        (
            "type-mesh-fraction",
            "a mesh that is a fraction",
            "/nodes/1/mesh",
            json!(0.5),
            "invalid type: floating point `0.5`, expected u32 at line 25 column 11",
        ),
        (
            "type-index-too-large",
            "an index beyond 32 bits",
            "/nodes/1/mesh",
            json!(4_294_967_296_u64),
            "invalid value: integer `4294967296`, expected u32 at line 25 column 18",
        ),
        (
            "type-translation-short",
            "a translation of two numbers",
            "/nodes/0/translation",
            json!([1, 2]),
            "invalid length 2, expected an array of length 3 at line 24 column 35",
        ),
        (
            "type-matrix-short",
            "a matrix of three numbers",
            "/nodes/0/matrix",
            json!([1, 0, 0]),
            "invalid length 3, expected an array of length 16 at line 24 column 17",
        ),
        (
            "type-count-huge",
            "a count of 1e300",
            "/accessors/0/count",
            json!(1e300),
            "invalid type: floating point `1e+300`, expected u64 at line 3 column 51",
        ),
        (
            "type-length-negative",
            "a negative length",
            "/bufferViews/0/byteLength",
            json!(-4),
            "invalid value: integer `-4`, expected u64 at line 11 column 27",
        ),
        (
            "type-primitives-object",
            "primitives that are an object",
            "/meshes/0/primitives",
            json!({}),
            "invalid type: map, expected a sequence at line 21 column 25",
        ),
        (
            "type-attributes-missing",
            "a primitive without attributes",
            "/meshes/0/primitives/0",
            json!({"indices": 3}),
            "missing field `attributes` at line 21 column 39",
        ),
        (
            "type-joints-missing",
            "a skin without a list of joints",
            "/skins/0",
            json!({"skeleton": 0}),
            "missing field `joints` at line 31 column 14",
        ),
        (
            "type-name-number",
            "a name that is a number",
            "/nodes/0/name",
            json!(7),
            "invalid type: integer `7`, expected a string at line 24 column 9",
        ),
        (
            "type-scene-text",
            "a default scene that is text",
            "/scene",
            json!("main"),
            "invalid type: string \"main\", expected u32 at line 27 column 14",
        ),
        (
            "type-nodes-object",
            "nodes that are an object",
            "/nodes",
            json!({"joint": {}}),
            "invalid type: map, expected a sequence at line 23 column 8",
        ),
        (
            "type-buffer-view-null",
            "a buffer view that is null",
            "/bufferViews/0",
            json!(null),
            "invalid type: null, expected struct BufferView at line 11 column 4",
        ),
        (
            "type-component-too-large",
            "a component type beyond 32 bits",
            "/accessors/0/componentType",
            json!(4_294_972_422_u64),
            "invalid value: integer `4294972422`, expected u32 at line 3 column 42",
        ),
        (
            "type-mode-too-large",
            "a mode beyond 32 bits",
            "/meshes/0/primitives/0/mode",
            json!(4_294_967_300_u64),
            "invalid value: integer `4294967300`, expected u32 at line 21 column 111",
        ),
        (
            "type-texture-negative",
            "a negative texture",
            "/materials",
            json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": -1}}}]),
            "invalid value: integer `-1`, expected u32 at line 21 column 55",
        ),
    ];
    let whole = |error| format!("the JSON does not follow glTF 2.0: {error}");
    mistyped
        .into_iter()
        .map(|(name, about, pointer, value, error)| edited(name, about, &whole(error), |file| file.set(pointer, value)))
        .collect()
}
