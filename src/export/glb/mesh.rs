use super::super::primitive::check_all;
use super::super::{ExportError, ExportPrimitive};
use super::builder::Builder;
use super::document::{self, Mesh, Node};
use super::look::Look;
use crate::model::{Influences, Material, Texture};
use glam::{Vec2, Vec3, Vec4};

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
        let document = &mut builder.document;
        document.meshes.push(Mesh { name: primitive.name.to_owned(), primitives: vec![written] });
        let mesh = Some(document.meshes.len() as u32 - 1);
        document.nodes.push(Node { name: primitive.name.to_owned(), mesh, ..Node::default() });
    }
    let nodes = (0..builder.document.nodes.len() as u32).collect();
    builder.set_scene("", nodes);
    builder.finish()
}

/// Influences of a primitive and the number of joints they refer to.
pub(super) type SkinInputs<'a> = (&'a Influences, usize);

/// Writes the data of a checked primitive; `None` if it has no triangles. `index` is the one used in errors.
pub(super) fn add_primitive(
    builder: &mut Builder,
    look: &mut Look<'_>,
    index: usize,
    primitive: &ExportPrimitive<'_>,
    skin: Option<SkinInputs<'_>>,
) -> Result<Option<document::Primitive>, ExportError> {
    if primitive.indices.is_empty() {
        return Ok(None);
    }
    let mut written = document::Primitive::default();
    let attributes = &mut written.attributes;
    attributes.insert("POSITION".to_owned(), builder.positions(primitive.positions));
    if !primitive.normals.is_empty() {
        let unit = primitive.normals.iter().map(|normal| normal.try_normalize().unwrap_or(Vec3::Z).to_array());
        attributes.insert("NORMAL".to_owned(), builder.attribute(unit));
    }
    if !primitive.texcoords.is_empty() {
        attributes.insert("TEXCOORD_0".to_owned(), builder.attribute(primitive.texcoords.iter().map(Vec2::to_array)));
    } else if primitive.material.is_some_and(|material| look.is_textured(material)) {
        // A textured material without texture coordinates violates the specification.
        let corner = std::iter::repeat_n([0.0; 2], primitive.positions.len());
        attributes.insert("TEXCOORD_0".to_owned(), builder.attribute(corner));
    }
    if !primitive.colors.is_empty() {
        // glTF requires colors from 0 to 1.
        let clamped = primitive.colors.iter().map(|color| color.clamp(Vec4::ZERO, Vec4::ONE).to_array());
        attributes.insert("COLOR_0".to_owned(), builder.attribute(clamped));
    }
    if let Some((influences, joint_count)) = skin {
        for set in 0..influences.max_per_vertex().div_ceil(4) {
            let (joints, weights) = influence_set(influences, set);
            attributes.insert(format!("JOINTS_{set}"), builder.joints(&joints, joint_count));
            attributes.insert(format!("WEIGHTS_{set}"), builder.attribute(weights));
        }
    }
    written.indices = builder.indices(primitive.indices, primitive.positions.len());
    if let Some(material) = primitive.material {
        written.material = look.material(builder, index, material)?;
    }
    Ok(Some(written))
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
