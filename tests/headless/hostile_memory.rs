//! Files that ask for far more memory than they have bytes. The real program reads them with its memory limited to
//! 200 MB and twenty times the file.

use crate::command_line::{Folder, output_of};
use std::fmt::Write;
use std::process::{Command, Output};

/// Runs `info` with as much data memory (heap, stacks and anonymous maps) as an import may take. More makes it abort.
fn limited_info(path: &str) -> Output {
    limited(&["info", path], path)
}

/// Runs a command with as much memory as opening this file may take.
fn limited(arguments: &[&str], path: &str) -> Output {
    let bytes = std::fs::metadata(path).unwrap().len();
    let most_kilobytes = (200_000_000 + 20 * bytes) / 1024;
    limited_to(most_kilobytes, arguments)
}

fn limited_to(most_kilobytes: u64, arguments: &[&str]) -> Output {
    let script = format!("ulimit -d {most_kilobytes} && exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_skinscope")]).args(arguments);
    // A backtrace that itself runs out of memory waits for its own lock for ever.
    output_of(shell.env("RUST_BACKTRACE", "0"))
}

fn refusal_of(folder: &Folder, name: &str, contents: &[u8]) -> String {
    let path = folder.file(name);
    std::fs::write(&path, contents).unwrap();
    let output = limited_info(&path);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{name}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{name}: {stderr}");
    stderr
}

