//! Files as other programs and people hand them on: in archives, with parts elsewhere, in other formats.

use crate::command_line::{Folder, fail, run};
use std::io::Write;
use std::path::Path;
use zip::write::SimpleFileOptions;

fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{stderr}");
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

#[test]
fn scenes_and_films_read_outside_the_folder_when_allowed() {
    let folder = Folder::new("outside-scenes");
    std::fs::create_dir_all(folder.file("model")).unwrap();
    std::fs::write(folder.file("a.bin"), positions()).unwrap();
    std::fs::write(folder.file("model/a.gltf"), gltf("../a.bin")).unwrap();
    let talk = folder.file("model/talk.toml");
    let scene = "[[scene]]\ntitle = \"a\"\nmodel = \"a.gltf\"\npanes = [{ method = \"lbs\" }]\n";
    std::fs::write(&talk, format!("skinscope_talk = 1\n{scene}")).unwrap();
    let (sheet, film) = (folder.file("sheet.png"), folder.file("film.apng"));
    for command in [
        &["scenes", "1", "--talk", &talk, "--size", "160x120", "-o", &sheet][..],
        &["record", &talk, "--hold", "0.1", "--fps", "10", "--size", "160x120", "-o", &film],
    ] {
        assert!(refusal(command).contains("start skinscope with --allow-outside"));
        let output = run(&[command, &["--allow-outside"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let list = ["scenes", "--talk", &talk];
    let warned = |flags: &[&str]| {
        let output = run(&[&list[..], flags].concat());
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{stderr}");
        stderr
    };
    assert!(warned(&[]).contains("scene 1 cannot be shown"));
    assert_eq!(warned(&["--allow-outside"]), "", "the list opens what pictures of the scenes open");
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

/// A board in the plane of the picture that is red, or green in a variant, and shown without light.
fn board_with_variants() -> String {
    let color = |rgba: &str| {
        let color = format!(r#""pbrMetallicRoughness":{{"baseColorFactor":{rgba}}}"#);
        format!(r#"{{"doubleSided":true,{color},"extensions":{{"KHR_materials_unlit":{{}}}}}}"#)
    };
    let materials = format!(r#""materials":[{},{}]"#, color("[1,0,0,1]"), color("[0,1,0,1]"));
    let variants = r#""extensions":{"KHR_materials_variants":{"variants":[{"name":"green"}]}}"#;
    let mapping = r#""extensions":{"KHR_materials_variants":{"mappings":[{"material":1,"variants":[0]}]}}"#;
    let primitive = format!(r#""material":0,{mapping},"attributes""#);
    let plain = gltf("a.bin").replace(r#""attributes""#, &primitive);
    plain.replacen('{', &format!("{{{materials},{variants},"), 1)
}

/// Whether more pixels of a picture are green than red.
fn is_green(path: &str) -> bool {
    let picture = image::open(path).unwrap().into_rgb8();
    let count = |most: usize, least: usize| picture.pixels().filter(|p| p[most] > 128 && p[least] < 64).count();
    let (red, green) = (count(0, 1), count(1, 0));
    assert!(red.abs_diff(green) > 1000, "{path}: {red} red, {green} green");
    green > red
}

#[test]
fn a_variant_is_drawn_by_pictures_scenes_and_films() {
    let folder = Folder::new("variants");
    let (model, talk) = (folder.file("a.gltf"), folder.file("talk.toml"));
    std::fs::write(folder.file("a.bin"), positions()).unwrap();
    std::fs::write(&model, board_with_variants()).unwrap();
    assert!(info(&[&model]).contains("green"));
    assert!(fail(&["info", &model, "--variant", "blue"], 2).contains("its variants are green"));
    assert!(fail(&["info", "bar", "--variant", "blue"], 2).contains("the file has no variants"));

    let picture = |name: &str, arguments: &[&str]| {
        let file = folder.file(name);
        let output = run(&[arguments, &["--size", "200x200", "-o", &file]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        file
    };
    assert!(!is_green(&picture("red.png", &["render", &model])));
    assert!(is_green(&picture("green.png", &["render", &model, "--variant", "green"])));

    // One file in two looks: neither may stand for the other.
    let scene = |variant: &str| {
        let panes = "panes = [{ method = \"lbs\" }]";
        format!("[[scene]]\ntitle = \"a\"\nmodel = \"a.gltf\"\n{variant}\n{panes}\n")
    };
    let text = format!("skinscope_talk = 1\n{}{}", scene(""), scene("variant = \"green\""));
    std::fs::write(&talk, text).unwrap();
    let draw = |id: &str| picture(&format!("{id}.png"), &["scenes", id, "--talk", &talk, "--no-labels"]);
    let scenes = ["1", "2"].map(|id| is_green(&draw(id)));
    assert_eq!(scenes, [false, true]);
    let typo = std::fs::read_to_string(&talk).unwrap().replace("\"green\"", "\"gren\"");
    std::fs::write(folder.file("typo.toml"), typo).unwrap();
    let drawn = run(&["scenes", "2", "--talk", &folder.file("typo.toml"), "-o", &folder.file("typo.png")]);
    let told = String::from_utf8_lossy(&drawn.stderr).into_owned();
    assert!(drawn.status.success() && told.contains("has no material variant \"gren\""), "{told}");
    let still = ["--cut", "--hold", "1", "--fps", "2", "--size", "200x200"];
    let frames = folder.file("film.png");
    let output = run(&[&["record", &talk][..], &still, &["-o", &frames]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let frames = ["film-0001.png", "film-0004.png"].map(|frame| is_green(&folder.file(frame)));
    assert_eq!(frames, [false, true]);
}
