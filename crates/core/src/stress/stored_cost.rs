use super::StressSkin;
use crate::measure::{CollectedDistances, SkinDistance, StressRanges, VertexId, stress_pose};
use crate::model::{Model, Pose, SkinKind, StoredSkin};
use crate::skinning::{
    JointPalette, MissingInput, PaletteMatrix, SkinningMethod, SkinningSettings, VertexSelection, deform_model,
};
use crate::work::{Progress, map_each};
use glam::{DAffine3, DMat3, DVec3, Vec4};
use std::collections::HashSet;

/// What it costs to store less of a skin: its distance from the full skin under the same method, over the poses of a
/// stress test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StoredCost {
    /// The distances. Every pose counts the vertices at which it bends skin, and no others: the rest moves as one with
    /// its joint, whatever is stored. The largest distance is that of any vertex, at rest too.
    pub distance: SkinDistance,
    /// Where the largest distance is; `None` if there is none.
    pub worst: Option<WorstStored>,
    /// Poses tried, without the rest pose.
    pub poses: usize,
}

/// The largest distance of a stored skin from the full one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorstStored {
    /// The turned joint's node, its axis (0, 1 or 2 for X, Y or Z) and the angle in degrees; `None` at rest.
    pub turned: Option<(u32, usize, f32)>,
    /// The vertex.
    pub vertex_id: VertexId,
    /// The distance, as a fraction of the extent.
    pub distance: f64,
}

/// The cost of what the skin's settings store, in the poses of a stress test: every joint that no other drives turns
/// alone about each of its axes. `None` if canceled.
///
/// # Errors
/// If the method needs centers of rotation that are missing.
pub fn stored_cost(
    model: &Model,
    skin: &StressSkin<'_>,
    ranges: &StressRanges,
    progress: &Progress,
) -> Result<Option<StoredCost>, MissingInput> {
    let extent = f64::from(model.rest_bounds().extent()).max(f64::MIN_POSITIVE);
    let joints = joint_nodes(model);
    let turns = |node: &u32| joints.contains(node) && !model.skeleton.is_driven(*node);
    let nodes: Vec<u32> = (0..model.skeleton.len() as u32).filter(turns).collect();
    progress.add_total(nodes.iter().map(|&node| ranges.poses_of(node).len() as u64).sum());
    // One of so many distances is sampled for the percentiles, of all joints alike.
    let blended = model.primitives.iter().flat_map(|primitive| primitive.influences.iter());
    let blended = blended.filter(|influences| influences.len() > 1).count();
    let poses: usize = nodes.iter().map(|&node| ranges.poses_of(node).len()).sum();
    let collected = CollectedDistances::of(blended * poses);
    let at_rest_linear = linear_motions(model, &Pose::rest(&model.skeleton), skin.settings);
    let of_node = |index: usize| {
        let rest = (&at_rest_linear[..], collected.clone());
        of_joint(model, skin, (nodes[index], ranges), rest, extent, progress)
    };
    let mut all = CollectedDistances::default();
    let mut cost = StoredCost::default();
    for found in map_each(nodes.len(), of_node) {
        let Some(found) = found? else { return Ok(None) };
        all.append(found.collected);
        cost.poses += found.poses;
        cost.worst = farther(cost.worst, found.worst);
    }
    cost.worst = farther(cost.worst, at_rest(model, skin, extent)?);
    cost.distance = all.summary();
    cost.distance.largest = cost.worst.map_or(0.0, |worst| worst.distance);
    Ok(Some(cost))
}

/// The first of equally far ones.
fn farther(known: Option<WorstStored>, other: Option<WorstStored>) -> Option<WorstStored> {
    match (known, other) {
        (Some(known), Some(other)) if other.distance > known.distance => Some(other),
        (known, other) => known.or(other),
    }
}

/// The nodes that are joints of skins.
fn joint_nodes(model: &Model) -> HashSet<u32> {
    let skinned = model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned);
    skinned.flat_map(|skin| &skin.joints).map(|joint| joint.node).collect()
}

/// The same settings for the full skin.
fn full(settings: SkinningSettings) -> SkinningSettings {
    SkinningSettings { stored: StoredSkin::FULL, ..settings }
}

/// What was found while one joint turned.
struct OfJoint {
    collected: CollectedDistances,
    worst: Option<WorstStored>,
    poses: usize,
}

/// `None` if canceled.
fn of_joint(
    model: &Model,
    &StressSkin { settings, centers }: &StressSkin<'_>,
    (node, ranges): (u32, &StressRanges),
    (rest, collected): (&[Vec<DAffine3>], CollectedDistances),
    extent: f64,
    progress: &Progress,
) -> Result<Option<OfJoint>, MissingInput> {
    let poses = ranges.poses_of(node);
    let vertices = bent_vertices(model, (node, &poses), rest, settings, extent);
    let selection = VertexSelection::new(model, vertices.iter().copied());
    let mut found = OfJoint { collected, worst: None, poses: poses.len() };
    for (axis, degrees) in poses {
        if progress.is_canceled() {
            return Ok(None);
        }
        if !vertices.is_empty() {
            let (_, pose) = stress_pose(model, node, axis, degrees);
            let skinned = |settings| selection.vertices(&selection.palettes(&pose, settings), settings, centers);
            if let Some(index) = found.collected.add(&skinned(settings)?, &skinned(full(settings))?, extent) {
                let (primitive, vertex) = vertices[index];
                let vertex_id = VertexId { primitive, vertex };
                let distance = found.collected.largest();
                found.worst = Some(WorstStored { turned: Some((node, axis, degrees)), vertex_id, distance });
            }
        }
        progress.advance(1);
    }
    Ok(Some(found))
}

