//! Primitives as in the file, in mesh space, with morph targets applied.

use super::accessor::{Accessors, Fractions, QUANTIZED};
use super::document::{Mesh, Primitive, TextureTransform};
use super::triangles::{Topology, triangulate};
use super::{Fault, Place, WarningKind, Warnings};
use crate::model::Influence;
use glam::{Mat2, Vec2, Vec3, Vec4};
use std::collections::BTreeSet;

/// A primitive in mesh space.
#[derive(Debug)]
pub(super) struct SourcePrimitive {
    pub positions: Vec<Vec3>,
    /// As in the file: not normalized, possibly not finite.
    pub normals: Option<Vec<Vec3>>,
    pub texcoords: Vec<Vec2>,
    pub colors: Vec<Vec4>,
    /// Three per triangle.
    pub indices: Vec<u32>,
    /// The influences of all vertices in sequence, `per_vertex` each; empty if the file has none.
    pub influences: Vec<Influence>,
    pub per_vertex: usize,
}

/// Which texture coordinates a primitive's material needs.
#[derive(Clone, Debug)]
pub(super) struct WantedTexcoords {
    pub set: u32,
    pub transform: Option<TextureTransform>,
}

/// Reads a primitive; `None` if it has no triangles to draw.
pub(super) fn read_primitive(
    accessors: &Accessors<'_>,
    mesh: &Mesh,
    primitive: &Primitive,
    node_weights: Option<&[f32]>,
    texcoords: Option<&WantedTexcoords>,
    mesh_place: &Place,
    warnings: &mut Warnings,
) -> Result<Option<SourcePrimitive>, Fault> {
    let Some(topology) = Topology::from_mode(primitive.mode)? else {
        warnings.add(mesh_place, WarningKind::NotTriangles { primitives: 1 });
        return Ok(None);
    };
    refuse_draco_without_fallback(accessors, primitive)?;
    let vertex_count = match primitive.attributes.get("POSITION") {
        Some(&accessor) => accessors.get(accessor)?.count,
        None => 0,
    };
    let (Some(&position), 1..) = (primitive.attributes.get("POSITION"), vertex_count) else {
        warnings.add(mesh_place, WarningKind::EmptyPrimitive { primitives: 1 });
        return Ok(None);
    };

    let mut positions = read_vec3s(accessors, position)?;
    let mut normals = primitive.attributes.get("NORMAL").map(|&a| read_vec3s(accessors, a)).transpose()?;
    let weights = node_weights.or(mesh.weights.as_deref()).unwrap_or(&[]);
    apply_morph_targets(accessors, primitive, weights, &mut positions, normals.as_mut(), mesh_place, warnings)?;
    if let Some(element) = positions.iter().position(|position| !position.is_finite()) {
        return Err(Fault::NotFinite { what: "a position", element });
    }

    let indices = match primitive.indices {
        Some(accessor) => accessors.indices::<1>(accessor, "SCALAR")?.into_iter().flatten().collect(),
        None => (0..positions.len() as u32).collect(),
    };
    let indices = triangulate(topology, indices, positions.len(), mesh_place, warnings)?;
    let (influences, per_vertex) = read_influences(accessors, primitive, positions.len(), mesh_place, warnings)?;
    let texcoords = match texcoords {
        Some(wanted) => read_texcoords(accessors, primitive, wanted, mesh_place, warnings)?,
        None => Vec::new(),
    };
    let colors = read_colors(accessors, primitive, mesh_place, warnings)?;
    Ok(Some(SourcePrimitive { positions, normals, texcoords, colors, indices, influences, per_vertex }))
}

/// A compressed primitive's accessors have no bytes unless the file also includes the uncompressed data.
fn refuse_draco_without_fallback(accessors: &Accessors<'_>, primitive: &Primitive) -> Result<(), Fault> {
    if primitive.extensions.draco.is_none() {
        return Ok(());
    }
    for &accessor in primitive.attributes.values().chain(&primitive.indices) {
        if accessors.get(accessor)?.buffer_view.is_none() {
            return Err(Fault::Compressed { extension: "KHR_draco_mesh_compression" });
        }
    }
    Ok(())
}

fn read_vec3s(accessors: &Accessors<'_>, accessor: u32) -> Result<Vec<Vec3>, Fault> {
    let values = accessors.floats::<3>(accessor, "VEC3", QUANTIZED, Fractions::AsSaid)?;
    Ok(values.into_iter().map(Vec3::from_array).collect())
}

/// Applies morph targets, which come before skinning; those with weight zero are not read.
fn apply_morph_targets(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    weights: &[f32],
    positions: &mut [Vec3],
    mut normals: Option<&mut Vec<Vec3>>,
    place: &Place,
    warnings: &mut Warnings,
) -> Result<(), Fault> {
    if !weights.is_empty() && weights.len() != primitive.targets.len() {
        let (weights, targets) = (weights.len(), primitive.targets.len());
        warnings.add(place, WarningKind::MorphWeightCount { weights, targets });
    }
    for (target, &weight) in primitive.targets.iter().zip(weights) {
        if weight == 0.0 {
            continue;
        }
        if !weight.is_finite() {
            return Err(Fault::NotFinite { what: "a morph weight", element: 0 });
        }
        let add = |name: &str, values: &mut [Vec3]| {
            if let Some(&accessor) = target.get(name) {
                let shifts = read_vec3s(accessors, accessor)?;
                values.iter_mut().zip(shifts).for_each(|(value, shift)| *value += shift * weight);
            }
            Ok::<(), Fault>(())
        };
        add("POSITION", positions)?;
        if let Some(normals) = normals.as_deref_mut() {
            add("NORMAL", normals)?;
        }
    }
    Ok(())
}

