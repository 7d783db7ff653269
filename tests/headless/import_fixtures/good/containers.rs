//! Containers, buffers and extensions: the arm in every wrapping.

use super::super::arm::arm;
use super::super::gltf_file::{GltfFile, base64_uri, container, padded};
use super::super::manifest::GoodFixture;
use serde_json::{Value, json};

pub fn all() -> Vec<GoodFixture> {
    let mut fixtures = glbs();
    fixtures.extend(texts());
    fixtures.extend(buffers());
    fixtures.extend(extensions());
    fixtures
}

fn chunk(kind: &[u8; 4], bytes: &[u8]) -> ([u8; 4], Vec<u8>) {
    (*kind, bytes.to_vec())
}

fn glbs() -> Vec<GoodFixture> {
    let file = arm();
    let json = padded(file.glb_json(), b' ');
    let binary = file.binary.clone();
    let whole = container(&[chunk(b"JSON", &json), chunk(b"BIN\0", &binary)]);
    let unknown =
        container(&[chunk(b"JSON", &json), chunk(b"BIN\0", &binary), chunk(b"XTRA", b"more"), chunk(b"YTRA", b"")]);
    let padding = container(&[chunk(b"JSON", &json), chunk(b"BIN\0", &[&binary[..], &[0; 3], &[0xff; 9]].concat())]);
    let mark =
        container(&[chunk(b"JSON", &padded([b"\xef\xbb\xbf", &json[..]].concat(), b' ')), chunk(b"BIN\0", &binary)]);
    let mut with_uri = file.clone();
    with_uri.json["buffers"] = json!([{"byteLength": binary.len(), "uri": base64_uri(&binary)}]);
    with_uri.binary.clear();
    let empty_binary = container(&[chunk(b"JSON", &padded(with_uri.glb_json(), b' ')), chunk(b"BIN\0", b"")]);
    let mut with_both = with_uri.clone();
    with_both.binary = vec![1, 2, 3, 4];
    vec![
        GoodFixture::equal_arm("glb-unknown-chunks.glb", "chunks of unknown kinds after the binary one", unknown)
            .unlike_gltf_crate("its container reader differs"),
        GoodFixture::equal_arm(
            "glb-bytes-after-end.glb",
            "bytes after the announced length",
            [&whole[..], b"trailing bytes"].concat(),
        )
        .unlike_gltf_crate("its container reader differs"),
        GoodFixture::equal_arm("glb-long-binary.glb", "a binary chunk longer than its buffer", padding),
        GoodFixture::equal_arm("glb-byte-order-mark.glb", "a byte order mark before the JSON chunk", mark)
            .unlike_gltf_crate("refuses the mark"),
        GoodFixture::equal_arm("glb-json-only.glb", "no binary chunk; the buffer is a data: URI", with_uri.glb()),
        GoodFixture::equal_arm("glb-binary-empty.glb", "a binary chunk without bytes", empty_binary),
        GoodFixture::equal_arm("glb-binary-unused.glb", "a binary chunk that no buffer uses", with_both.glb()),
    ]
}

fn texts() -> Vec<GoodFixture> {
    let file = arm();
    let text = file.gltf();
    let standard = base64_uri(&file.binary);
    let (kind, base64) = standard.split_once(',').unwrap();
    let url_safe = format!("{kind},{}", base64.trim_end_matches('=').replace('+', "-").replace('/', "_"));
    let escaped: String = file.binary.iter().map(|byte| format!("%{byte:02X}")).collect();
    let mut version = file.clone();
    version.json["asset"] =
        json!({"version": "2.1", "minVersion": "2.0", "generator": "fixtures", "copyright": "none"});
    vec![
        GoodFixture::equal_arm("text.gltf", "a .gltf that holds its bytes itself", text.clone()),
        GoodFixture::equal_arm(
            "text-byte-order-mark.gltf",
            "a byte order mark before the JSON",
            [b"\xef\xbb\xbf", &text[..]].concat(),
        )
        .unlike_gltf_crate("refuses the mark"),
        GoodFixture::equal_arm(
            "text-white-space.gltf",
            "white space around the JSON",
            [b" \r\n\t", &text[..], b"\n\n"].concat(),
        ),
        GoodFixture::equal_arm("text-url-safe.gltf", "base64 for URLs, without padding", file.gltf_with(&url_safe)),
        GoodFixture::equal_arm(
            "text-percent.gltf",
            "a data: URI with percent-encoded bytes",
            file.gltf_with(&format!("data:application/octet-stream,{escaped}")),
        ),
        GoodFixture::equal_arm("version-2.1.gltf", "a later version 2", version.gltf()),
    ]
}

