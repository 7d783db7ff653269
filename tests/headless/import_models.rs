//! Models written by other people. The good ones open with the right counts and deform alike in every storage form. The
//! bad ones give one clear line. No changed byte makes the importer panic.
#![allow(clippy::print_stdout, reason = "a test that finds no samples says so")]

use crate::gpu_support::Random;
use glam::Vec3;
use proptest::prelude::*;
use skinscope::import::{ImportError, ImportedAsset, ResourceReader, WarningKind, import_gltf};
use skinscope::math::Bounds;
use skinscope::model::{Model, Pose, Primitive, SkinKind};
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_primitive};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

struct Folder(PathBuf);

impl ResourceReader for Folder {
    fn read(&self, relative_path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(relative_path)).map_err(|error| error.to_string())
    }
}

/// The folder of samples, or `None` where it is missing.
pub fn samples(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("SKINSCOPE_SAMPLES")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/models"), PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: {test}: no samples at {}; set SKINSCOPE_SAMPLES", folder.display());
        return None;
    }
    Some(folder)
}

fn open(path: &Path) -> Result<ImportedAsset, ImportError> {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_stem().unwrap().to_string_lossy();
    import_gltf(&bytes, &name, &Folder(path.parent().unwrap().to_owned()))
}

/// Checks the guarantees of [`Model`].
pub fn assert_sound(model: &Model) {
    for skin in &model.skins {
        assert!(skin.bind_from_mesh.inverse().is_finite());
        for joint in &skin.joints {
            assert!((joint.node as usize) < model.skeleton.len());
            assert!(joint.parent.is_none_or(|parent| (parent as usize) < skin.joints.len()));
            assert!(joint.joint_from_bind.inverse().is_finite() && joint.bind_rotation.is_normalized());
        }
    }
    for primitive in &model.primitives {
        let count = primitive.positions.len();
        let skin = &model.skins[primitive.skin as usize];
        assert!((primitive.node as usize) < model.skeleton.len());
        let material = &model.materials[primitive.material as usize];
        assert!(material.base_color_texture.is_none_or(|texture| (texture as usize) < model.textures.len()));
        assert_eq!((primitive.normals.len(), primitive.influences.vertex_count()), (count, count));
        assert!(primitive.texcoords.is_empty() || primitive.texcoords.len() == count);
        assert!(primitive.colors.is_empty() || primitive.colors.len() == count);
        assert_eq!(primitive.indices.len() % 3, 0);
        assert!(primitive.indices.iter().all(|&index| (index as usize) < count));
        assert!(primitive.positions.iter().all(|position| position.is_finite()));
        assert!(primitive.normals.iter().all(|normal| normal.is_normalized()));
        for influences in primitive.influences.iter() {
            assert!(influences.iter().all(|influence| (influence.joint as usize) < skin.joints.len()));
            assert!((influences.iter().map(|influence| influence.weight).sum::<f32>() - 1.0).abs() < 1e-4);
        }
    }
    for texture in model.textures.iter() {
        assert_eq!(texture.rgba.len(), texture.width as usize * texture.height as usize * 4);
    }
    for channel in model.clips.iter().flat_map(|clip| &clip.channels) {
        assert!((channel.node as usize) < model.skeleton.len());
    }
}

/// All positions at a fraction of a clip's duration, in the scene.
pub fn deformed(model: &Model, clip: Option<(usize, f32)>, method: SkinningMethod) -> Vec<Vec3> {
    let mut pose = Pose::rest(&model.skeleton);
    if let Some((clip, share)) = clip {
        let clip = &model.clips[clip];
        clip.sample(clip.duration_seconds * share, &mut pose);
    }
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    let palettes = JointPalette::all(model, &pose, settings);
    let deform =
        |primitive: &Arc<Primitive>| deform_primitive(model, primitive, &palettes[primitive.skin as usize], settings);
    model.primitives.iter().flat_map(deform).map(|vertex| vertex.position).collect()
}

