//! Files that declare more data than they contain, or contain reference cycles.

use super::builder::Builder;
use serde_json::json;
use std::time::Instant;

#[test]
fn counts_and_offsets_beyond_the_bytes() {
    for (list, key, value) in [
        ("accessors", "count", json!(4)),
        ("accessors", "count", json!(u64::MAX)),
        ("accessors", "byteOffset", json!(4)),
        ("accessors", "byteOffset", json!(u64::MAX)),
        ("accessors", "componentType", json!(5127)),
        ("accessors", "type", json!("VEC5")),
        ("accessors", "bufferView", json!(1)),
        ("bufferViews", "byteOffset", json!(1)),
        ("bufferViews", "byteOffset", json!(u64::MAX)),
        ("bufferViews", "byteLength", json!(u64::MAX)),
        ("bufferViews", "byteStride", json!(1)),
        ("bufferViews", "byteStride", json!(u64::MAX)),
        ("bufferViews", "buffer", json!(1)),
        ("nodes", "mesh", json!(1)),
        ("nodes", "children", json!([1])),
        ("nodes", "children", json!([0])),
        ("nodes", "translation", json!([1e39, 0, 0])),
    ] {
        let mut file = Builder::one_triangle();
        file.json[list][0][key] = value.clone();
        let refusal = file.refusal();
        assert!(!refusal.is_empty(), "{list} {key} {value}");
    }
}

#[test]
fn zeros_are_not_handed_out_without_end() {
    let mut file = Builder::one_triangle();
    file.json["accessors"][0] = json!({"componentType": 5126, "type": "VEC3", "count": 3});
    assert_eq!(file.open().model.vertex_count(), 3);
    file.json["accessors"][0]["count"] = json!(u64::MAX);
    assert!(file.refusal().contains("is too large"), "{}", file.refusal());

    // Every node shows the same large mesh without bytes.
    file.json["accessors"][0]["count"] = json!(4_000_000);
    file.json["nodes"] = json!(vec![json!({"mesh": 0}); 1000]);
    let start = Instant::now();
    assert!(file.refusal().contains("more memory than its size"), "{}", file.refusal());
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn many_nodes_of_many_primitives_are_bounded() {
    let mut file = Builder::one_triangle();
    file.json["meshes"][0]["primitives"] = json!(vec![json!({"attributes": {}}); 1000]);
    file.json["nodes"] = json!(vec![json!({"mesh": 0}); 1000]);
    assert!(file.refusal().contains("50,000 primitives"));
}

#[test]
fn deep_hierarchies_and_loops() {
    let mut file = Builder::one_triangle();
    const DEPTH: usize = 100_000;
    let chain: Vec<_> =
        (0..DEPTH).map(|i| if i + 1 < DEPTH { json!({"children": [i + 1]}) } else { json!({}) }).collect();
    file.json["nodes"] = json!(chain);
    let every_hundredth: Vec<usize> = (0..DEPTH).step_by(100).collect();
    file.json["skins"] = json!([{"joints": every_hundredth}]);
    let model = file.open().model;
    assert_eq!(model.skins[0].joints[999].parent, Some(998));
    file.json["nodes"][DEPTH - 1] = json!({"children": [0]});
    assert!(file.refusal().contains("its own ancestor"));
    // Scales whose product overflows.
    file.json["nodes"] = json!(
        (0..20)
            .map(|i| json!({"scale": [1e38, 1e38, 1e38], "children": if i < 19 { vec![i + 1] } else { vec![] }}))
            .collect::<Vec<_>>()
    );
    file.json["skins"] = json!([]);
    assert!(file.refusal().contains("overflows"), "{}", file.refusal());
}

#[test]
fn positions_that_are_not_finite() {
    let mut file = Builder::new();
    let position = file.floats("VEC3", &[0., 0., 0., f32::NAN, 0., 0., 0., 1., 0.]);
    file.mesh(&json!({"attributes": {"POSITION": position}}));
    file.node(json!({"mesh": 0}));
    assert_eq!(file.refusal(), "mesh \"m\", primitive 0 has a position that is not a finite number, at element 1");
}

#[test]
fn images_that_claim_to_be_huge_are_left_out() {
    let mut file = Builder::one_triangle();
    // The header of a PNG of 60000 x 60000 pixels.
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(1, 1).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let mut png = png.into_inner();
    png[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    let view = file.view(&png);
    file.push("images", json!({"bufferView": view}));
    file.push("textures", json!({"source": 0}));
    file.push("materials", json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    file.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    let asset = file.open();
    assert_eq!((asset.warnings.len(), asset.model.textures.len()), (1, 0));
}
