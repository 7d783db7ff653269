use super::super::{ExportError, ExportPrimitive};
use super::builder::Builder;
use super::clips::add_clips;
use super::document::{self, Mesh};
use super::look::Look;
use super::mesh::add_primitive;
use crate::model::{Model, Primitive, Skin, SkinKind, Trs};
use glam::{DAffine3, DMat3, DMat4, DVec3, Vec3};

/// Writes the whole model at rest as binary glTF: nodes with their indices, meshes, skins with any number of
/// influences, clips, materials.
///
/// Skinned positions stay in the bind frame of their skin, and the inverse bind matrices are `joint_from_bind`, so the
/// result deforms exactly like the file that the model came from. Rigid meshes are transformed back to the frame of
/// their node. Morph targets are not written, since a model keeps only the resulting shape.
pub fn write_model_glb(model: &Model) -> Result<Vec<u8>, ExportError> {
    let mut builder = Builder::default();
    builder.document.nodes = (0..model.skeleton.len() as u32).map(|index| node(model, index)).collect();
    builder.set_scene(&model.name, model.skeleton.roots().collect());
    let skins = add_skins(&mut builder, model)?;
    add_meshes(&mut builder, model, &skins)?;
    add_clips(&mut builder, model)?;
    builder.finish()
}

fn node(model: &Model, index: u32) -> document::Node {
    let source = model.skeleton.node(index);
    let Trs { translation, rotation, scale } = source.rest;
    let mut node = document::Node {
        name: source.name.clone(),
        children: model.skeleton.children(index).to_vec(),
        ..document::Node::default()
    };
    if let Some(residual) = source.residual {
        let matrix = DMat4::from(source.rest.to_affine() * DAffine3::from_mat3(residual));
        node.matrix = Some(matrix.to_cols_array().map(|entry| entry as f32));
    } else {
        node.translation = (translation != Trs::IDENTITY.translation).then(|| translation.to_array());
        node.rotation = (rotation != Trs::IDENTITY.rotation).then(|| rotation.to_array());
        node.scale = (scale != Trs::IDENTITY.scale).then(|| scale.to_array());
    }
    node
}

/// The document's index of each skin of the model; `None` for the rigid ones.
fn add_skins(builder: &mut Builder, model: &Model) -> Result<Vec<Option<u32>>, ExportError> {
    let mut numbers = Vec::with_capacity(model.skins.len());
    for skin in &model.skins {
        if skin.kind == SkinKind::Rigid || skin.joints.is_empty() {
            numbers.push(None);
            continue;
        }
        if skin.joints.len() > usize::from(u16::MAX) + 1 {
            return Err(ExportError::TooManyJoints { joints: skin.joints.len() });
        }
        let matrices = skin.joints.iter().map(|joint| {
            let matrix = DMat4::from(joint.joint_from_bind);
            matrix.to_cols_array().map(|entry| entry as f32)
        });
        let inverse_bind_matrices = builder.matrices(matrices);
        let joints = skin.joints.iter().map(|joint| joint.node).collect();
        builder.document.skins.push(document::Skin { name: skin.name.clone(), inverse_bind_matrices, joints });
        numbers.push(Some(builder.document.skins.len() as u32 - 1));
    }
    Ok(numbers)
}

fn add_meshes(builder: &mut Builder, model: &Model, skins: &[Option<u32>]) -> Result<(), ExportError> {
    let mut look = Look::new(&model.materials, &model.textures);
    // The skin of the mesh already assigned to each node.
    let mut skin_of_node = vec![None; model.skeleton.len()];
    for (index, primitive) in model.primitives.iter().enumerate() {
        let skin = &model.skins[primitive.skin as usize];
        let (positions, normals) = in_written_frame(primitive, skin);
        let data = ExportPrimitive::deformed(primitive, &positions, &normals);
        data.check(index)?;
        let inputs = (skin.kind == SkinKind::Skinned).then_some((&primitive.influences, skin.joints.len()));
        let Some(written) = add_primitive(builder, &mut look, index, &data, inputs)? else {
            continue;
        };
        let document = &mut builder.document;
        let node = &mut document.nodes[primitive.node as usize];
        match (node.mesh, skin_of_node[primitive.node as usize]) {
            (Some(mesh), Some(same)) if same == primitive.skin => {
                document.meshes[mesh as usize].primitives.push(written);
            }
            (Some(_), _) => return Err(ExportError::SharedNode { node: primitive.node }),
            (None, _) => {
                node.mesh = Some(document.meshes.len() as u32);
                node.skin = skins[primitive.skin as usize];
                document.meshes.push(Mesh { name: primitive.mesh_name.clone(), primitives: vec![written] });
                skin_of_node[primitive.node as usize] = Some(primitive.skin);
            }
        }
    }
    Ok(())
}

/// Positions and normals in the written frame: the bind frame for skins, the node's own for rigid meshes.
fn in_written_frame(primitive: &Primitive, skin: &Skin) -> (Vec<Vec3>, Vec<Vec3>) {
    if skin.kind == SkinKind::Skinned || skin.bind_from_mesh == DAffine3::IDENTITY {
        return (primitive.positions.clone(), primitive.normals.clone());
    }
    let mesh_from_bind = skin.bind_from_mesh.inverse();
    // Normals need the inverse transpose, and the inverse of mesh_from_bind is available.
    let normal_matrix: DMat3 = skin.bind_from_mesh.matrix3.transpose();
    let position = |p: &Vec3| mesh_from_bind.transform_point3(p.as_dvec3()).as_vec3();
    let normal = |n: &Vec3| DVec3::normalize_or_zero(normal_matrix * n.as_dvec3()).as_vec3();
    (primitive.positions.iter().map(position).collect(), primitive.normals.iter().map(normal).collect())
}