/// The distance that the rest pose shows: that of rounded positions, and of joints that are not at rest as they were bound.
fn at_rest(
    model: &Model,
    &StressSkin { settings, centers }: &StressSkin<'_>,
    extent: f64,
) -> Result<Option<WorstStored>, MissingInput> {
    if settings.stored.is_full() {
        return Ok(None);
    }
    let pose = Pose::rest(&model.skeleton);
    let stored = deform_model(model, &pose, settings, centers)?;
    let full = deform_model(model, &pose, full(settings), centers)?;
    let mut worst = None;
    let mut collected = CollectedDistances::default();
    for (primitive, (stored, full)) in (0..).zip(stored.iter().zip(&full)) {
        if let Some(vertex) = collected.add(stored, full, extent) {
            let vertex_id = VertexId { primitive, vertex: vertex as u32 };
            worst = Some(WorstStored { turned: None, vertex_id, distance: collected.largest() });
        }
    }
    Ok(worst)
}

/// Matrices whose entries differ by less than this, in extents for the last column, are one motion.
const SAME_MOTION: f64 = 1e-4;

/// The skinned vertices, by primitive and vertex, between whose joints there is motion while a joint turns.
fn bent_vertices(
    model: &Model,
    (node, poses): (u32, &[(usize, f32)]),
    rest: &[Vec<DAffine3>],
    settings: SkinningSettings,
    extent: f64,
) -> Vec<(u32, u32)> {
    // One pose per axis shows which joints move together; a turn by little could hide it.
    let largest = |axis: usize| {
        let of_axis = poses.iter().filter(|pose| pose.0 == axis);
        of_axis.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
    };
    let shown: Vec<Vec<Vec<usize>>> = (0..3)
        .filter_map(largest)
        .map(|&(axis, degrees)| {
            let posed = linear_motions(model, &stress_pose(model, node, axis, degrees).1, settings);
            // Since rest: where joints are not at rest as they were bound, they differ in every pose.
            let moved = |(posed, rest): (&Vec<DAffine3>, &Vec<DAffine3>)| {
                let moved: Vec<DAffine3> =
                    posed.iter().zip(rest).map(|(posed, rest)| *posed * rest.inverse()).collect();
                motions_apart(&moved, extent)
            };
            posed.iter().zip(rest).map(moved).collect()
        })
        .collect();
    let mut found = Vec::new();
    for (index, primitive) in (0u32..).zip(&model.primitives) {
        if model.skins[primitive.skin as usize].kind == SkinKind::Rigid {
            continue;
        }
        for (vertex, influences) in (0u32..).zip(primitive.influences.iter()) {
            let bends = |motions: &Vec<Vec<usize>>| {
                let of_skin = &motions[primitive.skin as usize];
                let first = of_skin[influences[0].joint as usize];
                influences[1..].iter().any(|influence| of_skin[influence.joint as usize] != first)
            };
            if shown.iter().any(bends) {
                found.push((index, vertex));
            }
        }
    }
    found
}

/// What linear blending blends: the motion of the bind frame at each joint of each skin.
fn linear_motions(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<Vec<DAffine3>> {
    let linear = SkinningSettings { method: SkinningMethod::Lbs, ..full(settings) };
    let motion = |matrix: &PaletteMatrix| {
        let [x, y, z] = matrix.rows.map(Vec4::as_dvec4);
        let columns = DMat3::from_cols(x.truncate(), y.truncate(), z.truncate()).transpose();
        DAffine3::from_mat3_translation(columns, DVec3::new(x.w, y.w, z.w))
    };
    let palettes = JointPalette::all(model, pose, linear);
    palettes.iter().map(|palette| palette.matrices.iter().map(motion).collect()).collect()
}

/// For each joint, the first joint that moves as it does.
fn motions_apart(motions: &[DAffine3], extent: f64) -> Vec<usize> {
    let is_same = |a: &DAffine3, b: &DAffine3| {
        let turn =
            (a.matrix3 - b.matrix3).to_cols_array().into_iter().fold(0.0, |most, entry| f64::max(most, entry.abs()));
        turn < SAME_MOTION && (a.translation - b.translation).abs().max_element() < SAME_MOTION * extent
    };
    let mut firsts: Vec<usize> = Vec::new();
    let first = |(index, motion): (usize, &DAffine3)| {
        let known = firsts.iter().copied().find(|&first| is_same(&motions[first], motion));
        known.unwrap_or_else(|| {
            firsts.push(index);
            index
        })
    };
    motions.iter().enumerate().map(first).collect()
}

#[cfg(test)]
mod tests;
