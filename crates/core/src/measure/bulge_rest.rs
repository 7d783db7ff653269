use super::BlendZone;
use super::bone_distance::{bone_nearest_to, has_ratio};
use super::bones::{Bones, MeasuredJoint};
use super::surface::Surface;
use crate::math::Segment;
use std::collections::{BTreeMap, VecDeque};

/// A vertex of a blend zone at rest, as used by the bulge measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct BulgeVertex {
    pub vertex: u32,
    /// Distance to the nearest bone of its joints, in scene units.
    pub distance: f64,
    /// The distance beyond which the skin looks swollen, in scene units; at least `distance`.
    pub unswollen: f64,
    /// The vertex's share of the total, see [`bulge_vertices`].
    pub share: f64,
}

/// The smallest total weight that a counted vertex has for the zone's joint and the joints that meet it. Skin that
/// other joints move too, such as the skin between a collarbone and the chest or between a twist joint and the hand, is
/// ignored, since no bone marks the center of the limb there. Closer to 1, hips and fingers lose most of their zone;
/// with a lower value, a collarbone at 18 degrees bulges.
const LEAST_MEETING_WEIGHT: f64 = 0.8;

/// Part of a hollow that may fill up before it looks swollen, as a fraction of the distance by which the surrounding
/// skin extends beyond it at rest. A straight tube has no hollows and shows every swelling; muscles and knuckles hide
/// some. With 0, fingers get a higher value than a bar that looks worse; with 1, swellings next to a muscle are missed.
/// A quarter agreed best with judgments by eye.
const HIDDEN_BY_RELIEF: f64 = 0.25;

/// Distance along the bone, in either direction, within which skin can hide a hollow, in units of the zone's mean
/// distance to its bones.
const RELIEF_REACH: f64 = 2.0;

/// The vertices that count, in ascending order. Each has a share of its area, times its weight for the zone's joint,
/// times the rest of its weight, so that the measure does not depend on the reach of small weights. Empty if the skin
/// is too close to the bones for a ratio to `thickness`.
pub(super) fn bulge_vertices(
    surface: &Surface,
    bones: &Bones,
    zone: &BlendZone,
    areas: &[f64],
    distances: &[f64],
    thickness: f64,
) -> Vec<BulgeVertex> {
    if !has_ratio(thickness, surface.extent) {
        return Vec::new();
    }
    let mean = mean_distance(zone, areas, distances);
    let meeting = meeting_joints(bones, zone.node, 2.0 * mean);
    let along_limb = |bone: usize| is_along_limb(bones, zone.node, bones.bones[bone].joint);
    let mut by_bone: BTreeMap<usize, Vec<Placed>> = BTreeMap::new();
    let segments: Vec<Segment> = bones.bones.iter().map(|bone| bone.rest).collect();
    for &vertex in &zone.vertices {
        let position = surface.positions[vertex as usize];
        if let Some((bone, distance)) = bone_nearest_to(surface, bones, &segments, (vertex, position), along_limb) {
            let along = segments[bone].along(position);
            by_bone.entry(bone).or_default().push(Placed { vertex, along, distance });
        }
    }
    let mut found = Vec::new();
    for placed in by_bone.values_mut() {
        placed.sort_by(|a, b| a.along.total_cmp(&b.along).then(a.vertex.cmp(&b.vertex)));
        for (of, outermost) in placed.iter().zip(outermost_within(placed, RELIEF_REACH * mean)) {
            let share = areas[of.vertex as usize] * blended(surface, bones, zone, &meeting, of.vertex);
            if share > 0.0 {
                let unswollen = of.distance + HIDDEN_BY_RELIEF * (outermost - of.distance);
                found.push(BulgeVertex { vertex: of.vertex, distance: of.distance, unswollen, share });
            }
        }
    }
    found.sort_unstable_by_key(|of| of.vertex);
    found
}

