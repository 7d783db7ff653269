//! Transforms the meshes shown in the scene into their bind frames.

use super::accessor::Accessors;
use super::budget::Budget;
use super::materials::Materials;
use super::nodes::{extension, hidden_nodes};
use super::normals::{NONSENSE_NORMALS, smooth_normals, triangles_against_normals, unit_or_zero};
use super::primitives::{SourcePrimitive, read_primitive};
use super::skins::{JointLoad, SourceSkin, bind, rigid};
use super::triangles::Topology;
use super::{Fault, GltfDocument, ImportError, Location, PrimitiveSource, WarningKind, Warnings};
use crate::model::{Influences, Pose, Primitive, ScaleKind, Skeleton, Skin};
use crate::work::change_each;
use glam::{DAffine3, DMat3, Vec3};
use std::sync::Arc;

/// All that the scene draws.
#[derive(Debug)]
pub(super) struct Drawn {
    /// The file's skins by index, then the rigid ones.
    pub skins: Vec<Skin>,
    pub primitives: Vec<Primitive>,
    /// The location of each primitive in the document.
    pub sources: Vec<PrimitiveSource>,
}

/// A primitive under one node, before its bind frame is known.
struct Placed {
    source: SourcePrimitive,
    mesh_name: String,
    mesh_location: Location,
    node: u32,
    location: PrimitiveSource,
    /// Index into the file's skins; `None` for a rigid skin.
    skin: Option<u32>,
    material: u32,
    influences: Influences,
}

/// Limit for vertices and indices drawn in total: each takes about a hundred bytes here and on the GPU.
const MOST_VERTICES: usize = 16_000_000;
const MOST_INDICES: usize = 64_000_000;
/// Limit for primitives times the nodes that hold them, drawn or not.
const MOST_PRIMITIVES: usize = 50_000;
/// Memory for a vertex while its primitive is moved to the bind frame, in bytes: position, normal and influence, and a
/// further amount if normals are computed.
const VERTEX_BYTES: u64 = 60;
const COMPUTED_NORMAL_BYTES: u64 = 90;
/// Memory for a vertex with morph targets in addition to its deltas, in bytes: position and normal at weight zero, the
/// length of its normal, and the start of its deltas, once kept and once to order them.
const MORPHED_VERTEX_BYTES: u64 = 40;
/// Largest number of characters of a mesh's name that are kept: every primitive of the mesh has a copy.
const LONGEST_NAME: usize = 100;

pub(super) fn assemble(
    document: &GltfDocument,
    accessors: &Accessors<'_>,
    in_scene: &[bool],
    skeleton: &Skeleton,
    source_skins: &[SourceSkin],
    materials: &mut Materials<'_>,
    warnings: &mut Warnings,
) -> Result<Drawn, ImportError> {
    let scene_from_node = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
    if let Some(index) = scene_from_node.iter().position(|transform| !transform.is_finite()) {
        let location = Location::named("node", index, document.root.nodes[index].name.as_deref());
        return Err(Fault::Overflow { what: "a transform in the scene" }.at(&location));
    }

    let mut placed = place_primitives(document, accessors, in_scene, skeleton, materials, warnings)?;
    for of_one_node in placed.chunk_by_mut(|a, b| a.node == b.node) {
        drop_nonsense_normals(of_one_node, warnings);
    }
    let sources = placed.iter().map(|placed| placed.location).collect();
    let loads = joint_loads(source_skins, &placed);
    let mut skins: Vec<Skin> = source_skins
        .iter()
        .zip(&loads)
        .map(|(source, loads)| bind(source, loads, &scene_from_node, skeleton, warnings))
        .collect();

    let mut primitives = Vec::with_capacity(placed.len());
    let mut rigid_skin: Option<(u32, u32)> = None;
    for placed in placed {
        let skin = match (placed.skin, rigid_skin) {
            (Some(skin), _) => skin,
            (None, Some((node, skin))) if node == placed.node => skin,
            (None, _) => {
                let node = skeleton.node(placed.node);
                let location = Location::named("node", placed.node as usize, Some(&node.name));
                let scene_from_node = scene_from_node[placed.node as usize];
                let skin = skins.len() as u32;
                skins.push(rigid(node.name.clone(), placed.node, scene_from_node, &location, warnings));
                rigid_skin = Some((placed.node, skin));
                skin
            }
        };
        let bind_from_mesh = skins[skin as usize].bind_from_mesh;
        primitives.push(into_bind_frame(placed, skin, bind_from_mesh, skeleton, accessors.budget(), warnings)?);
    }
    Ok(Drawn { skins, primitives, sources })
}