fn opens(folder: &Folder, name: &str, contents: &[u8]) -> String {
    let path = folder.file(name);
    std::fs::write(&path, contents).unwrap();
    let output = limited_info(&path);
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A document whose members besides the asset are these.
fn document(members: &str) -> Vec<u8> {
    format!(r#"{{"asset":{{"version":"2.0"}},{members}}}"#).into_bytes()
}

fn repeated(item: &str, count: usize) -> String {
    let mut text = String::with_capacity((item.len() + 1) * count);
    for _ in 0..count {
        text.push_str(item);
        text.push(',');
    }
    text.pop();
    text
}

#[test]
fn the_limit_of_these_tests_limits() {
    // Otherwise they could not fail.
    assert!(!limited_to(6000, &["info", "mannequin"]).status.success());
}

#[test]
fn millions_of_empty_objects_are_refused_with_their_number() {
    let folder = Folder::new("hostile-lists");
    let nodes = refusal_of(&folder, "nodes.gltf", &document(&format!(r#""nodes":[{}]"#, repeated("{}", 5_000_000))));
    assert!(nodes.contains("5,000,000 nodes, but at most 100,000"), "{nodes}");
    for (list, item) in [
        ("materials", "{}"),
        ("samplers", "{}"),
        ("scenes", "{}"),
        ("images", "{}"),
        ("textures", "{}"),
        ("animations", "{}"),
        ("cameras", r#"{"type":"x"}"#),
        ("meshes", r#"{"primitives":[]}"#),
        ("skins", r#"{"joints":[0]}"#),
        ("buffers", r#"{"byteLength":0}"#),
    ] {
        let members = format!(r#""nodes":[{{}}],"{list}":[{}]"#, repeated(item, 500_000));
        let refusal = refusal_of(&folder, "list.gltf", &document(&members));
        assert!(refusal.contains(&format!("500,000 {list}")), "{refusal}");
    }
}

#[test]
fn as_many_objects_as_are_read_fit() {
    let folder = Folder::new("hostile-most");
    let most = [
        ("nodes", "{}", 100_000),
        ("materials", "{}", 20_000),
        ("samplers", "{}", 20_000),
        ("scenes", "{}", 20_000),
        ("images", "{}", 20_000),
        ("textures", "{}", 20_000),
        ("animations", "{}", 20_000),
        ("meshes", r#"{"primitives":[]}"#, 100_000),
        ("skins", r#"{"joints":[0]}"#, 5_000),
        ("buffers", r#"{"byteLength":0}"#, 20_000),
    ];
    let members: Vec<String> =
        most.iter().map(|(list, item, count)| format!(r#""{list}":[{}]"#, repeated(item, *count))).collect();
    let told = opens(&folder, "most.gltf", &document(&members.join(",")));
    assert!(told.contains("100,000 nodes"), "{told}");
}

#[test]
fn small_parts_and_deep_nesting_take_no_more() {
    let folder = Folder::new("hostile-parts");
    for (name, text) in [
        ("members", repeated(r#"{"":0}"#, 1_000_000)),
        ("arrays", repeated("[0]", 2_000_000)),
        ("strings", repeated(r#""""#, 3_000_000)),
        ("numbers", repeated("0", 5_000_000)),
    ] {
        // Refused or read, but within the limit.
        let path = folder.file(&format!("{name}.gltf"));
        std::fs::write(
            &path,
            document(&format!(r#""nodes":[{{"extras":[{text}]}}],"extensionsUsed":[{}]"#, repeated(r#""a""#, 10))),
        )
        .unwrap();
        let output = limited_info(&path);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let deep = format!("{}{}", "[".repeat(3_000_000), "]".repeat(3_000_000));
    opens(&folder, "deep.gltf", &document(&format!(r#""nodes":[{{}}],"extras":{deep}"#)));
}

/// A .gltf with one buffer of zeros.
fn with_buffer(bytes: usize, members: &str) -> Vec<u8> {
    // Three zero bytes are AAAA.
    let data = "A".repeat(bytes / 3 * 4);
    let uri = format!("data:application/octet-stream;base64,{data}");
    let buffer = format!(r#""buffers":[{{"byteLength":{},"uri":"{uri}"}}]"#, bytes / 3 * 3);
    document(&format!(r#"{buffer},"bufferViews":[{{"buffer":0,"byteLength":{}}}],{members}"#, bytes / 3 * 3))
}

#[test]
fn data_that_is_shared_is_counted_each_time_it_is_read() {
    let folder = Folder::new("hostile-shared");
    let accessor = r#"{"bufferView":0,"componentType":5126,"count":80000,"type":"VEC3"}"#;
    // A megabyte that 100,000 accessors name.
    let accessors = format!(r#""nodes":[{{}}],"accessors":[{}]"#, repeated(accessor, 100_000));
    opens(&folder, "accessors.gltf", &with_buffer(960_000, &accessors));
    let primitives = repeated(r#"{"attributes":{"POSITION":0}}"#, 1000);
    let members =
        format!(r#""accessors":[{accessor}],"meshes":[{{"primitives":[{primitives}]}}],"nodes":[{{"mesh":0}}]"#);
    let refusal = refusal_of(&folder, "primitives.gltf", &with_buffer(960_000, &members));
    assert!(refusal.contains("far more memory than its size"), "{refusal}");
    let nodes = repeated(r#"{"mesh":0}"#, 1000);
    let members = format!(
        r#""accessors":[{accessor}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],"nodes":[{nodes}]"#
    );
    let refusal = refusal_of(&folder, "instances.gltf", &with_buffer(960_000, &members));
    assert!(refusal.contains("far more memory than its size"), "{refusal}");
    // Clips that read the same keys: what does not fit is left out.
    let mut channels = String::new();
    for _ in 0..2000 {
        channels.push_str(r#"{"sampler":0,"target":{"node":0,"path":"translation"}},"#);
    }
    channels.pop();
    let members = format!(
        r#""nodes":[{{}}],"accessors":[{accessor},{{"bufferView":0,"componentType":5126,"count":80000,"type":"SCALAR"}}],
        "animations":[{{"samplers":[{{"input":1,"output":0}}],"channels":[{channels}]}}]"#
    );
    opens(&folder, "channels.gltf", &with_buffer(960_000, &members));
}

#[test]
fn sparse_influences_are_counted_for_every_set() {
    let folder = Folder::new("hostile-influences");
    let count = 65_535;
    let sparse = |normalized: bool| {
        format!(
            r#"{{"componentType":5121,"normalized":{normalized},"count":{count},"type":"VEC4","sparse":{{"count":{count},
            "indices":{{"bufferView":0,"componentType":5123}},"values":{{"bufferView":0,"byteOffset":{}}}}}}}"#,
            2 * count
        )
    };
    let positions = format!(r#"{{"componentType":5126,"count":{count},"type":"VEC3"}}"#);
    let accessors = format!(r#""accessors":[{positions},{},{}]"#, sparse(false), sparse(true));
    let members = |sets: usize| {
        let sets: String = (0..sets).map(|set| format!(r#","JOINTS_{set}":1,"WEIGHTS_{set}":2"#)).collect();
        format!(
            r#"{accessors},"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{sets}}}}}]}}],
            "nodes":[{{"mesh":0,"skin":0}},{{}}],"skins":[{{"joints":[1]}}]"#
        )
    };
    assert!(opens(&folder, "one.gltf", &with_buffer(6 * count, &members(1))).contains("65,535 vertices"));
    // Refused or read, but within the limit.
    for sets in [8, 16, 20, 24, 32] {
        let path = folder.file("sets.gltf");
        std::fs::write(&path, with_buffer(6 * count, &members(sets))).unwrap();
        let output = limited_info(&path);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{sets}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_name_with_escapes_is_counted_too() {
    let folder = Folder::new("hostile-escapes");
    let members = format!(r#""n\u006fdes":[{}]"#, repeated("{}", 1_000_000));
    let refusal = refusal_of(&folder, "nodes.gltf", &document(&members));
    assert!(refusal.contains("1,000,000 nodes"), "{refusal}");
    // The greatest depth to which values are parsed.
    let (open, close) = ("[".repeat(124), "]".repeat(124));
    let members = format!(r#""nodes":[{{"extras":{open}{}{close}}}]"#, repeated(r#"{"":0}"#, 1_000_000));
    let refusal = refusal_of(&folder, "deep.gltf", &document(&members));
    assert!(refusal.contains("small parts"), "{refusal}");
}

#[test]
fn one_file_under_many_names_is_read_once() {
    let folder = Folder::new("hostile-aliases");
    std::fs::write(folder.file("a.bin"), vec![0; 4_000_000]).unwrap();
    let buffer = |index: usize| format!(r#"{{"byteLength":4000000,"uri":"{}a.bin"}}"#, "./".repeat(index));
    let buffers: Vec<String> = (0..300).map(buffer).collect();
    let members = format!(r#""nodes":[{{}}],"buffers":[{}]"#, buffers.join(","));
    opens(&folder, "aliases.gltf", &document(&members));
    // `rig` writes them all.
    let path = folder.file("aliases.gltf");
    let output = limited(&["rig", &path, "-o", &folder.file("out.glb")], &path);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Every node of a mesh has its targets, and their names.
#[test]
fn names_of_morph_targets_are_not_copied_whole() {
    let folder = Folder::new("hostile-targets");
    let mesh = |targets: &str, names: &str| {
        format!(
            r#""accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"targets":[{targets}]}}],
            "extras":{{"targetNames":[{names}]}}}}],"nodes":[{}]"#,
            repeated(r#"{"mesh":0}"#, 600)
        )
    };
    let long = format!(r#""{}""#, "n".repeat(1_000_000));
    opens(&folder, "long.gltf", &with_buffer(36, &mesh(r#"{"POSITION":0}"#, &long)));
    opens(&folder, "many.gltf", &with_buffer(36, &mesh("", &repeated(r#""""#, 300_000))));
}

/// Whatever fails to unpack is not unpacked again and again.
#[test]
fn damaged_entries_of_an_archive_take_their_time_only_once() {
    let folder = Folder::new("hostile-entries");
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let images: Vec<String> =
        (0..2000).map(|index| format!(r#"{{"uri":"{}x.png"}}"#, "a/../".repeat(index % 9))).collect();
    let textures: Vec<String> = (0..2000).map(|index| format!(r#"{{"source":{index}}}"#)).collect();
    let of_texture = |index: usize| format!(r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":{index}}}}}}}"#);
    let materials: Vec<String> = (0..2000).map(of_texture).collect();
    let of_material = |index: usize| format!(r#"{{"attributes":{{"POSITION":0}},"material":{index}}}"#);
    let primitives: Vec<String> = (0..2000).map(of_material).collect();
    let members = format!(
        r#""images":[{}],"textures":[{}],"materials":[{}],"meshes":[{{"primitives":[{}]}}],"nodes":[{{"mesh":0}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}]"#,
        images.join(","),
        textures.join(","),
        materials.join(","),
        primitives.join(",")
    );
    zip.start_file("a.gltf", options).unwrap();
    std::io::Write::write_all(&mut zip, &with_buffer(36, &members)).unwrap();
    zip.start_file("x.png", options).unwrap();
    std::io::Write::write_all(&mut zip, &vec![0; 30_000_000]).unwrap();
    let mut bytes = zip.finish().unwrap().into_inner();
    // The checksum of the second entry: wrong in its own header and in the list at the end.
    for signature in [b"PK\x03\x04", b"PK\x01\x02"] {
        let at = (0..bytes.len() - 4).filter(|&at| bytes[at..at + 4] == *signature).nth(1).unwrap();
        let checksum = at + if signature[2] == 3 { 14 } else { 16 };
        bytes[checksum] ^= 1;
    }
    let began = std::time::Instant::now();
    opens(&folder, "damaged.zip", &bytes);
    // Unpacking all would take minutes; the limit only tells these apart.
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}

#[test]
fn variants_beyond_a_thousand_are_not_kept() {
    let folder = Folder::new("hostile-variants");
    let variants = repeated("0", 3_000_000);
    let members = format!(r#""nodes":[{{}}],"extensions":{{"KHR_materials_variants":{{"variants":[{variants}]}}}}"#);
    let path = folder.file("variants.gltf");
    std::fs::write(&path, document(&members)).unwrap();
    let output = limited_info(&path);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.len() < 100_000);
}

/// A color profile that unpacks to hundreds of megabytes, in a picture of one pixel.
#[test]
fn a_large_color_profile_is_not_unpacked() {
    let folder = Folder::new("hostile-profile");
    let mut png = Vec::new();
    let mut info = png::Info::with_size(1, 1);
    info.color_type = png::ColorType::Rgba;
    info.bit_depth = png::BitDepth::Eight;
    info.icc_profile = Some(vec![0; 300_000_000].into());
    let mut writer = png::Encoder::with_info(&mut png, info).unwrap().write_header().unwrap();
    writer.write_image_data(&[0; 4]).unwrap();
    writer.finish().unwrap();
    assert!(png.len() < 1_000_000);
    std::fs::write(folder.file("a.png"), &png).unwrap();
    let members = r#""images":[{"uri":"a.png"}],"textures":[{"source":0}],
        "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],"nodes":[{"mesh":0}]"#;
    let told = opens(&folder, "profile.gltf", &with_buffer(36, members));
    assert!(!told.contains("warning"), "{told}");
}

#[test]
fn skins_with_many_joints_are_refused() {
    let folder = Folder::new("hostile-skins");
    let skin = format!(r#"{{"joints":[{}]}}"#, repeated("0", 10_000));
    let members = format!(r#""nodes":[{{}}],"skins":[{}]"#, repeated(&skin, 500));
    let refusal = refusal_of(&folder, "skins.gltf", &document(&members));
    assert!(refusal.contains("far more memory than its size"), "{refusal}");
}

#[test]
fn a_long_name_is_not_copied_for_every_primitive() {
    let folder = Folder::new("hostile-names");
    let primitives = repeated(r#"{"attributes":{"POSITION":0}}"#, 20_000);
    let name = "n".repeat(1_000_000);
    let members = format!(
        r#""accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "meshes":[{{"name":"{name}","primitives":[{primitives}]}}],"nodes":[{{"mesh":0}}]"#
    );
    opens(&folder, "names.gltf", &with_buffer(36, &members));
}

#[test]
fn pictures_that_unpack_to_far_more_stay_within_the_limit() {
    let folder = Folder::new("hostile-pictures");
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbaImage::new(8000, 4000).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let png = png.into_inner();
    std::fs::write(folder.file("a.png"), &png).unwrap();
    let mut images = String::new();
    let mut textures = String::new();
    let mut materials = String::new();
    for index in 0..30 {
        // One picture under many names.
        let _ = write!(images, r#"{{"uri":"{}a.png"}},"#, "./".repeat(index));
        let _ = write!(textures, r#"{{"source":{index}}},"#);
        let _ = write!(materials, r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":{index}}}}}}},"#);
    }
    let primitives: Vec<String> =
        (0..30).map(|index| format!(r#"{{"attributes":{{"POSITION":0}},"material":{index}}}"#)).collect();
    let members = format!(
        r#""images":[{}],"textures":[{}],"materials":[{}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "meshes":[{{"primitives":[{}]}}],"nodes":[{{"mesh":0}}]"#,
        images.trim_end_matches(','),
        textures.trim_end_matches(','),
        materials.trim_end_matches(','),
        primitives.join(",")
    );
    let told = opens(&folder, "pictures.gltf", &with_buffer(36, &members));
    assert!(told.contains("take too much memory for the size of the file"), "{told}");
}
