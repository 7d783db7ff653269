use super::super::{ExportError, ExportPrimitive};
use super::builder::{Builder, mesh, named};
use super::clips::add_clips;
use super::look::Look;
use super::mesh::add_primitive;
use crate::model::{Model, Primitive, Skin, SkinKind, Trs, TwistExtras};
use glam::{DAffine3, DMat3, DMat4, DVec3, Vec3};
use gltf::json::scene::UnitQuaternion;
use gltf::json::{self, Index};

/// Writes the whole model at rest as binary glTF: nodes with their indices, meshes, skins with any number of
/// influences, clips, materials.
///
/// Skinned positions stay in the bind frame of their skin, and the inverse bind matrices are `joint_from_bind`, so the
/// result deforms exactly like the file that the model came from. Rigid meshes are transformed back to the frame of
/// their node. Morph targets are not written, since a model keeps only the resulting shape.
pub fn write_model_glb(model: &Model) -> Result<Vec<u8>, ExportError> {
    let mut builder = Builder::default();
    builder.root.nodes = (0..model.skeleton.len() as u32).map(|index| node(model, index)).collect();
    builder.set_scene(&model.name, model.skeleton.roots().map(Index::new).collect());
    let skins = add_skins(&mut builder, model)?;
    add_meshes(&mut builder, model, &skins)?;
    add_clips(&mut builder, model)?;
    builder.finish()
}

/// The node with its children, which must be nodes of the file too.
pub(super) fn node(model: &Model, index: u32) -> json::Node {
    let source = model.skeleton.node(index);
    let Trs { translation, rotation, scale } = source.rest;
    let children = model.skeleton.children(index);
    let mut node = json::Node {
        name: named(&source.name),
        children: (!children.is_empty()).then(|| children.iter().copied().map(Index::new).collect()),
        ..json::Node::default()
    };
    if let Some(residual) = source.residual {
        node.matrix = Some(written_matrix(source.rest.to_affine() * DAffine3::from_mat3(residual)));
    } else {
        node.translation = (translation != Trs::IDENTITY.translation).then(|| translation.to_array());
        node.rotation = (rotation != Trs::IDENTITY.rotation).then(|| UnitQuaternion(rotation.to_array()));
        node.scale = (scale != Trs::IDENTITY.scale).then(|| scale.to_array());
    }
    if let Some(driver) = model.skeleton.twist_driver(index) {
        // Numbers only, which serialization cannot fail on.
        node.extras = serde_json::value::to_raw_value(&TwistExtras::of(driver)).ok();
    }
    node
}

/// The document's index of each skin of the model; `None` for the rigid ones.
fn add_skins(builder: &mut Builder, model: &Model) -> Result<Vec<Option<Index<json::Skin>>>, ExportError> {
    let mut indices = Vec::with_capacity(model.skins.len());
    for skin in &model.skins {
        if skin.kind == SkinKind::Rigid || skin.joints.is_empty() {
            indices.push(None);
            continue;
        }
        check_joint_count(skin)?;
        let matrices = skin.joints.iter().map(|joint| written_matrix(joint.joint_from_bind));
        let inverse_bind_matrices = Some(builder.matrices(matrices));
        let joints = skin.joints.iter().map(|joint| Index::new(joint.node)).collect();
        indices.push(Some(builder.root.push(json::Skin {
            name: named(&skin.name),
            inverse_bind_matrices,
            joints,
            skeleton: None,
            extensions: None,
            extras: None,
        })));
    }
    Ok(indices)
}

/// glTF stores joint indices in two bytes at most.
pub(super) fn check_joint_count(skin: &Skin) -> Result<(), ExportError> {
    let joints = skin.joints.len();
    if joints > usize::from(u16::MAX) + 1 { Err(ExportError::TooManyJoints { joints }) } else { Ok(()) }
}

/// A transform in column-major order.
pub(super) fn written_matrix(transform: DAffine3) -> [f32; 16] {
    DMat4::from(transform).to_cols_array().map(|entry| entry as f32)
}

fn add_meshes(builder: &mut Builder, model: &Model, skins: &[Option<Index<json::Skin>>]) -> Result<(), ExportError> {
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
        let root = &mut builder.root;
        let node = &mut root.nodes[primitive.node as usize];
        match (node.mesh, skin_of_node[primitive.node as usize]) {
            (Some(mesh), Some(same)) if same == primitive.skin => {
                root.meshes[mesh.value()].primitives.push(written);
            }
            (Some(_), _) => return Err(ExportError::SharedNode { node: primitive.node }),
            (None, _) => {
                node.skin = skins[primitive.skin as usize];
                node.mesh = Some(Index::push(&mut root.meshes, mesh(&primitive.mesh_name, written)));
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
