//! Valid files and texts to begin with: those of the repository, and what is made here.
//!
//! `fuzz/seeds` holds what is made here, for the fuzz targets. `UPDATE_FUZZ_SEEDS=1 cargo test --test headless
//! the_committed_seeds` rewrites it.

use super::checks::{CHECKS, cache_content};
use super::small_glb::small_glb;
use crate::properties::Random;
use meshopt::{encode_filter_oct, encode_index_buffer, encode_index_sequence, encode_vertex_buffer};
use skinscope::export::write_npy;
use skinscope::files::{CenterStore, picture_bytes, picture_texts};
use skinscope::panes::{Scene, write_scene};
use skinscope::session::{Command, Loader, SavedSession, State};
use skinscope::skinning::SkinningMethod;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder_of(target: &str) -> PathBuf {
    root().join("fuzz/seeds").join(target)
}

/// Larger files make a replay slow and find nothing else.
const MOST_BYTES: usize = 300 << 10;

/// The files with this ending in a folder of the repository, by their names.
fn files(folder: &Path, ending: &str) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    paths.sort();
    let read = paths.iter().filter(|path| path.is_file()).map(|path| std::fs::read(path).unwrap());
    read.filter(|bytes| bytes.len() <= MOST_BYTES).collect()
}

/// Inputs that a check begins with.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    let data = root().join("tests/data");
    let own = folder_of(target);
    let mut seeds = if own.is_dir() { files(&own, "") } else { Vec::new() };
    match target {
        "importer" => {
            seeds.push(small_glb());
            for folder in ["import/good", "import/bad", "oracle/models", "rigs"] {
                seeds.extend(files(&data.join(folder), ".gltf"));
                seeds.extend(files(&data.join(folder), ".glb"));
            }
            seeds.extend(files(&root().join("assets"), ".glb"));
        }
        "container" => {
            let whole = [files(&data.join("import/good"), ".glb"), files(&data.join("import/bad"), ".glb")].concat();
            seeds.extend(whole.iter().filter_map(|bytes| bytes.get(12..)).map(<[u8]>::to_vec));
        }
        "pose_file" => seeds.extend(files(&data.join("oracle/poses"), ".json")),
        "talk" => seeds.extend(files(&root().join("assets/talks"), ".toml")),
        _ => {}
    }
    assert!(!seeds.is_empty(), "{target} has no seeds");
    seeds
}

