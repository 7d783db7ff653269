//! The importer against the `gltf` crate, which other people wrote: the same vertices, triangles and influences.

use crate::import_fixtures;
use crate::skips::skip;
use base64::Engine as _;
use glam::{DMat4, DQuat, DVec3, Vec3};
use skinscope::files::open_model;
use skinscope::model::{Model, Pose, Primitive};
use skinscope::skinning::{SkinningSettings, deform_model};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub fn samples() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::env::var_os("SKINSCOPE_SAMPLES").map_or_else(|| root.join("../shared/models"), PathBuf::from).join("good")
}

/// Compares one skinned primitive; returns how many vertices were looked at.
fn compare(name: &str, model: &Model, ours: &Primitive, theirs: &gltf::Primitive<'_>, buffers: &[Vec<u8>]) -> usize {
    let reader = theirs.reader(|buffer| Some(&buffers[buffer.index()]));
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
    let same_corners = ours.indices.as_chunks::<3>().0.iter().zip(indices.as_chunks::<3>().0.iter()).all(|(a, b)| {
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
    let others =
        ["CesiumMan.glb", "Fox.glb", "mannequiny.glb", "RiggedSimple.glb", "greenman.glb", "quad_skin_joints1.glb"];
    let (others, missing): (Vec<PathBuf>, Vec<PathBuf>) =
        others.map(|file| samples().join(file)).into_iter().partition(|path| path.exists());
    missing.iter().for_each(|path| skip(format_args!("{} is not there", path.display())));
    let mut compared = 0;
    for path in own_files().iter().chain(&readable_fixtures()).chain(&others) {
        let file = &path.file_name().unwrap().to_string_lossy();
        let asset = open_model(path.to_str().unwrap()).unwrap().asset;
        let (gltf, buffers) = read_with_gltf_crate(path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let theirs: Vec<gltf::Primitive<'_>> = skinned_nodes(&gltf)
            .into_iter()
            .flat_map(|node| node.mesh().unwrap().primitives().collect::<Vec<_>>())
            .filter(|primitive| primitive.get(&gltf::Semantic::Joints(0)).is_some())
            .collect();
        let ours: Vec<&Primitive> = asset.model.skinned_primitives().collect();
        assert_eq!(ours.len(), theirs.len(), "{file}");
        let pairs = ours.iter().zip(&theirs);
        let vertices: usize = pairs.map(|(ours, theirs)| compare(file, &asset.model, ours, theirs, &buffers)).sum();
        assert!(vertices > 0, "{file}: no vertex was compared");
        compared += vertices;
    }
    println!("{compared} vertices compared");
    assert!(compared > 10_000, "{compared} vertices were compared");
}

/// The file and its buffers, through the `gltf` crate.
fn read_with_gltf_crate(path: &Path) -> Result<(gltf::Gltf, Vec<Vec<u8>>), gltf::Error> {
    let gltf = gltf::Gltf::from_slice(&std::fs::read(path).unwrap())?;
    let bytes = |buffer: gltf::Buffer<'_>| match buffer.source() {
        gltf::buffer::Source::Bin => gltf.blob.clone().unwrap_or_default(),
        gltf::buffer::Source::Uri(uri) => read_uri(path, uri),
    };
    let buffers = gltf.buffers().map(bytes).collect();
    Ok((gltf, buffers))
}

fn read_uri(model: &Path, uri: &str) -> Vec<u8> {
    let decode = |text| percent_encoding::percent_decode_str(text).collect::<Vec<u8>>();
    match uri.strip_prefix("data:").map(|data| data.split_once(',').unwrap()) {
        Some((kind, text)) if kind.ends_with(";base64") => {
            let standard: String = text.trim_end_matches('=').replace('-', "+").replace('_', "/");
            base64::engine::general_purpose::STANDARD_NO_PAD.decode(standard).unwrap()
        }
        Some((_, text)) => decode(text),
        None => {
            let relative = String::from_utf8(decode(uri)).unwrap();
            std::fs::read(model.parent().unwrap().join(relative)).unwrap()
        }
    }
}

/// The nodes with a mesh and a skin that the default scene shows, by ascending index.
fn skinned_nodes(gltf: &gltf::Gltf) -> Vec<gltf::Node<'_>> {
    let mut shown = vec![gltf.scenes().len() == 0; gltf.nodes().len()];
    let scene = gltf.default_scene().or_else(|| gltf.scenes().next());
    let mut open: Vec<gltf::Node<'_>> = scene.iter().flat_map(gltf::Scene::nodes).collect();
    while let Some(node) = open.pop() {
        shown[node.index()] = true;
        open.extend(node.children());
    }
    gltf.nodes().filter(|node| shown[node.index()] && node.mesh().is_some() && node.skin().is_some()).collect()
}

/// The fixtures with a skin that the `gltf` crate reads as we do.
fn readable_fixtures() -> Vec<PathBuf> {
    let mut readable = Vec::new();
    for entry in import_fixtures::good_entries() {
        let path = import_fixtures::good_path(&entry.file);
        if entry.unlike_gltf_crate.starts_with("refuses") {
            assert!(read_with_gltf_crate(&path).is_err(), "{}: the gltf crate now reads it", entry.file);
        } else if entry.unlike_gltf_crate.is_empty() && entry.influences > 0 {
            readable.push(path);
        }
    }
    assert!(readable.len() > 50, "{} fixtures", readable.len());
    readable
}

/// Skinned models of the repository: these are there wherever the tests run.
fn own_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["assets", "tests/data/oracle/models", "tests/data/rigs"].map(|folder| root.join(folder));
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| crate::far_from_lbs::glb_files(folder)).collect();
    assert!(!files.is_empty(), "the models of the repository are missing");
    files
}

