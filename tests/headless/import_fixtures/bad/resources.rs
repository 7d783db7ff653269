//! Buffers whose bytes cannot be had.

use super::super::gltf_file::{base64_uri, container, padded};
use super::super::manifest::BadFixture;
use super::{edited, triangle};
use serde_json::json;

pub fn all() -> Vec<BadFixture> {
    let at = |name: &str, about: &str, error: &str, uri: &str| {
        BadFixture::new(&format!("{name}.gltf"), about, error, triangle().gltf_with(uri))
    };
    let elsewhere = "only relative paths and data: are read; put the file beside the .gltf";
    let binary = triangle().binary;
    let mut with_long_uri = triangle();
    with_long_uri.json["buffers"] = json!([{"byteLength": 164, "uri": format!("data:{}", "x".repeat(80))}]);
    vec![
        at(
            "file-missing",
            "a file that is not there",
            "buffer #0 cannot be read from \"external/no%20such.bin\": there is no such file; put it beside the model",
            "external/no%20such.bin",
        ),
        at("file-is-folder", "a folder in place of a file", "buffer #0 cannot be read from \".\": not a file", "."),
        at(
            "file-short",
            "a file shorter than its buffer",
            "buffer #0 reaches beyond its end: it needs 164 bytes, but only 163 are there; the file is damaged or cut off",
            "external/short.bin",
        )
        .beside("external/short.bin", binary[..163].to_vec()),
        at(
            "file-lfs-pointer",
            "what Git LFS keeps in place of a file",
            "buffer #0 cannot be read from \"external/pointer.bin\": it is a Git LFS pointer; fetch the file itself with \
             git lfs pull",
            "external/pointer.bin",
        )
        .beside("external/pointer.bin", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n".to_vec()),
        at(
            "uri-http",
            "a file on the web",
            &format!("buffer #0 cannot be read from \"https://example.org/a.bin\": {elsewhere}"),
            "https://example.org/a.bin",
        ),
        at(
            "uri-absolute",
            "an absolute path",
            &format!("buffer #0 cannot be read from \"/etc/hostname\": {elsewhere}"),
            "/etc/hostname",
        ),
        at(
            "uri-drive",
            "a path on a drive",
            &format!("buffer #0 cannot be read from \"C:\\\\a.bin\": {elsewhere}"),
            "C:\\a.bin",
        ),
        at(
            "uri-encoded-root",
            "an absolute path behind percent encoding",
            "buffer #0 cannot be read from \"%2Fetc%2Fhostname\": an absolute path; put the file beside the model and name it without folders",
            "%2Fetc%2Fhostname",
        ),
        at(
            "uri-not-utf-8",
            "a path that is not UTF-8",
            "buffer #0 cannot be read from \"%FF.bin\": the path is not UTF-8 (invalid utf-8 sequence of 1 bytes from \
             index 0)",
            "%FF.bin",
        ),
        at(
            "uri-base64-broken",
            "base64 with a character that does not belong",
            "buffer #0 cannot be read from \"data:application/octet-stream;base64,AB!D\": the base64 is broken: Invalid \
             symbol 33, offset 2.",
            "data:application/octet-stream;base64,AB!D",
        ),
        at(
            "uri-data-without-comma",
            "a data: URI without data",
            "buffer #0 cannot be read from \"data:application/octet-stream\": the data: URI has no comma",
            "data:application/octet-stream",
        ),
        BadFixture::new(
            "uri-long.gltf",
            "a data: URI whose text is too long for a message",
            &format!("buffer #0 cannot be read from \"data:{}...\": the data: URI has no comma", "x".repeat(52)),
            with_long_uri.gltf(),
        ),
        at(
            "uri-data-short",
            "a data: URI with fewer bytes than the buffer",
            "buffer #0 reaches beyond its end: it needs 164 bytes, but only 160 are there; the file is damaged or cut off",
            &base64_uri(&binary[..160]),
        ),
        at("uri-empty", "an empty URI", "buffer #0 cannot be read from \"\": not a file", ""),
        BadFixture::new(
            "glb-binary-short.glb",
            "a binary chunk shorter than its buffer",
            "buffer #0 reaches beyond its end: it needs 164 bytes, but only 160 are there; the file is damaged or cut off",
            container(&[(*b"JSON", padded(triangle().glb_json(), b' ')), (*b"BIN\0", binary[..160].to_vec())]),
        ),
        BadFixture::new(
            "glb-binary-missing.glb",
            "a buffer without a binary chunk",
            "skin #0, inverse bind matrices in accessor 4 has no data: its buffer names no file",
            container(&[(*b"JSON", padded(triangle().glb_json(), b' '))]),
        ),
        edited(
            "buffer-second-without-data",
            "a second buffer that names no file",
            "skin #0, inverse bind matrices in accessor 4 has no data: its buffer names no file",
            |file| {
                file.json["buffers"] =
                    json!([{"byteLength": 164, "uri": base64_uri(&file.binary)}, {"byteLength": 64}]);
                file.json["bufferViews"][4] = json!({"buffer": 1, "byteLength": 64});
            },
        ),
    ]
}
