//! A valid document around a hostile stream, so that nothing is refused before its decoder sees it.

use super::container;
use super::numbers::Numbers;
use serde_json::{Value, json};

const FLOAT: u32 = 5126;

/// A chunk of a .glb.
fn chunk(kind: &[u8; 4], mut body: Vec<u8>, filling: u8) -> Vec<u8> {
    body.resize(body.len().next_multiple_of(4), filling);
    [&(body.len() as u32).to_le_bytes()[..], kind, &body].concat()
}

fn import(document: &Value, binary: Vec<u8>) -> bool {
    let chunks = [chunk(b"JSON", document.to_string().into_bytes(), b' '), chunk(b"BIN\0", binary, 0)];
    container(&chunks.concat())
}

/// A mesh of two joints. The first byte says what the document expects of the stream that follows.
pub fn draco(bytes: &[u8]) -> bool {
    let Some((&form, stream)) = bytes.split_first() else { return false };
    let joints = if form & 1 == 0 { 5121 } else { 5123 };
    let indices = [5121, 5123, 5125][usize::from(form >> 1) % 3];
    let count = [16, 3, 4, 1728, 70_000][usize::from(form >> 3) % 5];
    let accessor = |kind: &str, component: u32| json!({"componentType": component, "count": count, "type": kind});
    let document = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_draco_mesh_compression"],
        "extensionsRequired": ["KHR_draco_mesh_compression"],
        "scenes": [{"nodes": [0, 2]}],
        "nodes": [{"children": [1]}, {"translation": [0, 1, 0]}, {"mesh": 0, "skin": 0}],
        "skins": [{"joints": [0, 1]}],
        "meshes": [{"primitives": [{
            "attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "JOINTS_0": 3, "WEIGHTS_0": 4},
            "indices": 5,
            "extensions": {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes":
                {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "JOINTS_0": 3, "WEIGHTS_0": 4}}},
        }]}],
        "accessors": [accessor("VEC3", FLOAT), accessor("VEC3", FLOAT), accessor("VEC2", FLOAT),
            accessor("VEC4", joints), accessor("VEC4", FLOAT), accessor("SCALAR", indices)],
        "bufferViews": [{"buffer": 0, "byteLength": stream.len()}],
        "buffers": [{"byteLength": stream.len()}],
    });
    import(&document, stream.to_vec())
}

/// A mesh whose positions, normals or indices are the stream. Its first four bytes say which, and the shape of the view.
pub fn meshopt(bytes: &[u8]) -> bool {
    let mut numbers = Numbers::new(bytes);
    let (form, words, count) = (numbers.byte(), numbers.byte(), usize::from(numbers.u16()));
    let stream = numbers.rest();
    // 48 corners of positions for the indices, behind the stream.
    let plain: Vec<u8> = (0..48u32).flat_map(|corner| ((corner % 7) as f32).to_le_bytes()).collect();
    let (mode, filter, stride) = match form % 8 {
        0 => ("TRIANGLES", "NONE", if words & 1 == 0 { 2 } else { 4 }),
        1 => ("INDICES", "NONE", if words & 1 == 0 { 2 } else { 4 }),
        2 => ("ATTRIBUTES", "OCTAHEDRAL", if words & 1 == 0 { 4 } else { 8 }),
        3 => ("ATTRIBUTES", "QUATERNION", 8),
        4 => ("ATTRIBUTES", "COLOR", if words & 1 == 0 { 4 } else { 8 }),
        5 => ("ATTRIBUTES", "EXPONENTIAL", 4 * (1 + usize::from(words % 64))),
        _ => ("ATTRIBUTES", "NONE", 4 * (1 + usize::from(words % 64))),
    };
    let extension = if form & 8 == 0 { "EXT_meshopt_compression" } else { "KHR_meshopt_compression" };
    let start = stream.len().next_multiple_of(4);
    let mut binary = stream.to_vec();
    binary.resize(start, 0);
    binary.extend(&plain);
    let compressed =
        |component: u32, kind: &str| json!({"bufferView": 0, "componentType": component, "count": count, "type": kind});
    let positions = json!({"bufferView": 1, "componentType": FLOAT, "count": 16, "type": "VEC3"});
    let signed = |stride: usize| if stride == 4 { 5120 } else { 5122 };
    let (attributes, indices, accessors) = match (mode, filter) {
        ("ATTRIBUTES", "OCTAHEDRAL") => {
            let mut normals = compressed(signed(stride), "VEC3");
            normals["normalized"] = true.into();
            (json!({"POSITION": 0, "NORMAL": 1}), None, vec![positions, normals])
        }
        ("ATTRIBUTES", "QUATERNION") => {
            (json!({"POSITION": 0, "JOINTS_0": 1}), None, vec![positions, compressed(5123, "VEC4")])
        }
        ("ATTRIBUTES", "COLOR") => {
            let mut colors = compressed(if stride == 4 { 5121 } else { 5123 }, "VEC4");
            colors["normalized"] = true.into();
            (json!({"POSITION": 0, "COLOR_0": 1}), None, vec![positions, colors])
        }
        ("ATTRIBUTES", _) if stride >= 12 => (json!({"POSITION": 0}), None, vec![compressed(FLOAT, "VEC3")]),
        ("ATTRIBUTES", _) => (json!({"POSITION": 0, "COLOR_0": 1}), None, vec![positions, compressed(5121, "VEC4")]),
        _ => {
            let indices = compressed(if stride == 2 { 5123 } else { 5125 }, "SCALAR");
            (json!({"POSITION": 0}), Some(1), vec![positions, indices])
        }
    };
    let mut primitive = json!({"attributes": attributes});
    if let Some(indices) = indices {
        primitive["indices"] = indices.into();
    }
    let mut view = json!({"buffer": 1, "byteLength": count * stride, "extensions": {extension: {"buffer": 0,
        "byteLength": stream.len(), "byteStride": stride, "count": count, "mode": mode, "filter": filter}}});
    if mode == "ATTRIBUTES" {
        view["byteStride"] = stride.into();
    }
    let document = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": [extension, "KHR_mesh_quantization"],
        "extensionsRequired": [extension, "KHR_mesh_quantization"],
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [primitive]}],
        "accessors": accessors,
        "bufferViews": [view, {"buffer": 0, "byteOffset": start, "byteLength": plain.len()}],
        "buffers": [{"byteLength": binary.len()},
            {"byteLength": count * stride, "extensions": {extension: {"fallback": true}}}],
    });
    import(&document, binary)
}
