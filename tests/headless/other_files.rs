//! Files as other programs and people hand them on: in archives, with parts elsewhere, in other formats.

use crate::command_line::{Folder, run};
use std::io::Write;
use std::path::Path;
use zip::write::SimpleFileOptions;

fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    stderr
}

fn info(arguments: &[&str]) -> String {
    let output = run(&[&["info"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A triangle whose positions are in a file of their own.
fn gltf(uri: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":36,"uri":"{uri}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],"nodes":[{{"mesh":0}}]}}"#
    )
}

fn positions() -> Vec<u8> {
    [0., 0., 0., 1., 0., 0., 0., 1., 0.0f32].iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn files_outside_the_folder_are_read_only_when_allowed() {
    let folder = Folder::new("outside");
    std::fs::create_dir_all(folder.file("model/in ner")).unwrap();
    std::fs::write(folder.file("far.bin"), positions()).unwrap();
    std::fs::write(folder.file("model/in ner/near.bin"), positions()).unwrap();
    let model = folder.file("model/a.gltf");
    std::fs::write(&model, gltf("in%20ner/near.bin")).unwrap();
    assert!(info(&[&model]).contains("3 vertices"));
    std::fs::write(&model, gltf("../far.bin")).unwrap();
    let told = refusal(&["info", &model]);
    assert!(told.contains("--allow-outside") && told.trim_end().ends_with("a.gltf"), "{told}");
    assert!(info(&[&model, "--allow-outside"]).contains("3 vertices"));
    let ply = folder.file("a.ply");
    let deform = ["deform", &model, "--backend", "cpu", "-o", &ply];
    assert!(refusal(&deform).contains("--allow-outside"));
    let posed = run(&[&deform[..], &["--allow-outside"]].concat());
    assert!(posed.status.success(), "{}", String::from_utf8_lossy(&posed.stderr));
    for network in ["https://example.org/a.bin", "file:///etc/hostname", "//example.org/a.bin"] {
        std::fs::write(&model, gltf(network)).unwrap();
        let told = refusal(&["info", &model, "--allow-outside"]);
        assert!(told.contains("only relative paths and data: are read"), "{told}");
    }
}

fn write_zip(path: &str, files: &[(&str, &[u8])]) {
    let mut writer = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
}

#[test]
fn an_archive_opens_as_the_model_in_it() {
    let folder = Folder::new("archives");
    let path = folder.file("pack.zip");
    let document = gltf("../data/a.bin");
    write_zip(
        &path,
        &[("pack/scene/a.gltf", document.as_bytes()), ("pack/data/a.bin", &positions()), ("pack/x/deeper/b.glb", b"x")],
    );
    let told = info(&[&path]);
    assert!(told.starts_with("pack\n") && told.contains("3 vertices"), "{told}");
    assert!(told.contains("opened pack/scene/a.gltf of the archive, which holds 1 other model"), "{told}");
    let bomb = folder.file("bomb.zip");
    write_zip(&bomb, &[("a.glb", &vec![0; 100_000_000])]);
    let told = refusal(&["info", &bomb]);
    assert!(told.contains("unpacks to more than 40") && told.trim_end().ends_with("bomb.zip"), "{told}");
    assert!(!Path::new(&folder.file("a.glb")).exists());
    let empty = folder.file("empty.zip");
    write_zip(&empty, &[("readme.txt", b"hello")]);
    assert!(refusal(&["info", &empty]).contains("holds no .gltf, .glb or .vrm"));
}

#[test]
fn an_avatar_opens_by_its_own_extension() {
    let folder = Folder::new("avatars");
    let path = folder.file("a.vrm");
    std::fs::write(folder.file("a.bin"), positions()).unwrap();
    let document = gltf("a.bin").replace(r#""buffers""#, r#""extensionsUsed":["VRM"],"buffers""#);
    std::fs::write(&path, document).unwrap();
    assert!(info(&[&path]).contains("is a VRM avatar"));
}

#[test]
fn other_formats_say_how_to_convert_them() {
    let folder = Folder::new("foreign");
    for (name, contents, told) in [
        (
            "a.fbx",
            &b"Kaydara FBX Binary  \0"[..],
            "this is FBX, not glTF; convert it, for example in Blender: File > Import > FBX",
        ),
        ("renamed.glb", b"BLENDER-v400", "open it in Blender, then File > Export > glTF 2.0"),
        ("a.usdz", b"PK\x03\x04", "Universal Scene Description"),
        ("a.obj", b"v 0 0 0\n", "it holds no skeleton"),
        ("a.dae", b"<?xml version=\"1.0\"?><COLLADA>", "File > Import > Collada"),
        ("a.3ds", b"MM", "Assimp"),
    ] {
        let path = folder.file(name);
        std::fs::write(&path, contents).unwrap();
        let refused = refusal(&["info", &path]);
        assert!(refused.contains(told) && refused.trim_end().ends_with(name), "{refused}");
    }
}
