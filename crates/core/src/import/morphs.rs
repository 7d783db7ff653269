//! Morph targets: their names and rest weights, and their changes to the vertices of a primitive.

use super::accessor::{Accessors, Fractions, QUANTIZED};
use super::budget::Budget;
use super::normals::smooth_normals;
use super::{Fault, GltfDocument, ImportError, Location};
use crate::model::{LARGEST_MORPH_WEIGHT, MorphDelta, MorphDeltas, MorphTarget};
use glam::{DAffine3, DMat3, Vec3};
use gltf::json::Mesh;
use gltf::json::accessor::Type;
use gltf::json::mesh::Primitive;
use serde::Deserialize;
use std::collections::HashMap;

/// Limit for morph targets of all nodes: a detailed face has a few hundred.
const MOST_TARGETS: usize = 100_000;

/// The morph targets of each node in the scene, with the weights of the node or else of its mesh.
pub(super) fn targets_of_nodes(
    document: &GltfDocument,
    in_scene: &[bool],
) -> Result<Vec<Vec<MorphTarget>>, ImportError> {
    let mut all = 0;
    let mut names_of_meshes: HashMap<usize, Vec<String>> = HashMap::new();
    let of_node = |(index, node): (usize, &gltf::json::Node)| {
        let Some(mesh_index) = node.mesh.filter(|_| in_scene[index]) else { return Ok(Vec::new()) };
        let Some(mesh) = document.root.meshes.get(mesh_index.value()) else { return Ok(Vec::new()) };
        let count = target_count(mesh);
        if count == 0 {
            return Ok(Vec::new());
        }
        all += count;
        let location = Location::named("node", index, node.name.as_deref());
        if all > MOST_TARGETS {
            let what = "its nodes have more than 100,000 morph targets";
            return Err(Fault::TooLarge { what }.at(&location));
        }
        let names = names_of_meshes.entry(mesh_index.value()).or_insert_with(|| names(mesh, count));
        let weights = node.weights.as_deref().or(mesh.weights.as_deref()).unwrap_or(&[]);
        if weights.iter().take(count).any(|weight| !weight.is_finite()) {
            return Err(Fault::NotFinite { what: "a morph weight", element: 0 }.at(&location));
        }
        let weight = |target: usize| weights.get(target).copied().unwrap_or(0.0);
        let target = |index: usize| MorphTarget {
            name: names.get(index).cloned().unwrap_or_default(),
            rest_weight: weight(index).clamp(-LARGEST_MORPH_WEIGHT, LARGEST_MORPH_WEIGHT),
        };
        Ok((0..count).map(target).collect())
    };
    document.root.nodes.iter().enumerate().map(of_node).collect()
}

/// Number of targets of a mesh. All primitives of a mesh should have the same targets.
fn target_count(mesh: &Mesh) -> usize {
    mesh.primitives.iter().filter_map(|primitive| primitive.targets.as_ref()).map(Vec::len).max().unwrap_or(0)
}

/// Largest number of characters of a target's name that are kept: every node of the mesh has a copy.
const LONGEST_NAME: usize = 100;

/// The names that most exporters write. Extras with other content are ignored.
fn names(mesh: &Mesh, count: usize) -> Vec<String> {
    #[derive(Deserialize)]
    struct Extras {
        #[serde(rename = "targetNames")]
        target_names: Vec<String>,
    }
    let extras = mesh.extras.as_ref().and_then(|extras| serde_json::from_str::<Extras>(extras.get()).ok());
    let names = extras.map(|extras| extras.target_names).unwrap_or_default();
    names.into_iter().take(count).map(|name| name.chars().take(LONGEST_NAME).collect()).collect()
}

/// Changes that the targets of a primitive make to its vertices, in mesh space.
#[derive(Debug, Default)]
pub(super) struct SourceMorphs {
    /// Changes of positions by target; each vertex at most once in a target.
    positions: Vec<Vec<(u32, Vec3)>>,
    /// Changes of normals by target; `None` for targets without normals.
    normals: Vec<Option<Vec<(u32, Vec3)>>>,
}

impl SourceMorphs {
    /// Reads the targets of a primitive. Vertices that they leave in place take no memory.
    pub fn read(accessors: &Accessors<'_>, primitive: &Primitive) -> Result<Self, Fault> {
        let mut morphs = Self::default();
        for target in primitive.targets.iter().flatten() {
            let read = |accessor| accessors.nonzero_floats::<3>(accessor, Type::Vec3, QUANTIZED, Fractions::AsSaid);
            let vectors =
                |read: Vec<(u32, [f32; 3])>| read.into_iter().map(|(at, v)| (at, Vec3::from_array(v))).collect();
            let positions: Vec<_> = target.positions.map(read).transpose()?.map(vectors).unwrap_or_default();
            let normals: Option<Vec<_>> = target.normals.map(read).transpose()?.map(vectors);
            let kept = positions.len() + normals.as_ref().map_or(0, Vec::len);
            accessors.budget().take(kept as u64 * BYTES_OF_VECTOR)?;
            morphs.positions.push(positions);
            morphs.normals.push(normals);
        }
        Ok(morphs)
    }

    pub fn is_empty(&self) -> bool {
        self.positions.iter().all(Vec::is_empty) && self.normals.iter().flatten().all(Vec::is_empty)
    }