/// The seeds that code makes, by target and name.
fn made() -> BTreeMap<(&'static str, String), Vec<u8>> {
    let mut made = BTreeMap::new();
    let mut add = |target, name: &str, bytes: Vec<u8>| {
        assert!(made.insert((target, name.to_owned()), bytes).is_none(), "{target}/{name}");
    };
    for (name, bytes) in streams() {
        add("meshopt", name, bytes);
    }
    for (index, content) in cache_content().into_iter().enumerate() {
        add("center_cache", &format!("cache-{index}"), content);
    }
    add("pose_file", "every-field.json", POSE.as_bytes().to_vec());
    for (index, text) in TEXTS.iter().enumerate() {
        add("languages", &format!("text-{index:02}"), text.as_bytes().to_vec());
    }
    for (index, (line, value)) in VALUES.iter().enumerate() {
        add("arguments", &format!("line-{index:02}"), [&[*line], value.as_bytes()].concat());
    }
    let (pose, session) =
        (r#"{"skinscope_pose": 1, "joints": {}, "a\nb": 1}"#, r#"{"skinscope_session": 1, "theme": "a\nb"}"#);
    add("pose_file", "key-of-two-lines.json", pose.as_bytes().to_vec());
    add("session_file", "theme-of-two-lines.json", session.as_bytes().to_vec());
    let talk = "skinscope_talk = 1\n[[scene]]\nid = \"a\\n\\u001bb\"\ntitle = \"A\"\n";
    add("talk", "id-of-two-lines.toml", talk.as_bytes().to_vec());
    add("session_file", "default.json", serde_json::to_vec_pretty(&SavedSession::default()).unwrap());
    add("session_file", "used.json", used_session());
    let scene = write_scene(Scene::of_papers().next().unwrap());
    let texts = picture_texts(["render".to_owned()], Some(&scene));
    add("picture_text", "scene.png", picture_bytes([2, 1], &[0, 1, 2, 255, 4, 5, 6, 7], &texts).unwrap());
    for (index, text) in SHADERS.iter().enumerate() {
        add("own_shader", &format!("shader-{index}.wgsl"), text.as_bytes().to_vec());
    }
    let numbers = [0.5, -1.0, 2.0, 0.0, f32::NAN, 1e30];
    for width in [3, 6] {
        add("positions", &format!("float32-{width}.npy"), write_npy(&[6 / width, width], numbers));
    }
    let double = write_npy(&[1, 3], [0.0, 1.875, 0.0, 2.0, 0.0, -1.0]);
    let as_text = |part: &str| part.as_bytes().to_vec();
    let at = double.windows(3).position(|part| part == b"<f4").unwrap();
    add("positions", "float64.npy", [&double[..at], &as_text("<f8"), &double[at + 3..]].concat());
    let mut random = Random(7);
    for index in 0..24u8 {
        let rig: Vec<u8> = (0..400).map(|_| random.next() as u8).collect();
        // The first byte chooses the method, the second the antipodality.
        add(
            "twins",
            &format!("rig-{index:02}"),
            [&[index % SkinningMethod::ALL.len() as u8, index % 5], &rig[..]].concat(),
        );
    }
    made
}

/// Streams of every mode and filter, behind the bytes that say which.
fn streams() -> Vec<(&'static str, Vec<u8>)> {
    let stream =
        |form: u8, words: u8, count: u16, stream: Vec<u8>| [&[form, words][..], &count.to_le_bytes(), &stream].concat();
    let points: Vec<[f32; 3]> = (0..48).map(|k| [(k % 7) as f32, (k / 7) as f32, 0.5]).collect();
    let narrow: Vec<[u8; 4]> = (0..16).map(|k| [k, 200, 3 * k, 255]).collect();
    let turns: Vec<[u16; 4]> = (0..16).map(|k| [k, 2, 3, 0x7ff0 + k % 4]).collect();
    let normals = [[0.6f32, 0.0, 0.8, 1.0], [0.0, -1.0, 0.0, 1.0]].repeat(8);
    let triangles: Vec<u32> = (0..14).flat_map(|k| [k, k + 1, k + 2]).collect();
    vec![
        ("triangles-u16", stream(0, 0, 42, encode_index_buffer(&triangles, 16).unwrap())),
        ("triangles-u32", stream(8, 1, 42, encode_index_buffer(&triangles, 16).unwrap())),
        ("indices", stream(1, 0, 6, encode_index_sequence(&[7, 0, 3, 3, 15, 1], 16).unwrap())),
        ("octahedral-i8", stream(2, 0, 16, encode_vertex_buffer(&encode_filter_oct::<i8>(&normals, 8)).unwrap())),
        ("octahedral-i16", stream(2, 1, 16, encode_vertex_buffer(&encode_filter_oct::<i16>(&normals, 16)).unwrap())),
        ("quaternion", stream(3, 0, 16, encode_vertex_buffer(&turns).unwrap())),
        ("color", stream(12, 0, 16, encode_vertex_buffer(&narrow).unwrap())),
        ("exponential", stream(5, 2, 48, encode_vertex_buffer(&points).unwrap())),
        ("positions", stream(6, 2, 48, encode_vertex_buffer(&points).unwrap())),
        ("bytes", stream(7, 0, 16, encode_vertex_buffer(&narrow).unwrap())),
    ]
}

/// The file that a session leaves after some work.
fn used_session() -> Vec<u8> {
    let loader = Loader::new(std::sync::Arc::new(|| {}), CenterStore::none());
    let mut state = State::new(SkinningMethod::Dqs, skinscope::view::Theme::Light, loader);
    state.apply(Command::SetPaneCount(3));
    let panes: Vec<_> = state.edit.panes.iter().map(|pane| pane.settings).collect();
    let mut json = serde_json::to_value(SavedSession::default()).unwrap();
    json["panes"] = serde_json::to_value(panes).unwrap();
    json["layout"] = serde_json::to_value(&state.edit.layout).unwrap();
    json["interface"]["zoom"] = 1.25.into();
    json["interface"]["window"] =
        serde_json::json!({"size_points": [1280.0, 800.0], "position_pixels": [3, -4], "maximized": true});
    json["models"] = serde_json::json!([{
        "scene": {
            "model": "cloth-9",
            "pose": {"joints": {"#1": {"angles": [10.0, 0.0, 370.0]}}},
            "limits": ["#1:ry=-5..140"],
            "stops_at_limits": true,
            "panes": [],
        },
        "cameras": {"of_panes": [[1, {"target": [0, 1, 0], "yaw": 0.5, "pitch": 0, "distance": 3, "fov": 0.4}]]},
    }, {"scene": {"model": "/models/a.glb", "panes": []}, "access": {"beside": ["/textures/a.png"]}}]);
    json["talk"] = serde_json::json!({"text": "skinscope_talk = 1\n"});
    serde_json::to_vec_pretty(&json).unwrap()
}

/// Methods in a person's own shader: with every comment of the header, a loop, and declarations outside.
const SHADERS: &[&str] = &[
    "fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_matrices(rest);
    return SkinnedVertex(transform_affine(blended, rest.position), turn_normal_by_cofactor(blended, rest.normal));
}
",
    "// Title: A
// Summary: B.
// Number: share = 0.5 (0 to 1) How much
const axis = vec3(1.0, 0.0, 0.0);
var<private> sum: vec3f;
fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        if influence.weight > numbers.share { sum += axis * influence.weight; } else if i == 2u { break; } else { continue; }
    }
    return SkinnedVertex(rest.position + sum, rest.normal);
}
",
];

