//! Primitives as in the file, in mesh space.

use super::accessor::{Accessors, Fractions, QUANTIZED};
use super::layout::{Component, NO_INDEX};
use super::morphs::SourceMorphs;
use super::surface::Mapping;
use super::triangles::{Topology, triangulate};
use super::{Fault, Location, WarningKind, Warnings};
use crate::model::{Influence, InfluenceRepairs, Influences, InfluencesBuilder};
use glam::{Vec2, Vec3, Vec4};
use gltf::json::accessor::{ComponentType, Type};
use gltf::json::mesh::{Primitive, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index};
use std::collections::BTreeSet;

/// A primitive in mesh space.
#[derive(Debug)]
pub(super) struct SourcePrimitive {
    pub positions: Vec<Vec3>,
    /// Normals as in the file: not of unit length, possibly not finite.
    pub normals: Option<Vec<Vec3>>,
    /// Texture coordinates for each mapping of the material.
    pub texcoords: [Vec<Vec2>; MAPPINGS],
    pub colors: Vec<Vec4>,
    /// `_BLEND`, one per vertex, or empty.
    pub blend_factors: Vec<f32>,
    /// Vertex indices, three per triangle.
    pub indices: Vec<u32>,
    /// Influences, or `None` if the node has no skin or the primitive no influences.
    pub influences: Option<(Influences, InfluenceRepairs)>,
    pub morphs: SourceMorphs,
}

/// Number of different mappings that the textures of one material may have: two sets of texture coordinates, or one
/// with and without a transform.
pub(super) const MAPPINGS: usize = 2;

/// Reads a primitive; `None` if it has no triangles to draw. `joint_count` is the number of joints of its skin, if the
/// node has one.
pub(super) fn read_primitive(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    topology: Topology,
    mappings: &[Mapping],
    joint_count: Option<usize>,
    mesh_location: &Location,
    warnings: &mut Warnings,
) -> Result<Option<SourcePrimitive>, Fault> {
    let topology = if accessors.decompress(primitive)? { Topology::List } else { topology };
    let position = attribute(primitive, Semantic::Positions);
    let vertex_count = match position {
        Some(accessor) => accessors.get(accessor)?.count.0,
        None => 0,
    };
    let (Some(position), 1..) = (position, vertex_count) else {
        warnings.add(mesh_location, WarningKind::EmptyPrimitive { primitives: 1 });
        return Ok(None);
    };

    let positions = read_vec3s(accessors, position)?;
    let normals = attribute(primitive, Semantic::Normals).map(|a| read_vec3s(accessors, a)).transpose()?;
    let morphs = SourceMorphs::read(accessors, primitive)?;
    if let Some(element) = positions.iter().position(|position| !position.is_finite()) {
        return Err(Fault::NotFinite { what: "a position", element });
    }

    let indices = match primitive.indices {
        Some(accessor) => accessors.indices::<1>(accessor, Type::Scalar)?.into_flattened(),
        None => (0..positions.len() as u32).collect(),
    };
    let indices = triangulate(topology, indices, positions.len(), mesh_location, warnings)?;
    let sets = influence_sets(primitive, mesh_location, warnings);
    let influences = match joint_count {
        Some(joints) if !sets.is_empty() => {
            let (influences, stored) = read_influences(accessors, primitive, &sets, positions.len(), joints)?;
            for stored in stored {
                warnings.add(mesh_location, WarningKind::JointIndexType { primitives: 1, stored });
            }
            Some(influences)
        }
        _ => None,
    };
    let mut texcoords: [Vec<Vec2>; MAPPINGS] = Default::default();
    for (texcoords, mapping) in texcoords.iter_mut().zip(mappings) {
        *texcoords = read_texcoords(accessors, primitive, mapping, mesh_location, warnings)?;
    }
    let colors = read_colors(accessors, primitive, mesh_location, warnings)?;
    let blend_factors = read_blend_factors(accessors, primitive, mesh_location, warnings)?;
    Ok(Some(SourcePrimitive { positions, normals, texcoords, colors, blend_factors, indices, influences, morphs }))
}

