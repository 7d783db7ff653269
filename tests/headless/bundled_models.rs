//! The files in `assets/` are what the generator makes.

use glam::Vec3;
use skinscope::bundled;
use skinscope::export;
use skinscope::math::turn_from_angles;
use skinscope::model::{Influence, Model, Pose};
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_primitive};

/// What a file says of one of its primitives, in the terms of [`Model`].
struct File {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    indices: Vec<u32>,
    influences: Vec<Vec<Influence>>,
    joint_nodes: Vec<u32>,
    inverse_bind_matrices: Vec<[[f32; 4]; 4]>,
    /// Name, parent, translation.
    nodes: Vec<(String, Option<u32>, [f32; 3])>,
}

fn read(bytes: &[u8], index: usize) -> File {
    let gltf = gltf::Gltf::from_slice(bytes).unwrap();
    let blob = gltf.blob.as_deref();
    let mesh = gltf.meshes().next().unwrap();
    let primitive = mesh.primitives().nth(index).unwrap();
    assert_eq!((gltf.meshes().len(), gltf.skins().len()), (1, 1));
    let reader = primitive.reader(|_| blob);
    let mut influences: Vec<Vec<Influence>> = vec![Vec::new(); reader.read_positions().unwrap().len()];
    for set in 0.. {
        let (Some(joints), Some(weights)) = (reader.read_joints(set), reader.read_weights(set)) else { break };
        for ((joints, weights), vertex) in joints.into_u16().zip(weights.into_f32()).zip(&mut influences) {
            let pairs = joints.into_iter().zip(weights).filter(|(_, weight)| *weight != 0.0);
            vertex.extend(pairs.map(|(joint, weight)| Influence { joint: u32::from(joint), weight }));
        }
    }
    let skin = gltf.skins().next().unwrap();
    let parent = |child: usize| {
        let parent = gltf.nodes().find(|node| node.children().any(|other| other.index() == child));
        parent.map(|parent| parent.index() as u32)
    };
    let node =
        |node: gltf::Node<'_>| (node.name().unwrap().to_owned(), parent(node.index()), node.transform().decomposed().0);
    File {
        positions: reader.read_positions().unwrap().collect(),
        normals: reader.read_normals().unwrap().collect(),
        indices: reader.read_indices().unwrap().into_u32().collect(),
        influences,
        joint_nodes: skin.joints().map(|joint| joint.index() as u32).collect(),
        inverse_bind_matrices: skin.reader(|_| blob).read_inverse_bind_matrices().unwrap().collect(),
        nodes: gltf.nodes().map(node).collect(),
    }
}

fn assert_near(what: &str, read: &[f32], made: &[f32]) {
    assert_eq!(read.len(), made.len(), "{what}");
    for (index, (read, made)) in read.iter().zip(made).enumerate() {
        assert!((read - made).abs() <= 1e-6, "{what}, number {index}: the file has {read}, the generator {made}");
    }
}

fn compare(file: &File, model: &Model, index: usize) {
    let primitive = &model.primitives[index];
    assert_eq!(file.indices, primitive.indices, "run the example generate_models and look at what changed");
    assert_near("positions", file.positions.as_flattened(), bytemuck::cast_slice(&primitive.positions));
    assert_near("normals", file.normals.as_flattened(), bytemuck::cast_slice(&primitive.normals));
    assert_eq!(file.influences.len(), primitive.influences.vertex_count());
    for (read, made) in file.influences.iter().zip(primitive.influences.iter()) {
        let joints = |influences: &[Influence]| influences.iter().map(|i| i.joint).collect::<Vec<_>>();
        let weights = |influences: &[Influence]| influences.iter().map(|i| i.weight).collect::<Vec<_>>();
        assert_eq!(joints(read), joints(made));
        assert_near("weights", &weights(read), &weights(made));
        assert!((weights(read).iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
    let joints = &model.skins[0].joints;
    assert_eq!(file.joint_nodes, joints.iter().map(|joint| joint.node).collect::<Vec<_>>());
    for (matrix, joint) in file.inverse_bind_matrices.iter().zip(joints) {
        let made = glam::DMat4::from(joint.joint_from_bind).as_mat4();
        assert_near("inverse bind matrices", matrix.as_flattened(), &made.to_cols_array());
    }
    for ((name, parent, translation), node) in file.nodes.iter().zip(model.skeleton.nodes()) {
        assert_eq!((name, *parent), (&node.name, node.parent));
        assert_near("translations", translation, &node.rest.translation.to_array());
    }
    assert_eq!(file.nodes.len(), model.skeleton.len());
}

#[test]
fn files_and_generator_agree() {
    for bundled in bundled::MODELS {
        let model = bundled.generate().unwrap();
        let count = gltf::Gltf::from_slice(bundled.glb).unwrap().meshes().map(|mesh| mesh.primitives().len()).sum();
        assert_eq!(model.primitives.len(), count);
        for index in 0..count {
            compare(&read(bundled.glb, index), &model, index);
        }
    }
}

#[test]
fn deformed_copies_of_the_bundled_models_can_be_written() {
    for bundled in bundled::MODELS {
        let model = bundled.generate().unwrap();
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
    let model = bundled::find("bar").unwrap().generate().unwrap();
    let mid = model.skeleton.find("mid").unwrap();
    let radii = |method: SkinningMethod, angle_degrees: f32| -> (f32, f32) {
        let mut pose = Pose::rest(&model.skeleton);
        pose.joints[mid as usize].rotation = turn_from_angles(Vec3::X * angle_degrees);
        let settings = SkinningSettings { method, ..SkinningSettings::default() };
        let palette = &JointPalette::all(&model, &pose, settings)[0];
        let primitive = &model.primitives[0];
        let skin = deform_primitive(&model, primitive, palette, settings);
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
    let skin = deform_primitive(model, primitive, palette, settings);
    let rest = primitive.positions[0].distance(primitive.positions[1]);
    let length = |from: u32, to: u32| skin[from as usize].position.distance(skin[to as usize].position) / rest;
    let corners = primitive.indices.chunks_exact(3);
    corners.flat_map(|t| [length(t[0], t[1]), length(t[1], t[2]), length(t[2], t[0])]).collect()
}

/// Spherical blending, whose centers jump from joint set to joint set, tears gathered cloth, and blended logarithms
/// the twist that goes beyond half a turn; dual quaternions keep both whole.
#[test]
fn poses_of_the_cloth_show_jumps_and_the_long_way_round() {
    let cloth = bundled::find("cloth").unwrap();
    let model = cloth.generate().unwrap();
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
