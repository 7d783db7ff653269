//! The bundled models and their poses, as they are opened.

use crate::papers::bundled as open;
use glam::Vec3;
use skinscope::bundled;
use skinscope::export;
use skinscope::math::turn_from_angles;
use skinscope::model::{Model, Pose};
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_primitive};
use std::collections::HashSet;

#[test]
fn every_pose_names_joints_of_its_model_once_and_moves_them() {
    for bundled in bundled::MODELS {
        let model = open(bundled.name);
        let skeleton = &model.skeleton;
        let names: HashSet<&str> = bundled.poses.iter().map(|pose| pose.name).collect();
        assert_eq!(names.len(), bundled.poses.len(), "{}: a name is given twice", bundled.name);
        assert!(!bundled.poses.is_empty(), "{} has no poses", bundled.name);
        for pose in bundled.poses {
            let name = format!("{} {}", bundled.name, pose.name);
            let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            assert!(pose.name.chars().all(plain), "{name}");
            let overrides = pose.overrides(skeleton).unwrap();
            let joints: HashSet<&str> = pose.joints.iter().map(|joint| joint.joint).collect();
            assert_eq!(joints.len(), pose.joints.len(), "{name}: a joint is named twice");
            // A pose of no joints is the rest pose under its name.
            assert!(!overrides.is_empty() || pose.joints.is_empty(), "{name}");
            assert!(overrides.iter().all(|(node, _)| skeleton.node(node).is_joint), "{name}");
        }
    }
}

#[test]
fn deformed_copies_of_the_bundled_models_can_be_written() {
    for bundled in bundled::MODELS {
        let model = open(bundled.name);
        let copies: Vec<_> = model
            .primitives
            .iter()
            .map(|primitive| export::ExportPrimitive::deformed(primitive, &primitive.positions, &primitive.normals))
            .collect();
        let bytes = export::write_mesh_glb(&copies, &model.materials, &model.textures).unwrap();
        let gltf = gltf::Gltf::from_slice(&bytes).unwrap();
        let primitives = || gltf.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>());
        let vertices = primitives().map(|p| p.get(&gltf::Semantic::Positions).unwrap().count());
        assert_eq!(vertices.sum::<usize>(), model.vertex_count());
        let indices = primitives().map(|primitive| primitive.indices().unwrap().count());
        assert_eq!(indices.sum::<usize>(), 3 * model.triangle_count());
    }
}

/// The candy wrapper and its cure, on the ring at the joint: half way through the blend zone, linear blending of a
/// half turn averages to nothing, and dual quaternions turn by a quarter.
#[test]
fn twisting_the_bar_shows_the_candy_wrapper() {
    let model = open("bar");
    let mid = model.skeleton.find("mid").unwrap();
    let radii = |method: SkinningMethod, angle_degrees: f32| -> (f32, f32) {
        let mut pose = Pose::rest(&model.skeleton);
        pose.joints[mid as usize].rotation = turn_from_angles(Vec3::X * angle_degrees);
        let settings = SkinningSettings { method, ..SkinningSettings::default() };
        let palette = &JointPalette::all(&model, &pose, settings)[0];
        let primitive = &model.primitives[0];
        let skin = deform_primitive(&model, primitive, palette, settings).unwrap();
        let ring = primitive.positions.iter().zip(skin).filter(|(rest, _)| rest.x == 1.0);
        let radii: Vec<f32> = ring.map(|(_, posed)| posed.position.with_x(0.0).length() / 0.2).collect();
        (radii.iter().copied().fold(f32::INFINITY, f32::min), radii.iter().copied().fold(0.0, f32::max))
    };
    for angle in [90.0f32, 135.0, 179.0] {
        let wanted = (angle / 2.0).to_radians().cos();
        let (smallest, largest) = radii(SkinningMethod::Lbs, angle);
        assert!((smallest - wanted).abs() < 1e-4 && (largest - wanted).abs() < 1e-4, "{angle}: {smallest}, {largest}");
        let (smallest, largest) = radii(SkinningMethod::Dqs, angle);
        assert!((smallest - 1.0).abs() < 1e-4 && (largest - 1.0).abs() < 1e-4, "{angle}: {smallest}, {largest}");
    }
}

/// Lengths of the edges of a bundled model in one of its poses, three for each triangle, over the length of the first.
fn edge_lengths(model: &Model, pose: &Pose, method: SkinningMethod) -> Vec<f32> {
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    let palette = &JointPalette::all(model, pose, settings)[0];
    let primitive = &model.primitives[0];
    let skin = deform_primitive(model, primitive, palette, settings).unwrap();
    let rest = primitive.positions[0].distance(primitive.positions[1]);
    let length = |from: u32, to: u32| skin[from as usize].position.distance(skin[to as usize].position) / rest;
    let corners = primitive.indices.as_chunks::<3>().0.iter();
    corners.flat_map(|t| [length(t[0], t[1]), length(t[1], t[2]), length(t[2], t[0])]).collect()
}

/// Spherical blending, whose centers jump from joint set to joint set, tears gathered cloth, and blended logarithms
/// the twist that goes beyond half a turn; dual quaternions keep both whole.
#[test]
fn poses_of_the_cloth_show_jumps_and_the_long_way_round() {
    let cloth = bundled::find("cloth").unwrap();
    let model = open("cloth");
    for (name, method) in [("gather", SkinningMethod::Spherical), ("twist-turned", SkinningMethod::LogMatrix)] {
        let mut pose = Pose::rest(&model.skeleton);
        cloth.pose(name).unwrap().overrides(&model.skeleton).unwrap().apply(&model.skeleton, &mut pose);
        let largest = |lengths: &mut dyn Iterator<Item = f32>| lengths.fold(0.0, f32::max);
        let (torn, whole) =
            (edge_lengths(&model, &pose, method), edge_lengths(&model, &pose, SkinningMethod::TwoPhaseDqs));
        let gap = largest(&mut torn.iter().zip(&whole).map(|(torn, whole)| torn - whole));
        let longest = largest(&mut whole.iter().copied());
        assert!(gap > 5.0 && longest < 5.0, "{name}: torn by {gap} edges, {longest} under dual quaternions");
    }
}