fn place_primitives(
    document: &GltfDocument,
    accessors: &Accessors<'_>,
    in_scene: &[bool],
    skeleton: &Skeleton,
    materials: &mut Materials<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<Placed>, ImportError> {
    let progress = materials.progress();
    let drawn = document.root.nodes.iter().zip(in_scene).filter(|(_, in_scene)| **in_scene);
    let meshes = drawn.filter_map(|(node, _)| document.root.meshes.get(node.mesh?.value()));
    progress.begin_stage("decoding meshes", meshes.map(|mesh| mesh.primitives.len() as u64).sum());
    let mut placed = Vec::new();
    let (mut vertices, mut indices, mut primitives) = (0usize, 0usize, 0usize);
    let hidden = hidden_nodes(document);
    for (node_index, node) in document.root.nodes.iter().enumerate() {
        let Some(mesh_index) = node.mesh.filter(|_| in_scene[node_index]).map(|mesh| mesh.value()) else {
            continue;
        };
        let Some(mesh) = document.root.meshes.get(mesh_index) else { continue };
        if hidden[node_index] {
            warnings.add(&Location::file(), WarningKind::Hidden { meshes: 1 });
            continue;
        }
        if extension(node, "EXT_mesh_gpu_instancing").is_some() {
            warnings.add(&Location::file(), WarningKind::Instanced { meshes: 1 });
        }
        let mesh_location = Location::named("mesh", mesh_index, mesh.name.as_deref());
        primitives += mesh.primitives.len();
        if primitives > MOST_PRIMITIVES {
            let what = "its meshes have more than 50,000 primitives, counted at every node that shows them";
            return Err(Fault::TooLarge { what }.at(&Location::file()));
        }
        let (weights, targets) =
            (node.weights.as_ref().or(mesh.weights.as_ref()), skeleton.morph_targets_of(node_index as u32));
        if let Some(weights) = weights.map(Vec::len).filter(|&weights| weights != 0 && weights != targets.len()) {
            warnings.add(&mesh_location, WarningKind::MorphWeightCount { weights, targets: targets.len() });
        }
        for (index, primitive) in mesh.primitives.iter().enumerate() {
            if progress.is_canceled() {
                return Err(ImportError::Canceled);
            }
            progress.advance(1);
            let location = mesh_location.part("primitive", index);
            let mappings = materials.mappings(primitive.material, warnings);
            let Some(topology) =
                Topology::from_mode(document.mode(mesh_index, index, primitive)).map_err(|f| f.at(&location))?
            else {
                warnings.add(&mesh_location, WarningKind::NotTriangles { primitives: 1 });
                continue;
            };
            let skin = node.skin.map(|skin| skin.value());
            let joint_count = skin.map(|skin| document.root.skins.get(skin).map_or(0, |skin| skin.joints.len()));
            let source =
                read_primitive(accessors, primitive, topology, &mappings, joint_count, &mesh_location, warnings)
                    .map_err(|fault| fault.at(&location))?;
            let Some(mut source) = source else { continue };
            vertices += source.positions.len();
            indices += source.indices.len();
            if vertices > MOST_VERTICES || indices > MOST_INDICES {
                let what = "more than 16 million vertices or 21 million triangles are drawn";
                return Err(Fault::TooLarge { what }.at(&Location::file()));
            }
            let per_vertex = VERTEX_BYTES + if source.normals.is_none() { COMPUTED_NORMAL_BYTES } else { 0 };
            accessors.budget().take(per_vertex * source.positions.len() as u64).map_err(|fault| fault.at(&location))?;
            let (skin, influences) = binding(skin.map(|skin| skin as u32), &mut source, &mesh_location, warnings);
            placed.push(Placed {
                source,
                mesh_name: mesh.name.iter().flat_map(|name| name.chars()).take(LONGEST_NAME).collect(),
                mesh_location: mesh_location.clone(),
                node: node_index as u32,
                location: PrimitiveSource { node: node_index, mesh: mesh_index, primitive: index },
                skin,
                material: materials.index(primitive.material),
                influences,
            });
        }
    }
    Ok(placed)
}

/// Drops a mesh's normals if they do not match its surface; smooth ones are then computed.
fn drop_nonsense_normals(mesh: &mut [Placed], warnings: &mut Warnings) {
    let (mut triangles, mut against) = (0, 0);
    for Placed { source, .. } in mesh.iter() {
        if let Some(normals) = &source.normals {
            let counts = triangles_against_normals(&source.positions, normals, &source.indices);
            triangles += counts.0;
            against += counts.1;
        }
    }
    if NONSENSE_NORMALS.contains(&(against as f64 / triangles.max(1) as f64)) {
        warnings.add(&mesh[0].mesh_location, WarningKind::NormalsAgainstSurface { against, triangles });
        mesh.iter_mut().for_each(|placed| placed.source.normals = None);
    }
}

/// The skin and influences of a primitive; a rigid skin if the node has no skin or the primitive has no influences.
fn binding(
    skin: Option<u32>,
    source: &mut SourcePrimitive,
    mesh_location: &Location,
    warnings: &mut Warnings,
) -> (Option<u32>, Influences) {
    let Some((influences, repairs)) = source.influences.take() else {
        if skin.is_some() {
            warnings.add(mesh_location, WarningKind::SkinWithoutInfluences { primitives: 1 });
        }
        return (None, Influences::rigid(source.positions.len()));
    };
    for (count, kind) in [
        (repairs.rescaled, WarningKind::WeightsRescaled { vertices: repairs.rescaled, worst_sum: repairs.worst_sum }),
        (repairs.unweighted, WarningKind::Unweighted { vertices: repairs.unweighted }),
        (repairs.negative, WarningKind::NegativeWeights { vertices: repairs.negative }),
    ] {
        if count > 0 {
            warnings.add(mesh_location, kind);
        }
    }
    (skin, influences)
}

/// The load of each joint over all primitives that share its skin.
fn joint_loads(skins: &[SourceSkin], placed: &[Placed]) -> Vec<Vec<JointLoad>> {
    let mut loads: Vec<Vec<JointLoad>> =
        skins.iter().map(|skin| vec![JointLoad::default(); skin.joints.len()]).collect();
    for placed in placed {
        if let Some(loads) = placed.skin.and_then(|skin| loads.get_mut(skin as usize)) {
            for influence in placed.influences.flat() {
                loads[influence.joint as usize].add(influence.weight);
            }
        }
    }
    loads
}

/// Transforms a primitive to its bind frame, V = B v. Normals are transformed by the inverse transpose of B's linear
/// part, which up to scale is its cofactor times the sign of its determinant. Triangles are reversed if B mirrors, so
/// that their front stays in front.
fn into_bind_frame(
    placed: Placed,
    skin: u32,
    bind_from_mesh: DAffine3,
    skeleton: &Skeleton,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Result<Primitive, ImportError> {
    let Placed { source, mesh_name, mesh_location, node, material, influences, .. } = placed;
    let mut positions = source.positions;
    change_each(&mut positions, |_, position| {
        *position = bind_from_mesh.transform_point3(position.as_dvec3()).as_vec3();
    });
    if positions.iter().any(|position| !position.is_finite()) {
        return Err(Fault::Overflow { what: "a position in the scene" }.at(&mesh_location));
    }
    let mut indices = source.indices;
    if bind_from_mesh.matrix3.determinant() < 0.0 {
        indices.as_chunks_mut::<3>().0.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    // Lengths of the transformed normals before they got unit length; their morph targets are divided by these.
    let mut lengths = Vec::new();
    let mut normals = match source.normals {
        None => smooth_normals(&positions, &indices),
        Some(mut normals) => {
            let normal_matrix = bind_from_mesh.matrix3.inverse().transpose();
            if !source.morphs.is_empty() {
                lengths = normals.iter().map(|normal| (normal_matrix * normal.as_dvec3()).length()).collect();
            }
            change_each(&mut normals, |_, normal| *normal = turn_normal(normal_matrix, *normal));
            let broken = normals.iter().filter(|&&normal| normal == Vec3::ZERO).count();
            if broken > 0 {
                warnings.add(&mesh_location, WarningKind::NormalsRepaired { vertices: broken });
                let smooth = smooth_normals(&positions, &indices);
                let is_broken = |(normal, _): &(&mut Vec3, Vec3)| **normal == Vec3::ZERO;
                normals.iter_mut().zip(smooth).filter(is_broken).for_each(|(normal, smooth)| *normal = smooth);
            }
            normals
        }
    };
    let morphs = if source.morphs.is_empty() {
        None
    } else {
        budget.take(MORPHED_VERTEX_BYTES * positions.len() as u64).map_err(|fault| fault.at(&mesh_location))?;
        let base = positions.iter().copied().zip(normals.iter().copied()).collect();
        let length = |vertex: u32| lengths.get(vertex as usize).copied().filter(|&length| length > 0.0).unwrap_or(1.0);
        let morphs = source.morphs.into_bind_frame(bind_from_mesh, base, length, &indices, budget);
        Some(Arc::new(morphs.map_err(|fault| fault.at(&mesh_location))?))
    };
    if let Some(morphs) = &morphs {
        let weights = skeleton.node(node).morph_targets.iter().map(|target| target.rest_weight).collect::<Vec<_>>();
        morphs.morph(&weights, &mut positions, &mut normals);
    }
    let ([texcoords, second_texcoords], colors) = (source.texcoords, source.colors);
    let blend_factors = source.blend_factors;
    Ok(Primitive {
        mesh_name,
        node,
        skin,
        material,
        positions,
        normals,
        texcoords,
        second_texcoords,
        colors,
        blend_factors,
        indices,
        influences,
        morphs,
    })
}

/// The transformed normal with unit length, or zero if it has no direction.
fn turn_normal(normal_matrix: DMat3, normal: Vec3) -> Vec3 {
    unit_or_zero(normal_matrix * unit_or_zero(normal.as_dvec3())).as_vec3()
}
