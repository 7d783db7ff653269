use super::super::primitive::check_all;
use super::super::{ExportError, ExportPrimitive};
use super::builder::{Builder, mesh, named};
use super::look::Look;
use crate::model::{Influences, Material, Texture};
use glam::{Vec2, Vec3, Vec4};
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index, Node};
use std::collections::BTreeMap;

/// Writes a static mesh as binary glTF: one node and mesh per primitive, base colors, textures as embedded PNG.
///
/// Primitives without triangles are left out, because glTF cannot represent them. Normals of length zero, which a
/// skinning method may leave, are written as +Z, since glTF requires unit length.
pub fn write_mesh_glb(
    primitives: &[ExportPrimitive<'_>],
    materials: &[Material],
    textures: &[Texture],
) -> Result<Vec<u8>, ExportError> {
    check_all(primitives)?;
    let mut builder = Builder::default();
    let mut look = Look::new(materials, textures);
    for (index, primitive) in primitives.iter().enumerate() {
        let Some(written) = add_primitive(&mut builder, &mut look, index, primitive, None)? else {
            continue;
        };
        let mesh = Some(builder.root.push(mesh(primitive.name, written)));
        builder.root.nodes.push(Node { name: named(primitive.name), mesh, ..Node::default() });
    }
    let nodes = (0..builder.root.nodes.len() as u32).map(Index::new).collect();
    builder.set_scene("", nodes);
    builder.finish()
}

/// Influences of a primitive and the number of joints that they refer to.
pub(super) type SkinInputs<'a> = (&'a Influences, usize);

/// Writes the data of a checked primitive; `None` if it has no triangles. `index` is the primitive's index in errors.
pub(super) fn add_primitive(
    builder: &mut Builder,
    look: &mut Look<'_>,
    index: usize,
    primitive: &ExportPrimitive<'_>,
    skin: Option<SkinInputs<'_>>,
) -> Result<Option<Primitive>, ExportError> {
    if primitive.indices.is_empty() {
        return Ok(None);
    }
    let mut attributes = Attributes::new();
    attributes.insert(Checked::Valid(Semantic::Positions), builder.positions(primitive.positions));
    if !primitive.normals.is_empty() {
        let unit = primitive.normals.iter().map(|normal| normal.try_normalize().unwrap_or(Vec3::Z).to_array());
        attributes.insert(Checked::Valid(Semantic::Normals), builder.attribute(unit));
    }
    let needed = primitive.material.map_or(0, |material| look.texcoord_sets(material));
    for (set, texcoords) in [primitive.texcoords, primitive.second_texcoords].into_iter().enumerate() {
        let semantic = Checked::Valid(Semantic::TexCoords(set as u32));
        if !texcoords.is_empty() {
            attributes.insert(semantic, builder.attribute(texcoords.iter().map(Vec2::to_array)));
        } else if set < needed || !primitive.second_texcoords.is_empty() {
            // A textured material without texture coordinates violates the specification, and so does a second set
            // without a first.
            let corner = std::iter::repeat_n([0.0; 2], primitive.positions.len());
            attributes.insert(semantic, builder.attribute(corner));
        }
    }
    if !primitive.colors.is_empty() {
        // glTF requires colors from 0 to 1.
        let clamped = primitive.colors.iter().map(|color| color.clamp(Vec4::ZERO, Vec4::ONE).to_array());
        attributes.insert(Checked::Valid(Semantic::Colors(0)), builder.attribute(clamped));
    }
    if let Some((influences, joint_count)) = skin {
        attributes.extend(influence_attributes(builder, influences, joint_count));
    }
    let indices = Some(builder.indices(primitive.indices, primitive.positions.len()));
    let material = match primitive.material {
        Some(material) => look.material(builder, index, material)?,
        None => None,
    };
    Ok(Some(Primitive {
        attributes,
        indices,
        material,
        mode: Checked::Valid(Mode::Triangles),
        targets: None,
        extensions: None,
        extras: None,
    }))
}

/// Accessors by attribute.
pub(super) type Attributes = BTreeMap<Checked<Semantic>, Index<Accessor>>;

/// JOINTS_n and WEIGHTS_n of all influences.
pub(super) fn influence_attributes(builder: &mut Builder, influences: &Influences, joint_count: usize) -> Attributes {
    let mut attributes = Attributes::new();
    for set in 0..influences.max_per_vertex().div_ceil(4) {
        let (joints, weights) = influence_set(influences, set);
        attributes.insert(Checked::Valid(Semantic::Joints(set as u32)), builder.joints(&joints, joint_count));
        attributes.insert(Checked::Valid(Semantic::Weights(set as u32)), builder.attribute(weights));
    }
    attributes
}

/// The influences 4 set .. 4 set + 4 of each vertex, padded with joint 0 and weight 0.
fn influence_set(influences: &Influences, set: usize) -> (Vec<[u16; 4]>, Vec<[f32; 4]>) {
    let four = |vertex: usize| {
        let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
        for (slot, influence) in influences.of(vertex).iter().skip(4 * set).take(4).enumerate() {
            joints[slot] = influence.joint as u16;
            weights[slot] = influence.weight;
        }
        (joints, weights)
    };
    (0..influences.vertex_count()).map(four).unzip()
}