/// The weight of the zone's joint times the remaining weight, at most 1/4; 0 if joints that do not meet the zone's
/// joint have too much weight.
fn blended(surface: &Surface, bones: &Bones, zone: &BlendZone, meeting: &[bool], vertex: u32) -> f64 {
    let (mut own, mut met) = (0.0, 0.0);
    for influence in surface.influences_of(vertex) {
        let joint = influence.joint as usize;
        if bones.has_skin_of(influence.joint, zone.node) {
            own += influence.weight;
        } else if meeting[joint] {
            met += influence.weight;
        }
    }
    if own + met < LEAST_MEETING_WEIGHT { 0.0 } else { own * (1.0 - own) }
}

/// A vertex in relation to its bone.
#[derive(Clone, Copy, Debug)]
struct Placed {
    vertex: u32,
    /// Position along the bone, in scene units; may lie before its start or beyond its end.
    along: f64,
    distance: f64,
}

/// For each vertex, the largest distance among the vertices at most `reach` away along the bone. `placed` is sorted by
/// `along`.
fn outermost_within(placed: &[Placed], reach: f64) -> Vec<f64> {
    // Indices of the vertices in reach that no later vertex exceeds, the most distant first.
    let mut candidates: VecDeque<usize> = VecDeque::new();
    let mut end = 0;
    let largest = |of: &Placed| {
        while end < placed.len() && placed[end].along <= of.along + reach {
            while candidates.back().is_some_and(|&last| placed[last].distance <= placed[end].distance) {
                candidates.pop_back();
            }
            candidates.push_back(end);
            end += 1;
        }
        while candidates.front().is_some_and(|&first| placed[first].along < of.along - reach) {
            candidates.pop_front();
        }
        candidates.front().map_or(of.distance, |&first| placed[first].distance)
    };
    placed.iter().map(largest).collect()
}

/// The distance of a zone's skin from the bones where the limb is thickest, in scene units. Swellings are measured
/// relative to it.
pub(super) fn thickness_of(zone: &BlendZone, distances: &[f64]) -> f64 {
    let around = zone.vertices.iter().map(|&vertex| distances[vertex as usize]);
    around.filter(|distance| distance.is_finite()).fold(0.0, f64::max)
}

/// Area-weighted mean; 0 in a zone without area.
fn mean_distance(zone: &BlendZone, areas: &[f64], distances: &[f64]) -> f64 {
    let of = |&vertex: &u32| (areas[vertex as usize], areas[vertex as usize] * distances[vertex as usize]);
    let (area, sum) = zone.vertices.iter().map(of).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    if area > 0.0 { sum / area } else { 0.0 }
}

/// For each joint, indexed across all skins, whether its bones meet the bones of the joint at `node`. A parent and a
/// child meet. Two children of one joint meet if they begin within `reach` of each other, as at a fork where the skins
/// around them touch.
fn meeting_joints(bones: &Bones, node: u32, reach: f64) -> Vec<bool> {
    let parent_node = |joint: &MeasuredJoint| joint.parent.map(|parent| bones.joints[parent as usize].node);
    let origin = |joint: usize| bones.of_joint(joint as u32).next().map(|bone| bones.bones[bone].rest.from);
    let Some(own) = bones.joints.iter().position(|joint| joint.node == node) else {
        return vec![false; bones.joints.len()];
    };
    let (parent, start) = (parent_node(&bones.joints[own]), origin(own));
    let near = |joint: usize| start.zip(origin(joint)).is_some_and(|(a, b)| a.distance(b) < reach);
    let meets = |(index, joint): (usize, &MeasuredJoint)| {
        let siblings = parent.is_some() && parent_node(joint) == parent && joint.node != node;
        parent_node(joint) == Some(node) || parent == Some(joint.node) || siblings && near(index)
    };
    bones.joints.iter().enumerate().map(meets).collect()
}

/// Whether a joint belongs to the node, its parent or its child: before or behind it on the same limb.
fn is_along_limb(bones: &Bones, node: u32, joint: u32) -> bool {
    let parent_node = |joint: &MeasuredJoint| joint.parent.map(|parent| bones.joints[parent as usize].node);
    let joint = &bones.joints[joint as usize];
    let is_parent = bones.joints.iter().any(|own| own.node == node && parent_node(own) == Some(joint.node));
    joint.node == node || parent_node(joint) == Some(node) || is_parent
}