fn buffers() -> Vec<GoodFixture> {
    let file = arm();
    let split = file.json["bufferViews"][3]["byteOffset"].as_u64().unwrap() as usize;
    // Views 3 and 4, indices and inverse bind matrices, are in a second buffer.
    let mut two = file.clone();
    for view in [3, 4] {
        let offset = two.json["bufferViews"][view]["byteOffset"].as_u64().unwrap() as usize;
        two.json["bufferViews"][view]["byteOffset"] = json!(offset - split);
        two.json["bufferViews"][view]["buffer"] = json!(1);
    }
    let (first, second) = file.binary.split_at(split);
    let mut in_two_uris = two.clone();
    in_two_uris.json["buffers"] = json!([
        {"byteLength": first.len(), "uri": base64_uri(first)}, {"byteLength": second.len(), "uri": base64_uri(second)}
    ]);
    let mut chunk_and_file = two;
    chunk_and_file.json["buffers"] =
        json!([{"byteLength": first.len()}, {"byteLength": second.len(), "uri": "external/binds.bin"}]);
    chunk_and_file.binary.truncate(split);
    let mut one_file_twice = file.clone();
    one_file_twice.json["bufferViews"][4]["buffer"] = json!(1);
    let uri = "external/%C3%84rm%20%23%201.bin";
    let length = file.binary.len();
    one_file_twice.json["buffers"] =
        json!([{"byteLength": length, "uri": uri}, {"byteLength": length, "uri": uri, "name": "again"}]);
    let path = "external/Ärm # 1.bin";
    vec![
        GoodFixture::equal_arm(
            "buffer-beside.gltf",
            "a buffer in a file with a percent-encoded path",
            file.gltf_with(uri),
        )
        .beside(path, file.binary.clone()),
        GoodFixture::equal_arm(
            "buffer-beside-spaces.gltf",
            "a path with spaces that are not encoded",
            file.gltf_with("external/with  two spaces.bin"),
        )
        .beside("external/with  two spaces.bin", file.binary.clone()),
        GoodFixture::equal_arm("buffer-file-twice.gltf", "two buffers in one file", one_file_twice.gltf()),
        GoodFixture::equal_arm(
            "buffer-file-long.gltf",
            "a file longer than its buffer",
            file.gltf_with("external/long.bin"),
        )
        .beside("external/long.bin", [&file.binary[..], b"and more"].concat()),
        GoodFixture::equal_arm("buffers-two.gltf", "two buffers with data: URIs", in_two_uris.gltf()),
        GoodFixture::equal_arm(
            "buffers-chunk-and-file.glb",
            "a binary chunk and a second buffer in a file",
            chunk_and_file.glb(),
        )
        .beside("external/binds.bin", second.to_vec()),
    ]
}

/// Adds what every reader has to skip to each object of the JSON.
fn decorate(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.values_mut().for_each(decorate);
            map.insert("extras".to_owned(), json!({"any": [1, "two", null]}));
        }
        Value::Array(list) => list.iter_mut().for_each(decorate),
        _ => {}
    }
}

/// Adds extras to all objects but the maps of attributes, whose values are accessors.
fn with_extras(file: &GltfFile) -> GltfFile {
    let mut file = file.clone();
    let attributes = file.json["meshes"][0]["primitives"][0]["attributes"].clone();
    decorate(&mut file.json);
    file.set("/meshes/0/primitives/0/attributes", attributes);
    file.json["extensionsUsed"] = json!(["ACME_anything"]);
    file.json["extensions"] = json!({"ACME_anything": {"list": []}});
    file.set("/nodes/1/extensions", json!({"ACME_anything": true}));
    file.json["unknownProperty"] = json!({"nodes": "none"});
    for list in ["cameras", "images", "animations", "materials", "textures", "samplers", "extensionsRequired"] {
        file.json[list] = json!([]);
    }
    file
}

fn extensions() -> Vec<GoodFixture> {
    let file = arm();
    let used = |fixture: GoodFixture, extension: &str| {
        let extension = extension.to_owned();
        fixture.with(|entry| entry.extensions_used.push(extension))
    };
    let mut look_only = file.clone();
    look_only.json["extensionsUsed"] = json!(["KHR_materials_clearcoat"]);
    look_only.json["extensionsRequired"] = json!(["KHR_materials_clearcoat"]);
    let mut draco = file.clone();
    draco.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
    draco.set(
        "/meshes/0/primitives/0/extensions",
        json!({"KHR_draco_mesh_compression":
        {"bufferView": 0, "attributes": {"POSITION": 0}}}),
    );
    let mut meshopt = file.clone();
    meshopt.json["extensionsUsed"] = json!(["EXT_meshopt_compression"]);
    meshopt.set(
        "/bufferViews/0/extensions",
        json!({"EXT_meshopt_compression": {"buffer": 0, "byteLength": 4,
        "byteStride": 12, "count": 6, "mode": "ATTRIBUTES"}}),
    );
    vec![
        used(
            GoodFixture::equal_arm(
                "extras-and-extensions.gltf",
                "extras everywhere, and an unknown extension in use",
                with_extras(&file).gltf(),
            ),
            "ACME_anything",
        ),
        used(
            GoodFixture::equal_arm("extension-of-the-look.glb", "a required extension of materials", look_only.glb())
                .warns(&["the file: requires \"KHR_materials_clearcoat\", which only changes the look; ignored"])
                .unlike_gltf_crate("refuses the extension"),
            "KHR_materials_clearcoat",
        ),
        used(
            GoodFixture::equal_arm(
                "draco-with-fallback.glb",
                "Draco compression beside uncompressed data",
                draco.glb(),
            ),
            "KHR_draco_mesh_compression",
        ),
        used(
            GoodFixture::equal_arm(
                "meshopt-with-fallback.glb",
                "meshopt compression beside uncompressed data",
                meshopt.glb(),
            ),
            "EXT_meshopt_compression",
        ),
    ]
}