/// File, drawn vertices and triangles, joints of the first skin, number of skins, most influences, clips.
type Row = (&'static str, usize, usize, usize, usize, usize, usize);

const GOOD: &[Row] = &[
    ("CesiumMan.glb", 3273, 4672, 19, 1, 4, 1),
    ("Fox.glb", 1728, 576, 24, 1, 4, 3),
    ("mannequiny.glb", 12597, 13832, 45, 1, 4, 10),
    ("RobotExpressive.glb", 7214, 3237, 43, 2, 4, 14),
    ("RobotExpressive_quantized.glb", 7214, 3237, 43, 2, 4, 11),
    ("RiggedSimple.glb", 960, 892, 4, 1, 3, 1),
    ("SimpleSkin.gltf", 10, 8, 2, 1, 2, 1),
    ("skinned_cylinder/skinned_cylinder.gltf", 750, 316, 4, 1, 4, 1),
    ("greenman.glb", 196, 356, 12, 1, 4, 4),
    ("godot_platformer_player.glb", 1396, 1911, 27, 1, 3, 8),
    // One mesh of 40 vertices and 76 triangles, under 84 skins.
    ("infinite_tentacle.glb", 84 * 40, 84 * 76, 10, 84, 1, 1),
    ("quad_skin_joints1.glb", 4, 2, 10, 1, 10, 0),
    ("kaykit_anim_general.glb", 0, 0, 23, 1, 0, 15),
    ("morph_stress_test.gltf", 1528, 2412, 0, 0, 0, 3),
    ("derived/Fox_quantize.glb", 1728, 576, 24, 1, 4, 3),
    // The encoder merges equal vertices.
    ("derived/Fox_draco.glb", 434, 576, 24, 1, 4, 3),
    ("derived/Fox_meshopt.glb", 1728, 576, 24, 1, 4, 3),
    ("derived/CesiumMan_joints1_split.glb", 3273, 4672, 19, 1, 4, 1),
    ("derived/mannequiny_joints1_split.glb", 12597, 13832, 45, 1, 4, 10),
];

#[test]
fn good_files_open_with_the_counts_of_their_table() {
    let Some(folder) = samples("good files") else { return };
    let mut wrong = Vec::new();
    for &(file, vertices, triangles, joints, skins, influences, clips) in GOOD {
        let asset = match open(&folder.join("good").join(file)) {
            Ok(asset) => asset,
            Err(error) => {
                wrong.push(format!("{file}: {error}"));
                continue;
            }
        };
        let model = &asset.model;
        assert_sound(model);
        let first_joints =
            model.skins.iter().find(|skin| skin.kind == SkinKind::Skinned).map_or(0, |skin| skin.joints.len());
        let found = (
            file,
            model.vertex_count(),
            model.triangle_count(),
            first_joints,
            asset.skin_count,
            model.max_influences(),
            model.clips.len(),
        );
        if found != (file, vertices, triangles, joints, skins, influences, clips) {
            wrong.push(format!("{found:?}"));
        }
        for warning in &asset.warnings {
            println!("{file}: {warning}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The corners of all triangles, at a fraction of a clip's duration.
fn triangles(model: &Model, clip: Option<(usize, f32)>, method: SkinningMethod) -> Vec<[Vec3; 3]> {
    let positions = deformed(model, clip, method);
    let mut first = 0;
    let mut triangles = Vec::new();
    for primitive in &model.primitives {
        let corners = |triangle: &[u32; 3]| triangle.map(|corner| positions[first + corner as usize]);
        triangles.extend(primitive.indices.as_chunks::<3>().0.iter().map(corners));
        first += primitive.positions.len();
    }
    triangles
}

/// Compressed files hold the same triangles in another order, and positions in steps of 14 bits.
#[test]
fn compressed_files_deform_like_the_file_they_were_made_of() {
    let Some(folder) = samples("compressed files") else { return };
    let whole = open(&folder.join("good/Fox.glb")).unwrap().model;
    for (name, tolerance) in [("draco", 1e-4), ("meshopt", 4e-4)] {
        let compressed = open(&folder.join(format!("good/derived/Fox_{name}.glb"))).unwrap().model;
        let tolerance = tolerance * whole.rest_bounds().extent();
        let moments = [None].into_iter().chain((0..whole.clips.len()).map(|clip| Some((clip, 0.4))));
        let mut worst = 0.0f32;
        for (moment, method) in
            moments.flat_map(|moment| [(moment, SkinningMethod::Lbs), (moment, SkinningMethod::Dqs)])
        {
            let [ours, theirs] = [&whole, &compressed].map(|model| triangles(model, moment, method));
            assert_eq!(ours.len(), theirs.len());
            for [a, b, c] in &ours {
                let apart = |other: &[Vec3; 3]| {
                    let turned = |turn: usize| [other[turn], other[(turn + 1) % 3], other[(turn + 2) % 3]];
                    let farthest = |[x, y, z]: [Vec3; 3]| a.distance(x).max(b.distance(y)).max(c.distance(z));
                    (0..3).map(|turn| farthest(turned(turn))).fold(f32::MAX, f32::min)
                };
                worst = worst.max(theirs.iter().map(apart).fold(f32::MAX, f32::min));
            }
        }
        println!("{name}: {worst} of {}", whole.rest_bounds().extent());
        assert!(worst < tolerance, "{name}: {worst} > {tolerance}");
    }
}

#[test]
fn other_good_files_open() {
    let Some(folder) = samples("other files") else { return };
    for file in [
        "magnum_skin.gltf",
        "magnum_skin-multiple-sets/magnum_skin-multiple-sets.gltf",
        "magnum_skin-shared/magnum_skin-shared.gltf",
        "validator_joints_weights_complex/validator_joints_weights_complex.gltf",
    ] {
        let asset = open(&folder.join("good").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_sound(&asset.model);
        for warning in &asset.warnings {
            println!("{file}: {warning}");
        }
    }
}

#[test]
fn influences_in_two_sets_deform_like_influences_in_one() {
    let Some(folder) = samples("split influences") else { return };
    for name in ["CesiumMan", "mannequiny"] {
        let whole = open(&folder.join(format!("good/{name}.glb"))).unwrap().model;
        let split = open(&folder.join(format!("good/derived/{name}_joints1_split.glb"))).unwrap().model;
        let tolerance = 1e-6 * whole.rest_bounds().extent();
        for method in [SkinningMethod::Lbs, SkinningMethod::Dqs] {
            for clip in 0..whole.clips.len() {
                let a = deformed(&whole, Some((clip, 0.5)), method);
                let b = deformed(&split, Some((clip, 0.5)), method);
                assert_eq!(a.len(), b.len());
                let worst = a.iter().zip(&b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
                assert!(worst <= tolerance, "{name}, clip {clip}, {method:?}: {worst} > {tolerance}");
            }
        }
    }
}

#[test]
fn the_rest_pose_of_a_bind_frame_is_the_bind_frame() {
    let Some(folder) = samples("bind frames") else { return };
    // In these files the bind pose is the rest pose: at rest nothing moves.
    for file in ["Fox.glb", "RiggedSimple.glb", "SimpleSkin.gltf"] {
        let model = open(&folder.join("good").join(file)).unwrap().model;
        let rest: Vec<Vec3> = model.primitives.iter().flat_map(|p| p.positions.iter().copied()).collect();
        let posed = deformed(&model, None, SkinningMethod::Lbs);
        let worst = rest.iter().zip(&posed).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(worst < 1e-4 * model.rest_bounds().extent(), "{file}: {worst}");
    }
}

#[test]
fn weights_beyond_one_are_reported_and_nothing_explodes() {
    let Some(folder) = samples("RobotExpressive") else { return };
    for file in ["RobotExpressive.glb", "RobotExpressive_quantized.glb"] {
        let asset = open(&folder.join("good").join(file)).unwrap();
        // The program that quantized the second file normalized the weights.
        let told = asset
            .warnings
            .iter()
            .any(|warning| matches!(warning.kind, WarningKind::WeightsRescaled { worst_sum, .. } if worst_sum > 1.7));
        assert_eq!(told, file == "RobotExpressive.glb", "{file}: {:?}", asset.warnings);
        let extent = Bounds::of(deformed(&asset.model, None, SkinningMethod::Lbs)).extent();
        for clip in 0..asset.model.clips.len() {
            let posed = Bounds::of(deformed(&asset.model, Some((clip, 0.5)), SkinningMethod::Lbs)).extent();
            assert!(posed < 3.0 * extent && posed > extent / 3.0, "{file}, clip {clip}: {posed} of {extent}");
        }
    }
}

#[test]
fn quantized_positions_agree_with_the_originals() {
    let Some(folder) = samples("quantized Fox") else { return };
    let fox = open(&folder.join("good/Fox.glb")).unwrap().model;
    let quantized = open(&folder.join("good/derived/Fox_quantize.glb")).unwrap().model;
    assert!(!quantized.textures.is_empty() && !quantized.primitives[0].texcoords.is_empty());
    for clip in [None, Some((0, 0.5)), Some((1, 0.5)), Some((2, 0.5))] {
        let a = deformed(&fox, clip, SkinningMethod::Lbs);
        let b = deformed(&quantized, clip, SkinningMethod::Lbs);
        assert_eq!(a.len(), b.len());
        // Writers of quantized files may put vertices into another order.
        let farthest = |from: &[Vec3], to: &[Vec3]| {
            let nearest = |p: &Vec3| to.iter().map(|q| p.distance_squared(*q)).fold(f32::INFINITY, f32::min).sqrt();
            from.iter().map(nearest).fold(0.0, f32::max)
        };
        let worst = farthest(&a, &b).max(farthest(&b, &a));
        let extent = Bounds::of(a.iter().copied()).extent();
        println!("Fox quantized, {clip:?}: {worst} of {extent}");
        assert!(worst < 5e-3 * extent, "{clip:?}: {worst} of {extent}");
    }
}

#[derive(serde::Deserialize)]
struct Expectation {
    file: String,
    expect: Expected,
    why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expected {
    Refuse,
    Open,
}

#[test]
fn bad_files_are_refused_in_one_line_or_open_soundly() {
    let Some(folder) = samples("bad files") else { return };
    let manifest = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_models.json")).unwrap();
    let manifest: Vec<Expectation> = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest.len(), 90);
    let mut wrong = Vec::new();
    for Expectation { file, expect, why } in &manifest {
        assert!(!why.is_empty());
        let start = Instant::now();
        let outcome = open(&folder.join("bad").join(file));
        assert!(start.elapsed() < Duration::from_secs(5), "{file} took {:?}", start.elapsed());
        let (found, said) = match &outcome {
            Ok(asset) => {
                assert_sound(&asset.model);
                let lines: Vec<String> = asset.warnings.iter().map(ToString::to_string).collect();
                (Expected::Open, lines.join(" | "))
            }
            Err(error) => (Expected::Refuse, error.to_string()),
        };
        println!("{file}: {found:?}: {said}");
        assert!(!said.contains('\n'), "{file}: {said}");
        if found != *expect {
            wrong.push(format!("{file}: {found:?}, but {why}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A small file with a bit of everything: a skin, two influence sets, a morph target, a sparse accessor, a clip with
/// two kinds of keys, a picture, a node matrix.
fn small_glb() -> Vec<u8> {
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

fn import_bytes(bytes: &[u8]) -> Result<ImportedAsset, ImportError> {
    import_gltf(bytes, "mangled", &Folder(PathBuf::from("/nonexistent")))
}

/// The model must be sound, and every message one line.
fn check_mangled(bytes: &[u8]) {
    match import_bytes(bytes) {
        Ok(asset) => {
            assert_sound(&asset.model);
            assert!(asset.warnings.iter().all(|warning| !warning.to_string().contains('\n')));
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
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

/// Together they take a few seconds.
const CASES: u32 = 8000;

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mangled_bytes_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = small_glb();
        for (at, byte) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        check_mangled(&bytes);
    }

    #[test]
    fn mangled_numbers_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(NUMBERS)), 1..4),
    ) {
        check_mangled(&with_numbers_changed(&small_glb(), &changes));
    }

    #[test]
    fn cut_files_are_refused(length in any::<prop::sample::Index>()) {
        let bytes = small_glb();
        prop_assert!(import_bytes(&bytes[..length.index(bytes.len())]).is_err());
    }
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "255",
    "5120",
    "5121",
    "5122",
    "5123",
    "5125",
    "5126",
    "65535",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "1e30",
    "1e38",
    "-3.4e38",
    "1e-30",
    "1e308",
    "1e309",
    "0.5",
    "null",
    "\"\"",
    "[]",
    "{}",
];

/// Replaces numbers in the JSON by other values, and corrects the container's lengths.
fn with_numbers_changed(glb: &[u8], changes: &[(prop::sample::Index, &'static str)]) -> Vec<u8> {
    let json_length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let mut json = String::from_utf8(glb[20..20 + json_length].to_vec()).unwrap();
    for (at, number) in changes {
        let starts: Vec<usize> = (1..json.len())
            .filter(|&i| json.as_bytes()[i].is_ascii_digit() && b":,[".contains(&json.as_bytes()[i - 1]))
            .collect();
        let start = starts[at.index(starts.len())];
        let length = json[start..].find([',', ']', '}']).unwrap();
        json.replace_range(start..start + length, number);
    }
    let mut json = json.into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let rest = &glb[20 + json_length..];
    let total = (20 + json.len() + rest.len()) as u32;
    [&glb[..8], &total.to_le_bytes(), &(json.len() as u32).to_le_bytes(), b"JSON", &json, rest].concat()
}

/// Checks copies of a file with a few bytes changed at random, mostly digits of its JSON.
pub fn check_mangled_copies(bytes: &[u8], copies: usize, random: &mut Random) {
    for copy in 0..copies {
        let mut mangled = bytes.to_vec();
        let json_length = match mangled.get(12..16).filter(|_| mangled.starts_with(b"glTF")) {
            Some(length) => u32::from_le_bytes(length.try_into().unwrap()) as usize,
            None => mangled.len() - 20,
        };
        for _ in 0..=random.below(4) {
            if copy % 3 == 0 {
                let at = random.below(mangled.len());
                mangled[at] = random.below(256) as u8;
                continue;
            }
            // A digit of the JSON becomes another.
            let from = 20 + random.below(json_length);
            let Some(at) = (from..20 + json_length).find(|&at| mangled[at].is_ascii_digit()) else { continue };
            mangled[at] = b'0' + random.below(10) as u8;
        }
        check_mangled(&mangled);
    }
}

/// Real files have more to mangle.
#[test]
fn mangled_samples_never_panic() {
    let Some(folder) = samples("mangled samples") else { return };
    let mut random = Random::new(0x2545_f491);
    for &(file, ..) in GOOD {
        let bytes = std::fs::read(folder.join("good").join(file)).unwrap();
        if bytes.len() <= 500_000 {
            check_mangled_copies(&bytes, 40, &mut random);
        }
    }
}

/// Streams whose bytes were changed at random. `SKINSCOPE_MUTATIONS` is how many of each file, 400 without it.
#[test]
fn damaged_compressed_files_never_panic() {
    let Some(folder) = samples("damaged compressed files") else { return };
    let count = std::env::var("SKINSCOPE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(400);
    for name in ["draco", "meshopt"] {
        let bytes = std::fs::read(folder.join(format!("good/derived/Fox_{name}.glb"))).unwrap();
        let json_length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let first = 20 + json_length + 8;
        let mut random = Random::new(17);
        let mut next = |below: usize| random.below(below);
        let mut opened = 0;
        for _ in 0..count {
            let mut damaged = bytes.clone();
            for _ in 0..=next(8) {
                let at = first + next(bytes.len() - first);
                damaged[at] = if next(3) == 0 { 0xff } else { next(256) as u8 };
            }
            opened += usize::from(import_bytes(&damaged).is_ok());
            check_mangled(&damaged);
        }
        println!("{name}: {opened} of {count} damaged files open");
        assert!(opened > 0 && opened < count, "{opened}");
    }
}