/// All JOINTS_n/WEIGHTS_n sets, by ascending n, as one list per vertex.
fn read_influences(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    vertex_count: usize,
    place: &Place,
    warnings: &mut Warnings,
) -> Result<(Vec<Influence>, usize), Fault> {
    let numbers = |prefix: &str| -> BTreeSet<u32> {
        let numbers = primitive.attributes.keys().filter_map(|name| name.strip_prefix(prefix)?.parse().ok());
        numbers.filter(|n| primitive.attributes.contains_key(&format!("{prefix}{n}"))).collect()
    };
    let (joint_sets, weight_sets) = (numbers("JOINTS_"), numbers("WEIGHTS_"));
    for &set in joint_sets.symmetric_difference(&weight_sets) {
        warnings.add(place, WarningKind::UnpairedInfluences { set });
    }
    let sets: Vec<u32> = joint_sets.intersection(&weight_sets).copied().collect();
    let per_vertex = sets.len() * 4;
    if vertex_count.saturating_mul(per_vertex) > MOST_INFLUENCES {
        return Err(Fault::TooLarge { what: "it has more than 100 million influences" });
    }
    let mut influences = vec![Influence { joint: 0, weight: 0.0 }; vertex_count * per_vertex];
    for (position, set) in sets.iter().enumerate() {
        let attribute = |name: String| primitive.attributes.get(&name).copied().unwrap_or(u32::MAX);
        let joints = accessors.indices::<4>(attribute(format!("JOINTS_{set}")), "VEC4")?;
        let weights =
            accessors.floats::<4>(attribute(format!("WEIGHTS_{set}")), "VEC4", QUANTIZED, Fractions::Always)?;
        for (vertex, (joints, weights)) in influences.chunks_exact_mut(per_vertex).zip(joints.iter().zip(&weights)) {
            for (slot, (&joint, &weight)) in vertex[position * 4..].iter_mut().zip(joints.iter().zip(weights)) {
                *slot = Influence { joint, weight };
            }
        }
    }
    Ok((influences, per_vertex))
}

const MOST_INFLUENCES: usize = 100_000_000;

/// Texture coordinates with KHR_texture_transform applied, which files with quantized coordinates need.
fn read_texcoords(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    wanted: &WantedTexcoords,
    place: &Place,
    warnings: &mut Warnings,
) -> Result<Vec<Vec2>, Fault> {
    let set = wanted.transform.as_ref().and_then(|transform| transform.tex_coord).unwrap_or(wanted.set);
    let Some(&accessor) = primitive.attributes.get(&format!("TEXCOORD_{set}")) else {
        return Ok(Vec::new());
    };
    let values = accessors.floats::<2>(accessor, "VEC2", QUANTIZED, Fractions::AsSaid)?;
    let transform = wanted.transform.as_ref();
    let offset = Vec2::from_array(transform.and_then(|t| t.offset).unwrap_or_default());
    let scale = Vec2::from_array(transform.and_then(|t| t.scale).unwrap_or([1.0; 2]));
    let (sin, cos) = transform.and_then(|t| t.rotation).unwrap_or_default().sin_cos();
    let turn = Mat2::from_cols(Vec2::new(cos, -sin), Vec2::new(sin, cos));
    let texcoords: Vec<Vec2> = values.into_iter().map(|uv| offset + turn * (scale * Vec2::from_array(uv))).collect();
    if texcoords.iter().any(|uv| !uv.is_finite()) {
        warnings.add(place, WarningKind::TexcoordsIgnored);
        return Ok(Vec::new());
    }
    Ok(texcoords)
}

/// COLOR_0 with or without alpha; floats outside [0, 1] are clamped.
fn read_colors(
    accessors: &Accessors<'_>,
    primitive: &Primitive,
    place: &Place,
    warnings: &mut Warnings,
) -> Result<Vec<Vec4>, Fault> {
    let Some(&accessor) = primitive.attributes.get("COLOR_0") else {
        return Ok(Vec::new());
    };
    let colors: Vec<Vec4> = if accessors.get(accessor)?.element_type == "VEC3" {
        let values = accessors.floats::<3>(accessor, "VEC3", QUANTIZED, Fractions::Always)?;
        values.into_iter().map(|rgb| Vec3::from_array(rgb).extend(1.0)).collect()
    } else {
        let values = accessors.floats::<4>(accessor, "VEC4", QUANTIZED, Fractions::Always)?;
        values.into_iter().map(Vec4::from_array).collect()
    };
    if colors.iter().any(|color| !color.is_finite()) {
        warnings.add(place, WarningKind::ColorsIgnored);
        return Ok(Vec::new());
    }
    Ok(colors.into_iter().map(|color| color.clamp(Vec4::ZERO, Vec4::ONE)).collect())
}
