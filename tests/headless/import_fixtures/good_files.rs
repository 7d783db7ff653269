//! Results of importing the committed good files.

use super::manifest::{ClipEntry, Good, from_smallest};
use super::{good_entries, good_path, pose};
use crate::command_line::succeed;
use crate::hostile::checks::assert_sound;
use glam::{Vec2, Vec3, Vec4};
use rayon::prelude::*;
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::import::ImportedAsset;
use skinscope::model::{Model, Pose};
use skinscope::skinning::{PrimitiveCenters, SkinningMethod, SkinningSettings, deform_model};

/// In scene units, of models about 2 units long.
const TOLERANCE: f32 = 2e-6;

fn open(file: &str) -> ImportedAsset {
    open_model(&good_path(file)).unwrap_or_else(|error| panic!("{error}")).asset
}

fn positions(model: &Model, pose: &Pose, method: SkinningMethod, centers: &[PrimitiveCenters]) -> Vec<Vec3> {
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    let skins = deform_model(model, pose, settings, centers).unwrap();
    skins.into_iter().flatten().map(|vertex| vertex.position).collect()
}

fn close<const N: usize>(found: &[[f32; N]], expected: &[[f32; N]]) -> bool {
    let near = |(a, b): (&[f32; N], &[f32; N])| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= TOLERANCE);
    found.len() == expected.len() && found.iter().zip(expected).all(near)
}