fn attribute(primitive: &Primitive, semantic: Semantic) -> Option<Index<Accessor>> {
    primitive.attributes.get(&Checked::Valid(semantic)).copied()
}

fn read_vec3s(accessors: &Accessors<'_>, accessor: Index<Accessor>) -> Result<Vec<Vec3>, Fault> {
    let values = accessors.floats::<3>(accessor, Type::Vec3, QUANTIZED, Fractions::AsSaid)?;
    Ok(values.into_iter().map(Vec3::from_array).collect())
}

/// The numbers of the sets that have both joints and weights, ascending.
fn influence_sets(primitive: &Primitive, location: &Location, warnings: &mut Warnings) -> Vec<u32> {
    let semantics = || {
        primitive.attributes.keys().filter_map(|name| match name {
            Checked::Valid(semantic) => Some(semantic),
            Checked::Invalid => None,
        })
    };
    let joint_sets: BTreeSet<u32> =
        semantics().filter_map(|name| if let Semantic::Joints(set) = name { Some(*set) } else { None }).collect();
    let weight_sets: BTreeSet<u32> =
        semantics().filter_map(|name| if let Semantic::Weights(set) = name { Some(*set) } else { None }).collect();
    for &set in joint_sets.symmetric_difference(&weight_sets) {
        warnings.add(location, WarningKind::UnpairedInfluences { set });
    }
    joint_sets.intersection(&weight_sets).copied().collect()
}

/// JOINTS_n and WEIGHTS_n of several sets, as one list per vertex. Only a part of the file's data is in memory at a
/// time. The second value names the types of joint indices that glTF does not allow.
fn read_influences(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    sets: &[u32],
    vertex_count: usize,
    joint_count: usize,
) -> Result<((Influences, InfluenceRepairs), BTreeSet<&'static str>), Fault> {
    let per_vertex = sets.len() * 4;
    if vertex_count.saturating_mul(per_vertex) > MOST_INFLUENCES {
        return Err(Fault::TooLarge { what: "it has more than 100 million influences" });
    }
    accessors.budget().take((size_of::<Influence>() * vertex_count * per_vertex) as u64)?;
    let joints = sets.iter().filter_map(|&set| attribute(primitive, Semantic::Joints(set)));
    let weights = sets.iter().filter_map(|&set| attribute(primitive, Semantic::Weights(set)));
    let joints = joints.map(|accessor| accessors.joint_elements(accessor)).collect::<Result<Vec<_>, _>>()?;
    let odd = joints.iter().filter_map(|joints| not_allowed_for_joints(joints.layout.component)).collect();
    let weights =
        weights.map(|accessor| accessors.float_elements::<4>(accessor, Type::Vec4, QUANTIZED, Fractions::Always));
    let weights = weights.collect::<Result<Vec<_>, _>>()?;

    let mut builder = InfluencesBuilder::new(joint_count);
    let mut part = Vec::new();
    let (mut part_joints, mut part_weights) = (Vec::new(), Vec::new());
    let at_once = (INFLUENCES_AT_ONCE / per_vertex).max(1);
    for start in (0..vertex_count).step_by(at_once) {
        let vertices = start..vertex_count.min(start + at_once);
        part.clear();
        part.resize(vertices.len() * per_vertex, Influence { joint: 0, weight: 0.0 });
        for (set, (joints, weights)) in joints.iter().zip(&weights).enumerate() {
            // Vertices beyond the end of a list have no influences.
            let within = |count: usize| vertices.start.min(count)..vertices.end.min(count);
            part_joints.clear();
            part_weights.clear();
            joints.read(within(joints.count), &mut part_joints)?;
            weights.read(within(weights.count), &mut part_weights)?;
            if not_allowed_for_joints(joints.layout.component).is_some() {
                let mut influences = part_joints.iter().zip(&part_weights);
                let lacks_index = |(joints, weights): (&[u32; 4], &[f32; 4])| {
                    joints.iter().zip(weights).any(|(&joint, &weight)| joint == NO_INDEX && weight != 0.0)
                };
                if let Some(vertex) = influences.position(lacks_index) {
                    return Err(Fault::JointIndex { vertex: vertices.start + vertex });
                }
            }
            let slots = part.chunks_exact_mut(per_vertex);
            for ((vertex, joints), weights) in slots.zip(&part_joints).zip(&part_weights) {
                let slots = vertex[set * 4..].iter_mut();
                slots
                    .zip(joints)
                    .zip(weights)
                    .for_each(|((slot, &joint), &weight)| *slot = Influence { joint, weight });
            }
        }
        builder.extend(&part, per_vertex)?;
    }
    Ok((builder.finish(), odd))
}

