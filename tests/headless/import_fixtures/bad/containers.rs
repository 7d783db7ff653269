//! Files that are not glTF, and broken .glb containers.

use super::super::gltf_file::container;
use super::super::manifest::BadFixture;

const JSON: &[u8; 28] = b"{\"asset\":{\"version\":\"2.0\"}} ";
const AS_BINARY: &str = "copy or download it again as a binary file";
const CUT_OFF: &str = "copy or download it again";

pub fn all() -> Vec<BadFixture> {
    let chunk = |kind: &[u8; 4], bytes: &[u8]| (*kind, bytes.to_vec());
    let good = container(&[chunk(b"JSON", JSON), chunk(b"BIN\0", &[1, 2, 3, 4])]);
    let floats = container(&[chunk(b"JSON", JSON), chunk(b"BIN\0", &[0, 0, 0x80, 0x3f, 10, 0xd7, 0x23, 0x3c])]);
    let with_word = |at: usize, value: u32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        bytes
    };
    let expected = "not a glTF file: expected a .glb or the JSON of a .gltf, found";
    let fault = |name: &str, about: &str, fault: &str, bytes: Vec<u8>| {
        BadFixture::new(name, about, &format!("the .glb container {fault}"), bytes)
    };
    vec![
        BadFixture::new("empty.glb", "no bytes", &format!("{expected} an empty file"), vec![]),
        BadFixture::new(
            "white-space.gltf",
            "only white space",
            &format!("{expected} an empty file"),
            b" \n\t\r\n".to_vec(),
        ),
        BadFixture::new("one-byte.glb", "one byte", &format!("{expected} something else"), vec![0]),
        BadFixture::new(
            "picture.glb",
            "a PNG",
            &format!("{expected} something else"),
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(),
        ),
        BadFixture::new(
            "lfs-pointer.glb",
            "what Git LFS keeps in place of a file",
            &format!("{expected} a Git LFS pointer; fetch the file itself with git lfs pull"),
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n".to_vec(),
        ),
        BadFixture::new(
            "web-page.glb",
            "a web page",
            &format!("{expected} a web page (HTML); download the file itself, not the page that shows it"),
            b"\n<!DOCTYPE html>\n<html><body>404: Not Found</body></html>\n".to_vec(),
        ),
        fault(
            "glb-as-utf-8.glb",
            "bytes that were taken for text",
            &format!("was changed by a text conversion (its bytes became UTF-8); {AS_BINARY}"),
            String::from_utf8_lossy(&floats).into_owned().into_bytes(),
        ),
        fault(
            "glb-windows-lines.glb",
            "line feeds that were taken for ends of lines",
            &format!("was changed by a text conversion (its line feeds became CR LF); {AS_BINARY}"),
            floats.iter().flat_map(|&byte| if byte == b'\n' { vec![b'\r', byte] } else { vec![byte] }).collect(),
        ),
        BadFixture::new(
            "json-list.gltf",
            "JSON that is not an object",
            &format!("{expected} something else"),
            b"[]\n".to_vec(),
        ),
        fault(
            "glb-header-cut.glb",
            "a header of four bytes",
            &format!("is cut off: its header states 12 bytes, but the file has 4; {CUT_OFF}"),
            good[..4].to_vec(),
        ),
        fault(
            "glb-cut.glb",
            "one byte less than announced",
            &format!("is cut off: its header states 60 bytes, but the file has 59; {CUT_OFF}"),
            good[..59].to_vec(),
        ),
        fault(
            "glb-version-1.glb",
            "container version 1",
            "has version 1; export the file as glTF 2.0",
            with_word(4, 1),
        ),
        fault(
            "glb-version-0.glb",
            "container version 0",
            "has version 0; export the file as glTF 2.0",
            with_word(4, 0),
        ),
        fault(
            "glb-length-0.glb",
            "an announced length of 0",
            "states a length of 0 bytes, which is less than its own header",
            with_word(8, 0),
        ),
        fault("glb-header-only.glb", "no chunks", "has no JSON where its first chunk should be", container(&[])),
        fault(
            "glb-json-empty.glb",
            "an empty JSON chunk",
            "has no JSON where its first chunk should be",
            container(&[chunk(b"JSON", b"")]),
        ),
        fault(
            "glb-binary-first.glb",
            "a binary chunk first",
            "has no JSON where its first chunk should be",
            container(&[chunk(b"BIN\0", &[0; 4]), chunk(b"JSON", JSON)]),
        ),
        fault(
            "glb-unknown-first.glb",
            "an unknown chunk first",
            "has no JSON where its first chunk should be",
            container(&[chunk(b"XTRA", &[0; 4]), chunk(b"JSON", JSON)]),
        ),
        fault(
            "glb-chunk-too-long.glb",
            "a chunk that is longer than the file",
            "has a chunk of 13 bytes, but only 12 are left",
            with_word(48, 5),
        ),
        fault(
            "glb-chunk-enormous.glb",
            "a chunk of 4 GiB",
            "has a chunk of 4294967303 bytes, but only 48 are left",
            with_word(12, u32::MAX),
        ),
        fault(
            "glb-chunk-header-cut.glb",
            "a chunk header of four bytes",
            "has a chunk of 8 bytes, but only 4 are left",
            {
                let mut bytes = container(&[chunk(b"JSON", JSON)]);
                bytes.extend([0; 4]);
                bytes[8] += 4;
                bytes
            },
        ),
        fault(
            "glb-two-jsons.glb",
            "two JSON chunks",
            "has more than one JSON chunk",
            container(&[chunk(b"JSON", JSON), chunk(b"JSON", JSON)]),
        ),
        fault(
            "glb-two-binaries.glb",
            "two binary chunks",
            "has more than one binary chunk",
            container(&[chunk(b"JSON", JSON), chunk(b"BIN\0", &[0; 4]), chunk(b"BIN\0", &[0; 4])]),
        ),
        fault(
            "glb-binary-third.glb",
            "a binary chunk after an unknown one",
            "has a binary chunk that does not follow the JSON",
            container(&[chunk(b"JSON", JSON), chunk(b"XTRA", &[0; 4]), chunk(b"BIN\0", &[0; 4])]),
        ),
    ]
}
