//! Models written by other people. The good ones open with the right counts and deform alike in every storage form. The
//! bad ones give one clear line. No changed byte makes the importer panic.
#![allow(clippy::print_stdout, reason = "a test that finds no samples says so")]

use crate::hostile::checks::assert_sound;
use crate::skips::skip;
use glam::Vec3;
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
        skip(format_args!("{test}: no samples at {}; set SKINSCOPE_SAMPLES", folder.display()));
        return None;
    }
    Some(folder)
}

fn open(path: &Path) -> Result<ImportedAsset, ImportError> {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_stem().unwrap().to_string_lossy();
    import_gltf(&bytes, &name, &Folder(path.parent().unwrap().to_owned()))
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
    let deform = |primitive: &Arc<Primitive>| {
        deform_primitive(model, primitive, &palettes[primitive.skin as usize], settings).unwrap()
    };
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

/// Files made after public reports of bugs: what one thing says of each that opens, and where its skin is at rest.
const ODD: &[(&str, &str, [Vec3; 2])] = &[
    (
        "transposed.glb",
        "skin #0: the inverse bind matrices are stored row by row, not by columns; the rows were taken as columns",
        [Vec3::new(-0.25, 0.5, -0.25), Vec3::new(0.25, 2.5, 0.25)],
    ),
    (
        // The second joint moves its skin up by its own height.
        "one_matrix_two_joints.glb",
        "skin #0: 1 inverse bind matrix for 2 joints; missing ones count as the identity",
        [Vec3::new(-0.25, 0.0, -0.25), Vec3::new(0.25, 3.0, 0.25)],
    ),
    (
        "empty_in_joints.glb",
        "skin #0: 2 inverse bind matrices for 3 joints; missing ones count as the identity",
        [Vec3::new(-0.25, 0.0, -0.25), Vec3::new(0.25, 2.0, 0.25)],
    ),
    (
        "instanced_skin.glb",
        "the file: 1 mesh drawn once, without the copies of EXT_mesh_gpu_instancing",
        [Vec3::new(-0.25, 0.0, -0.25), Vec3::new(0.25, 2.0, 0.25)],
    ),
    (
        "joints_float.glb",
        "mesh #0: 1 primitive had joint indices stored as floats, which glTF does not allow; their values were used",
        [Vec3::new(-0.25, 0.0, -0.25), Vec3::new(0.25, 2.0, 0.25)],
    ),
];

#[test]
fn odd_files_open_with_a_warning() {
    let Some(folder) = samples("odd files") else { return };
    for (file, warning, [least, greatest]) in ODD {
        let asset = open(&folder.join("odd").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let warnings: Vec<String> = asset.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, [*warning], "{file}");
        let bounds = Bounds::of(deformed(&asset.model, None, SkinningMethod::Lbs));
        assert!(bounds.min.abs_diff_eq(*least, 1e-6), "{file}: {bounds:?}");
        assert!(bounds.max.abs_diff_eq(*greatest, 1e-6), "{file}: {bounds:?}");
    }
}

#[test]
fn files_that_are_something_else_are_refused_by_name() {
    let Some(folder) = samples("odd files") else { return };
    let not_gltf = |found: &str| format!("not a glTF file: expected a .glb or the JSON of a .gltf, found {found}");
    let converted = |how: &str| {
        format!(
            "the .glb container was changed by a text conversion ({how}); copy or download it again as a binary file"
        )
    };
    for (file, expected) in [
        ("lfs_pointer.glb", not_gltf("a Git LFS pointer; fetch the file itself with git lfs pull")),
        ("web_page.glb", not_gltf("a web page (HTML); download the file itself, not the page that shows it")),
        ("mangled_utf8.glb", converted("its bytes became UTF-8")),
        ("mangled_crlf.glb", converted("its line feeds became CR LF")),
    ] {
        assert_eq!(open(&folder.join("odd").join(file)).unwrap_err().to_string(), expected, "{file}");
    }
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

pub fn import_bytes(bytes: &[u8]) -> Result<ImportedAsset, ImportError> {
    import_gltf(bytes, "mangled", &Folder(PathBuf::from("/nonexistent")))
}
