use super::super::{ExportError, ExportPrimitive};
use super::builder::{Builder, mesh, named};
use super::clips::add_clips;
use super::look::Look;
use super::mesh::add_primitive;
use crate::model::{
    self, ConstraintExtension, MOST_JOINTS, Model, MorphDelta, NodeConstraint, Primitive, Skin, SkinKind, Trs,
    TwistExtras,
};
use crate::rigging::twist_constraints;
use glam::{DAffine3, DMat3, DMat4, DVec3, Vec3};
use gltf::json::mesh::MorphTarget;
use gltf::json::scene::UnitQuaternion;
use gltf::json::{self, Index};
use std::collections::HashMap;

/// Writes the whole model at rest as binary glTF: nodes with their indices, meshes, skins with any number of
/// influences, clips, materials.
///
/// Skinned positions stay in the bind frame of their skin, and the inverse bind matrices are `joint_from_bind`, so the
/// result deforms exactly like the file that the model came from. Rigid meshes are transformed back to the frame of
/// their node. Twist joints have constraints as far as their nodes allow ([`twist_constraints`]).
pub fn write_model_glb(model: &Model) -> Result<Vec<u8>, ExportError> {
    let mut builder = Builder::default();
    let constraints = Constraints::of(model);
    builder.root.nodes = (0..model.skeleton.len() as u32).map(|index| node(model, index, &constraints)).collect();
    if !constraints.0.is_empty() {
        builder.use_extensions([ConstraintExtension::NAME.to_owned()].iter());
    }
    builder.set_scene(&model.name, model.skeleton.roots().map(Index::new).collect());
    let skins = add_skins(&mut builder, model)?;
    add_meshes(&mut builder, model, &skins)?;
    add_clips(&mut builder, model)?;
    builder.finish()
}

/// The constraints of a written file by node: those of the model, and those that turn its twist joints in other programs.
pub(super) struct Constraints(HashMap<u32, NodeConstraint>);

impl Constraints {
    pub fn of(model: &Model) -> Self {
        let own = model.skeleton.constraints().iter().copied();
        Self(own.chain(twist_constraints(model)).map(|constraint| (constraint.node, constraint)).collect())
    }

    /// The extension of a constrained node.
    pub fn extension(&self, node: u32) -> Option<serde_json::Value> {
        let extension = ConstraintExtension::of(self.0.get(&node)?);
        Some(serde_json::to_value(extension).unwrap_or_default())
    }
}

/// The node with its children, which must be nodes of the file too.
pub(super) fn node(model: &Model, index: u32, constraints: &Constraints) -> json::Node {
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
        // Numbers only, so serialization cannot fail.
        node.extras = serde_json::value::to_raw_value(&TwistExtras::of(driver)).ok();
    }
    if let Some(written) = constraints.extension(index) {
        let others = [(ConstraintExtension::NAME.to_owned(), written)].into_iter().collect();
        node.extensions = Some(json::extensions::scene::Node { others });
    }
    node
}

/// The document's index of each skin of the model; `None` for rigid skins.
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

/// Checks the number of joints: glTF stores joint indices in two bytes at most.
pub(super) fn check_joint_count(skin: &Skin) -> Result<(), ExportError> {
    let joints = skin.joints.len();
    if joints > MOST_JOINTS { Err(ExportError::TooManyJoints { joints }) } else { Ok(()) }
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
        let frame = WrittenFrame::of(skin);
        let (positions, normals) = frame.unmorphed(primitive);
        let data = ExportPrimitive::deformed(primitive, &positions, &normals);
        data.check(index)?;
        let inputs = (skin.kind == SkinKind::Skinned).then_some((&primitive.influences, skin.joints.len()));
        let Some(mut written) = add_primitive(builder, &mut look, index, &data, inputs)? else {
            continue;
        };
        let targets = &model.skeleton.node(primitive.node).morph_targets;
        if !targets.is_empty() {
            written.targets = Some(add_targets(builder, primitive, targets.len() as u32, &frame));
        }
        let root = &mut builder.root;
        let node = &mut root.nodes[primitive.node as usize];
        match (node.mesh, skin_of_node[primitive.node as usize]) {
            (Some(mesh), Some(same)) if same == primitive.skin => {
                root.meshes[mesh.value()].primitives.push(written);
            }
            (Some(_), _) => return Err(ExportError::SharedNode { node: primitive.node }),
            (None, _) => {
                node.skin = skins[primitive.skin as usize];
                let mut mesh = mesh(&primitive.mesh_name, written);
                name_targets(&mut mesh, targets);
                node.mesh = Some(Index::push(&mut root.meshes, mesh));
                skin_of_node[primitive.node as usize] = Some(primitive.skin);
            }
        }
    }
    Ok(())
}