/// Name of a type that glTF does not allow for joint indices.
fn not_allowed_for_joints(component: Component) -> Option<&'static str> {
    match component.0 {
        ComponentType::U8 | ComponentType::U16 | ComponentType::U32 => None,
        ComponentType::I8 | ComponentType::I16 => Some("signed integers"),
        ComponentType::F32 => Some("floats"),
    }
}

/// Number of influences converted at once: enough to share among threads, few enough to stay in the cache.
const INFLUENCES_AT_ONCE: usize = 1 << 18;

const MOST_INFLUENCES: usize = 100_000_000;

/// Texture coordinates with KHR_texture_transform applied, which files with quantized coordinates need.
fn read_texcoords(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    mapping: &Mapping,
    location: &Location,
    warnings: &mut Warnings,
) -> Result<Vec<Vec2>, Fault> {
    let Some(accessor) = attribute(primitive, Semantic::TexCoords(mapping.set)) else {
        return Ok(Vec::new());
    };
    let values = accessors.floats::<2>(accessor, Type::Vec2, QUANTIZED, Fractions::AsSaid)?;
    let texcoords: Vec<Vec2> = values.into_iter().map(|uv| mapping.apply(Vec2::from_array(uv))).collect();
    if texcoords.iter().any(|uv| !uv.is_finite()) {
        warnings.add(location, WarningKind::TexcoordsIgnored);
        return Ok(Vec::new());
    }
    Ok(texcoords)
}

/// COLOR_0 with or without alpha; floats outside [0, 1] are clamped.
fn read_colors(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    location: &Location,
    warnings: &mut Warnings,
) -> Result<Vec<Vec4>, Fault> {
    let Some(accessor) = attribute(primitive, Semantic::Colors(0)) else {
        return Ok(Vec::new());
    };
    let colors: Vec<Vec4> = if accessors.get(accessor)?.type_ == Checked::Valid(Type::Vec3) {
        let values = accessors.floats::<3>(accessor, Type::Vec3, QUANTIZED, Fractions::Always)?;
        values.into_iter().map(|rgb| Vec3::from_array(rgb).extend(1.0)).collect()
    } else {
        let values = accessors.floats::<4>(accessor, Type::Vec4, QUANTIZED, Fractions::Always)?;
        values.into_iter().map(Vec4::from_array).collect()
    };
    if colors.iter().any(|color| !color.is_finite()) {
        warnings.add(location, WarningKind::ColorsIgnored);
        return Ok(Vec::new());
    }
    Ok(colors.into_iter().map(|color| color.clamp(Vec4::ZERO, Vec4::ONE)).collect())
}

/// The factors of `weighted-lbs-dqs`. Another program may mean something else by an attribute of this name: what cannot be
/// a factor from 0 to 1 for each vertex is ignored.
fn read_blend_factors(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    location: &Location,
    warnings: &mut Warnings,
) -> Result<Vec<f32>, Fault> {
    let Some(accessor) = attribute(primitive, Semantic::Extras("BLEND".to_owned())) else {
        return Ok(Vec::new());
    };
    let source = accessors.get(accessor)?;
    let is_fraction = match source.component_type {
        Checked::Valid(component) => component.0 == ComponentType::F32 || source.normalized,
        Checked::Invalid => false,
    };
    if source.type_ == Checked::Valid(Type::Scalar) && is_fraction {
        let values = accessors.floats::<1>(accessor, Type::Scalar, QUANTIZED, Fractions::Always)?;
        let factors = values.into_flattened();
        if factors.iter().all(|factor| (0.0..=1.0).contains(factor)) {
            return Ok(factors);
        }
    }
    warnings.add(location, WarningKind::BlendFactorsIgnored);
    Ok(Vec::new())
}