    /// The deltas in a bind frame: B's linear part applied to positions, its inverse transpose to normals.
    ///
    /// `base` has positions and unit normals at weight zero in the bind frame; `normal_scale` has, for each vertex, the
    /// length that its normal had before it got unit length. Targets without normals turn them as smooth normals of the
    /// surface would turn, so that shading follows the shape.
    pub fn into_bind_frame(
        self,
        bind_from_mesh: DAffine3,
        base: Vec<(Vec3, Vec3)>,
        normal_scale: impl Fn(u32) -> f64,
        triangles: &[u32],
        budget: &Budget,
    ) -> Result<MorphDeltas, Fault> {
        let normal_matrix = bind_from_mesh.matrix3.inverse().transpose();
        let guessed = self.normals.iter().filter(|normals| normals.is_none()).count();
        let guesses = guessed.saturating_mul(triangles.len()) <= MOST_GUESSED;
        let mut deltas = Vec::new();
        for (target, (positions, normals)) in (0u32..).zip(self.positions.into_iter().zip(self.normals)) {
            let linear = |delta: Vec3| bind_from_mesh.transform_vector3(delta.as_dvec3()).as_vec3();
            let positions: Vec<(u32, Vec3)> = positions.into_iter().map(|(at, delta)| (at, linear(delta))).collect();
            let normals = match normals {
                Some(normals) => {
                    let turned = |(at, delta)| (at, turned(normal_matrix, delta, normal_scale(at)));
                    normals.into_iter().map(turned).collect()
                }
                None if guesses => {
                    let turns = smooth_turns(&base, &positions, triangles);
                    let is_paid = budget.take(turns.len() as u64 * BYTES_OF_VECTOR).is_ok();
                    if is_paid { turns } else { Vec::new() }
                }
                None => Vec::new(),
            };
            merge(target, &positions, &normals, &mut deltas);
        }
        MorphDeltas::new(base, &deltas).map_err(Fault::Morph)
    }
}

/// Memory for a vector of a morph target while targets are read, in bytes: as it was read (16 bytes), and half of a
/// delta, which holds a position and a normal, before and after the deltas are ordered by vertex (16 and 14 bytes). The
/// memory for reading is freed before the last of these is taken.
const BYTES_OF_VECTOR: u64 = 32;

/// Limit for targets without normals times the triangles' corners: beyond it, or beyond the memory that the file may
/// take, normals stay as they are.
const MOST_GUESSED: usize = 1_000_000_000;

fn turned(normal_matrix: DMat3, delta: Vec3, scale: f64) -> Vec3 {
    (normal_matrix * delta.as_dvec3() / scale).as_vec3()
}

/// Merges a target's changes to positions and to normals, both in ascending order of the vertices.
fn merge(target: u32, positions: &[(u32, Vec3)], normals: &[(u32, Vec3)], deltas: &mut Vec<(u32, MorphDelta)>) {
    let (mut p, mut n) = (0, 0);
    loop {
        let next = [positions.get(p), normals.get(n)].into_iter().flatten().map(|(vertex, _)| *vertex).min();
        let Some(vertex) = next else { return };
        let take = |list: &[(u32, Vec3)], at: &mut usize| match list.get(*at) {
            Some(&(own, delta)) if own == vertex => {
                *at += 1;
                delta
            }
            _ => Vec3::ZERO,
        };
        let (position, normal) = (take(positions, &mut p), take(normals, &mut n));
        deltas.push((vertex, MorphDelta { target, position, normal }));
    }
}

/// The change of smooth normals where a target moves the surface.
fn smooth_turns(base: &[(Vec3, Vec3)], moved: &[(u32, Vec3)], triangles: &[u32]) -> Vec<(u32, Vec3)> {
    let mut is_moved = vec![false; base.len()];
    moved.iter().filter(|(_, delta)| *delta != Vec3::ZERO).for_each(|(vertex, _)| {
        if let Some(is_moved) = is_moved.get_mut(*vertex as usize) {
            *is_moved = true;
        }
    });
    // The normal changes at all corners of a triangle that moves, and comes from all triangles around these corners.
    let mut changes = vec![false; base.len()];
    for triangle in
        triangles.as_chunks::<3>().0.iter().filter(|triangle| triangle.iter().any(|&at| is_moved[at as usize]))
    {
        triangle.iter().for_each(|&at| changes[at as usize] = true);
    }
    let around = triangles.as_chunks::<3>().0.iter().filter(|triangle| triangle.iter().any(|&at| changes[at as usize]));
    let around: Vec<u32> = around.flatten().copied().collect();
    let mut vertices = around.clone();
    vertices.sort_unstable();
    vertices.dedup();
    let place = |vertex: u32| vertices.binary_search(&vertex).unwrap_or(0);
    let local: Vec<u32> = around.iter().map(|&vertex| place(vertex) as u32).collect();
    let before: Vec<Vec3> = vertices.iter().map(|&vertex| base[vertex as usize].0).collect();
    let mut after = before.clone();
    for &(vertex, delta) in moved {
        if changes.get(vertex as usize) == Some(&true) {
            after[place(vertex)] += delta;
        }
    }
    if after.iter().any(|position| !position.is_finite()) {
        return Vec::new();
    }
    let turns = smooth_normals(&before, &local).into_iter().zip(smooth_normals(&after, &local));
    let turns = vertices.iter().zip(turns).filter(|(vertex, _)| changes[**vertex as usize]);
    turns.map(|(&vertex, (before, after))| (vertex, after - before)).filter(|(_, turn)| *turn != Vec3::ZERO).collect()
}
