//! A small file with a bit of everything.

use super::checks::assert_sound;
use crate::import_models::import_bytes;

/// A small file with a bit of everything: a skin, two influence sets, a morph target, a sparse accessor, a clip with
/// two kinds of keys, a picture, a node matrix.
pub fn small_glb() -> Vec<u8> {
    let mut binary: Vec<u8> = Vec::new();
    let mut views = Vec::new();
    let mut view = |bytes: &[u8]| {
        views.push(serde_json::json!({"buffer": 0, "byteOffset": binary.len(), "byteLength": bytes.len()}));
        binary.extend_from_slice(bytes);
        binary.resize(binary.len().next_multiple_of(4), 0);
        views.len() - 1
    };
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let positions = view(&floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.]));
    let joints = view(&[0, 1, 0, 0].repeat(4));
    let weights = view(&[64, 63, 0, 0].repeat(4));
    let indices = view(&[0, 0, 1, 0, 2, 0, 3, 0]);
    let matrices = view(&floats(&glam::Mat4::IDENTITY.to_cols_array().repeat(2)));
    let times = view(&floats(&[0.0, 1.0]));
    let turns = view(&floats(&[0., 0., 0., 1., 0., 0., 1., 0.]));
    let shifts = view(&floats(&[0.5; 18]));
    let sparse_index = view(&[2]);
    let sparse_value = view(&floats(&[0.0, 0.0, 1.0]));
    let picture = view(&tiny_png());
    let json = serde_json::json!({
        "asset": {"version": "2.0", "generator": "skinscope's tests"},
        "extensionsUsed": ["KHR_mesh_quantization"],
        "scene": 0,
        "scenes": [{"nodes": [0, 3]}],
        "nodes": [
            {"name": "root", "children": [1], "rotation": [0, 0, 0, 1], "scale": [1, 2, 1]},
            {"name": "mid", "children": [2], "translation": [0, 1, 0]},
            {"name": "hat", "mesh": 0, "matrix": [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]},
            {"name": "body", "mesh": 0, "skin": 0, "weights": [0.5]}
        ],
        "skins": [{"joints": [0, 1], "inverseBindMatrices": 4, "skeleton": 0}],
        "meshes": [{"name": "sheet", "weights": [1], "primitives": [{
            "attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2, "JOINTS_1": 1, "WEIGHTS_1": 2, "COLOR_0": 2,
                "TEXCOORD_0": 9},
            "indices": 3, "mode": 5, "material": 0, "targets": [{"POSITION": 8}]
        }]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0.5, 1], "baseColorTexture": {"index": 0}},
            "alphaMode": "MASK"}],
        "textures": [{"source": 0, "sampler": 0}],
        "samplers": [{"wrapS": 33071}],
        "images": [{"bufferView": picture, "mimeType": "image/png"}],
        "animations": [{"channels": [
            {"sampler": 0, "target": {"node": 1, "path": "rotation"}},
            {"sampler": 1, "target": {"node": 0, "path": "translation"}}
        ], "samplers": [
            {"input": 5, "output": 6}, {"input": 5, "output": 7, "interpolation": "CUBICSPLINE"}
        ]}],
        "accessors": [
            {"bufferView": positions, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": joints, "componentType": 5121, "count": 4, "type": "VEC4"},
            {"bufferView": weights, "componentType": 5121, "normalized": true, "count": 4, "type": "VEC4"},
            {"bufferView": indices, "componentType": 5123, "count": 4, "type": "SCALAR"},
            {"bufferView": matrices, "componentType": 5126, "count": 2, "type": "MAT4"},
            {"bufferView": times, "componentType": 5126, "count": 2, "type": "SCALAR"},
            {"bufferView": turns, "componentType": 5126, "count": 2, "type": "VEC4"},
            {"bufferView": shifts, "componentType": 5126, "count": 6, "type": "VEC3"},
            {"componentType": 5126, "count": 4, "type": "VEC3", "sparse": {"count": 1,
                "indices": {"bufferView": sparse_index, "componentType": 5121},
                "values": {"bufferView": sparse_value}}},
            {"bufferView": positions, "byteOffset": 0, "componentType": 5126, "count": 4, "type": "VEC2"}
        ],
        "bufferViews": views,
        "buffers": [{"byteLength": binary.len()}]
    });
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8], body: &[u8]| [&(body.len() as u32).to_le_bytes()[..], kind, body].concat();
    let body = [chunk(b"JSON", &json), chunk(b"BIN\0", &binary)].concat();
    [b"glTF", &2u32.to_le_bytes()[..], &(12 + body.len() as u32).to_le_bytes(), &body].concat()
}

fn tiny_png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(2, 2, image::Rgba([200, 100, 50, 255]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

#[test]
fn the_small_file_opens_without_a_warning() {
    let asset = import_bytes(&small_glb()).unwrap();
    assert_sound(&asset.model);
    assert_eq!(asset.warnings, []);
    assert_eq!((asset.model.primitives.len(), asset.model.skins.len()), (2, 2));
    assert_eq!((asset.model.textures.len(), asset.morph_target_count), (1, 1));
    assert_eq!(asset.model.clips[0].name, "Clip 1");
    // The third vertex is lifted by the morph target: by half under `body`, in full under `hat`.
    assert_eq!(asset.model.primitives[1].positions[2].z, 0.5);
    assert_eq!(asset.model.primitives[0].positions[2].z, 1.0);
}

#[test]
fn a_cut_file_is_refused() {
    let bytes = small_glb();
    for length in 0..bytes.len() {
        assert!(import_bytes(&bytes[..length]).is_err(), "cut off after {length} bytes");
    }
}
