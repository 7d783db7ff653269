use super::BlendZone;
use super::bone_distance::{bone_nearest_to, has_ratio};
use super::bones::{Bones, MeasuredJoint, Segment};
use super::surface::Surface;
use glam::DVec3;
use std::collections::BTreeMap;

/// A vertex of a blend zone at rest, as the bulge sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BulgeVertex {
    pub vertex: u32,
    /// The joint that the nearest bone of the vertex's joints begins at, numbered through all skins.
    pub joint: u32,
    /// To that bone.
    pub distance: f64,
    /// Mean distance to that bone of the zone's skin at the same place along it: what growth is measured against.
    pub section_radius: f64,
    /// How much the vertex counts: its area, times the weight of the zone's joint, times those of the joints whose bones
    /// meet its own. So the figure does not depend on how far small weights reach, and skin between joints whose bones do
    /// not meet, such as a twist joint and the hand, does not count: no bone says where the limb is there.
    pub share: f64,
    /// On the other side of the bone, by its place in the list.
    pub opposite: Option<u32>,
}

/// The vertices of a zone in rising order; those too near to the bone for a ratio are left out.
pub(super) fn bulge_vertices(
    surface: &Surface,
    bones: &Bones,
    zone: &BlendZone,
    areas: &[f64],
    distances: &[f64],
) -> Vec<BulgeVertex> {
    let segments: Vec<Segment> = bones.bones.iter().map(|bone| bone.rest).collect();
    let around: Vec<f64> = zone.vertices.iter().map(|&vertex| distances[vertex as usize]).collect();
    let thickness = around.iter().sum::<f64>() / around.len().max(1) as f64;
    let meeting = meeting_joints(bones, zone.node, 2.0 * thickness);
    let mut sections: BTreeMap<usize, Vec<Placed>> = BTreeMap::new();
    for &vertex in &zone.vertices {
        let position = surface.positions[vertex as usize];
        let Some((bone, distance)) = bone_nearest_to(surface, bones, &segments, vertex, position) else { continue };
        let weight_of = |counts: &dyn Fn(usize) -> bool| -> f64 {
            let influences = surface.influences_of(vertex).iter();
            influences.filter(|of| counts(of.joint as usize)).map(|of| of.weight).sum()
        };
        let own = weight_of(&|joint| bones.joints[joint].node == zone.node);
        let neighbors = weight_of(&|joint| meeting[joint]);
        let share = areas[vertex as usize] * (own * neighbors).max(0.0);
        sections.entry(bone).or_default().push(Placed::new(segments[bone], vertex, position, distance, share));
    }
    let mut found: Vec<(BulgeVertex, Option<u32>)> = Vec::new();
    for (bone, mut placed) in sections {
        placed.sort_by(|a, b| a.place.total_cmp(&b.place).then(a.vertex.cmp(&b.vertex)));
        let joint = bones.bones[bone].joint;
        let radii = section_radii(&placed, thickness);
        for (number, of) in placed.iter().enumerate() {
            let (section_radius, Placed { vertex, distance, share, .. }) = (radii[number], *of);
            if has_ratio(section_radius, surface.extent) {
                let opposite = opposite(&placed, number, section_radius);
                found.push((BulgeVertex { vertex, joint, distance, section_radius, share, opposite: None }, opposite));
            }
        }
    }
    found.sort_by_key(|(of, _)| of.vertex);
    let place = |vertex: u32| found.binary_search_by_key(&vertex, |(of, _)| of.vertex).ok().map(|place| place as u32);
    found.iter().map(|(of, opposite)| BulgeVertex { opposite: opposite.and_then(place), ..*of }).collect()
}

/// By joint, numbered through all skins: whether its bones meet those of the joint at `node`. A parent and a child meet; of
/// the children of one joint those do that begin within `reach` of each other, as at a fork: the skins around them touch.
fn meeting_joints(bones: &Bones, node: u32, reach: f64) -> Vec<bool> {
    let parent_node = |joint: &MeasuredJoint| joint.parent.map(|parent| bones.joints[parent as usize].node);
    let origin = |joint: usize| bones.of_joint(joint as u32).next().map(|bone| bones.bones[bone].rest.from);
    let Some(own) = bones.joints.iter().position(|joint| joint.node == node) else {
        return vec![false; bones.joints.len()];
    };
    let (parent, start) = (parent_node(&bones.joints[own]), origin(own));
    let near = |joint: usize| start.zip(origin(joint)).is_some_and(|(a, b)| a.distance(b) < reach);
    let meets = |(number, joint): (usize, &MeasuredJoint)| {
        let siblings = parent.is_some() && parent_node(joint) == parent && joint.node != node;
        parent_node(joint) == Some(node) || parent == Some(joint.node) || siblings && near(number)
    };
    bones.joints.iter().enumerate().map(meets).collect()
}