/// Frame in which positions and normals are written: the bind frame for skins, the node's own frame for rigid meshes.
struct WrittenFrame {
    /// Transform from the bind frame; `None` if the bind frame is written.
    mesh_from_bind: Option<DAffine3>,
    normal_matrix: DMat3,
}

impl WrittenFrame {
    fn of(skin: &Skin) -> Self {
        let is_bind_frame = skin.kind == SkinKind::Skinned || skin.bind_from_mesh == DAffine3::IDENTITY;
        Self {
            mesh_from_bind: (!is_bind_frame).then(|| skin.bind_from_mesh.inverse()),
            // Normals need the inverse transpose, and the inverse of mesh_from_bind is available.
            normal_matrix: skin.bind_from_mesh.matrix3.transpose(),
        }
    }

    /// Positions and normals while all morph weights are zero.
    fn unmorphed(&self, primitive: &Primitive) -> (Vec<Vec3>, Vec<Vec3>) {
        let (positions, normals) = match &primitive.morphs {
            Some(morphs) => (0..morphs.vertex_count()).map(|vertex| morphs.base(vertex)).unzip(),
            None => (primitive.positions.clone(), primitive.normals.clone()),
        };
        let Some(mesh_from_bind) = self.mesh_from_bind else { return (positions, normals) };
        let position = |p: &Vec3| mesh_from_bind.transform_point3(p.as_dvec3()).as_vec3();
        let normal = |n: &Vec3| DVec3::normalize_or_zero(self.normal_matrix * n.as_dvec3()).as_vec3();
        (positions.iter().map(position).collect(), normals.iter().map(normal).collect())
    }

    /// A target's changes to a position and to a normal, which is written with unit length.
    fn delta(&self, delta: &MorphDelta, normal: Vec3) -> (Vec3, Vec3) {
        let Some(mesh_from_bind) = self.mesh_from_bind else { return (delta.position, delta.normal) };
        let length = (self.normal_matrix * normal.as_dvec3()).length();
        let turned = self.normal_matrix * delta.normal.as_dvec3() / if length > 0.0 { length } else { 1.0 };
        (mesh_from_bind.transform_vector3(delta.position.as_dvec3()).as_vec3(), turned.as_vec3())
    }
}

/// Writes the morph targets of a primitive. glTF requires the same number for each primitive of a mesh, with the same
/// attributes.
fn add_targets(builder: &mut Builder, primitive: &Primitive, count: u32, frame: &WrittenFrame) -> Vec<MorphTarget> {
    let vertices = primitive.positions.len();
    let mut of_targets = vec![(Vec::new(), Vec::new()); count as usize];
    if let Some(morphs) = &primitive.morphs {
        for vertex in 0..vertices {
            for delta in morphs.of(vertex) {
                let (position, normal) = frame.delta(delta, morphs.base(vertex).1);
                let (positions, normals) = &mut of_targets[delta.target as usize];
                positions.push((vertex as u32, position));
                normals.push((vertex as u32, normal));
            }
        }
    }
    let target = |(positions, normals): &(Vec<_>, Vec<_>)| MorphTarget {
        positions: Some(builder.sparse_vectors(vertices, positions)),
        normals: Some(builder.sparse_vectors(vertices, normals)),
        tangents: None,
    };
    of_targets.iter().map(target).collect()
}

/// Writes the names of morph targets as most programs do, and their weights at rest.
fn name_targets(mesh: &mut json::Mesh, targets: &[model::MorphTarget]) {
    if targets.is_empty() {
        return;
    }
    mesh.weights = Some(targets.iter().map(|target| target.rest_weight).collect());
    if targets.iter().any(|target| !target.name.is_empty()) {
        let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        // Strings only, so serialization cannot fail.
        mesh.extras = serde_json::value::to_raw_value(&serde_json::json!({ "targetNames": names })).ok();
    }
}