/// Runs a check on every entry and reports all failures together.
fn check_all(check: impl Fn(&Good) -> Vec<String> + Sync) {
    let entries = good_entries();
    assert!(entries.len() > 100, "{} files", entries.len());
    let wrong: Vec<String> = entries
        .par_iter()
        .flat_map_iter(|entry| check(entry).into_iter().map(|fault| format!("{}: {fault}", entry.file)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A fault if two values differ.
fn differ<T: PartialEq + std::fmt::Debug + ?Sized>(what: &str, found: &T, expected: &T) -> Option<String> {
    (found != expected).then(|| format!("{what}: {found:?}, expected {expected:?}"))
}

#[test]
fn good_fixtures_open_with_their_counts_and_warnings() {
    check_all(|entry| {
        let asset = open(&entry.file);
        let model = &asset.model;
        assert_sound(model);
        let warnings: Vec<String> = asset.warnings.iter().map(ToString::to_string).collect();
        let clips: Vec<ClipEntry> = model
            .clips
            .iter()
            .map(|clip| ClipEntry {
                name: clip.name.clone(),
                seconds: clip.duration_seconds,
                channels: clip.channels.len(),
            })
            .collect();
        [
            differ("vertices", &model.vertex_count(), &entry.vertices),
            differ("triangles", &model.triangle_count(), &entry.triangles),
            differ("joints", &model.skeleton.shown_joints().count(), &entry.joints),
            differ("skins", &asset.skin_count, &entry.skins),
            differ("influences", &model.max_influences(), &entry.influences),
            differ("textures", &model.textures.len(), &entry.textures),
            differ("morph targets", &asset.morph_target_count, &entry.morph_targets),
            differ("extensions", &asset.extensions_used, &entry.extensions_used),
            differ("clips", &clips, &entry.clips),
            differ("warnings", &warnings, &entry.warnings),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
}

#[test]
fn good_fixtures_have_their_names_triangles_and_looks() {
    check_all(|entry| {
        let model = open(&entry.file).model;
        let primitives = || model.primitives.iter();
        let triangles: Vec<[u32; 3]> = primitives()
            .flat_map(|primitive| primitive.indices.as_chunks::<3>().0.iter())
            .map(|corners| from_smallest([corners[0], corners[1], corners[2]]))
            .collect();
        let names: Vec<&str> = model.skeleton.nodes().iter().map(|node| node.name.as_str()).collect();
        let normals: Vec<[f32; 3]> = primitives().flat_map(|p| &p.normals).map(Vec3::to_array).collect();
        let colors: Vec<[f32; 4]> = primitives().flat_map(|p| &p.colors).map(Vec4::to_array).collect();
        let texcoords: Vec<[f32; 2]> = primitives().flat_map(|p| &p.texcoords).map(Vec2::to_array).collect();
        let mut faults = Vec::new();
        if !entry.triangle_list.is_empty() {
            faults.extend(differ("triangles", &triangles, &entry.triangle_list));
        }
        if !entry.names.is_empty() {
            faults.extend(differ("names", &names, &entry.names.iter().map(String::as_str).collect()));
        }
        if !entry.normals.is_empty() && !close(&normals, &entry.normals) {
            faults.push(format!("normals {normals:?}"));
        }
        if !close(&colors, &entry.colors) {
            faults.push(format!("colors {colors:?}, expected {:?}", entry.colors));
        }
        if !close(&texcoords, &entry.texcoords) {
            faults.push(format!("texture coordinates {texcoords:?}, expected {:?}", entry.texcoords));
        }
        for texture in model.textures.iter() {
            faults.extend(differ("pixel", &texture.rgba[..4], &[200, 100, 50, 255]));
            faults.extend(differ("size", &(texture.width, texture.height), &(2, 1)));
            faults.extend(differ("repeats", &texture.repeat, &[false, true]));
        }
        faults
    });
}

#[test]
fn good_fixtures_pose_to_the_positions_computed_by_hand() {
    check_all(|entry| {
        let model = open(&entry.file).model;
        let mut faults = Vec::new();
        for posed in entry.poses.iter().filter(|posed| !posed.positions.is_empty()) {
            let found = positions(&model, &pose(&model, posed), SkinningMethod::Lbs, &[]);
            let found: Vec<[f32; 3]> = found.iter().map(Vec3::to_array).collect();
            if !close(&found, &posed.positions) {
                faults.push(format!("{:?} {:?}: {found:?}, expected {:?}", posed.set, posed.clip, posed.positions));
            }
        }
        if entry.vertices > 0 && entry.same_as.is_none() && faults.is_empty() {
            faults.extend(differ("has no pose", &entry.poses.iter().all(|posed| posed.positions.is_empty()), &false));
        }
        faults
    });
}

#[test]
fn good_fixtures_deform_like_their_siblings_under_every_method() {
    let compared = std::sync::atomic::AtomicUsize::new(0);
    check_all(|entry| {
        let Some(same_as) = &entry.same_as else { return Vec::new() };
        let (ours, theirs) = (open(&entry.file).model, open(&same_as.file).model);
        let centers = [&ours, &theirs].map(|model| compute_centers(model, &CenterSettings::default()));
        let mut faults = Vec::new();
        for posed in &entry.poses {
            for method in SkinningMethod::ALL {
                let found = positions(&ours, &pose(&ours, posed), method, &centers[0]);
                let expected = positions(&theirs, &pose(&theirs, posed), method, &centers[1]);
                assert_eq!(found.len(), expected.len(), "{}", entry.file);
                let distance = |(a, b): (&Vec3, &Vec3)| if a == b { 0.0 } else { a.distance(*b) };
                let farthest = found.iter().zip(&expected).map(distance).fold(0.0, f32::max);
                if farthest.is_nan() || farthest > same_as.within {
                    faults.push(format!("{} in {:?}: {farthest:e} from {}", method.id(), posed.set, same_as.file));
                }
                compared.fetch_add(found.len(), std::sync::atomic::Ordering::Relaxed);
            }
        }
        faults
    });
    let compared = compared.into_inner();
    println!("{compared} positions compared");
    assert!(compared > 5000, "{compared} positions were compared");
}

#[test]
fn info_prints_the_warnings_of_good_fixtures() {
    check_all(|entry| {
        let path = good_path(&entry.file);
        let json: serde_json::Value =
            serde_json::from_str(&succeed(&["info", path.to_str().unwrap(), "--json"])).unwrap();
        let texts = json["warnings"].as_array().unwrap().iter().map(|warning| warning["text"].as_str().unwrap());
        let warnings: Vec<String> = texts.map(str::to_owned).collect();
        [
            differ("warnings", &warnings, &entry.warnings),
            differ("vertices", &json["vertices"].as_u64(), &Some(entry.vertices as u64)),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
}