#[cfg(test)]
mod tests {
    use super::super::bone_distance::bone_distances;
    use super::super::test_shapes::{Shape, skinned_model, two_joint_tube};
    use super::*;
    use glam::{DVec3, Vec3};

    #[test]
    fn a_tubes_thickness_is_its_radius_and_half_and_half_counts_most() {
        let model = two_joint_tube();
        let surface = Surface::of(&model);
        let bones = Bones::of(&model, &surface);
        let zone = BlendZone::of(&surface, &bones, 1);
        let distances = bone_distances(&surface, &bones, &bones.at_rest().segments, &surface.positions);
        let thickness = thickness_of(&zone, &distances);
        assert!((thickness - 0.5).abs() < 1e-6, "{thickness}");
        let found = bulge_vertices(&surface, &bones, &zone, &surface.vertex_areas(), &distances, thickness);
        assert!(!found.is_empty() && found.iter().all(|of| (of.distance - 0.5).abs() < 1e-6));
        let most = found.iter().max_by(|a, b| a.share.total_cmp(&b.share)).unwrap();
        assert!(surface.positions[most.vertex as usize].x.abs() < 1e-6);
    }

    /// Two arms that begin in the middle of a body, with a hollow there next to thicker skin. The values are equal,
    /// whichever arm the middle belongs to by the rounding of the positions.
    #[test]
    fn in_the_middle_of_a_body_rounding_does_not_decide() {
        let arm = |name, x: f32| (name, Some(0), Vec3::X * x);
        let joints = [("chest", None, Vec3::NEG_Y * 3.0), arm("left", -0.1), arm("right", 0.1)];
        let unswollen = |shift: f64| {
            let mut body = Shape::cylinder(12, 40, 0.5, 4.0, true).shifted(DVec3::X * shift);
            for position in &mut body.positions {
                let radius = if position.x < -0.15 { 1.5 } else { 1.0 };
                (position.y, position.z) = (position.y * radius, position.z * radius);
            }
            let model = skinned_model(&[body], &joints, |at| {
                let right = (0.5 + 2.0 * at.x).clamp(0.0, 1.0);
                vec![0.0, 1.0 - right, right]
            });
            let surface = Surface::of(&model);
            let bones = Bones::of(&model, &surface);
            let zone = BlendZone::of(&surface, &bones, 1);
            let distances = bone_distances(&surface, &bones, &bones.at_rest().segments, &surface.positions);
            let thickness = thickness_of(&zone, &distances);
            let found = bulge_vertices(&surface, &bones, &zone, &surface.vertex_areas(), &distances, thickness);
            let middle = found.iter().filter(|of| surface.positions[of.vertex as usize].x.abs() < 0.01);
            middle.map(|of| of.unswollen).collect::<Vec<f64>>()
        };
        let [left, right] = [unswollen(-1e-4), unswollen(1e-4)];
        assert!(!left.is_empty() && left.len() == right.len());
        for (a, b) in left.iter().zip(&right) {
            assert!((a - b).abs() < 1e-3, "{a} {b}");
        }
    }

    #[test]
    fn beside_thicker_skin_a_hollow_may_fill_up_by_a_quarter() {
        let placed = [(0.0, 1.0), (1.0, 2.0), (1.5, 1.0), (4.0, 1.5)].map(|(along, distance)| Placed {
            vertex: 0,
            along,
            distance,
        });
        assert_eq!(outermost_within(&placed, 1.0), [2.0, 2.0, 2.0, 1.5]);
        assert_eq!(outermost_within(&placed, 0.5), [1.0, 2.0, 2.0, 1.5]);
        assert_eq!(outermost_within(&placed, 0.1), [1.0, 2.0, 1.0, 1.5]);
        assert_eq!(outermost_within(&placed, 9.0), [2.0; 4]);
    }
}
