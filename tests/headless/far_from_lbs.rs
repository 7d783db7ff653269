//! No method explodes on real rigs: at rest and in the middle of every clip, each stays near linear blending, as far as
//! dual quaternions (of the joints' rigid parts) stay near it.

use crate::skips::skip;
use glam::Vec3;
use skinscope::bundled;
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::model::{Model, Pose};
use skinscope::skinning::{PrimitiveCenters, RestAndBind, SkinningMethod, SkinningSettings, deform_model};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Over what DQS differs by, times this factor, a method may differ by so much of the extent.
const FACTOR: f32 = 3.0;
const AT_REST: f32 = 1e-4;
const IN_A_CLIP: f32 = 0.5;

/// These two are not left-invariant: how far they stray depends on where the scene's origin lies.
const LEFT_OUT: [SkinningMethod; 2] = [SkinningMethod::LogMatrix, SkinningMethod::QuaternionTranslation];

/// The first brings the skin to the bones, which may be anywhere where the bind pose is not the rest pose; the other smooths
/// what LBS makes of such a rest pose.
const OF_REST: [SkinningMethod; 3] =
    [SkinningMethod::BulgeFreeDqs, SkinningMethod::DeltaMush, SkinningMethod::DirectDeltaMush];

pub fn glb_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let inner: Vec<PathBuf> = files.iter().filter(|path| path.is_dir()).flat_map(|path| glb_files(path)).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "glb" || extension == "gltf"));
    files.extend(inner);
    files
}

/// The bundled models, those of tests/data, and what other people made, where it is there.
fn models() -> Vec<String> {
    let mut names: Vec<String> = bundled::MODELS.iter().map(|model| model.name.to_owned()).collect();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let samples = crate::import_against_gltf::samples();
    if !samples.exists() {
        skip(format_args!("{} is not there", samples.display()));
    }
    for folder in [data.join("oracle/models"), data.join("rigs"), samples] {
        names.extend(glb_files(&folder).iter().map(|path| path.to_str().unwrap().to_owned()));
    }
    names
}

/// The largest distance of a vertex from where LBS puts it, for each method, over the extent.
fn distances_from_lbs(model: &Model, pose: &Pose, centers: &[PrimitiveCenters]) -> Vec<(SkinningMethod, f32)> {
    let positions = |method: SkinningMethod| -> Vec<Vec3> {
        let settings = SkinningSettings { method, ..SkinningSettings::default() };
        let skins = deform_model(model, pose, settings, centers).unwrap();
        skins.into_iter().flatten().map(|vertex| vertex.position).collect()
    };
    let lbs = positions(SkinningMethod::Lbs);
    let extent = model.rest_bounds().extent();
    let distance = |method: SkinningMethod| {
        let distances = positions(method).iter().zip(&lbs).map(|(a, b)| a.distance(*b)).collect::<Vec<_>>();
        // A position that is not a number counts as infinitely far.
        let far = |a: f32, b: &f32| if b.is_nan() { f32::INFINITY } else { a.max(*b) };
        (method, distances.iter().fold(0.0, far) / extent)
    };
    SkinningMethod::ALL.into_iter().filter(|method| *method != SkinningMethod::Lbs).map(distance).collect()
}

#[test]
fn no_method_leaves_the_neighborhood_of_linear_blending() {
    let mut table = format!("{:<34}{:>8}", "distance from LBS, % of extent", "pose");
    for method in SkinningMethod::ALL.iter().skip(1) {
        let _ = write!(table, "{:>10}", method.id().chars().take(9).collect::<String>());
    }
    let mut faults = Vec::new();
    let mut looked_at = 0;
    for name in models() {
        // Compressed files are not read yet; the manifests of good and bad files hold that.
        let Ok(opened) = open_model(&name) else { continue };
        let model = opened.asset.model;
        if model.skinned_primitives().next().is_none() {
            continue;
        }
        looked_at += 1;
        let centers = compute_centers(&model, &CenterSettings::default());
        let is_bound_elsewhere = RestAndBind::of(&model).difference.is_some();
        let mut poses = vec![("rest".to_owned(), Pose::rest(&model.skeleton), AT_REST)];
        for (number, clip) in model.clips.iter().enumerate() {
            let mut pose = Pose::rest(&model.skeleton);
            clip.sample(clip.duration_seconds / 2.0, &mut pose);
            poses.push((format!("clip {number}"), pose, IN_A_CLIP));
        }
        let short = Path::new(&name).file_name().unwrap().to_string_lossy().into_owned();
        for (pose_name, pose, allowance) in poses {
            let distances = distances_from_lbs(&model, &pose, &centers);
            let dqs = distances.iter().find(|(method, _)| *method == SkinningMethod::Dqs).unwrap().1;
            let _ = write!(table, "\n{short:<34}{pose_name:>8}");
            for (method, distance) in distances {
                let _ = write!(table, "{:>10.3}", 100.0 * distance);
                let is_left_out = LEFT_OUT.contains(&method) || (OF_REST.contains(&method) && is_bound_elsewhere);
                if !is_left_out && (distance.is_nan() || distance > FACTOR * dqs + allowance) {
                    faults.push(format!("{short}, {pose_name}: {} by {distance} (dqs by {dqs})", method.id()));
                }
            }
        }
    }
    println!("{table}");
    assert!(looked_at >= 12, "the repository alone has twelve models, {looked_at} were looked at");
    assert!(faults.is_empty(), "far from linear blending:\n{}", faults.join("\n"));
}