/// `scene_from_node` of every node: the file's own transforms, then `turn` on every joint.
fn scene_from_node(gltf: &gltf::Gltf, joints: &BTreeSet<usize>, turn: DQuat) -> Vec<DMat4> {
    let mut scene_from_node = vec![DMat4::IDENTITY; gltf.nodes().len()];
    // Joints count outside the scene, too.
    let children: BTreeSet<usize> =
        gltf.nodes().flat_map(|node| node.children().collect::<Vec<_>>()).map(|node| node.index()).collect();
    let roots = gltf.nodes().filter(|node| !children.contains(&node.index()));
    let mut open: Vec<(gltf::Node<'_>, DMat4)> = roots.map(|node| (node, DMat4::IDENTITY)).collect();
    while let Some((node, scene_from_parent)) = open.pop() {
        let (translation, rotation, scale) = node.transform().decomposed();
        let number = joints.iter().position(|&joint| joint == node.index());
        let turn = if number.is_some_and(|number| number % 2 == 0) { turn } else { DQuat::IDENTITY };
        let parent_from_node = DMat4::from_scale_rotation_translation(
            Vec3::from_array(scale).as_dvec3(),
            glam::Quat::from_array(rotation).as_dquat().normalize() * turn,
            Vec3::from_array(translation).as_dvec3(),
        );
        scene_from_node[node.index()] = scene_from_parent * parent_from_node;
        open.extend(node.children().map(|child| (child, scene_from_node[node.index()])));
    }
    scene_from_node
}

/// Linear blending straight from the specification, mesh space and inverse bind matrices, without a bind frame.
fn skinned(primitive: &gltf::Primitive<'_>, skin: &gltf::Skin<'_>, scene: &[DMat4], buffers: &[Vec<u8>]) -> Vec<DVec3> {
    let bytes = |buffer: gltf::Buffer<'_>| Some(&buffers[buffer.index()][..]);
    let inverse_bind: Vec<DMat4> = match skin.reader(bytes).read_inverse_bind_matrices() {
        Some(matrices) => matrices.map(|matrix| glam::Mat4::from_cols_array_2d(&matrix).as_dmat4()).collect(),
        None => vec![DMat4::IDENTITY; skin.joints().len()],
    };
    let matrices: Vec<DMat4> =
        skin.joints().zip(inverse_bind).map(|(joint, inverse)| scene[joint.index()] * inverse).collect();
    let reader = primitive.reader(bytes);
    let mut blended: Vec<(DMat4, f64)> = vec![(DMat4::ZERO, 0.0); reader.read_positions().unwrap().len()];
    for set in 0.. {
        let (Some(joints), Some(weights)) = (reader.read_joints(set), reader.read_weights(set)) else { break };
        for (blended, (joints, weights)) in blended.iter_mut().zip(joints.into_u16().zip(weights.into_f32())) {
            for (joint, weight) in joints.into_iter().zip(weights).filter(|(_, weight)| *weight != 0.0) {
                blended.0 += matrices[usize::from(joint)] * f64::from(weight);
                blended.1 += f64::from(weight);
            }
        }
    }
    let positions = reader.read_positions().unwrap();
    positions.zip(blended).map(|(v, (m, sum))| (m * (1.0 / sum)).transform_point3(Vec3::from(v).as_dvec3())).collect()
}

/// Several skins, shared skins, parents outside the skin, joints that move nothing, rest scales, binds unlike rest: what
/// the specification says decides, not what the program made of the file.
#[test]
fn linear_blending_is_what_the_specification_says() {
    let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.4, -0.3, 0.2);
    let mut files: Vec<PathBuf> = crate::far_from_lbs::glb_files(&samples());
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    files
        .extend(["oracle/models", "rigs"].iter().flat_map(|folder| crate::far_from_lbs::glb_files(&data.join(folder))));
    files.retain(|path| path.extension().is_some_and(|extension| extension == "glb"));
    let fixtures = readable_fixtures();
    let mut compared = 0;
    for path in files.iter().chain(&fixtures) {
        let name = path.file_name().unwrap().to_string_lossy();
        // The crate refuses what it cannot read, compression above all.
        let Ok((gltf, buffers)) = read_with_gltf_crate(path) else { continue };
        let Ok(opened) = open_model(path.to_str().unwrap()) else { continue };
        let model = opened.asset.model;
        let joints: BTreeSet<usize> =
            gltf.skins().flat_map(|skin| skin.joints().map(|joint| joint.index()).collect::<Vec<_>>()).collect();
        for turn in [DQuat::IDENTITY, turn] {
            let mut pose = Pose::rest(&model.skeleton);
            for node in joints.iter().step_by(2) {
                pose.joints[*node].rotation *= turn.as_quat();
            }
            let scene = scene_from_node(&gltf, &joints, turn);
            let ours = deform_model(&model, &pose, SkinningSettings::default(), &[]).unwrap();
            let extent = f64::from(model.rest_bounds().extent());
            let ours = model.primitives.iter().zip(ours);
            let mut ours = ours.filter(|(primitive, _)| {
                model.skins[primitive.skin as usize].kind == skinscope::model::SkinKind::Skinned
            });
            let mut largest = 0.0f64;
            for node in skinned_nodes(&gltf) {
                let skin = node.skin().unwrap();
                for primitive in node.mesh().unwrap().primitives() {
                    if primitive.get(&gltf::Semantic::Joints(0)).is_none() {
                        continue;
                    }
                    let theirs = skinned(&primitive, &skin, &scene, &buffers);
                    let (_, ours) = ours.next().unwrap();
                    assert_eq!(ours.len(), theirs.len(), "{name}");
                    for (ours, theirs) in ours.iter().zip(&theirs) {
                        largest = largest.max(ours.position.as_dvec3().distance(*theirs) / extent);
                    }
                    compared += theirs.len();
                }
            }
            assert!(ours.next().is_none(), "{name}: not every skinned primitive was compared");
            println!("{name}: {largest:.1e} of the extent");
            assert!(largest < 5e-6, "{name}: {largest:e}");
        }
    }
    assert!(compared > 10_000, "{compared} vertices were compared");
}