/// A vertex beside its bone.
#[derive(Clone, Copy, Debug)]
struct Placed {
    vertex: u32,
    distance: f64,
    share: f64,
    /// Along the bone, in scene units; it may lie before its beginning or beyond its end.
    place: f64,
    /// Across the bone, of unit length, or zero on it.
    away: DVec3,
}

impl Placed {
    fn new(bone: Segment, vertex: u32, position: DVec3, distance: f64, share: f64) -> Self {
        let direction = (bone.to - bone.from).normalize_or_zero();
        let offset = position - bone.from;
        let place = offset.dot(direction);
        Self { vertex, distance, share, place, away: (offset - direction * place).normalize_or_zero() }
    }
}

/// Of the zone's mean distance to the bones: how far along the bone a section reaches to either side.
const HALF_SECTION: f64 = 0.5;

/// The mean distance to the bone around each vertex, of those at about the same place. `placed` is sorted by place.
fn section_radii(placed: &[Placed], thickness: f64) -> Vec<f64> {
    // Up to each vertex: all shares, and distances by share.
    let mut sums = vec![(0.0, 0.0)];
    for of in placed {
        let (shares, distances) = sums[sums.len() - 1];
        sums.push((shares + of.share, distances + of.share * of.distance));
    }
    let reach = HALF_SECTION * thickness;
    let (mut first, mut end) = (0, 0);
    let radius = |of: &Placed| {
        while placed[first].place < of.place - reach {
            first += 1;
        }
        while end < placed.len() && placed[end].place <= of.place + reach {
            end += 1;
        }
        let shares = sums[end].0 - sums[first].0;
        if shares > 0.0 { (sums[end].1 - sums[first].1) / shares } else { of.distance }
    };
    placed.iter().map(radius).collect()
}

/// How far from straight across a vertex on the other side may be: a sum of the cosine between the directions and the
/// way along the bone over the section's radius.
const LEAST_OPPOSITION: f64 = -0.5;

/// The vertex that lies most straight across the bone; `None` on skin with one side only. `placed` is sorted by place;
/// the search goes along the bone both ways until nothing farther away can be better.
fn opposite(placed: &[Placed], number: usize, radius: f64) -> Option<u32> {
    let of = placed[number];
    let mut best = (LEAST_OPPOSITION, None);
    let mut look = |other: &Placed| {
        let away = (other.place - of.place).abs() / radius;
        let cost = other.away.dot(of.away) + away;
        if cost < best.0 {
            best = (cost, Some(other.vertex));
        }
        away - 1.0 < best.0
    };
    let _ = placed[number..].iter().all(&mut look);
    let _ = placed[..number].iter().rev().all(&mut look);
    best.1
}

#[cfg(test)]
mod tests {
    use super::super::bone_distance::bone_distances;
    use super::super::test_shapes::two_joint_tube;
    use super::*;

    #[test]
    fn across_a_tube_lies_the_other_side_and_its_radius_is_the_sections() {
        let model = two_joint_tube();
        let surface = Surface::of(&model);
        let bones = Bones::of(&model, &surface);
        let zone = BlendZone::of(&surface, &bones, 1);
        let distances = bone_distances(&surface, &bones, &bones.at_rest().segments, &surface.positions);
        let found = bulge_vertices(&surface, &bones, &zone, &surface.vertex_areas(), &distances);
        assert_eq!(found.len(), zone.vertices.len());
        for of in &found {
            let here = surface.positions[of.vertex as usize];
            let across = found[of.opposite.unwrap() as usize];
            let there = surface.positions[across.vertex as usize];
            assert!(there.abs_diff_eq(DVec3::new(here.x, -here.y, -here.z), 1e-6), "{here} and {there}");
            assert!((of.section_radius - 0.5).abs() < 1e-6 && (of.distance - 0.5).abs() < 1e-6);
        }
        let middle = found.iter().max_by(|a, b| a.share.total_cmp(&b.share)).unwrap();
        assert!(surface.positions[middle.vertex as usize].x.abs() < 1e-6, "half and half counts most");
    }
}
