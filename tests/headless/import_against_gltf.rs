//! The importer against the `gltf` crate, which other people wrote: the same vertices, triangles and influences.

use glam::{DVec3, Vec3};
use skinscope::cli::open_model;
use skinscope::model::{Model, Primitive};
use std::path::{Path, PathBuf};

fn samples() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::env::var_os("SKINSCOPE_SAMPLES").map_or_else(|| root.join("../shared/models"), PathBuf::from).join("good")
}

/// Compares one skinned primitive; returns how many vertices were looked at.
fn compare(name: &str, model: &Model, ours: &Primitive, theirs: &gltf::Primitive<'_>, blob: &[u8]) -> usize {
    let reader = theirs.reader(|_| Some(blob));
    let bind_from_mesh = model.skins[ours.skin as usize].bind_from_mesh;
    let extent = f64::from(model.rest_bounds().extent());
    let positions: Vec<DVec3> = reader.read_positions().unwrap().map(|p| Vec3::from_array(p).as_dvec3()).collect();
    assert_eq!(ours.positions.len(), positions.len(), "{name}");
    for (ours, theirs) in ours.positions.iter().zip(&positions) {
        let theirs = bind_from_mesh.transform_point3(*theirs);
        assert!(ours.as_dvec3().distance(theirs) < 1e-6 * extent, "{name}: {ours} {theirs}");
    }
    let indices: Vec<u32> = match reader.read_indices() {
        Some(indices) => indices.into_u32().collect(),
        None => (0..positions.len() as u32).collect(),
    };
    assert_eq!(ours.indices.len(), indices.len(), "{name}");
    // A bind frame that mirrors turns the triangles around.
    let same_corners = ours.indices.chunks_exact(3).zip(indices.chunks_exact(3)).all(|(a, b)| {
        let sorted = |triangle: &[u32]| {
            let mut corners = triangle.to_vec();
            corners.sort_unstable();
            corners
        };
        sorted(a) == sorted(b)
    });
    assert!(same_corners, "{name}");
    let mut sums: Vec<std::collections::BTreeMap<u32, f32>> = vec![Default::default(); positions.len()];
    for set in 0.. {
        let (Some(joints), Some(weights)) = (reader.read_joints(set), reader.read_weights(set)) else { break };
        for (sum, (joints, weights)) in sums.iter_mut().zip(joints.into_u16().zip(weights.into_f32())) {
            for (joint, weight) in joints.into_iter().zip(weights).filter(|(_, weight)| *weight != 0.0) {
                *sum.entry(joint.into()).or_default() += weight;
            }
        }
    }
    for (vertex, sum) in sums.iter().enumerate() {
        let total: f32 = sum.values().sum();
        let found = ours.influences.of(vertex);
        assert_eq!(found.len(), sum.len(), "{name}, vertex {vertex}");
        for influence in found {
            let wanted = sum.get(&influence.joint).copied().unwrap_or(0.0) / total;
            assert!((influence.weight - wanted).abs() < 1e-6, "{name}, vertex {vertex}");
        }
    }
    positions.len()
}

#[test]
fn the_same_skins_as_the_gltf_crate_reads() {
    let files =
        ["CesiumMan.glb", "Fox.glb", "mannequiny.glb", "RiggedSimple.glb", "greenman.glb", "quad_skin_joints1.glb"];
    let mut compared = 0;
    for file in files {
        let path = samples().join(file);
        let Ok(bytes) = std::fs::read(&path) else {
            println!("skipped: {} is not there", path.display());
            continue;
        };
        let asset = open_model(path.to_str().unwrap()).unwrap().asset;
        let gltf = gltf::Gltf::from_slice(&bytes).unwrap();
        let blob = gltf.blob.as_deref().unwrap_or_default();
        let theirs = gltf
            .nodes()
            .filter(|node| node.skin().is_some())
            .filter_map(|node| node.mesh())
            .flat_map(|mesh| mesh.primitives().collect::<Vec<_>>());
        let ours: Vec<&Primitive> = asset.model.skinned_primitives().collect();
        let theirs: Vec<gltf::Primitive<'_>> = theirs.collect();
        assert_eq!(ours.len(), theirs.len(), "{file}");
        for (ours, theirs) in ours.iter().zip(&theirs) {
            compared += compare(file, &asset.model, ours, theirs, blob);
        }
    }
    println!("{compared} vertices compared");
}