const POSE: &str = r##"{"skinscope_pose": 1, "joints": {
    "upper_arm.L": {"angles": [0, 370, -12.5], "local_shear": [0.1, 0, 0]},
    "rig:forearm": {"rotation": [0, 0, 0.6, 0.8], "translation": [1, 2, 3], "scale": [1, 1, 2]},
    "#6": {"local_scale": [2, 1, 1]}
}, "morphs": {"smile": 0.5, "#1/2": -1}}
"##;

const TEXTS: &[&str] = &[
    "upper_arm.L:rx=90,ry=0,rz=-370",
    "rig:forearm:tx=0.5,sx=2,lsx=1.5,hxy=0.25,hyz=-1",
    "upper_arm.L:ry=-5..140,rz=..10",
    "-5..140",
    "three-quarter",
    "yaw=27,pitch=10,distance=3,target=0:1:0,fov=25",
    "difference-to:dqs",
    "stretch",
    "clips",
    "90",
    "0.375",
    "running-sum",
    "two-phase-dqs",
    "#4",
    "twin",
    "1e9",
    // Once printed as they are, which breaks the line or steers the terminal.
    "wa\u{1b}[2J\nve",
    "wa\nve:rx=90",
    "wa\nve:rx=0..9",
    "upper_arm.L:r\u{1b}x=1",
];

/// Values for the gaps of `checks/arguments.rs`, by the index of the command line.
const VALUES: &[(u8, &str)] = &[
    (0, "1280x720"),
    (1, "yaw=27,pitch=10"),
    (2, "stretch"),
    (3, "0.1"),
    (4, "skeleton,grid"),
    (5, "clay"),
    (6, "screw:mid"),
    (7, "mid"),
    (8, "mid:rx=90"),
    (9, "mid:rx=-5..90"),
    (10, "clips"),
    (11, "1.5"),
    (12, "0.5"),
    (13, "0.1"),
    (14, "plain-gaussian"),
    (15, "local"),
    (16, "per-bone"),
    (17, "mid:3:own"),
    (18, "lbs,dqs"),
    (19, "dqs@0.5"),
    (20, "2"),
    (21, "npy"),
    (22, "0.1"),
    (23, "1e-6"),
    (24, "mid:rx=0..180:15"),
    (25, "none,continuous"),
    (26, "clips"),
    (27, "3"),
    (28, "collapse"),
    (29, "29.97"),
    (30, "-360"),
    (31, "mid:rx=0..180"),
    (32, "0..1"),
    (33, "2.5"),
    (34, "smooth"),
    (35, "3"),
    (36, "1..3"),
    (37, "12"),
    (38, "formula"),
    (39, "1"),
    (40, "measure\nbar\n--set\nmid:rx=90\n--json"),
];

#[test]
fn the_committed_seeds_are_what_is_made_here() {
    let made = made();
    let updates = std::env::var_os("UPDATE_FUZZ_SEEDS").is_some();
    let mut wrong = Vec::new();
    for ((target, name), bytes) in &made {
        let path = folder_of(target).join(name);
        if updates {
            std::fs::create_dir_all(folder_of(target)).unwrap();
            std::fs::write(&path, bytes).unwrap();
        }
        if std::fs::read(&path).ok().as_ref() != Some(bytes) {
            wrong.push(path.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "differ; UPDATE_FUZZ_SEEDS=1 writes them: {}", wrong.join(", "));
}

#[test]
fn every_check_accepts_some_of_its_seeds() {
    for (target, check) in CHECKS {
        let seeds = of(target);
        let accepted = seeds.iter().filter(|seed| check(seed)).count();
        println!("{target}: {accepted} of {} seeds are accepted", seeds.len());
        assert!(accepted > 0, "{target}");
    }
}
