//! Checks that the files, read by an independent reader, contain the data of the recipes.

use crate::checks::made;
use crate::{RECIPES, file_of};
use skinscope::model::{Influence, Model};

/// One primitive as stored in the file, in the terms of [`Model`].
struct File {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    indices: Vec<u32>,
    influences: Vec<Vec<Influence>>,
    joint_nodes: Vec<u32>,
    inverse_bind_matrices: Vec<[[f32; 4]; 4]>,
    /// Name, parent and translation of each node.
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
        assert!((read - made).abs() <= 1e-6, "{what}, value {index}: the file has {read}, the recipe made {made}");
    }
}

fn compare(file: &File, model: &Model, index: usize) {
    let primitive = &model.primitives[index];
    assert_eq!(file.indices, primitive.indices, "{}", model.name);
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
fn an_independent_reader_finds_in_the_files_what_was_made() {
    for recipe in RECIPES {
        let model = made(recipe.name);
        let bytes = file_of(&model).unwrap();
        let count = gltf::Gltf::from_slice(&bytes).unwrap().meshes().map(|mesh| mesh.primitives().len()).sum();
        assert_eq!(model.primitives.len(), count);
        for index in 0..count {
            compare(&read(&bytes, index), &model, index);
        }
    }
}
