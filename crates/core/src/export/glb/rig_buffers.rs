//! Makes a document self-contained: all data that it refers to goes into one binary chunk.

use serde_json::{Map, Value, json};

/// Extensions of buffer views that have a buffer and an offset of their own.
const COMPRESSED: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// Joins the buffers that have bytes into the first, which a .glb holds. The other buffers, which stand for data that
/// only readers without an extension need, follow without bytes. Returns the joined bytes, which are empty only if
/// there is no buffer.
pub(super) fn join_buffers(document: &mut Map<String, Value>, buffers: &[Option<Vec<u8>>]) -> Vec<u8> {
    let Some(Value::Array(written)) = document.remove("buffers") else { return Vec::new() };
    let mut bytes = Vec::new();
    let mut first = json!({"byteLength": 0});
    let mut without_bytes = Vec::new();
    // The new buffer and the offset in it.
    let mut moved = Vec::new();
    let joined = buffers.iter().flatten().count();
    for (buffer, mut written) in buffers.iter().zip(written) {
        let Some(data) = buffer else {
            without_bytes.push(written);
            moved.push((without_bytes.len(), 0));
            continue;
        };
        moved.push((0, bytes.len()));
        let length = written.get("byteLength").and_then(Value::as_u64).unwrap_or_default() as usize;
        bytes.extend_from_slice(&data[..length.min(data.len())]);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        if let Some(members) = written.as_object_mut().filter(|_| joined == 1) {
            members.remove("uri");
            first = written;
        }
    }
    let views = document.get_mut("bufferViews").and_then(Value::as_array_mut);
    for view in views.into_iter().flatten() {
        move_view(view, &moved);
        for name in COMPRESSED {
            if let Some(compressed) = view.pointer_mut(&format!("/extensions/{name}")) {
                move_view(compressed, &moved);
            }
        }
    }
    if moved.is_empty() {
        return bytes;
    }
    // The first buffer of a .glb without a URI is the binary chunk, which must not be empty.
    bytes.resize(bytes.len().max(4), 0);
    document.insert("buffers".to_owned(), std::iter::once(first).chain(without_bytes).collect());
    bytes
}

fn move_view(view: &mut Value, moved: &[(usize, usize)]) {
    let buffer = view.get("buffer").and_then(Value::as_u64).and_then(|buffer| moved.get(buffer as usize));
    if let (Some(&(buffer, base)), Some(members)) = (buffer, view.as_object_mut()) {
        let offset = members.get("byteOffset").and_then(Value::as_u64).unwrap_or_default();
        members.insert("buffer".to_owned(), buffer.into());
        members.insert("byteOffset".to_owned(), (offset + base as u64).into());
    }
}

/// The type of an image, determined from its first bytes.
pub(super) fn mime_type(image: &[u8]) -> Option<&'static str> {
    match image {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        [0xab, b'K', b'T', b'X', b' ', b'2', b'0', ..] => Some("image/ktx2"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_joined_and_views_follow() {
        let document = json!({
            "buffers": [{"byteLength": 3, "uri": "a"}, {"byteLength": 8, "name": "fallback"}, {"byteLength": 4}],
            "bufferViews": [
                {"buffer": 0, "byteLength": 3},
                {"buffer": 2, "byteOffset": 1, "byteLength": 2},
                {"buffer": 1, "byteLength": 8, "extensions": {"EXT_meshopt_compression": {"buffer": 2, "byteLength": 4}}},
            ],
        });
        let Value::Object(mut document) = document else { unreachable!() };
        let bytes = join_buffers(&mut document, &[Some(vec![1, 2, 3, 9]), None, Some(vec![4, 5, 6, 7])]);
        assert_eq!(bytes, [1, 2, 3, 0, 4, 5, 6, 7]);
        assert_eq!(document["buffers"], json!([{"byteLength": 0}, {"byteLength": 8, "name": "fallback"}]));
        assert_eq!(document["bufferViews"][0], json!({"buffer": 0, "byteOffset": 0, "byteLength": 3}));
        assert_eq!(document["bufferViews"][1], json!({"buffer": 0, "byteOffset": 5, "byteLength": 2}));
        let compressed = &document["bufferViews"][2]["extensions"]["EXT_meshopt_compression"];
        assert_eq!(compressed, &json!({"buffer": 0, "byteOffset": 4, "byteLength": 4}));
        assert_eq!(document["bufferViews"][2]["buffer"], 1);
    }

    #[test]
    fn a_buffer_without_bytes_never_comes_first() {
        let document = json!({
            "buffers": [{"byteLength": 8, "name": "elsewhere"}],
            "bufferViews": [{"buffer": 0, "byteLength": 8}],
        });
        let Value::Object(mut document) = document else { unreachable!() };
        assert_eq!(join_buffers(&mut document, &[None]), [0; 4]);
        assert_eq!(document["buffers"][1]["name"], "elsewhere");
        assert_eq!(document["bufferViews"][0]["buffer"], 1);
    }
}
